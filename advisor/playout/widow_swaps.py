"""Hands, widows and swaps as the compiled loops of `widow` see them.

Hands and the widow are kept ascending; some cards of three are a set of places, bit ``n`` for
the card at place ``n``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from numba import njit

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# What a seat does: a knock, a show, or a swap of the places `give` for the places `get`,
# written 8 * give + get; passing is the swap of nothing.
PASS: Final = 0
KNOCK: Final = 64
SHOW: Final = 65
ALL_THREE: Final = 8 * 0b111 + 0b111

_ALL: Final = 0b111
# Places of one card, lowest first, and of two, in the order of their lists.
_ONES: Final = (0b001, 0b010, 0b100)
_TWOS: Final = (0b011, 0b101, 0b110)


@njit(nogil=True, cache=True)
def sort3(cards: NDArray[np.int64]) -> None:
    """Put three cards in ascending order."""
    low, middle, high = cards[0], cards[1], cards[2]
    if low > middle:
        low, middle = middle, low
    if middle > high:
        middle, high = high, middle
    if low > middle:
        low, middle = middle, low
    cards[0], cards[1], cards[2] = low, middle, high


@njit(nogil=True, cache=True)
def pair_of(low: int, high: int) -> int:
    """Rank of a pair of cards in the table of pairs."""
    return high * (high - 1) // 2 + low


@njit(nogil=True, cache=True)
def hand_of(cards: NDArray[np.int64]) -> int:
    """Rank of three cards in ascending order; :func:`advisor.hands.hand_index`, compiled."""
    high = cards[2]
    return int(high * (high - 1) * (high - 2) // 6 + pair_of(cards[0], cards[1]))


@njit(nogil=True, cache=True)
def best_swap(
    hand: NDArray[np.int64],
    widow: NDArray[np.int64],
    own: int,
    sizes: int,
    scores: NDArray[np.int8],
) -> tuple[int, int]:
    """Find the swap that raises the score most, and the score after it.

    Parameters
    ----------
    hand, widow
        Three cards each, ascending.
    own
        Score of the hand, half points.
    sizes
        Set of the numbers of cards that may be swapped: bit ``n`` for ``n`` cards.
    scores
        Half points of each pair with each third card, shape (1326, 52).

    Returns
    -------
    tuple of int
        The swap, and the score after it; ``PASS`` and `own` if no swap raises it. Among equal
        scores the fewest and lowest cards are given, and the highest taken.
    """
    best, found = PASS, own
    if sizes & 0b0010:
        # Giving the card at place 0 keeps the two higher ones, and so on.
        kept = (pair_of(hand[1], hand[2]), pair_of(hand[0], hand[2]), pair_of(hand[0], hand[1]))
        for give in range(3):
            for get in range(2, -1, -1):
                after = int(scores[kept[give], widow[get]])
                if after > found:
                    best, found = 8 * _ONES[give] + _ONES[get], after
    if sizes & 0b0100:
        taken = (
            pair_of(widow[0], widow[1]),
            pair_of(widow[0], widow[2]),
            pair_of(widow[1], widow[2]),
        )
        for give in range(3):
            stays = hand[2 - give]
            for get in range(2, -1, -1):
                after = int(scores[taken[get], stays])
                if after > found:
                    best, found = 8 * _TWOS[give] + _TWOS[get], after
    if sizes & 0b1000:
        after = int(scores[pair_of(widow[0], widow[1]), widow[2]])
        if after > found:
            best, found = ALL_THREE, after
    return best, found


@njit(nogil=True, cache=True)
def swap(hand: NDArray[np.int64], widow: NDArray[np.int64], move: int) -> None:
    """Exchange the places `give` of a hand for the places `get` of the widow; both ascending."""
    give, get = move >> 3, move & _ALL
    there = 0
    for here in range(3):
        if (give >> here) & 1:
            while not (get >> there) & 1:
                there += 1
            hand[here], widow[there] = widow[there], hand[here]
            there += 1
    sort3(hand)
    sort3(widow)


@njit(nogil=True, cache=True)
def numbered_swap(number: int, sizes: int) -> int:
    """Give swap `number` of the list in which the referee names them."""
    if sizes & 0b0010:
        if number < 9:
            return 8 * _ONES[number // 3] + _ONES[number % 3]
        number -= 9
    if sizes & 0b0100 and number < 9:
        return 8 * _TWOS[number // 3] + _TWOS[number % 3]
    return ALL_THREE


@njit(nogil=True, cache=True)
def count_swaps(sizes: int) -> int:
    """Count the swaps of three cards with three that a set of sizes allows."""
    return 9 * ((sizes >> 1) & 1) + 9 * ((sizes >> 2) & 1) + ((sizes >> 3) & 1)
