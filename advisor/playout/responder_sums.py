"""Sums over cells, and their transpose: all that least squares needs to know of the samples."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numba import njit

if TYPE_CHECKING:
    from numpy.typing import NDArray


@njit(nogil=True, cache=True)
def sums_of(
    cells: NDArray[np.int32], signs: NDArray[np.int8], of: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Add up, in each row of cells, their numbers times their signs.

    Shapes (n, k), (k,), (cells,); the result has shape (n,).
    """
    found = np.zeros(len(cells))
    for row in range(len(cells)):
        for place in range(len(signs)):
            found[row] += signs[place] * of[cells[row, place]]
    return found


@njit(nogil=True, cache=True)
def spread_over(
    cells: NDArray[np.int32], signs: NDArray[np.int8], rows: NDArray[np.float64], size: int
) -> NDArray[np.float64]:
    """Add every row's number, times the sign, to each of its cells: the transpose of sums_of."""
    found = np.zeros(size)
    for row in range(len(cells)):
        for place in range(len(signs)):
            found[cells[row, place]] += signs[place] * rows[row]
    return found
