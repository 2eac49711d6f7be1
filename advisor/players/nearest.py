"""The way of a named player at any table: his own, or the nearest solved one there is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from advisor.cards import counted
from advisor.players.solved import KNOCK, SOLVED, TAKES_LAST, SolvedError, nearest, row_of
from advisor.players.ways import ways

if TYPE_CHECKING:
    from collections.abc import Iterator

    from advisor.rules import Rules

MOST_SOLVED: Final = 9
"""Most players for whom a table may have been solved."""


@dataclass(frozen=True, slots=True)
class Way:
    """How a player is taken to play at a table.

    Parameters
    ----------
    moves, throws
        As :func:`advisor.players.ways.ways` gives them, for as many players as sit here.
    players
        How many that is.
    notes
        Where it is not the player's own way for these rules and so many players, a sentence.
    """

    moves: NDArray[np.uint8]
    throws: NDArray[np.uint8]
    players: int
    notes: tuple[str, ...] = ()

    def row(self, turn: int) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """Moves, shape (13, 22100), and throws, (270725,), after so many turns of all players."""
        at = row_of(turn, len(self.moves), self.players)
        return self.moves[at], self.throws[at]


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
        return Way(*ways(name, rules, players), players)
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
        moves, throws = ways(SOLVED, house, number)
        if number != players:
            rows = _rows(len(moves), number, players)
            moves, throws = np.ascontiguousarray(moves[rows]), np.ascontiguousarray(throws[rows])
        if rules.first_round_knock == "forbidden":
            moves = _without_early_knocks(moves, rules, players)
        notes = [*([said] if said else []), *_notes(rules, number, players)]
        return Way(moves, throws, players, tuple(notes))
    raise SolvedError("there is no solved table at all; thirtyone solve makes one")


def _without_early_knocks(
    moves: NDArray[np.uint8], rules: Rules, players: int
) -> NDArray[np.uint8]:
    """Play on like the greedy player where the table would knock in the first round."""
    greedy, _ = ways("greedy", rules, players)
    changed = moves.copy()
    early = changed[:players]
    changed[:players] = np.where(early % TAKES_LAST == KNOCK, greedy[0], early)
    return changed


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
