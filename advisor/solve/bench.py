"""One player among others who all play alike, in every seat in turn, on the same decks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from advisor.estimate import Estimate
from advisor.players.basic import Basic, write_out
from advisor.players.written import Ways
from advisor.playout import batch
from advisor.rules import Rules

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Bench:
    """Hands in which one player sits among others who all play alike.

    Parameters
    ----------
    rules, players
        The game, and how many play.
    field
        How the others play.
    deals, seed
        Deals, each of which is played once with him in every seat; seed of the decks.
    threads
        Threads; the results do not depend on them.
    """

    rules: Rules
    players: int
    field: Ways
    deals: int
    seed: int
    threads: int = 1

    def won(self, way: Ways, deals: int | None = None) -> NDArray[np.float64]:
        """Tokens that he wins for each deal, all seats averaged, shape (deals,).

        That is what each of the others pays on average, less what he pays.
        """
        line = batch.seats([way, *[self.field] * (self.players - 1)], self.rules)
        total = np.zeros(deals or self.deals)
        for seat in range(self.players):
            which = np.roll(line.which, seat)
            paid = batch.play_deals(
                self.rules,
                line._replace(which=which),
                len(total),
                seed=self.seed,
                threads=self.threads,
            ).paid.astype(np.float64)
            others = (paid.sum(axis=1) - paid[:, seat]) / (self.players - 1)
            total += others - paid[:, seat]
        return np.asarray(total / self.players)

    def of_chart(self, chart: Basic, deals: int | None = None) -> NDArray[np.float64]:
        """Tokens that somebody wins who plays by a chart, shape (deals,)."""
        return self.won(write_out(chart, self.rules, self.players), deals)


def mean(values: NDArray[np.float64]) -> Estimate:
    """Average of what independent deals gave."""
    error = float(values.std(ddof=1) / np.sqrt(len(values)))
    return Estimate(float(values.mean()), error, len(values), "simulated")
