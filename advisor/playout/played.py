"""What came of whole hands, in either game."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Played:
    """What came of whole hands; seat 0 was first to act.

    Parameters
    ----------
    paid
        Tokens that each seat pays, shape (deals, seats).
    pot
        Share of the pot that each seat takes, same shape; all 0 unless the highest hand
        takes the pot.
    capped
        Whether a hand was given up after too many turns, shape (deals,); it costs nobody.
    turns
        Turns taken by all seats, shape (deals,).
    """

    paid: NDArray[np.uint8]
    pot: NDArray[np.float32]
    capped: NDArray[np.bool_]
    turns: NDArray[np.int64]
