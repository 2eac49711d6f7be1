"""What a hand is worth after a knock, against the plain rule and plain sums."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import numpy as np
import pytest

from advisor.cards import parse_cards
from advisor.hands import (
    N_HANDS,
    THIRTY_ONE,
    best_drawing,
    best_taking,
    hand_cards,
    hand_index,
    scores,
)
from advisor.odds.showdown import payments
from advisor.playout import induction, lap
from advisor.rules import PRESETS, Rules, with_switches
from advisor.solve.known import known
from advisor.suits import RANKS, pair_numbers

if TYPE_CHECKING:
    from numpy.typing import NDArray

SCAT = PRESETS["scat"]
HOUSES = {
    tied: with_switches(SCAT, {"knocker_tied_lowest": tied, "knocker_lowest_pays": pays})
    for tied, pays in (("alone", "1"), ("safe", "2"), ("all", "1"), ("double", "2"))
}
LEVELS = 4
"""A game with four scores below 31 is enough: only their order counts."""


def half_points(level: int) -> int:
    """Give any score of a level."""
    return THIRTY_ONE if level == LEVELS else 20 + level


def crowd_of(chances: NDArray[np.float64]) -> NDArray[np.float64]:
    """Let players join who come to each level, or 31, with these chances."""
    crowd = np.empty((3, LEVELS + 1))
    lap.empty_crowd(crowd)
    for row in chances:
        survival = np.zeros(LEVELS + 1)
        survival[:LEVELS] = row[:LEVELS][::-1].cumsum()[::-1]
        lap.join(crowd, survival)
    lap.count_ties(crowd)
    return crowd


def won(levels: tuple[int, ...], knocker: int, seat: int, rules: Rules) -> float:
    """Give the mean of what the others pay, minus what a seat pays, by the rule itself.

    The first 31 that is shown ends the hand: nobody shows a second one.
    """
    shown = levels.index(LEVELS) if LEVELS in levels else -1
    levels = tuple(
        0 if level == LEVELS and at != shown else level for at, level in enumerate(levels)
    )
    paid = payments([half_points(level) for level in levels], knocker, rules)
    return (sum(paid) - paid[seat]) / (len(paid) - 1) - paid[seat]


def chances_of(players: int, seed: int) -> NDArray[np.float64]:
    """Any chances of the levels, and of 31, for some players."""
    found = np.random.default_rng(seed).random((players, LEVELS + 1))
    found[:, -1] *= 0.2
    return np.asarray(found / found.sum(axis=1, keepdims=True))


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("others", [0, 1, 2, 3])
def test_one_who_did_not_knock(others: int, house: str) -> None:
    """His gain is the plain sum over all that the others may come to, for every tie."""
    rules = HOUSES[house]
    chances, pays = chances_of(others, others), known(rules).pays
    crowd = crowd_of(chances)
    for mine, knocked in product(range(LEVELS), repeat=2):
        expected = sum(
            float(np.prod([row[level] for row, level in zip(chances, came, strict=True)]))
            * won((knocked, mine, *came), 0, 1, rules)
            for came in product(range(LEVELS + 1), repeat=others)
        )
        found = lap.waiter_wins(mine, knocked, crowd, pays, others + 2)
        assert found == pytest.approx(expected, abs=1e-12), (mine, knocked)


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("others", [0, 1, 2, 3])
def test_the_knocker(others: int, house: str) -> None:
    """His gain against one score is the plain sum over all that the rest may come to."""
    rules = HOUSES[house]
    chances, pays = chances_of(others, others + 10), known(rules).pays
    crowd = crowd_of(chances)
    for mine, first in product(range(LEVELS), range(LEVELS + 1)):
        expected = sum(
            float(np.prod([row[level] for row, level in zip(chances, came, strict=True)]))
            * won((mine, first, *came), 0, 0, rules)
            for came in product(range(LEVELS + 1), repeat=others)
        )
        found = lap.knocker_wins(mine, first, crowd, pays, others + 2, LEVELS)
        assert found == pytest.approx(expected, abs=1e-12), (mine, first)


@pytest.mark.parametrize("house", HOUSES)
def test_nobody_wins_what_nobody_loses(house: str) -> None:
    """What four players win after a knock sums up to nothing when nobody can show 31."""
    chances, pays = chances_of(4, 3), known(HOUSES[house]).pays
    chances[:, -1] = 0
    chances /= chances.sum(axis=1, keepdims=True)
    total = 0.0
    rest = crowd_of(chances[2:])
    for mine, first in product(range(LEVELS), repeat=2):
        chance = chances[0, mine] * chances[1, first]
        total += chance * lap.knocker_wins(mine, first, rest, pays, 4, LEVELS)
    for seat in (1, 2, 3):
        crowd = crowd_of(np.delete(chances, [0, seat], axis=0))
        for knocked, mine in product(range(LEVELS), repeat=2):
            chance = chances[0, knocked] * chances[seat, mine]
            total += chance * lap.waiter_wins(mine, knocked, crowd, pays, 4)
    assert total == pytest.approx(0, abs=1e-12)


def test_rows_hold_what_single_scores_win() -> None:
    """The rows by which knocks are added up say the same as one score against another."""
    crowd, pays = crowd_of(chances_of(2, 5)), known(HOUSES["safe"]).pays
    rows = np.zeros((3, LEVELS + 1))
    lap.waiter_rows(crowd, 0.75, pays, 4, rows)
    for mine, knocked in product(range(LEVELS), repeat=2):
        kind = lap.LESS if mine < knocked else lap.SAME if mine == knocked else lap.MORE
        found = rows[kind, min(mine, knocked)]
        assert found == lap.waiter_wins(mine, knocked, crowd, pays, 4)
    assert rows[lap.MORE, LEVELS] == pytest.approx(0.75 * 1 - 0.25 / 3)


def free(hand: tuple[int, ...], top: int) -> NDArray[np.bool_]:
    """Mark the hands without these cards."""
    return np.asarray(~np.isin(hand_cards(), [*hand, top]).any(axis=1))


@pytest.mark.parametrize("name", ["scat", "scat-pub"])
@pytest.mark.parametrize("held", ["Kd 9d 2h", "Ac Kc 4d", "7d 7h 7s", "4d 3h 2s"])
def test_value_of_a_knock(held: str, name: str) -> None:
    """Heads-up a knock is worth the plain sum over the other's hands, last move and draw."""
    rules, hand = PRESETS[name], tuple(parse_cards(held))
    facts, number = known(rules), int(pair_numbers()[8, hand_index(hand)])
    # Values are kept for the hand that stands for its class; here the names of suits matter.
    assert hand_index(hand) in facts.first
    top, rank, rng = 4 * 8, 8, np.random.default_rng(5)
    prior = rng.random(N_HANDS) * (scores(rules) < THIRTY_ONE)
    last = (rng.integers(0, 5, facts.numbers.max() + 1) / 4).astype(np.float32)
    width = facts.levels + 1
    own, sums = np.zeros((N_HANDS, width)), np.zeros((induction.PLACES, width))
    lap.last_rows(np.eye(RANKS)[rank], prior, last, facts, own, sums)
    crowds = np.empty((len(facts.whole_first), 3, width))
    lap.knock_crowds(np.empty((2, 0, 0, 0)), 2, 0, crowds)
    value = np.zeros(len(last))
    lap.knock_values(rank, own, sums, crowds, facts, 2, value)
    mine = int(scores(rules)[hand_index(hand)])
    gain = np.zeros(70)
    for final in range(70):
        paid = payments((mine, final), 0, rules)
        gain[final] = paid[1] - paid[0]
    # He draws any card that he does not hold and does not see.
    can = np.stack([~(hand_cards() == card).any(axis=1) for card in range(52)], axis=1)
    can[:, top] = False
    drawn = np.where(can, gain[best_drawing(rules)], 0).sum(axis=1) / 48
    takes = last[np.maximum(pair_numbers()[rank], 0)]
    each = takes * gain[best_taking(rules)[:, top]] + (1 - takes) * drawn
    weight = prior * free(hand, top)
    assert value[number] == pytest.approx((weight * each).sum() / weight.sum(), abs=1e-9)


def test_scores_of_a_last_turn() -> None:
    """How often another one comes to a score or more is the plain sum over his hands."""
    facts, rng = known(SCAT), np.random.default_rng(8)
    prior = rng.random(N_HANDS) * (scores(SCAT) < THIRTY_ONE) * (rng.random(N_HANDS) < 0.1)
    last = np.ones(facts.numbers.max() + 1, dtype=np.float32)
    tops = np.zeros(RANKS)
    tops[[0, 11]] = 0.1, 0.15
    width = facts.levels + 1
    own, sums = np.zeros((N_HANDS, width)), np.zeros((induction.PLACES, width))
    lap.last_rows(tops, prior, last, facts, own, sums)
    survival = np.zeros((len(facts.whole_first), width))
    lap.survivals(own, sums, facts, survival)
    held = tuple(parse_cards("Ac Kc 5d"))
    assert hand_index(held) in facts.whole_first
    total, more = 0.0, np.zeros(width)
    for suit in range(4):
        # His top cards are clubs in the sums and any suit at the table: turn my hand instead.
        swap = {0: suit, suit: 0}
        mine = tuple(card - card % 4 + swap.get(card % 4, card % 4) for card in held)
        for rank, weight in ((0, 0.1), (11, 0.15)):
            theirs = prior * ~np.isin(hand_cards(), mine).any(axis=1)
            theirs = theirs * ~(hand_cards() == 4 * rank).any(axis=1) * weight
            reached = facts.best_taking[:, 4 * rank]
            total += theirs.sum()
            for level in range(width):
                more[level] += theirs[(reached >= level) & (reached < facts.levels)].sum()
    found = survival[facts.whole[hand_index(held)]]
    assert np.allclose(found, more / total, atol=1e-9)
    assert 0.1 < found[facts.levels // 2] < 1
