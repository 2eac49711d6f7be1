"""From the chances of a solution to the compact table that players follow."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import numpy as np

from advisor.players.solved import TAKES_LAST
from advisor.suits import four_classes, hand_classes, pair_numbers

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from advisor.solve.meanfield import Strategy

_Scalar = TypeVar("_Scalar", bound=np.generic)


def at_pairs(array: NDArray[_Scalar]) -> NDArray[_Scalar]:
    """Pick one (hand, top card) of each class: shape (…, 13, 22100) to (…, 63193)."""
    first = hand_classes().first
    numbers = pair_numbers()[:, first]
    ranks, places = np.nonzero(numbers >= 0)
    # The classes are numbered in this very order.
    return np.ascontiguousarray(array[..., ranks, first[places]])


def most_likely(strategy: Strategy) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Choose what the strategy does most often.

    Returns
    -------
    tuple of ndarray of uint8
        Moves and throws as in :class:`~advisor.players.solved.Solved`.
    """
    moves = at_pairs(strategy.move).argmax(axis=1).astype(np.uint8)
    moves += last_takes(strategy)
    throws = strategy.throw[:, four_classes().first].argmax(axis=2).astype(np.uint8)
    return moves, throws


def last_takes(strategy: Strategy) -> NDArray[np.uint8]:
    """Mark with :data:`TAKES_LAST` where the top card is taken after a knock, (turns, 63193)."""
    takes = at_pairs(strategy.last) > 0.5
    return np.where(takes, TAKES_LAST, 0).astype(np.uint8)
