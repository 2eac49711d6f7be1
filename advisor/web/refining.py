"""Answers that are made better while somebody looks, many people's at once, and kept."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import inf
from typing import TYPE_CHECKING, Final

import streamlit as st

from advisor.advise import GOES_ON, Advice, refine
from advisor.contrast import QUICK, contrast, contrasted
from advisor.equity import FAIR
from advisor.web.kept import Kept
from advisor.web.turns import Place, Turns

if TYPE_CHECKING:
    from advisor.position import Position
    from advisor.referee.history import Event

KEPT_ANSWERS: Final = 500
KEPT_UNFINISHED: Final = 20
"""Of which each holds a megabyte or two."""
PATIENCE_S: Final = 1.0
"""So long after a click its answer is made better, unless the number of hands is given."""
LEAST_S: Final = 0.3
"""So long at least it is made better, even if many people ask and the first answer was late."""
LATE: Final = 5
"""Rank of what is said beyond an answer."""


@st.cache_resource
def _answers() -> Kept[Advice]:
    return Kept(KEPT_ANSWERS)


@st.cache_resource
def _turns() -> Turns:
    return Turns(os.cpu_count() or 1)


class _TimeUpError(Exception):
    """There is an answer, and no time to wait for a better one."""


@dataclass(slots=True)
class _Work:
    """A question that is being answered, piece by piece.

    Parameters
    ----------
    better
        The answers, each better than the one before.
    found
        The best one so far.
    place
        The place at the processor where that is done.
    pieces
        How many have been done; whoever has had fewer goes first.
    until
        When the time is up.
    """

    better: Iterator[Advice] | None = None
    found: Advice | None = None
    place: Place | None = None
    pieces: int = 0
    until: float = inf

    def next(self) -> Advice:
        """Wait for a place and give a better answer; the same one if the time is up before.

        The place is never held while the page draws: whoever clicks meanwhile ends the drawing.
        """
        assert self.better is not None  # noqa: S101  # it is set before
        try:
            with _turns().turn(self.pieces, self._look) as self.place:
                self._look()
                found = next(self.better)
        except _TimeUpError:
            assert self.found is not None  # noqa: S101  # else nobody is in a hurry
            found = replace(self.found, stopped="time")
        self.pieces += 1
        if self.found is None:
            self.until = max(self.until, time.monotonic() + LEAST_S)
        if self.found is None or found.trials >= self.found.trials:
            self.found = found
        return found

    def enough(self) -> bool:
        """Whether the time is up; before that, whoever is more urgent is let go first."""
        self.pieces += 1
        try:
            self._look()
            if self.place is not None:
                self.place.make_way(self.pieces)
        except _TimeUpError:
            return True
        return False

    def _look(self) -> None:
        _still_here()
        if self.found is not None and time.monotonic() > self.until:
            raise _TimeUpError


def _still_here() -> None:
    """End here if the same person has clicked again: Streamlit looks for that at every access."""
    _ = "seed" in st.session_state


@st.cache_resource
def _unfinished() -> Kept[_Work]:
    return Kept(KEPT_UNFINISHED)


@st.cache_resource
def _pairs() -> Kept[tuple[Advice, Advice]]:
    return Kept(KEPT_ANSWERS)


def answers(
    position: Position,
    *,
    opponents: str,
    seed: int,
    trials: int | None,
    equity: str = FAIR,
    log: tuple[Event, ...] = (),
) -> Iterator[Advice]:
    """Answer a question better and better, for a second unless the number of hands is given.

    What is known is given at once; if the time was up before the best move was known, it is
    made better from there.
    """
    key = (str(position), opponents, seed, trials, equity, log)
    if (known := _answers().get(key)) is not None:
        yield known
        if known.stopped != "time":
            return
    work = _unfinished().take(key) or _Work()
    work.better = work.better or refine(
        position,
        opponents=opponents,
        seed=seed,
        trials=trials,
        equity=equity,
        log=log,
        enough=work.enough,
    )
    work.until = inf if trials else time.monotonic() + PATIENCE_S
    work.found = known
    while True:
        found = work.next()
        ends = found.stopped != GOES_ON
        if ends:
            _answers().keep(key, found)
        if found.stopped == "time":
            _unfinished().keep(key, work)
        if ends or known is None or found.trials > known.trials:
            yield found
        if ends:
            return


def compared(found: Advice, *, trials: int | None, equity: str) -> Advice:
    """Add to an answer what would be best against other players."""
    few = min(trials or QUICK, QUICK)
    key = (str(found.position), found.seed, few, equity)
    if (pair := _pairs().get(key)) is None:
        # First answers of others come before this.
        with _turns().turn(LATE):
            pair = contrast(found.position, seed=found.seed, trials=few, equity=equity)
        _pairs().keep(key, pair)
    return contrasted(found, pair)
