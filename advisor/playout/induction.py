"""The compiled sums of :mod:`advisor.solve.meanfield`.

Moves, throws and values are kept for one hand of each class, as in
:class:`advisor.players.solved.Solved`; what others hold is a chance for each of the 22,100
hands. Sums over another player's hands leave out those that share a card with mine: all
hands, minus those with each of my cards, plus those with each pair of them, minus my own hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from numba import njit

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from advisor.solve.known import Known

MAKES_31: Final = -2
"""As in :mod:`advisor.solve.known`."""
KNOCK: Final = 0
DRAW: Final = 4
"""Moves 1, 2, 3 take the top card and throw the low, middle or high card of the hand."""
THROWS: Final = 52
"""Columns 0 to 51 of a row of chances: the card thrown; then 31, then a knock by its score."""
SHOWS: Final = 52
KNOCKS: Final = 53
PLACES: Final = 1 + 52 + 1326
"""Sums over all hands, over those with a card, over those with a pair."""
NEVER: Final = 1e-12
"""Chances below count as none."""


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
def pair_places(hand: NDArray[np.int64]) -> tuple[int, int, int]:
    """Find where the sums over hands with two of these cards are."""
    low, middle, high = hand[0], hand[1], hand[2]
    return (
        53 + middle * (middle - 1) // 2 + low,
        53 + high * (high - 1) // 2 + low,
        53 + high * (high - 1) // 2 + middle,
    )


@njit(nogil=True, cache=True)
def sum_up(sums: NDArray[np.float64]) -> None:
    """Make the sums over hands with a card, and over all, of those with each pair of cards."""
    sums[:53] = 0.0
    for high in range(1, 52):
        for low in range(high):
            pair = sums[53 + high * (high - 1) // 2 + low]
            for column in range(pair.size):
                # Every hand with a card has two pairs with it.
                sums[1 + low, column] += 0.5 * pair[column]
                sums[1 + high, column] += 0.5 * pair[column]
    for card in range(52):
        for column in range(sums.shape[1]):
            sums[0, column] += sums[1 + card, column] / 3.0


@njit(nogil=True, cache=True)
def apart(sums: NDArray[np.float64], hand: NDArray[np.int64], row: NDArray[np.float64]) -> None:
    """Write the sum over all hands that share no card with `hand`, and its own row once more."""
    one, two, three = sums[1 + hand[0]], sums[1 + hand[1]], sums[1 + hand[2]]
    places = pair_places(hand)
    pair, other, last = sums[places[0]], sums[places[1]], sums[places[2]]
    for column in range(row.size):
        row[column] = (
            sums[0, column]
            - (one[column] + two[column] + three[column])
            + (pair[column] + other[column] + last[column])
        )


@njit(nogil=True, cache=True)
def after_draws(throw: NDArray[np.float32], known: Known, rows: NDArray[np.float64]) -> None:
    """Write how often each card is thrown after each draw, or 31 shown, shape (22100, 53)."""
    rows[:] = 0.0
    for hand in range(known.hands.shape[0]):
        for card in range(52):
            four = known.drawn_four[hand, card]
            if four == MAKES_31:
                rows[hand, SHOWS] += 1.0
            elif four >= 0:
                for choice in range(4):
                    rows[hand, known.drawn_cards[hand, card, choice]] += throw[four, choice]


@njit(nogil=True, cache=True)
def answer_rows(
    rank: int,
    prior: NDArray[np.float64],
    move: NDArray[np.float32],
    throw: NDArray[np.float32],
    rows: NDArray[np.float64],
    known: Known,
    own: NDArray[np.float64],
    sums: NDArray[np.float64],
) -> None:
    """Sum up what another player does who sees a top card of this rank.

    Parameters
    ----------
    rank, prior
        Rank of the top card, of clubs; chance of each of his hands.
    move, throw
        His chances, shapes (63193, 5) and (16432, 4).
    rows
        As :func:`after_draws` writes them.
    own, sums
        Receive the row of each hand, shape (22100, 54), its last column the chance to knock;
        and their sums, shape (1379, 53 + levels).
    """
    sums[:] = 0.0
    for hand in range(prior.size):
        row, number, weight = own[hand], known.numbers[rank, hand], prior[hand]
        row[:] = 0.0
        if number < 0 or weight <= 0.0:
            continue
        chances, after = move[number], rows[hand]
        row[KNOCKS] = weight * chances[KNOCK]
        part = weight * chances[DRAW] / 48.0
        for column in range(KNOCKS):
            row[column] = part * after[column]
        # He cannot draw the top card itself.
        four = known.top_four[rank, hand]
        if four == MAKES_31:
            row[SHOWS] -= part
        else:
            for choice in range(4):
                row[known.top_cards[rank, hand, choice]] -= part * throw[four, choice]
        for choice in range(3):
            shows = known.take_shows[rank, hand, choice]
            column = SHOWS if shows else known.take_cards[hand, choice]
            row[column] += weight * chances[1 + choice]
        add_row(hand, row, known, sums)
    sum_up(sums)


@njit(nogil=True, cache=True)
def add_row(hand: int, row: NDArray[np.float64], known: Known, sums: NDArray[np.float64]) -> None:
    """Add a row of :func:`answer_rows` to the sums over each pair of a hand's cards."""
    for place in pair_places(known.hands[hand]):
        pair = sums[place]
        for column in range(KNOCKS):
            pair[column] += row[column]
        pair[KNOCKS + known.level[hand]] += row[KNOCKS]


@njit(nogil=True, cache=True)
def answers_apart(
    hand: int,
    own: NDArray[np.float64],
    sums: NDArray[np.float64],
    known: Known,
    row: NDArray[np.float64],
) -> float:
    """Write what another player does whose hand shares no card with mine; returns its chance.

    He throws no card that I hold.
    """
    apart(sums, known.hands[hand], row)
    for column in range(KNOCKS):
        row[column] -= own[hand, column]
    row[KNOCKS + known.level[hand]] -= own[hand, KNOCKS]
    for card in known.hands[hand]:
        row[card] = 0.0
    total = 0.0
    for column in range(row.size):
        row[column] = max(row[column], 0.0)
        total += row[column]
    return total


@njit(nogil=True, cache=True)
def waiting_values(
    rank: int,
    own: NDArray[np.float64],
    sums: NDArray[np.float64],
    later: NDArray[np.float64],
    known: Known,
    heat: float,
    value: NDArray[np.float64],
    last: NDArray[np.float64],
) -> None:
    """Value what one of two players keeps when he throws a card of this rank.

    Parameters
    ----------
    own, sums
        What the other one does; see :func:`answer_rows`.
    later
        Value of my next turn, shape (63193,).
    value, last
        Receive the value, and the chance to take the top card if the other one knocks, shape
        (63193,).
    """
    top, levels, pays = 4 * rank, known.levels, known.pays
    row, reached = np.empty(sums.shape[1]), np.empty(levels + 1)
    options, chances = np.empty(2), np.empty(2)
    for stands, hand in enumerate(known.first):
        number = known.numbers[rank, hand]
        if number < 0:
            continue
        total = answers_apart(hand, own, sums, known, row)
        found = -row[SHOWS]
        for card in range(THROWS):
            if row[card] > 0.0:
                found += row[card] * later[known.after_throw[stands, card]]
        knocked = row[KNOCKS:].sum()
        below = 0.0
        for score in range(levels):
            same = row[KNOCKS + score]
            more = knocked - below - same
            reached[score] = pays[0] * below + (pays[1] - pays[2]) * same - more
            below += same
        reached[levels] = pays[3] * knocked
        options[0] = reached[known.best_taking[hand, top]]
        options[1] = drawn_mean(hand, top, reached, known)
        if knocked > NEVER:
            found += soft(options, heat * knocked, chances)
            last[number] = chances[0]
        else:
            last[number] = 0.5
        value[number] = found / total if total > NEVER else 0.0


@njit(nogil=True, cache=True)
def drawn_mean(hand: int, top: int, reached: NDArray[np.float64], known: Known) -> float:
    """Give the mean worth of the best hand after a draw, by the worth of each level."""
    found = -reached[known.best_drawing[hand, top]]
    for score in range(known.levels + 1):
        found += known.drawing_counts[hand, score] * reached[score]
    return float(found / 48.0)


@njit(nogil=True, cache=True)
def throw_values(
    waiting: NDArray[np.float64],
    known: Known,
    heat: float,
    value: NDArray[np.float64],
    throw: NDArray[np.float64],
) -> None:
    """Value the sets of four cards, shape (16432,), and write the chances to throw each card."""
    options, chances = np.empty(4), np.empty(4)
    for number, four in enumerate(known.four_first):
        if known.four_shows[four]:
            value[number] = 1.0
            continue
        for place in range(4):
            card, left = known.four_cards[four, place], known.kept[four, place]
            options[place] = waiting[known.numbers[card >> 2, known.swapped[card & 3, left]]]
        value[number] = soft(options, heat, chances)
        throw[number] = chances


@njit(nogil=True, cache=True)
def move_values(
    waiting: NDArray[np.float64],
    fours: NDArray[np.float64],
    knock: NDArray[np.float64],
    known: Known,
    heat: float,
    value: NDArray[np.float64],
    move: NDArray[np.float64],
    worth: NDArray[np.float32],
) -> None:
    """Value the start of a turn, shape (63193,).

    `move` and `worth`, shape (63193, 5), receive the chances and values of all moves.
    """
    options, chances = np.empty(5), np.empty(5)
    for hand in known.first:
        if known.level[hand] == known.levels:
            continue
        drawn = 0.0
        for card in range(52):
            four = known.drawn_four[hand, card]
            if four >= 0:
                drawn += fours[four]
            elif four == MAKES_31:
                drawn += 1.0
        for rank in range(13):
            number = known.numbers[rank, hand]
            if number < 0:
                continue
            options[KNOCK] = knock[number]
            for place in range(3):
                left, card = known.taking[rank, hand * 3 + place], known.hands[hand, place]
                if known.level[left] == known.levels:
                    options[1 + place] = 1.0
                else:
                    turned = known.swapped[card & 3, left]
                    options[1 + place] = waiting[known.numbers[card >> 2, turned]]
            four = known.top_four[rank, hand]
            options[DRAW] = (drawn - (1.0 if four == MAKES_31 else fours[four])) / 48.0
            value[number] = soft(options, heat, chances)
            for choice in range(5):
                move[number, choice] = chances[choice]
                worth[number, choice] = options[choice]


@njit(nogil=True, cache=True)
def play_on(
    prior: NDArray[np.float64],
    tops: NDArray[np.float64],
    move: NDArray[np.float32],
    throw: NDArray[np.float32],
    known: Known,
    after: NDArray[np.float64],
    thrown: NDArray[np.float64],
) -> None:
    """Write the hands and the top cards after a turn that did not end the hand.

    `prior` and `after` have shape (22100,), `tops` and `thrown` shape (13,).
    """
    kept = np.zeros(known.whole_first.size)
    by_top = np.zeros(13)
    thrown[:] = 0.0
    for stands, hand in enumerate(known.first):
        drawn, weight = 0.0, prior[hand] * known.sizes[stands]
        by_top[:] = 0.0
        for rank in range(13):
            number = known.numbers[rank, hand]
            if number < 0 or weight <= 0.0:
                continue
            by_top[rank] = weight * tops[rank] * move[number, DRAW] / 48.0
            drawn += by_top[rank]
            for choice in range(3):
                if not known.take_shows[rank, hand, choice]:
                    chance = weight * tops[rank] * move[number, 1 + choice]
                    kept[known.whole[known.take_left[rank, hand, choice]]] += chance
                    thrown[known.take_cards[hand, choice] >> 2] += chance
        for card in range(52):
            four = known.drawn_four[hand, card]
            if four < 0 or drawn <= 0.0:
                continue
            chance = drawn - (by_top[card >> 2] if card & 3 == 0 else 0.0)
            for choice in range(4):
                part = chance * throw[four, choice]
                kept[known.whole[known.drawn_kept[hand, card, choice]]] += part
                thrown[known.drawn_cards[hand, card, choice] >> 2] += part
    total = kept.sum()
    for hand in range(after.size):
        whole = known.whole[hand]
        after[hand] = kept[whole] / (total * known.whole_sizes[whole])
    thrown /= thrown.sum()
