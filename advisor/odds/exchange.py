"""What a hand can become by swapping cards with the three open ones, exactly.

An array over the 22,100 hands says for one widow what each hand can become. Sums over all
deals use that suits are alike: the widows of one class (:func:`advisor.hands.suit_classes`)
meet, up to renaming suits, the same hands, so that one of each class stands for all.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, Final

import numpy as np

from advisor.cards import Card
from advisor.hands import (
    THIRTY_ONE,
    best_taking,
    hand_cards,
    hand_index,
    hand_masks,
    hands_within,
    mask_of,
    pack_mask,
    score,
    scores,
    suit_classes,
)
from advisor.rules import Rules, require

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

N_SCORES: Final = 67
"""Scores in half points: 0 to 66."""
SWAP_SIZES: Final = {"one": (1,), "any": (1, 2, 3), "one-or-three": (1, 3)}
"""Numbers of cards that a turn may swap, for each value of the switch ``exchange``."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """One swap with the widow and what it leads to.

    Parameters
    ----------
    give, get
        Cards laid down and cards taken for them, ascending.
    hand, widow
        Own cards and open cards after it, ascending.
    half_points
        Score of the hand after it.
    """

    give: tuple[Card, ...]
    get: tuple[Card, ...]
    hand: tuple[Card, ...]
    widow: tuple[Card, ...]
    half_points: int


@dataclass(frozen=True, slots=True)
class FirstTurn:
    """What the first player can make, over all deals of a hand and a widow.

    Parameters
    ----------
    deals
        Pairs of a hand and a widow.
    mean_before, mean_after
        Mean score in points as dealt, and after the best of keeping and every swap.
    thirty_one
        Chance that 31 (or more) is held then.
    """

    deals: int
    mean_before: Fraction
    mean_after: Fraction
    thirty_one: Fraction


@dataclass(frozen=True, slots=True)
class Left:
    """What three open cards offer to the next player, whose cards are unknown.

    Parameters
    ----------
    thirty_one
        Chance that he can make 31 or has it.
    improve
        Chance that a swap raises his score.
    mean
        Mean of the best score he can hold after his turn, in points.
    """

    thirty_one: Fraction
    improve: Fraction
    mean: Fraction


def exchanges(hand: Iterable[Card], widow: Iterable[Card], rules: Rules) -> tuple[Exchange, ...]:
    """List every swap that the rules allow: fewest cards first, then as combinations come.

    Parameters
    ----------
    hand, widow
        Three cards each.
    rules
        Rules of the game ``widow``.

    Raises
    ------
    RulesError
        If the game has no widow.
    """
    require(rules, game="widow", doing="swapping with the widow")
    mine, there = tuple(sorted(hand)), tuple(sorted(widow))
    return tuple(
        _exchange(mine, there, give, get, rules)
        for size in SWAP_SIZES[rules.exchange]
        for give in combinations(mine, size)
        for get in combinations(there, size)
    )


def best_exchange(hand: Iterable[Card], widow: Iterable[Card], rules: Rules) -> Exchange:
    """Swap of highest score; among equals the one that gives the fewest and lowest cards.

    It may be below the score of the hand itself: to pass is not a swap.
    """
    return max(
        exchanges(hand, widow, rules),
        key=lambda swap: (
            swap.half_points,
            -len(swap.give),
            tuple(-card for card in swap.give),
            swap.get,
        ),
    )


def best_after(widow: Iterable[Card], rules: Rules) -> NDArray[np.int8]:
    """Best score of every hand after its turn at this widow, half points, shape (22100,).

    The best of keeping and every swap that the rules allow. Hands that hold a card of the
    widow are meaningless.
    """
    require(rules, game="widow", doing="swapping with the widow")
    return _best_after(tuple(sorted(widow)), rules)


def first_turn(rules: Rules) -> FirstTurn:
    """Sum up what the first player can make, over all deals, exactly.

    Parameters
    ----------
    rules
        Say which pack is used, what hands score, and how many cards may be swapped.

    Returns
    -------
    FirstTurn
        Over all pairs of a hand and a widow, in 52 cards 407,170,400 of them.
    """
    require(rules, game="widow", doing="the first turn")
    counts = first_turn_counts(rules)
    deals, halves = int(counts.sum()), np.arange(N_SCORES)
    return FirstTurn(
        deals,
        Fraction(int(counts.sum(axis=1) @ halves), 2 * deals),
        Fraction(int(counts.sum(axis=0) @ halves), 2 * deals),
        Fraction(int(counts[:, THIRTY_ONE:].sum()), deals),
    )


def left_for_next(widow: Iterable[Card], unseen: Iterable[Card], rules: Rules) -> Left:
    """What these open cards offer to a player who holds any three of the unseen cards.

    Parameters
    ----------
    widow
        The three open cards as he will find them.
    unseen
        Cards that he may hold, three or more, each set of three equally likely.
    rules
        Rules of the game ``widow``.
    """
    hands = hands_within(mask_of(unseen))
    after, before = best_after(widow, rules)[hands], scores(rules)[hands]
    total = len(hands)
    return Left(
        Fraction(int(np.count_nonzero(after >= THIRTY_ONE)), total),
        Fraction(int(np.count_nonzero(after > before)), total),
        Fraction(int(after.sum(dtype=np.int64)), 2 * total),
    )


def can_make(widow: Iterable[Card], unseen: Iterable[Card], rules: Rules) -> dict[int, Fraction]:
    """Chance that an unknown hand can hold so many half points or more after its turn.

    Parameters
    ----------
    widow, unseen, rules
        As in :func:`left_for_next`.

    Returns
    -------
    dict
        Every score that can be reached, ascending, to the chance of that score or more.
    """
    after = best_after(widow, rules)[hands_within(mask_of(unseen))]
    values, counts = np.unique(after, return_counts=True)
    at_least = counts[::-1].cumsum()[::-1]
    return {
        int(half): Fraction(int(count), len(after))
        for half, count in zip(values, at_least, strict=True)
    }


def _exchange(
    hand: tuple[Card, ...],
    widow: tuple[Card, ...],
    give: Sequence[Card],
    get: Sequence[Card],
    rules: Rules,
) -> Exchange:
    mine = tuple(sorted({*hand, *get} - set(give)))
    there = tuple(sorted({*widow, *give} - set(get)))
    return Exchange(tuple(give), tuple(get), mine, there, score(mine, rules))


def _best_after(widow: tuple[Card, ...], rules: Rules) -> NDArray[np.int8]:
    return best_each(slice(None), hand_index(widow), rules)


def best_each(
    hands: NDArray[np.intp] | slice, widows: NDArray[np.intp] | int, rules: Rules
) -> NDArray[np.int8]:
    """Best score of hands after a turn, each at its own widow.

    Parameters
    ----------
    hands, widows
        Ranks of hands and of three open cards, shapes that broadcast; a slice of all hands
        with one widow.
    rules
        Rules of the game ``widow``.

    Returns
    -------
    ndarray of int8
        Half points: the best of keeping and every swap that the rules allow.
    """
    sizes, taking, own = SWAP_SIZES[rules.exchange], best_taking(rules), scores(rules)
    cards, best = hand_cards(), own[hands]
    for place in range(3):
        if 1 in sizes:
            best = np.maximum(best, taking[hands, cards[widows, place]])
        if 2 in sizes:
            # Two taken and one kept: the kept card swapped into the widow.
            best = np.maximum(best, taking[widows, cards[hands, place]])
    return np.maximum(best, own[widows]) if 3 in sizes else best


@cache
def first_turn_counts(rules: Rules) -> NDArray[np.int64]:
    """Count all pairs of a hand and a widow by score as dealt and best score after a turn.

    Parameters
    ----------
    rules
        Rules of the game ``widow``.

    Returns
    -------
    ndarray of int64, shape (67, 67)
        Pairs with so many half points before (row) and after (column).
    """
    inside = hands_within(pack_mask(rules))
    _, first, alike = np.unique(suit_classes()[inside], return_index=True, return_counts=True)
    masks, own = hand_masks()[inside], scores(rules)[inside].astype(np.int64)
    counts = np.zeros(N_SCORES**2, dtype=np.int64)
    for widow, count in zip(inside[first], alike.tolist(), strict=True):
        apart = (masks & hand_masks()[widow]) == 0
        best = _best_after(tuple(hand_cards()[widow].tolist()), rules)[inside[apart]]
        counts += count * np.bincount(N_SCORES * own[apart] + best, minlength=N_SCORES**2)
    table = counts.reshape(N_SCORES, N_SCORES)
    table.flags.writeable = False
    return table
