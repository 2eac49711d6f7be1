"""What an opponent may hold, from his known cards and the turns he has had.

The model is a chain: dealt at random, then at every turn one random card, of which he keeps
the best three. It looks at no top card and remembers no discard; beliefs do better.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from advisor.cards import Card, names
from advisor.hands import N_HANDS, THIRTY_ONE, hand_masks, hands_within, mask_of, scores
from advisor.odds.keeping import keeping_best, sums

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from advisor.rules import Rules


class PriorError(ValueError):
    """What is known of an opponent's hand leaves no hand that he could hold."""


def hand_distribution(
    unseen: Sequence[Card],
    rules: Rules,
    *,
    turns: int,
    known: Sequence[Card] = (),
    thresholds: NDArray[np.int8] | None = None,
    knocked: bool = False,
) -> NDArray[np.float64]:
    """Chance of every hand that an opponent may hold at the start of his next turn.

    He was dealt a hand that holds all of `known`, the rest at random from `unseen`. At each
    past turn he did not knock, drew a random unseen card that he did not hold, and kept the
    best three (among equal scores he threw the lowest card, but never a known one). All this
    given that he never held a hand that ends the game. Cards he threw may come again.

    Parameters
    ----------
    unseen
        Cards whose place is not known.
    rules
        Say what hands score.
    turns
        Turns he has had, a knock not included.
    known
        Cards known to be in his hand.
    thresholds
        Lowest score, in half points, with which he knocks after 0, 1, 2, … own turns; the
        last entry holds for all later turns. None: his not knocking says nothing.
    knocked
        Whether he knocked at his turn after the past ones, so that he holds at least the
        threshold. Without thresholds that says nothing either.

    Returns
    -------
    ndarray of float64, shape (22100,)
        Sums to 1.

    Raises
    ------
    PriorError
        If no hand fits.
    """
    if turns < 0 or len(set(known)) > 3:
        raise PriorError(
            f"{turns} turns and {len(set(known))} known cards; expected 0 or more, and 0 to 3"
        )
    fixed = mask_of(known)
    draws = np.array(sorted(set(unseen) - set(known)), dtype=np.intp)
    support = hands_within(mask_of(unseen) | fixed)
    support = support[hand_masks()[support] & np.uint64(fixed) == fixed]
    scored = scores(rules)
    weights = np.zeros(N_HANDS)
    weights[support] = scored[support] < THIRTY_ONE
    if turns:
        kept = keeping_best(support, rules, fixed=fixed)[:, draws]
        for turn in range(turns):
            if thresholds is not None:
                weights[scored >= _at(thresholds, turn)] = 0
            weights = _after_draw(weights[support], kept)
            weights[scored >= THIRTY_ONE] = 0
    if knocked and thresholds is not None:
        weights[scored < _at(thresholds, turns)] = 0
    return _normalised(weights, known)


def _at(thresholds: NDArray[np.int8], turn: int) -> int:
    return int(thresholds[min(turn, len(thresholds) - 1)])


def _after_draw(weights: NDArray[np.float64], kept: NDArray[np.int16]) -> NDArray[np.float64]:
    """Weights of all hands after each hand drew every card once; they need no normalising.

    Every hand holds as many unseen cards as any other, so each draws from equally many.
    """
    each = np.repeat(weights, kept.shape[1])
    # The last entry gathers draws of cards that the hand already holds.
    return sums(kept.ravel(), each, N_HANDS + 1)[:N_HANDS]


def _normalised(weights: NDArray[np.float64], known: Sequence[Card]) -> NDArray[np.float64]:
    total = weights.sum()
    if not total:
        held = f" that holds {names(known)}" if known else ""
        raise PriorError(f"no opponent's hand{held} fits his turns and his knock so far")
    return np.asarray(weights / total)
