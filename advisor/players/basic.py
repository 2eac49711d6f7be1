"""Basic strategy: a few numbers that a person can remember, and the player who follows them.

The numbers were found by simulation (:mod:`advisor.solve.chart`) and lie in
``data/basic-scat.json``, a set for each number of players.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from advisor.cards import POINTS
from advisor.hands import THIRTY_ONE, hand_cards, scores
from advisor.players.clues import TOOK
from advisor.players.takes import kept_by_taking, taking
from advisor.players.thumb import NEVER
from advisor.players.written import INSTEAD, KNOCK, MOVE, TAKES_LAST, Ways, certain
from advisor.resources import data_path
from advisor.suits import kept_of_four

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from advisor.rules import Rules

BASIC: Final = "basic"
"""Name of the player who follows the chart."""

ROUNDS: Final = 4
"""Own turns for which the chart has a number of its own; the last one holds for all later."""

FORMAT: Final = "thirtyone-basic"
VERSION: Final = 1
NO_KNOCK: Final = 31
"""Points asked for on top that say: never."""
TWO_CARDS: Final = 2 * 21
"""An ace and a ten, in half points: more needs three cards of a suit, or three of a kind."""


class BasicError(ValueError):
    """A file that does not hold the chart."""


@dataclass(frozen=True, slots=True)
class Basic:
    """Basic strategy at a table of one size; all numbers are points.

    He takes the top card if that makes :attr:`take_to` or more and adds :attr:`take_least`, or
    adds :attr:`take_gain`. Else he knocks with :attr:`knock`. Else he draws.

    Parameters
    ----------
    knock
        Score with which he knocks on his first, second, third and later turns if three cards
        make it.
    two_cards
        So much more he wants if two cards make it; :data:`NO_KNOCK` if he never knocks then.
    high_top
        So much more he wants if the top card counts ten or more; likewise.
    took
        So much more he wants if the other one took the top card just before; likewise. Only
        with two players; else 0.
    take_to, take_least, take_gain
        When he takes the top card.
    last_to, last_gain
        The same on a last turn, after somebody's knock, where adding 1 is enough.
    pair
        What two cards of one rank are worth when he decides which cards to keep.
    """

    knock: tuple[int, int, int, int]
    two_cards: int
    high_top: int
    took: int
    take_to: int
    take_least: int
    take_gain: int
    last_to: int
    last_gain: int
    pair: int

    def __post_init__(self) -> None:
        numbers = [*self.knock, *(getattr(self, name) for name in _NUMBERS)]
        expected = ROUNDS + len(_NUMBERS)
        if len(numbers) != expected or not all(type(number) is int for number in numbers):
            raise BasicError(f"the chart holds {numbers}; expected {expected} points")


_NUMBERS: Final = tuple(name for name in Basic.__slots__ if name != "knock")


def write_out(chart: Basic, rules: Rules, players: int, *, knocks_first: bool = False) -> Ways:
    """Write out what a chart says, as :func:`advisor.players.ways.ways` does.

    Parameters
    ----------
    chart
        The numbers.
    rules
        The rules in force.
    players
        How many play.
    knocks_first
        Whether he knocks where he could take instead; the chart says no, and this tells what
        that is worth.
    """
    high = np.array(POINTS[::4]) >= 10
    wanted = np.tile(np.array(chart.knock)[:, None], len(high)) + chart.high_top * high
    if rules.first_round_knock == "forbidden":
        wanted[0] = NEVER
    own = scores(rules).astype(np.int64)
    suits = hand_cards() % 4
    by_two = (own <= TWO_CARDS) & (suits != suits[:, :1]).any(axis=1)
    takes = _takes(chart.take_to, chart.take_least, chart.take_gain, rules)
    two_cards = chart.two_cards * by_two
    knocks = own - 2 * two_cards >= 2 * wanted[:, :, None]
    if not knocks_first:
        knocks &= ~takes
    last = taking(_takes(chart.last_to, 1, chart.last_gain, rules), rules) & TAKES_LAST
    moves = taking(takes, rules) & ~np.uint8(TAKES_LAST)
    moves = np.where(knocks, np.uint8(KNOCK), moves) | last
    throws = _worth(chart.pair, rules)[kept_of_four()].argmax(axis=1).astype(np.uint8)
    turns = ROUNDS * players
    ways = certain(moves.repeat(players, axis=0), throws[None].repeat(turns, axis=0))
    if players > 2:
        return ways
    careful = knocks & (own - 2 * two_cards < 2 * (wanted + chart.took)[:, :, None])
    return _careful(ways, careful.repeat(players, axis=0), taking(takes, rules))


def _careful(ways: Ways, careful: NDArray[np.bool_], instead: NDArray[np.uint8]) -> Ways:
    """Do something else where he would knock with little, if the other one took the top card."""
    named = (instead & MOVE).astype(np.uint16) << INSTEAD
    moves = np.where(careful, ways.moves & (MOVE | TAKES_LAST) | named, ways.moves)
    knocking = ways.knocking.copy()
    knocking[:, TOOK] = -1
    return ways._replace(moves=moves.astype(np.uint16), knocking=knocking)


def _takes(to: int, least: int, gain: int, rules: Rules) -> NDArray[np.bool_]:
    """Where the top card is taken, shape (13, 22100)."""
    kept = kept_by_taking(rules).max(axis=1).astype(np.int64)
    more = kept - scores(rules)
    enough = (more >= 2 * gain) | ((kept >= 2 * to) & (more >= 2 * least))
    return np.asarray((more > 0) & (enough | (kept >= THIRTY_ONE)))


def _worth(pair: int, rules: Rules) -> NDArray[np.int64]:
    """What a hand is worth when something must be thrown, shape (22100,)."""
    ranks = hand_cards() // 4
    alike = (ranks[:, 1:] == ranks[:, :-1]).any(axis=1)
    return np.asarray(scores(rules).astype(np.int64) + 2 * pair * alike)


def basic(players: int) -> Basic:
    """Look up the numbers for a table of so many players; beyond nine those for nine."""
    charts = document()["charts"]
    found = charts[str(min(players, max(map(int, charts))))]["chart"]
    return Basic(**(found | {"knock": tuple(found["knock"])}))


def basic_ways(rules: Rules, players: int) -> Ways:
    """Write out what the shipped chart says."""
    return write_out(basic(players), rules, players)


@cache
def document() -> dict[str, Any]:
    """Read the shipped file: the charts, how they were found and what they cost.

    Raises
    ------
    BasicError
        If it is not such a file.
    """
    path = data_path("basic-scat.json")
    found = json.loads(path.read_text(encoding="utf-8"))
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise BasicError(f"{path.name} does not hold a chart (format {FORMAT})")
    return found
