"""What a finished hand is worth to each seat, in whole units so that sums are exact."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

from advisor.equity import fair_equity
from advisor.referee.pot import after_payments

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from advisor.playout.played import Played
    from advisor.rules import Rules

UNITS: Final = 1_290_240
"""A whole pot. Every number up to ten divides it: a shared pot stays exact. Other values are
rounded to the nearest unit, less than a millionth of the pot."""


def for_tokens(rules: Rules) -> bool:
    """Whether losing costs a token, rather than the highest hand taking the antes."""
    return rules.game == "scat" or rules.loser == "lowest"


def pot_units(rules: Rules, played: Played) -> NDArray[np.int64]:
    """What each hand leaves every seat with.

    Where losing costs tokens: the fair chance to win the pot after a hand from full tokens.
    Otherwise the share of the antes; a hand that nobody wins leaves everybody the same.

    Returns
    -------
    ndarray of int64, shape (deals, seats)
        In :data:`UNITS`.
    """
    if for_tokens(rules):
        return _by_payments(rules, played.paid)
    units = np.rint(played.pot.astype(np.float64) * UNITS).astype(np.int64)
    units[units.sum(axis=1) == 0] = UNITS // units.shape[1]
    return units


def _by_payments(rules: Rules, paid: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Look the payments up: only a few of the conceivable ones ever occur."""
    seats, base = paid.shape[1], int(paid.max(initial=0)) + 1
    powers = base ** np.arange(seats)
    codes = paid @ powers
    occur = np.flatnonzero(np.bincount(codes))
    worth = np.array([fair_units(rules, tuple(code // powers % base)) for code in occur.tolist()])
    index = np.zeros(base**seats, dtype=np.int64)
    index[occur] = np.arange(len(occur))
    found: NDArray[np.int64] = worth[index[codes]]
    return found


@lru_cache(maxsize=4096)
def fair_units(rules: Rules, paid: tuple[int, ...]) -> tuple[int, ...]:
    """Fair chance of every seat after paying from full tokens, in :data:`UNITS`."""
    tokens = after_payments((rules.tokens,) * len(paid), paid, rules)
    return tuple(round(chance * UNITS) for chance in fair_equity(tokens, rules))
