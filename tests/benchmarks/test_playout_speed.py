"""How fast hands are played, beside the targets of the design and the limit of the machine.

Run with ``pytest tests/benchmarks``. Rates are worlds or hands a second, single-threaded
unless said; compare the ratios within one run, machines are noisy.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import numpy as np
import pytest
from numba import njit

from advisor.advise import advise
from advisor.cards import parse_cards
from advisor.hands import scores
from advisor.players.scat import SCAT_PLAYERS
from advisor.playout import batch
from advisor.playout.chance import below, mix
from advisor.playout.lineup import play_lineup
from advisor.position import Position, ask
from advisor.rules import PRESETS

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from pytest_benchmark.fixture import BenchmarkFixture

SCAT = PRESETS["scat"]
HANDS = 200_000


def position(players: int) -> Position:
    """Build an ordinary position for so many players."""
    return ask(parse_cards("Jc Tc Ad"), top=parse_cards("4h")[0], players=players)


def rate(benchmark: BenchmarkFixture) -> int:
    """Give the best rate that was seen, in hands a second."""
    return 0 if benchmark.stats is None else round(HANDS / benchmark.stats["min"])


@pytest.mark.parametrize(("players", "target"), [(2, 1_500_000), (4, 700_000), (9, None)])
@pytest.mark.parametrize("threads", [1, 2])
def test_whole_hands(
    benchmark: BenchmarkFixture, players: int, target: int | None, threads: int
) -> None:
    """Whole hands from the deal to the showdown, everybody `rising`."""
    table = batch.seats(["rising"] * players, SCAT)
    batch.play_deals(SCAT, table, 10, seed=0)
    benchmark.extra_info["target hands/s per thread"] = target
    deals = benchmark(batch.play_deals, SCAT, table, HANDS, seed=1, threads=threads)
    benchmark.extra_info["hands/s"] = rate(benchmark)
    assert len(deals.paid) == HANDS


@pytest.mark.parametrize("name", [player.name for player in SCAT_PLAYERS])
@pytest.mark.parametrize("players", [2, 4])
def test_named_players(benchmark: BenchmarkFixture, name: str, players: int) -> None:
    """Whole hands of every named player at a table of his like."""
    names = [name.replace("N", "22")] * players
    play_lineup(SCAT, names, 10, seed=0)
    benchmark(play_lineup, SCAT, names, HANDS, seed=1)
    benchmark.extra_info["hands/s"] = rate(benchmark)


def test_two_threads(benchmark: BenchmarkFixture) -> None:
    """The loops run without Python's lock: how much more two threads do than one (wanted: 1.8)."""
    table = batch.seats(["rising"] * 2, SCAT)
    spent: dict[int, list[float]] = {1: [], 2: []}

    def side_by_side() -> None:
        # One after the other, so that a busy machine slows down both.
        for threads, seconds in spent.items():
            started = time.perf_counter()
            batch.play_deals(SCAT, table, 4 * HANDS, seed=1, threads=threads)
            seconds.append(time.perf_counter() - started)

    benchmark.pedantic(side_by_side, rounds=10)  # type: ignore[no-untyped-call]  # not annotated
    benchmark.extra_info["two threads to one"] = round(min(spent[1]) / min(spent[2]), 2)


@njit(nogil=True, cache=True)
def _only_draw_and_look_up(hands: int, cards: int, of: NDArray[np.int8]) -> int:
    """Draw as many random numbers and read as many scores as hands would, and nothing else."""
    total = 0
    for hand in range(hands):
        key = mix(np.uint64(hand))
        for card in range(cards):
            total += of[below(22_100, key, card)]
            for _ in range(3):
                total += of[(total & 0x3FFF)]
    return total


def test_limit_of_the_machine(benchmark: BenchmarkFixture) -> None:
    """A loop that draws the random numbers of a heads-up hand and reads the same tables."""
    table = batch.seats(["rising"] * 2, SCAT)
    turns = float(batch.play_deals(SCAT, table, 20_000, seed=0).turns.mean())
    cards = 7 + round(turns)
    table_of_scores = scores(SCAT)
    _only_draw_and_look_up(10, cards, table_of_scores)
    benchmark(_only_draw_and_look_up, HANDS, cards, table_of_scores)
    benchmark.extra_info["hands/s"] = rate(benchmark)
    whole = []
    for _ in range(5):
        started = time.perf_counter()
        batch.play_deals(SCAT, table, HANDS, seed=1)
        whole.append(time.perf_counter() - started)
    benchmark.extra_info["hands/s of whole hands beside it"] = round(HANDS / min(whole))


@pytest.mark.parametrize("players", [2, 4, 9])
def test_advice(benchmark: BenchmarkFixture, players: int) -> None:
    """Warm advice with its standard number of trials."""
    asked = position(players)
    advise(asked, trials=100)
    answer = benchmark(advise, asked)
    benchmark.extra_info["trials"] = answer.trials
    benchmark.extra_info["error of best minus second, points"] = 100 * max(
        option.loss.se for option in answer.options[:2]
    )
