"""Worlds that fit what one player can see, and every move of his played on the same ones.

The others' hands are drawn from beliefs (:mod:`advisor.belief`), all together; the cards left
over are the stock.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from numba import njit

from advisor.hands import THIRTY_ONE
from advisor.playout.chance import world_key
from advisor.playout.guesses import guess_hands, lay_out
from advisor.playout.hand import STOCK, STOCK_END, copy_hand, new_hand
from advisor.playout.scat import finish, place_of_next
from advisor.playout.seats import Seats
from advisor.playout.tabled import rank_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from advisor.playout.hand import Hand
    from advisor.playout.seats import Game

# Places of what luck brings in a world; the mean of each over worlds is zero.
MY_CARD: Final = 0
"""Score that the first card of the stock lets me keep, more than the mean of the stock."""
MY_31: Final = 1
"""Whether it makes me 31, more than the mean."""
NEXT_CARD: Final = 2
"""Score that it lets the next player keep, more than the mean of the stock."""
LUCK: Final = 3


@njit(nogil=True, cache=True)
def play_worlds(
    seed: int,
    first: int,
    asked: Hand,
    sums: NDArray[np.float64],
    seats: Seats,
    own: Seats,
    game: Game,
    drawing: NDArray[np.int8],
    moves: NDArray[np.int64],
    discards: NDArray[np.int64],
    paid: NDArray[np.uint8],
    final: NDArray[np.int8],
    ending: NDArray[np.uint8],
    luck: NDArray[np.float32],
) -> int:
    """Play every move on the same worlds, dealt from what seat 0 cannot see.

    Parameters
    ----------
    seed, first
        Seed; number of the first world.
    asked
        The hand as seat 0 sees it: his cards, the pile, what is known of others, whose turn.
    sums
        Running sums of the beliefs about the others, shape (players - 1, 22100).
    seats, game
        How everybody plays; the rules.
    own
        How seat 0 plays on after each move: rows of thresholds, styles and table.
    drawing
        Best score after drawing each card to each hand, shape (22100, 52).
    moves, discards
        The moves to compare, shape (m,).
    paid, final, ending
        Results, shape (worlds, m, players), (worlds, m, players), (worlds, m).
    luck
        What luck brought in each world, shape (worlds, LUCK).

    Returns
    -------
    int
        Worlds played; fewer than asked for if hands that fit together were not found.
    """
    players = len(seats.thresholds)
    table, ways, which = seats.thresholds.copy(), seats.styles.copy(), seats.which.copy()
    playing = Seats(
        table, ways, which, seats.moves, seats.throws, seats.knocking, seats.throwing
    )  # fmt: skip
    dealt, played = new_hand(players), new_hand(players)
    found = np.zeros(players - 1, dtype=np.int64)
    pays = np.empty(players, dtype=np.uint8)
    # With several others, worlds are drawn one by one; with one they are spread evenly.
    key_of_all = world_key(seed, 0)
    for world in range(len(paid)):
        key = world_key(seed, first + world)
        if not guess_hands(key_of_all, first + world, sums, game, found):
            return world
        copy_hand(dealt, asked)
        lay_out(found, 0, 0, dealt, game)
        measure_luck(key, dealt, drawing, luck[world])
        for option in range(moves.size):
            copy_hand(played, dealt)
            table[0], ways[0] = own.thresholds[option], own.styles[option]
            which[0] = own.which[option]
            ending[world, option] = finish(
                -1, moves[option], discards[option], key, played, playing, game, pays
            )
            for seat in range(players):
                paid[world, option, seat] = pays[seat]
                final[world, option, seat] = played.final[seat]
    return len(paid)


@njit(nogil=True, cache=True)
def measure_luck(
    key: np.uint64, hand: Hand, drawing: NDArray[np.int8], luck: NDArray[np.float32]
) -> None:
    """Say how good the next card of the stock is for seat 0 and seat 1, against the average."""
    at = hand.at
    mine, next_one = hand.hands[0], hand.hands[1]
    me = drawing[rank_of(int(mine[0]), int(mine[1]), int(mine[2]))]
    he = drawing[rank_of(int(next_one[0]), int(next_one[1]), int(next_one[2]))]
    size = at[STOCK_END] - at[STOCK]
    luck[:] = 0.0
    if size == 0:
        return
    kept, shows, his = 0, 0, 0
    for place in range(at[STOCK], at[STOCK_END]):
        card = hand.deck[place]
        kept += me[card]
        shows += me[card] >= THIRTY_ONE
        his += he[card]
    card = hand.deck[place_of_next(key, hand)]
    luck[MY_CARD] = me[card] - kept / size
    luck[MY_31] = (1.0 if me[card] >= THIRTY_ONE else 0.0) - shows / size
    luck[NEXT_CARD] = he[card] - his / size
