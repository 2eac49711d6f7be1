"""A player who does what a written-out table says, at the referee's table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from advisor.hands import THIRTY_ONE, best_discard, hand_cards, hand_index, score
from advisor.players.solved import DRAW, KNOCK, TAKES_LAST, row_of, suit_exchanged
from advisor.players.ways import ways
from advisor.referee.actions import Draw, Knock, Show, Take, Throw
from advisor.suits import set_rank, swapped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from advisor.cards import Card
    from advisor.position import Position
    from advisor.referee.actions import Action


class TabledPlayer:
    """Plays by :func:`advisor.players.ways.ways`; decides from a position alone.

    Parameters
    ----------
    name
        Whose table it is.
    """

    def __init__(self, name: str) -> None:
        self._name = name

    def act(self, position: Position, legal: Sequence[Action]) -> Action:
        """Choose at the start of a turn."""
        if Show() in legal:
            return Show()
        top = position.top
        if top is None:
            raise ValueError("this table is for scat; there is no top card")
        moves, _ = self._rows(position)
        turned = swapped()[top % 4, hand_index(position.hand)]
        entry = int(moves[top // 4, turned])
        best, kept = best_discard(position.hand, top, position.rules, keep=True)
        if position.knocked_by is not None:
            return Take(best) if entry & TAKES_LAST else Draw()
        move = entry % TAKES_LAST
        if move == KNOCK and Knock() in legal:
            return Knock()
        if move == KNOCK:
            # Not yet allowed: he plays on like the greedy player.
            return Take(best) if kept > score(position.hand, position.rules) else Draw()
        if move == DRAW:
            return Draw()
        return Take(suit_exchanged(int(hand_cards()[turned, move - 1]), top % 4))

    def throw(self, position: Position, drawn: Card) -> Throw:
        """Choose what to throw after a draw."""
        thrown, kept = best_discard(position.hand, drawn, position.rules, keep=False)
        if position.knocked_by is not None or kept >= THIRTY_ONE:
            return Throw(thrown)
        _, throws = self._rows(position)
        four = np.array([sorted((*position.hand, drawn))], dtype=np.int64)
        return Throw(int(four[0, throws[int(set_rank(four)[0])]]))

    def _rows(self, position: Position) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        players = len(position.order)
        moves, throws = ways(self._name, position.rules, players)
        row = row_of(position.turn, len(moves), players)
        return moves[row], throws[row]
