"""The moves a player can choose from at the start of his turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from advisor.cards import Card, name, names, pretty
from advisor.hands import THIRTY_ONE, score
from advisor.odds.exchange import exchanges

if TYPE_CHECKING:
    from advisor.position import Position


@dataclass(frozen=True, slots=True)
class Move:
    """One move.

    Parameters
    ----------
    action
        ``knock``, ``take``, ``draw``, ``show``, ``swap`` or ``pass``.
    take, discard
        Card taken from the pile and card thrown for it; None where there is none.
    give, get
        Cards laid into the widow and cards taken for them, ascending; empty but in a swap.
    """

    action: str
    take: Card | None = None
    discard: Card | None = None
    give: tuple[Card, ...] = ()
    get: tuple[Card, ...] = ()

    def words(self) -> str:
        """The move in words: ``"take 8♣, throw 10♦"``."""
        if self.give:
            return f"swap {_listed(self.give)} for {_listed(self.get)}"
        if self.take is not None and self.discard is not None:
            return f"take {pretty(self.take)}, throw {pretty(self.discard)}"
        said = {"draw": "draw from the stock", "pass": "pass, keeping your cards"}
        return said.get(self.action, self.action)

    def to_json(self) -> dict[str, object]:
        """The move as the JSON interface promises it; several cards are one text: ``"Kd Ad"``."""
        if self.give:
            return {
                "action": self.action,
                "discard": names(self.give),
                "take": names(self.get),
            }
        return {
            "action": self.action,
            "discard": None if self.discard is None else name(self.discard),
            "take": None if self.take is None else name(self.take),
        }


def legal_moves(position: Position) -> tuple[Move, ...]:
    """All moves that the rules allow, in a fixed order.

    A draw is one move here: what to throw depends on the card. Whoever may show shows.
    """
    rules = position.rules
    if score(position.hand, rules) >= THIRTY_ONE:
        return (Move("show"),)
    moves = []
    first_round = position.turn < len(position.order)
    if position.knocked_by is None and not (first_round and rules.first_round_knock == "forbidden"):
        moves.append(Move("knock"))
    moves += _scat_moves(position) if rules.game == "scat" else _widow_moves(position)
    return tuple(moves)


def _scat_moves(position: Position) -> list[Move]:
    rules, top = position.rules, position.top
    moves = [Move("take", top, discard) for discard in position.hand]
    if rules.put_back_taken:
        moves.append(Move("take", top, top))
    moves.append(Move("draw"))
    if position.knocked_by is not None and rules.stand_pat_last_turn:
        moves.append(Move("pass"))
    return moves


def _widow_moves(position: Position) -> list[Move]:
    swaps = exchanges(position.hand, position.widow, position.rules)
    return [Move("pass"), *(Move("swap", give=swap.give, get=swap.get) for swap in swaps)]


def _listed(cards: tuple[Card, ...]) -> str:
    return " ".join(pretty(card) for card in cards)
