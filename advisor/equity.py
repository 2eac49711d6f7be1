"""Tokens → chance to win the pot."""

from __future__ import annotations

import math
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

from advisor.cards import counted
from advisor.position import OUT, PositionError, Problem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from advisor.rules import Rules

MAX_TOKENS: Final = 9
"""Most tokens that the rules know."""


def fair_equity(tokens: Sequence[int], rules: Rules) -> tuple[float, ...]:
    """Chance of every seat to win the pot, if luck alone decides each hand.

    Model ``fair``: each hand one of the players still in pays one token, each with equal
    chance, until one is left. Computed, not simulated, to about 14 digits.

    Parameters
    ----------
    tokens
        Tokens of every seat; :data:`~advisor.position.OUT` for a seat that is out.
    rules
        Say whether there is a free ride, which is one more loss.

    Returns
    -------
    tuple of float
        One chance for each seat; they sum to 1.

    Raises
    ------
    PositionError
        If a number of tokens is impossible, or nobody is in.

    Examples
    --------
    >>> from advisor.rules import Rules
    >>> fair_equity((1, 1, -1), Rules())
    (0.5, 0.5, 0.0)
    """
    if found := [
        Problem(
            "tokens",
            f"seat {seat} has {counted(left, 'token')}; "
            f"expected 0 to {MAX_TOKENS}, or x for a seat that is out",
        )
        for seat, left in enumerate(tokens)
        if not OUT <= left <= MAX_TOKENS
    ]:
        raise PositionError(found)
    lives = tuple(0 if left == OUT else left + rules.free_ride for left in tokens)
    if not any(lives):
        msg = "nobody has a token left; expected at least one seat that is still in"
        raise PositionError([Problem("tokens", msg)])
    by_lives = _chances(tuple(sorted(life for life in lives if life)))
    return tuple(by_lives.get(life, 0.0) for life in lives)


@cache
def _time() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Moments and weights that integrate a smooth function over all times from 0.

    The trapezoidal rule after the substitution ``t = exp(x - exp(-x))``, the double
    exponential formula of Takahasi and Mori (1974) for exponentially decaying integrands.
    """
    x = np.linspace(-4.5, 6.5, 240)
    moments = np.exp(x - np.exp(-x))
    return moments, (x[1] - x[0]) * moments * (1 + np.exp(-x))


@lru_cache(maxsize=4096)
def _chances(lives: tuple[int, ...]) -> dict[int, float]:
    """Chance of a player with so many losses left, for each number that occurs in `lives`.

    Let every player lose at the ticks of a clock of his own, all clocks alike and without
    memory. The next tick among those still in is equally likely to be anybody's, as the model
    wants; and the last one left is the one whose clock ticks so many times last. So the
    chance is the integral, over the time of his last tick, of the chance that all the others
    are out by then.
    """
    moments, weights = _time()
    ticks = np.arange(max(lives))
    factorials = np.array([math.factorial(tick) for tick in ticks], dtype=np.float64)
    # Chance of exactly so many ticks until each moment: also the density of the next one.
    exactly = moments ** ticks[:, None] * np.exp(-moments) / factorials[:, None]
    out = np.maximum(1 - np.cumsum(exactly, axis=0), 0)
    # Counts of players with 1, 2, … losses left.
    counts = np.bincount(lives, minlength=len(ticks) + 1)[1:]
    chances = {}
    for own in np.flatnonzero(counts):
        others = counts - (np.arange(len(counts)) == own)
        all_out = np.prod(out ** others[:, None], axis=0)
        chances[int(own) + 1] = float((weights * exactly[own] * all_out).sum())
    # Rounding leaves the sum within 1e-14 of 1.
    total = sum(chances[life] for life in lives)
    return {life: chance / total for life, chance in chances.items()}
