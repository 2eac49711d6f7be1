"""The compiled loop that plays a hand of `scat` to its end, at any of 2 to 16 seats.

Seats are counted here in the order of their turns: seat 0 moves first. Everybody plays
greedily (see :mod:`advisor.players.thumb`) and knocks by a table of thresholds; only the
first move of seat 0 may be given. :mod:`advisor.playout.worlds` and
:mod:`advisor.playout.deals` deal the cards.

Within a world the stock and each reshuffle have random streams of their own, so that every
move of seat 0 meets the same cards in the same order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from numba import njit

from advisor.hands import THIRTY_ONE
from advisor.playout.chance import below, mix

if TYPE_CHECKING:
    from numpy.typing import NDArray

KNOCK: Final = 0
TAKE: Final = 1
DRAW: Final = 2
SHOW: Final = 3
PASS: Final = 4
PLAY_ON: Final = 5
"""Not a move: seat 0 too follows its table."""

BY_KNOCK: Final = 0
BY_THIRTY_ONE: Final = 1
VOID: Final = 2
BY_STOCK_OUT: Final = 3
CAPPED: Final = 4

MAX_TURNS: Final = 500
"""Turns after which a hand is given up and counted as nobody's loss."""

STOCK_STREAM: Final = np.uint64(0xD1B54A32D192ED03)
SHUFFLE_STREAM: Final = np.uint64(0x8CB92BA72F3D8DD7)

# Places of the rule codes in the array that the kernels take (see batch.rule_codes).
LOWEST_PAYS: Final = 0
TIED: Final = 1
AFTER_KNOCK: Final = 2
FIRST_ROUND_ENDS: Final = 3
STOCK_OUT: Final = 4
N_CODES: Final = 5

TIED_ALONE, TIED_SAFE, TIED_ALL, TIED_DOUBLE = 0, 1, 2, 3
OUT_RESHUFFLE, OUT_VOID, OUT_SHOWDOWN = 0, 1, 2


@njit(nogil=True, cache=True)
def shuffle_key(key: np.uint64, number: int) -> np.uint64:
    """Give the key of a world's reshuffle, the first one being number 1."""
    return mix(key + np.uint64(number) * SHUFFLE_STREAM)


@njit(nogil=True, cache=True)
def score_of(low: int, middle: int, high: int, scores: NDArray[np.int8]) -> int:
    """Score in half points of three cards in ascending order."""
    low, middle, high = int(low), int(middle), int(high)
    return int(scores[high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low])


@njit(nogil=True, cache=True)
def keep_best(
    hand: NDArray[np.int8], card: int, stays: int, scores: NDArray[np.int8], four: NDArray[np.int8]
) -> tuple[int, int]:
    """Find the best card to throw from a hand and one card more.

    `stays` is a set of cards (bits) that may not be thrown. Returns the card and the score
    kept; among equals the lowest card. `four` is scratch space: the four cards in order.
    """
    place = 3
    while place > 0 and hand[place - 1] > card:
        four[place] = hand[place - 1]
        place -= 1
    four[place] = card
    for index in range(place):
        four[index] = hand[index]
    best, thrown = -1, -1
    for index in range(4):
        if (stays >> four[index]) & 1:
            continue
        kept = score_of(
            four[1 if index < 1 else 0],
            four[2 if index < 2 else 1],
            four[3 if index < 3 else 2],
            scores,
        )
        if kept > best:
            best, thrown = int(kept), int(four[index])
    return thrown, best


@njit(nogil=True, cache=True)
def keep_all_but(hand: NDArray[np.int8], four: NDArray[np.int8], thrown: int) -> None:
    """Make `hand` the four cards without the one thrown."""
    place = 0
    for index in range(4):
        if four[index] != thrown:
            hand[place] = four[index]
            place += 1


@njit(nogil=True, cache=True)
def settle_showdown(
    final: NDArray[np.int8],
    players: int,
    knocker: int,
    codes: NDArray[np.int64],
    paid: NDArray[np.uint8],
) -> None:
    """Write what everybody pays when hands are compared; `knocker` is -1 if nobody knocked."""
    lowest = final[0]
    for seat in range(1, players):
        lowest = min(lowest, final[seat])
    tied = 0
    for seat in range(players):
        if final[seat] == lowest:
            paid[seat] = 1
            tied += 1
        else:
            paid[seat] = 0
    if knocker < 0 or final[knocker] != lowest:
        return
    if tied == 1:
        paid[knocker] = codes[LOWEST_PAYS]
    elif codes[TIED] == TIED_ALONE:
        for seat in range(players):
            paid[seat] = 0
        paid[knocker] = codes[LOWEST_PAYS]
    elif codes[TIED] == TIED_SAFE:
        paid[knocker] = 0
    elif codes[TIED] == TIED_DOUBLE:
        paid[knocker] = 2


@njit(nogil=True, cache=True)
def settle_thirty_one(
    players: int, winner: int, knocker: int, codes: NDArray[np.int64], paid: NDArray[np.uint8]
) -> None:
    """Write what everybody pays when `winner` shows a hand that ends the game."""
    for seat in range(players):
        paid[seat] = 0 if seat == winner else 1
    if knocker >= 0 and knocker != winner and codes[AFTER_KNOCK] == 1:
        paid[knocker] = 2


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
    thresholds: NDArray[np.int8],
    scores: NDArray[np.int8],
    codes: NDArray[np.int64],
    reshuffled: NDArray[np.int8],
    four: NDArray[np.int8],
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
    thresholds
        Lowest score each seat knocks with, by own turns had, shape (players, rounds).
    scores, codes
        Score of every hand; the rule codes.
    reshuffled, four
        Scratch space: 52 and 4 cards.
    paid, record
        Receive the tokens each seat pays; who knocked (or -1) and the turns taken.

    Returns
    -------
    int
        Why the hand ended.
    """
    drawn = 0
    shuffles = 0
    second_size = 0
    last_round = thresholds.shape[1] - 1
    seat = 0
    opened = turn
    while turn - opened < MAX_TURNS:
        record[0], record[1] = knocker, turn
        if knocker >= 0:
            if turns_left == 0:
                settle_showdown(final, players, knocker, codes, paid)
                return BY_KNOCK
            turns_left -= 1
        action = PLAY_ON
        if turn == opened:
            action = move
        if action == SHOW:
            settle_thirty_one(players, seat, knocker, codes, paid)
            return BY_THIRTY_ONE
        wanted = thresholds[seat, min(turn // players, last_round)]
        if action == PLAY_ON and knocker < 0 and final[seat] >= wanted:
            action = KNOCK
        if action == KNOCK:
            knocker = seat
            turns_left = players - 1
            if turn < players and codes[FIRST_ROUND_ENDS]:
                turns_left = 0
        elif action == PASS or (action == TAKE and move_discard == top):
            pass  # Standing pat and putting the taken card back leave everything as it was.
        else:
            take = action == TAKE
            hand = hands[seat]
            if action == PLAY_ON:
                thrown, kept = keep_best(hand, top, 1 << top, scores, four)
                take = kept > final[seat]
            if action == TAKE:
                keep_best(hand, top, 0, scores, four)
                thrown = int(move_discard)
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
                thrown, kept = keep_best(hand, card, 0, scores, four)
                pile[pile_size] = top
                pile_size += 1
            keep_all_but(hand, four, thrown)
            top = int(thrown)
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
    for index in range(players):
        paid[index] = 0
    return CAPPED
