"""The first turn of widow by plain enumeration of all 407 million pairs of hand and widow.

``python -m tests.odds.enumerate_widow`` counts them all, with every swap tried by hand and
every score added up from the cards; ``test_exchange.py`` does the same for a short pack. It
shares nothing with :mod:`advisor.odds.exchange` but the cards.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import numpy as np
from numba import njit

if TYPE_CHECKING:
    from numpy.typing import NDArray

PIPS = np.array([2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 11], dtype=np.int64)


@njit(cache=True)
def points(first: int, second: int, third: int, pips: NDArray[np.int64]) -> int:
    """Points of three cards: the best suit, added up card by card."""
    best = 0
    for suit in range(4):
        total = 0
        for card in (first, second, third):
            if card % 4 == suit:
                total += pips[card // 4]
        best = max(best, total)
    return best


@njit(cache=True)
def enumerate_deals(first_card: int, pips: NDArray[np.int64]) -> NDArray[np.int64]:
    """Count over all pairs of a hand and a widow from the cards `first_card` to 51.

    Returns
    -------
    ndarray of int64, shape (6,)
        Pairs; the sum of points as dealt, after the best of keeping and one swap, and after
        the best of keeping and any number; pairs in which 31 is held after one, after any.
    """
    found = np.zeros(6, dtype=np.int64)
    for a in range(first_card, 52):
        for b in range(a + 1, 52):
            for c in range(b + 1, 52):
                for d in range(first_card, 52):
                    if d in (a, b, c):
                        continue
                    for e in range(d + 1, 52):
                        if e in (a, b, c):
                            continue
                        for f in range(e + 1, 52):
                            if f not in (a, b, c):
                                count((a, b, c), (d, e, f), pips, found)
    return found


@njit(cache=True)
def count(
    hand: tuple[int, int, int],
    widow: tuple[int, int, int],
    pips: NDArray[np.int64],
    found: NDArray[np.int64],
) -> None:
    """Add one pair of a hand and a widow: try all swaps of one, of two and of three."""
    own = points(hand[0], hand[1], hand[2], pips)
    one = own
    several = points(widow[0], widow[1], widow[2], pips)
    for here in range(3):
        left, right = hand[(here + 1) % 3], hand[(here + 2) % 3]
        for there in range(3):
            one = max(one, points(left, right, widow[there], pips))
            taken, too = widow[(there + 1) % 3], widow[(there + 2) % 3]
            several = max(several, points(hand[here], taken, too, pips))
    several = max(several, one)
    found[0] += 1
    found[1] += own
    found[2] += one
    found[3] += several
    found[4] += one == 31
    found[5] += several == 31


if __name__ == "__main__":
    started = time.perf_counter()
    deals, before, one, several, one_31, any_31 = enumerate_deals(0, PIPS).tolist()
    print(f"{deals:,} pairs in {time.perf_counter() - started:.0f} s")  # noqa: T201
    print(f"mean {before / deals:.6f}, {one / deals:.6f}, {several / deals:.6f}")  # noqa: T201
    print(f"31 {one_31 / deals:.6%}, {any_31 / deals:.6%}")  # noqa: T201
