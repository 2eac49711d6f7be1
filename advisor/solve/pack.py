"""From the chances of a solution to the compact table that players follow."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from advisor.players.solved import compact
from advisor.players.written import TAKES_LAST

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from advisor.players.solved import Solved
    from advisor.solve.meanfield import Strategy


def most_likely(strategy: Strategy) -> Solved:
    """Choose what the strategy does most often; the table has no provenance."""
    moves = strategy.move.argmax(axis=2).astype(np.uint8) + last_takes(strategy)
    throws = strategy.throw.argmax(axis=2).astype(np.uint8)
    return compact(moves, throws, strategy.players)


def last_takes(strategy: Strategy) -> NDArray[np.uint8]:
    """Mark with :data:`TAKES_LAST` where the top card is taken on a last turn, (turns, 63193)."""
    return np.where(strategy.last > 0.5, TAKES_LAST, 0).astype(np.uint8)
