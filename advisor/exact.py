"""Moves whose every outcome is known: showing 31, and what two players can do after a knock."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from advisor.equity import fair_equity
from advisor.estimate import Estimate, exact
from advisor.hands import THIRTY_ONE, score
from advisor.referee.pot import after_payments

if TYPE_CHECKING:
    from advisor.moves import Move
    from advisor.position import Position

Outcomes: TypeAlias = Mapping[tuple[int, ...], float]
"""Chance of each way to pay: tokens that every seat pays → probability."""


def known_outcomes(
    position: Position, moves: Sequence[Move], opponents: str
) -> list[Outcomes | None]:
    """All outcomes of every move, or None where they can only be simulated.

    Parameters
    ----------
    position
        The question; the game ``scat``.
    moves
        The legal moves.
    opponents
        Name of the opponents' rule of thumb.
    """
    return [showing(position) if ends_at_once(position, move) else None for move in moves]


def pot_chance(position: Position, paid: Sequence[int]) -> float:
    """Chance to win the pot once the tokens of this hand are paid, luck alone deciding then."""
    after = after_payments(position.tokens, paid, position.rules)
    return fair_equity(after, position.rules)[position.seat]


def exact_value(position: Position, outcomes: Outcomes) -> tuple[Estimate, Estimate]:
    """Chance to pay and chance to win the pot, from all outcomes of a move."""
    pays = sum(chance for paid, chance in outcomes.items() if paid[position.seat])
    pot = sum(chance * pot_chance(position, paid) for paid, chance in outcomes.items())
    return exact(min(pays, 1.0)), exact(pot)


def ends_at_once(position: Position, move: Move) -> bool:
    """Whether a move shows a hand that ends the game."""
    hand = list(position.hand)
    if move.take is not None and move.discard is not None and move.take != move.discard:
        hand = [card for card in hand if card != move.discard] + [move.take]
    return move.action in ("show", "take") and score(hand, position.rules) >= THIRTY_ONE


def showing(position: Position) -> Outcomes:
    """What everybody pays when the player to move shows a hand that ends the game."""
    double = position.rules.thirty_one_after_knock == "double"
    paid = [
        0 if seat == position.seat else 1 + (double and seat == position.knocked_by)
        for seat in range(position.players)
    ]
    for seat in set(range(position.players)) - set(position.order):
        paid[seat] = 0
    return {tuple(paid): 1.0}
