"""The deal, counted from arrays, by plain enumeration, and dealt at random."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from advisor.cards import parse_cards
from advisor.hands import points, score, scores
from advisor.odds.deal import DealError, DealtScores, dealt_scores, somebody_dealt_31
from advisor.rules import PRESETS, Rules
from tests.cases import cases
from tests.odds.naive import HOUSES, case_id, naive_score

FROM_12_TO_29 = {
    12: 1104,
    13: 1264,
    14: 1112,
    15: 1132,
    16: 980,
    17: 996,
    18: 844,
    19: 856,
    20: 1168,
    21: 712,
    22: 96,
    23: 104,
    24: 88,
    25: 80,
    26: 64,
    27: 60,
    28: 44,
    29: 40,
}
SCAT = {
    3: 24,
    4: 72,
    5: 192,
    6: 312,
    7: 528,
    8: 720,
    9: 1036,
    10: 5716,
    11: 2648,
    **FROM_12_TO_29,
    30: 84,
    31: 24,
}
PUB = {
    2: 4,
    3: 28,
    4: 76,
    5: 196,
    6: 316,
    7: 532,
    8: 724,
    9: 1040,
    10: 5732,
    11: 2652,
    **FROM_12_TO_29,
    30: 32,
    31: 24,
}
PACK_32 = {
    8: 24,
    9: 72,
    10: 1248,
    11: 672,
    15: 96,
    16: 96,
    17: 480,
    18: 480,
    19: 480,
    20: 672,
    21: 384,
    24: 4,
    25: 16,
    26: 20,
    27: 44,
    28: 44,
    29: 40,
    30: 64,
    31: 24,
}


@pytest.mark.parametrize("case", cases("score"), ids=case_id)
def test_score_cases(case: dict[str, Any]) -> None:
    """Protects the meaning of a score, in the tables and in these tests' own scorer."""
    rules = PRESETS[case["rules"]]
    hand = parse_cards(" ".join(case["hand"]))
    assert points(score(hand, rules)) == case["score"]
    assert points(naive_score(hand, rules)) == case["score"]


@pytest.mark.parametrize(
    ("rules", "table", "mean", "median"),
    [
        (PRESETS["scat"], SCAT, 13.141, 11),
        (PRESETS["scat-pub"], PUB, 13.088, 11),
        (Rules(pack=32), PACK_32, 15.80, 17),
    ],
    ids=["scat", "scat-pub", "32 cards"],
)
def test_published_tables(rules: Rules, table: dict[int, int], mean: float, median: int) -> None:
    """Protects the three published deal tables, digit by digit."""
    dealt = dealt_scores(rules)
    assert {points(half): count for half, count in dealt.counts.items()} == table
    assert list(dealt.counts) == sorted(dealt.counts)
    assert float(dealt.mean) == pytest.approx(mean, abs=6e-3 if rules.pack == 32 else 6e-4)
    assert dealt.median == median
    assert sum(dealt.probability.values()) == 1


@pytest.mark.parametrize("rules", HOUSES, ids=lambda rules: rules.name)
def test_deal_is_plain_enumeration(rules: Rules) -> None:
    """Protects the deal table of any house against scoring every hand from its card names."""
    pack = range(52 - rules.pack, 52)
    counted = Counter(naive_score(hand, rules) for hand in combinations(pack, 3))
    dealt = dealt_scores(rules)
    assert dealt.counts == counted
    every = sorted(counted.elements())
    assert dealt.mean == Fraction(sum(every), 2 * len(every))
    assert dealt.median == points(every[(len(every) - 1) // 2])


def test_median_of_an_even_split() -> None:
    """Protects the stated median: where the halves meet between two scores, the lower one."""
    assert DealtScores({6: 2, 8: 1, 61: 1}).median == 3
    assert DealtScores({6: 1, 61: 2, 62: 1}).median == 30.5


def test_deal_agrees_with_dealing() -> None:
    """Protects the deal table against cards that are really shuffled and dealt."""
    rng = np.random.default_rng(31)
    trials = 20_000
    hands = rng.random((trials, 52)).argsort(axis=1)[:, :3].tolist()
    seen = Counter(naive_score(hand, Rules()) for hand in hands)
    for half, chance in dealt_scores(Rules()).probability.items():
        error = (float(chance * (1 - chance)) / trials) ** 0.5
        assert abs(seen[half] / trials - float(chance)) < 4 * error + 1 / trials


def test_somebody_dealt_31_published() -> None:
    """Protects the published chances for 2 to 8 players (whose last digit is rounded up)."""
    published = (0.217, 0.326, 0.434, 0.542, 0.650, 0.758, 0.866)
    found = [100 * float(somebody_dealt_31(Rules(), players)) for players in range(2, 9)]
    assert found == pytest.approx(published, abs=6e-4)


@pytest.mark.parametrize("rules", HOUSES, ids=lambda rules: rules.name)
def test_somebody_dealt_31_is_plain_enumeration(rules: Rules) -> None:
    """Protects inclusion and exclusion against counting, for one, two and three players."""
    pack = set(range(52 - rules.pack, 52))
    every = list(combinations(sorted(pack), 3))
    winning = [frozenset(hand) for hand in every if naive_score(hand, rules) >= 62]
    one = Fraction(len(winning), len(every))
    # The first player's hand is given; count what is left for the others.
    left_after = {hand: [other for other in winning if not hand & other] for hand in winning}
    hands_left = len(list(combinations(range(rules.pack - 3), 3)))
    both = sum((Fraction(len(left_after[hand]), hands_left) for hand in winning), Fraction(0))
    both /= len(every)
    assert somebody_dealt_31(rules, 1) == one
    assert somebody_dealt_31(rules, 2) == 2 * one - both
    hands_left_3 = len(list(combinations(range(rules.pack - 6), 3)))
    triples = sum(
        sum(not third & second for third in left_after[first])
        for first in winning
        for second in left_after[first]
    )
    all_three = Fraction(triples, len(every) * hands_left * hands_left_3)
    assert somebody_dealt_31(rules, 3) == 3 * one - 3 * both + all_three


def test_somebody_dealt_31_agrees_with_dealing() -> None:
    """Protects the chance for eight players against cards that are really dealt."""
    rng = np.random.default_rng(8)
    trials, players = 40_000, 8
    cards = np.sort(rng.random((trials, 52)).argsort(axis=1)[:, :24].reshape(trials, 8, 3), axis=2)
    low, middle, high = np.moveaxis(cards, 2, 0)
    ranks = high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low
    somebody = (scores(Rules())[ranks] >= 62).any(axis=1)
    chance = float(somebody_dealt_31(Rules(), players))
    assert abs(somebody.mean() - chance) < 4 * (chance * (1 - chance) / trials) ** 0.5


@pytest.mark.parametrize(("rules", "players"), [(Rules(), 17), (Rules(), 0), (Rules(pack=32), 11)])
def test_too_many_players(rules: Rules, players: int) -> None:
    """Protects the sentence that says for how many players the cards reach."""
    with pytest.raises(DealError, match=f"^{players} players; the pack is enough for 1 to "):
        somebody_dealt_31(rules, players)
