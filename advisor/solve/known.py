"""What the rules and the cards make of every hand, as the compiled sums of the solver want it."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from advisor.hands import N_HANDS, THIRTY_ONE, best_drawing, best_taking, hand_cards, scores
from advisor.odds.keeping import GONE, keeping_best, pair_with_card, pairs_left
from advisor.odds.showdown import payments
from advisor.suits import (
    RANKS,
    four_cards,
    four_classes,
    fours_with,
    hand_classes,
    kept_of_four,
    pair_numbers,
    swapped,
    whole_hand_classes,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from advisor.rules import Rules


MAKES_31: Final = -2
"""Stands for the class of four cards that hold 31."""


class Known(NamedTuple):
    """Facts about hands, read only; a level is the number of a score, lowest first.

    Parameters
    ----------
    hands
        Cards of every hand, shape (22100, 3).
    level, levels
        Level of each hand, shape (22100,); 31 has the level `levels`.
    taking
        Hand made by taking the top card of clubs and throwing the low, middle or high card,
        shape (13, 66300).
    best_taking, best_drawing
        Level of the best hand that a taken or drawn card makes, shape (22100, 52).
    drawing_counts
        How many cards lead each hand to each level, shape (22100, levels + 1).
    thrown_taking, thrown_drawing
        Rank of the card thrown for that best hand, shape (22100, 52).
    fours_with, four_cards, four_shows, kept, swapped
        As in :mod:`advisor.suits`; whether four cards hold 31.
    numbers, first, classes, sizes
        Class of every top card and hand; the hands that stand for a class under any top card
        of clubs; which of them stands for every hand; for how many.
    after_throw
        Class of every card and each of these hands, shape (5252, 52); -1 if it holds that card.
    four_numbers, four_first
        Class of four cards; the four that stand for each class.
    drawn_four, drawn_cards, drawn_kept
        Class of the four cards that every hand and a drawn card make, shape (22100, 52): -1 if
        the hand holds that card, :data:`MAKES_31` if the four hold 31; which card goes, and
        which hand is left, for each throw of that class, shape (22100, 52, 4).
    top_four, top_cards
        The same where the card is the top card of clubs, shapes (13, 22100), (13, 22100, 4).
    take_cards, take_left, take_shows
        Which card goes for each take of the class of a hand, shape (22100, 3); which hand is
        left, and whether it is 31, by the rank of the top card of clubs, shape (13, 22100, 3).
    whole, whole_first, whole_sizes
        Class of every hand with all suits alike; the hands that stand for these classes; for
        how many each.
    pays
        Tokens of a knocker who is lowest alone; of him, then of each other, if they tie for
        lowest; of him if another shows 31.
    """

    hands: NDArray[np.int64]
    level: NDArray[np.int64]
    levels: int
    taking: NDArray[np.int64]
    best_taking: NDArray[np.int64]
    best_drawing: NDArray[np.int64]
    drawing_counts: NDArray[np.float64]
    thrown_taking: NDArray[np.int64]
    thrown_drawing: NDArray[np.int64]
    fours_with: NDArray[np.int64]
    four_cards: NDArray[np.int64]
    four_shows: NDArray[np.bool_]
    kept: NDArray[np.int64]
    swapped: NDArray[np.int64]
    numbers: NDArray[np.int64]
    first: NDArray[np.int64]
    classes: NDArray[np.int64]
    sizes: NDArray[np.int64]
    after_throw: NDArray[np.int32]
    four_numbers: NDArray[np.int64]
    four_first: NDArray[np.int64]
    drawn_four: NDArray[np.int32]
    drawn_cards: NDArray[np.int8]
    drawn_kept: NDArray[np.int32]
    top_four: NDArray[np.int32]
    top_cards: NDArray[np.int8]
    take_cards: NDArray[np.int8]
    take_left: NDArray[np.int32]
    take_shows: NDArray[np.bool_]
    whole: NDArray[np.int64]
    whole_first: NDArray[np.int64]
    whole_sizes: NDArray[np.int64]
    pays: NDArray[np.float64]


@cache
def known(rules: Rules) -> Known:
    """Look up what the rules make of every hand."""
    scored = scores(rules)
    values = np.unique(scored[scored < THIRTY_ONE])

    def level(half_points: NDArray[np.int8]) -> NDArray[np.int64]:
        return np.searchsorted(values, np.minimum(half_points, THIRTY_ONE)).astype(np.int64)

    levels, drawing, of_hand = len(values), level(best_drawing(rules)), level(scored)
    made = pair_with_card()[pairs_left()].astype(np.int64)
    counts = np.zeros((N_HANDS, levels + 1))
    for card in range(52):
        others = np.flatnonzero(~(hand_cards() == card).any(axis=1))
        counts[others, drawing[others, card]] += 1
    pairs, fours, whole = hand_classes(), four_classes(), whole_hand_classes()
    return Known(
        hands=hand_cards().astype(np.int64),
        level=of_hand,
        levels=levels,
        taking=_flat(made[:, :, 4 * np.arange(RANKS)].transpose(2, 0, 1)),
        best_taking=level(best_taking(rules)),
        best_drawing=drawing,
        drawing_counts=counts,
        thrown_taking=_thrown_taking(scored, made),
        thrown_drawing=_thrown_drawing(rules),
        fours_with=fours_with(),
        four_cards=four_cards(),
        four_shows=(of_hand[kept_of_four()] == levels).any(axis=1),
        kept=kept_of_four(),
        swapped=swapped(),
        numbers=np.ascontiguousarray(pair_numbers()),
        first=pairs.first,
        classes=pairs.number,
        sizes=np.bincount(pairs.number),
        after_throw=_after_throws(),
        four_numbers=fours.number,
        four_first=fours.first,
        **_drawn(of_hand == levels),
        **_takes(made, of_hand == levels),
        whole=whole.number,
        whole_first=whole.first,
        whole_sizes=np.bincount(whole.number),
        pays=_pays(rules),
    )


def _drawn(shows: NDArray[np.bool_]) -> dict[str, NDArray[Any]]:
    """Follow every draw, its throws in the order of the four cards that stand for a class."""
    made, fours = fours_with(), four_classes()
    cards = np.take_along_axis(four_cards(), fours.places, axis=1)
    kept = np.take_along_axis(kept_of_four(), fours.places, axis=1)
    classes = np.where(shows[kept].any(axis=1), MAKES_31, fours.number)
    drawn_four = np.where(made < 0, -1, classes[made]).astype(np.int32)
    drawn_cards, tops = cards[made].astype(np.int8), 4 * np.arange(RANKS)
    return {
        "drawn_four": drawn_four,
        "drawn_cards": drawn_cards,
        "drawn_kept": kept[made].astype(np.int32),
        "top_four": np.ascontiguousarray(drawn_four[:, tops].T),
        "top_cards": np.ascontiguousarray(drawn_cards[:, tops].transpose(1, 0, 2)),
    }


def _after_throws() -> NDArray[np.int32]:
    """Class of any card thrown on top of the hands that stand for a class, shape (5252, 52)."""
    cards, first = np.arange(52), hand_classes().first
    after: NDArray[np.int32] = pair_numbers()[cards >> 2, swapped()[cards & 3][:, first].T].astype(
        np.int32
    )
    return after


def _takes(made: NDArray[np.int64], shows: NDArray[np.bool_]) -> dict[str, NDArray[Any]]:
    """Follow every take of a card of clubs in the order of the hand that stands for a class."""
    places = hand_classes().places
    left = np.take_along_axis(made, places[..., None], axis=1)[:, :, 4 * np.arange(RANKS)]
    left = np.ascontiguousarray(left.transpose(2, 0, 1))
    return {
        "take_cards": np.take_along_axis(hand_cards(), places, axis=1),
        "take_left": left.astype(np.int32),
        "take_shows": shows[left],
    }


def _flat(made: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.ascontiguousarray(made.reshape(RANKS, -1))


def _thrown_taking(scored: NDArray[np.int8], made: NDArray[np.int64]) -> NDArray[np.int64]:
    """Rank thrown for the best hand with the top card; of equal ones the lowest card goes."""
    best = scored[made].argmax(axis=1)
    return (np.take_along_axis(hand_cards(), best, axis=1) >> 2).astype(np.int64)


def _thrown_drawing(rules: Rules) -> NDArray[np.int64]:
    """Rank thrown for the best of four cards: what was there, without what is kept."""
    cards = hand_cards().astype(np.int64)
    kept = keeping_best(np.arange(N_HANDS), rules).astype(np.int64)
    left = np.where(kept == GONE, 0, cards.sum(axis=1)[kept % N_HANDS])
    thrown = cards.sum(axis=1)[:, None] + np.arange(52) - left
    return np.where(kept == GONE, 0, thrown >> 2)


def _pays(rules: Rules) -> NDArray[np.float64]:
    alone, tied, other = (payments(pair, 0, rules) for pair in ((38, 40), (40, 40), (40, 62)))
    return np.array([alone[0], tied[0], tied[1], other[0]], dtype=float)
