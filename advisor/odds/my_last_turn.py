"""My own last turn after somebody's knock: exactly what every option pays, and who pays.

With three players and me last to act, two hands that share no card must be summed over. The
sum over all pairs of hands that share no card is that over all pairs, minus those that share
a card, plus those that share two, minus the equal ones.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from advisor.cards import Card
from advisor.hands import (
    N_HANDS,
    N_PAIRS,
    THIRTY_ONE,
    best_drawing,
    hand_cards,
    hand_index,
    hand_masks,
    hands_within,
    mask_of,
    score,
    scores,
)
from advisor.odds.keeping import pairs_left, sums
from advisor.odds.last_turn import N_SCORES, KnockError, top_card
from advisor.odds.showdown import payments
from advisor.rules import Rules, require

if TYPE_CHECKING:
    from advisor.position import Position

Scores: TypeAlias = NDArray[np.float64]
"""Chance of the scores of the others: one axis of half points for each of them."""

ROUNDING: Final = 1e-14
"""Below any chance that matters, above what rounding leaves of nothing."""


@dataclass(frozen=True, slots=True)
class LastTurnOption:
    """One legal move of the last turn and what it leads to; every number is exact.

    Parameters
    ----------
    action
        ``take``, ``draw``, ``pass`` or ``show``.
    discard
        Card thrown after taking the top card; None for the other actions. After a draw the
        best three are kept, which is best whatever the rules: a higher score never pays more.
    outcomes
        Tokens paid by me, the knocker and the third player, if any, to the chance of that.
    makes_31
        Chance that I end with a hand that ends the game.
    """

    action: str
    discard: Card | None
    outcomes: Mapping[tuple[int, ...], float]
    makes_31: float

    def pays(self, player: int = 0) -> float:
        """Chance that a player pays a token or more: 0 me, 1 the knocker, 2 the third."""
        return sum(chance for paid, chance in self.outcomes.items() if paid[player])


def best_last_turn_heads_up(
    position: Position, knocker_prior: NDArray[np.float64]
) -> list[LastTurnOption]:
    """Value every option of my last turn after my only opponent knocked.

    Parameters
    ----------
    position
        A position of the game ``scat`` with two players, the other of whom has knocked.
    knocker_prior
        Chance of every hand the knocker may hold, shape (22100,). The stock card is any
        unseen card he does not hold.

    Returns
    -------
    list of LastTurnOption
        The option with the lowest chance that I pay first; among equals the one with the
        highest chance that the knocker pays.

    Raises
    ------
    KnockError
        If it is not such a position, or the prior holds a hand that contradicts it.
    RulesError
        If the game has no stock.
    """
    seats = _seats(position, 2)
    scored = scores(position.rules)

    def joint(weights: Sequence[NDArray[np.float64]]) -> Scores:
        return sums(scored, weights[0], N_SCORES)

    return _options(position, seats, [knocker_prior], joint)


def last_turn_three(
    position: Position, knocker_prior: NDArray[np.float64], other_prior: NDArray[np.float64]
) -> list[LastTurnOption]:
    """Value every option of my last turn with three players, when I am the last to act.

    Parameters
    ----------
    position
        A position of the game ``scat`` with three players. The player on my left has
        knocked; the third one has had his last turn.
    knocker_prior, other_prior
        Chance of every hand each of them may hold now, shape (22100,) each. The two are
        independent but for sharing no card.

    Returns
    -------
    list of LastTurnOption
        As :func:`best_last_turn_heads_up`.

    Raises
    ------
    KnockError
        If it is not such a position, a prior holds a hand that contradicts it, or the two
        share a card for certain.
    RulesError
        If the game has no stock.
    """
    seats = _seats(position, 3)
    scored = scores(position.rules)

    def joint(weights: Sequence[NDArray[np.float64]]) -> Scores:
        return disjoint_scores(weights[0], weights[1], scored)

    return _options(position, seats, [knocker_prior, other_prior], joint)


def disjoint_scores(
    first: NDArray[np.float64], second: NDArray[np.float64], scored: NDArray[np.int8]
) -> NDArray[np.float64]:
    """Sum the products of the weights of two hands that share no card, by their scores.

    Parameters
    ----------
    first, second
        Weight of every hand, shape (22100,).
    scored
        Score of every hand in half points.

    Returns
    -------
    ndarray, shape (67, 67)
        By the score of the first and of the second hand.
    """
    present = np.bincount(scored) > 0
    values, level = np.flatnonzero(present), (np.cumsum(present) - 1)[scored]
    pairs = np.zeros((len(values),) * 2)
    for sign, places, n in ((1, None, 1), (-1, hand_cards(), 52), (1, pairs_left(), N_PAIRS)):
        one = _by_shared(first, level, places, n)
        other = _by_shared(second, level, places, n)
        # Not `@`: its threads make products as small as these slow on a busy machine.
        pairs += sign * np.einsum("at,bt->ab", one, other)
    pairs -= np.diag(sums(level, first * second, len(values)))
    result = np.zeros((N_SCORES, N_SCORES))
    result[np.ix_(values, values)] = pairs
    return result


def _by_shared(
    weights: NDArray[np.float64],
    level: NDArray[np.intp],
    places: NDArray[np.integer] | None,
    n: int,
) -> NDArray[np.float64]:
    """Weight of the hands of each score that hold each card (or pair), shape (scores, n).

    `places` names the cards or pairs of each hand; None for nothing, so that all hands count.
    """
    hands = np.flatnonzero(weights)
    held = np.zeros((len(hands), 1), dtype=np.intp) if places is None else places[hands]
    at = level[hands, None] * n + held
    each = np.repeat(weights[hands], held.shape[1])
    size = int(level.max()) + 1
    return sums(at.ravel(), each, size * n).reshape(size, n)


def _options(
    position: Position,
    seats: Sequence[int],
    priors: Sequence[NDArray[np.float64]],
    joint: Callable[[Sequence[NDArray[np.float64]]], Scores],
) -> list[LastTurnOption]:
    """Value all options, best first; `joint` sums weights of the others' hands by score."""
    for seat, prior in zip(seats, priors, strict=True):
        _check_prior(position, seat, prior)
    rules = position.rules
    together = joint(priors)
    mass = float(together.sum())
    if mass < ROUNDING:
        raise KnockError("the other hands share a card for certain; expected hands that do not")
    others = together / mass
    own = score(position.hand, rules)
    if own >= THIRTY_ONE:
        return [_option("show", None, {own: others}, rules)]
    found = [
        _option("take", thrown, {score(kept, rules): others}, rules)
        for thrown, kept in _takes(position)
    ]
    drawn = _after_draw(position, priors, joint, together)
    found.append(_option("draw", None, drawn, rules))
    if rules.stand_pat_last_turn:
        found.append(_option("pass", None, {own: others}, rules))
    return sorted(found, key=lambda option: (option.pays(), -option.pays(1)))


def _takes(position: Position) -> list[tuple[Card, tuple[Card, ...]]]:
    """Cards that may be thrown after taking the top card, and what is kept."""
    four = (*position.hand, top_card(position))
    thrown = four if position.rules.put_back_taken else position.hand
    return [(card, tuple(kept for kept in four if kept != card)) for card in thrown]


def _after_draw(
    position: Position,
    priors: Sequence[NDArray[np.float64]],
    joint: Callable[[Sequence[NDArray[np.float64]]], Scores],
    together: Scores,
) -> dict[int, Scores]:
    """Chance of the others' scores for each own score kept after a draw.

    A group of cards that give the same score comes with a chance in proportion to how many
    of them the others do not hold: their number, less those in each of the other hands.
    """
    unseen = np.array(position.unseen, dtype=np.intp)
    hidden = 3 * len(priors) - sum(len(cards) for cards in position.held)
    kept = best_drawing(position.rules)[hand_index(position.hand), unseen]
    found = {}
    for own in np.unique(kept).tolist():
        group = unseen[kept == own]
        inside = np.bitwise_count(hand_masks() & np.uint64(mask_of(group.tolist())))
        total = len(group) * together
        for place in range(len(priors)):
            held = [prior * inside if at == place else prior for at, prior in enumerate(priors)]
            total -= joint(held)
        found[own] = total / ((len(unseen) - hidden) * together.sum())
    return found


def _option(
    action: str,
    discard: Card | None,
    by_own_score: Mapping[int, Scores],
    rules: Rules,
) -> LastTurnOption:
    """Gather the chances by who pays what."""
    outcomes: defaultdict[tuple[int, ...], float] = defaultdict(float)
    makes_31 = 0.0
    for own, others in by_own_score.items():
        if own >= THIRTY_ONE:
            makes_31 += float(others.sum())
        for scores_of in np.argwhere(others > ROUNDING).tolist():
            paid = payments((own, *scores_of), 1, rules)
            outcomes[paid] += float(others[tuple(scores_of)])
    return LastTurnOption(action, discard, dict(outcomes), makes_31)


def _seats(position: Position, players: int) -> list[int]:
    """Seats of the knocker and, with three players, of the third."""
    require(position.rules, game="scat", doing="the last turn")
    order = position.order
    if len(order) != players:
        raise KnockError(f"{len(order)} players; this last turn is for {players} players")
    if position.knocked_by is None:
        raise KnockError("nobody has knocked; the last turn needs the seat that did")
    place = order.index(position.seat)
    behind = order[(place + 1) % players]
    if behind != position.knocked_by:
        raise KnockError(
            f"seat {behind} still has a last turn after seat {position.seat}; "
            "expected the last player to act"
        )
    return [behind, *(seat for seat in order if seat not in (behind, position.seat))]


def _check_prior(position: Position, seat: int, prior: NDArray[np.float64]) -> None:
    held = mask_of(position.held[seat])
    possible = hands_within(mask_of(position.unseen) | held)
    possible = possible[hand_masks()[possible] & np.uint64(held) == held]
    if prior.shape != (N_HANDS,) or prior.sum() - prior[possible].sum() > ROUNDING:
        raise KnockError(
            f"the chances of the hands of seat {seat} contradict the position; expected {N_HANDS} "
            "numbers, above 0 only for hands of unseen cards and those he is known to hold"
        )
