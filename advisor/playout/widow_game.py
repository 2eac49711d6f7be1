"""What the compiled loops of `widow` are given: the rules as arrays, and a hand in play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# Places of the rule codes.
FIRST_CARD: Final = 0
SIZES: Final = 1
FRESH_WIDOW: Final = 2
LOWEST_PAYS: Final = 3
FIRST_ROUND: Final = 4
N_CODES: Final = 5

KNOCK_ALLOWED, KNOCK_FORBIDDEN, KNOCK_ENDS = 0, 1, 2

# Places of the state of a hand.
TURN: Final = 0
"""Turns taken by all seats."""
SEAT: Final = 1
"""Whose turn it is, counted in the order of turns."""
EXCHANGED: Final = 2
LAST: Final = 3
"""Turns after which the last lap is over; more than a hand can have before a knock."""
PASSES: Final = 4
"""Passes in a row, as the rule of the fresh widow counts them."""
IDLE: Final = 5
"""Passes in a row that only other cards could have made another move."""
START: Final = 6
"""Cards that have left the front of the deck."""
PASSED_AT: Final = 7
"""From here on, one place for each of up to seven seats: the open cards at which he passed when
it was his turn last; -1 if he did something else."""
KNOWN: Final = 14
"""From here on, for each seat the cards it was seen to take and has kept, as a set."""
KNOWN_SUITS: Final = 21
"""From here on, for each seat the points of those cards in each of the four suits."""
N_AT: Final = 49


class WidowGame(NamedTuple):
    """Rules and tables, read only.

    Parameters
    ----------
    codes
        The switches, see above.
    scores
        Half points of each pair with each third card, shape (1326, 52).
    ranks
        Place of every hand at a showdown, shape (22100,).
    danger
        What every three open cards offer to the next player, in classes, shape (22100,).
    values
        What moves are worth to the players who play by a table, shape (tables, cells).
    """

    codes: NDArray[np.int64]
    scores: NDArray[np.int8]
    ranks: NDArray[np.int32]
    danger: NDArray[np.uint8]
    values: NDArray[np.float32]
