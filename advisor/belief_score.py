"""How good beliefs are: measured on simulated hands, where the truth is known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from advisor.belief import SLIP
from advisor.estimate import Estimate, exact, proportion, sample_mean
from advisor.hands import points_text
from advisor.players.nearest import nearest_way
from advisor.tables import Table

if TYPE_CHECKING:
    from advisor.rules import Rules

GOOD: Final = 50
"""25 points, in half points: a belief is asked how likely somebody holds so much."""
DECISIONS: Final = 100_000
CHUNK: Final = 500
"""Deals between two looks at how many decisions there were."""


@dataclass(frozen=True, slots=True)
class BeliefScore:
    """What beliefs were worth at the decisions of simulated hands.

    Parameters
    ----------
    loss, uniform
        Log loss, in nats, of the belief, and of all hands of unseen cards alike likely (what
        is known to be held counts for both). Lower is better.
    bins
        By tenths of the chance believed that the next player scores :data:`GOOD`: decisions,
        mean chance, and how often he did; shape (10, 3).
    decisions
        How many.
    """

    loss: Estimate
    uniform: Estimate
    bins: NDArray[np.float64]
    decisions: int


def score_beliefs(
    rules: Rules,
    players: int = 2,
    *,
    name: str = "solved",
    assumed: str | None = None,
    decisions: int = DECISIONS,
    slip: float = SLIP,
    seed: int = 0,
) -> BeliefScore:
    """Measure beliefs about the next player's hand, at every decision before a knock.

    Parameters
    ----------
    rules, players
        The game.
    name
        How everybody plays.
    assumed
        How everybody is taken to play; None for how they do.
    decisions
        At least so many.
    slip, seed
        Chance that players are taken to choose at random; seed of the random numbers.
    """
    from advisor.playout import batch, belief_check  # noqa: PLC0415  # Numba from here on only

    real, mind = (
        batch.seats([way.ways] * players, rules)
        for way in (nearest_way(who, rules, players) for who in (name, assumed or name))
    )
    sums = np.zeros(belief_check.N_SUMS)
    bins = np.zeros((belief_check.BINS, 3))
    first = 0
    while sums[belief_check.DECISIONS] < decisions:
        belief_check.check_beliefs(
            seed, first, CHUNK, GOOD, slip, real, mind, batch.game(rules), sums, bins
        )
        first += CHUNK
    count = int(sums[belief_check.DECISIONS])
    bins[:, 1] /= np.maximum(bins[:, 0], 1)
    return BeliefScore(
        loss=sample_mean(sums[belief_check.LOSS], sums[belief_check.SQUARES], count),
        uniform=sample_mean(sums[belief_check.UNIFORM], sums[belief_check.ALSO_SQUARES], count),
        bins=bins,
        decisions=count,
    )


def belief_table(found: BeliefScore, name: str = "solved") -> Table:
    """Write a score as a table: what was believed, and what was so."""
    rows = tuple(
        (
            f"{place * 10}-{place * 10 + 10} %",
            int(number),
            exact(float(said)),
            proportion(round(hits), int(number)),
        )
        for place, (number, said, hits) in enumerate(found.bins)
        if number
    )
    return Table(
        f"Believed and true chance that the next player scores {points_text(GOOD)} or more, "
        f"{name} players, {found.decisions} decisions; log loss {found.loss.mean:.4f} ± "
        f"{found.loss.se:.4f} against {found.uniform.mean:.4f} if all hands were alike likely",
        ("believed", "decisions", "mean believed", "was so"),
        rows,
    )
