"""How much less noise common worlds and the luck taken out leave, and how long advice takes.

Run with ``pytest tests/benchmarks``. The factors are by how many times the variance of the
difference between two moves falls: so many times fewer worlds give the same error.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from advisor.advise import advise
from advisor.moves import Move, legal_moves
from advisor.playout.seen import Table
from advisor.position import parse_position
from advisor.values import Tally

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture

    from advisor.position import Position

WORLDS = 40_000


def asked(players: int) -> Position:
    """Build a position in the second round, whose best move is not clear at once."""
    return parse_position(f"scat hand:JcTcAd top:4h players:{players} turn:{players}")


@pytest.mark.parametrize("players", [2, 4, 9])
def test_variance_of_the_difference_of_two_moves(benchmark: BenchmarkFixture, players: int) -> None:
    """Draw against the best take: independent worlds, common ones, and luck taken out."""
    position = asked(players)
    take = max(
        (move for move in legal_moves(position) if move.action == "take"),
        key=lambda move: move.discard or 0,
    )
    moves, own = [Move("draw"), take], ["solved", "solved"]
    table = Table(position, opponents="solved")
    table.play(moves, own, 10, seed=0)
    one = benchmark(table.play, moves, own, WORLDS, seed=1)
    raw, clean = Tally(position, moves), Tally(position, moves)
    raw.add(one)
    for first in range(0, WORLDS, 500):
        clean.add(table.play(moves, own, 500, seed=1, first=first))
    apart = sum(value.se**2 for value in raw.values().pot)
    common = variance(raw)
    without_luck = variance(clean)
    benchmark.extra_info["common worlds, times less variance"] = round(apart / common, 2)
    benchmark.extra_info["luck taken out, times less again"] = round(common / without_luck, 2)
    assert apart > common > without_luck > 0


def variance(tally: Tally) -> float:
    """Variance of the error of the difference of the two moves."""
    covariance = tally.values().covariance
    return float(np.array([1, -1]) @ covariance @ np.array([1, -1]))


@pytest.mark.parametrize(("players", "seconds"), [(2, 0.3), (4, 0.3), (9, 1.0)])
@pytest.mark.parametrize("opponents", ["solved", "rising"])
def test_advice(benchmark: BenchmarkFixture, players: int, seconds: float, opponents: str) -> None:
    """Warm advice, with the error of the difference between the two best moves."""
    position = asked(players)
    advise(position, opponents=opponents)
    benchmark.extra_info["target s"] = seconds
    found = benchmark(advise, position, opponents=opponents)
    errors = [option.loss.se for option in found.options[1:2]]
    benchmark.extra_info["se of the difference, points"] = round(100 * errors[0], 3)
    benchmark.extra_info["stopped"] = found.stopped
    assert errors[0] <= 0.003 or found.stopped == "known"
