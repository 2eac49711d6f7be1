"""Beliefs: Bayes' rule against plain enumeration, joint draws, and what is known for sure."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import pytest

from advisor.belief import believe
from advisor.cards import parse_cards
from advisor.hands import hand_cards, hand_index, hand_masks, mask_of, score, scores
from advisor.players.published import reference
from advisor.position import Position, parse_position, trace
from advisor.referee.actions import Draw, Knock, Take, Throw

if TYPE_CHECKING:
    from collections.abc import Iterator

    from advisor.cards import Card
    from advisor.position import Turn
    from advisor.referee.table import Player

    Ways: TypeAlias = list[tuple[tuple[Card, ...], tuple[Card, ...]]]

PACK = "scat[pack=32]"


def moved(player: Player, position: Position, turn: Turn, drawn: Card | None) -> bool:
    """Tell whether a player, asked as at the table, does what was seen of him."""
    action = player.act(position, (Draw(), Knock()))
    if turn.kind == "knock":
        return isinstance(action, Knock)
    if turn.kind == "take":
        return isinstance(action, Take) and action.discard == turn.thrown
    if drawn is None or not isinstance(action, Draw):
        return False
    thrown = player.throw(position, drawn)
    return isinstance(thrown, Throw) and thrown.discard == turn.thrown


def hands_by_enumeration(position: Position, name: str) -> dict[tuple[Card, ...], float]:
    """Try every hand that the one opponent may have been dealt, and every card he drew.

    The cards that I ever got from the pack were neither dealt to him nor drawn by him.
    """
    log, me = position.log, position.order.index(position.seat)
    assert log is not None
    shown = trace(log, 2, position.rules)
    mine = set(position.hand)
    for number, turn in enumerate(log.turns):
        if number % 2 == me and turn.thrown is not None:
            mine.add(turn.thrown)
    for number, turn in enumerate(log.turns):
        if number % 2 == me and turn.kind == "take":
            mine -= {shown[number].top}
    free = [card for card in range(20, 52) if card not in mine and card != log.first]
    player = reference(name, position.rules, np.uint64(0))
    ways: Ways = [
        (hand, tuple(card for card in free if card not in hand))
        for hand in combinations(free, 3)
        if score(hand, position.rules) < 62
    ]
    for number, turn in enumerate(log.turns):
        if number % 2 == me:
            continue
        asked = Position(
            hand=(0, 1, 2),
            tokens=position.tokens,
            rules=position.rules,
            top=shown[number].top,
            seat=position.order[number % 2],
            dealer=position.dealer,
            turn=number,
        )
        ways = list(after_turn(ways, player, asked, turn))
    found: dict[tuple[Card, ...], float] = {}
    for hand, _ in ways:
        found[hand] = found.get(hand, 0.0) + 1 / len(ways)
    return found


def after_turn(
    ways: Ways, player: Player, asked: Position, turn: Turn
) -> Iterator[tuple[tuple[Card, ...], tuple[Card, ...]]]:
    """Give every hand and stock after a turn that looks as it did; all are alike likely."""
    for hand, stock in ways:
        position = replace(asked, hand=hand)
        for drawn in stock if turn.kind == "draw" else (None,):
            if not moved(player, position, turn, drawn):
                continue
            gained = {"draw": drawn, "take": asked.top}.get(turn.kind)
            four = hand if gained is None else (*hand, gained)
            after = tuple(sorted(card for card in four if card != turn.thrown))
            if not any(score(three, asked.rules) >= 62 for three in combinations(four, 3)):
                yield after, tuple(card for card in stock if card != drawn)


@pytest.mark.parametrize("name", ["flat:25", "rising"])
@pytest.mark.parametrize(
    ("hand", "log"),
    [
        ("JcTcAd", "7h>d8c.d7c"),
        ("8cTcAd", "7h>d8c.t7c.d9d"),
        ("JcTcAd", "Kh>d8c.t9c"),
        ("JcTcAd", "Kh>d8c.k"),
        ("7sJcAd", "9d>d8c.t7s.t9h.k"),
        ("7sJcAd", "9d>d8c.t7s.t9h.d7c"),
    ],
)
def test_bayes_is_what_enumeration_finds(hand: str, log: str, name: str) -> None:
    """Every deal and every draw that leads to what was seen counts once, and no other."""
    position = parse_position(f"{PACK} hand:{hand} players:2 log:{log}")
    wanted = hands_by_enumeration(position, name)
    found = believe(position, name, slip=0.0).weights[0]
    assert found.sum() == pytest.approx(1)
    assert {*np.flatnonzero(found)} == {hand_index(held) for held in wanted}
    for held, chance in wanted.items():
        assert found[hand_index(held)] == pytest.approx(chance, rel=1e-9)


def test_known_cards_are_certain() -> None:
    """A card he took and kept is in his hand for sure; one that is seen elsewhere is not."""
    position = parse_position("scat hand:JcTcAd players:3 log:4h>d9c.t7d.d2s")
    belief = believe(position, "flat:25")
    assert belief.seats == (1, 2)
    holds = belief.holds()
    (nine,) = parse_cards("9c")
    assert holds[0, nine] == pytest.approx(1)
    assert holds[1, nine] == 0
    for card in position.known - {nine}:
        assert holds[:, card].tolist() == [0, 0]
    assert holds.sum(axis=1) == pytest.approx([3, 3])
    assert belief.stock()[list(position.known)].sum() == 0
    assert belief.stock().sum() == pytest.approx(1)


def test_a_surprise_rules_no_hand_out() -> None:
    """Whatever he did, a slip explains it: every hand that the cards allow keeps some chance."""
    position = parse_position("scat hand:2c3d4h players:2 log:5s>d6s.k")
    sure, open_minded = (believe(position, "flat:31", slip=slip) for slip in (0.0, 0.02))
    allowed = (hand_masks() & np.uint64(mask_of(position.known))) == 0
    allowed &= scores(position.rules) < 62
    # Nobody who waits for 31 knocks: without slips nothing is left but the cards.
    assert np.array_equal(sure.weights[0] > 0, allowed)
    assert np.array_equal(open_minded.weights[0] > 0, allowed)


def test_hands_drawn_together_share_no_card_and_are_as_likely_as_enumeration_says() -> None:
    """Joint draws follow the product of the beliefs over pairs of hands without a common card."""
    position = parse_position(f"{PACK} hand:JcTcAd players:3 log:7h>d8c.t9s.d7c")
    belief = believe(position, "flat:25")
    masks = hand_masks()
    first, second = (np.flatnonzero(weights) for weights in belief.weights)
    apart = (masks[first][:, None] & masks[second][None]) == 0
    joint = belief.weights[0][first][:, None] * belief.weights[1][second][None] * apart
    joint /= joint.sum()
    worlds = 40_000
    drawn = belief.sample(worlds, seed=5)
    assert not (masks[drawn[:, 0]] & masks[drawn[:, 1]]).any()
    for seat, hands, chances in ((0, first, joint.sum(axis=1)), (1, second, joint.sum(axis=0))):
        for card in position.unseen:
            holding = (hand_cards()[hands] == card).any(axis=1)
            wanted = chances[holding].sum()
            seen = (hand_cards()[drawn[:, seat]] == card).any(axis=1).mean()
            assert abs(seen - wanted) <= 4 * np.sqrt(wanted * (1 - wanted) / worlds) + 1e-9


def test_without_a_log_the_number_of_turns_counts() -> None:
    """Who has had more turns and has not knocked holds more, but not what he would knock with."""
    fresh = believe(parse_position("scat hand:JcTcAd top:4h players:2 turn:0"), "flat:25")
    later = believe(parse_position("scat hand:JcTcAd top:4h players:2 turn:4"), "flat:25")
    of = scores(fresh.position.rules)
    assert fresh.weights[0] @ of < later.weights[0] @ of - 4
