"""The full game with its suits alike: every pile is turned so that its top card is a club.

A fact about a hand and a top card is an array of shape (13, 22100): the rank of the top card,
and the hand after its suit and clubs have changed places. Renaming the other three suits
changes nothing either; that is used only where tables are stored (:mod:`advisor.players.solved`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from advisor.hands import N_HANDS, hand_cards

N_FOURS: Final = 270_725
"""Sets of four cards."""
RANKS: Final = 13


@cache
def swapped() -> NDArray[np.int64]:
    """Every hand after a suit and clubs have changed places, shape (4, 22100)."""
    orders = [list(range(4)) for _ in range(4)]
    for suit in range(4):
        orders[suit][0], orders[suit][suit] = suit, 0
    return _frozen(np.stack([renamed(hand_cards(), order) for order in orders]))


def renamed(cards: NDArray[np.integer], order: list[int] | tuple[int, ...]) -> NDArray[np.int64]:
    """Rank of sets of cards, shape (n, k), after suit ``s`` became suit ``order[s]``."""
    cards = cards.astype(np.int64)
    return set_rank(np.sort(cards - cards % 4 + np.array(order)[cards % 4], axis=1))


def set_rank(cards: NDArray[np.int64]) -> NDArray[np.int64]:
    """Colexicographic rank of sets of cards, ascending in each row of shape (n, k)."""
    rank, factor = np.zeros(len(cards), dtype=np.int64), 1
    for place in range(cards.shape[1]):
        product = np.ones(len(cards), dtype=np.int64)
        factor *= place + 1
        for less in range(place + 1):
            product *= cards[:, place] - less
        rank += product // factor
    return rank


@cache
def four_cards() -> NDArray[np.int64]:
    """Cards of every set of four in ascending order, shape (270725, 4)."""
    fours = np.array(list(combinations(range(52), 4)), dtype=np.int64)
    return _frozen(fours[np.lexsort(fours.T)])


@cache
def fours_with() -> NDArray[np.int64]:
    """The set of four that every hand and every card make, shape (22100, 52); -1 if three."""
    made = np.full((N_HANDS, 52), -1, dtype=np.int64)
    fours = four_cards()
    for place in range(4):
        made[kept_of_four()[:, place], fours[:, place]] = np.arange(N_FOURS)
    return _frozen(made)


@cache
def kept_of_four() -> NDArray[np.int64]:
    """Hand left of every set of four when its first to fourth card goes, shape (270725, 4)."""
    fours = four_cards()
    return _frozen(
        np.stack([set_rank(np.delete(fours, place, axis=1)) for place in range(4)], axis=1)
    )


@cache
def hand_classes() -> Classes:
    """Hands up to renaming the suits other than clubs, which stay with the top card."""
    return _classes(hand_cards().astype(np.int64), fixed=1)


@cache
def four_classes() -> Classes:
    """Sets of four cards up to renaming all suits."""
    return _classes(four_cards(), fixed=0)


@cache
def pair_numbers() -> NDArray[np.int64]:
    """Number of every hand's class under every top card of clubs, shape (13, 22100).

    There are 63,193; -1 where the hand holds that card.
    """
    classes = hand_classes()
    cards = hand_cards()[classes.first].astype(np.int64)
    free = (cards[None] != 4 * np.arange(RANKS)[:, None, None]).all(axis=2)
    numbers = np.where(free, np.cumsum(free).reshape(free.shape) - 1, -1)
    return _frozen(numbers[:, classes.number])


@dataclass(frozen=True, slots=True)
class Classes:
    """Sets of cards that differ only in the names of suits.

    Parameters
    ----------
    number
        Number of the class of every set, shape (n,).
    first
        One set of each class, shape (classes,).
    places
        Where in every set the lowest, next, … card of the set that stands for its class
        comes from, shape (n, k).
    """

    number: NDArray[np.int64]
    first: NDArray[np.int64]
    places: NDArray[np.int64]


def _classes(cards: NDArray[np.int64], fixed: int) -> Classes:
    # Two sets are alike if the same sets of ranks occur in their suits: sort the suits by them.
    ranks = np.stack(
        [np.where(cards % 4 == suit, 1 << (cards // 4), 0).sum(axis=1) for suit in range(4)],
        axis=1,
    )
    order = np.argsort(-ranks[:, fixed:], axis=1, kind="stable") + fixed
    new = np.tile(np.arange(4), (len(cards), 1))
    np.put_along_axis(new, order, np.arange(fixed, 4)[None], axis=1)
    turned = cards - cards % 4 + np.take_along_axis(new, cards % 4, axis=1)
    places = np.argsort(turned, axis=1)
    stands_for = set_rank(np.take_along_axis(turned, places, axis=1))
    first, number = np.unique(stands_for, return_inverse=True)
    return Classes(_frozen(number), _frozen(first), _frozen(places))


def _frozen(array: NDArray[np.int64]) -> NDArray[np.int64]:
    array.flags.writeable = False
    return array
