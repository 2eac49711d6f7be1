"""Self-play of `widow` that sums up what every cell of a table led to, compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from numba import njit

from advisor.playout.chance import below, world_key
from advisor.playout.widow_game import LOWEST_PAYS, N_AT, WidowGame
from advisor.playout.widow_hands import AS_THE_SEAT_PLAYS, NEVER, deal_hand, play_on, show_dealt

if TYPE_CHECKING:
    from numpy.typing import NDArray

RECORD: Final = 128
"""Most moves of a hand that are recorded."""
EXPLORING: Final = np.uint64(0x8E9D5A3C1F0B7721)
"""Marks the random numbers that say where a hand leaves the beaten track."""
ROUNDS_EXPLORED: Final = 4


@njit(nogil=True, cache=True)
def learn(
    seed: int,
    first: int,
    deals: int,
    players: NDArray[np.int64],
    table: int,
    game: WidowGame,
    noises: NDArray[np.float64],
    sums: NDArray[np.float64],
    counts: NDArray[np.int64],
) -> None:
    """Play whole hands; in each, one turn is chosen with noise, and all from it on is noted.

    What came before the noisy turn is left out: it did not lead where the table would lead.

    Parameters
    ----------
    seed, first, deals
        Seed; number of the first deal, and how many.
    players, game
        As in :func:`~advisor.playout.widow_hands.play_on`.
    table
        Only moves of those who play by this table are noted.
    noises
        How much noise, one of these for each deal.
    sums, counts
        Receive for every cell the results of those who went there, and how many: the share of
        the pot, or the mean of what the others pay less what one pays.
    """
    seats = players.shape[0]
    lowest_pays = game.codes[LOWEST_PAYS] == 1
    deck = np.empty(52, dtype=np.int8)
    hands = np.empty((seats, 3), dtype=np.int64)
    points = np.empty(seats, dtype=np.int64)
    widow = np.empty(3, dtype=np.int64)
    at = np.empty(N_AT, dtype=np.int64)
    paid = np.empty(seats, dtype=np.uint8)
    pot = np.empty(seats, dtype=np.float32)
    record = np.empty((RECORD + 1, 2), dtype=np.int64)
    for deal in range(first, first + deals):
        key = world_key(seed, deal)
        deal_hand(key, hands, points, widow, deck, at, game)
        paid[:] = 0
        pot[:] = 0.0
        if show_dealt(points, players, lowest_pays, key, paid, pot):
            continue
        record[RECORD, 0] = 0
        explore = below(ROUNDS_EXPLORED * seats, key ^ EXPLORING, 0)
        noise = noises[below(len(noises), key ^ EXPLORING, 1)]
        play_on(
            NEVER, AS_THE_SEAT_PLAYS, explore, noise, hands, points, widow, deck, at, players, game,
            key, paid, pot, record,
        )  # fmt: skip
        total = 0
        for seat in range(seats):
            total += paid[seat]
        for index in range(record[RECORD, 0]):
            seat, cell = record[index, 0], record[index, 1]
            if players[seat, 1] != table:
                continue
            result = float(pot[seat])
            if lowest_pays:
                own = float(paid[seat])
                result = (total - own) / (seats - 1) - own
            sums[cell] += result
            counts[cell] += 1
