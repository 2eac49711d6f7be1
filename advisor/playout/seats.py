"""What a compiled loop is told of the rules and of the players: arrays under their names."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Game(NamedTuple):
    """What the rules say; read only.

    Parameters
    ----------
    scores
        Score of every hand in half points, shape (22100,).
    codes
        The rules' switches as numbers (:mod:`advisor.playout.codes`).
    swapped
        Hands with clubs and another suit exchanged, shape (4, 22100)
        (:func:`advisor.suits.swapped`).
    cards
        Cards of every hand in ascending order, shape (22100, 3).
    """

    scores: NDArray[np.int8]
    codes: NDArray[np.int64]
    swapped: NDArray[np.int64]
    cards: NDArray[np.int8]


class Seats(NamedTuple):
    """How every seat plays; seats are counted in the order of their turns.

    Parameters
    ----------
    thresholds
        Lowest score each seat always knocks with, by own turns had, shape (seats, rounds).
    styles
        What each seat does otherwise than the greedy player, shape (seats, N_STYLE); see
        :mod:`advisor.playout.style`.
    which
        Table by which each seat plays; -1 for one who is greedy but for thresholds and style.
        Shape (seats,).
    moves, throws, knocking, throwing
        The tables, as :class:`advisor.players.written.Ways` describes them, one after the
        other. A turn is counted by the turns that all players have taken before; later ones
        repeat the last round.
    """

    thresholds: NDArray[np.int8]
    styles: NDArray[np.int64]
    which: NDArray[np.int64]
    moves: NDArray[np.uint16]
    throws: NDArray[np.uint8]
    knocking: NDArray[np.int16]
    throwing: NDArray[np.int16]
