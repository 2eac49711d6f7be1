"""Which hand a hand becomes when a card comes and one is thrown, for all hands at once."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from advisor.hands import N_HANDS, N_PAIRS, hand_cards, scores
from advisor.rules import Rules

if TYPE_CHECKING:
    from numpy.typing import NDArray

GONE = N_HANDS
"""Stands in tables of hands where a card cannot come, because the hand already holds it."""

# One number that is highest for the hand to keep: score, then the lowest card thrown. The
# hand itself fills the low bits.
_HAND_BITS = 15
_CARD_BITS = 6
_HIGHEST_CARD = (1 << _CARD_BITS) - 1


@cache
def pairs_left() -> NDArray[np.int16]:
    """Pair left of every hand when its low, middle or high card goes, shape (22100, 3).

    A pair of cards ``a < b`` is the number ``b * (b - 1) / 2 + a``.
    """
    low, middle, high = hand_cards().astype(np.int16).T
    pairs = np.stack(
        [
            high * (high - 1) // 2 + middle,
            high * (high - 1) // 2 + low,
            middle * (middle - 1) // 2 + low,
        ],
        axis=1,
    )
    pairs.flags.writeable = False
    return pairs


@cache
def pair_with_card() -> NDArray[np.int16]:
    """Hand made of every pair and a third card, shape (1326, 52); 0 if the pair holds the card."""
    made = np.zeros((N_PAIRS, 52), dtype=np.int16)
    for place in range(3):
        made[pairs_left()[:, place], hand_cards()[:, place]] = np.arange(N_HANDS)
    made.flags.writeable = False
    return made


def four_ways(hands: NDArray[np.intp], cards: NDArray[np.intp]) -> NDArray[np.intp]:
    """Hands that can be kept of some hands and one more card each.

    Parameters
    ----------
    hands, cards
        Hands and the cards that come, of shapes that broadcast; no hand holds its card.

    Returns
    -------
    ndarray, shape (…, 4)
        The hand itself, then the hands that give up their low, middle and high card.
    """
    hands, cards = np.broadcast_arrays(hands, cards)
    swapped = pair_with_card()[pairs_left()[hands], cards[..., None]]
    return np.concatenate([hands[..., None], swapped], axis=-1)


def keeping_best(hands: NDArray[np.intp], rules: Rules, *, fixed: int = 0) -> NDArray[np.int16]:
    """Hand that is kept for the highest score after each card, as greedy players do.

    Parameters
    ----------
    hands
        Indices of hands, shape (n,).
    rules
        Say what hands score.
    fixed
        Cards, as a set, that are never thrown.

    Returns
    -------
    ndarray of int16, shape (n, 52)
        Among equal scores the lowest card is thrown, as in
        :func:`~advisor.hands.best_discard`. :data:`GONE` where the hand holds the card.
    """
    if not fixed:
        return _keeping_best(rules.three_of_a_kind, rules.three_aces)[hands]
    return _choose(hands, scores(rules), fixed)


@cache
def _keeping_best(three_of_a_kind: str, three_aces: str) -> NDArray[np.int16]:
    rules = Rules(three_of_a_kind=three_of_a_kind, three_aces=three_aces)
    best = _choose(np.arange(N_HANDS), scores(rules), 0)
    best.flags.writeable = False
    return best


def _choose(hands: NDArray[np.intp], scored: NDArray[np.int8], fixed: int) -> NDArray[np.int16]:
    value = scored.astype(np.int32) << (_CARD_BITS + _HAND_BITS)
    value += np.arange(N_HANDS, dtype=np.int32)
    with_pair = value[pair_with_card()]
    cards = hand_cards()[hands]
    best: NDArray[np.int32] = value[hands][:, None] + _first_thrown(np.arange(52, dtype=np.int8))
    for place in range(3):
        kept = with_pair[pairs_left()[hands, place]]
        kept += _first_thrown(cards[:, place])[:, None]
        kept[(fixed >> cards[:, place].astype(np.int64)) & 1 == 1] = 0
        np.maximum(best, kept, out=best)
    kept_hand: NDArray[np.int16] = (best & ((1 << _HAND_BITS) - 1)).astype(np.int16)
    np.put_along_axis(kept_hand, cards.astype(np.intp), np.int16(GONE), axis=1)
    return kept_hand


def _first_thrown(cards: NDArray[np.int8]) -> NDArray[np.int32]:
    """Higher for lower cards, in the place above the bits of the hand."""
    return (_HIGHEST_CARD - cards.astype(np.int32)) << _HAND_BITS


def sums(
    places: NDArray[np.integer], weights: NDArray[np.float64], length: int
) -> NDArray[np.float64]:
    """Sum of the weights at each place, 0 to `length` - 1."""
    # An array without entries would give whole numbers.
    return np.bincount(places, weights, length).astype(np.float64, copy=False)
