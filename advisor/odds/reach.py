"""Reach: the chance to hold a score of at least so much after at most so many own draws.

Draws come from the stock only, any unseen card is equally likely, every own discard is dead,
and the discards are chosen to maximise exactly this chance; one stops when it is reached.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from advisor.estimate import Estimate, exact
from advisor.hands import THIRTY_ONE, hand_index, points_text, score, scores
from advisor.odds import reach_31, reach_any
from advisor.rules import Rules, require

if TYPE_CHECKING:
    from advisor.position import Position

MAX_DRAWS: Final = 10
EXACT_DRAWS: Final = 3
"""Draws up to which every target is exact."""

TRIALS: Final = 8_000
LOWEST_TARGET: Final = 4
HIGHEST_TARGET: Final = 66


class ReachError(ValueError):
    """A target or a number of draws that cannot be answered."""


def reach(
    position: Position,
    target_half_points: int,
    draws: int,
    *,
    seed: int = 0,
    trials: int = TRIALS,
) -> list[Estimate]:
    """Chance to reach a score within 1, 2, …, `draws` own draws.

    Exact for a target that only a hand ending the game reaches (31), and for up to three
    draws; otherwise simulated with the policy of
    :func:`advisor.odds.reach_any.simulated_chances`, or with the exact chance of three draws
    if that is higher: stopping there is a policy too. Such a chance can fall short of the
    best one. When the unseen cards run out the chance stays what it is.

    Parameters
    ----------
    position
        A position of the game ``scat``.
    target_half_points
        Score to reach, in half points (62 is 31), 4 to 66.
    draws
        Most draws, 1 to 10.
    seed, trials
        For the simulated part.

    Returns
    -------
    list of Estimate
        One for each number of draws from 1 to `draws`.

    Raises
    ------
    ReachError
        If the target or the number of draws is out of range.
    RulesError
        If the game has no stock.
    """
    require(position.rules, game="scat", doing="reach")
    _check(target_half_points, draws)
    if score(position.hand, position.rules) >= target_half_points:
        return [exact(1)] * draws
    if _ends_the_game(position.rules, target_half_points):
        return [exact(p) for p in reach_31.chances(position, target_half_points, draws)]
    outs = reach_any.outs_of_hands(position.rules, target_half_points)
    hand = hand_index(position.hand)
    sure = min(EXACT_DRAWS, len(position.unseen))
    found = [
        exact(reach_any.exact_chance(hand, position.unseen, outs, count + 1))
        for count in range(min(draws, sure))
    ]
    if sure < EXACT_DRAWS or draws <= sure:
        return found + found[-1:] * (draws - len(found))
    simulated = reach_any.simulated_chances(
        hand, position.unseen, outs, scores(position.rules), draws, seed=seed, trials=trials
    )
    stopping = found[-1].mean
    return found + [replace(p, mean=max(p.mean, stopping)) for p in simulated[sure:]]


def _ends_the_game(rules: Rules, target: int) -> bool:
    """Whether every hand that reaches the target ends the game."""
    of_hand = scores(rules)
    return not bool(np.any((of_hand >= target) & (of_hand < THIRTY_ONE)))


def _check(target: int, draws: int) -> None:
    if not LOWEST_TARGET <= target <= HIGHEST_TARGET:
        raise ReachError(f"the target is {points_text(target)}; expected a score from 2 to 33")
    if not 1 <= draws <= MAX_DRAWS:
        raise ReachError(f"{draws} draws; expected 1 to {MAX_DRAWS}")
