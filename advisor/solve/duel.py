"""Two players against each other in both seats on the same decks, one or both by a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from advisor.estimate import Estimate
from advisor.playout.two import play_hands

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from advisor.players.solved import Solved
    from advisor.rules import Rules


@dataclass(frozen=True, slots=True)
class Duel:
    """How the first of two players did, both seats averaged.

    Parameters
    ----------
    wins
        Chance that the other one pays in a hand.
    tokens
        Tokens that the other one pays more, for each hand.
    capped
        Hands of those played (two for each deal) that were given up; they cost nobody.
    """

    wins: Estimate
    tokens: Estimate
    capped: int


def duel(
    rules: Rules,
    one: Solved | str,
    other: Solved | str,
    deals: int,
    *,
    seed: int,
    threads: int = 1,
) -> Duel:
    """Let two players meet in both seats on the same decks.

    Parameters
    ----------
    rules, deals, seed, threads
        As in :func:`play_hands`; every deal is played twice.
    one, other
        A table, or the name of a player who only knocks by thresholds.
    """
    from advisor.playout.codes import CAPPED  # noqa: PLC0415

    ahead = play_hands(rules, (one, other), deals, seed=seed, threads=threads)
    behind = play_hands(rules, (other, one), deals, seed=seed, threads=threads)
    mine = np.stack([ahead.paid[:, 0], behind.paid[:, 1]], axis=1).astype(float)
    his = np.stack([ahead.paid[:, 1], behind.paid[:, 0]], axis=1).astype(float)
    return Duel(
        _mean((his > 0).mean(axis=1)),
        _mean((his - mine).mean(axis=1)),
        int(np.count_nonzero(ahead.ending == CAPPED) + np.count_nonzero(behind.ending == CAPPED)),
    )


def _mean(values: NDArray[np.float64]) -> Estimate:
    error = float(values.std(ddof=1) / np.sqrt(len(values)))
    return Estimate(float(values.mean()), error, len(values), "simulated")
