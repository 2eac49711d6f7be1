"""A match from the first deal to the result, its parts shared among workers.

A match is cut into parts. The sums of a part are a function of the plan and of the numbers of
its sets, and they are added up in order, so the result does not depend on who played what.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from advisor.match import known
from advisor.match.errors import MatchError
from advisor.match.hands import play_hands
from advisor.match.plan import FEWEST, Part, Plan
from advisor.match.pots import play_pots
from advisor.match.result import MatchResult, ahead
from advisor.match.sums import Sums, nothing

DEFAULT_GAMES: Final = 100_000
DEFAULT_LIMIT: Final = 10_000_000
"""Most games until the answer is known, if nobody says."""

Share: TypeAlias = Callable[[Plan, Iterable[Part]], Iterator[Sums]]
"""Plays parts and gives their sums in order."""


def play_part(plan: Plan, first: int, sets: int) -> Sums:
    """Play some sets of a match: the piece of work that workers are given."""
    play = play_pots if plan.pots else play_hands
    return play(plan.rules, plan.names, plan.seed, first, sets)


def on_threads(workers: int) -> Share:
    """Share parts among threads of this process; the compiled loops run side by side."""

    def play(plan: Plan, parts: Iterable[Part]) -> Iterator[Sums]:
        if workers == 1:
            yield from (play_part(plan, *part) for part in parts)
            return
        from joblib import Parallel, delayed  # noqa: PLC0415

        pool = Parallel(workers, backend="threading", return_as="generator")
        yield from pool(delayed(play_part)(plan, *part) for part in parts)

    return play


@dataclass(slots=True)
class _Stopper:
    """Hands out parts until told to stop."""

    parts: Iterator[Part]
    stopped: bool = False

    def __iter__(self) -> Iterator[Part]:
        for part in self.parts:
            if self.stopped:
                return
            yield part


def match(
    plan: Plan,
    games: int,
    *,
    share: Share | None = None,
    so_far: Sums | None = None,
    until_known: bool = False,
    progress: Callable[[Sums], None] | None = None,
    part: int | None = None,
    compile_here: bool = True,
) -> MatchResult:
    """Play a match.

    Parameters
    ----------
    plan
        What is played.
    games
        Hands (or pots) at least; rounded up to whole sets, in which every rotation of a seat
        order plays the same deck. The most of them if `until_known`.
    share
        Who plays the parts; this thread if not said. See :func:`on_threads` and
        :func:`~advisor.match.cluster.on_cluster`.
    so_far
        Sums of the sets from 0 on that were played before.
    until_known
        Stop when it is known, with an error of at most 1 %, whether the first player has
        more of the pot than the mean of the others; see :mod:`advisor.match.known`.
    progress
        Called after each part with all sums so far.
    part
        Sets in a part; changes nothing but when it is looked whether the answer is known.
    compile_here
        Whether this process plays too, so that what must be compiled is compiled before the
        clock starts.

    Raises
    ------
    MatchError
        If so many games cannot be played, or more were played before.
    KeyboardInterrupt
        If interrupted before there is anything to report; later the result says so.
    """
    sums = nothing(len(plan.names)) if so_far is None else so_far
    asked = plan.sets(games)
    if sums.sets > asked:
        raise MatchError(
            f"{sums.sets * sums.places} were played before and {games} are asked for; ask for more"
        )
    play = _Play(plan, asked, sums, until_known, progress)
    if compile_here and sums.sets < asked:
        play_part(plan, 0, 1)
    started = time.perf_counter()
    interrupted = False
    try:
        play.run(on_threads(1) if share is None else share, part)
    except KeyboardInterrupt:
        if play.sums.sets < FEWEST:
            raise
        interrupted = True
    elapsed = time.perf_counter() - started
    speed = (play.sums.hands - sums.hands) / elapsed if elapsed > 0 else 0.0
    return MatchResult(plan, play.sums, asked, until_known, play.better, interrupted, speed)


@dataclass(slots=True)
class _Play:
    """A match being played; `sums` is good at every moment."""

    plan: Plan
    asked: int
    sums: Sums
    until_known: bool
    progress: Callable[[Sums], None] | None
    better: bool | None = None

    def run(self, share: Share, size: int | None) -> None:
        """Add parts up until all are played or enough is known."""
        self._look()
        if self.better is not None:
            return
        parts = _Stopper(self.plan.parts(self.sums.sets, self.asked, size))
        for done in share(self.plan, parts):
            # Parts that were under way when the answer was known are not counted.
            if parts.stopped:
                continue
            self.sums += done
            if self.progress is not None:
                self.progress(self.sums)
            self._look()
            parts.stopped = self.better is not None

    def _look(self) -> None:
        if self.until_known and self.sums.sets >= FEWEST:
            self.better = known.better(ahead(self.sums))
