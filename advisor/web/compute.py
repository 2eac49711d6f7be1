"""Answers that are kept, and kernels that are compiled before anybody needs them."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

import streamlit as st

from advisor.advise import Advice, advise, refine
from advisor.position import Position, parse_position
from advisor.web.state import SAMPLE

KEPT: Final = 500
"""Answers that are kept for everybody who asks the same question."""

WARMING: Final = 200
"""Trials of the answer that makes numba compile."""


@dataclass
class Answers:
    """Finished answers, the latest ones, shared by all sessions.

    Not st.cache_data: that can only be asked to compute, not whether it knows, and the page
    shows what it does not know yet step by step.
    """

    _kept: OrderedDict[tuple[str, str, int, int | None], Advice] = field(
        default_factory=OrderedDict
    )
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def get(self, key: tuple[str, str, int, int | None]) -> Advice | None:
        """The answer to a question that was answered before."""
        with self._lock:
            return self._kept.get(key)

    def keep(self, key: tuple[str, str, int, int | None], answer: Advice) -> None:
        """Keep an answer, and forget the oldest one if there are many."""
        with self._lock:
            self._kept[key] = answer
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)


@st.cache_resource
def _answers() -> Answers:
    return Answers()


@st.cache_resource
def _warm() -> threading.Event:
    """Start compiling in the background; the event is set when that is done."""
    done = threading.Event()

    def compile_kernels() -> None:
        try:
            advise(parse_position(SAMPLE), trials=WARMING)
        finally:
            done.set()

    threading.Thread(target=compile_kernels, name="compile-kernels", daemon=True).start()
    return done


def warm_up() -> Iterator[float]:
    """Yield the seconds waited, again and again, until playing out hands is possible at once.

    A thread that waits for the compiler cannot be interrupted; one that waits here can.
    """
    done, started = _warm(), time.monotonic()
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
    for answer in refine(position, opponents=opponents, seed=seed, trials=trials):
        yield answer
    _answers().keep(key, answer)
