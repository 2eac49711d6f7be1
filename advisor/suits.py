"""The full game with its suits alike: every pile is turned so that its top card is a club.

A fact about a hand and a top card is an array of shape (13, 22100): the rank of the top card,
and the hand after its suit and clubs have changed places. Renaming the other three suits
changes nothing either; that is used only where tables are stored (:mod:`advisor.players.solved`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import comb
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
    rank = cards[:, 0].copy()
    for place in range(1, cards.shape[1]):
        below = np.array([comb(card, place + 1) for card in range(52)])
        rank += below[cards[:, place]]
    return rank


@cache
def four_cards() -> NDArray[np.int64]:
    """Cards of every set of four in ascending order, shape (270725, 4)."""
    # In this order the sets below a highest card are the hands below it.
    below = [hand_cards()[: card * (card - 1) * (card - 2) // 6] for card in range(52)]
    highest = np.repeat(np.arange(52), [len(hands) for hands in below])
    return _frozen(np.column_stack([np.concatenate(below), highest]).astype(np.int64))


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
def whole_hand_classes() -> Classes:
    """Hands up to renaming all suits; there are 1,755."""
    return _classes(hand_cards().astype(np.int64), fixed=0)


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
    # Columns of small numbers make this several times as fast as rows of large ones.
    columns = [column.astype(np.int8) for column in cards.T]
    suits, ranks = [column & 3 for column in columns], [column >> 2 for column in columns]
    held = [
        sum((np.int16(1) << rank) * (own == suit) for rank, own in zip(ranks, suits, strict=True))
        for suit in range(4)
    ]
    new = np.zeros((4, len(cards)), dtype=np.int8)
    for suit in range(4):
        new[suit] = min(fixed, suit)
        for other in range(fixed, 4):
            if suit >= fixed and other != suit:
                new[suit] += held[other] >= held[suit] if other < suit else held[other] > held[suit]
    turned = [
        (4 * rank + sum(new[suit] * (own == suit) for suit in range(4))) * np.int16(4) + place
        for place, (rank, own) in enumerate(zip(ranks, suits, strict=True))
    ]
    # Sorting columns by exchanging neighbours takes a fraction of the time of sorting rows.
    for end in range(len(turned) - 1, 0, -1):
        for at in range(end):
            low = np.minimum(turned[at], turned[at + 1])
            turned[at + 1] = np.maximum(turned[at], turned[at + 1])
            turned[at] = low
    ordered = np.column_stack(turned).astype(np.int64)
    stands_for = set_rank(ordered >> 2)
    found = np.zeros(stands_for.max() + 1, dtype=bool)
    found[stands_for] = True
    number = (np.cumsum(found) - 1)[stands_for]
    return Classes(_frozen(number), _frozen(np.flatnonzero(found)), _frozen(ordered & 3))


def _frozen(array: NDArray[np.int64]) -> NDArray[np.int64]:
    array.flags.writeable = False
    return array
