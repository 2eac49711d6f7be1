"""The solver on games whose answers are known."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from advisor.cards import parse_cards
from advisor.rules import parse_rules
from advisor.solve.cfr import Solver, solve_tree
from advisor.solve.small import SmallGame
from advisor.solve.tree import (
    CHANCE,
    TERMINAL,
    Tree,
    TreeError,
    best_response,
    grow,
    nash_conv,
    value,
)
from tests.solve.spiel import FromSpiel, nash_conv_by_spiel

if TYPE_CHECKING:
    from collections.abc import Hashable

SMALL = SmallGame(
    parse_rules("scat[stock_out=showdown]"),
    tuple(parse_cards("Ah Kh 9h 5h As 9s 4s Ac")),
    max_turns=3,
    top=parse_cards("9h")[0],
)


@pytest.fixture(scope="module")
def kuhn() -> Tree:
    """Kuhn poker: three cards, one bet."""
    return grow(FromSpiel("kuhn_poker"))


@pytest.fixture(scope="module")
def small() -> Tree:
    """Thirty-One with eight cards and three turns."""
    return grow(SMALL)


def test_kuhn_has_the_nodes_it_should(kuhn: Tree) -> None:
    """Three cards in six orders, nine nodes each, twelve information sets of two choices."""
    assert len(kuhn.parent) == 1 + 3 + 6 * 9
    assert len(kuhn.information) == 12
    assert kuhn.choices == 24


def test_kuhn_uniform(kuhn: Tree) -> None:
    """Against play at random both players together gain 11/12 in Kuhn poker."""
    assert nash_conv(kuhn, kuhn.uniform()) == pytest.approx(11 / 12, abs=1e-12)
    assert value(kuhn, kuhn.uniform()) == pytest.approx(1 / 8, abs=1e-12)


def test_kuhn_solved(kuhn: Tree) -> None:
    """Kuhn poker is worth -1/18 to the first player."""
    told = []
    strategy = solve_tree(kuhn, within=1e-4, rounds=5_000, progress=lambda *done: told.append(done))
    assert nash_conv(kuhn, strategy) < 1e-4
    assert value(kuhn, strategy) == pytest.approx(-1 / 18, abs=1e-4)
    assert [rounds for rounds, _ in told] == [25 * (1 + number) for number in range(len(told))]
    assert told[-1][1] == pytest.approx(nash_conv(kuhn, strategy), abs=1e-12)


def test_leduc() -> None:
    """Leduc poker: OpenSpiel's distance of random play, and a few rounds that come near 0."""
    leduc = grow(FromSpiel("leduc_poker"))
    assert nash_conv(leduc, leduc.uniform()) == pytest.approx(4.747222222222222, abs=1e-9)
    strategy = solve_tree(leduc, within=0.02, rounds=400)
    assert nash_conv(leduc, strategy) < 0.02
    assert value(leduc, strategy) == pytest.approx(-0.0856, abs=0.01)


def test_nobody_gains_alone_what_both_gain(kuhn: Tree) -> None:
    """A best response is worth at least as much as going on as before, for either player."""
    rng = np.random.default_rng(3)
    for _ in range(20):
        weights = rng.random(kuhn.choices)
        strategy = weights / np.add.reduceat(weights, kuhn.offset[:-1])[kuhn.set_of]
        first, second = (best_response(kuhn, strategy, player) for player in (0, 1))
        assert first >= value(kuhn, strategy) - 1e-12
        assert second >= -value(kuhn, strategy) - 1e-12
        assert nash_conv(kuhn, strategy) == pytest.approx(first + second, abs=1e-12)


def test_small_thirty_one_solved(small: Tree) -> None:
    """Thirty-One with a few cards comes within 1e-3 of a token of unbeatable; OpenSpiel agrees."""
    strategy = solve_tree(small, within=5e-4, rounds=2_000)
    found = nash_conv(small, strategy)
    assert 0 <= found < 1e-3
    assert nash_conv_by_spiel(SMALL, small, strategy) == pytest.approx(found, abs=1e-6)


def test_small_thirty_one_uniform(small: Tree) -> None:
    """OpenSpiel finds the same distance for random play, where every choice counts."""
    strategy = small.uniform()
    found = nash_conv(small, strategy)
    assert found > 0.5
    assert nash_conv_by_spiel(SMALL, small, strategy) == pytest.approx(found, abs=1e-6)


def test_rounds_end_it(kuhn: Tree) -> None:
    """The rounds are a limit, and the first one gives an average already."""
    solver = Solver(kuhn)
    solver.step()
    assert np.allclose(solver.strategy(), solve_tree(kuhn, within=0.0, rounds=1))


class _Forgetful:
    """A game where the same player has two moves, then three, and cannot tell which."""

    def initial(self) -> int:
        return 0

    def player(self, state: int) -> int:
        return {0: CHANCE, 1: 0, 2: 0}.get(state, TERMINAL)

    def moves(self, state: int) -> list[tuple[int, float]]:
        after = {0: [1, 2], 1: [3, 4], 2: [3, 4, 5]}[state]
        return [(number, 1 / len(after)) for number in after]

    def information(self, _state: int) -> Hashable:
        return "the same"

    def payoff(self, _state: int) -> float:
        return 0.0


def test_contradictions_and_size() -> None:
    """Other moves at states that look alike, and games that are too large, are refused."""
    game: Any = _Forgetful()
    with pytest.raises(TreeError, match="look the same to player 0"):
        grow(game)
    with pytest.raises(TreeError, match="more than 100 nodes"):
        grow(SMALL, max_nodes=100)
