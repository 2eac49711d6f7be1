"""Correcting the values of the backward induction by what self-play shows.

The induction takes the other player's hand for independent of what he threw and of his not
having knocked. So play whole hands by the table against itself; at one turn of each hand play
every move in turn on the same cards; and see how much more each won than it was said to be
worth. The means over coarse cells (turn, move, points held, group of the card in question)
are added to the values, which have no noise themselves; the best choice by these sums is the
next table.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from advisor.hands import hand_cards, scores
from advisor.players.solved import DRAW, KNOCK, TAKES_LAST, Solved
from advisor.solve.pack import at_pairs, last_takes
from advisor.suits import RANKS, four_cards, four_classes, kept_of_four, swapped

if TYPE_CHECKING:
    from collections.abc import Callable

    from advisor.rules import Rules
    from advisor.solve.meanfield import Strategy

POINTS: Final = 32
"""Points that a hand may hold, halves cut off: 0 to 31."""
PARTS: Final = 8
"""A round is always cut into so many parts, so that threads do not change a sum."""
FIRST_DECK: Final = 1 << 40
"""Number of the first deal; the decks before it are for measuring."""
GROUPS: Final = np.array([0] * 5 + [1] * 3 + [2] * 4 + [3])
"""Twos to sixes, sevens to nines, tens to kings, aces."""
TRUST: Final = 200
"""Deals after which a cell's mean counts half."""
MEMORY: Final = 0.7
"""What a deal counts one round later, when the table has changed."""


@dataclass(frozen=True, slots=True)
class Values:
    """What every choice is said to be worth, in tokens.

    Parameters
    ----------
    moves, waiting
        As :func:`advisor.solve.meanfield.values` gives them.
    """

    moves: NDArray[np.float32]
    waiting: NDArray[np.float32]


def refine(
    rules: Rules,
    strategy: Strategy,
    values: Values,
    table: Solved,
    *,
    rounds: int,
    deals: int,
    seed: int,
    threads: int = 1,
    progress: Callable[[int], None] | None = None,
) -> Solved:
    """Improve a table by what self-play shows.

    Parameters
    ----------
    rules
        The rules.
    strategy, values
        The solution of the induction, and what it says that choices are worth.
    table
        The table to begin with.
    rounds, deals
        Tables made one from the other, and deals for each.
    seed
        Seed of the decks. The result depends on it, but not on `threads`.
    threads
        Threads to share the work.
    progress
        Called after each round with the rounds done.

    Returns
    -------
    Solved
        The last table, without provenance.
    """
    turns, groups = len(values.moves), int(GROUPS.max()) + 1
    of_moves = np.zeros((2, turns, 3, POINTS, groups))
    of_throws = np.zeros((2, turns, POINTS, groups))
    chooser = _Chooser(rules, strategy, values)
    for number in range(rounds):
        first = FIRST_DECK + number * deals
        found = _compare(rules, table, values, (seed, first, deals), threads)
        of_moves = MEMORY * of_moves + found[0]
        of_throws = MEMORY * of_throws + found[1]
        table = chooser.table(of_moves, of_throws)
        if progress:
            progress(number + 1)
    return table


def _compare(
    rules: Rules, table: Solved, values: Values, decks: tuple[int, int, int], threads: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Compare all moves on some decks: seed, first, how many."""
    from advisor.playout import batch  # noqa: PLC0415  # Numba is wanted from here on only
    from advisor.playout.solved import compare_moves  # noqa: PLC0415

    turns, groups = len(values.moves), int(GROUPS.max()) + 1
    moves, throws = (array[None] for array in table.expanded())
    seed, first, deals = decks
    edges = [first + deals * part // PARTS for part in range(PARTS + 1)]

    def play(part: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        of_moves = np.zeros((2, turns, 3, POINTS, groups))
        of_throws = np.zeros((2, turns, POINTS, groups))
        compare_moves(
            seed, edges[part], edges[part + 1] - edges[part], moves, throws, values.moves,
            values.waiting, GROUPS, swapped(), hand_cards(), scores(rules),
            batch.rule_codes(rules), of_moves, of_throws,
        )  # fmt: skip
        return of_moves, of_throws

    with ThreadPoolExecutor(threads) as pool:
        found = list(pool.map(play, range(PARTS)))
    moves_of, throws_of = zip(*found, strict=True)
    return np.sum(moves_of, axis=0), np.sum(throws_of, axis=0)


class _Chooser:
    """Values of one hand of each class, and the best choice once they are corrected."""

    def __init__(self, rules: Rules, strategy: Strategy, values: Values) -> None:
        scored, fours = scores(rules).astype(np.intp) // 2, four_classes().first
        shape = (RANKS, len(scored))
        self.points = at_pairs(np.broadcast_to(scored, shape))
        self.tops = at_pairs(np.broadcast_to(GROUPS[:, None], shape))
        moves = at_pairs(values.moves)
        self.takes = moves[:, 1:DRAW].argmax(axis=1).astype(np.uint8) + 1
        best = moves[:, 1:DRAW].max(axis=1)
        # A take that makes 31 wins at once, whatever self-play says about others.
        best[best >= 1] = np.inf
        self.moves = np.stack([moves[:, KNOCK], best, moves[:, DRAW]], axis=1)
        self.last = last_takes(strategy)
        thrown, kept = four_cards()[fours].T, kept_of_four()[fours].T
        self.throws = values.waiting[:, thrown >> 2, swapped()[thrown & 3, kept]]
        self.kept, self.thrown = scored[kept], GROUPS[thrown >> 2]

    def table(self, of_moves: NDArray[np.float64], of_throws: NDArray[np.float64]) -> Solved:
        """Make the table of the best choices."""
        more = self.moves + _trusted(of_moves, axis=1)[:, :, self.points, self.tops]
        best = more.argmax(axis=1)
        moves = np.choose(best, [KNOCK, self.takes, DRAW]).astype(np.uint8)
        throws = self.throws + _trusted(of_throws, axis=(1, 2))[:, self.kept, self.thrown]
        return Solved((moves % TAKES_LAST) | self.last, throws.argmax(axis=1).astype(np.uint8), {})


def _trusted(sums: NDArray[np.float64], axis: int | tuple[int, ...]) -> NDArray[np.float64]:
    """Mean of every cell, drawn towards that of all cells along `axis` where deals are few."""
    total, number = sums
    common = total.sum(axis=axis, keepdims=True) / np.maximum(
        number.sum(axis=axis, keepdims=True), 1
    )
    return np.asarray(common + (total - number * common) / (number + TRUST))
