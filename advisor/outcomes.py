"""Who pays when everybody plays well: the distribution of one hand's payments."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from advisor.rules import preset
from advisor.well_played import well_played

if TYPE_CHECKING:
    from collections.abc import Mapping

    from advisor.well_played import WellPlayed


@dataclass(frozen=True, slots=True)
class Payments:
    """What the seats pay in one well-played hand, seat 0 being first to act.

    Parameters
    ----------
    paid
        Every way to pay that occurred, in tokens, shape (ways, players).
    chance
        Its probability, shape (ways,); they sum to 1.
    """

    paid: NDArray[np.int64]
    chance: NDArray[np.float64]

    @property
    def alike(self) -> Mapping[tuple[int, int], float]:
        """Chance that so many seats pay one token and so many two, whoever they are."""
        chances: Counter[tuple[int, int]] = Counter()
        for paid, chance in zip(self.paid, self.chance.tolist(), strict=True):
            chances[int((paid == 1).sum()), int((paid == 2).sum())] += chance
        return chances


def payments_of(counts: WellPlayed) -> Payments:
    """Turn counted payments into chances; hands that were given up are left out."""
    paid = np.array([[int(digit) for digit in key] for key in counts.paid], dtype=np.int64)
    hands = np.array(list(counts.paid.values()), dtype=np.float64)
    return Payments(paid, hands / hands.sum())


@cache
def payments(name: str, players: int) -> Payments:
    """Load the payments of a preset's well-played hands.

    Parameters
    ----------
    name
        Name of the preset, one of :data:`~advisor.well_played.SHIPPED`.
    players
        Players in the hand.

    Raises
    ------
    WellPlayedError
        If there are none, or they are damaged.
    """
    return payments_of(well_played(preset(name), players))
