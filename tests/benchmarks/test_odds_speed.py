"""How long exact answers take; run alone: ``pytest tests/benchmarks``.

Targets on two ordinary cores: import 300 ms, odds of a position 10 ms, heads-up knock 30 ms,
reach 31 in ten draws 50 ms the first time.
"""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from advisor.cards import parse_cards
from advisor.odds import reach_31
from advisor.odds.draw import draw_odds
from advisor.odds.last_turn import knock_risk_heads_up
from advisor.odds.my_last_turn import best_last_turn_heads_up, last_turn_three
from advisor.odds.prior import hand_distribution
from advisor.odds.reach import reach
from advisor.players.thumb import thresholds
from advisor.position import Position, ask
from advisor.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_benchmark.fixture import BenchmarkFixture

QUESTION = ask(parse_cards("Jc Tc Ad"), top=10, players=2)


def pedantic(
    benchmark: BenchmarkFixture,
    function: Callable[..., Any],
    args: tuple[object, ...],
    **options: object,
) -> Any:  # noqa: ANN401
    """Time a function for a given number of rounds, after one to warm up."""
    return benchmark.pedantic(function, args, warmup_rounds=1, **options)  # type: ignore[no-untyped-call]


def test_import(benchmark: BenchmarkFixture) -> None:
    """Protects the time until the first command can do anything: a fresh interpreter's import."""
    command = [sys.executable, "-c", "import advisor"]
    pedantic(benchmark, subprocess.run, (command,), kwargs={"check": True}, rounds=7)


def test_bare_interpreter(benchmark: BenchmarkFixture) -> None:
    """Protects the reading of the import's time: what Python alone takes of it."""
    command = [sys.executable, "-c", "pass"]
    pedantic(benchmark, subprocess.run, (command,), kwargs={"check": True}, rounds=7)


def test_odds_of_a_position(benchmark: BenchmarkFixture) -> None:
    """Protects the 10 ms of a draw's odds together with 31 in three draws."""

    def odds(position: Position) -> int:
        return draw_odds(position).unseen + len(reach(position, 62, 3))

    assert benchmark(odds, QUESTION) == 51


def test_reach_31_first_time(benchmark: BenchmarkFixture) -> None:
    """Protects the 50 ms of ten draws for 31 when nothing has been computed before."""
    forget = reach_31._graph.cache_clear
    found = pedantic(benchmark, reach, (QUESTION, 62, 10), setup=forget, rounds=15)
    assert found[1].mean == pytest.approx(0.045212766)


def test_reach_of_any_target(benchmark: BenchmarkFixture) -> None:
    """Protects three exact draws for a target that many hands reach."""
    assert len(benchmark(reach, QUESTION, 56, 3)) == 3


def test_reach_simulated(benchmark: BenchmarkFixture) -> None:
    """Protects the second that ten draws for any target may take."""
    assert len(pedantic(benchmark, reach, (QUESTION, 56, 10), rounds=5)) == 10


def test_knock_heads_up(benchmark: BenchmarkFixture) -> None:
    """Protects the 30 ms of an exact knock."""
    risk = benchmark(knock_risk_heads_up, ask(parse_cards("Kc Tc 3d"), top=14, players=2))
    assert risk.pays.mean == pytest.approx(0.250643, abs=5e-7)


@pytest.mark.parametrize("turns", [0, 1, 4])
def test_prior(benchmark: BenchmarkFixture, turns: int) -> None:
    """Protects the time of what an opponent may hold, by turns he has had."""
    unseen, table = QUESTION.unseen, thresholds("rising")
    benchmark(hand_distribution, unseen, Rules(), turns=turns, thresholds=table, knocked=True)


def test_last_turn_heads_up(benchmark: BenchmarkFixture) -> None:
    """Protects the time of valuing one's own last turn against one knocker."""
    position = ask(parse_cards("Kc Tc 3d"), top=14, players=2, knocked_by=1)
    prior = hand_distribution(position.unseen, Rules(), turns=0)
    assert len(benchmark(best_last_turn_heads_up, position, prior)) == 4


def test_last_turn_three(benchmark: BenchmarkFixture) -> None:
    """Protects the time of valuing one's own last turn with three players."""
    position = ask(parse_cards("Kc Tc 3d"), top=14, players=3, seat=0, knocked_by=1)
    prior = hand_distribution(position.unseen, Rules(), turns=1)
    assert len(benchmark(last_turn_three, position, prior, prior)) == 4
