"""How the named players of `widow` move, compiled; see :mod:`advisor.players.widow`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from numba import njit

from advisor.hands import THIRTY_ONE
from advisor.players.widow import (
    COIN,
    KNOCKS,
    KNOCKS_STRONG,
    KNOCKS_WITH,
    MOVES,
    OUT_OF,
    PASSES,
    PASSES_STRONG,
    RANDOM,
    SECOND,
    SECOND_BEST,
    SHOWS,
    STRONG_FOR_KNOCK,
    STRONG_FOR_PASS,
    SWAPS_ALL,
    SWAPS_ONE,
    TOSSES_WITH,
)
from advisor.playout.chance import decide
from advisor.playout.widow_swaps import (
    ALL_THREE,
    KNOCK,
    PASS,
    SHOW,
    best_swap,
    numbered_swap,
    pair_of,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@njit(nogil=True, cache=True)
def random_move(
    own: int, may_knock: bool, sizes: int, n_swaps: int, key: np.uint64, turn: int
) -> int:
    """Choose any legal move, listed as by the referee: knock, pass, swaps, show."""
    legal = may_knock + 1 + n_swaps + (own >= THIRTY_ONE)
    number = decide(legal, key, turn, MOVES) - may_knock
    if number < 0:
        return KNOCK
    if number == 0:
        return PASS
    return numbered_swap(number - 1, sizes) if number <= n_swaps else SHOW


@njit(nogil=True, cache=True)
def confidence_move(
    hand: NDArray[np.int64],
    widow: NDArray[np.int64],
    own: int,
    may_knock: bool,
    second_round: bool,
    sizes: int,
    scores: NDArray[np.int8],
    key: np.uint64,
    turn: int,
) -> tuple[int, bool]:
    """Choose as :class:`advisor.players.widow.ConfidencePlayer` does.

    Returns the move, and whether it was a pass for want of any other option.
    """
    best, second = PASS, PASS
    worth = own * (PASSES_STRONG if own >= STRONG_FOR_PASS else PASSES)
    below_it = -1
    one, after = best_swap(hand, widow, own, sizes & 0b0010, scores)
    all_three = int(scores[pair_of(widow[0], widow[1]), widow[2]])
    may_think_of_it = may_knock and second_round and own >= TOSSES_WITH
    thinks_of_it = may_think_of_it and (own >= KNOCKS_WITH or decide(2, key, turn, COIN) == 1)
    for option in range(3):
        if option == 0 and one != PASS:
            move, value = one, after * SWAPS_ONE
        elif option == 1 and sizes & 0b1000:
            move, value = ALL_THREE, all_three * SWAPS_ALL
        elif option == 2 and thinks_of_it:
            move, value = KNOCK, own * (KNOCKS_STRONG if own >= STRONG_FOR_KNOCK else KNOCKS)
        else:
            continue
        if value > worth:
            best, second, worth, below_it = move, best, value, worth
        elif value > below_it:
            second, below_it = move, value
    if best == PASS and second == PASS:
        return PASS, not may_think_of_it
    return second if decide(OUT_OF, key, turn, SECOND) < SECOND_BEST else best, False


@njit(nogil=True, cache=True)
def shows(kind: int, key: np.uint64, turn: int) -> bool:
    """Say whether a player who is asked shows his 31; only chance ever waits."""
    return kind != RANDOM or decide(2, key, turn, SHOWS) == 0
