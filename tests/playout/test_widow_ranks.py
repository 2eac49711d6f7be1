"""The order of all hands at a showdown, and the scores of pairs with a third card."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from advisor.cards import parse_hand
from advisor.hands import N_HANDS, hand_cards, hand_index, pair_scores, score, showdown_ranks
from advisor.referee.showdown import rank_key
from advisor.rules import PRESETS, Rules

HOUSES = [
    Rules(game="widow", three_of_a_kind=kind, three_aces=aces)
    for kind in ("30", "30.5", "none")
    for aces in ("same", "32", "33")
]


def rank(hand: str, rules: Rules) -> int:
    """Place of a hand at a showdown."""
    return int(showdown_ranks(rules)[hand_index(parse_hand(hand))])


@pytest.mark.parametrize("rules", HOUSES, ids=lambda rules: rules.name)
def test_showdown_ranks_order_all_hands_as_the_referee_does(rules: Rules) -> None:
    """All 22,100 hands stand in the referee's order: higher above lower, equal beside equal."""
    keys = [rank_key([int(card) for card in hand], rules) for hand in hand_cards()]
    place = {key: index for index, key in enumerate(sorted(set(keys)))}
    expected = np.array([place[key] for key in keys])
    assert showdown_ranks(rules).dtype == np.int32
    np.testing.assert_array_equal(showdown_ranks(rules), expected)


def test_ties_of_the_rules_page() -> None:
    """The examples that the rules give for ties come out as the rules say."""
    rules = PRESETS["widow"]
    assert rank("Kd Qd 6d", rules) > rank("Qs 9s 7s", rules)
    assert rank("Ks Qs 2d", rules) > rank("9c 6c 5c", rules)
    assert rank("Ks Qs 2d", rules) == rank("Kh Qh 9c", rules)
    assert rank("Ks Kh Kd", rules) == rank("Kc 9h 8d", rules)


def test_pair_scores_hold_the_score_of_every_hand() -> None:
    """Each hand has its score at all three ways to split it into a pair and a third card."""
    rng = np.random.default_rng(7)
    for rules in HOUSES:
        table = pair_scores(rules)
        for hand in hand_cards()[rng.choice(N_HANDS, 300, replace=False)].tolist():
            for low, high in combinations(hand, 2):
                (third,) = set(hand) - {low, high}
                assert table[high * (high - 1) // 2 + low, third] == score(hand, rules)
