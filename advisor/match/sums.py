"""What a part of a match leaves behind: sums of whole numbers, so any split adds up the same.

One independent observation is a set: one deck with all rotations of a seat order (or one
whole-pot match with all of them). For each set and each place of the line-up four numbers are
counted over the set's games; their sums and the sums of all their products give means,
errors, and errors of differences.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PAYS, TOKENS, POT, DEALT = range(4)
"""Hands in which he pays; tokens he pays; worth of the pot in units; hands he is dealt."""

MEASURES: Final = 4


@dataclass(frozen=True, slots=True)
class Sums:
    """Sums over sets; measure ``m`` of place ``p`` stands at ``m * places + p``.

    Parameters
    ----------
    sets
        Independent observations.
    hands, capped
        Hands played; how many of them were given up after too many turns.
    totals
        Sum of every number.
    products
        Sum of the product of every two numbers.
    """

    sets: int
    hands: int
    capped: int
    totals: tuple[int, ...]
    products: tuple[tuple[int, ...], ...]

    @property
    def places(self) -> int:
        """Places of the line-up."""
        return len(self.totals) // MEASURES

    def __add__(self, other: Sums) -> Sums:
        return Sums(
            self.sets + other.sets,
            self.hands + other.hands,
            self.capped + other.capped,
            tuple(mine + his for mine, his in zip(self.totals, other.totals, strict=True)),
            tuple(
                tuple(mine + his for mine, his in zip(*rows, strict=True))
                for rows in zip(self.products, other.products, strict=True)
            ),
        )


def nothing(places: int) -> Sums:
    """Sums over no set."""
    size = MEASURES * places
    return Sums(0, 0, 0, (0,) * size, ((0,) * size,) * size)


def summed(measured: NDArray[np.int64], *, hands: int, capped: int) -> Sums:
    """Sum up what was counted.

    Parameters
    ----------
    measured
        Counted numbers, shape (sets, :data:`MEASURES`, places). The products of one part must
        stay below 2**63, which holds for parts of up to 100,000 games.
    hands, capped
        As in :class:`Sums`.
    """
    flat = measured.reshape(len(measured), -1)
    return Sums(
        len(flat),
        hands,
        capped,
        tuple(flat.sum(axis=0).tolist()),
        tuple(map(tuple, (flat.T @ flat).tolist())),
    )
