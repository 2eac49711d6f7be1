"""Counter-based random numbers for the compiled loops.

World ``t`` under seed ``s`` has a key that is a function of ``(s, t)`` alone, and number
``n`` of a stream is a function of its key and ``n``: nothing depends on what was drawn
before, by whom, or on which thread.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numba import njit

_GOLDEN: Final = np.uint64(0x9E3779B97F4A7C15)
_MIX1: Final = np.uint64(0xBF58476D1CE4E5B9)
_MIX2: Final = np.uint64(0x94D049BB133111EB)


@njit(nogil=True, cache=True)
def mix(value: np.uint64) -> np.uint64:
    """Scramble 64 bits (the finaliser of SplitMix64, Steele, Lea and Flood 2014)."""
    value = (value ^ (value >> np.uint64(30))) * _MIX1
    value = (value ^ (value >> np.uint64(27))) * _MIX2
    return value ^ (value >> np.uint64(31))


@njit(nogil=True, cache=True)
def below(limit: int, key: np.uint64, counter: int) -> int:
    """Return the `counter`-th random whole number in [0, limit) of the stream `key`."""
    bits = mix(key + np.uint64(counter + 1) * _GOLDEN)
    return int(((bits >> np.uint64(32)) * np.uint64(limit)) >> np.uint64(32))


@njit(nogil=True, cache=True)
def world_key(seed: int, world: int) -> np.uint64:
    """Give the key of one world."""
    return mix(mix(np.uint64(seed)) + np.uint64(world) * _GOLDEN)


DECISION_STREAM: Final = np.uint64(0xA0761D6478BD642F)
"""Marks the random choices that players make, apart from the cards."""
DECISIONS_A_TURN: Final = 4
"""Most choices that one turn can take: a move, then a card to throw."""


@njit(nogil=True, cache=True)
def decide(limit: int, key: np.uint64, turn: int, which: int) -> int:
    """Return a player's random choice in [0, limit): number `which` (0, 1, …) of this turn.

    `turn` counts the turns taken by all seats before it, so that a choice does not depend on
    how many random numbers anybody used before.
    """
    return below(limit, key ^ DECISION_STREAM, DECISIONS_A_TURN * turn + which)
