"""Any small game of two players as a tree, and how far strategies are from unbeatable.

A game is anything with the four methods of :class:`Game`. :func:`grow` walks through all of it
once; what is exact here is exact because no node is left out.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

CHANCE: Final = -1
"""Chance's number among the players, who are 0 and 1."""

TERMINAL: Final = -2
"""The number of nobody: the game is over."""

MAX_NODES: Final = 5_000_000

State = TypeVar("State")


class Game(Protocol[State]):
    """Two players, chance, and payoffs that sum to zero."""

    def initial(self) -> State:
        """Give the state at the beginning."""

    def player(self, state: State) -> int:
        """Say who acts: 0, 1, :data:`CHANCE` or :data:`TERMINAL`."""

    def moves(self, state: State) -> Sequence[tuple[State, float]]:
        """List the states that may come next, with their chances (at a player's turn unused).

        At states that a player cannot tell apart he has the same moves in the same order.
        """

    def information(self, state: State) -> Hashable:
        """Give all that the player who acts knows, his own earlier moves included."""

    def payoff(self, state: State) -> float:
        """Say what player 0 wins at the end."""


class TreeError(ValueError):
    """The game is too large to be walked through, or its states contradict each other."""


@dataclass(frozen=True, slots=True)
class Tree:
    """Every node of a game, parents before children.

    Parameters
    ----------
    parent
        Parent of every node; 0, the root, is its own.
    player
        Who acts at each node; :data:`CHANCE` or :data:`TERMINAL`.
    chance
        Chance of each node given its parent; 1 after a player's move.
    choice
        Number of the choice that led to each node, among those of all information sets; -1
        after chance.
    payoff
        What player 0 wins at each node, 0 before the end.
    information
        Key of each information set.
    owner
        Who acts at each information set.
    offset
        First choice of each information set, and the number of choices: its own are
        ``offset[i]`` to ``offset[i + 1] - 1``.
    depth
        Moves made before each node.
    set_at
        Information set of each node; -1 at chance's nodes and at the end.
    """

    parent: NDArray[np.int64]
    player: NDArray[np.int8]
    chance: NDArray[np.float64]
    choice: NDArray[np.int64]
    payoff: NDArray[np.float64]
    information: tuple[Hashable, ...]
    owner: NDArray[np.int8]
    offset: NDArray[np.int64]
    depth: NDArray[np.int64]
    set_at: NDArray[np.int64]

    @property
    def choices(self) -> int:
        """Choices of all information sets together."""
        return int(self.offset[-1])

    @property
    def set_of(self) -> NDArray[np.int64]:
        """Information set of every choice, shape (choices,)."""
        return np.repeat(np.arange(len(self.owner)), np.diff(self.offset))

    def layers(self) -> list[NDArray[np.int64]]:
        """List the nodes of each depth, from the root's children on."""
        order = np.argsort(self.depth, kind="stable")
        ends = np.cumsum(np.bincount(self.depth))
        return np.split(order, ends)[1:-1]

    def uniform(self) -> NDArray[np.float64]:
        """Give every choice of an information set the same chance, shape (choices,)."""
        return (1 / np.diff(self.offset))[self.set_of]


def grow(game: Game[State], max_nodes: int = MAX_NODES) -> Tree:
    """Walk through a whole game.

    Parameters
    ----------
    game
        The game.
    max_nodes
        Most nodes to walk through.

    Raises
    ------
    TreeError
        If there are more nodes, or a player has other moves, or has made another number of
        them, in states that look the same to him.
    """
    grower = _Grower(game, max_nodes)
    grower.walk()
    return grower.tree()


class _Grower:
    """Nodes and information sets found so far."""

    def __init__(self, game: Game[State], max_nodes: int) -> None:
        self.game, self.max_nodes = game, max_nodes
        self.nodes: list[tuple[int, int, float, tuple[int, int] | None, float, int, int]] = []
        self.sets: dict[tuple[int, Hashable], int] = {}
        self.shapes: list[tuple[int, int]] = []

    def walk(self) -> None:
        waiting: list[tuple[Any, int, float, tuple[int, int] | None, int]] = [
            (self.game.initial(), 0, 1.0, None, 0)
        ]
        while waiting:
            state, parent, chance, choice, depth = waiting.pop()
            number, player = len(self.nodes), self.game.player(state)
            if number >= self.max_nodes:
                raise TreeError(f"the game has more than {self.max_nodes} nodes; choose a smaller")
            at = -1
            if player == TERMINAL:
                payoff, moves = self.game.payoff(state), []
            else:
                payoff, moves = 0.0, list(self.game.moves(state))
            if player >= 0:
                key = self.game.information(state)
                at = self._set(player, key, (len(moves), depth))
            self.nodes.append((parent, player, chance, choice, payoff, depth, at))
            for index, (after, likely) in enumerate(moves):
                taken = (at, index) if player >= 0 else None
                waiting.append((after, number, 1.0 if taken else likely, taken, depth + 1))

    def _set(self, player: int, key: Hashable, shape: tuple[int, int]) -> int:
        found = self.sets.setdefault((player, key), len(self.sets))
        if found == len(self.shapes):
            self.shapes.append(shape)
        elif self.shapes[found] != shape:
            raise TreeError(
                f"two states look the same to player {player}, but one has {shape[0]} moves after "
                f"{shape[1]}, the other {self.shapes[found][0]} after {self.shapes[found][1]}"
            )
        return found

    def tree(self) -> Tree:
        parent, player, chance, choice, payoff, depth, at = zip(*self.nodes, strict=True)
        offset = np.concatenate([[0], np.cumsum([size for size, _ in self.shapes])]).astype(
            np.int64
        )
        numbers = [-1 if made is None else offset[made[0]] + made[1] for made in choice]
        return Tree(
            np.array(parent, dtype=np.int64),
            np.array(player, dtype=np.int8),
            np.array(chance),
            np.array(numbers, dtype=np.int64),
            np.array(payoff, dtype=np.float64),
            tuple(key for _, key in self.sets),
            np.array([owner for owner, _ in self.sets], dtype=np.int8),
            offset,
            np.array(depth, dtype=np.int64),
            np.array(at, dtype=np.int64),
        )


def reach(tree: Tree, strategy: NDArray[np.float64], without: int | None) -> NDArray[np.float64]:
    """Chance to come to each node when one player does all he can to get there.

    Parameters
    ----------
    tree
        The game.
    strategy
        Chance of every choice, shape (choices,).
    without
        Player whose choices count as certain; None for the plain chance.
    """
    step = tree.chance.copy()
    made = tree.choice >= 0
    counted = made if without is None else made & (tree.player[tree.parent] != without)
    step[counted] = strategy[tree.choice[counted]]
    result = np.ones(len(step))
    for layer in tree.layers():
        result[layer] = result[tree.parent[layer]] * step[layer]
    return result


def value(tree: Tree, strategy: NDArray[np.float64]) -> float:
    """What player 0 wins on average if both follow the strategy."""
    return float(reach(tree, strategy, None) @ tree.payoff)


def best_response(tree: Tree, strategy: NDArray[np.float64], player: int) -> float:
    """What a player wins on average if he knows the other's strategy and answers it best."""
    sign = 1.0 if player == 0 else -1.0
    worth = sign * tree.payoff * reach(tree, strategy, player)
    gained = np.zeros(tree.choices)
    for layer in reversed(tree.layers()):
        # A node of his is worth what the best choice of its set makes it worth, and how good a
        # choice is comes from all nodes of the set together.
        his = tree.player[tree.parent[layer]] == player
        mine, others = layer[his], layer[~his]
        np.add.at(gained, tree.choice[mine], worth[mine])
        chosen = mine[_best(tree, gained)[tree.choice[mine]]]
        for nodes in (others, chosen):
            np.add.at(worth, tree.parent[nodes], worth[nodes])
    return float(worth[0])


def _best(tree: Tree, gained: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Mark the first best choice of every set, shape (choices,)."""
    first, set_of = tree.offset[:-1], tree.set_of
    is_best = gained == np.maximum.reduceat(gained, first)[set_of]
    numbers = np.where(is_best, np.arange(tree.choices), tree.choices)
    return np.asarray(numbers == np.minimum.reduceat(numbers, first)[set_of])


def nash_conv(tree: Tree, strategy: NDArray[np.float64]) -> float:
    """What both players together would win by answering the strategy best: 0 if unbeatable."""
    return sum(best_response(tree, strategy, player) for player in (0, 1))
