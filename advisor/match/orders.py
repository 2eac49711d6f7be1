"""Who sits where: every seat order comes in turn, and all its rotations meet the same decks.

Set number ``s`` of a match is one deck, played once for every rotation of one circular order
of the line-up. With ``C`` circular orders set ``s`` takes number ``s mod C``, so that each
has its turn. The sets of one circular order have decks of their own, numbered from 0.
"""

from __future__ import annotations

from functools import cache
from itertools import permutations
from math import factorial
from random import Random
from typing import Final

MOST: Final = 120
"""Most circular orders; beyond six players so many are drawn once and for all."""

DECKS: Final = 2**40
"""Decks of one circular order."""


@cache
def circular_orders(players: int) -> tuple[tuple[int, ...], ...]:
    """Orders around the table, place 0 of the line-up first.

    Parameters
    ----------
    players
        Players in the line-up.

    Returns
    -------
    tuple of tuple of int
        All ``(players - 1)!`` of them, or :data:`MOST` different ones, always the same.

    Examples
    --------
    >>> circular_orders(3)
    ((0, 1, 2), (0, 2, 1))
    """
    if factorial(players - 1) <= MOST:
        return tuple((0, *others) for others in permutations(range(1, players)))
    rng = Random(players)  # noqa: S311  # any fixed choice will do
    drawn: dict[tuple[int, ...], None] = {}
    while len(drawn) < MOST:
        drawn[0, *rng.sample(range(1, players), players - 1)] = None
    return tuple(drawn)


def rotations(order: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Seatings of one circular order: entry ``s`` is the place of the line-up at seat ``s``."""
    return tuple(order[turn:] + order[:turn] for turn in range(len(order)))


def share(first: int, sets: int, order: int, orders: int) -> tuple[int, int]:
    """Sets of one circular order among the sets ``first`` to ``first + sets - 1``.

    Returns
    -------
    tuple of int
        The first of them in that order's own numbers, and how many.
    """
    # Rounded up: sets before number n whose remainder is `order`.
    low, high = (-(-(end - order) // orders) for end in (first, first + sets))
    return low, high - low
