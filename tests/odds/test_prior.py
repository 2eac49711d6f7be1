"""What an opponent may hold: the chain in arrays, in plain loops, and played."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from advisor.cards import Card, parse_cards
from advisor.hands import N_HANDS, best_discard, hand_cards, hand_index, hand_masks, mask_of, scores
from advisor.odds.keeping import GONE, four_ways, keeping_best
from advisor.odds.prior import PriorError, hand_distribution
from advisor.players.thumb import thresholds
from advisor.rules import Rules
from tests.odds.naive import HOUSES, hands_of, naive_keep, naive_score, random_position

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

LOW = np.array([30, 36, 44], dtype=np.int8)
"""Thresholds low enough to matter: 15, then 18, then 22."""


def by_loops(
    unseen: Sequence[Card],
    rules: Rules,
    turns: int,
    known: Sequence[Card],
    table: NDArray[np.int8] | None,
    *,
    knocked: bool,
) -> NDArray[np.float64]:
    """Follow every hand and every draw one by one."""
    weights = {hand: 1.0 for hand in hands_of(unseen, known) if naive_score(hand, rules) < 62}
    for turn in range(turns):
        moved: defaultdict[tuple[Card, ...], float] = defaultdict(float)
        for hand, weight in weights.items():
            if table is not None and naive_score(hand, rules) >= table[min(turn, len(table) - 1)]:
                continue
            drawn = [card for card in unseen if card not in hand]
            for card in drawn:
                _, kept = naive_keep(hand, card, rules, never=known)
                if naive_score(kept, rules) < 62:
                    moved[tuple(sorted(kept))] += weight / len(drawn)
        weights = moved
    result = np.zeros(N_HANDS)
    for hand, weight in weights.items():
        least = 0 if table is None or not knocked else table[min(turns, len(table) - 1)]
        if naive_score(hand, rules) >= least:
            result[hand_index(hand)] += weight
    return np.asarray(result / (result.sum() or 1))


@given(
    st.sampled_from(HOUSES),
    st.integers(0, 2**32 - 1),
    st.integers(0, 3),
    st.integers(0, 2),
    st.sampled_from([(None, False), (LOW, False), (LOW, True)]),
)
@settings(max_examples=25)
def test_prior_is_plain_enumeration(
    rules: Rules,
    seed: int,
    turns: int,
    holds: int,
    conditions: tuple[NDArray[np.int8] | None, bool],
) -> None:
    """Protects the chain, its conditions and known cards against following every draw."""
    cards: list[Card] = (
        np.random.default_rng(seed).permutation(np.arange(52 - rules.pack, 52)).tolist()
    )
    known, unseen = sorted(cards[:holds]), sorted(cards[holds:14])
    table, knocked = conditions
    expected = by_loops(unseen, rules, turns, known, table, knocked=knocked)
    try:
        found = hand_distribution(
            unseen, rules, turns=turns, known=known, thresholds=table, knocked=knocked
        )
    except PriorError:
        assert not expected.any()
        return
    np.testing.assert_allclose(found, expected, atol=1e-13)
    assert found.sum() == pytest.approx(1)


def test_prior_agrees_with_playing() -> None:
    """Protects two turns and a knock of the default opponent against playing them."""
    rules, table = Rules(), thresholds("rising")
    unseen = random_position(rules, 1, 44).unseen
    rng = np.random.default_rng(2)
    ended = [
        score
        for _ in range(12_000)
        if (score := play(rng.permutation(unseen).tolist(), rules, table, rng)) is not None
    ]
    found = hand_distribution(unseen, rules, turns=2, thresholds=table, knocked=True)
    for least in (52, 54, 58):
        chance = found[scores(rules) >= least].sum()
        error = (chance * (1 - chance) / len(ended)) ** 0.5
        assert abs(np.mean(np.array(ended) >= least) - chance) < 4 * error
    assert len(ended) > 200


def play(
    stock: list[Card], rules: Rules, table: NDArray[np.int8], rng: np.random.Generator
) -> int | None:
    """Deal and play two turns; give his score if he knocks at the third, else None."""
    hand = tuple(stock[:3])
    for turn in range(2):
        if naive_score(hand, rules) >= min(62, table[turn]):
            return None
        card = int(rng.choice([card for card in stock if card not in hand]))
        _, hand = naive_keep(hand, card, rules)
    return score if 62 > (score := naive_score(hand, rules)) >= table[2] else None


@pytest.mark.parametrize("turns", [1, 2])
def test_prior_where_31_is_near(turns: int) -> None:
    """Protects the condition that he never made 31, with cards that often would."""
    unseen = parse_cards("Ts Js Qs Ks As Ad Ac Kd Qd")
    found = hand_distribution(unseen, Rules(), turns=turns)
    expected = by_loops(unseen, Rules(), turns, (), None, knocked=False)
    np.testing.assert_allclose(found, expected, atol=1e-13)
    assert found[scores(Rules()) >= 62].sum() == 0


def test_undealt_hands_are_uniform() -> None:
    """Protects the hand of an opponent who has not acted: every possible hand but 31, alike."""
    position = random_position(Rules(), 4, 48)
    found = hand_distribution(position.unseen, Rules(), turns=0)
    possible = [hand for hand in hands_of(position.unseen) if naive_score(hand, Rules()) < 62]
    assert np.count_nonzero(found) == len(possible)
    assert found[[hand_index(hand) for hand in possible]] == pytest.approx(1 / len(possible))


def test_known_hand() -> None:
    """Protects three known cards: he still holds them, whatever he drew."""
    cards = parse_cards("As Ks 4d")
    found = hand_distribution(range(30), Rules(), turns=3, known=cards)
    assert found[hand_index(cards)] == pytest.approx(1)


def test_three_known_cards_that_end_the_game() -> None:
    """Protects the sentence for a hand that nobody can hold at his turn."""
    with pytest.raises(PriorError, match=r"^no opponent's hand that holds Qs Ks As fits"):
        hand_distribution(range(30), Rules(), turns=0, known=parse_cards("Qs Ks As"))


def test_knock_that_cannot_be() -> None:
    """Protects the sentence for a knock with a score that the unseen cards do not hold."""
    table = np.array([60], dtype=np.int8)
    with pytest.raises(PriorError, match=r"^no opponent's hand fits his turns and his knock"):
        hand_distribution([0, 5, 10, 15], Rules(), turns=0, thresholds=table, knocked=True)


@pytest.mark.parametrize(("turns", "known"), [(-1, ()), (0, (0, 1, 2, 3))])
def test_impossible_questions(turns: int, known: tuple[Card, ...]) -> None:
    """Protects against turns below none and more cards than a hand has."""
    with pytest.raises(PriorError, match=r"expected 0 or more, and 0 to 3$"):
        hand_distribution(range(20, 40), Rules(), turns=turns, known=known)


@pytest.mark.parametrize("rules", HOUSES, ids=lambda rules: rules.name)
def test_keeping_best_is_best_discard(rules: Rules) -> None:
    """Protects the table of kept hands against choosing the discard for each hand alone."""
    rng = np.random.default_rng(6)
    hands = rng.integers(0, N_HANDS, 150)
    kept = keeping_best(hands, rules)
    for row, hand in enumerate(hand_cards()[hands].tolist()):
        for card in range(52):
            if card in hand:
                assert kept[row, card] == GONE
                continue
            thrown, _ = best_discard(hand, card, rules, keep=False)
            assert kept[row, card] == hand_index({*hand, card} - {thrown})


def test_four_ways_are_all_ways() -> None:
    """Protects the hands that can be kept of four cards: the same hand, and each swap."""
    hands = np.array([0, 5_000, N_HANDS - 1])
    cards = np.array([51, 3, 0])
    for hand, card, ways in zip(hands, cards, four_ways(hands, cards), strict=True):
        three = hand_cards()[hand].tolist()
        expected = [three, *([*(set(three) - {thrown}), card] for thrown in three)]
        assert ways.tolist() == [hand_index(way) for way in expected]
        assert hand_masks()[ways[0]] == mask_of(three)
