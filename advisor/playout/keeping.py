"""Three cards and one more: which of the four to throw."""

from __future__ import annotations

from typing import TYPE_CHECKING

from advisor.playout.compiled import inlined

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@inlined
def score_of(low: int, middle: int, high: int, scores: NDArray[np.int8]) -> int:
    """Score in half points of three cards in ascending order."""
    low, middle, high = int(low), int(middle), int(high)
    return int(scores[high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low])


@inlined
def in_order(hand: NDArray[np.int8], card: int) -> tuple[int, int, int, int]:
    """Put a hand and one card more in ascending order.

    Only minima and maxima: which card is lower is a coin's toss that a processor cannot guess.
    """
    low, card = min(int(hand[0]), int(card)), max(int(hand[0]), int(card))
    middle, card = min(int(hand[1]), card), max(int(hand[1]), card)
    return low, middle, min(int(hand[2]), card), max(int(hand[2]), card)


@inlined
def keep_best(
    hand: NDArray[np.int8], card: int, stays: int, scores: NDArray[np.int8]
) -> tuple[int, int]:
    """Find the best card to throw from a hand and one card more.

    `stays` is a set of cards (bits) that may not be thrown. Returns the card and the score
    kept; among equals the lowest card. If all four must stay the score is negative.
    """
    a, b, c, d = in_order(hand, card)
    # First what is kept, then how low the card is; -1 for a card that stays.
    key_a = (score_of(b, c, d, scores) * 4 + 3) | -((stays >> a) & 1)
    key_b = (score_of(a, c, d, scores) * 4 + 2) | -((stays >> b) & 1)
    key_c = (score_of(a, b, d, scores) * 4 + 1) | -((stays >> c) & 1)
    key_d = (score_of(a, b, c, scores) * 4) | -((stays >> d) & 1)
    low, high = max(key_a, key_b), max(key_c, key_d)
    best = max(low, high)
    below = a if low == key_a else b
    above = c if high == key_c else d
    return (below if low == best else above), best >> 2


@inlined
def keep_carefully(
    hand: NDArray[np.int8], card: int, stays: int, shuns: int, over: int, scores: NDArray[np.int8]
) -> tuple[int, int]:
    """Find the best card to throw that is not in the set `shuns`, if it does not cost much.

    It may cost `over` half points; if every other card costs more, or none is left, this is
    :func:`keep_best` with `stays`.
    """
    thrown, kept = keep_best(hand, card, stays, scores)
    # Negative if no card is left to throw.
    other, less = keep_best(hand, card, stays | shuns, scores)
    return (other, less) if less >= max(kept - over, 0) else (thrown, kept)


@inlined
def keep_all_but(hand: NDArray[np.int8], card: int, thrown: int) -> None:
    """Make `hand` what is left of it and one card more after a throw."""
    a, b, c, d = in_order(hand, card)
    hand[0] = b if thrown == a else a
    hand[1] = c if thrown <= b else b
    hand[2] = d if thrown <= c else c


@inlined
def sort_three(hand: NDArray[np.int8]) -> None:
    """Put three cards in ascending order."""
    low, high = min(hand[0], hand[1]), max(hand[0], hand[1])
    last = hand[2]
    hand[0] = min(low, last)
    hand[1] = max(low, min(high, last))
    hand[2] = max(high, last)
