"""The compiled sums of :mod:`advisor.solve.meanfield`.

Arrays over a top card and a hand have shape (13, 22100), as in :mod:`advisor.suits`. Sums
over the other player's hands leave out those that share a card with mine: all hands, minus
those with each of my cards, plus those with each pair of them, minus my own hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from numba import njit

if TYPE_CHECKING:
    from numpy.typing import NDArray

KNOCK: Final = 0
DRAW: Final = 4
"""Moves 1, 2, 3 take the top card and throw the low, middle or high card of the hand."""
THROWS: Final = 52
"""Columns 0 to 51 of a row of chances: the card thrown; then 31, then a knock by its score."""
SHOWS: Final = 52
KNOCKS: Final = 53
PLACES: Final = 1 + 52 + 1326
"""Sums over all hands, over those with a card, over those with a pair."""


@njit(nogil=True, cache=True)
def soft(values: NDArray[np.float64], heat: float, chances: NDArray[np.float64]) -> float:
    """Write logit chances of some choices and return their mean value."""
    best = values[0]
    for choice in range(1, values.size):
        best = max(best, values[choice])
    total = 0.0
    for choice in range(values.size):
        chances[choice] = np.exp((values[choice] - best) / heat)
        total += chances[choice]
    mean = 0.0
    for choice in range(values.size):
        chances[choice] /= total
        # A choice that is not there has the value minus infinity.
        if chances[choice] > 0.0:
            mean += chances[choice] * values[choice]
    return mean


@njit(nogil=True, cache=True)
def add_row(sums: NDArray[np.float64], row: NDArray[np.float64], hand: NDArray[np.int64]) -> None:
    """Add a hand's row to all the sums that it belongs to."""
    low, middle, high = hand[0], hand[1], hand[2]
    places = (
        0,
        1 + low,
        1 + middle,
        1 + high,
        53 + middle * (middle - 1) // 2 + low,
        53 + high * (high - 1) // 2 + low,
        53 + high * (high - 1) // 2 + middle,
    )
    for place in places:
        for column in range(row.size):
            sums[place, column] += row[column]


@njit(nogil=True, cache=True)
def apart(
    sums: NDArray[np.float64],
    own: NDArray[np.float64],
    hand: NDArray[np.int64],
    row: NDArray[np.float64],
) -> None:
    """Write the sum over all hands that share no card with `hand`."""
    low, middle, high = hand[0], hand[1], hand[2]
    one, two, three = sums[1 + low], sums[1 + middle], sums[1 + high]
    pair = sums[53 + middle * (middle - 1) // 2 + low]
    other = sums[53 + high * (high - 1) // 2 + low]
    last = sums[53 + high * (high - 1) // 2 + middle]
    for column in range(row.size):
        value = (
            sums[0, column]
            - (one[column] + two[column] + three[column])
            + (pair[column] + other[column] + last[column])
            - own[column]
        )
        row[column] = max(value, 0.0)


@njit(nogil=True, cache=True)
def after_draws(
    throw: NDArray[np.float32],
    fours_with: NDArray[np.int64],
    four_cards: NDArray[np.int64],
    four_shows: NDArray[np.bool_],
    hands: NDArray[np.int64],
    rows: NDArray[np.float64],
) -> None:
    """Write how often each card is thrown after each draw, or 31 shown, shape (22100, 53)."""
    rows[:] = 0.0
    for hand in range(hands.shape[0]):
        for card in range(52):
            four = fours_with[hand, card]
            if four < 0:
                continue
            if four_shows[four]:
                rows[hand, SHOWS] += 1.0
                continue
            for place in range(4):
                rows[hand, four_cards[four, place]] += throw[four, place]


@njit(nogil=True, cache=True)
def answer_rows(
    rank: int,
    prior: NDArray[np.float64],
    move: NDArray[np.float32],
    throw: NDArray[np.float32],
    rows: NDArray[np.float64],
    hands: NDArray[np.int64],
    level: NDArray[np.int64],
    levels: int,
    taking: NDArray[np.int64],
    fours_with: NDArray[np.int64],
    four_cards: NDArray[np.int64],
    four_shows: NDArray[np.bool_],
    own: NDArray[np.float64],
    sums: NDArray[np.float64],
) -> None:
    """Sum up what the other player does when he sees the top card of this rank.

    `own` receives the row of each hand, shape (22100, 53 + levels), `sums` their sums.
    """
    top = 4 * rank
    sums[:] = 0.0
    own[:] = 0.0
    for hand in range(hands.shape[0]):
        four, weight = fours_with[hand, top], prior[hand]
        if four < 0 or weight <= 0.0:
            continue
        row = own[hand]
        row[KNOCKS + level[hand]] = weight * move[KNOCK, rank, hand]
        part = weight * move[DRAW, rank, hand] / 48.0
        for column in range(KNOCKS):
            row[column] = part * rows[hand, column]
        if four_shows[four]:
            row[SHOWS] -= part
        else:
            for place in range(4):
                row[four_cards[four, place]] -= part * throw[four, place]
        for place in range(3):
            chance = weight * move[1 + place, rank, hand]
            if level[taking[rank, hand * 3 + place]] == levels:
                row[SHOWS] += chance
            else:
                row[hands[hand, place]] += chance
        add_row(sums, row, hands[hand])


@njit(nogil=True, cache=True)
def waiting_values(
    rank: int,
    own: NDArray[np.float64],
    sums: NDArray[np.float64],
    later: NDArray[np.float64],
    hands: NDArray[np.int64],
    swapped: NDArray[np.int64],
    levels: int,
    best_taking: NDArray[np.int64],
    best_drawing: NDArray[np.int64],
    pays: NDArray[np.float64],
    heat: float,
    value: NDArray[np.float64],
    last: NDArray[np.float64],
) -> None:
    """Value every hand whose owner has thrown a card of this rank and waits for the other.

    `later` is the value of his next turn, shape (13, 22100). `pays` says what he wins if he
    has more, as much, or less than a knocker, and if he, or the other, shows 31. `value` and
    `last` (chance that he takes the top card if the other knocks) have shape (22100,).
    """
    top = 4 * rank
    row = np.empty(sums.shape[1])
    reached = np.empty(levels + 1)
    options, chances = np.empty(2), np.empty(2)
    for hand in range(hands.shape[0]):
        low, middle, high = hands[hand, 0], hands[hand, 1], hands[hand, 2]
        if top in (low, middle, high):
            continue
        apart(sums, own[hand], hands[hand], row)
        row[low] = row[middle] = row[high] = 0.0
        total = row[SHOWS]
        found = pays[4] * row[SHOWS]
        for card in range(THROWS):
            if row[card] > 0.0:
                total += row[card]
                found += row[card] * later[card >> 2, swapped[card & 3, hand]]
        knocked = 0.0
        for score in range(levels):
            knocked += row[KNOCKS + score]
        below = 0.0
        for score in range(levels):
            same = row[KNOCKS + score]
            above = knocked - below - same
            reached[score] = pays[0] * below + pays[1] * same + pays[2] * above
            below += same
        reached[levels] = pays[3] * knocked
        drawn = 0.0
        for card in range(52):
            if card not in (top, low, middle, high):
                drawn += reached[best_drawing[hand, card]]
        options[0] = reached[best_taking[hand, top]]
        options[1] = drawn / 48.0
        if knocked > 1e-12:
            found += soft(options, heat * knocked, chances)
            last[hand] = chances[0]
        else:
            last[hand] = 0.5
        total += knocked
        value[hand] = found / total if total > 1e-12 else 0.0


@njit(nogil=True, cache=True)
def knock_values(
    rank: int,
    prior: NDArray[np.float64],
    last: NDArray[np.float32],
    hands: NDArray[np.int64],
    level: NDArray[np.int64],
    levels: int,
    best_taking: NDArray[np.int64],
    best_drawing: NDArray[np.int64],
    drawing_counts: NDArray[np.float64],
    pays: NDArray[np.float64],
    own: NDArray[np.float64],
    sums: NDArray[np.float64],
    value: NDArray[np.float64],
) -> None:
    """Value a knock with every hand under a top card of this rank; `value` has shape (22100,).

    `last` is the chance that the other player takes the top card on his last turn, and
    `drawing_counts` how many cards lead each hand to each score, shape (22100, levels + 1).
    """
    top = 4 * rank
    width = levels + 1
    own[:] = 0.0
    sums[:] = 0.0
    row = np.empty(width)
    for hand in range(hands.shape[0]):
        if prior[hand] <= 0.0 or top in (hands[hand, 0], hands[hand, 1], hands[hand, 2]):
            continue
        part = prior[hand] * (1.0 - last[hand]) / 48.0
        for score in range(width):
            own[hand, score] = part * drawing_counts[hand, score]
        own[hand, best_drawing[hand, top]] -= part
        own[hand, best_taking[hand, top]] += prior[hand] * last[hand]
        add_row(sums, own[hand], hands[hand])
    for hand in range(hands.shape[0]):
        if top in (hands[hand, 0], hands[hand, 1], hands[hand, 2]):
            continue
        apart(sums, own[hand], hands[hand], row)
        mine, total, found = level[hand], 0.0, 0.0
        for score in range(width):
            total += row[score]
            if score == levels:
                found -= pays[3] * row[score]
            elif score > mine:
                found -= pays[0] * row[score]
            elif score == mine:
                found -= pays[1] * row[score]
            else:
                found -= pays[2] * row[score]
        value[hand] = found / total if total > 1e-12 else 0.0


@njit(nogil=True, cache=True)
def throw_values(
    waiting: NDArray[np.float64],
    kept: NDArray[np.int64],
    four_cards: NDArray[np.int64],
    four_shows: NDArray[np.bool_],
    swapped: NDArray[np.int64],
    heat: float,
    value: NDArray[np.float64],
    throw: NDArray[np.float32],
) -> None:
    """Value every set of four cards, one of which must be thrown, and write the chances."""
    options, chances = np.empty(4), np.empty(4)
    for four in range(four_cards.shape[0]):
        if four_shows[four]:
            value[four] = 1.0
            continue
        for place in range(4):
            card = four_cards[four, place]
            options[place] = waiting[card >> 2, swapped[card & 3, kept[four, place]]]
        value[four] = soft(options, heat, chances)
        for place in range(4):
            throw[four, place] = chances[place]


@njit(nogil=True, cache=True)
def move_values(
    rank: int,
    waiting: NDArray[np.float64],
    fours: NDArray[np.float64],
    knock: NDArray[np.float64],
    hands: NDArray[np.int64],
    level: NDArray[np.int64],
    levels: int,
    taking: NDArray[np.int64],
    fours_with: NDArray[np.int64],
    swapped: NDArray[np.int64],
    heat: float,
    value: NDArray[np.float64],
    move: NDArray[np.float32],
    worth: NDArray[np.float32],
) -> None:
    """Value the start of a turn for every hand, shape (22100,).

    `move` and `worth`, shape (5, 13, 22100), receive the chances and values of all moves.
    """
    top = 4 * rank
    options, chances = np.empty(5), np.empty(5)
    for hand in range(hands.shape[0]):
        if fours_with[hand, top] < 0 or level[hand] == levels:
            continue
        options[KNOCK] = knock[hand]
        for place in range(3):
            left, card = taking[rank, hand * 3 + place], hands[hand, place]
            if level[left] == levels:
                options[1 + place] = 1.0
            else:
                options[1 + place] = waiting[card >> 2, swapped[card & 3, left]]
        drawn = -fours[fours_with[hand, top]]
        for card in range(52):
            if fours_with[hand, card] >= 0:
                drawn += fours[fours_with[hand, card]]
        options[DRAW] = drawn / 48.0
        value[hand] = soft(options, heat, chances)
        for choice in range(5):
            move[choice, rank, hand] = chances[choice]
            worth[choice, rank, hand] = options[choice]


@njit(nogil=True, cache=True)
def play_on(
    prior: NDArray[np.float64],
    tops: NDArray[np.float64],
    move: NDArray[np.float32],
    throw: NDArray[np.float32],
    hands: NDArray[np.int64],
    level: NDArray[np.int64],
    levels: int,
    taking: NDArray[np.int64],
    fours_with: NDArray[np.int64],
    four_cards: NDArray[np.int64],
    four_shows: NDArray[np.bool_],
    kept: NDArray[np.int64],
    swapped: NDArray[np.int64],
    after: NDArray[np.float64],
    thrown: NDArray[np.float64],
) -> None:
    """Write the hands and the top cards after a turn that did not end the hand.

    `prior` and `after` have shape (22100,), `tops` and `thrown` shape (13,).
    """
    first = np.zeros(hands.shape[0])
    by_top = np.zeros(13)
    thrown[:] = 0.0
    for hand in range(hands.shape[0]):
        drawn = 0.0
        for rank in range(13):
            by_top[rank] = 0.0
            if fours_with[hand, 4 * rank] < 0:
                continue
            weight = prior[hand] * tops[rank]
            by_top[rank] = weight * move[DRAW, rank, hand] / 48.0
            drawn += by_top[rank]
            for place in range(3):
                left = taking[rank, hand * 3 + place]
                if level[left] < levels:
                    chance = weight * move[1 + place, rank, hand]
                    first[left] += chance
                    thrown[hands[hand, place] >> 2] += chance
        for card in range(52):
            four = fours_with[hand, card]
            if four < 0 or four_shows[four]:
                continue
            chance = drawn - (by_top[card >> 2] if card & 3 == 0 else 0.0)
            for place in range(4):
                part = chance * throw[four, place]
                first[kept[four, place]] += part
                thrown[four_cards[four, place] >> 2] += part
    total = first.sum()
    for hand in range(hands.shape[0]):
        after[hand] = 0.0
        for suit in range(4):
            after[hand] += first[swapped[suit, hand]] / (4.0 * total)
    total = thrown.sum()
    for rank in range(13):
        thrown[rank] /= total
