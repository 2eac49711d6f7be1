"""One number for each player from all pairings: Bradley and Terry's model on Elo's scale.

The log-odds of every pairing are taken as the difference of two ratings and fitted by least
squares, each weighted by its error (Bradley and Terry 1952; the scale is Elo's: 400 points
are odds of ten to one). The ratings sum to 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping

    from advisor.estimate import Estimate

SCALE: Final = 400 / log(10)


@dataclass(frozen=True, slots=True)
class Ratings:
    """Ratings of some players.

    Parameters
    ----------
    points
        One rating for each player.
    se
        Their standard errors, given that they sum to 0.
    """

    points: tuple[float, ...]
    se: tuple[float, ...]

    def expected(self, one: int, other: int) -> float:
        """Share that the first of two players wins, according to their ratings."""
        return float(1 / (1 + 10 ** ((self.points[other] - self.points[one]) / 400)))


def rate(players: int, wins: Mapping[tuple[int, int], Estimate]) -> Ratings | None:
    """Fit ratings to the results of pairings.

    Parameters
    ----------
    players
        How many players.
    wins
        For two players the share that the first wins of what either of them wins.

    Returns
    -------
    Ratings or None
        None if the pairings do not connect all players.
    """
    stiffness, pull = np.zeros((players, players)), np.zeros(players)
    for (one, other), won in wins.items():
        # As if one more game had been tied: a player who always wins has no infinite rating.
        share = (won.mean * won.trials + 0.5) / (won.trials + 1)
        odds, weight = log(share / (1 - share)), (share * (1 - share) / won.se) ** 2
        ends = np.zeros(players)
        ends[one], ends[other] = 1, -1
        stiffness += weight * np.outer(ends, ends)
        pull += weight * odds * ends
    # Only the sum of all ratings is left open, and there the smallest solution is 0.
    if np.linalg.matrix_rank(stiffness, hermitian=True) < players - 1:
        return None
    inverse = np.linalg.pinv(stiffness, hermitian=True)
    points, se = SCALE * inverse @ pull, SCALE * np.sqrt(inverse.diagonal())
    return Ratings(tuple(points.tolist()), tuple(se.tolist()))
