"""The moves a player can choose from at the start of his turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from advisor.cards import Card, pretty
from advisor.hands import THIRTY_ONE, score

if TYPE_CHECKING:
    from advisor.position import Position


@dataclass(frozen=True, slots=True)
class Move:
    """One move.

    Parameters
    ----------
    action
        ``knock``, ``take``, ``draw``, ``show`` or ``pass``.
    take, discard
        Card taken from the pile and card thrown for it; None where there is none.
    """

    action: str
    take: Card | None = None
    discard: Card | None = None

    def words(self) -> str:
        """The move in words: ``"take 8♣, throw 10♦"``."""
        if self.take is not None and self.discard is not None:
            return f"take {pretty(self.take)}, throw {pretty(self.discard)}"
        return {"draw": "draw from the stock", "show": "show", "pass": "stand pat"}.get(
            self.action, self.action
        )


def legal_moves(position: Position) -> tuple[Move, ...]:
    """All moves that the rules of `scat` allow, in a fixed order.

    A draw is one move here: what to throw depends on the card.
    """
    rules, top = position.rules, position.top
    if score(position.hand, rules) >= THIRTY_ONE:
        return (Move("show"),)
    moves = []
    first_round = position.turn < len(position.order)
    if position.knocked_by is None and not (first_round and rules.first_round_knock == "forbidden"):
        moves.append(Move("knock"))
    moves += [Move("take", top, discard) for discard in position.hand]
    if rules.put_back_taken:
        moves.append(Move("take", top, top))
    moves.append(Move("draw"))
    if position.knocked_by is not None and rules.stand_pat_last_turn:
        moves.append(Move("pass"))
    return tuple(moves)
