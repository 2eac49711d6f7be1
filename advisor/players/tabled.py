"""A player who does what a written-out table says, at the referee's table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from advisor.hands import THIRTY_ONE, best_discard, score
from advisor.players.clues import clue_of
from advisor.players.solved import SolvedError, row_of
from advisor.players.told import told_move, told_throw
from advisor.players.ways import ways
from advisor.players.written import DRAW, KNOCK, Ways
from advisor.referee.actions import Draw, Knock, Show, Take, Throw

if TYPE_CHECKING:
    from collections.abc import Sequence

    from advisor.cards import Card
    from advisor.position import Position
    from advisor.referee.actions import Action


class TabledPlayer:
    """Plays by a table; decides from a position alone.

    Parameters
    ----------
    table
        Whose table it is, by a name that :func:`advisor.players.ways.ways` knows; or the table.
    """

    def __init__(self, table: str | Ways) -> None:
        self._table = table

    def act(self, position: Position, legal: Sequence[Action]) -> Action:
        """Choose at the start of a turn."""
        if Show() in legal:
            return Show()
        top = position.top
        if top is None:
            raise SolvedError("this table is for scat; there is no top card")
        way, row = self._way(position)
        own = score(position.hand, position.rules)
        clue = clue_of(position)
        told = told_move(way, row, hand=position.hand, own=own, top=top, clue=clue)
        best, kept = best_discard(position.hand, top, position.rules, keep=True)
        if position.knocked_by is not None:
            return Take(best) if told.takes_last else Draw()
        if told.move == KNOCK and Knock() in legal:
            return Knock()
        if told.move == KNOCK:
            # Not yet allowed: he plays on like the greedy player.
            return Take(best) if kept > own else Draw()
        if told.move == DRAW or told.thrown is None:
            return Draw()
        return Take(told.thrown)

    def throw(self, position: Position, drawn: Card) -> Throw:
        """Choose what to throw after a draw."""
        thrown, kept = best_discard(position.hand, drawn, position.rules, keep=False)
        if position.knocked_by is not None or kept >= THIRTY_ONE or position.top is None:
            return Throw(thrown)
        way, row = self._way(position)
        top, clue = position.top, clue_of(position)
        return Throw(told_throw(way, row, hand=position.hand, drawn=drawn, top=top, clue=clue))

    def _way(self, position: Position) -> tuple[Ways, int]:
        players = len(position.order)
        table = self._table
        way = ways(table, position.rules, players) if isinstance(table, str) else table
        return way, row_of(position.turn, len(way.moves), players)
