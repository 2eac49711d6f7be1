"""What the compiled loops call moves, endings and rules: plain numbers."""

from __future__ import annotations

from typing import Final

import numpy as np

ZERO: Final = np.int64(0)
"""Where a count starts that goes to another compiled function: for a plain 0, a constant of its
own type, Numba would compile that function once more."""

KNOCK: Final = 0
TAKE: Final = 1
DRAW: Final = 2
SHOW: Final = 3
PASS: Final = 4
PLAY_ON: Final = 5
"""Not a move: seat 0 too follows its table."""

BY_KNOCK: Final = 0
BY_THIRTY_ONE: Final = 1
VOID: Final = 2
BY_STOCK_OUT: Final = 3
CAPPED: Final = 4
STOPPED: Final = -1
"""Not an ending: the hand goes on, but the turn asked for has come."""

# Places of the rule codes in the array that the kernels take (see batch.rule_codes).
LOWEST_PAYS: Final = 0
TIED: Final = 1
AFTER_KNOCK: Final = 2
FIRST_ROUND_ENDS: Final = 3
STOCK_OUT: Final = 4
FIRST_ROUND_FORBIDDEN: Final = 5
PUT_BACK: Final = 6
STAND_PAT: Final = 7
FIRST_CARD: Final = 8
N_CODES: Final = 9

TIED_ALONE, TIED_SAFE, TIED_ALL, TIED_DOUBLE = 0, 1, 2, 3
OUT_RESHUFFLE, OUT_VOID, OUT_SHOWDOWN = 0, 1, 2

# What somebody may do otherwise than his table: bits.
KNOCKS: Final = 1
TAKES: Final = 2
THROWS: Final = 4
