"""What the hands of `widow` are like after some turns, from self-play, compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from numba import njit

from advisor.hands import THIRTY_ONE
from advisor.playout.chance import world_key
from advisor.playout.widow_game import LAST, N_AT, SEAT, TURN, WidowGame
from advisor.playout.widow_hands import (
    AS_THE_SEAT_PLAYS,
    NEVER,
    STOPPED,
    deal_hand,
    play_on,
)
from advisor.playout.widow_swaps import KNOCK
from advisor.playout.widow_table import table_move

if TYPE_CHECKING:
    from numpy.typing import NDArray

TURNS: Final = 5
"""Numbers of own turns that are told apart: none, one, … four or more."""


@njit(nogil=True, cache=True)
def count_scores(
    seed: int,
    deals: int,
    players: NDArray[np.int64],
    game: WidowGame,
    playing: NDArray[np.int64],
    knocking: NDArray[np.int64],
) -> None:
    """Play whole hands and count the scores that are held on the way.

    Parameters
    ----------
    seed, deals
        Seed, number of deals.
    players, game
        As in :func:`~advisor.playout.widow_hands.play_on`.
    playing
        Receives how often a score is held after so many own turns by somebody who has not
        knocked while the hand goes on, shape (TURNS, 67).
    knocking
        Receives how often a score is held by somebody who knocks after so many own turns and
        others have a last turn, same shape.
    """
    seats = players.shape[0]
    deck = np.empty(52, dtype=np.int8)
    hands = np.empty((seats, 3), dtype=np.int64)
    points = np.empty(seats, dtype=np.int64)
    widow = np.empty(3, dtype=np.int64)
    at = np.empty(N_AT, dtype=np.int64)
    paid = np.zeros(seats, dtype=np.uint8)
    pot = np.zeros(seats, dtype=np.float32)
    nothing = np.zeros((1, 2), dtype=np.int64)
    for deal in range(deals):
        key = world_key(seed, deal)
        deal_hand(key, hands, points, widow, deck, at, game)
        if points.max() >= THIRTY_ONE:
            continue
        for seat in range(seats):
            playing[0, points[seat]] += 1
        while True:
            seat, had = at[SEAT], min(at[TURN] // seats, TURNS - 1)
            knocked = at[LAST] != NEVER
            ended = play_on(
                at[TURN] + 1, AS_THE_SEAT_PLAYS, -1, 0.0, hands, points, widow, deck, at, players,
                game, key, paid, pot, nothing,
            )  # fmt: skip
            if ended != STOPPED:
                break
            if not knocked and at[LAST] != NEVER:
                knocking[had, points[seat]] += 1
            else:
                playing[min(had + 1, TURNS - 1), points[seat]] += 1


@njit(nogil=True, cache=True)
def count_first_moves(
    seed: int,
    deals: int,
    players: NDArray[np.int64],
    game: WidowGame,
    counts: NDArray[np.int64],
) -> None:
    """Deal hands and count how often a player by table knocks on the very first turn.

    Parameters
    ----------
    seed, deals, players, game
        As in :func:`count_scores`.
    counts
        Receives the hands of each score with which play goes on, and the knocks among them,
        shape (2, 67).
    """
    seats = players.shape[0]
    deck = np.empty(52, dtype=np.int8)
    hands = np.empty((seats, 3), dtype=np.int64)
    points = np.empty(seats, dtype=np.int64)
    widow = np.empty(3, dtype=np.int64)
    at = np.empty(N_AT, dtype=np.int64)
    worth = np.empty(21, dtype=np.float64)
    for deal in range(deals):
        key = world_key(seed, deal)
        deal_hand(key, hands, points, widow, deck, at, game)
        if points.max() >= THIRTY_ONE:
            continue
        move, _ = table_move(
            hands[0], widow, points[0], True, 0, at, seats, game, players[0, 1], 0.0, key, worth
        )
        counts[0, points[0]] += 1
        counts[1, points[0]] += move == KNOCK
