"""A hand of ``scat`` in play, as the compiled loops keep it: all cards known."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from numba import njit

from advisor.playout.codes import FIRST_CARD
from advisor.playout.dealing import deal_hands

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from advisor.playout.seats import Game

# Places in `Hand.at`.
TURN: Final = 0
"""Turns taken by all so far, a knock included."""
SEAT: Final = 1
"""Whose turn it is."""
TOP: Final = 2
PILE: Final = 3
"""Discards below the top card."""
STOCK: Final = 4
"""Place in the deck where the stock begins."""
STOCK_END: Final = 5
DRAWN: Final = 6
"""Cards drawn from this stock."""
SHUFFLES: Final = 7
KNOCKER: Final = 8
"""Seat that has knocked, or -1."""
LEFT: Final = 9
"""Last turns still to come after a knock."""
LAST: Final = 10
"""What was done in the turn before (:mod:`advisor.players.clues`)."""
N_AT: Final = 11


class Hand(NamedTuple):
    """All that is on the table and in the hands.

    Parameters
    ----------
    hands, final
        Cards of every seat in ascending order, shape (seats, 3), and its score, (seats,).
    deck
        The stock is ``deck[at[STOCK]:at[STOCK_END]]``, shape (64,). Until it is shuffled anew
        its order is drawn only as far as it is needed, by random numbers that depend on the
        key of the deal and on how many cards were drawn: copies of a hand meet the same cards.
    pile
        Discards below the top card, shape (64,).
    known
        Cards that everybody knows to be in each hand, sets (bits), shape (seats,).
    at
        Where the hand stands, shape (N_AT,).
    """

    hands: NDArray[np.int8]
    final: NDArray[np.int8]
    deck: NDArray[np.int8]
    pile: NDArray[np.int8]
    known: NDArray[np.int64]
    at: NDArray[np.int64]


@njit(nogil=True, cache=True)
def new_hand(players: int) -> Hand:
    """Make room for a hand."""
    return Hand(
        np.zeros((players, 3), dtype=np.int8),
        np.zeros(players, dtype=np.int8),
        np.zeros(64, dtype=np.int8),
        np.zeros(64, dtype=np.int8),
        np.zeros(players, dtype=np.int64),
        np.zeros(N_AT, dtype=np.int64),
    )


@njit(nogil=True, cache=True)
def copy_hand(to: Hand, of: Hand) -> None:
    """Write a hand over another one."""
    to.hands[:] = of.hands
    to.final[:] = of.final
    to.deck[:] = of.deck
    to.pile[:] = of.pile
    to.known[:] = of.known
    to.at[:] = of.at


@njit(nogil=True, cache=True)
def deal_hand(key: np.uint64, hand: Hand, game: Game) -> None:
    """Deal to every seat; seat 0 is first to act."""
    top = deal_hands(key, game.codes[FIRST_CARD], hand.hands, hand.final, hand.deck, game.scores)
    hand.known[:] = 0
    at = hand.at
    at[:] = 0
    at[TOP], at[STOCK], at[STOCK_END] = hand.deck[top], top + 1, 52 - game.codes[FIRST_CARD]
    at[KNOCKER] = -1
