"""Worlds dealt from beliefs: luck without bias, and hands of many players drawn together."""

from __future__ import annotations

import numpy as np
import pytest

from advisor.belief import believe
from advisor.hands import hand_cards, hand_masks
from advisor.moves import Move, legal_moves
from advisor.playout import batch
from advisor.playout.chance import mix
from advisor.playout.guesses import draw_in_turn, draw_together
from advisor.playout.seen import Table
from advisor.position import parse_position
from advisor.values import Tally

WORLDS = 20_000


@pytest.mark.parametrize("players", [2, 4])
def test_luck_has_mean_zero(players: int) -> None:
    """What is taken out of the values as luck must not change their mean."""
    position = parse_position(f"scat hand:KcTc3d top:5h players:{players} turn:{players}")
    table = Table(position, opponents="solved")
    worlds = table.play([Move("draw")], ["solved"], WORLDS, seed=3)
    mean, spread = worlds.luck.mean(axis=0), worlds.luck.std(axis=0)
    assert (spread > 0).all()
    assert (np.abs(mean) <= 4 * spread / np.sqrt(WORLDS)).all()


def test_values_without_luck_have_the_same_mean_and_less_noise() -> None:
    """Taking out luck must leave what a move is worth, and make it known sooner."""
    position = parse_position("scat hand:KcTc3d top:5h players:4 turn:4")
    table, move = Table(position, opponents="solved"), [Move("draw")]
    plain = table.play(move, ["solved"], 200_000, seed=1)
    wanted = 1 - (plain.paid[:, 0, position.seat] > 0).mean()
    tally = Tally(position, move)
    for part in range(10):
        tally.add(table.play(move, ["solved"], WORLDS, seed=1, first=part * WORLDS))
    values = tally.values()
    assert values.pays[0].mean == pytest.approx(1 - wanted, abs=1e-12)
    raw = Tally(position, move)
    raw.add(plain)
    unadjusted = raw.values().pot[0]
    assert abs(values.pot[0].mean - unadjusted.mean) <= 4 * unadjusted.se
    assert values.pot[0].se < 0.98 * unadjusted.se


def test_hands_drawn_in_turn_are_as_likely_as_those_drawn_together() -> None:
    """With many players the quick way to draw their hands must not favour any card."""
    position = parse_position("scat hand:KcTc3d players:5 log:5h>d2s.t9d.d3c.d4c.d2h")
    belief = believe(position, "rising")
    sums, game = np.cumsum(belief.weights, axis=1), batch.game(position.rules)
    counts = np.zeros((2, len(sums), 52))
    found = np.zeros(len(sums), dtype=np.int64)
    for way, draw in enumerate((draw_together, draw_in_turn)):
        for world in range(WORLDS):
            key = np.uint64(mix(np.uint64(world + way * WORLDS)))
            assert draw(key, sums, game, found)
            masks = hand_masks()[found]
            assert np.bitwise_count(np.bitwise_or.reduce(masks)) == 3 * len(found)
            for seat, hand in enumerate(found):
                counts[way, seat, hand_cards()[hand]] += 1
    one, other = counts / WORLDS
    error = np.sqrt((one * (1 - one) + other * (1 - other)) / WORLDS)
    assert (np.abs(one - other) <= 4.5 * error + 1e-12).all()


@pytest.mark.parametrize("players", [2, 4, 9])
def test_every_option_meets_the_same_opponents(players: int) -> None:
    """Options must differ by what is done alone: a knock leaves the hands as they were dealt."""
    position = parse_position(f"scat hand:KcTc3d top:5h players:{players}")
    moves = [move for move in legal_moves(position) if move.action != "knock"]
    table = Table(position, opponents="solved")
    twice = table.play([*moves, *moves], ["solved"] * 2 * len(moves), 500, seed=9)
    half = len(moves)
    assert np.array_equal(twice.paid[:, :half], twice.paid[:, half:])
    parts = [table.play(moves, ["solved"] * half, 250, seed=9, first=at) for at in (0, 250)]
    assert np.array_equal(np.concatenate([part.paid for part in parts]), twice.paid[:, :half])
