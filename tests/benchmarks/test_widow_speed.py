"""How fast hands of widow are played, beside the target and the limit of the machine.

Run with ``pytest tests/benchmarks/test_widow_speed.py``. Rates are hands a second; compare the
ratios within one run, machines are noisy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from numba import njit

from advisor.cards import parse_cards, parse_hand
from advisor.hands import pair_scores
from advisor.playout.chance import below, world_key
from advisor.playout.widow import play_widow
from advisor.position import ask
from advisor.rules import PRESETS
from advisor.widow.advice import advise_widow

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from pytest_benchmark.fixture import BenchmarkFixture

HANDS = 200_000
ADVICE = 0.5
"""Seconds for warm advice at 2 to 5 players."""
TARGET = 1_000_000
"""Hands a second and thread for 3 seats of widow."""


def rate(benchmark: BenchmarkFixture) -> int:
    """Give the best rate that was seen, in hands a second."""
    return 0 if benchmark.stats is None else round(HANDS / benchmark.stats["min"])


@pytest.mark.parametrize("preset", ["widow", "widow-any", "schwimmen"])
@pytest.mark.parametrize("name", ["swap:20", "swap:25", "closer", "confidence", "random", "solved"])
def test_three_seats(benchmark: BenchmarkFixture, preset: str, name: str) -> None:
    """Whole hands of three players of one kind under each preset."""
    rules = PRESETS[preset]
    play_widow(rules, [name] * 3, 10, seed=0)
    benchmark.extra_info["target hands/s per thread"] = TARGET
    played = benchmark(play_widow, rules, [name] * 3, HANDS, seed=1)
    benchmark.extra_info["hands/s"] = rate(benchmark)
    benchmark.extra_info["turns a hand"] = float(played.turns[~played.capped].mean())
    benchmark.extra_info["given up"] = float(played.capped.mean())


@pytest.mark.parametrize("seats", [2, 4, 7])
@pytest.mark.parametrize("threads", [1, 2])
def test_other_tables(benchmark: BenchmarkFixture, seats: int, threads: int) -> None:
    """Whole hands at smaller and larger tables, on one thread and two."""
    names = ["closer"] * seats
    play_widow(PRESETS["widow"], names, 10, seed=0)
    benchmark(play_widow, PRESETS["widow"], names, HANDS, seed=1, threads=threads)
    benchmark.extra_info["hands/s"] = rate(benchmark)


@pytest.mark.parametrize("preset", ["widow", "widow-any", "schwimmen"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_advice(benchmark: BenchmarkFixture, preset: str, players: int) -> None:
    """Advice in the middle of a hand, after everybody has had a turn."""
    rules = PRESETS[preset]
    asked = ask(
        parse_hand("Qd 9d 8s"),
        rules=rules,
        widow=parse_cards("Ad Kc 9h"),
        players=players,
        turn=players,
        exchanged=True,
    )
    advise_widow(asked)
    advice = benchmark(advise_widow, asked)
    benchmark.extra_info["target s"] = ADVICE
    benchmark.extra_info["trials"] = advice.trials
    benchmark.extra_info["error of the difference"] = advice.options[1].loss.se


@njit(nogil=True, cache=True)
def _only_draw_and_look_up(hands: int, turns: int, of: NDArray[np.int8]) -> int:
    """Draw the twelve cards of three seats and the widow, read nine scores a turn; no more."""
    total = 0
    deck = np.empty(52, dtype=np.int8)
    for hand in range(hands):
        key = world_key(1, hand)
        for card in range(52):
            deck[card] = card
        for place in range(12):
            other = place + below(52 - place, key, place)
            deck[place], deck[other] = deck[other], deck[place]
        for turn in range(turns):
            for look in range(9):
                total += of[(total + 97 * turn) & 1023, deck[look]]
    return total


def test_limit_of_the_machine(benchmark: BenchmarkFixture) -> None:
    """A loop that draws the random numbers of a 3-seat hand and reads as many scores."""
    turns = play_widow(PRESETS["widow"], ["closer"] * 3, 20_000, seed=0).turns.mean()
    table = pair_scores(PRESETS["widow"])
    _only_draw_and_look_up(10, round(float(turns)), table)
    benchmark(_only_draw_and_look_up, HANDS, round(float(turns)), table)
    benchmark.extra_info["hands/s"] = rate(benchmark)
