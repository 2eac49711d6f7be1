"""From tables to hands in which some seats think, on one or several threads."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from advisor.hands import best_drawing
from advisor.playout import batch
from advisor.playout.lookahead import Thought, play_thinking

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from advisor.players.written import Ways
    from advisor.rules import Rules


@dataclass(frozen=True, slots=True)
class Thoughts:
    """What came of hands with thinking seats.

    Parameters
    ----------
    paid
        Tokens paid, shape (deals, seats).
    ending, turns
        Why each hand ended; turns taken; shape (deals,).
    left
        How often a thinker left his table: knocks, takes or draws, throws; shape (deals, 3).
    """

    paid: NDArray[np.uint8]
    ending: NDArray[np.uint8]
    turns: NDArray[np.int64]
    left: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Gain:
    """What a thinker in one seat gained over his table on the same deals.

    Parameters
    ----------
    wins
        How much more often the others paid; shape (deals,), each 1, 0 or -1 at two seats.
    tokens
        Tokens won more: mean of what the others pay minus what he pays.
    left
        As in :class:`Thoughts`.
    """

    wins: NDArray[np.float64]
    tokens: NDArray[np.float64]
    left: NDArray[np.int64]


class Table:
    """Seats at which some think, made ready for the compiled loop.

    Parameters
    ----------
    rules
        The rules in force.
    real
        How every seat really plays, a name or tables; a thinker's own are those he starts from.
    mind
        Tables by which thinkers take everybody to play, themselves included.
    rollouts, guard, slip, may
        How hard they think: see :class:`advisor.playout.lookahead.Thought`.
    """

    def __init__(
        self,
        rules: Rules,
        real: Sequence[str | Ways],
        mind: Sequence[Ways],
        *,
        rollouts: int,
        guard: float,
        slip: float,
        may: int,
    ) -> None:
        self._rules = rules
        self._real, self._mind = batch.seats(real, rules), batch.seats(mind, rules)
        self._game, self._drawing = batch.game(rules), best_drawing(rules)
        self._thought = Thought(rollouts, float(guard), float(slip), may)

    def play(self, thinks: Sequence[bool], deals: int, *, seed: int, first: int = 0) -> Thoughts:
        """Deal hands and play them, the seats marked thinking."""
        players = len(self._mind.which)
        paid, ending = np.zeros((deals, players), np.uint8), np.zeros(deals, np.uint8)
        record, left = np.zeros((deals, 2), np.int64), np.zeros((deals, 3), np.int64)
        play_thinking(
            seed,
            first,
            np.array(thinks, dtype=np.bool_),
            self._real,
            self._mind,
            self._game,
            self._thought,
            self._drawing,
            paid,
            ending,
            record,
            left,
        )
        return Thoughts(paid, ending, record[:, 1], left)

    def gain(self, seat: int, deals: int, *, seed: int, first: int = 0) -> Gain:
        """Play deals with one seat thinking, and without, and give the difference."""
        players = len(self._mind.which)
        thinks = [other == seat for other in range(players)]
        thought = self.play(thinks, deals, seed=seed, first=first)
        base = batch.play_deals(self._rules, self._real, deals, seed=seed, first=first)
        others = np.arange(players) != seat
        lost = thought.paid[:, others].astype(float), base.paid[:, others].astype(float)
        mine = thought.paid[:, seat].astype(float), base.paid[:, seat].astype(float)
        return Gain(
            (lost[0] > 0).mean(axis=1) - (lost[1] > 0).mean(axis=1),
            (lost[0] - lost[1]).mean(axis=1) - (mine[0] - mine[1]),
            thought.left,
        )


def spread_deals(
    deals: int,
    chunk: int,
    threads: int,
    play: Callable[[int, int], None],
    progress: Callable[[float], None] | None = None,
) -> None:
    """Play deals in chunks, on several threads; `play` gets the first deal and how many."""
    starts = range(0, deals, chunk)
    with ThreadPoolExecutor(threads) as pool:
        jobs = [pool.submit(play, first, min(chunk, deals - first)) for first in starts]
        for done, job in enumerate(as_completed(jobs)):
            job.result()
            if progress is not None:
                progress(min((done + 1) * chunk, deals))
