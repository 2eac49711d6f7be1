"""The compiled loop that plays a hand of `scat` to its end, at any of 2 to 16 seats.

Seats are counted here in the order of their turns: seat 0 moves first. Everybody knocks by a
table of thresholds and else plays greedily (see :mod:`advisor.players.thumb`), unless his
style says otherwise (:mod:`advisor.playout.style`); only the first move of seat 0 may be
given. :mod:`advisor.playout.worlds` and :mod:`advisor.playout.deals` deal the cards.

Within a world the stock and each reshuffle have random streams of their own, so that every
move of seat 0 meets the same cards in the same order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from numba import njit

from advisor.hands import THIRTY_ONE
from advisor.playout.chance import below, decide, mix
from advisor.playout.codes import (
    BY_KNOCK,
    BY_STOCK_OUT,
    BY_THIRTY_ONE,
    CAPPED,
    FIRST_ROUND_ENDS,
    KNOCK,
    OUT_SHOWDOWN,
    OUT_VOID,
    PASS,
    PLAY_ON,
    SHOW,
    STOCK_OUT,
    TAKE,
    VOID,
    ZERO,
)
from advisor.playout.keeping import keep_all_but, keep_best, keep_carefully, score_of
from advisor.playout.settle import settle_showdown, settle_thirty_one
from advisor.playout.style import (
    AT_RANDOM,
    CAUTION,
    PROVES,
    STYLED,
    feeds,
    knock_allowed,
    random_move,
    somebody_holds_less,
    wants,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

MAX_TURNS: Final = 500
"""Turns after which a hand is given up and counted as nobody's loss."""

STOCK_STREAM: Final = np.uint64(0xD1B54A32D192ED03)
SHUFFLE_STREAM: Final = np.uint64(0x8CB92BA72F3D8DD7)


@njit(nogil=True, cache=True)
def shuffle_key(key: np.uint64, number: int) -> np.uint64:
    """Give the key of a world's reshuffle, the first one being number 1."""
    return mix(key + np.uint64(number) * SHUFFLE_STREAM)


@njit(nogil=True, cache=True)
def finish(
    move: int,
    move_discard: int,
    hands: NDArray[np.int8],
    final: NDArray[np.int8],
    top: int,
    pile: NDArray[np.int8],
    pile_size: int,
    stock: NDArray[np.int8],
    stock_start: int,
    stock_end: int,
    fixed: NDArray[np.int64],
    key: np.uint64,
    players: int,
    turn: int,
    knocker: int,
    turns_left: int,
    known: NDArray[np.int64],
    thresholds: NDArray[np.int8],
    styles: NDArray[np.int64],
    scores: NDArray[np.int8],
    codes: NDArray[np.int64],
    reshuffled: NDArray[np.int8],
    paid: NDArray[np.uint8],
    record: NDArray[np.int64],
) -> int:
    """Play one hand to its end; seat 0 is to move and makes `move` first.

    Parameters
    ----------
    move, move_discard
        First move of seat 0, or :data:`PLAY_ON`; the discard of a TAKE.
    hands
        Cards of every seat in ascending order, shape (players, 3); changed.
    final
        Scores of every seat in half points; kept up to date.
    top, pile, pile_size
        Top card; the discards below it (room for all cards); how many.
    stock, stock_start, stock_end
        ``stock[stock_start:stock_end]`` is the stock. Its order is drawn only as far as it is
        needed: the first ``fixed[0]`` cards are in order, the rest is not shuffled yet.
    key
        Key of this world.
    turn, knocker, turns_left
        Turns taken so far; seat that has knocked or -1; last turns still to come after it.
    known
        Cards that everybody knows to be in each hand, a set (bits) for each seat, shape
        (players,); kept up to date.
    thresholds
        Lowest score each seat knocks with, by own turns had, shape (players, rounds).
    styles
        How each seat plays, shape (players, N_STYLE); see :mod:`advisor.playout.style`.
    scores, codes
        Score of every hand; the rule codes.
    reshuffled
        Scratch space: 52 cards.
    paid, record
        Receive the tokens each seat pays; who knocked (or -1) and the turns taken.

    Returns
    -------
    int
        Why the hand ended.
    """
    drawn = int(ZERO)
    shuffles = int(ZERO)
    second_size = 0
    last_round = thresholds.shape[1] - 1
    seat = int(ZERO)
    opened = turn
    while turn - opened < MAX_TURNS:
        record[0], record[1] = knocker, turn
        if knocker >= 0:
            if turns_left == 0:
                settle_showdown(final, players, knocker, codes, paid)
                return BY_KNOCK
            turns_left -= 1
        action, given = PLAY_ON, -1
        if turn == opened:
            action, given = move, move_discard
        if action == SHOW:
            settle_thirty_one(players, seat, knocker, codes, paid)
            return BY_THIRTY_ONE
        hand, own = hands[seat], int(final[seat])
        styled = styles[seat, STYLED] != 0
        if action == PLAY_ON:
            wanted = thresholds[seat, min(turn // players, last_round)]
            if knocker < 0 and own >= wanted:
                action = KNOCK
            elif styled and styles[seat, AT_RANDOM]:
                action, given = random_move(hand, top, key, turn, players, knocker, codes)
            elif (
                styled
                and styles[seat, PROVES]
                and knock_allowed(turn, players, knocker, codes)
                and somebody_holds_less(
                    seat, own, hand, top, pile, pile_size, known, players, scores, codes
                )
            ):
                action = KNOCK
        if action == KNOCK:
            knocker = seat
            turns_left = players - 1
            if turn < players and codes[FIRST_ROUND_ENDS]:
                turns_left = 0
        elif action == PASS or (action == TAKE and given == top):
            pass  # Standing pat and putting the taken card back leave everything as it was.
        else:
            record[1] = turn + 1
            take = action == TAKE
            gained, thrown = int(top), int(given)
            shuns = 0
            if styled and knocker < 0 and styles[seat, CAUTION]:
                shuns = feeds(known[seat + 1 if seat + 1 < players else 0])
            if action == PLAY_ON:
                thrown, kept = keep_best(hand, top, 1 << top, scores)
                if shuns:
                    thrown, kept = keep_carefully(
                        hand, top, 1 << top, shuns, styles[seat, CAUTION], scores
                    )
                take = kept > own and (not styled or wants(styles[seat], top, own, kept))
            if not take:
                if shuffles == 0:
                    if drawn >= fixed[0]:
                        left = stock_end - stock_start - drawn
                        other = stock_start + drawn + below(left, key ^ STOCK_STREAM, drawn)
                        place = stock_start + drawn
                        stock[place], stock[other] = stock[other], stock[place]
                        fixed[0] = drawn + 1
                    card = stock[stock_start + drawn]
                else:
                    card = reshuffled[drawn]
                drawn += 1
                gained = int(card)
                if styled and styles[seat, AT_RANDOM]:
                    place = decide(4, key, turn, 1)
                    thrown = int(hand[place]) if place < 3 else gained
                else:
                    thrown, kept = keep_best(hand, gained, 0, scores)
                    if shuns:
                        thrown, kept = keep_carefully(
                            hand, gained, int(ZERO), shuns, styles[seat, CAUTION], scores
                        )
                pile[pile_size] = top
                pile_size += 1
            else:
                known[seat] |= 1 << top
            known[seat] &= ~(1 << thrown)
            keep_all_but(hand, gained, thrown)
            top = thrown
            final[seat] = score_of(hand[0], hand[1], hand[2], scores)
            if final[seat] >= THIRTY_ONE:
                settle_thirty_one(players, seat, knocker, codes, paid)
                return BY_THIRTY_ONE
            stock_size = second_size if shuffles else stock_end - stock_start
            # When the last lap is over, nobody misses the stock.
            if drawn == stock_size and (knocker < 0 or turns_left > 0):
                if codes[STOCK_OUT] == OUT_VOID:
                    for index in range(players):
                        paid[index] = 0
                    return VOID
                if codes[STOCK_OUT] == OUT_SHOWDOWN:
                    settle_showdown(final, players, knocker, codes, paid)
                    return BY_STOCK_OUT
                shuffles += 1
                shuffled_by = shuffle_key(key, shuffles)
                for index in range(pile_size):
                    other = below(index + 1, shuffled_by, index)
                    reshuffled[index] = reshuffled[other]
                    reshuffled[other] = pile[index]
                second_size = pile_size
                pile_size = 0
                drawn = 0
        seat = seat + 1 if seat + 1 < players else 0
        turn += 1
    record[1] = turn
    for index in range(players):
        paid[index] = 0
    return CAPPED
