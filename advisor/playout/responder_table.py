"""What the table does that a responder answers: one choice, or all of them written down."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numba import njit

from advisor.playout.choose import chosen_move, chosen_throw
from advisor.playout.codes import KNOCK, TAKE
from advisor.playout.hand import KNOCKER, SEAT, TOP, TURN, deal_hand, new_hand

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from advisor.playout.seats import Game, Seats


@njit(nogil=True, cache=True)
def write_out(
    ranks: NDArray[np.int64],
    hands: NDArray[np.int64],
    fours: NDArray[np.int64],
    seats: Seats,
    game: Game,
    moves: NDArray[np.int8],
    takes_last: NDArray[np.bool_],
    throws: NDArray[np.int8],
) -> None:
    """Write down what the table does, nothing being known of what came before.

    Parameters
    ----------
    ranks, hands
        Ranks of top cards of clubs, and numbers of hands, shape (n,).
    fours
        Sets of four cards in ascending order, shape (m, 4).
    seats, game
        How the table plays; the rules.
    moves
        Receives the moves: 0 knock, 1 to 3 take and throw the low, middle or high card, 4
        draw; shape (turns, n).
    takes_last
        Receives whether the top card is taken on a last turn, shape (turns, n).
    throws
        Receives the place of the card thrown of four, shape (turns, m).
    """
    hand, key = new_hand(2), np.uint64(0)
    deal_hand(key, hand, game)
    at = hand.at
    for turn in range(len(moves)):
        seat = turn & 1
        at[TURN], at[SEAT] = turn, seat
        cards = hand.hands[seat]
        for which in range(len(hands)):
            index = hands[which]
            cards[:] = game.cards[index]
            hand.final[seat] = game.scores[index]
            at[TOP], at[KNOCKER] = 4 * ranks[which], -1
            action, thrown = chosen_move(key, hand, seats, game)
            moves[turn, which] = 0 if action == KNOCK else 4
            if action == TAKE:
                for place in range(3):
                    if cards[place] == thrown:
                        moves[turn, which] = 1 + place
            at[KNOCKER] = 1 - seat
            takes_last[turn, which] = chosen_move(key, hand, seats, game)[0] == TAKE
        at[KNOCKER] = -1
        for which in range(len(fours)):
            free = 0b1111
            for place in range(4):
                free &= ~(1 << (fours[which, place] & 3))
            # He passed up a card of another suit, if there is one.
            at[TOP] = 1 if free & 2 else (2 if free & 4 else (3 if free & 8 else 0))
            for place in range(3):
                cards[place] = fours[which, place]
            thrown = chosen_throw(int(fours[which, 3]), hand, seats)
            for place in range(4):
                if fours[which, place] == thrown:
                    throws[turn, which] = place
