"""Whole hands of ``scat`` in which some seats play by a solved table.

The cards come as in :mod:`advisor.playout.deals`, so that all line-ups meet the same decks.
Only for rules that the solver knows: the stock is reshuffled, a knock is always allowed, the
card taken is never put back and nobody stands pat.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from numba import njit

from advisor.hands import THIRTY_ONE
from advisor.playout.chance import below, world_key
from advisor.playout.codes import (
    BY_KNOCK,
    BY_THIRTY_ONE,
    CAPPED,
    DRAW,
    KNOCK,
    PLAY_ON,
    TAKE,
    ZERO,
)
from advisor.playout.dealing import deal_hands
from advisor.playout.keeping import in_order, keep_all_but, keep_best, score_of
from advisor.playout.scat import MAX_TURNS, STOCK_STREAM, shuffle_key
from advisor.playout.settle import settle_showdown, settle_thirty_one

if TYPE_CHECKING:
    from numpy.typing import NDArray

STOPPED: Final = -1
"""Not an ending: the hand goes on, but the turn asked for has come."""

TURN_STREAM: Final = np.uint64(0xB5297A4D3C6EF372)
"""Marks the random choice of a turn at which moves are compared."""

CLOSE: Final = 0.15
"""Throws are compared if they are said to be worth so many tokens less than the best."""

# Places of what is known of a hand in play.
TURN: Final = 0
TOP: Final = 1
PILE: Final = 2
STOCK: Final = 3
STOCK_END: Final = 4
DRAWN: Final = 5
SHUFFLES: Final = 6
KNOCKER: Final = 7
KNOCK_TURN: Final = 8


@njit(nogil=True, cache=True)
def rank_of(low: int, middle: int, high: int) -> int:
    """Index of a hand."""
    return high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low


@njit(nogil=True, cache=True)
def look_up_move(
    hand: NDArray[np.int8],
    top: int,
    moves: NDArray[np.uint8],
    swapped: NDArray[np.int64],
    cards: NDArray[np.int8],
) -> tuple[int, int]:
    """Read a turn's table, shape (13, 22100): its entry, and the card thrown after a take."""
    suit = top & 3
    index = rank_of(int(hand[0]), int(hand[1]), int(hand[2]))
    turned = swapped[suit, index]
    entry = int(moves[top >> 2, turned])
    place = entry & 7
    if place in (0, 4):
        return entry, -1
    card = int(cards[turned, place - 1])
    # Clubs and the suit of the top card change places.
    if card & 3 == suit:
        card -= suit
    elif card & 3 == 0:
        card += suit
    return entry, card


@njit(nogil=True, cache=True)
def look_up_throw(hand: NDArray[np.int8], card: int, throws: NDArray[np.uint8]) -> int:
    """Read a turn's table, shape (270725,): which of four cards to throw."""
    a, b, c, d = in_order(hand, card)
    four = d * (d - 1) * (d - 2) * (d - 3) // 24 + rank_of(a, b, c)
    place = throws[four]
    if place < 2:
        return a if place == 0 else b
    return c if place == 2 else d


@njit(nogil=True, cache=True)
def deal_two(
    key: np.uint64,
    hands: NDArray[np.int8],
    final: NDArray[np.int8],
    deck: NDArray[np.int8],
    at: NDArray[np.int64],
    scores: NDArray[np.int8],
) -> None:
    """Deal two hands and the top card; the order of the stock is drawn as it is needed."""
    top = deal_hands(key, int(ZERO), hands, final, deck, scores)
    at[:] = 0
    at[TOP], at[STOCK], at[STOCK_END] = deck[top], top + 1, 52
    at[KNOCKER] = at[KNOCK_TURN] = -1


@njit(nogil=True, cache=True)
def finish_two(
    stop: int,
    move: int,
    given: int,
    key: np.uint64,
    hands: NDArray[np.int8],
    final: NDArray[np.int8],
    deck: NDArray[np.int8],
    pile: NDArray[np.int8],
    at: NDArray[np.int64],
    which: NDArray[np.int64],
    moves: NDArray[np.uint8],
    throws: NDArray[np.uint8],
    thresholds: NDArray[np.int8],
    swapped: NDArray[np.int64],
    cards: NDArray[np.int8],
    scores: NDArray[np.int8],
    codes: NDArray[np.int64],
    paid: NDArray[np.uint8],
) -> int:
    """Play a hand of two to its end, or to the turn `stop` if nobody has knocked by then.

    Parameters
    ----------
    stop
        Turn at which to stop; -1 for the end.
    move, given
        First move, or PLAY_ON; what a TAKE throws, or the place, 0 to 3, of the card to throw
        of the four after a DRAW (-1 for what the table says).
    key
        Key of the deal.
    hands, final, deck, pile, at
        Cards and scores of both; the deck; the discards below the top one; where the hand
        stands, shape (9,). All are changed.
    which, moves, throws, thresholds, swapped, cards, scores, codes
        As in :func:`play_tables`.
    paid
        Receives the tokens paid, shape (2,).

    Returns
    -------
    int
        Why the hand ended, or :data:`STOPPED`.
    """
    turns = moves.shape[1]
    last_round = thresholds.shape[1] - 1
    while True:
        turn, knocker = at[TURN], at[KNOCKER]
        if knocker >= 0 and turn == at[KNOCK_TURN] + 2:
            settle_showdown(final, 2, knocker, codes, paid)
            return BY_KNOCK
        if turn >= MAX_TURNS:
            paid[0] = paid[1] = 0
            return CAPPED
        if turn == stop and knocker < 0:
            return STOPPED
        seat, top = turn & 1, int(at[TOP])
        hand, own = hands[seat], int(final[seat])
        table = which[seat]
        asked = turn if knocker < 0 else at[KNOCK_TURN]
        row = asked if asked < turns else turns - 2 + (asked & 1)
        place = -1
        if move == PLAY_ON:
            best, kept = keep_best(hand, top, 1 << top, scores)
            if table < 0:
                knocks = own >= thresholds[seat, min(turn >> 1, last_round)]
                takes, thrown = kept > own, best
            else:
                entry, thrown = look_up_move(hand, top, moves[table, row], swapped, cards)
                knocks, takes = entry & 7 == 0, thrown >= 0
                if knocker >= 0:
                    takes, thrown = entry >= 8, best
        else:
            knocks, takes, thrown = move == KNOCK, move == TAKE, int(given)
            place = int(given) if move == DRAW else -1
            move = PLAY_ON
        at[TURN] = turn + 1
        if knocks and knocker < 0:
            at[KNOCKER], at[KNOCK_TURN] = seat, turn
            continue
        gained = top
        if not takes:
            # Before the first reshuffle the order of the stock is drawn as it is needed.
            if at[SHUFFLES] == 0:
                here = at[STOCK] + at[DRAWN]
                other = here + below(at[STOCK_END] - here, key ^ STOCK_STREAM, at[DRAWN])
                deck[here], deck[other] = deck[other], deck[here]
            gained = int(deck[at[STOCK] + at[DRAWN]])
            at[DRAWN] += 1
            thrown, kept = keep_best(hand, gained, 0, scores)
            if kept < THIRTY_ONE and knocker < 0:
                if place >= 0:
                    four = in_order(hand, gained)
                    thrown = four[place]
                elif table >= 0:
                    thrown = look_up_throw(hand, gained, throws[table, row])
            pile[at[PILE]] = top
            at[PILE] += 1
        at[TOP] = thrown
        keep_all_but(hand, gained, thrown)
        final[seat] = score_of(hand[0], hand[1], hand[2], scores)
        if final[seat] >= THIRTY_ONE:
            settle_thirty_one(2, seat, knocker, codes, paid)
            return BY_THIRTY_ONE
        if at[DRAWN] == at[STOCK_END] - at[STOCK] and knocker < 0:
            at[SHUFFLES] += 1
            shuffled_by = shuffle_key(key, at[SHUFFLES])
            for index in range(at[PILE]):
                other = below(index + 1, shuffled_by, index)
                deck[index] = deck[other]
                deck[other] = pile[index]
            at[STOCK], at[STOCK_END] = 0, at[PILE]
            at[PILE] = at[DRAWN] = 0


@njit(nogil=True, cache=True)
def play_tables(
    seed: int,
    first: int,
    which: NDArray[np.int64],
    moves: NDArray[np.uint8],
    throws: NDArray[np.uint8],
    thresholds: NDArray[np.int8],
    swapped: NDArray[np.int64],
    cards: NDArray[np.int8],
    scores: NDArray[np.int8],
    codes: NDArray[np.int64],
    paid: NDArray[np.uint8],
    ending: NDArray[np.uint8],
    record: NDArray[np.int64],
) -> None:
    """Deal hands of two players and play them.

    Parameters
    ----------
    seed, first
        Seed; number of the first deal.
    which
        Table that each seat plays by; -1 for one who knocks by thresholds and else plays
        greedily. Shape (2,).
    moves, throws
        Tables, shapes (tables, turns, 13, 22100) and (tables, turns, 270725); see
        :class:`advisor.players.solved.Solved`. The number of turns is even.
    thresholds
        Lowest score each seat knocks with, by own turns had, shape (2, rounds).
    swapped, cards
        Hands with two suits exchanged (:func:`advisor.suits.swapped`); cards of the hands.
    scores, codes
        Score of every hand; the rule codes.
    paid, ending, record
        Results: tokens paid, shape (deals, 2); why each hand ended, shape (deals,); who
        knocked (or -1) and the turns taken, shape (deals, 2).
    """
    deck = np.empty(52, dtype=np.int8)
    hands = np.empty((2, 3), dtype=np.int8)
    final = np.empty(2, dtype=np.int8)
    pile = np.empty(64, dtype=np.int8)
    at = np.empty(9, dtype=np.int64)
    for deal in range(paid.shape[0]):
        key = world_key(seed, first + deal)
        deal_two(key, hands, final, deck, at, scores)
        if final[0] >= THIRTY_ONE or final[1] >= THIRTY_ONE:
            for seat in range(2):
                paid[deal, seat] = final[seat] < THIRTY_ONE
            ending[deal] = BY_THIRTY_ONE
        else:
            ending[deal] = finish_two(
                -1, PLAY_ON, -1, key, hands, final, deck, pile, at, which, moves, throws,
                thresholds, swapped, cards, scores, codes, paid[deal],
            )  # fmt: skip
        record[deal, 0], record[deal, 1] = at[KNOCKER], at[TURN]


@njit(nogil=True, cache=True)
def compare_moves(
    seed: int,
    first: int,
    deals: int,
    moves: NDArray[np.uint8],
    throws: NDArray[np.uint8],
    options: NDArray[np.float32],
    waiting: NDArray[np.float32],
    groups: NDArray[np.int64],
    swapped: NDArray[np.int64],
    cards: NDArray[np.int8],
    scores: NDArray[np.int8],
    codes: NDArray[np.int64],
    of_moves: NDArray[np.float64],
    of_throws: NDArray[np.float64],
) -> None:
    """Play every move at one turn of each deal by a table against itself, on the same cards.

    Adds up by how much more a move won than it was said to be worth.

    Parameters
    ----------
    seed, first, deals
        Seed; number of the first deal; how many.
    moves, throws
        The table, shapes (1, turns, 13, 22100) and (1, turns, 270725).
    options
        What each move is said to be worth, shape (turns, 5, 13, 22100).
    waiting
        What a hand is said to be worth after a throw, shape (turns, 13, 22100).
    groups
        Group of every rank of a top card or of a card thrown, shape (13,).
    swapped, cards, scores, codes
        As in :func:`play_tables`.
    of_moves
        Sum, and number, of what a knock, the best take and a draw won more; shape
        (2, turns, 3, 32, groups): by the points held and the group of the top card.
    of_throws
        The same for throws after a draw, shape (2, turns, 32, groups): by the points kept and
        the group of the card thrown.
    """
    turns = moves.shape[1]
    both = np.zeros(2, dtype=np.int64)
    thresholds = np.zeros((2, 1), dtype=np.int8)
    deck, deck_copy = np.empty(52, dtype=np.int8), np.empty(52, dtype=np.int8)
    hands, hands_copy = np.empty((2, 3), dtype=np.int8), np.empty((2, 3), dtype=np.int8)
    final, final_copy = np.empty(2, dtype=np.int8), np.empty(2, dtype=np.int8)
    pile, pile_copy = np.empty(64, dtype=np.int8), np.empty(64, dtype=np.int8)
    at, at_copy = np.empty(9, dtype=np.int64), np.empty(9, dtype=np.int64)
    paid = np.zeros(2, dtype=np.uint8)
    kept, worths, more = np.zeros(4, dtype=np.int64), np.zeros(4), np.zeros(4)
    for deal in range(deals):
        key = world_key(seed, first + deal)
        deal_two(key, hands, final, deck, at, scores)
        if final[0] >= THIRTY_ONE or final[1] >= THIRTY_ONE:
            continue
        turn = below(turns, key ^ TURN_STREAM, 0) & 63
        stopped = finish_two(
            turn, PLAY_ON, -1, key, hands, final, deck, pile, at, both, moves, throws,
            thresholds, swapped, cards, scores, codes, paid,
        )  # fmt: skip
        if stopped != STOPPED:
            continue
        seat, top = turn & 1, int(at[TOP])
        hand, mine = hands[seat], int(final[seat]) >> 1
        turned = swapped[top & 3, rank_of(int(hand[0]), int(hand[1]), int(hand[2]))]
        said = options[turn, :, top >> 2, turned]
        take = 1
        for place in range(2, 4):
            if said[place] > said[take]:
                take = place
        card = int(cards[turned, take - 1])
        if card & 3 == top & 3:
            card -= top & 3
        elif card & 3 == 0:
            card += top & 3
        # Which four cards a draw would make: the lazy stock turns its next card up.
        if at[SHUFFLES] == 0:
            here = at[STOCK] + at[DRAWN]
            other = here + below(at[STOCK_END] - here, key ^ STOCK_STREAM, at[DRAWN])
            next_card = int(deck[other])
        else:
            next_card = int(deck[at[STOCK] + at[DRAWN]])
        four = in_order(hand, next_card)
        shows = keep_best(hand, next_card, 0, scores)[1] >= THIRTY_ONE
        for choice in range(3 if shows else 7):
            deck_copy[:], hands_copy[:], final_copy[:] = deck, hands, final
            pile_copy[:], at_copy[:] = pile, at
            move, given, worth = KNOCK, -1, said[0]
            if choice == 1:
                move, given, worth = TAKE, card, said[take]
            elif choice == 2:
                move, worth = DRAW, said[4]
            elif choice > 2:
                move, given = DRAW, choice - 3
            finish_two(
                -1, move, given, key, hands_copy, final_copy, deck_copy, pile_copy, at_copy, both,
                moves, throws, thresholds, swapped, cards, scores, codes, paid,
            )  # fmt: skip
            won = float(paid[1 - seat]) - float(paid[seat])
            if choice < 3:
                group = groups[top >> 2]
                of_moves[0, turn, choice, mine, group] += won - worth
                of_moves[1, turn, choice, mine, group] += 1.0
                continue
            thrown = four[given]
            low = four[1] if given == 0 else four[0]
            middle = four[1] if given > 1 else four[2]
            kept[given] = rank_of(low, middle, four[2] if given == 3 else four[3])
            worths[given] = waiting[turn, thrown >> 2, swapped[thrown & 3, kept[given]]]
            more[given] = won - worths[given]
        if shows:
            continue
        # Throws that nobody would consider say nothing about those between which one chooses.
        mean, number, least = 0.0, 0, worths.max() - CLOSE
        for place in range(4):
            if worths[place] >= least:
                mean += more[place]
                number += 1
        if number < 2:
            continue
        for place in range(4):
            if worths[place] >= least:
                points, group = scores[kept[place]] >> 1, groups[four[place] >> 2]
                of_throws[0, turn, points, group] += more[place] - mean / number
                of_throws[1, turn, points, group] += 1.0
