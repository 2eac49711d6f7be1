"""The compiled loop against exact numbers, against its own promises, and against the rules."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from advisor.cards import parse_cards
from advisor.hands import N_HANDS, scores
from advisor.moves import Move, legal_moves
from advisor.odds.last_turn import knock_risk_heads_up
from advisor.odds.prior import hand_distribution
from advisor.odds.showdown import payments
from advisor.players import thumb
from advisor.playout import batch, codes, seen, settle
from advisor.position import Position, ask
from advisor.rules import PRESETS, Rules, with_switches

SCAT = PRESETS["scat"]
WORLDS = 100_000
SHOW = Move("show")
"""Ends a hand before anything happens: what is left is the world as it was dealt."""


def position(hand: str, top: str, **said: object) -> Position:
    """Build a position from text."""
    return ask(parse_cards(hand), top=parse_cards(top)[0], **said)  # type: ignore[arg-type]


def close(found: float, expected: float, trials: int) -> bool:
    """Whether a simulated chance lies within four standard errors of an exact one."""
    variance = max(expected * (1 - expected), 0.0) / trials
    return abs(found - expected) <= 4 * math.sqrt(variance) + 1e-9


@pytest.mark.parametrize(
    ("hand", "top", "switches"),
    [
        ("Kc Tc 3d", "5h", {}),
        ("Ac Kc 4h", "9d", {}),
        ("7c 7d 7h", "As", {}),
        ("2c 3d 4h", "5s", {}),
        ("Kc Tc 3d", "5h", {"knocker_tied_lowest": "safe"}),
        ("Kc Tc 3d", "5h", {"knocker_tied_lowest": "double"}),
        ("9c 9d 9h", "Ks", {"three_of_a_kind": "30.5"}),
        ("Kc Tc 8d", "9h", {"pack": "32", "three_aces": "33"}),
        ("Kc Tc 3d", "5h", {"first_round_knock": "ends"}),
    ],
)
def test_knock_heads_up_agrees_with_the_exact_risk(
    hand: str, top: str, switches: dict[str, str]
) -> None:
    """A knock played out must cost as often as the exact formula says."""
    asked = position(hand, top, rules=with_switches(SCAT, switches), players=2)
    risk = knock_risk_heads_up(asked)
    table = seen.Table(asked, opponents="greedy")
    worlds = table.play([Move("knock")], ["greedy"], WORLDS, seed=11)
    assert close(float((worlds.paid[:, 0, 0] > 0).mean()), risk.pays.mean, WORLDS)
    made_31 = float((worlds.final[:, 0, 1] >= 62).mean())
    assert close(made_31, risk.somebody_31.mean, WORLDS)
    higher = float((worlds.final[:, 0, 1] >= worlds.final[:, 0, 0]).mean())
    assert close(higher, risk.per_opponent[0].mean, WORLDS)


@pytest.mark.parametrize(
    ("said", "turns", "name", "knocked"),
    [
        ({"turn": 0}, 0, "greedy", False),
        ({"turn": 4}, 2, "greedy", False),
        ({"turn": 4}, 2, "rising", False),
        ({"turn": 6, "held": {1: parse_cards("Qd")}}, 3, "greedy", False),
        ({"turn": 5, "knocked_by": 0}, 2, "rising", True),
    ],
)
def test_hands_dealt_follow_the_stated_chain(
    said: dict[str, object], turns: int, name: str, *, knocked: bool
) -> None:
    """The worlds must deal opponents' hands with exactly the chances of the stated model."""
    asked = position("Kc Tc 3d", "5h", players=2, **said)
    table = seen.Table(asked, opponents=name)
    dealt = table.play([SHOW], ["greedy"], WORLDS, seed=5).final[:, 0, 1 - asked.seat]
    thresholds = thumb.thresholds(name)
    chance = hand_distribution(
        asked.unseen,
        SCAT,
        turns=turns,
        known=asked.held[1 - asked.seat],
        thresholds=thresholds,
        knocked=knocked,
    )
    expected = np.bincount(scores(SCAT), chance, 67)
    assert chance.shape == (N_HANDS,)
    for half_points, share in enumerate(expected):
        assert close(float((dealt == half_points).mean()), float(share), WORLDS), half_points


def test_hands_of_many_players_are_dealt_alike() -> None:
    """With nobody having acted every opponent's hand has the same distribution."""
    asked = position("Kc Tc 3d", "5h", players=9)
    final = seen.Table(asked, opponents="rising").play([SHOW], ["greedy"], WORLDS, seed=1).final
    chance = hand_distribution(asked.unseen, SCAT, turns=0)
    mean = float(chance @ scores(SCAT))
    for seat in range(1, 9):
        dealt = final[:, 0, seat]
        assert abs(dealt.mean() - mean) < 4 * dealt.std() / math.sqrt(WORLDS)


def test_answer_does_not_depend_on_threads_or_chunks() -> None:
    """World number t under a seed must be the same world however the work is cut."""
    asked = position("Kc Tc 3d", "5h", players=4, turn=8)
    table = seen.Table(asked, opponents="rising")
    moves = legal_moves(asked)
    owns = ["rising"] * len(moves)
    whole = table.play(moves, owns, 3_001, seed=9)
    threaded = table.play(moves, owns, 3_001, seed=9, threads=3)
    parts = [
        table.play(moves, owns, count, seed=9, first=first)
        for first, count in ((0, 1_000), (1_000, 1), (1_001, 2_000))
    ]
    for field in ("paid", "final", "ending"):
        assert np.array_equal(getattr(whole, field), getattr(threaded, field))
        glued = np.concatenate([getattr(part, field) for part in parts])
        assert np.array_equal(getattr(whole, field), glued)


def test_moves_meet_the_same_worlds() -> None:
    """A move must be worth the same whether it is played alone or beside others."""
    asked = position("Kc Tc 3d", "5h", players=3)
    table = seen.Table(asked, opponents="rising")
    moves = legal_moves(asked)
    together = table.play(moves, ["rising"] * len(moves), 2_000, seed=3)
    for index, move in enumerate(moves):
        alone = table.play([move], ["rising"], 2_000, seed=3)
        assert np.array_equal(together.paid[:, index], alone.paid[:, 0])


def test_seats_are_turned_back() -> None:
    """Who sits where must not matter: only the order of turns does."""
    first = position("Kc Tc 3d", "5h", players=3, dealer=2, seat=0)
    turned = position("Kc Tc 3d", "5h", players=3, dealer=0, seat=1)
    paid = [
        seen.Table(asked, opponents="rising")
        .play(legal_moves(asked), ["rising"] * 5, 2_000, seed=3)
        .paid
        for asked in (first, turned)
    ]
    assert np.array_equal(paid[0], np.roll(paid[1], -1, axis=2))


def test_seats_that_are_out_neither_play_nor_pay() -> None:
    """A player who is out must change nothing for the others."""
    three = position("Kc Tc 3d", "5h", players=3)
    four = position("Kc Tc 3d", "5h", tokens=(4, 0, 4, 4))
    paid = [
        seen.Table(asked, opponents="rising")
        .play(legal_moves(asked), ["rising"] * 5, 2_000, seed=3)
        .paid
        for asked in (three, four)
    ]
    assert not paid[1][:, :, 1].any()
    assert np.array_equal(paid[0], paid[1][:, :, [0, 2, 3]])


@pytest.mark.parametrize("tied", ["alone", "safe", "all", "double"])
@pytest.mark.parametrize("lowest", ["1", "2"])
@pytest.mark.parametrize("after", ["one", "double"])
def test_payments_agree_with_the_rules(tied: str, lowest: str, after: str) -> None:
    """The compiled settlement and the one in Python must never disagree on who pays."""
    rules = with_switches(
        SCAT,
        {
            "knocker_tied_lowest": tied,
            "knocker_lowest_pays": lowest,
            "thirty_one_after_knock": after,
        },
    )
    codes = batch.rule_codes(rules)
    for players in (2, 3, 4):
        for final in itertools.product((10, 20, 40, 61), repeat=players):
            for knocker in range(-1, players):
                paid = np.zeros(players, dtype=np.uint8)
                settle.settle_showdown(
                    np.array(final, dtype=np.int8), players, knocker, codes, paid
                )
                expected = payments(final, None if knocker < 0 else knocker, rules)
                assert tuple(paid.tolist()) == expected
                for winner in range(players):
                    if winner == knocker:
                        continue
                    settle.settle_thirty_one(players, winner, knocker, codes, paid)
                    shown = [62 if seat == winner else half for seat, half in enumerate(final)]
                    expected = payments(shown, None if knocker < 0 else knocker, rules)
                    assert tuple(paid.tolist()) == expected


def test_capped_hands_cost_nobody_and_are_counted() -> None:
    """A hand that is given up must be reported and must not count as a loss."""
    asked = position("Kc Tc 3d", "5h", players=3)
    table = seen.Table(asked, opponents="greedy")
    worlds = table.play([Move("draw")], ["greedy"], 20_000, seed=3)
    capped = worlds.ending == codes.CAPPED
    assert worlds.capped == np.count_nonzero(capped) > 0
    assert not worlds.paid[capped].any()
    assert worlds.paid[~capped].any(axis=-1).all()


@pytest.mark.parametrize("stock_out", ["reshuffle", "void", "showdown"])
def test_stock_out_switch_is_honoured(stock_out: str) -> None:
    """When the stock runs out the hand must go on, be void, or be compared, as the rules say."""
    rules = with_switches(SCAT, {"stock_out": stock_out})
    asked = position("2c 3d 4h", "5s", players=12, rules=rules)
    worlds = seen.Table(asked, opponents="greedy").play([Move("draw")], ["greedy"], 2_000, seed=3)
    endings = set(np.unique(worlds.ending).tolist())
    expected = {
        "reshuffle": {codes.BY_THIRTY_ONE},
        "void": {codes.BY_THIRTY_ONE, codes.VOID},
        "showdown": {codes.BY_THIRTY_ONE, codes.BY_STOCK_OUT},
    }[stock_out]
    assert expected <= endings <= expected | {codes.CAPPED}
    assert not worlds.paid[worlds.ending == codes.VOID].any()


def test_first_round_knock_switch_is_honoured() -> None:
    """Where a knock is forbidden or ends the hand at once, nobody else may play on."""
    for switch, turns in (("allowed", 3), ("ends", 1), ("forbidden", 6)):
        rules = with_switches(SCAT, {"first_round_knock": switch})
        table = thumb.table(["flat:3"] * 3, rules)
        deals = batch.play_deals(rules, batch.by_thresholds(table), 5_000, seed=2)
        by_knock = deals.ending == codes.BY_KNOCK
        assert set(deals.turns[by_knock].tolist()) == {turns}
        assert by_knock.mean() > 0.9


def test_conditions_that_nobody_meets_are_dropped_and_said() -> None:
    """Opponents who by their rule must have knocked long ago are dealt without that condition."""
    asked = position("Kc Tc 3d", "5h", players=3, turn=6)
    table = seen.Table(asked, opponents="flat:3")
    assert not table.conditioned
    assert seen.Table(asked, opponents="rising").conditioned
    worlds = table.play([Move("draw")], ["rising"], 100, seed=1)
    assert not worlds.conditioned


def test_known_cards_stay_in_their_hand() -> None:
    """A card known to be in an opponent's hand must be there in every world."""
    held = {1: parse_cards("Ad Kd")}
    asked = position("Kc Tc 3d", "5h", players=3, turn=3, held=held)
    final = seen.Table(asked, opponents="greedy").play([SHOW], ["greedy"], 2_000, seed=1).final
    assert final[:, 0, 1].min() >= 42


@pytest.mark.parametrize("pack", ["36", "32"])
def test_small_packs_hold_only_their_cards(pack: str) -> None:
    """Hands of the 32-card pack have the gaps in their scores that the pack brings."""
    rules = with_switches(SCAT, {"pack": pack})
    deals = batch.play_deals(rules, batch.seats(["rising"] * 2, rules), 20_000, seed=1)
    dealt = {int(half) // 2 for half in np.unique(deals.dealt)}
    lowest = {"36": 7, "32": 8}[pack]
    assert min(dealt) == lowest
    if pack == "32":
        assert not dealt & {12, 13, 14, 22, 23}


def test_identical_players_pay_alike_wherever_the_dealer_sits() -> None:
    """Somebody must pay in every hand that ends, and nobody more than one token by the seed."""
    deals = batch.play_deals(SCAT, batch.seats(["rising"] * 4, SCAT), 50_000, seed=8)
    ended = deals.ending != codes.CAPPED
    assert deals.paid.max() == 1
    assert deals.paid[ended].any(axis=1).all()
    assert not deals.paid.all(axis=1).any()
    knocked = ended & (deals.ending == codes.BY_KNOCK)
    knocker = deals.knocker[knocked]
    final, paid = deals.final[knocked], deals.paid[knocked]
    own = final[np.arange(len(final)), knocker][:, None]
    others = np.arange(4) != knocker[:, None]
    assert not paid[others & (final >= own)].any()


def test_a_rule_set_for_the_other_game_is_refused() -> None:
    """The loop plays scat only and must say so by name."""
    with pytest.raises(ValueError, match="widow"):
        batch.play_deals(Rules(game="widow"), batch.seats(["greedy"] * 2, SCAT), 10, seed=0)
