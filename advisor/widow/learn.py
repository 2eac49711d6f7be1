"""How the tables of `widow` are made: self-play, and what every cell led to on average.

Fictitious play: in each round everybody plays by the worths found so far, one turn of each
hand is chosen with noise so that other moves are tried too, and what comes of a cell is
averaged over the rounds, older ones counting less. A cell that was seen rarely leans on its
neighbours: first those of nearly the same score, then the same phase whatever the widow, then
the whole kind of move.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
from scipy.ndimage import gaussian_filter1d

from advisor.hands import suit_classes
from advisor.limits import check_limits
from advisor.players.widow import TABLE
from advisor.players.widow_solved import WidowTable
from advisor.rules import RulesError, require
from advisor.widow.danger import danger_classes

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from advisor.rules import Rules

NOISES: Final = (0.02, 0.1, 0.3, 1.0)
LEANS: Final = (20.0, 40.0, 60.0, 100.0, 5.0)
"""Visits that the neighbours of a cell count as, from the nearest to the farthest."""
WIDTHS: Final = (1.0, 1.0, 1.5, 2.0)
"""How far the score of a neighbour may be off, in points (standard deviations)."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How a table is made.

    Parameters
    ----------
    rounds
        Rounds of self-play.
    deals
        Hands in each round.
    """

    rounds: int = 24
    deals: int = 200_000


DEFAULT: Final = Settings()


def learn_table(
    rules: Rules,
    seats: int,
    *,
    seed: int,
    settings: Settings = DEFAULT,
    progress: Callable[[int], None] | None = None,
) -> WidowTable:
    """Make a table by self-play.

    Parameters
    ----------
    rules
        Rules of `widow`.
    seats
        Players, 2 to 7.
    seed
        Seed of the decks.
    settings
        How long to play.
    progress
        Called after each round with its number, from 1.

    Raises
    ------
    RulesError, LimitError
        If there is no such game, or the seed is out of range.
    """
    require(rules, game="widow", doing="learning a table by self-play")
    check_limits(seed=seed)
    if not 2 <= seats <= rules.max_players:
        raise RulesError(f"{seats} players; {rules.name} is for 2 to {rules.max_players}")
    return answer_to(rules, ["solved"] * seats, seed=seed, settings=settings, progress=progress)


def answer_to(
    rules: Rules,
    names: list[str],
    *,
    seed: int,
    settings: Settings = DEFAULT,
    others: WidowTable | None = None,
    progress: Callable[[int], None] | None = None,
) -> WidowTable:
    """Learn to play against others, or against oneself.

    Parameters
    ----------
    rules, seed, settings, progress
        As in :func:`learn_table`.
    names
        Who sits at the table: ``solved`` for the learner, in every seat of self-play.
        Otherwise he takes each seat in turn, and this is what the others play.
    others
        If given, everybody else plays by this table: the answer shows what can be won from it.
    """
    # Numba is wanted from here on only.
    from advisor.players.widow import codes  # noqa: PLC0415
    from advisor.playout.widow import game_of  # noqa: PLC0415
    from advisor.playout.widow_learn import learn  # noqa: PLC0415
    from advisor.playout.widow_table import count_cells  # noqa: PLC0415

    seats = len(names)
    danger = danger_classes(rules)[suit_classes()]
    values = _first_values(seats)
    sums, counts = np.zeros(count_cells(seats)), np.zeros(count_cells(seats))
    self_play = others is None and all(name == "solved" for name in names)
    seatings = [codes(names)] if self_play else _seatings(codes(names), by_table=others is not None)
    deals = settings.deals // len(seatings)
    for number in range(settings.rounds):
        led_to, visits = np.zeros(len(sums)), np.zeros(len(sums), dtype=np.int64)
        known = [WidowTable(values, danger), *([] if others is None else [others])]
        for place, players in enumerate(seatings):
            first = (number * len(seatings) + place) * deals
            game = game_of(rules, *known)
            learn(seed, first, deals, players, 0, game, np.array(NOISES), led_to, visits)
        keep = max(1 - 2 / (number + 2), 0) if number <= 20 else 0.91
        sums, counts = keep * sums + led_to, keep * counts + visits
        values = smoothed(sums, counts, seats)
        if progress is not None:
            progress(number + 1)
    return WidowTable(values, danger)


def _seatings(players: NDArray[np.int64], *, by_table: bool) -> list[NDArray[np.int64]]:
    """The learner in each seat in turn; the others as they are, or by table 1."""
    found = []
    for seat in range(len(players)):
        seated = players.copy()
        if by_table:
            seated[:] = TABLE, 1
        seated[seat] = TABLE, 0
        found.append(seated)
    return found


def _shape(seats: int) -> tuple[int, int, int, int]:
    from advisor.playout import widow_table  # noqa: PLC0415  # numba

    per_phase = widow_table.SCORES * widow_table.DANGERS * widow_table.GAINS
    phases = widow_table.count_cells(seats) // per_phase
    return phases, widow_table.SCORES, widow_table.DANGERS, widow_table.GAINS


def _first_values(seats: int) -> NDArray[np.float32]:
    """Before anything is known: the higher the score, the better."""
    shape = _shape(seats)
    worth = (np.arange(shape[1]) - 13) / 31
    values = np.broadcast_to(worth[None, :, None, None], shape)
    return values.reshape(-1).astype(np.float32)


def smoothed(
    sums: NDArray[np.float64], counts: NDArray[np.float64], seats: int
) -> NDArray[np.float32]:
    """Worth of every cell from the sum of results and the number of visits."""
    shape = _shape(seats)
    total, visits = sums.reshape(shape), counts.reshape(shape)
    overall = sums.sum() / max(counts.sum(), 1.0)
    values = np.empty(shape)
    for kind in _kinds(seats):
        values[kind] = _leaning(total[kind], visits[kind], overall)
    return values.reshape(-1).astype(np.float32)


def _kinds(seats: int) -> tuple[slice, slice, slice]:
    """Phases of playing on, of knocking, and of the last lap."""
    from advisor.playout.widow_table import ROUNDS  # noqa: PLC0415  # numba

    one = 2 * (seats + ROUNDS)
    return slice(0, one), slice(one, 2 * one), slice(2 * one, 2 * one + seats - 1)


def _leaning(
    sums: NDArray[np.float64], counts: NDArray[np.float64], overall: float
) -> NDArray[np.float64]:
    """Let every cell lean on its neighbours, these on theirs, and so on; widest first.

    The axes are phase, score, danger and gain; those summed over are what a level forgets.
    """
    from advisor.playout.widow_table import OFFERS  # noqa: PLC0415  # numba

    phases, points, dangers, gains = sums.shape
    split = (phases, points, OFFERS, dangers // OFFERS, gains)
    own, *weights = LEANS
    values = np.array(overall)
    levels = ((0, 2, 3, 4), (2, 3, 4), (3,), ())
    for forgotten, weight, width in zip(levels, weights[::-1], WIDTHS[::-1], strict=True):
        total = sums.reshape(split).sum(axis=forgotten, keepdims=True)
        visits = counts.reshape(split).sum(axis=forgotten, keepdims=True)
        values = _lean(_near(total, width), _near(visits, width), weight, values)
    return _lean(sums, counts, own, values.reshape(sums.shape))


def _lean(
    sums: NDArray[np.float64],
    counts: NDArray[np.float64],
    weight: float,
    towards: NDArray[np.float64],
) -> NDArray[np.float64]:
    return np.asarray((sums + weight * towards) / (counts + weight))


def _near(array: NDArray[np.float64], width: float) -> NDArray[np.float64]:
    """Sum over nearly equal scores, weighed by a bell curve that is 1 at the score itself."""
    summed = gaussian_filter1d(array, width, axis=1, mode="constant")
    return np.asarray(summed * width * np.sqrt(2 * np.pi))
