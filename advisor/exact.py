"""Moves whose every outcome is known: showing 31, and what two players can do after a knock."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from advisor.belief import believe
from advisor.equity import FAIR, pot_chances
from advisor.estimate import Estimate, exact
from advisor.hands import THIRTY_ONE, score
from advisor.odds.last_turn import knock_outcomes_heads_up, top_card
from advisor.odds.my_last_turn import best_last_turn_heads_up, last_turn_three
from advisor.odds.showdown import payments
from advisor.players import thumb
from advisor.players.clues import Clue
from advisor.players.nearest import nearest_way
from advisor.players.solved import SOLVED
from advisor.players.written import TAKES_LAST
from advisor.suits import swapped

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from advisor.belief import Belief
    from advisor.moves import Move
    from advisor.position import Position

Outcomes: TypeAlias = Mapping[tuple[int, ...], float]
"""Chance of each way to pay: tokens that every seat pays → probability."""

MOST_EXACT: Final = 3
"""Players with whom a whole last turn can be computed."""


def last_turn_outcomes(
    position: Position, moves: Sequence[Move], opponents: str | Mapping[int, str]
) -> tuple[list[Outcomes], bool] | None:
    """All outcomes of every move, where nothing is left to simulate.

    That is so when the only move is to show, and on the last turn of a hand when at most two
    other players are in it.

    Parameters
    ----------
    position, moves
        The question, of the game ``scat``, and its legal moves.
    opponents
        Name of the opponents' rule of thumb; or one for each of their seats.

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
    belief = believe(position, opponents)
    others = (behind, *(seat for seat in order if seat not in (behind, position.seat)))
    hands = [belief.of(seat) for seat in others]
    if len(others) == 1:
        options = best_last_turn_heads_up(position, hands[0])
    else:
        options = last_turn_three(position, hands[0], hands[1])
    seats = (position.seat, *others)
    found = {
        (option.action, option.discard): _at_the_table(position, seats, option.outcomes)
        for option in options
    }
    return [found[move.action, move.discard] for move in moves], belief.conditioned


def knock_outcomes(position: Position, belief: Belief) -> Outcomes | None:
    """All outcomes of knocking now, where that can be computed.

    That is with one opponent, who uses his last turn for the highest score, or by a table.

    Parameters
    ----------
    position
        The question.
    belief
        What the opponents may hold.
    """
    if len(belief.seats) > 1:
        return None
    takes = None
    if belief.models[0] == SOLVED:
        takes = takes_last(position)
    elif not thumb.last_turn_is_greedy(belief.models[0]):
        return None
    outcomes = knock_outcomes_heads_up(position, belief.weights[0], takes)
    return _at_the_table(position, (position.seat, belief.seats[0]), outcomes)


def takes_last(position: Position) -> NDArray[np.bool_]:
    """Whether each hand of the one opponent takes the top card if I knock, shape (22100,).

    By the solved table.
    """
    moves = nearest_way(SOLVED, position.rules, 2).plays(position.turn + 1, Clue()).moves
    top = top_card(position)
    return np.asarray(moves[top // 4][swapped()[top % 4]] & TAKES_LAST > 0)


def _at_the_table(
    position: Position, seats: Sequence[int], outcomes: Mapping[tuple[int, ...], float]
) -> Outcomes:
    """Turn what some seats pay into what every seat at the table pays."""
    found = {}
    for paid, chance in outcomes.items():
        tokens = dict(zip(seats, paid, strict=True))
        found[tuple(tokens.get(seat, 0) for seat in range(position.players))] = chance
    return found


def pot_chance(position: Position, paid: Sequence[int], equity: str = FAIR) -> float:
    """Chance to win the pot once the tokens of this hand are paid.

    `equity` names the model of the hands to come (:data:`advisor.equity.MODELS`).
    """
    return float(pot_chances(position, [paid], equity)[0])


def exact_value(
    position: Position, outcomes: Outcomes, equity: str = FAIR
) -> tuple[Estimate, Estimate]:
    """Chance to pay and chance to win the pot, from all outcomes of a move."""
    # The sums are within rounding of 1; a chance must not be above it, nor miss it by a hair.
    total = math.fsum(outcomes.values())
    pays = math.fsum(chance for paid, chance in outcomes.items() if paid[position.seat])
    pot = math.fsum(
        chance * pot_chance(position, paid, equity) for paid, chance in outcomes.items()
    )
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
