"""Moves whose every outcome is known: showing 31, and what two players can do after a knock."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from advisor.equity import fair_equity
from advisor.estimate import Estimate, exact
from advisor.hands import THIRTY_ONE, score
from advisor.odds.last_turn import knock_outcomes_heads_up
from advisor.odds.my_last_turn import best_last_turn_heads_up, chance_apart, last_turn_three
from advisor.odds.prior import PriorError, hand_distribution
from advisor.odds.showdown import payments
from advisor.players import thumb
from advisor.referee.pot import after_payments
from advisor.turns import turns_had, turns_watched

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from advisor.moves import Move
    from advisor.position import Position

Outcomes: TypeAlias = Mapping[tuple[int, ...], float]
"""Chance of each way to pay: tokens that every seat pays → probability."""

MOST_EXACT: Final = 3
"""Players with whom a whole last turn can be computed."""


def last_turn_outcomes(
    position: Position, moves: Sequence[Move], opponents: str
) -> tuple[list[Outcomes], bool] | None:
    """All outcomes of every move, where nothing is left to simulate.

    That is so when the only move is to show, and on the last turn of a hand when at most two
    other players are in it.

    Parameters
    ----------
    position, moves
        The question, of the game ``scat``, and its legal moves.
    opponents
        Name of the opponents' rule of thumb.

    Returns
    -------
    tuple or None
        Outcomes of each move; and whether the opponents' hands are taken to be such that
        their knocking, or not knocking, fits the rule of thumb. None where it takes more.
    """
    if all(ends_at_once(position, move) for move in moves):
        return [showing(position) for _ in moves], True
    order = position.order
    behind = order[(order.index(position.seat) + 1) % len(order)]
    if len(order) > MOST_EXACT or position.knocked_by != behind:
        return None
    others = (behind, *(seat for seat in order if seat not in (behind, position.seat)))
    for conditioned in (True, False):
        try:
            priors = [prior(position, seat, opponents, conditioned=conditioned) for seat in others]
        except PriorError:
            continue
        if len(others) == 1:
            options = best_last_turn_heads_up(position, priors[0])
        else:
            # The knocker's hand is dealt first, the other's given that they share no card: so
            # each pair of hands counts once, however many hands the other has to choose from.
            apart = chance_apart(priors[1])
            first = np.divide(priors[0], apart, where=apart > 0, out=np.zeros_like(apart))
            options = last_turn_three(position, first / first.sum(), priors[1])
        seats = (position.seat, *others)
        found = {
            (option.action, option.discard): _at_the_table(position, seats, option.outcomes)
            for option in options
        }
        return [found[move.action, move.discard] for move in moves], conditioned
    return None


def knock_outcomes(position: Position, opponents: str, *, conditioned: bool) -> Outcomes | None:
    """All outcomes of knocking now, where that can be computed.

    That is with one opponent, who uses his last turn for the highest score.
    """
    others = [seat for seat in position.order if seat != position.seat]
    if len(others) > 1 or not thumb.last_turn_is_greedy(opponents):
        return None
    hand = prior(position, others[0], opponents, conditioned=conditioned)
    outcomes = knock_outcomes_heads_up(position, hand)
    return _at_the_table(position, (position.seat, others[0]), outcomes)


def prior(
    position: Position, seat: int, opponents: str, *, conditioned: bool
) -> NDArray[np.float64]:
    """Chance of every hand of an opponent, as the playouts deal it, shape (22100,).

    Parameters
    ----------
    position
        The question.
    seat
        The opponent.
    opponents
        Name of the opponents' rule of thumb.
    conditioned
        Whether his knock, and his not knocking before, fit that rule.

    Raises
    ------
    PriorError
        If no hand fits.
    """
    had, watched = turns_had(position, seat), turns_watched(position, seat)
    knocked = seat == position.knocked_by
    table = thumb.table([opponents], position.rules)[0]
    if had >= len(table):
        table = np.append(table, np.full(had - len(table) + 1, table[-1], dtype=np.int8))
    # Turns at which his not knocking says nothing: as if he never knocked there.
    table[watched : had if knocked else None] = thumb.NEVER
    return hand_distribution(
        position.unseen,
        position.rules,
        turns=had,
        known=position.held[seat] if position.held else (),
        thresholds=table if conditioned else None,
        knocked=knocked,
    )


def _at_the_table(
    position: Position, seats: Sequence[int], outcomes: Mapping[tuple[int, ...], float]
) -> Outcomes:
    """Turn what some seats pay into what every seat at the table pays."""
    found = {}
    for paid, chance in outcomes.items():
        tokens = dict(zip(seats, paid, strict=True))
        found[tuple(tokens.get(seat, 0) for seat in range(position.players))] = chance
    return found


def pot_chance(position: Position, paid: Sequence[int]) -> float:
    """Chance to win the pot once the tokens of this hand are paid, luck alone deciding then."""
    after = after_payments(position.tokens, paid, position.rules)
    return fair_equity(after, position.rules)[position.seat]


def exact_value(position: Position, outcomes: Outcomes) -> tuple[Estimate, Estimate]:
    """Chance to pay and chance to win the pot, from all outcomes of a move."""
    # The sums are within rounding of 1; a chance must not be above it, nor miss it by a hair.
    total = math.fsum(outcomes.values())
    pays = math.fsum(chance for paid, chance in outcomes.items() if paid[position.seat])
    pot = math.fsum(chance * pot_chance(position, paid) for paid, chance in outcomes.items())
    return exact(pays / total), exact(pot / total)


def ends_at_once(position: Position, move: Move) -> bool:
    """Whether a move shows a hand that ends the game."""
    hand = list(position.hand)
    if move.take is not None and move.discard is not None and move.take != move.discard:
        hand = [card for card in hand if card != move.discard] + [move.take]
    return move.action in ("show", "take") and score(hand, position.rules) >= THIRTY_ONE


def showing(position: Position) -> Outcomes:
    """Say what everybody pays when the player to move shows a hand that ends the game."""
    scores_shown = [THIRTY_ONE if seat == position.seat else 0 for seat in position.order]
    knocker = None if position.knocked_by is None else position.order.index(position.knocked_by)
    paid = payments(scores_shown, knocker, position.rules)
    return _at_the_table(position, position.order, {paid: 1.0})
