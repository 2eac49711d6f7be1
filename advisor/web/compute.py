"""Kernels that are compiled before anybody needs them, and tables that are kept."""

from __future__ import annotations

import gc
import threading
import time
from typing import TYPE_CHECKING, Final

import streamlit as st

from advisor.advise import advise
from advisor.position import parse_position
from advisor.referee.history import Event
from advisor.tables import Table, knock_table
from advisor.web.kept import Kept
from advisor.web.samples import SAMPLES

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator

    from advisor.rules import Rules

KEPT_TABLES: Final = 50
WARMING: Final = 200
"""Trials of the answer that makes numba compile."""
TOLD: Final = "widow told"
"""To be warmed up where what a hand has told so far is used, in the game widow."""
_FIRST: Final = {
    **{game: (sample, ()) for game, sample in SAMPLES.items()},
    TOLD: (f"{SAMPLES['widow']} turn:1", (Event("pass", 0),)),
}
"""Questions whose answers make numba compile."""

KNOCK_DEALS: Final = 200_000
"""Deals for each place in the table of knocks: a second or two."""


@st.cache_resource
def _tables() -> Kept[Table]:
    return Kept(KEPT_TABLES)


@st.cache_resource
def _warm(game: str) -> threading.Event:
    """Start compiling in the background; the event is set when that is done."""
    done = threading.Event()

    def compile_kernels() -> None:
        try:
            sample, log = _FIRST[game]
            advise(parse_position(sample), trials=WARMING, log=log)
        finally:
            # Libraries and tables stay for good: nobody need wait while they are looked through.
            if not gc.get_freeze_count():
                gc.freeze()
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
