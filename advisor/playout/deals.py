"""Whole hands from the deal to the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from numba import njit

from advisor.hands import THIRTY_ONE
from advisor.playout.chance import world_key
from advisor.playout.codes import BY_THIRTY_ONE, PLAY_ON
from advisor.playout.hand import KNOCKER, TURN, deal_hand, new_hand
from advisor.playout.scat import finish

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from advisor.playout.hand import Hand
    from advisor.playout.seats import Game, Seats


@njit(nogil=True, cache=True)
def play_deals(
    seed: int,
    first: int,
    seats: Seats,
    game: Game,
    dealt: NDArray[np.int8],
    paid: NDArray[np.uint8],
    final: NDArray[np.int8],
    ending: NDArray[np.uint8],
    record: NDArray[np.int64],
) -> None:
    """Deal whole hands and play them.

    Parameters
    ----------
    seed, first
        Seed; number of the first deal.
    seats, game
        How everybody plays, seat 0 being first to act; the rules.
    dealt, paid, final, ending, record
        Results: scores as dealt, shape (deals, players); tokens paid; final scores; why the
        hand ended, shape (deals,); who knocked (or -1) and the turns taken, shape (deals, 2).
    """
    hand = new_hand(len(seats.thresholds))
    for deal in range(len(paid)):
        key = world_key(seed, first + deal)
        deal_hand(key, hand, game)
        dealt[deal] = hand.final
        if shown(hand, paid[deal]):
            ending[deal] = BY_THIRTY_ONE
        else:
            ending[deal] = finish(-1, PLAY_ON, -1, key, hand, seats, game, paid[deal])
        final[deal] = hand.final
        record[deal, 0], record[deal, 1] = hand.at[KNOCKER], hand.at[TURN]


@njit(nogil=True, cache=True)
def shown(hand: Hand, paid: NDArray[np.uint8]) -> bool:
    """Whether somebody was dealt a hand that ends the game; then write what everybody pays."""
    found = False
    for seat in range(len(paid)):
        found |= hand.final[seat] >= THIRTY_ONE
    if found:
        for seat in range(len(paid)):
            paid[seat] = hand.final[seat] < THIRTY_ONE
    return found
