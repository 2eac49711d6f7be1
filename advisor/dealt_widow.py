"""What the cards of a deal are worth in `widow`, from self-played hands that began so.

A hand and three open cards are worth what hands of the same score, and of the same best score
after one exchange, brought to their place in self-play; between the scores at the knots of a
grid the worth is drawn as straight lines. The chances of all pairs of scores are counted, not
sampled, so that luck has mean 0 over all cards that could have come, however rough that is.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from advisor.dealt import token_worth
from advisor.equity import FAIR
from advisor.estimate import Estimate
from advisor.hands import THIRTY_ONE, hand_index, hands_within, mask_of, score, scores
from advisor.odds.exchange import N_SCORES, best_each, first_turn_counts
from advisor.outcomes import Payments

if TYPE_CHECKING:
    from advisor.position import Position
    from advisor.rules import Rules

DEALS: Final = 40_000
"""Hands of self-play."""
SEED: Final = 31
PLAYER: Final = "solved"
"""Who plays them."""
KNOTS: Final = (0.1, 0.3, 0.5, 0.7, 0.9, 1.0)
"""Shares of the scores below 31 at which the worth is worked out."""
KEPT: Final = 8
"""Tables whose hands are kept."""


def luck_of_the_deal(position: Position) -> Estimate:
    """Chance to win the pot that hand and open cards bring, above the mean of all deals.

    Parameters
    ----------
    position
        What the seat saw right after the deal; the game ``widow``.

    Returns
    -------
    Estimate
        A share of the pot, or where the lowest pays the chance to win the match. Its error is
        that of the self-played hands.

    Raises
    ------
    PlayerError, RulesError
        If nobody can play such hands by himself.
    """
    worth = _worth(position.rules, len(position.order))
    place = position.order.index(position.seat)
    return _brought(position, worth, place, worth.features(*_scores(position)) - worth.mean)


def luck_of_fresh_cards(position: Position) -> Estimate:
    """Chance to win the pot that three fresh open cards bring, above the mean of all.

    The seat keeps its hand; a hand is worth what it is worth if it is dealt with such open cards.

    Parameters
    ----------
    position
        What the seat sees right after they were laid out; the game ``widow``.

    Returns
    -------
    Estimate
        As for :func:`luck_of_the_deal`.
    """
    rules, order = position.rules, position.order
    worth = _worth(rules, len(order))
    own, best = _scores(position)
    others = hands_within(mask_of({*position.unseen, *position.widow}))
    makes = best_each(np.array(hand_index(position.hand)), others, rules)
    counts = np.bincount(makes, minlength=N_SCORES)
    mean = counts @ worth.of_best / counts.sum()
    came = worth.of_best[best] - mean
    place = (order.index(position.seat) - position.turn) % len(order)
    return _brought(position, worth, place, np.outer(worth.of_score[own], came).ravel())


@dataclass(frozen=True, slots=True)
class SelfPlayed:
    """Hands of self-play, seat 0 being first to act.

    Parameters
    ----------
    own, best
        Score that each seat was dealt, and its best score after one exchange with the cards
        that lay open then; half points, shape (hands, seats).
    paid, pot
        Tokens paid and shares of the pot, same shape.
    """

    own: NDArray[np.int8]
    best: NDArray[np.int8]
    paid: NDArray[np.uint8]
    pot: NDArray[np.float32]


def self_played(rules: Rules, seats: int) -> SelfPlayed:
    """Deal hands and play them by the solved table; hands that were given up are left out."""
    # Numba is wanted from here on only.
    from advisor.playout.widow import play_widow  # noqa: PLC0415

    played = play_widow(rules, [PLAYER] * seats, DEALS, seed=SEED)
    hands, widows = _dealt(rules, seats)
    whole = ~played.capped
    return SelfPlayed(
        own=scores(rules)[hands][whole],
        best=best_each(hands, widows[:, None], rules)[whole],
        paid=played.paid[whole],
        pot=played.pot[whole],
    )


def _dealt(rules: Rules, seats: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Ranks of the hands and open cards of the same deals, shapes (deals, seats) and (deals,)."""
    from advisor.playout.chance import world_key  # noqa: PLC0415  # as above
    from advisor.playout.widow import game_for  # noqa: PLC0415
    from advisor.playout.widow_game import N_AT  # noqa: PLC0415
    from advisor.playout.widow_hands import deal_hand  # noqa: PLC0415

    game = game_for(rules, [PLAYER] * seats)
    cards = np.empty((DEALS, seats + 1, 3), dtype=np.int64)
    points, at = np.empty(seats, dtype=np.int64), np.empty(N_AT, dtype=np.int64)
    deck = np.empty(52, dtype=np.int8)
    for deal in range(DEALS):
        hands, widow = cards[deal, :seats], cards[deal, seats]
        deal_hand(np.uint64(world_key(SEED, deal)), hands, points, widow, deck, at, game)
    low, middle, high = cards.transpose(2, 0, 1)
    ranks = high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low
    return ranks[:, :seats], ranks[:, seats]


@dataclass(frozen=True, slots=True)
class _Worth:
    """What a hand as dealt is worth to each place, as a sum over a grid of scores.

    Parameters
    ----------
    of_score, of_best
        Every score as a mixture of the knots around it, shape (67, knots).
    mean
        Mean of the features over all deals, exactly, shape (features,).
    value, error
        Share of the pot or tokens paid for each place and feature, shape (seats, features);
        covariance of the errors, shape (seats, features, features).
    way
        Who pays in a self-played hand.
    """

    of_score: NDArray[np.float64]
    of_best: NDArray[np.float64]
    mean: NDArray[np.float64]
    value: NDArray[np.float64]
    error: NDArray[np.float64]
    way: Payments

    def features(self, own: int, best: int) -> NDArray[np.float64]:
        """Write a pair of scores as weights on the grid."""
        return np.outer(self.of_score[own], self.of_best[best]).ravel()


@lru_cache(maxsize=KEPT)
def _worth(rules: Rules, seats: int) -> _Worth:
    played, counts = self_played(rules, seats), first_turn_counts(rules)
    of_score, of_best = _tents(counts.sum(axis=1)), _tents(counts.sum(axis=0))
    results = np.asarray(played.pot if rules.loser == "highest" else played.paid, dtype=np.float64)
    grid = np.asarray(np.kron(of_score, of_best), dtype=np.float64)
    pairs = N_SCORES * played.own.astype(np.int64) + played.best
    fits = [_fit(grid, pairs[:, seat], results[:, seat]) for seat in range(seats)]
    ways, times = np.unique(played.paid, axis=0, return_counts=True)
    return _Worth(
        of_score,
        of_best,
        counts.ravel() @ grid / counts.sum(),
        np.stack([value for value, _ in fits]),
        np.stack([error for _, error in fits]),
        Payments(ways.astype(np.int64), times / times.sum()),
    )


def _tents(counts: NDArray[np.int64]) -> NDArray[np.float64]:
    """Write every score as a mixture of the two knots around it, shape (67, knots)."""
    halves = np.arange(N_SCORES)
    up_to = counts[:THIRTY_ONE].cumsum()
    inner = np.searchsorted(up_to, np.array(KNOTS) * up_to[-1])
    # 31 ends the hand, so it lies between no other scores.
    ending = THIRTY_ONE + np.flatnonzero(counts[THIRTY_ONE:])
    knots = np.unique([np.flatnonzero(counts)[0], *inner, *ending])
    return np.stack([np.interp(halves, knots, unit) for unit in np.eye(len(knots))], axis=1)


def _fit(
    grid: NDArray[np.float64], pairs: NDArray[np.int64], results: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Least squares: the worth of every feature, and the covariance of the errors.

    `grid` holds the features of every pair of scores, `pairs` the number of the pair in each
    hand, `results` what came of it.
    """
    hands, sums, squares = (
        np.bincount(pairs, results**power, minlength=len(grid)) for power in range(3)
    )
    inverse = np.linalg.pinv((grid.T * hands) @ grid, hermitian=True)
    value = inverse @ (grid.T @ sums)
    drawn = grid @ value
    apart = squares - 2 * drawn * sums + drawn**2 * hands
    return value, inverse @ ((grid.T * apart) @ grid) @ inverse


def _scores(position: Position) -> tuple[int, int]:
    """Own score, and the best one after an exchange with the cards that lie open."""
    rules, hand = position.rules, np.array(hand_index(position.hand))
    return score(position.hand, rules), int(best_each(hand, hand_index(position.widow), rules))


def _brought(
    position: Position, worth: _Worth, place: int, weights: NDArray[np.float64]
) -> Estimate:
    """What some weights on the grid add up to for a place, in chances to win the pot."""
    mean = float(weights @ worth.value[place])
    error = math.sqrt(max(float(weights @ worth.error[place] @ weights), 0.0))
    factor = 1.0
    if position.rules.loser == "lowest":
        own = position.order.index(position.seat)
        factor = -token_worth(position, own, worth.way, FAIR)
    return Estimate(factor * mean, abs(factor) * error, DEALS, "simulated")
