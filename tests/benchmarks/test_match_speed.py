"""How much of the compiled loops' speed is left in a match, and what a second worker brings.

Run with ``pytest tests/benchmarks/test_match_speed.py``. Compare within one run; a second
worker shows only on a machine that is otherwise quiet.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from advisor.match.plan import Plan
from advisor.match.run import match, on_threads
from advisor.playout.lineup import play_lineup
from advisor.rules import PRESETS

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture

HANDS = 480_000
POTS = 40_000
LINE_UPS = {
    "scat 2": ("scat", ("rising", "flat:25")),
    "scat 4": ("scat", ("rising", "flat:25", "rising", "flat:25")),
    "scat 4 different": ("scat", ("rising", "flat:25", "steps", "falling")),
    "widow 3": ("widow", ("swap:25", "closer", "swap:25")),
}


def rate(benchmark: BenchmarkFixture, hands: int) -> None:
    """Note the best rate that was seen."""
    if benchmark.stats is not None:
        benchmark.extra_info["hands/s"] = round(hands / benchmark.stats["min"])


@pytest.mark.parametrize("kind", LINE_UPS)
def test_compiled_loop_alone(benchmark: BenchmarkFixture, kind: str) -> None:
    """The same number of hands with nothing counted: the limit of a match on one thread."""
    preset, names = LINE_UPS[kind]
    play_lineup(PRESETS[preset], names, 10, seed=0)
    benchmark(play_lineup, PRESETS[preset], names, HANDS, seed=1)
    rate(benchmark, HANDS)


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("kind", LINE_UPS)
def test_hands(benchmark: BenchmarkFixture, kind: str, workers: int) -> None:
    """A duplicate match of single hands, from the first deal to the result."""
    preset, names = LINE_UPS[kind]
    plan, share = Plan(PRESETS[preset], names, 1), on_threads(workers)
    result = benchmark(match, plan, HANDS, share=share)
    rate(benchmark, result.sums.hands)


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("kind", ["scat 2", "scat 4", "scat 4 different"])
def test_whole_pots(benchmark: BenchmarkFixture, kind: str, workers: int) -> None:
    """Whole pots, tokens to the end."""
    preset, names = LINE_UPS[kind]
    plan, share = Plan(PRESETS[preset], names, 1, pots=True), on_threads(workers)
    result = benchmark(match, plan, POTS, share=share)
    rate(benchmark, result.sums.hands)
