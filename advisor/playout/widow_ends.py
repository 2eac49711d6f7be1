"""How a hand of `widow` ends: who pays, who takes the pot; compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from numba import njit

from advisor.hands import THIRTY_ONE
from advisor.playout.widow_swaps import hand_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@njit(nogil=True, cache=True)
def pay_lowest(
    points: NDArray[np.int64], players: int, shower: int, paid: NDArray[np.uint8]
) -> None:
    """All who tie for lowest pay one token; he who shows 31 (or -1) is left out."""
    lowest = 127
    for seat in range(players):
        if seat != shower and points[seat] < lowest:
            lowest = points[seat]
    for seat in range(players):
        if seat != shower and points[seat] == lowest:
            paid[seat] = 1


@njit(nogil=True, cache=True)
def compare(
    hands: NDArray[np.int64],
    points: NDArray[np.int64],
    players: int,
    lowest_pays: bool,
    ranks: NDArray[np.int32],
    paid: NDArray[np.uint8],
    pot: NDArray[np.float32],
) -> None:
    """End a hand by a showdown."""
    if lowest_pays:
        pay_lowest(points, players, -1, paid)
        return
    best, winners = -1, 0
    for seat in range(players):
        rank = ranks[hand_of(hands[seat])]
        if rank > best:
            best, winners = rank, 0
        winners += rank == best
    for seat in range(players):
        if ranks[hand_of(hands[seat])] == best:
            pot[seat] = 1.0 / winners


@njit(nogil=True, cache=True)
def show(
    shower: int,
    points: NDArray[np.int64],
    players: int,
    lowest_pays: bool,
    paid: NDArray[np.uint8],
    pot: NDArray[np.float32],
) -> None:
    """End a hand because a seat shows 31 or more."""
    if not lowest_pays:
        pot[shower] = 1.0
    elif points[shower] > THIRTY_ONE:
        for seat in range(players):
            paid[seat] = seat != shower
    else:
        pay_lowest(points, players, shower, paid)
