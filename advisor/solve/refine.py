"""Correcting the values of the backward induction by what self-play shows.

The induction takes the others' hands for independent of what they threw and of their not
having knocked. So play whole hands by the table against itself; at one turn of each hand play
every move in turn on the same cards; and see how much more each won than it was said to be
worth. The means over coarse cells (turn, move, points held, group of the card in question)
are added to the values, which have no noise themselves; the best choice by these sums is the
next table. Between two players the means over cells of clues (:mod:`advisor.players.clues`) are
written beside it; they move a knock, or the second best throw, ahead where that is close.

Of the clues for a knock only the cards that the other one is known to hold are heeded. What he
did last speaks for or against a knock as well, as long as nobody minds; but it can be feigned,
and who answers it loses more to one who feigns than he wins from the others.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from advisor.hands import scores
from advisor.players.clues import KNOCKING, THROWING, group
from advisor.players.solved import Solved
from advisor.players.written import (
    CERTAIN,
    DOUBT,
    DRAW,
    INSTEAD,
    KNOCK,
    OTHER,
    SURE,
    THROW_DOUBT,
    UNIT,
)
from advisor.solve.pack import last_takes
from advisor.suits import (
    four_cards,
    four_classes,
    hand_classes,
    kept_of_four,
    pair_numbers,
    swapped,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from advisor.playout.compare import Found, Said
    from advisor.rules import Rules
    from advisor.solve.meanfield import Strategy

POINTS: Final = 32
"""Points that a hand may hold, halves cut off: 0 to 31."""
PARTS: Final = 8
"""A round is always cut into so many parts, so that threads do not change a sum."""
FIRST_DECK: Final = 1 << 40
"""Number of the first deal; the decks before it are for measuring."""
GROUPS: Final = np.array([group(4 * rank) for rank in range(13)])
"""Group of every rank."""
TRUST: Final = 200
"""Deals after which a cell's mean counts half."""
MOST_UNITS: Final = 30_000
"""Clues are worth no more units than fit into their numbers."""
NO_WAITING: Final = 30
"""Points with which no clue speaks against a knock."""
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
    chooser = _Chooser(rules, strategy, values)
    for number in range(rounds):
        first = FIRST_DECK + number * deals
        chooser.learn(_compare(rules, table, chooser, (seed, first, deals), threads))
        table = chooser.table()
        if progress:
            progress(number + 1)
    return table


def cells(turns: int) -> Found:
    """Empty sums and numbers."""
    from advisor.playout.compare import Found  # noqa: PLC0415  # Numba is wanted from here on only

    groups = int(GROUPS.max()) + 1
    return Found(
        np.zeros((2, turns, 3, POINTS, groups)),
        np.zeros((2, turns, POINTS, groups)),
        np.zeros((2, turns, *KNOCKING[1:])),
        np.zeros((2, turns, *THROWING)),
    )


def _compare(
    rules: Rules, table: Solved, chooser: _Chooser, decks: tuple[int, int, int], threads: int
) -> Found:
    """Compare all moves on some decks: seed, first, how many."""
    from advisor.playout import batch  # noqa: PLC0415
    from advisor.playout.compare import Found, compare_moves  # noqa: PLC0415

    seats = batch.seats([table.expanded()] * table.players, rules)
    game, said, (seed, first, deals) = batch.game(rules), chooser.said(), decks
    edges = [first + deals * part // PARTS for part in range(PARTS + 1)]

    def play(part: int) -> Found:
        found = cells(len(table.moves))
        compare_moves(seed, edges[part], edges[part + 1] - edges[part], seats, game, said, found)
        return found

    with ThreadPoolExecutor(threads) as pool:
        parts = list(pool.map(play, range(PARTS)))
    return Found(*(np.sum(arrays, axis=0) for arrays in zip(*parts, strict=True)))


class _Chooser:
    """Values of one hand of each class, and the best choice once they are corrected."""

    def __init__(self, rules: Rules, strategy: Strategy, values: Values) -> None:
        scored, fours = scores(rules).astype(np.intp) // 2, four_classes().first
        ranks, hands = _pairs()
        self.points, self.tops = scored[hands], GROUPS[ranks]
        self.players, self.waiting = strategy.players, values.waiting
        takes = values.moves[:, :, 1:DRAW]
        self.takes = takes.argmax(axis=2).astype(np.uint8) + np.uint8(1)
        self.options = values.moves[:, :, [KNOCK, 1, DRAW]]
        self.options[:, :, 1] = takes.max(axis=2)
        self.last = last_takes(strategy)
        thrown, kept = four_cards()[fours].T, kept_of_four()[fours].T
        self.throws = values.waiting[:, pair_numbers()[thrown >> 2, swapped()[thrown & 3, kept]]]
        self.kept, self.thrown = scored[kept], GROUPS[thrown >> 2]
        self.sums = cells(len(values.moves))

    def learn(self, found: Found) -> None:
        """Remember what was found, and less of what was found before."""
        self.sums = type(found)(
            *(MEMORY * sums + new for sums, new in zip(self.sums, found, strict=True))
        )

    def table(self) -> Solved:
        """Make the table of the best choices."""
        said = self.said()
        more = self.options.transpose(0, 2, 1) + said.usual[:, :, self.points, self.tops]
        # A take that makes 31 wins at once, whatever self-play says about others.
        more[:, 1][self.options[:, :, 1] >= 1] = np.inf
        moves = written_moves(more, self.takes) | self.last
        throws = written_throws(self.throws + said.usual_throws[:, self.kept, self.thrown])
        knocking, throwing = (
            np.rint(np.clip(worth / UNIT, -MOST_UNITS, MOST_UNITS)).astype(np.int16)
            for worth in (said.knocking, said.throwing)
        )
        knocking = np.repeat(knocking[:, None], KNOCKING[0], axis=1)
        return Solved(moves, throws, knocking, throwing, {}, self.players)

    def said(self) -> Said:
        """Say what the choices are worth, as the comparison wants it."""
        from advisor.playout.compare import Said  # noqa: PLC0415

        usual, usual_throws, knocking, throwing = self.sums
        total, number = knocking
        knocks = total / (number + TRUST)
        # Two who hold 30, each afraid of three of a kind, would wait for each other for ever.
        knocks[..., NO_WAITING:] = np.maximum(knocks[..., NO_WAITING:], 0)
        return Said(
            self.options,
            self.takes - np.uint8(1),
            self.waiting,
            np.ascontiguousarray(pair_numbers()),
            hand_classes().places,
            GROUPS,
            _trusted(usual, axis=1),
            _trusted(usual_throws, axis=(1, 2)),
            knocks,
            _trusted(throwing, axis=3),
        )


def written_moves(worth: NDArray[np.floating], takes: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """Write down the best moves, what would be done instead, and how far that is behind.

    Parameters
    ----------
    worth
        Tokens that a knock, the best take and a draw are worth, shape (turns, 3, classes).
    takes
        Which take is the best, shape (turns, classes).
    """
    knock, take, draw = worth.transpose(1, 0, 2)
    other = np.where(take > draw, takes, np.uint8(DRAW)).astype(np.uint16)
    ahead = np.minimum(np.abs(knock - np.maximum(take, draw)), 1.0)
    doubt = np.minimum(np.rint(np.sqrt(ahead / UNIT)), CERTAIN).astype(np.uint16)
    knocks = knock > np.maximum(take, draw)
    move, instead = np.where(knocks, KNOCK, other), np.where(knocks, other, KNOCK)
    return np.asarray(move | instead << INSTEAD | doubt << DOUBT, dtype=np.uint16)


def written_throws(worth: NDArray[np.floating]) -> NDArray[np.uint8]:
    """Write down the best throws, the second best ones, and how far these are behind.

    `worth` are tokens for every place of the four, shape (turns, 4, classes).
    """
    first = worth.argmax(axis=1)
    most = worth.max(axis=1)
    rest = worth.copy()
    np.put_along_axis(rest, first[:, None], -np.inf, axis=1)
    second = rest.argmax(axis=1)
    behind = np.minimum(most - rest.max(axis=1), 1.0)
    doubt = np.minimum(np.rint(np.sqrt(behind / UNIT / 2)), SURE).astype(np.int64)
    return np.asarray(first | second << OTHER | doubt << THROW_DOUBT, dtype=np.uint8)


def _pairs() -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Rank of the top card, and the hand that stands for it, of each class, shape (63193,)."""
    first = hand_classes().first
    ranks, places = np.nonzero(pair_numbers()[:, first] >= 0)
    return ranks, first[places]


def _trusted(sums: NDArray[np.float64], axis: int | tuple[int, ...]) -> NDArray[np.float64]:
    """Mean of every cell, drawn towards that of all cells along `axis` where deals are few."""
    total, number = sums
    common = total.sum(axis=axis, keepdims=True) / np.maximum(
        number.sum(axis=axis, keepdims=True), 1
    )
    return np.asarray(common + (total - number * common) / (number + TRUST))
