"""Taking turns at the processor: many people at once, and nobody waits long for a first answer."""

from __future__ import annotations

import heapq
import threading
from contextlib import contextmanager
from itertools import count
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


class Turns:
    """So many may work at once; of the others the most urgent one is next, then the earliest.

    Without it twenty simulations run side by side, and all of them are late. With it the first
    answers of all come before the better answers of any.

    Parameters
    ----------
    places
        How many may work at once.
    """

    def __init__(self, places: int) -> None:
        self._free = places
        self._lock = threading.Lock()
        self._waiting: list[tuple[int, int, threading.Event]] = []
        self._arrivals = count()

    @contextmanager
    def turn(self, rank: int) -> Iterator[None]:
        """Wait for a place and hold it; the lower the rank, the sooner."""
        called = threading.Event()
        with self._lock:
            if self._free:
                self._free -= 1
                called.set()
            else:
                heapq.heappush(self._waiting, (rank, next(self._arrivals), called))
        called.wait()
        try:
            yield
        finally:
            self._leave()

    def _leave(self) -> None:
        """Hand the place to the next one, or leave it free."""
        with self._lock:
            if self._waiting:
                heapq.heappop(self._waiting)[-1].set()
            else:
                self._free += 1
