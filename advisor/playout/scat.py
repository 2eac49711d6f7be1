"""The compiled loop that plays a hand of `scat` to its end, at any of 2 to 16 seats.

Seats are counted here in the order of their turns: seat 0 moves first. Everybody plays
greedily (see :mod:`advisor.players.thumb`) and knocks by a table of thresholds; only the
first move of seat 0 may be given. Two entries use the same loop: :func:`play_worlds` deals
what one player cannot see, and plays each of his moves on the same worlds;
:func:`play_deals` deals whole hands.

Randomness is counter-based: world ``t`` under seed ``s`` is a function of ``(s, t)`` alone,
and within it the stock and each reshuffle have their own counters, so that every move meets
the same cards in the same order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from numba import njit

from advisor.hands import THIRTY_ONE

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

# Places of the rule codes in the array that the kernels take (see batch.rule_codes).
LOWEST_PAYS: Final = 0
TIED: Final = 1
AFTER_KNOCK: Final = 2
FIRST_ROUND_ENDS: Final = 3
STOCK_OUT: Final = 4
N_CODES: Final = 5

TIED_ALONE, TIED_SAFE, TIED_ALL, TIED_DOUBLE = 0, 1, 2, 3
OUT_RESHUFFLE, OUT_VOID, OUT_SHOWDOWN = 0, 1, 2

_GOLDEN: Final = np.uint64(0x9E3779B97F4A7C15)
_MIX1: Final = np.uint64(0xBF58476D1CE4E5B9)
_MIX2: Final = np.uint64(0x94D049BB133111EB)
_STOCK_STREAM: Final = np.uint64(0xD1B54A32D192ED03)
_SHUFFLE_STREAM: Final = np.uint64(0x8CB92BA72F3D8DD7)


@njit(nogil=True, cache=True)
def mix(value: np.uint64) -> np.uint64:
    """Scramble 64 bits (the finaliser of SplitMix64, Steele, Lea and Flood 2014)."""
    value = (value ^ (value >> np.uint64(30))) * _MIX1
    value = (value ^ (value >> np.uint64(27))) * _MIX2
    return value ^ (value >> np.uint64(31))


@njit(nogil=True, cache=True)
def below(limit: int, key: np.uint64, counter: int) -> int:
    """Return the `counter`-th random whole number in [0, limit) of the stream `key`."""
    bits = mix(key + np.uint64(counter + 1) * _GOLDEN)
    return int(((bits >> np.uint64(32)) * np.uint64(limit)) >> np.uint64(32))


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
                        other = stock_start + drawn + below(left, key ^ _STOCK_STREAM, drawn)
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
            if drawn == stock_size:
                if codes[STOCK_OUT] == OUT_VOID:
                    for index in range(players):
                        paid[index] = 0
                    return VOID
                if codes[STOCK_OUT] == OUT_SHOWDOWN:
                    settle_showdown(final, players, knocker, codes, paid)
                    return BY_STOCK_OUT
                shuffles += 1
                shuffle_key = mix(key + np.uint64(shuffles) * _SHUFFLE_STREAM)
                for index in range(pile_size):
                    other = below(index + 1, shuffle_key, index)
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


@njit(nogil=True, cache=True)
def deal_opponent(
    seat: int,
    hands: NDArray[np.int8],
    deck: NDArray[np.int8],
    start: int,
    end: int,
    known: NDArray[np.int8],
    n_known: int,
    turns: int,
    thresholds: NDArray[np.int8],
    watched: int,
    knocked: bool,
    scores: NDArray[np.int8],
    four: NDArray[np.int8],
    key: np.uint64,
    counter: int,
) -> tuple[int, int, int]:
    """Deal one opponent from ``deck[start:end]`` and let him draw once for each turn he had.

    This is the chain of :mod:`advisor.odds.prior`. Returns his score (-1 if the world breaks
    a condition), the new start of the deck and the new counter.
    """
    hand = hands[seat]
    stays = 0
    for index in range(n_known):
        hand[index] = known[index]
        stays |= 1 << known[index]
    for index in range(n_known, 3):
        other = start + below(end - start, key, counter)
        counter += 1
        deck[start], deck[other] = deck[other], deck[start]
        hand[index] = deck[start]
        start += 1
    for index in range(1, 3):
        card = hand[index]
        place = index
        while place > 0 and hand[place - 1] > card:
            hand[place] = hand[place - 1]
            place -= 1
        hand[place] = card
    score = score_of(hand[0], hand[1], hand[2], scores)
    last_round = thresholds.shape[0] - 1
    for past in range(turns):
        if score >= THIRTY_ONE or (past < watched and score >= thresholds[min(past, last_round)]):
            return -1, start, counter
        if n_known < 3:
            other = start + below(end - start, key, counter)
            counter += 1
            card = deck[other]
            thrown, score = keep_best(hand, card, stays, scores, four)
            keep_all_but(hand, four, thrown)
            deck[other] = thrown
    if score >= THIRTY_ONE or (knocked and score < thresholds[min(turns, last_round)]):
        return -1, start, counter
    return score, start, counter


@njit(nogil=True, cache=True)
def play_worlds(
    seed: int,
    first: int,
    unseen: NDArray[np.int8],
    hand: NDArray[np.int8],
    top: int,
    pile: NDArray[np.int8],
    known: NDArray[np.int8],
    n_known: NDArray[np.int64],
    turns: NDArray[np.int64],
    watched: NDArray[np.int64],
    turn: int,
    knocker: int,
    thresholds: NDArray[np.int8],
    own: NDArray[np.int8],
    scores: NDArray[np.int8],
    codes: NDArray[np.int64],
    max_tries: int,
    moves: NDArray[np.int64],
    discards: NDArray[np.int64],
    paid: NDArray[np.uint8],
    final: NDArray[np.int8],
    ending: NDArray[np.uint8],
) -> int:
    """Play every move on the same worlds, dealt from what seat 0 cannot see.

    Parameters
    ----------
    seed, first
        Seed; number of the first world.
    unseen, hand, top, pile
        Unseen cards; own cards ascending; top card; discards below it.
    known, n_known
        Cards known in each seat's hand, shape (players, 3), and how many.
    turns, watched
        Turns each seat has had (a knock not counted); at the start of how many of them it
        could have knocked and did not.
    turn, knocker
        Turns taken by all; seat that has knocked or -1.
    thresholds, scores, codes
        As in :func:`finish`.
    own
        Thresholds by which seat 0 plays on after each move, shape (m, rounds).
    max_tries
        Deals to try for one world before giving up.
    moves, discards
        The moves to compare, shape (m,).
    paid, final, ending
        Results, shape (worlds, m, players), (worlds, m, players), (worlds, m).

    Returns
    -------
    int
        Deals that were tried; -1 if some world could not be dealt under its conditions.
    """
    players = thresholds.shape[0]
    table = thresholds.copy()
    deck = np.empty(52, dtype=np.int8)
    world_hands = np.empty((players, 3), dtype=np.int8)
    hands = np.empty((players, 3), dtype=np.int8)
    world_scores = np.empty(players, dtype=np.int8)
    now = np.empty(players, dtype=np.int8)
    pays = np.empty(players, dtype=np.uint8)
    below_top = np.empty(64, dtype=np.int8)
    reshuffled = np.empty(64, dtype=np.int8)
    four = np.empty(4, dtype=np.int8)
    fixed = np.zeros(1, dtype=np.int64)
    record = np.zeros(2, dtype=np.int64)
    for index in range(3):
        world_hands[0, index] = hand[index]
    world_scores[0] = score_of(hand[0], hand[1], hand[2], scores)
    tries = 0
    for world in range(paid.shape[0]):
        key = mix(mix(np.uint64(seed)) + np.uint64(first + world) * _GOLDEN)
        counter = 0
        start = 0
        dealt = False
        for _ in range(max_tries):
            tries += 1
            start = 0
            for index in range(unseen.size):
                deck[index] = unseen[index]
            dealt = True
            for step in range(1, players):
                # The knocker first: his condition fails most often.
                seat = step
                if knocker > 0:
                    seat = knocker if step == 1 else (step - 1 if step <= knocker else step)
                score, start, counter = deal_opponent(
                    seat, world_hands, deck, start, unseen.size, known[seat], n_known[seat],
                    turns[seat], thresholds[seat], watched[seat], seat == knocker, scores, four,
                    key, counter,
                )  # fmt: skip
                if score < 0:
                    dealt = False
                    break
                world_scores[seat] = score
            if dealt:
                break
        if not dealt:
            return -1
        fixed[0] = 0
        for option in range(moves.size):
            for seat in range(players):
                now[seat] = world_scores[seat]
                for index in range(3):
                    hands[seat, index] = world_hands[seat, index]
            for index in range(pile.size):
                below_top[index] = pile[index]
            for index in range(own.shape[1]):
                table[0, index] = own[option, index]
            # The seats from 0 up to the knocker have their last turn still to come.
            left = max(knocker, 0)
            ending[world, option] = finish(
                moves[option], discards[option], hands, now, top, below_top, pile.size, deck,
                start, unseen.size, fixed, key, players, turn, knocker, left, table, scores,
                codes, reshuffled, four, pays, record,
            )  # fmt: skip
            for seat in range(players):
                paid[world, option, seat] = pays[seat]
                final[world, option, seat] = now[seat]
    return tries


@njit(nogil=True, cache=True)
def play_deals(
    seed: int,
    first: int,
    first_card: int,
    thresholds: NDArray[np.int8],
    scores: NDArray[np.int8],
    codes: NDArray[np.int64],
    dealt: NDArray[np.int8],
    paid: NDArray[np.uint8],
    final: NDArray[np.int8],
    ending: NDArray[np.uint8],
    record: NDArray[np.int64],
) -> None:
    """Deal whole hands and play them; every seat follows its table from the first turn.

    Parameters
    ----------
    seed, first, first_card
        Seed; number of the first deal; lowest card of the pack.
    thresholds, scores, codes
        As in :func:`finish`.
    dealt, paid, final, ending, record
        Results: scores as dealt, shape (deals, players); tokens paid; final scores; why the
        hand ended, shape (deals,); who knocked (or -1) and the turns taken, shape (deals, 2).
    """
    players = thresholds.shape[0]
    deck = np.empty(52, dtype=np.int8)
    hands = np.empty((players, 3), dtype=np.int8)
    pile = np.empty(64, dtype=np.int8)
    reshuffled = np.empty(64, dtype=np.int8)
    four = np.empty(4, dtype=np.int8)
    fixed = np.zeros(1, dtype=np.int64)
    none_known = np.empty(3, dtype=np.int8)
    for deal in range(paid.shape[0]):
        key = mix(mix(np.uint64(seed)) + np.uint64(first + deal) * _GOLDEN)
        for card in range(first_card, 52):
            deck[card - first_card] = card
        size = 52 - first_card
        counter = 0
        start = 0
        shown = 0
        for seat in range(players):
            score, start, counter = deal_opponent(
                seat, hands, deck, start, size, none_known, 0, 0, thresholds[seat], 0, False,
                scores, four, key, counter,
            )  # fmt: skip
            score = score_of(hands[seat, 0], hands[seat, 1], hands[seat, 2], scores)
            dealt[deal, seat] = score
            final[deal, seat] = score
            shown += score >= THIRTY_ONE
        if shown > 0:
            for seat in range(players):
                paid[deal, seat] = final[deal, seat] < THIRTY_ONE
            ending[deal] = BY_THIRTY_ONE
            record[deal, 0], record[deal, 1] = -1, 0
            continue
        other = start + below(size - start, key, counter)
        deck[start], deck[other] = deck[other], deck[start]
        fixed[0] = 0
        ending[deal] = finish(
            PLAY_ON, -1, hands, final[deal], deck[start], pile, 0, deck, start + 1, size, fixed,
            key, players, 0, -1, 0, thresholds, scores, codes, reshuffled, four, paid[deal],
            record[deal],
        )  # fmt: skip
