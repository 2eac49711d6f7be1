"""What the cards of a deal are worth, from how well-played hands went that began so."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from advisor.equity import SOLVED, pot_chances
from advisor.estimate import Estimate
from advisor.hands import score
from advisor.odds.deal import dealt_scores
from advisor.outcomes import payments
from advisor.well_played import nearest, well_played

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from advisor.outcomes import Payments
    from advisor.position import Position


def luck_of_the_deal(position: Position) -> Estimate:
    """Chance to win the pot that a dealt hand brings, above the mean of all hands.

    A hand is worth the tokens that well-played hands cost in this place if they begin with
    its score, each token being worth what it is worth on average in this stand. The mean over
    all hands that can be dealt is exactly 0, however rough these values are.

    Parameters
    ----------
    position
        What the seat saw before its first turn.

    Returns
    -------
    Estimate
        Its error is that of the counts.

    Raises
    ------
    RulesError, WellPlayedError
        If no such hands were counted.
    """
    rules, order = position.rules, position.order
    place = order.index(position.seat)
    found = np.array(well_played(rules, len(order)).dealt[place], dtype=np.float64)
    scores, hands, tokens, squares = found.T
    means = tokens / hands
    chances = dealt_scores(rules).probability
    weights = -sum(
        (float(chance) * _between(scores, half) for half, chance in chances.items()),
        start=np.zeros(len(scores)),
    )
    weights += _between(scores, score(position.hand, rules))
    variance = np.maximum(squares / hands - means**2, 1 / hands) / hands
    way = payments(nearest(rules)[0], len(order))
    worth = -token_worth(position, place, way, SOLVED)
    mean, error = float(weights @ means), math.sqrt(float(weights**2 @ variance))
    return Estimate(worth * mean, abs(worth) * error, int(hands.sum()), "simulated")


def _between(scores: NDArray[np.float64], half: int) -> NDArray[np.float64]:
    """Weights that write a score as a mixture of the nearest ones that were counted."""
    return np.array([np.interp(half, scores, unit) for unit in np.eye(len(scores))])


def token_worth(position: Position, place: int, way: Payments, model: str) -> float:
    """Chance to win the pot that a seat loses with a token, on average.

    Parameters
    ----------
    position
        Tokens, dealer and seat are read from it.
    place
        The seat's place in the order of turns.
    way
        How often each way to pay occurs.
    model
        How the hands to come are taken to end, a name of :data:`advisor.equity.MODELS`.

    Returns
    -------
    float
        The slope of the line through pot chances by tokens paid.
    """
    paids = np.zeros((len(way.paid), position.players), dtype=np.int64)
    paids[:, list(position.order)] = way.paid
    pots = pot_chances(position, paids.tolist(), model)
    own = way.paid[:, place].astype(np.float64)
    spread = own - own @ way.chance
    return -float((way.chance * spread) @ pots / ((way.chance * spread) @ spread))
