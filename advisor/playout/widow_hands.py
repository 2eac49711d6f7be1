"""The compiled loop that plays hands of `widow`, at 2 to 7 seats.

Seats are counted in the order of their turns: seat 0 moves first. The rules are those of
:mod:`advisor.referee.widow`, the players those of :mod:`advisor.players.widow`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from numba import njit

from advisor.hands import THIRTY_ONE
from advisor.players.widow import CLOSER, CONFIDENCE, RANDOM, TABLE
from advisor.playout.chance import below, world_key
from advisor.playout.scat import MAX_TURNS
from advisor.playout.widow_ends import compare, show
from advisor.playout.widow_game import (
    EXCHANGED,
    FIRST_CARD,
    FIRST_ROUND,
    FRESH_WIDOW,
    IDLE,
    KNOCK_ENDS,
    KNOCK_FORBIDDEN,
    KNOWN,
    KNOWN_SUITS,
    LAST,
    LOWEST_PAYS,
    N_AT,
    PASSED_AT,
    PASSES,
    SEAT,
    SIZES,
    START,
    TURN,
    WidowGame,
)
from advisor.playout.widow_players import confidence_move, random_move, shows
from advisor.playout.widow_swaps import (
    KNOCK,
    PASS,
    SHOW,
    best_swap,
    count_swaps,
    hand_of,
    pair_of,
    sort3,
    swap,
)
from advisor.playout.widow_table import CARD_POINTS, NOTHING, ROUNDS, table_move

if TYPE_CHECKING:
    from numpy.typing import NDArray

AS_THE_SEAT_PLAYS: Final = -1
"""No first move is given."""
NEVER: Final = MAX_TURNS + 1
"""A turn that does not come."""
GIVEN_UP: Final = -1
STOPPED: Final = -2
PATIENCE: Final = 2
"""Rounds of passes after which nothing changes any more; the first round differs from others."""
PATIENCE_OF_TABLES: Final = PATIENCE + ROUNDS
"""The same if somebody plays by a table, which tells more rounds apart."""


@njit(nogil=True, cache=True)
def next_cards(
    deck: NDArray[np.int8],
    start: int,
    size: int,
    key: np.uint64,
    cards: NDArray[np.int64],
) -> int:
    """Deal three cards, ascending, and return how many have left the deck then."""
    for index in range(3):
        other = start + below(size - start, key, start)
        deck[start], deck[other] = deck[other], deck[start]
        cards[index] = deck[start]
        start += 1
    sort3(cards)
    return start


@njit(nogil=True, cache=True)
def begin(at: NDArray[np.int64], start: int) -> None:
    """Put the state before the first turn; `start` cards have been dealt."""
    at[:] = 0
    at[LAST], at[START] = NEVER, start
    at[PASSED_AT:KNOWN] = -1


@njit(nogil=True, cache=True)
def show_dealt(
    points: NDArray[np.int64],
    players: NDArray[np.int64],
    lowest_pays: bool,
    key: np.uint64,
    paid: NDArray[np.uint8],
    pot: NDArray[np.float32],
) -> bool:
    """End the hand if somebody shows a 31 that he was dealt."""
    for seat in range(len(points)):
        if points[seat] >= THIRTY_ONE and shows(players[seat, 0], key ^ np.uint64(seat), 0):
            show(seat, points, len(points), lowest_pays, paid, pot)
            return True
    return False


@njit(nogil=True, cache=True)
def note_swap(
    hand: NDArray[np.int64],
    widow: NDArray[np.int64],
    move: int,
    seat: int,
    at: NDArray[np.int64],
) -> None:
    """Note which cards a seat is seen to take, and which of the known ones it gives away."""
    known = at[KNOWN + seat]
    for place in range(3):
        if ((move >> 3) >> place) & 1 and (known >> hand[place]) & 1:
            known ^= 1 << hand[place]
            at[KNOWN_SUITS + 4 * seat + hand[place] % 4] -= CARD_POINTS[hand[place]]
        if (move >> place) & 1:
            known |= 1 << widow[place]
            at[KNOWN_SUITS + 4 * seat + widow[place] % 4] += CARD_POINTS[widow[place]]
    at[KNOWN + seat] = known


@njit(nogil=True, cache=True)
def play_on(
    stop: int,
    first_move: int,
    explore: int,
    noise: float,
    hands: NDArray[np.int64],
    points: NDArray[np.int64],
    widow: NDArray[np.int64],
    deck: NDArray[np.int8],
    at: NDArray[np.int64],
    players: NDArray[np.int64],
    game: WidowGame,
    key: np.uint64,
    paid: NDArray[np.uint8],
    pot: NDArray[np.float32],
    record: NDArray[np.int64],
) -> int:
    """Play a hand from the start of any turn to its end.

    Parameters
    ----------
    stop
        Turn before which to stop, with ``STOPPED``; ``NEVER`` to play to the end.
    first_move
        Move of the seat whose turn it is; ``AS_THE_SEAT_PLAYS`` to leave it to him.
    explore, noise
        Turn at which a player by table chooses with noise, and how much; from then on the
        cells that moves lead to are recorded. -1: never.
    hands, points, widow
        Cards of every seat, shape (seats, 3), their half points, and the open cards; changed.
    deck
        The pack; its first cards have been dealt; changed.
    at
        State of the hand; changed.
    players
        Kind of every seat and the half points with which it knocks (or its table), shape
        (seats, 2).
    game
        Rules and tables.
    key
        The deal's key.
    paid, pot
        Results for every seat; all 0 before.
    record
        Seat and cell of every recorded move; the last row holds how many. Shape (n, 2).

    Returns
    -------
    int
        Turns taken; ``GIVEN_UP``, or ``STOPPED``.
    """
    seats = hands.shape[0]
    codes, scores = game.codes, game.scores
    sizes, lowest_pays = codes[SIZES], codes[LOWEST_PAYS] == 1
    fresh, first_round = codes[FRESH_WIDOW] == 1, codes[FIRST_ROUND]
    n_swaps = count_swaps(sizes)
    size = 52 - codes[FIRST_CARD]
    worth = np.empty(21, dtype=np.float64)
    capacity = record.shape[0] - 1
    patience = PATIENCE_OF_TABLES if (players[:, 0] == TABLE).any() else PATIENCE
    while at[TURN] < at[LAST]:
        turn, seat = at[TURN], at[SEAT]
        if turn == stop:
            return STOPPED
        at[SEAT] = seat + 1 if seat + 1 < seats else 0
        own, kind, own_key = points[seat], players[seat, 0], key ^ np.uint64(seat)
        knocked = at[LAST] != NEVER
        may_knock = not knocked and (first_round != KNOCK_FORBIDDEN or turn >= seats)
        hand, settled = hands[seat], True
        if first_move != AS_THE_SEAT_PLAYS:
            move, settled = first_move, False
            first_move = AS_THE_SEAT_PLAYS
        elif kind == TABLE:
            here = noise if turn == explore else 0.0
            move, cell = table_move(
                hand, widow, own, may_knock, seat, at, seats, game, players[seat, 1], here,
                own_key + np.uint64(turn), worth,
            )  # fmt: skip
            if explore >= 0 and turn >= explore and cell != NOTHING:
                count = record[capacity, 0]
                if count < capacity:
                    record[count, 0], record[count, 1] = seat, cell
                    record[capacity, 0] = count + 1
        elif kind == RANDOM:
            move, settled = random_move(own, may_knock, sizes, n_swaps, own_key, turn), False
        elif kind == CONFIDENCE:
            move, settled = confidence_move(
                hand, widow, own, may_knock, turn >= seats, sizes, scores, own_key, turn
            )
        elif may_knock and own >= players[seat, 1]:
            move = KNOCK
        else:
            move, _ = best_swap(hand, widow, own, sizes, scores)
            if move == PASS and kind == CLOSER and may_knock:
                move = KNOCK
        if move == SHOW:
            show(seat, points, seats, lowest_pays, paid, pot)
            return int(turn)
        turn += 1
        at[TURN] = turn
        at[PASSED_AT + seat] = hand_of(widow) if move == PASS else -1
        if move == KNOCK:
            if not at[EXCHANGED] or (first_round == KNOCK_ENDS and turn <= seats):
                break
            # Everybody else has one turn more.
            at[LAST] = turn + seats - 1
            at[PASSES] = 0
        elif move == PASS:
            at[PASSES] += 1
            at[IDLE] = at[IDLE] + 1 if settled else 0
            if fresh and at[PASSES] == seats:
                at[PASSES] = 0
                if size - at[START] >= 3:
                    at[START] = next_cards(deck, at[START], size, key, widow)
                    at[IDLE] = 0
            # The same hands pass for ever at the same widow.
            if at[IDLE] == patience * seats and not knocked:
                return GIVEN_UP
        else:
            note_swap(hand, widow, move, seat, at)
            swap(hand, widow, move)
            points[seat] = scores[pair_of(hand[0], hand[1]), hand[2]]
            at[EXCHANGED] = 1
            at[PASSES] = at[IDLE] = 0
            if points[seat] >= THIRTY_ONE and shows(kind, own_key, turn):
                show(seat, points, seats, lowest_pays, paid, pot)
                return int(turn)
        if turn == MAX_TURNS and turn < at[LAST]:
            return GIVEN_UP
    compare(hands, points, seats, lowest_pays, game.ranks, paid, pot)
    return int(at[TURN])


@njit(nogil=True, cache=True)
def deal_hand(
    key: np.uint64,
    hands: NDArray[np.int64],
    points: NDArray[np.int64],
    widow: NDArray[np.int64],
    deck: NDArray[np.int8],
    at: NDArray[np.int64],
    game: WidowGame,
) -> None:
    """Deal three cards to every seat and the widow, and put the state before the first turn."""
    first_card = game.codes[FIRST_CARD]
    size = 52 - first_card
    for index in range(size):
        deck[index] = first_card + index
    start = 0
    for seat in range(hands.shape[0]):
        start = next_cards(deck, start, size, key, hands[seat])
        points[seat] = game.scores[pair_of(hands[seat, 0], hands[seat, 1]), hands[seat, 2]]
    begin(at, next_cards(deck, start, size, key, widow))


@njit(nogil=True, cache=True)
def play_hands(
    seed: int,
    first: int,
    players: NDArray[np.int64],
    game: WidowGame,
    paid: NDArray[np.uint8],
    pot: NDArray[np.float32],
    capped: NDArray[np.bool_],
    turns: NDArray[np.int64],
) -> None:
    """Deal whole hands and play them.

    Parameters
    ----------
    seed, first
        Seed; number of the first deal.
    players, game
        As in :func:`play_on`.
    paid, pot, capped, turns
        Results: tokens paid and shares of the pot, shape (deals, seats); whether the hand was
        given up, and the turns taken, shape (deals,).
    """
    seats = players.shape[0]
    lowest_pays = game.codes[LOWEST_PAYS] == 1
    deck = np.empty(52, dtype=np.int8)
    hands = np.empty((seats, 3), dtype=np.int64)
    points = np.empty(seats, dtype=np.int64)
    widow = np.empty(3, dtype=np.int64)
    at = np.empty(N_AT, dtype=np.int64)
    nothing = np.zeros((1, 2), dtype=np.int64)
    for deal in range(capped.shape[0]):
        key = world_key(seed, first + deal)
        deal_hand(key, hands, points, widow, deck, at, game)
        paid[deal] = 0
        pot[deal] = 0.0
        taken = 0
        if not show_dealt(points, players, lowest_pays, key, paid[deal], pot[deal]):
            taken = play_on(
                NEVER, AS_THE_SEAT_PLAYS, -1, 0.0, hands, points, widow, deck, at, players, game,
                key, paid[deal], pot[deal], nothing,
            )  # fmt: skip
        capped[deal] = taken < 0
        turns[deal] = MAX_TURNS if taken < 0 else taken
