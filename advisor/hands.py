"""Arrays over the 22,100 three-card hands: score, replacement, suit symmetry.

A hand is its colexicographic rank: for cards ``a < b < c`` the number
``C(c, 3) + C(b, 2) + a``. A fact about hands is an array of 22,100 entries. Scores are kept
as whole numbers of **half points** (30½ is 61), so that they can be compared exactly; only
:func:`points` turns them into what people read. All arrays are read-only.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, permutations
from typing import TYPE_CHECKING, Final, TypeVar

import numpy as np

from advisor.cards import CARDS, POINTS, Card, first_card

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from advisor.rules import Rules

_Scalar = TypeVar("_Scalar", bound=np.generic)

N_HANDS: Final = 22_100
N_PAIRS: Final = 1_326
THIRTY_ONE: Final = 62
"""31 in half points; a hand that scores this or more ends the game at once."""

_THREE_OF_A_KIND: Final = {"30": 60, "30.5": 61, "none": 0}
_THREE_ACES: Final = {"same": 0, "32": 64, "33": 66}
_KEY_BASE: Final = 14
"""More than the ranks of a suit, so that a few ranks fit into one number."""


def hand_index(hand: Iterable[Card]) -> int:
    """Colexicographic rank of three different cards, 0 to 22,099."""
    low, middle, high = sorted(int(card) for card in hand)
    return high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low


def points(half_points: int) -> int | float:
    """Half points as people read them: 40 is 20, 61 is 30.5."""
    return half_points // 2 if half_points % 2 == 0 else half_points / 2


def points_text(half_points: int) -> str:
    """Half points as people write them: ``"20"``, ``"30½"``."""
    return f"{half_points // 2}{'½' if half_points % 2 else ''}"


@cache
def hand_cards() -> NDArray[np.int8]:
    """Cards of every hand in ascending order, shape (22100, 3)."""
    hands = np.array(list(combinations(CARDS, 3)), dtype=np.int8)
    return _frozen(hands[np.lexsort((hands[:, 0], hands[:, 1], hands[:, 2]))])


@cache
def hand_masks() -> NDArray[np.uint64]:
    """Every hand as a set of cards: bit ``n`` stands for card ``n``; shape (22100,)."""
    bits = np.uint64(1) << hand_cards().astype(np.uint64)
    return _frozen(np.bitwise_or.reduce(bits, axis=1))


def mask_of(cards: Iterable[Card]) -> int:
    """Pack some cards into a set: bit ``n`` stands for card ``n``."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def pack_mask(rules: Rules) -> int:
    """All cards of the pack as a set."""
    return mask_of(range(first_card(rules.pack), 52))


def hands_within(mask: int) -> NDArray[np.intp]:
    """Find the hands all of whose cards are in the set `mask`: their indices, ascending."""
    outside = np.uint64(~mask & ((1 << 52) - 1))
    return np.flatnonzero((hand_masks() & outside) == 0)


def scores(rules: Rules) -> NDArray[np.int8]:
    """Score of every hand in half points, shape (22100,)."""
    return _scores(rules.three_of_a_kind, rules.three_aces)


def score(hand: Iterable[Card], rules: Rules) -> int:
    """Score of one hand in half points."""
    return int(scores(rules)[hand_index(hand)])


def best_taking(rules: Rules) -> NDArray[np.int8]:
    """Best score after swapping a card into each hand, half points, shape (22100, 52).

    The card taken must stay; the column of a card that the hand already holds is meaningless.
    """
    return _best_taking(rules.three_of_a_kind, rules.three_aces)


def best_drawing(rules: Rules) -> NDArray[np.int8]:
    """Best score keepable from each hand and one more card, half points, shape (22100, 52).

    Any of the four cards may be thrown, so it is never below the hand's own score.
    """
    return _best_drawing(rules.three_of_a_kind, rules.three_aces)


def pair_scores(rules: Rules) -> NDArray[np.int8]:
    """Score of every pair of cards with every third, half points, shape (1326, 52).

    The rank of a pair ``a < b`` is ``C(b, 2) + a``; the column of a card of the pair itself
    is meaningless.
    """
    return _pair_scores(rules.three_of_a_kind, rules.three_aces)


def showdown_ranks(rules: Rules) -> NDArray[np.int32]:
    """Place of every hand at a showdown for the pot, shape (22100,): the higher number wins.

    Equal numbers split the pot. They depend on the score, then on the ranks of the cards of
    the scoring suit, highest first; if two suits score the same, the better reading counts;
    three of a kind compares all its cards.
    """
    return _showdown_ranks(rules.three_of_a_kind, rules.three_aces)


def best_discard(hand: Iterable[Card], card: Card, rules: Rules, *, keep: bool) -> tuple[Card, int]:
    """Card to throw for the highest score after adding `card` to a hand.

    Parameters
    ----------
    hand
        Three cards.
    card
        The card taken or drawn.
    rules
        Says what hands score.
    keep
        Whether `card` itself must stay, as after taking it from the pile.

    Returns
    -------
    tuple
        The card to throw and the score kept, in half points. Among equal scores the
        lowest card is thrown: fewest points, then lowest rank, then c, d, h, s.
    """
    four = sorted((*hand, card))
    options = [
        (-score((other for other in four if other != thrown), rules), thrown)
        for thrown in four
        if not (keep and thrown == card)
    ]
    kept, thrown = min(options)
    return thrown, -kept


@cache
def suit_classes() -> NDArray[np.int16]:
    """Class of every hand up to renaming suits, 0 to 1,754, shape (22100,)."""
    renamed = [_renamed_indices(order) for order in permutations(range(4))]
    _, classes = np.unique(np.min(renamed, axis=0), return_inverse=True)
    return _frozen(classes.astype(np.int16))


def _renamed_indices(order: tuple[int, ...]) -> NDArray[np.int64]:
    """Index of every hand after suit ``s`` became suit ``order[s]``."""
    cards = hand_cards().astype(np.int64)
    renamed = np.sort(cards - cards % 4 + np.array(order)[cards % 4], axis=1)
    low, middle, high = renamed.T
    return np.asarray(high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low)


@cache
def _scores(three_of_a_kind: str, three_aces: str) -> NDArray[np.int8]:
    cards = hand_cards()
    points_of = np.array(POINTS, dtype=np.int8)[cards]
    in_suit = [np.where(cards % 4 == suit, points_of, 0).sum(axis=1) for suit in range(4)]
    result = 2 * np.max(in_suit, axis=0)
    ranks = cards // 4
    alike = (ranks[:, 0] == ranks[:, 1]) & (ranks[:, 1] == ranks[:, 2])
    result[alike] = np.maximum(result[alike], _THREE_OF_A_KIND[three_of_a_kind])
    aces = alike & (ranks[:, 0] == 12)
    result[aces] = np.maximum(result[aces], _THREE_ACES[three_aces])
    return _frozen(result.astype(np.int8))


@cache
def _pair_scores(three_of_a_kind: str, three_aces: str) -> NDArray[np.int8]:
    of_hand = _scores(three_of_a_kind, three_aces)
    result = np.zeros((N_PAIRS, 52), dtype=np.int8)
    for pair, third in _three_pairs():
        result[pair, third] = of_hand
    return _frozen(result)


def _three_pairs() -> list[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """The three ways to see every hand as a pair (its rank) and a third card."""
    low, middle, high = (column.astype(np.int64) for column in hand_cards().T)
    return [
        (middle * (middle - 1) // 2 + low, high),
        (high * (high - 1) // 2 + low, middle),
        (high * (high - 1) // 2 + middle, low),
    ]


@cache
def _best_taking(three_of_a_kind: str, three_aces: str) -> NDArray[np.int8]:
    with_pair = _pair_scores(three_of_a_kind, three_aces)
    kept = [with_pair[pair] for pair, _ in _three_pairs()]
    return _frozen(np.maximum(np.maximum(kept[0], kept[1]), kept[2]))


@cache
def _showdown_ranks(three_of_a_kind: str, three_aces: str) -> NDArray[np.int32]:
    highest_first = hand_cards()[:, ::-1].astype(np.int64)
    own = _scores(three_of_a_kind, three_aces).astype(np.int64)
    by_suit = np.max([_key_in(suit, highest_first) for suit in range(4)], axis=0)
    # Three of a kind scores in no suit: all its cards are compared.
    all_cards = own * _KEY_BASE**3 + _ranks_key(highest_first // 4 + 1)
    keys = np.where(by_suit // _KEY_BASE**3 == own, by_suit, all_cards)
    _, order = np.unique(keys, return_inverse=True)
    return _frozen(order.astype(np.int32))


def _key_in(suit: int, highest_first: NDArray[np.int64]) -> NDArray[np.int64]:
    """Half points of the cards of one suit, then their ranks, in one number."""
    inside = highest_first % 4 == suit
    half_points = 2 * np.where(inside, np.array(POINTS)[highest_first], 0).sum(axis=1)
    # Cards of other suits count as blanks behind the last card of this one.
    ranks = np.where(inside, highest_first // 4 + 1, 0)
    ranks = np.take_along_axis(ranks, np.argsort(~inside, axis=1, kind="stable"), axis=1)
    return np.asarray(half_points * _KEY_BASE**3 + _ranks_key(ranks))


def _ranks_key(ranks: NDArray[np.int64]) -> NDArray[np.int64]:
    """Up to three ranks, counted from 1, as one number that sorts like their list."""
    return np.asarray(ranks @ np.array([_KEY_BASE**2, _KEY_BASE, 1]))


@cache
def _best_drawing(three_of_a_kind: str, three_aces: str) -> NDArray[np.int8]:
    own = _scores(three_of_a_kind, three_aces)
    return _frozen(np.maximum(_best_taking(three_of_a_kind, three_aces), own[:, None]))


def _frozen(array: NDArray[_Scalar]) -> NDArray[_Scalar]:
    array.flags.writeable = False
    return array
