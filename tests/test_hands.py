"""Arrays over all hands, each against a plain second derivation."""

from __future__ import annotations

from itertools import combinations, permutations, product
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor.cards import CARDS, name, parse_cards
from advisor.hands import (
    N_HANDS,
    THIRTY_ONE,
    best_discard,
    best_drawing,
    best_taking,
    hand_cards,
    hand_index,
    hand_masks,
    hands_within,
    mask_of,
    pack_mask,
    points,
    points_text,
    score,
    scores,
    suit_classes,
)
from advisor.rules import Rules, preset
from tests.cases import cases
from tests.strategies import cards, distinct_cards, hands, renamed, suit_orders

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

SCORINGS = [
    Rules(three_of_a_kind=kind, three_aces=aces)
    for kind, aces in product(("30", "30.5", "none"), ("same", "32", "33"))
]
RULES = st.sampled_from(SCORINGS)


def plain_score(hand: Sequence[int], rules: Rules) -> float:
    """Score a hand in points from the names of its cards, as one would at the table."""
    worth = dict(zip("23456789TJQKA", (*range(2, 11), 10, 10, 10, 11), strict=True))
    written = [(name(card)[0], name(card)[1]) for card in hand]
    best: float = max(sum(worth[r] for r, s in written if s == suit) for suit in "cdhs")
    if len({rank for rank, _ in written}) == 1:
        if rules.three_of_a_kind != "none":
            best = max(best, float(rules.three_of_a_kind))
        if written[0][0] == "A" and rules.three_aces != "same":
            best = float(rules.three_aces)
    return best


def plain_order(card: int) -> tuple[int, int, int]:
    """Sort cards as the greedy opponent throws them: points, then rank, then c, d, h, s."""
    rank, suit = name(card)[0], name(card)[1]
    place = "23456789TJQKA".index(rank)
    return min(place + 2, 10) + (rank == "A"), place, "cdhs".index(suit)


@pytest.mark.parametrize("case", cases("score"), ids=lambda case: f"{case['rules']} {case['hand']}")
def test_cases_of_scores(case: dict[str, Any]) -> None:
    """Hands that other programs score wrongly have the collected right scores."""
    hand = parse_cards("".join(case["hand"]))
    assert points(score(hand, preset(case["rules"]))) == case["score"]


@pytest.mark.parametrize("rules", SCORINGS, ids=lambda rules: rules.name)
def test_scores_of_all_hands(rules: Rules) -> None:
    """The score array is the scoring rule, for every hand and every scoring switch."""
    plain = [2 * plain_score(hand, rules) for hand in hand_cards().tolist()]
    assert scores(rules).tolist() == plain


def test_how_often_a_31_is_dealt() -> None:
    """31 is dealt in 24 hands and 30 in 84, as counting ranks by hand gives."""
    # In a suit the four tens give 31 in pairs with the ace; 30 in triples, or with ace and nine.
    held = scores(Rules())
    assert np.count_nonzero(held >= THIRTY_ONE) == 4 * 6
    assert np.count_nonzero(held == 60) == 52 + 4 * (4 + 4)
    assert (int(held.min()), int(held.max())) == (6, 62)


@given(hands(), RULES, st.data())
def test_a_higher_card_of_the_same_suit_never_hurts(
    hand: tuple[int, ...], rules: Rules, data: st.DataObject
) -> None:
    """Unless it breaks three of a kind, raising a card within its suit cannot lower the score."""
    card = data.draw(st.sampled_from(hand))
    higher = [other for other in range(card + 4, 52, 4) if other not in hand]
    if len({other // 4 for other in hand}) > 1 and higher:
        raised = [data.draw(st.sampled_from(higher)) if one == card else one for one in hand]
        assert score(raised, rules) >= score(hand, rules)


def test_scores_rise_with_the_switches() -> None:
    """A house rule that is kinder to three of a kind never lowers any hand."""
    none, seed, half = (Rules(three_of_a_kind=value) for value in ("none", "30", "30.5"))
    assert (scores(none) <= scores(seed)).all()
    assert (scores(seed) <= scores(half)).all()
    assert np.count_nonzero(scores(seed) != scores(half)) == 52
    changed = scores(seed) != scores(Rules(three_aces="33"))
    assert [name(card)[0] for card in hand_cards()[changed].ravel()] == ["A"] * 12


def test_hand_numbers() -> None:
    """Every hand has its own number from 0 to 22,099, in colexicographic order."""
    ranked = sorted(combinations(CARDS, 3), key=lambda hand: hand[::-1])
    assert hand_cards().tolist() == [list(hand) for hand in ranked]
    assert [hand_index(hand) for hand in ranked] == list(range(N_HANDS))


@given(hands(), st.permutations(range(3)))
def test_the_number_of_a_hand_forgets_the_order(hand: tuple[int, ...], order: list[int]) -> None:
    """Cards may be given in any order."""
    assert hand_index(hand[place] for place in order) == hand_index(hand)


@given(hands(), RULES)
def test_best_score_with_one_more_card(hand: tuple[int, ...], rules: Rules) -> None:
    """Taking and drawing are worth the best of the three-card hands that may be kept."""
    index = hand_index(hand)
    for card in set(CARDS) - set(hand):
        takes = [(*pair, card) for pair in combinations(hand, 2)]
        taking = max(plain_score(kept, rules) for kept in takes)
        assert best_taking(rules)[index, card] == 2 * taking
        assert best_drawing(rules)[index, card] == 2 * max(taking, plain_score(hand, rules))


@given(distinct_cards(4), RULES, st.booleans())
def test_the_best_discard(four: list[int], rules: Rules, keep: bool) -> None:  # noqa: FBT001
    """The card thrown leaves the highest score; among equals it is the lowest card."""
    *hand, card = four
    may_throw = hand if keep else four

    def merit(thrown: int) -> tuple[float, ...]:
        kept = plain_score([other for other in four if other != thrown], rules)
        return (-kept, *plain_order(thrown))

    thrown, kept = best_discard(hand, card, rules, keep=keep)
    assert thrown == min(may_throw, key=merit)
    assert kept == 2 * plain_score([other for other in four if other != thrown], rules)
    array = best_taking(rules) if keep else best_drawing(rules)
    assert kept == array[hand_index(hand), card]


@pytest.mark.parametrize(
    ("hand", "card", "keep", "thrown", "kept"),
    [
        ("TcTd4c", "8c", True, "Td", 44),
        ("KcQc2d", "Ac", True, "2d", 62),
        ("7c7d7h", "2s", True, "7c", 14),
        ("7c7d7h", "2s", False, "2s", 60),
        ("5c5d5h", "5s", False, "5c", 60),
        ("KhQhJh", "Th", False, "Th", 60),
        ("KhQhJh", "Th", True, "Jh", 60),
    ],
)
def test_discards_by_hand(
    hand: str,
    card: str,
    keep: bool,  # noqa: FBT001
    thrown: str,
    kept: int,
) -> None:
    """Known throws: breaking a pair for the suit, keeping three of a kind, ties to the lowest."""
    (extra,) = parse_cards(card)
    found = best_discard(parse_cards(hand), extra, Rules(), keep=keep)
    assert (name(found[0]), found[1]) == (thrown, kept)


def test_suit_classes() -> None:
    """Up to renaming suits there are 1,755 hands: those with the same ranks suit by suit."""
    shapes = [
        tuple(sorted(tuple(c // 4 for c in hand if c % 4 == suit) for suit in range(4)))
        for hand in hand_cards().tolist()
    ]
    classes = suit_classes().tolist()
    assert sorted(set(classes)) == list(range(1755))
    assert len(set(zip(shapes, classes, strict=True))) == len(set(shapes)) == 1755


@given(hands(), suit_orders, RULES)
def test_renaming_suits_changes_nothing(
    hand: tuple[int, ...], order: list[int], rules: Rules
) -> None:
    """No suit is better than another, so a solved table need hold each class only once."""
    other = renamed(hand, order)
    assert suit_classes()[hand_index(hand)] == suit_classes()[hand_index(other)]
    assert score(hand, rules) == score(other, rules)


def test_a_suit_class_holds_every_renaming_and_no_more() -> None:
    """The size of a class is the number of different hands that renaming the suits gives."""
    sizes = np.bincount(suit_classes())
    for hand in ([0, 4, 8], [0, 5, 10], [0, 1, 2], [0, 4, 9], [48, 49, 6]):
        orbit = {renamed(hand, order) for order in permutations(range(4))}
        assert sizes[suit_classes()[hand_index(hand)]] == len(orbit)


@given(st.lists(cards, unique=True, max_size=20))
def test_sets_of_cards(listed: list[int]) -> None:
    """A set of cards selects exactly the hands that lie inside it."""
    mask = mask_of(listed)
    assert [card for card in CARDS if mask >> card & 1] == sorted(listed)
    inside = [hand_index(hand) for hand in combinations(listed, 3)]
    assert hands_within(mask).tolist() == sorted(inside)


def test_masks_of_all_hands() -> None:
    """Bit n of a hand's set stands for card n."""
    assert hand_masks().tolist() == [mask_of(hand) for hand in hand_cards().tolist()]
    assert int(hand_masks().max()) == mask_of([49, 50, 51])


@pytest.mark.parametrize(
    ("pack", "lowest", "count"), [(52, 0, 22100), (36, 16, 7140), (32, 20, 4960)]
)
def test_hands_of_a_pack(pack: int, lowest: int, count: int) -> None:
    """A small pack has C(36, 3) and C(32, 3) hands."""
    mask = pack_mask(Rules(pack=pack))
    assert mask == mask_of(range(lowest, 52))
    assert len(hands_within(mask)) == count


def test_arrays_are_read_only() -> None:
    """The arrays are shared by everybody, so nobody may write into them."""
    rules = Rules()
    arrays: dict[str, NDArray[Any]] = {
        "hand_cards": hand_cards(),
        "hand_masks": hand_masks(),
        "scores": scores(rules),
        "best_taking": best_taking(rules),
        "best_drawing": best_drawing(rules),
        "suit_classes": suit_classes(),
    }
    assert [which for which, array in arrays.items() if array.flags.writeable] == []
    with pytest.raises(ValueError, match="read-only"):
        scores(rules)[0] = 0


def test_shapes_and_types() -> None:
    """Compiled loops and tables rely on these shapes and types."""
    rules = Rules()
    arrays: list[NDArray[Any]] = [
        *(hand_cards(), hand_masks(), scores(rules)),
        *(best_taking(rules), best_drawing(rules), suit_classes()),
    ]
    assert [(array.shape, array.dtype.name) for array in arrays] == [
        ((N_HANDS, 3), "int8"),
        ((N_HANDS,), "uint64"),
        ((N_HANDS,), "int8"),
        ((N_HANDS, 52), "int8"),
        ((N_HANDS, 52), "int8"),
        ((N_HANDS,), "int16"),
    ]


def test_half_points_as_people_read_them() -> None:
    """Scores are kept in half points and must never be shown as such."""
    assert [points(half) for half in (6, 40, 61, 62)] == [3, 20, 30.5, 31]
    assert [points_text(half) for half in (6, 40, 61, 62)] == ["3", "20", "30½", "31"]
