"""The way of a named player at any table: his own, or the nearest solved one there is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from advisor.cards import counted
from advisor.players.solved import SOLVED, SolvedError, nearest, row_of
from advisor.players.ways import ways
from advisor.players.written import CERTAIN, DOUBT, KNOCK, MOVE, Plays, Ways, each

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from advisor.players.clues import Clue
    from advisor.rules import Rules

MOST_SOLVED: Final = 9
"""Most players for whom a table may have been solved."""


@dataclass(frozen=True, slots=True)
class Way:
    """How a player is taken to play at a table.

    Parameters
    ----------
    ways
        His tables, for as many players as sit here.
    players
        How many that is.
    notes
        Where it is not the player's own way for these rules and so many players, a sentence.
    """

    ways: Ways
    players: int
    notes: tuple[str, ...] = ()

    def plays(self, turn: int, clue: Clue) -> Plays:
        """Say how he plays after so many turns of all players, under a clue."""
        at, ways = row_of(turn, len(self.ways.moves), self.players), self.ways
        return Plays(
            ways.moves[at],
            ways.throws[at],
            ways.knocking[at, clue.last, clue.level],
            ways.throwing[at],
            clue.in_suits,
        )


def nearest_way(name: str, rules: Rules, players: int) -> Way:
    """Find how a named player plays.

    Parameters
    ----------
    name
        As in :func:`advisor.players.ways.ways`.
    rules
        The rules in force. For ``solved`` under rules, or for a number of players, without a
        table: the nearest preset's, and the nearest number of players'.
    players
        How many play.

    Raises
    ------
    PlayerError
        If there is no such player, or he plays by chance.
    SolvedError
        If there is no solved table at all.
    """
    if name != SOLVED:
        return Way(ways(name, rules, players), players)
    return _nearest_solved(rules, players)


@lru_cache(maxsize=4)
def _nearest_solved(rules: Rules, players: int) -> Way:
    # A table for the whole pack is better than none.
    house = replace(rules, pack=52)
    for number in sorted(range(2, MOST_SOLVED + 1), key=lambda other: abs(other - players)):
        try:
            said = nearest(house, number)[1]
        except SolvedError:
            continue
        way = ways(SOLVED, house, number)
        if number != players:
            rows = _rows(len(way.moves), number, players)
            way = each(partial(_picked, rows), way)
        if rules.first_round_knock == "forbidden":
            way = _without_early_knocks(way, rules, players)
        notes = [*([said] if said else []), *_notes(rules, number, players)]
        return Way(way, players, tuple(notes))
    raise SolvedError("there is no solved table at all; thirtyone solve makes one")


def _picked(rows: NDArray[np.intp], array: NDArray[Any]) -> NDArray[Any]:
    return np.ascontiguousarray(array[rows])


def _without_early_knocks(way: Ways, rules: Rules, players: int) -> Ways:
    """Play on like the greedy player where the table would knock in the first round."""
    greedy = ways("greedy", rules, players).moves[0]
    changed = way.moves.copy()
    early = changed[:players]
    # Who would knock plays on, and nobody else may change his mind.
    early[:] = np.where(early & MOVE == KNOCK, greedy, early | CERTAIN << DOUBT)
    return way._replace(moves=changed)


def _rows(turns: int, solved_for: int, players: int) -> NDArray[np.intp]:
    """Row of a table for every turn of a game with another number of players.

    A seat plays as the one that is as far around the other table, in the same round.
    """
    turn = np.arange(turns // solved_for * players)
    seat = (turn % players) * solved_for // players
    return np.asarray(turn // players * solved_for + seat)


def _notes(rules: Rules, number: int, players: int) -> Iterator[str]:
    if rules.pack != 52:
        yield f"the solved table is for 52 cards; here there are {rules.pack}"
    if number != players:
        yield (
            f"there is no solved table for {counted(players, 'player')}; "
            f"solved players play as at a table of {number}"
        )
