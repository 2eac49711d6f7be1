"""A whole match: tokens, the pot, who is still in, and who deals.

Where a lost hand costs a token, the last player left takes the pot. Where the highest hand
takes the antes, every hand stands alone: the score is kept in antes, and a match goes on as
long as people like.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from advisor.position import OUT, turn_order
from advisor.referee.game import check_rules, deal
from advisor.referee.pot import after_payments, paid_in
from advisor.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Sequence

    from advisor.cards import Card
    from advisor.referee.state import State


@dataclass(frozen=True, slots=True)
class Match:
    """Where a match stands between two hands.

    Parameters
    ----------
    rules
        The rules in force.
    tokens
        Tokens of every seat; ``OUT`` (-1) for a seat that is out.
    dealer
        Seat that deals the next hand; always one that is in.
    pot
        Tokens paid so far; with those in play always ``rules.tokens`` for each player.
    score
        Antes won less antes paid of every seat, where the highest hand takes them; they sum
        to 0.
    hands
        Hands finished.
    """

    rules: Rules
    tokens: tuple[int, ...]
    dealer: int
    pot: int
    score: tuple[Fraction, ...]
    hands: int = 0

    @property
    def winner(self) -> int | None:
        """Seat that takes the pot of tokens; None while two or more are in."""
        left = [seat for seat, tokens in enumerate(self.tokens) if tokens != OUT]
        return left[0] if len(left) == 1 else None


def start(rules: Rules, players: int, dealer: int | None = None) -> Match:
    """Sit down.

    Parameters
    ----------
    rules
        The rules in force.
    players
        Number of seats.
    dealer
        First dealer; the last seat if not said, so that seat 0 begins.

    Raises
    ------
    RulesError
        If two switches make no sense together.
    """
    check_rules(rules)
    return Match(
        rules=rules,
        tokens=(rules.tokens,) * players,
        dealer=players - 1 if dealer is None else dealer,
        pot=0,
        score=(Fraction(0),) * players,
    )


def next_hand(match: Match, deck: Sequence[Card]) -> State:
    """Deal the next hand of a match; see :func:`~advisor.referee.game.deal`.

    Raises
    ------
    ValueError
        If the match is over.
    """
    if match.winner is not None:
        raise ValueError(f"the match is over: seat {match.winner} takes the pot")
    return deal(match.rules, match.tokens, match.dealer, deck)


def after_hand(match: Match, state: State) -> Match:
    """Settle a finished hand and pass the deal to the next player on the left who is in.

    A hand that costs nobody anything passes the deal as well **(our choice)**.

    Parameters
    ----------
    match
        The match before the hand.
    state
        The finished hand.

    Raises
    ------
    ValueError
        If the hand is not over, or is not this match's next one.
    """
    if state.result is None:
        raise ValueError("the hand is not over yet")
    if (state.rules, state.tokens, state.dealer) != (match.rules, match.tokens, match.dealer):
        raise ValueError("this hand was not dealt at this point of this match")
    tokens = after_payments(match.tokens, state.result.paid, match.rules)
    antes = len(state.order) if any(state.result.pot) else 0
    won = [
        antes * share - (1 if antes and seat in state.order else 0)
        for seat, share in enumerate(state.result.pot)
    ]
    return replace(
        match,
        tokens=tokens,
        dealer=turn_order(tokens, match.dealer)[0],
        pot=match.pot + paid_in(match.tokens, tokens),
        score=tuple(old + new for old, new in zip(match.score, won, strict=True)),
        hands=match.hands + 1,
    )
