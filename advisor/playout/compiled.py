"""How the small functions of the playing loop are compiled.

They take the hand, the seats and the game as tuples of arrays. Numba would count references
to each of these arrays at every call, which takes longer than to play the turn: so they are
written into the loop that calls them, and count nothing. They must not make arrays.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

from numba import njit

Function = TypeVar("Function", bound=Callable[..., object])

_UNCOUNTED: Final[dict[str, Any]] = {"nogil": True, "cache": True, "_nrt": False}


def inlined(function: Function) -> Function:
    """Compile what is called at every turn."""
    compiled: Function = njit(forceinline=True, **_UNCOUNTED)(function)
    return compiled


def uncounted(function: Function) -> Function:
    """Compile the loop itself, and what is too long to be written into it."""
    compiled: Function = njit(**_UNCOUNTED)(function)
    return compiled
