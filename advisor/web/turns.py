"""Taking turns at the processor: many people at once, and nobody waits long for a first answer."""

from __future__ import annotations

import heapq
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from typing import Final, TypeAlias

LOOK_S: Final = 0.1
"""So often whoever waits looks whether that is still wanted."""

_Ticket: TypeAlias = tuple[int, int, threading.Event]


def _wait_on() -> None:
    """Look, and find nothing that speaks against it."""


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
        self._waiting: list[_Ticket] = []
        self._arrivals = count()

    @contextmanager
    def turn(self, rank: int, look: Callable[[], None] = _wait_on) -> Iterator[Place]:
        """Wait for a place and hold it.

        Parameters
        ----------
        rank
            The lower, the sooner.
        look
            Called now and then while waiting. If it raises, nobody waits any more.
        """
        place = Place(self, look)
        try:
            self._enter(place, rank)
            yield place
        finally:
            if place.held:
                self._leave()

    def make_way(self, place: Place, rank: int) -> None:
        """Hand a place over and wait for one again; see :meth:`Place.make_way`."""
        with self._lock:
            if not self._waiting or self._waiting[0][0] >= rank:
                return
            ticket = self._ticket(rank)
            place.held = False
            heapq.heapreplace(self._waiting, ticket)[-1].set()
        self._wait(place, ticket)

    def _enter(self, place: Place, rank: int) -> None:
        with self._lock:
            if self._free:
                self._free -= 1
                place.held = True
                return
            ticket = self._ticket(rank)
            heapq.heappush(self._waiting, ticket)
        self._wait(place, ticket)

    def _ticket(self, rank: int) -> _Ticket:
        return rank, next(self._arrivals), threading.Event()

    def _wait(self, place: Place, ticket: _Ticket) -> None:
        try:
            while not ticket[-1].wait(LOOK_S):
                place.look()
        finally:
            with self._lock:
                # It may have been called in the moment in which it would not wait any more.
                place.held = ticket not in self._waiting
                if not place.held:
                    self._waiting.remove(ticket)
                    heapq.heapify(self._waiting)

    def _leave(self) -> None:
        """Hand the place to the next one, or leave it free."""
        with self._lock:
            if self._waiting:
                heapq.heappop(self._waiting)[-1].set()
            else:
                self._free += 1


@dataclass(slots=True)
class Place:
    """A place at the processor.

    Parameters
    ----------
    turns
        Who gave it.
    look
        Called now and then while waiting; raises if nobody wants to wait any more.
    held
        Whether it is held, not waited for.
    """

    turns: Turns
    look: Callable[[], None]
    held: bool = False

    def make_way(self, rank: int) -> None:
        """Let go first whoever is more urgent by now than this rank."""
        self.turns.make_way(self, rank)
