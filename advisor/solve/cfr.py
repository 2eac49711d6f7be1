"""Regret minimisation on a whole tree: CFR+ without sampling.

Source: O. Tammelin, "Solving large imperfect information games using CFR+", 2014: regrets
never fall below zero, the players are updated in turn, and round ``t`` counts ``t`` times in
the average.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from advisor.solve.tree import Tree, nash_conv, reach

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray


class Solver:
    """CFR+ on one tree, a round at a time.

    Parameters
    ----------
    tree
        The game.
    """

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.rounds = 0
        self._regrets = np.zeros(tree.choices)
        self._weights = np.zeros(tree.choices)
        self._set_of = tree.set_of
        self._owner_of = tree.owner[self._set_of]
        self._layers = tree.layers()

    def step(self) -> None:
        """Let both players learn from one walk through the tree each."""
        self.rounds += 1
        for player in (0, 1):
            self._learn(player)

    def strategy(self) -> NDArray[np.float64]:
        """Give the average strategy of all rounds: the chance of every choice, (choices,)."""
        return self._shares(self._weights)

    def _learn(self, player: int) -> None:
        tree, current = self.tree, self._shares(self._regrets)
        others = reach(tree, current, player)
        worth = (1.0 if player == 0 else -1.0) * tree.payoff * others
        gained = np.zeros(tree.choices)
        for layer in reversed(self._layers):
            his = tree.player[tree.parent[layer]] == player
            mine = layer[his]
            np.add.at(gained, tree.choice[mine], worth[mine])
            part = worth[layer]
            part[his] *= current[tree.choice[mine]]
            np.add.at(worth, tree.parent[layer], part)
        mean = np.add.reduceat(gained * current, tree.offset[:-1])[self._set_of]
        own = self._owner_of == player
        self._regrets[own] = np.maximum(self._regrets + gained - mean, 0)[own]
        self._weights[own] += self.rounds * (self._own_reach(current, player) * current)[own]

    def _own_reach(self, current: NDArray[np.float64], player: int) -> NDArray[np.float64]:
        """Chance that a player's own choices lead to each set, for each of its choices."""
        tree = self.tree
        step = np.ones(len(tree.parent))
        made = tree.choice >= 0
        made &= tree.player[tree.parent] == player
        step[made] = current[tree.choice[made]]
        arrives = np.ones(len(step))
        for layer in self._layers:
            arrives[layer] = arrives[tree.parent[layer]] * step[layer]
        of_set = np.zeros(len(tree.owner))
        deciding = tree.set_at >= 0
        # All nodes of a set have the same, since a player remembers what he did.
        of_set[tree.set_at[deciding]] = arrives[deciding]
        return np.asarray(of_set[self._set_of])

    def _shares(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """Divide weights by their sum in each set; the same for all where there are none."""
        total = np.add.reduceat(weights, self.tree.offset[:-1])[self._set_of]
        return np.where(total > 0, weights / np.where(total > 0, total, 1), self.tree.uniform())


def solve_tree(
    tree: Tree,
    *,
    within: float,
    rounds: int,
    progress: Callable[[int, float], None] | None = None,
) -> NDArray[np.float64]:
    """Solve a game until nobody gains more than a given amount by deviating.

    Parameters
    ----------
    tree
        The game.
    within
        The sum of both gains (NashConv) at which to stop.
    rounds
        Most rounds.
    progress
        Called now and then with the rounds done and the NashConv reached.

    Returns
    -------
    ndarray of float64, shape (choices,)
        Chance of every choice. Its NashConv may be larger than `within` if the rounds ended
        first; :func:`~advisor.solve.tree.nash_conv` tells.
    """
    solver = Solver(tree)
    while solver.rounds < rounds:
        solver.step()
        if solver.rounds % 25 == 0 or solver.rounds == rounds:
            distance = nash_conv(tree, solver.strategy())
            if progress:
                progress(solver.rounds, distance)
            if distance < within:
                break
    return solver.strategy()
