"""After a knock: how an opponent's last turn ends, and what a heads-up knock risks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from advisor.estimate import Estimate, exact
from advisor.hands import (
    THIRTY_ONE,
    best_drawing,
    best_taking,
    hand_masks,
    mask_of,
    score,
    scores,
)
from advisor.odds.keeping import sums
from advisor.odds.prior import hand_distribution
from advisor.odds.showdown import payments
from advisor.rules import Rules, require

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from advisor.cards import Card
    from advisor.position import Position

N_SCORES = 67
"""Length of arrays over half points: 33 is the highest score any rules know."""


class KnockError(ValueError):
    """A knock, or a last turn, that the position does not allow."""


@dataclass(frozen=True, slots=True)
class KnockRisk:
    """What may come of knocking now.

    Parameters
    ----------
    pays
        Chance that the knocker pays a token or more.
    somebody_31
        Chance that an opponent ends with a hand that ends the game.
    per_opponent
        Chance that each opponent, in the order of their last turns, ends equal or above.
    final
        Final score of each opponent, in half points, to its chance.
    """

    pays: Estimate
    somebody_31: Estimate
    per_opponent: tuple[Estimate, ...]
    final: tuple[Mapping[int, float], ...] = field(default=())


def last_turn_distribution(
    prior: NDArray[np.float64],
    top: Card,
    stock_cards: Sequence[Card],
    rules: Rules,
    takes: NDArray[np.bool_] | None = None,
) -> NDArray[np.float64]:
    """Distribution of the final score of an opponent who has one turn.

    He takes the top card if swapping it in gives a strictly higher score, or where `takes`
    says so; otherwise he draws. He keeps the best three.

    Parameters
    ----------
    prior
        Chance of every hand he may hold, shape (22100,); none holds `top`.
    top
        Top card of the discard pile.
    stock_cards
        Unseen cards. Those he does not hold are equally likely to be drawn.
    rules
        Say what hands score.
    takes
        Whether each hand takes the top card, shape (22100,); None for the greedy opponent.

    Returns
    -------
    ndarray of float64, shape (67,)
        Chance of every final score in half points.
    """
    taking = best_taking(rules)[:, top]
    takes = taking > scores(rules) if takes is None else takes
    took = sums(taking[takes], prior[takes], N_SCORES)
    return took + _after_draw(np.where(takes, 0, prior), stock_cards, rules)


def _after_draw(
    weights: NDArray[np.float64], stock_cards: Sequence[Card], rules: Rules
) -> NDArray[np.float64]:
    """Mass of every score kept after one draw, shape (67,)."""
    hands = np.flatnonzero(weights)
    cards = np.array(stock_cards, dtype=np.intp)
    bits = np.uint64(1) << cards.astype(np.uint64)
    kept = best_drawing(rules)[hands[:, None], cards]
    # Cards that he holds himself cannot come: they go to an entry of their own.
    kept[hand_masks()[hands, None] & bits != 0] = N_SCORES
    held = np.bitwise_count(hand_masks()[hands] & np.uint64(mask_of(stock_cards)))
    share = weights[hands] / (len(cards) - held)
    return sums(kept.ravel(), np.repeat(share, len(cards)), N_SCORES + 1)[:N_SCORES]


def knock_risk_heads_up(position: Position, *, acted: int = 0) -> KnockRisk:
    """Exact risk of knocking now with one opponent, who is greedy.

    His hand follows :func:`~advisor.odds.prior.hand_distribution`; then he has his last turn,
    with the top card in view. If he makes 31 the knocker pays.

    Parameters
    ----------
    position
        A position of the game ``scat`` with two players and no knock so far.
    acted
        Turns the opponent has had.

    Returns
    -------
    KnockRisk
        Under all switches of the rules. Where a knock in the first round ends the hand at
        once, the opponent has no last turn. A knocker who holds 31 shows it instead, so
        nothing can happen to him.

    Raises
    ------
    KnockError
        If there are not two players, somebody has knocked, or the rules forbid it now.
    RulesError
        If the game has no stock.
    PriorError
        If no hand of the opponent fits the position.
    """
    _check_knock(position)
    opponent = next(seat for seat in position.order if seat != position.seat)
    prior = hand_distribution(
        position.unseen, position.rules, turns=acted, known=position.held[opponent]
    )
    final = _final_scores(position, prior)
    return _risk(score(position.hand, position.rules), final, position.rules)


def knock_outcomes_heads_up(
    position: Position, prior: NDArray[np.float64], takes: NDArray[np.bool_] | None = None
) -> dict[tuple[int, ...], float]:
    """Chance of each way to pay if one knocks now with one opponent.

    Parameters
    ----------
    position
        A position of the game ``scat`` with two players and no knock so far.
    prior
        Chance of every hand the opponent may hold, shape (22100,).
    takes
        As in :func:`last_turn_distribution`.

    Returns
    -------
    dict
        Tokens paid by the knocker and by the opponent to the chance of that; sums to 1.

    Raises
    ------
    KnockError, RulesError
        As :func:`knock_risk_heads_up`.
    """
    _check_knock(position)
    own = score(position.hand, position.rules)
    outcomes: dict[tuple[int, ...], float] = {}
    final = _final_scores(position, prior, takes)
    for other in np.flatnonzero(final).tolist():
        paid = payments((own, other), 0, position.rules)
        outcomes[paid] = outcomes.get(paid, 0.0) + float(final[other])
    return outcomes


def _final_scores(
    position: Position, prior: NDArray[np.float64], takes: NDArray[np.bool_] | None = None
) -> NDArray[np.float64]:
    """Chance of the opponent's final scores after a knock, shape (67,)."""
    rules = position.rules
    at_once = rules.first_round_knock == "ends" and _first_round(position)
    if at_once or score(position.hand, rules) >= THIRTY_ONE:
        return sums(scores(rules), prior, N_SCORES)
    return last_turn_distribution(prior, top_card(position), position.unseen, rules, takes)


def top_card(position: Position) -> Card:
    """Top card of the discard pile, which every position of the game ``scat`` has."""
    if position.top is None:
        raise KnockError("the top card of the discard pile is missing; name it")
    return position.top


def _risk(own: int, final: NDArray[np.float64], rules: Rules) -> KnockRisk:
    """Risk from the chances of the opponent's final scores."""
    pays = [payments((own, other), 0, rules)[0] > 0 for other in range(N_SCORES)]
    return KnockRisk(
        pays=_chance(final[pays]),
        somebody_31=_chance(final[THIRTY_ONE:]),
        per_opponent=(_chance(final[own:]),),
        final=({int(half): float(final[half]) for half in np.flatnonzero(final)},),
    )


def _chance(mass: NDArray[np.float64]) -> Estimate:
    # Rounding must not make a chance of more than 1.
    return exact(min(float(mass.sum()), 1.0))


def _check_knock(position: Position) -> None:
    rules = position.rules
    require(rules, game="scat", doing="the risk of a knock")
    if len(position.order) != 2:
        raise KnockError(
            f"{len(position.order)} players; the exact risk of a knock is for 2 players"
        )
    if position.knocked_by is not None:
        raise KnockError(
            f"seat {position.knocked_by} has knocked; nobody can knock again in this hand"
        )
    if rules.first_round_knock == "forbidden" and _first_round(position):
        raise KnockError(
            "a knock is forbidden before everybody has had a turn; after turn "
            f"{len(position.order)} it is allowed, and {position.turn} have been taken"
        )


def _first_round(position: Position) -> bool:
    return position.turn < len(position.order)
