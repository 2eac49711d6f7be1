"""Exercises kept for everybody, and the next one drawn while somebody thinks."""

from __future__ import annotations

from collections import OrderedDict
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Lock
from typing import Final

import streamlit as st

from advisor.trainer import Drill, Exercise, draw_exercise

KEPT: Final = 500
WAITING: Final = 20
"""Exercises in the queue beyond which nothing is drawn ahead of time."""


class Drawn:
    """Exercises that are being drawn, or have been, the oldest forgotten first."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, "draw-exercises")
        self._found: OrderedDict[tuple[Drill, int], Future[Exercise]] = OrderedDict()
        self._lock = Lock()

    def ask(self, drill: Drill, number: int) -> Future[Exercise]:
        """Have an exercise drawn, once for everybody."""
        with self._lock:
            key = (drill, number)
            known = self._found.get(key)
            # What went wrong once is tried again.
            if known is None or (known.done() and known.exception() is not None):
                self._found[key] = self._pool.submit(draw_exercise, drill, number)
                if len(self._found) > KEPT:
                    self._found.popitem(last=False)
            return self._found[key]

    def ahead(self, drill: Drill, number: int) -> None:
        """Have an exercise drawn if nobody else is waiting."""
        with self._lock:
            busy = sum(not future.done() for future in self._found.values())
        if busy < WAITING:
            self.ask(drill, number)


@st.cache_resource
def drawn() -> Drawn:
    """The exercises of all sessions."""
    return Drawn()
