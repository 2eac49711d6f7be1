"""How much three open cards offer to the next player, in five classes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from advisor.hands import (
    hand_cards,
    hand_masks,
    hands_within,
    mask_of,
    pack_mask,
    suit_classes,
)
from advisor.odds.exchange import best_after

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from advisor.rules import Rules

CLASSES: Final = 5
N_SUIT_CLASSES: Final = 1_755


def offers(rules: Rules) -> NDArray[np.float64]:
    """Mean score that an unknown hand can make at a widow, exactly.

    Returns
    -------
    ndarray of float64, shape (1755,)
        In half points, for each class of widows up to renaming suits; 0 outside the pack.
    """
    inside = hands_within(pack_mask(rules))
    classes, first = np.unique(suit_classes()[inside], return_index=True)
    means = np.zeros(N_SUIT_CLASSES)
    for number, widow in zip(classes, inside[first], strict=True):
        cards = hand_cards()[widow].tolist()
        apart = inside[(hand_masks()[inside] & np.uint64(mask_of(cards))) == 0]
        means[number] = best_after(cards, rules)[apart].mean(dtype=np.float64)
    return means


def danger_classes(rules: Rules) -> NDArray[np.uint8]:
    """Class of every widow by what it offers: fifths of all widows of the pack, 0 the least.

    Returns
    -------
    ndarray of uint8, shape (1755,)
        For each class of widows up to renaming suits.
    """
    means = offers(rules)
    dealt = means[suit_classes()[hands_within(pack_mask(rules))]]
    edges = np.quantile(dealt, np.arange(1, CLASSES) / CLASSES)
    return np.searchsorted(edges, means, side="right").astype(np.uint8)
