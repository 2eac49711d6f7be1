"""How fast hands are played, beside the targets of the design and the limit of the machine.

Run with ``pytest tests/benchmarks``. Rates are worlds or hands a second, single-threaded
unless said; compare the ratios within one run, machines are noisy.
"""

from __future__ import annotations

import numpy as np
import pytest
from numba import njit
from pytest_benchmark.fixture import BenchmarkFixture

from advisor.advise import advise
from advisor.cards import parse_cards
from advisor.players import thumb
from advisor.playout import batch, scat
from advisor.position import Position, ask
from advisor.rules import PRESETS

SCAT = PRESETS["scat"]
HANDS = 200_000


def position(players: int) -> Position:
    """Build an ordinary position for so many players."""
    return ask(parse_cards("Jc Tc Ad"), top=parse_cards("4h")[0], players=players)


@pytest.mark.parametrize(("players", "target"), [(2, 1_500_000), (4, 700_000), (9, None)])
@pytest.mark.parametrize("threads", [1, 2])
def test_whole_hands(
    benchmark: BenchmarkFixture, players: int, target: int | None, threads: int
) -> None:
    """Whole hands from the deal to the showdown, everybody `rising`."""
    table = thumb.table(["rising"] * players, SCAT)
    batch.play_deals(SCAT, table, 10, seed=0)
    benchmark.extra_info["target hands/s per thread"] = target
    deals = benchmark(batch.play_deals, SCAT, table, HANDS, seed=1, threads=threads)
    benchmark.extra_info["hands/s"] = round(HANDS / benchmark.stats["min"])
    assert len(deals.paid) == HANDS


@njit(nogil=True, cache=True)
def _only_draw_and_look_up(hands: int, cards: int, scores: np.ndarray) -> int:
    """Draw as many random numbers and read as many scores as hands would, and nothing else."""
    total = 0
    for hand in range(hands):
        key = scat.mix(np.uint64(hand))
        for card in range(cards):
            total += scores[scat.below(22_100, key, card)]
            for _ in range(3):
                total += scores[(total & 0x3FFF)]
    return total


def test_limit_of_the_machine(benchmark: BenchmarkFixture) -> None:
    """A loop that draws the random numbers of a heads-up hand and reads the same tables."""
    table = thumb.table(["rising"] * 2, SCAT)
    turns = float(batch.play_deals(SCAT, table, 20_000, seed=0).turns.mean())
    cards = 7 + round(turns)
    scores = batch.scores(SCAT)
    _only_draw_and_look_up(10, cards, scores)
    benchmark(_only_draw_and_look_up, HANDS, cards, scores)
    benchmark.extra_info["hands/s"] = round(HANDS / benchmark.stats["min"])


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
