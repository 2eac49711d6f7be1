"""The compiled sums over last turns: everybody plays once more after a knock, then hands count.

Who pays depends on my score, on that of one player whom the sum is about, and on the lowest
score of all others: its chance to be at least so much, and how many tie for it. The others'
scores are taken for independent. What a player wins is the mean of what the others pay, minus
what he pays. Scores are levels (:class:`advisor.solve.known.Known`), `levels` being a 31.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from numba import njit

from advisor.playout.induction import (
    DRAW,
    KNOCK,
    KNOCKS,
    MAKES_31,
    NEVER,
    SHOWS,
    THROWS,
    add_row,
    answers_apart,
    apart,
    drawn_mean,
    pair_places,
    soft,
    sum_up,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from advisor.solve.known import Known

LEAST: Final = 0
EACH: Final = 1
FEWER: Final = 2
"""Rows of what is known of the lowest score of a crowd, by levels: the chance that it is at least
so much and nobody shows 31; the mean number of those who tie for it with just so much; the same
for any lower score."""

LESS: Final = 0
SAME: Final = 1
MORE: Final = 2
"""Rows of what is won with less than a knocker, with as much, with more."""

ON: Final = 0
SHOWN: Final = 1
BY_LEVEL: Final = 2
"""Columns of what the next player does: he plays on, shows 31, knocks with each level."""

FIRST: Final = 0
LATER: Final = 1
"""Who is the first after a knock sees a card thrown on purpose; later ones see what was left."""


@njit(nogil=True, cache=True)
def waiter_wins(
    mine: int, knocked: int, crowd: NDArray[np.float64], pays: NDArray[np.float64], players: int
) -> float:
    """Give what I win below 31 against a knocker's score and a crowd of all others.

    Parameters
    ----------
    mine, knocked
        My score and the knocker's.
    crowd
        The others' lowest score, shape (3, levels + 1).
    pays
        As in :class:`advisor.solve.known.Known`.
    players
        Players of the hand.
    """
    others = players - 1.0
    if mine < knocked:
        found = crowd[FEWER, mine + 1] / others - crowd[LEAST, mine]
    elif mine == knocked:
        lowest = pays[1] / others - pays[2]
        ties = pays[2] * crowd[EACH, mine] + crowd[FEWER, mine]
        found = crowd[LEAST, mine] * lowest + ties / others
    else:
        tied = crowd[LEAST, knocked] - crowd[LEAST, knocked + 1]
        found = pays[0] * crowd[LEAST, knocked + 1] + pays[1] * tied
        found = (found + pays[2] * crowd[EACH, knocked] + crowd[FEWER, knocked]) / others
    if players > 2:
        found += (1.0 - crowd[LEAST, 0]) * shown_to_me(pays, players)
    return float(found)


@njit(nogil=True, cache=True)
def shown_to_me(pays: NDArray[np.float64], players: int) -> float:
    """Give what I win if somebody else shows 31 after somebody else's knock."""
    return float((players - 3.0 + pays[3]) / (players - 1.0) - 1.0)


@njit(nogil=True, cache=True)
def knocker_wins(
    mine: int,
    first: int,
    crowd: NDArray[np.float64],
    pays: NDArray[np.float64],
    players: int,
    levels: int,
) -> float:
    """Give what my knock wins against one other score and a crowd; see :func:`waiter_wins`."""
    others = players - 1.0
    shown = (others - 1.0) / others - pays[3]
    if first == levels:
        return float(shown)
    if first > mine:
        tied = crowd[LEAST, mine] - crowd[LEAST, mine + 1]
        ties = pays[2] * crowd[EACH, mine] + crowd[FEWER, mine]
        found = ties / others - pays[0] * crowd[LEAST, mine + 1] - pays[1] * tied
    elif first == mine:
        ties = pays[2] * (crowd[LEAST, mine] + crowd[EACH, mine]) + crowd[FEWER, mine]
        found = ties / others - pays[1] * crowd[LEAST, mine]
    else:
        found = (crowd[LEAST, first] + crowd[FEWER, first + 1]) / others
    return float(found + (1.0 - crowd[LEAST, 0]) * shown)


@njit(nogil=True, cache=True)
def empty_crowd(crowd: NDArray[np.float64]) -> None:
    """Begin with nobody."""
    crowd[:] = 0.0
    crowd[LEAST] = 1.0


@njit(nogil=True, cache=True)
def join(crowd: NDArray[np.float64], survival: NDArray[np.float64]) -> None:
    """Add a player: his chance to have so much or more, and no 31; shape (levels + 1,)."""
    for score in range(survival.size):
        crowd[LEAST, score] *= survival[score]
        if survival[score] > 0.0:
            crowd[EACH, score] += (survival[score] - survival[score + 1]) / survival[score]


@njit(nogil=True, cache=True)
def count_ties(crowd: NDArray[np.float64]) -> None:
    """Finish a crowd when all have joined."""
    for score in range(crowd.shape[1]):
        crowd[EACH, score] *= crowd[LEAST, score]
        if score > 0:
            crowd[FEWER, score] = crowd[FEWER, score - 1] + crowd[EACH, score - 1]


@njit(nogil=True, cache=True)
def last_rows(
    tops: NDArray[np.float64],
    prior: NDArray[np.float64],
    last: NDArray[np.float32],
    known: Known,
    own: NDArray[np.float64],
    sums: NDArray[np.float64],
) -> None:
    """Sum up the scores that a player comes to on his last turn.

    Parameters
    ----------
    tops, prior
        Weight of each top card of clubs, shape (13,); chance of each of his hands.
    last
        Chance that he takes the top card, shape (63193,).
    own, sums
        Receive the row of each hand, shape (22100, levels + 1), and their sums.
    """
    sums[:] = 0.0
    for hand in range(prior.size):
        row, drawn, least = own[hand], 0.0, known.level[hand]
        row[:] = 0.0
        if prior[hand] <= 0.0:
            continue
        for rank in range(13):
            if tops[rank] <= 0.0 or known.numbers[rank, hand] < 0:
                continue
            number = known.numbers[rank, hand]
            weight = prior[hand] * tops[rank]
            part = weight * (1.0 - last[number]) / 48.0
            drawn += part
            row[known.best_drawing[hand, 4 * rank]] -= part
            taken = known.best_taking[hand, 4 * rank]
            row[taken] += weight * last[number]
            least = min(least, taken)
        for score in range(least, row.size):
            row[score] = max(row[score] + drawn * known.drawing_counts[hand, score], 0.0)
        for place in pair_places(known.hands[hand]):
            pair = sums[place]
            for score in range(least, row.size):
                pair[score] += row[score]
    sum_up(sums)


@njit(nogil=True, cache=True)
def left_behind(
    tops: NDArray[np.float64],
    prior: NDArray[np.float64],
    last: NDArray[np.float32],
    known: Known,
    thrown: NDArray[np.float64],
) -> None:
    """Write how often each rank is thrown on a last turn, in all 1, shape (13,)."""
    thrown[:] = 0.0
    for hand in range(prior.size):
        drawn = 0.0
        if prior[hand] <= 0.0:
            continue
        for rank in range(13):
            number = known.numbers[rank, hand]
            if number >= 0:
                weight = prior[hand] * tops[rank]
                drawn += weight * (1.0 - last[number]) / 48.0
                thrown[known.thrown_taking[hand, 4 * rank]] += weight * last[number]
        for card in range(52):
            if known.fours_with[hand, card] >= 0:
                thrown[known.thrown_drawing[hand, card]] += drawn
    thrown /= thrown.sum()


@njit(nogil=True, cache=True)
def survivals(
    own: NDArray[np.float64],
    sums: NDArray[np.float64],
    known: Known,
    survival: NDArray[np.float64],
) -> None:
    """Write a player's chance of so much or more, without 31, for every hand that I may hold.

    `survival` has shape (1755, levels + 1): the names of suits do not matter.
    """
    levels = known.levels
    row, mean = np.empty(levels + 1), np.empty(levels + 1)
    for whole, hand in enumerate(known.whole_first):
        mean[:] = 0.0
        for suit in range(4):
            # The sums are about top cards of clubs; they may be of any suit.
            turned = known.swapped[suit, hand]
            apart(sums, known.hands[turned], row)
            for score in range(levels + 1):
                mean[score] += max(row[score] - own[turned, score], 0.0)
        total, more = mean.sum(), 0.0
        survival[whole, levels] = 0.0
        for score in range(levels - 1, -1, -1):
            more += mean[score]
            survival[whole, score] = more / total


@njit(nogil=True, cache=True)
def knock_crowds(
    survival: NDArray[np.float64], players: int, turn: int, crowds: NDArray[np.float64]
) -> None:
    """Write the crowd that a knock at this turn meets, without the next player.

    Parameters
    ----------
    survival
        Shape (2, turns, 1755, levels + 1): as :func:`survivals` writes it, for the first and
        for later ones after a knock, by turn.
    crowds
        Receives the crowd for every hand that I may hold, shape (1755, 3, levels + 1).
    """
    for whole in range(crowds.shape[0]):
        crowd = crowds[whole]
        empty_crowd(crowd)
        for seat in range(2, players):
            join(crowd, survival[LATER, turn + seat, whole])
        count_ties(crowd)


@njit(nogil=True, cache=True)
def knock_values(
    rank: int,
    own: NDArray[np.float64],
    sums: NDArray[np.float64],
    crowds: NDArray[np.float64],
    known: Known,
    players: int,
    value: NDArray[np.float64],
) -> None:
    """Value a knock under a top card of this rank; `value` has shape (63193,).

    `own` and `sums` are the scores that the next player comes to; see :func:`last_rows`.
    """
    row = np.empty(known.levels + 1)
    for hand in known.first:
        number = known.numbers[rank, hand]
        if number < 0:
            continue
        apart(sums, known.hands[hand], row)
        crowd, mine = crowds[known.whole[hand]], known.level[hand]
        total, found = 0.0, 0.0
        if mine == known.levels:
            continue
        for score in range(row.size):
            chance = max(row[score] - own[hand, score], 0.0)
            total += chance
            found += chance * knocker_wins(mine, score, crowd, known.pays, players, known.levels)
        value[number] = found / total if total > NEVER else 0.0


@njit(nogil=True, cache=True)
def usual_answers(
    tops: NDArray[np.float64],
    prior: NDArray[np.float64],
    move: NDArray[np.float32],
    rows: NDArray[np.float64],
    known: Known,
    own: NDArray[np.float64],
    sums: NDArray[np.float64],
) -> None:
    """Sum up what a player does under the top cards that are usual at his turn.

    As :func:`advisor.playout.induction.answer_rows`, but a card that is drawn may be the top
    card itself.
    """
    takes = np.zeros(3)
    sums[:] = 0.0
    for hand in range(prior.size):
        row, drawn, shown = own[hand], 0.0, 0.0
        takes[:] = 0.0
        row[:] = 0.0
        if prior[hand] <= 0.0:
            continue
        for rank in range(13):
            number = known.numbers[rank, hand]
            if number < 0 or tops[rank] <= 0.0:
                continue
            weight, chances = prior[hand] * tops[rank], move[number]
            row[KNOCKS] += weight * chances[KNOCK]
            drawn += weight * chances[DRAW]
            for choice in range(3):
                if known.take_shows[rank, hand, choice]:
                    shown += weight * chances[1 + choice]
                else:
                    takes[choice] += weight * chances[1 + choice]
        for column in range(KNOCKS):
            row[column] = drawn * rows[hand, column] / 49.0
        row[SHOWS] += shown
        for choice in range(3):
            row[known.take_cards[hand, choice]] += takes[choice]
        add_row(hand, row, known, sums)
    sum_up(sums)


@njit(nogil=True, cache=True)
def turns_apart(
    own: NDArray[np.float64],
    sums: NDArray[np.float64],
    known: Known,
    chances: NDArray[np.float64],
    throws: NDArray[np.float64],
) -> None:
    """Write what another player does at a turn for every hand that I may hold.

    Parameters
    ----------
    own, sums
        As :func:`usual_answers` writes them.
    chances
        Receives the chances that he knocks with each level, then that he shows 31, shape
        (1755, levels + 1).
    throws
        Receives weights of the cards that he throws, for hands that stand for a class under
        a top card of clubs, shape (5252, 52).
    """
    levels = known.levels
    row, ends = np.empty(sums.shape[1]), np.empty((known.first.size, levels + 2))
    for number, hand in enumerate(known.first):
        ends[number, levels + 1] = answers_apart(hand, own, sums, known, row)
        ends[number, :levels] = row[KNOCKS:]
        ends[number, levels] = row[SHOWS]
        throws[number] = row[:THROWS]
    for whole, hand in enumerate(known.whole_first):
        total = 0.0
        chances[whole] = 0.0
        for suit in range(4):
            # The sums are about top cards of clubs; they may be of any suit.
            number = known.classes[known.swapped[suit, hand]]
            chances[whole] += ends[number, : levels + 1]
            total += ends[number, levels + 1]
        chances[whole] /= total


@njit(nogil=True, cache=True)
def next_turn(
    throws: NDArray[np.float64],
    later: NDArray[np.float64],
    known: Known,
    value: NDArray[np.float64],
) -> None:
    """Value my next turn after the last of the others has thrown, for every hand, (1755,)."""
    for whole, own in enumerate(known.whole_first):
        found, total = 0.0, 0.0
        for suit in range(4):
            number = known.classes[known.swapped[suit, own]]
            for card in range(THROWS):
                chance = throws[number, card]
                if chance > 0.0:
                    total += chance
                    found += chance * later[known.after_throw[number, card]]
        value[whole] = found / total if total > NEVER else 0.0


@njit(nogil=True, cache=True)
def knocks_met(
    turn: int,
    chances: NDArray[np.float64],
    survival: NDArray[np.float64],
    known: Known,
    players: int,
    wins: NDArray[np.float64],
    open_to: NDArray[np.float64],
    worth: NDArray[np.float64],
) -> None:
    """Add up what my last score is worth, for every hand that I may hold.

    Parameters
    ----------
    turn
        My turn before: the others follow at the turns after it. May be negative.
    chances
        What they do by turn, shape (turns, 1755, levels + 1); see :func:`turns_apart`.
    survival
        As in :func:`knock_crowds`.
    wins
        Receives what a score wins if the next, and so on, has knocked (:func:`waiter_rows`);
        shape (1755, players, 3, levels + 1).
    open_to
        Receives the chance that the last one, or one before him, has knocked, shape
        (1755, 2).
    worth
        Receives the worth of each score times that chance, shape (1755, 2, levels + 1).
    """
    crowd = np.empty((3, known.levels + 1))
    open_to[:] = 0.0
    worth[:] = 0.0
    for whole in range(open_to.shape[0]):
        on = 1.0
        for seat in range(max(1, -turn), players):
            did, kind = chances[turn + seat, whole], FIRST if seat == players - 1 else LATER
            rows = wins[whole, seat]
            none_shown = gather(seat, turn, whole, survival, players, crowd)
            waiter_rows(crowd, none_shown, known.pays, players, rows)
            knocked = did[: known.levels].sum()
            below = 0.0
            for mine in range(known.levels):
                more = knocked - below - did[mine]
                won = below_wins(did, rows, mine) + did[mine] * rows[SAME, mine]
                worth[whole, kind, mine] += on * (won + more * rows[LESS, mine])
                below += did[mine]
            worth[whole, kind, known.levels] += on * knocked * rows[MORE, known.levels]
            open_to[whole, kind] += on * knocked
            on *= max(1.0 - knocked - did[known.levels], 0.0)


@njit(nogil=True, cache=True)
def below_wins(did: NDArray[np.float64], rows: NDArray[np.float64], mine: int) -> float:
    """Add up what is won against knockers with less."""
    found = 0.0
    for score in range(mine):
        found += did[score] * rows[MORE, score]
    return found


@njit(nogil=True, cache=True)
def waiter_rows(
    crowd: NDArray[np.float64],
    none_shown: float,
    pays: NDArray[np.float64],
    players: int,
    rows: NDArray[np.float64],
) -> None:
    """Write what I win with less than a knocker by my score, with as much, with more by his.

    The last entry of the last row is what my 31 wins, `none_shown` being the chance that
    nobody shows before me. Shape (3, levels + 1).
    """
    levels = rows.shape[1] - 1
    for score in range(levels):
        rows[LESS, score] = waiter_wins(score, score + 1, crowd, pays, players)
        rows[SAME, score] = waiter_wins(score, score, crowd, pays, players)
        rows[MORE, score] = waiter_wins(score + 1, score, crowd, pays, players)
    rows[LESS, levels] = rows[SAME, levels] = 0.0
    shown = (players - 2.0 + pays[3]) / (players - 1.0)
    if players > 2:
        shown = none_shown * shown + (1.0 - none_shown) * shown_to_me(pays, players)
    rows[MORE, levels] = shown


@njit(nogil=True, cache=True)
def gather(
    knocker: int,
    turn: int,
    whole: int,
    survival: NDArray[np.float64],
    players: int,
    crowd: NDArray[np.float64],
) -> float:
    """Let all but me and the knocker join a crowd; returns the chance of no 31 before my turn."""
    empty_crowd(crowd)
    none_shown = 1.0
    for seat in range(knocker + 1, players):
        has = survival[FIRST if seat == knocker + 1 else LATER, turn + seat, whole]
        join(crowd, has)
        none_shown *= has[0]
    for seat in range(1, knocker):
        join(crowd, survival[LATER, turn + players + seat, whole])
    count_ties(crowd)
    return none_shown


@njit(nogil=True, cache=True)
def last_turns(
    tops: NDArray[np.float64],
    open_to: NDArray[np.float64],
    worth: NDArray[np.float64],
    known: Known,
    heat: float,
    last: NDArray[np.float64],
) -> None:
    """Choose between the top card and a draw on my last turn; `last` has shape (63193,).

    `tops` is the chance of each rank that the first and later ones see, shape (2, 13);
    `open_to` and `worth` as :func:`knocks_met` writes them.
    """
    reached = np.empty(known.levels + 1)
    options, chances = np.empty(2), np.empty(2)
    for hand in known.first:
        whole = known.whole[hand]
        for rank in range(13):
            number = known.numbers[rank, hand]
            if number < 0:
                continue
            weight = 0.0
            reached[:] = 0.0
            for kind in range(2):
                weight += tops[kind, rank] * open_to[whole, kind]
                for score in range(reached.size):
                    reached[score] += tops[kind, rank] * worth[whole, kind, score]
            last[number] = 0.5
            if weight > NEVER:
                options[0] = reached[known.best_taking[hand, 4 * rank]]
                options[1] = drawn_mean(hand, 4 * rank, reached, known)
                soft(options, heat * weight, chances)
                last[number] = chances[0]


@njit(nogil=True, cache=True)
def my_scores(
    tops: NDArray[np.float64],
    last: NDArray[np.float64],
    known: Known,
    final: NDArray[np.float64],
) -> None:
    """Write the chances of the scores that I come to on my last turn.

    `tops` and `last` as in :func:`last_turns`; `final` has shape (1755, 2, levels + 1).
    """
    final[:] = 0.0
    for whole, hand in enumerate(known.whole_first):
        for kind in range(2):
            row, drawn = final[whole, kind], 0.0
            for card in range(52):
                turned = known.swapped[card & 3, hand]
                number = known.numbers[card >> 2, turned]
                if number < 0:
                    continue
                part = tops[kind, card >> 2] * (1.0 - last[number]) / 48.0
                drawn += part
                row[known.best_drawing[hand, card]] -= part
                row[known.best_taking[hand, card]] += tops[kind, card >> 2] * last[number]
            for score in range(row.size):
                row[score] = max(row[score] + drawn * known.drawing_counts[hand, score], 0.0)
            row /= row.sum()


@njit(nogil=True, cache=True)
def after_next(
    turn: int,
    chances: NDArray[np.float64],
    wins: NDArray[np.float64],
    final: NDArray[np.float64],
    go_on: NDArray[np.float64],
    known: Known,
    players: int,
    knocked: NDArray[np.float64],
    rest: NDArray[np.float64],
) -> None:
    """Value what follows the next player's turn, for every hand that I may hold.

    Parameters
    ----------
    turn, chances, wins
        As in :func:`knocks_met`.
    final
        My last scores; see :func:`my_scores`.
    go_on
        Value if nobody ends the hand; see :func:`next_turn`.
    knocked, rest
        Receive the value if the next player knocks with each score, shape (1755, levels), and
        if he plays on, shape (1755,).
    """
    levels = known.levels
    for whole in range(rest.size):
        on, found = 1.0, 0.0
        for seat in range(1, players):
            mine = final[whole, FIRST if seat == players - 1 else LATER]
            rows, did = wins[whole, seat], chances[turn + seat, whole]
            below, above, ends = 0.0, 1.0, 0.0
            for score in range(levels):
                above -= mine[score]
                value = below + mine[score] * rows[SAME, score]
                value += (above - mine[levels]) * rows[MORE, score]
                value += mine[levels] * rows[MORE, levels]
                below += mine[score] * rows[LESS, score]
                if seat == 1:
                    knocked[whole, score] = value
                else:
                    ends += did[score]
                    found += on * did[score] * value
            if seat > 1:
                found -= on * did[levels] / (players - 1.0)
                on *= max(1.0 - ends - did[levels], 0.0)
        rest[whole] = found + on * go_on[whole]


@njit(nogil=True, cache=True)
def next_answers(
    rank: int,
    prior: NDArray[np.float64],
    move: NDArray[np.float32],
    known: Known,
    own: NDArray[np.float64],
    sums: NDArray[np.float64],
) -> None:
    """Sum up what the next player does who sees a top card of this rank.

    Parameters
    ----------
    prior, move
        As in :func:`advisor.playout.induction.answer_rows`.
    own, sums
        Receive how often each hand plays on, shows 31, knocks, shape (22100, 3); and the sums,
        shape (1379, 2 + levels), with the knocks by level.
    """
    sums[:] = 0.0
    top, levels = 4 * rank, known.levels
    for hand in range(prior.size):
        number, weight = known.numbers[rank, hand], prior[hand]
        own[hand] = 0.0
        if number < 0 or weight <= 0.0:
            continue
        chances = move[number]
        shows = known.drawing_counts[hand, levels] - (known.drawn_four[hand, top] == MAKES_31)
        shown = chances[DRAW] * shows / 48.0
        for choice in range(3):
            if known.take_shows[rank, hand, choice]:
                shown += chances[1 + choice]
        own[hand, ON] = weight * (1.0 - chances[KNOCK] - shown)
        own[hand, SHOWN] = weight * shown
        own[hand, BY_LEVEL] = weight * chances[KNOCK]
        for place in pair_places(known.hands[hand]):
            pair = sums[place]
            for column in range(BY_LEVEL):
                pair[column] += own[hand, column]
            pair[BY_LEVEL + known.level[hand]] += own[hand, BY_LEVEL]
    sum_up(sums)


@njit(nogil=True, cache=True)
def waiting_values(
    rank: int,
    own: NDArray[np.float64],
    sums: NDArray[np.float64],
    knocked: NDArray[np.float64],
    rest: NDArray[np.float64],
    known: Known,
    players: int,
    value: NDArray[np.float64],
) -> None:
    """Value what I keep when I throw a card of this rank, shape (63193,).

    `own` and `sums` are what the next player does (:func:`next_answers`); `knocked` and
    `rest` what follows (:func:`after_next`).
    """
    row = np.empty(sums.shape[1])
    for hand in known.first:
        number = known.numbers[rank, hand]
        if number < 0:
            continue
        apart(sums, known.hands[hand], row)
        row[ON] -= own[hand, ON]
        row[SHOWN] -= own[hand, SHOWN]
        row[BY_LEVEL + known.level[hand]] -= own[hand, BY_LEVEL]
        whole, total = known.whole[hand], max(row[ON], 0.0) + max(row[SHOWN], 0.0)
        found = max(row[ON], 0.0) * rest[whole] - max(row[SHOWN], 0.0) / (players - 1.0)
        for score in range(known.levels):
            chance = max(row[BY_LEVEL + score], 0.0)
            total += chance
            found += chance * knocked[whole, score]
        value[number] = found / total if total > NEVER else 0.0
