"""What a table of a player looks like once it is written out, and how one of its entries is read.

An entry of the moves names what he does, what he would do instead, and how much must speak for
that before he changes his mind (:data:`DOUBT`, or :data:`CERTAIN`: nothing does); an entry of
the throws likewise names two places of four cards. What speaks for a change are clues, things
that everybody saw (:mod:`advisor.players.clues`); the player adds up what they are worth to him.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from advisor.players.clues import KNOCKING, THROWING

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

KNOCK: Final = 0
DRAW: Final = 4
"""Moves 1, 2, 3 take the top card and throw the low, middle or high card of the hand."""
MOVE: Final = 7
"""Bits of an entry that name the move."""
TAKES_LAST: Final = 8
"""Bit of an entry: he takes the top card when this turn is his last, after a knock."""
INSTEAD: Final = 4
"""Place of the three bits that name what he would do instead; one of the two is the knock."""
DOUBT: Final = 8
"""Place of the bits that say how much must speak for that."""
CERTAIN: Final = 31
"""Nothing changes his mind. Less is a doubt d: clues worth more than d * d units do."""

PLACE: Final = 3
"""Bits of a throw that name the place of the card; the next two that of the other one."""
OTHER: Final = 2
THROW_DOUBT: Final = 4
SURE: Final = 15
"""Nothing changes his mind. Less is a doubt d: clues worth more than 2 * d * d units do."""

UNIT: Final = 1 / 2048
"""One unit of what clues are worth, in tokens."""


class Ways(NamedTuple):
    """How a player plays, for every turn, hand and top card; read-only.

    Parameters
    ----------
    moves
        Entries, shape (turns, 13, 22100): by the turns taken before by all players, the rank of
        the top card, and the hand after clubs and the suit of the top card have changed places.
    throws
        Entries for a throw after a draw, shape (turns, 270725): of four cards.
    knocking
        What clues add to the worth of a knock, in units; shape (turns, *KNOCKING).
    throwing
        What clues add to the worth of throwing a card; shape (turns, *THROWING).
    """

    moves: NDArray[np.uint16]
    throws: NDArray[np.uint8]
    knocking: NDArray[np.int16]
    throwing: NDArray[np.int16]


def each(change: Callable[[NDArray[Any]], NDArray[Any]], ways: Ways) -> Ways:
    """Do the same to every array."""
    return Ways(
        change(ways.moves), change(ways.throws), change(ways.knocking), change(ways.throwing)
    )


class Plays(NamedTuple):
    """How a player plays in one turn in which the clues are known; read-only.

    Parameters
    ----------
    moves, throws
        The row of his table, shapes (13, 22100) and (270725,).
    knocking
        What the clues add to the worth of a knock, by the own points; shape (32,).
    throwing
        The row of what clues add to the worth of throwing a card, shape THROWING.
    known
        How many cards of each suit the other one is known to hold: two bits a suit.
    """

    moves: NDArray[np.uint16]
    throws: NDArray[np.uint8]
    knocking: NDArray[np.int16]
    throwing: NDArray[np.int16]
    known: int


def certain(moves: NDArray[np.uint8], throws: NDArray[np.uint8]) -> Ways:
    """Write out a way that heeds no clue.

    Parameters
    ----------
    moves, throws
        What he does, plus :data:`TAKES_LAST`, and the place of the card that he throws.
    """
    turns = len(moves)
    return Ways(
        moves | np.uint16(CERTAIN << DOUBT),
        throws | np.uint8(SURE << THROW_DOUBT),
        np.zeros((turns, *KNOCKING), dtype=np.int16),
        np.zeros((turns, *THROWING), dtype=np.int16),
    )
