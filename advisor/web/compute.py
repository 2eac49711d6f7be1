"""Answers that are kept, and kernels that are compiled before anybody needs them."""

from __future__ import annotations

import os
import threading
import time
from collections import OrderedDict
from itertools import count
from typing import TYPE_CHECKING, Final, Generic, TypeVar

import streamlit as st

from advisor.advise import Advice, advise, refine
from advisor.position import Position, parse_position
from advisor.tables import Table, knock_table
from advisor.web.state import SAMPLES
from advisor.web.turns import Turns

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator

    from advisor.rules import Rules

KEPT_ANSWERS: Final = 500
KEPT_TABLES: Final = 50
WARMING: Final = 200
"""Trials of the answer that makes numba compile."""

KNOCK_DEALS: Final = 200_000
"""Deals for each place in the table of knocks: a second or two."""

_Value = TypeVar("_Value")


class Kept(Generic[_Value]):
    """The latest values, shared by all sessions.

    Not st.cache_data: that can only be asked to compute, not whether it knows, and the page
    shows what it does not know yet step by step.

    Parameters
    ----------
    most
        How many values are kept.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[Hashable, _Value] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Hashable) -> _Value | None:
        """The value of a key, or None."""
        with self._lock:
            return self._values.get(key)

    def keep(self, key: Hashable, value: _Value) -> None:
        """Keep a value, and forget the oldest one if there are many."""
        with self._lock:
            self._values[key] = value
            if len(self._values) > self._most:
                self._values.popitem(last=False)


@st.cache_resource
def _answers() -> Kept[Advice]:
    return Kept(KEPT_ANSWERS)


@st.cache_resource
def _turns() -> Turns:
    return Turns(os.cpu_count() or 1)


@st.cache_resource
def _tables() -> Kept[Table]:
    return Kept(KEPT_TABLES)


@st.cache_resource
def _warm(game: str) -> threading.Event:
    """Start compiling in the background; the event is set when that is done."""
    done = threading.Event()

    def compile_kernels() -> None:
        try:
            advise(parse_position(SAMPLES[game]), trials=WARMING)
        finally:
            done.set()

    threading.Thread(target=compile_kernels, name="compile-kernels", daemon=True).start()
    return done


def warm_up(game: str = "scat") -> Iterator[float]:
    """Yield the seconds waited, again and again, until playing out hands is possible at once.

    A thread that waits for the compiler cannot be interrupted; one that waits here can.
    """
    done, started = _warm(game), time.monotonic()
    while not done.wait(0.2):
        yield time.monotonic() - started


def answers(
    position: Position, *, opponents: str, seed: int, trials: int | None
) -> Iterator[Advice]:
    """Answer a question better and better; at once and once only if the answer is known."""
    key = (str(position), opponents, seed, trials)
    if (known := _answers().get(key)) is not None:
        yield known
        return
    better = refine(position, opponents=opponents, seed=seed, trials=trials)
    answer = None
    for step in count():
        # The place is never held while the page draws: whoever clicks meanwhile ends the drawing.
        with _turns().turn(step):
            found = next(better, None)
        if found is None:
            break
        yield (answer := found)
    if answer is not None:
        _answers().keep(key, answer)


def knocks(rules: Rules, players: int, progress: Callable[[float], None]) -> Table:
    """The table of knocks, simulated once for everybody."""
    return kept_table(
        (rules.name, players),
        lambda: knock_table(rules, players, deals=KNOCK_DEALS, progress=progress),
    )


def kept_table(key: Hashable, make: Callable[[], Table]) -> Table:
    """A table, made once for everybody."""
    if (known := _tables().get(key)) is None:
        known = make()
        _tables().keep(key, known)
    return known
