"""How much can be won from those who play `widow` by a table, compiled.

One player looks ahead at each of his turns: he deals worlds that fit what he has seen, weighs
each by the chance that the others would have done in it what they did, plays every move in
every world with all playing by the table from then on, and makes the move that does best if it
beats the table's own by more than noise.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from numba import njit

from advisor.hands import THIRTY_ONE
from advisor.playout.chance import below, mix, world_key
from advisor.playout.widow_belief import SWAPPED, fit_of
from advisor.playout.widow_game import (
    FIRST_CARD,
    FIRST_ROUND,
    KNOCK_FORBIDDEN,
    LAST,
    LOWEST_PAYS,
    N_AT,
    SEAT,
    SIZES,
    START,
    TURN,
    WidowGame,
)
from advisor.playout.widow_hands import (
    AS_THE_SEAT_PLAYS,
    NEVER,
    STOPPED,
    deal_hand,
    play_on,
    show_dealt,
)
from advisor.playout.widow_swaps import (
    KNOCK,
    PASS,
    numbered_swap,
    pair_of,
    sort3,
)
from advisor.playout.widow_table import KNOCK_PLACE, NO_MOVE, table_move

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_TURNS: Final = 40
"""Turns of a seat that are remembered; later ones say nothing."""
LOOKING: Final = np.uint64(0xD1B54A32D192ED03)
"""Marks the random numbers of the worlds that are looked at."""
MOST_MOVES: Final = 5
"""Moves that are tried in every world."""
TRIES: Final = 50
"""Worlds dealt for each that is wanted, at most."""


@njit(nogil=True, cache=True)
def set_of(cards: NDArray[np.int64]) -> np.uint64:
    """Some cards as a set."""
    found = np.uint64(0)
    for card in cards:
        found |= np.uint64(1) << np.uint64(card)
    return found


@njit(nogil=True, cache=True)
def result_of(
    seat: int, lowest_pays: bool, paid: NDArray[np.uint8], pot: NDArray[np.float32]
) -> float:
    """What a hand is worth to a seat: its share, or what the others pay less what it pays."""
    if not lowest_pays:
        return float(pot[seat])
    own = float(paid[seat])
    return (float(paid.sum()) - own) / (len(paid) - 1) - own


@njit(nogil=True, cache=True)
def deal_unknown(
    key: np.uint64,
    seat: int,
    open_set: np.uint64,
    held: NDArray[np.uint64],
    first_card: int,
    hands: NDArray[np.int64],
    deck: NDArray[np.int8],
    scores: NDArray[np.int8],
    points: NDArray[np.int64],
) -> int:
    """Deal the others what they are known to hold and any unseen cards besides.

    Returns the number of cards left for the stock, which stand at the end of the deck; -1 if
    somebody was dealt 31.
    """
    seats = len(hands)
    known = open_set
    for other in range(seats):
        known |= held[other]
    count = 0
    for card in range(first_card, 52):
        if not (known >> np.uint64(card)) & np.uint64(1):
            deck[count] = card
            count += 1
    drawn = 0
    for other in range(seats):
        if other == seat:
            continue
        place = 0
        for card in range(52):
            if (held[other] >> np.uint64(card)) & np.uint64(1):
                hands[other, place] = card
                place += 1
        while place < 3:
            at = drawn + below(count - drawn, key, drawn)
            deck[drawn], deck[at] = deck[at], deck[drawn]
            hands[other, place] = deck[drawn]
            drawn += 1
            place += 1
        sort3(hands[other])
        points[other] = scores[pair_of(hands[other, 0], hands[other, 1]), hands[other, 2]]
        if points[other] >= THIRTY_ONE:
            return -1
    size, left = 52 - first_card, count - drawn
    for index in range(left):
        deck[size - 1 - index] = deck[count - 1 - index]
    return left


@njit(nogil=True, cache=True)
def look_ahead(
    key: np.uint64,
    worlds: int,
    guard: float,
    seat: int,
    own_move: int,
    worth: NDArray[np.float64],
    mine: NDArray[np.int64],
    widow: NDArray[np.int64],
    gone: np.uint64,
    state: NDArray[np.int64],
    held: NDArray[np.uint64],
    n_turns: NDArray[np.int64],
    kinds: NDArray[np.int64],
    given: NDArray[np.uint64],
    got: NDArray[np.uint64],
    widows: NDArray[np.int64],
    states: NDArray[np.int64],
    players: NDArray[np.int64],
    game: WidowGame,
) -> int:
    """Choose a move by playing all of them in the same worlds.

    Parameters
    ----------
    key
        Of this decision.
    worlds
        How many worlds.
    guard
        Standard errors by which a move must beat the table's own.
    seat, own_move, worth, mine, widow, gone, state
        Own seat, what the table would do, what it says all moves are worth, own cards, the open
        cards, cards of old widows as a set, the state of the hand.
    held
        What each seat is known to hold, as a set.
    n_turns, kinds, given, got, widows, states
        Every seat's turns, as in :func:`~advisor.playout.widow_belief.fit_of`, with one more
        axis in front for the seat.
    players, game
        How all play, and the rules.
    """
    seats = len(players)
    sizes, first_card = game.codes[SIZES], game.codes[FIRST_CARD]
    # The table's first few choices; the others are hardly ever better.
    order = np.argsort(-worth)[:MOST_MOVES]
    n_moves = 0
    moves = np.empty(MOST_MOVES, dtype=np.int64)
    for place in order:
        if worth[place] > NO_MOVE:
            if place in (0, KNOCK_PLACE):
                moves[n_moves] = PASS if place == 0 else KNOCK
            else:
                moves[n_moves] = numbered_swap(place - 1, sizes)
            n_moves += 1
    own_place = 0
    for number in range(n_moves):
        if moves[number] == own_move:
            own_place = number
    lowest_pays = game.codes[LOWEST_PAYS] == 1
    open_set = set_of(mine) | set_of(widow) | gone
    dealt = np.empty((seats, 3), dtype=np.int64)
    hands = np.empty((seats, 3), dtype=np.int64)
    points = np.empty(seats, dtype=np.int64)
    dealt_points = np.empty(seats, dtype=np.int64)
    there = np.empty(3, dtype=np.int64)
    rest, deck = np.zeros(52, dtype=np.int8), np.zeros(52, dtype=np.int8)
    at = np.empty(N_AT, dtype=np.int64)
    paid, pot = np.empty(seats, dtype=np.uint8), np.empty(seats, dtype=np.float32)
    room = np.empty(21, dtype=np.float64)
    nothing = np.zeros((1, 2), dtype=np.int64)
    sums, squares, own_products = np.zeros(n_moves), np.zeros(n_moves), np.zeros(n_moves)
    results = np.empty(n_moves)
    total, total_squares = 0.0, 0.0
    dealt[seat] = mine
    dealt_points[seat] = game.scores[pair_of(mine[0], mine[1]), mine[2]]
    done = 0
    for number in range(TRIES * worlds):
        if done == worlds:
            break
        world = mix(key + np.uint64(number + 1) * LOOKING)
        left = deal_unknown(
            world, seat, open_set, held, first_card, dealt, rest, game.scores, dealt_points
        )
        if left < 0:
            continue
        weight = 1.0
        for other in range(seats):
            if other != seat and weight > 0:
                count = n_turns[other]
                weight *= fit_of(
                    dealt[other], kinds[other, :count], given[other, :count], got[other, :count],
                    widows[other, :count], states[other, :count], other, seats, players[other],
                    game, room,
                )  # fmt: skip
        if weight == 0:
            continue
        done += 1
        for index in range(n_moves):
            hands[:] = dealt
            points[:] = dealt_points
            there[:] = widow
            deck[:] = rest
            at[:] = state
            at[START] = 52 - first_card - left
            paid[:] = 0
            pot[:] = 0.0
            play_on(
                NEVER, moves[index], -1, 0.0, hands, points, there, deck, at, players, game,
                world, paid, pot, nothing,
            )  # fmt: skip
            results[index] = result_of(seat, lowest_pays, paid, pot)
        total += weight
        total_squares += weight * weight
        for index in range(n_moves):
            ahead = results[index] - results[own_place]
            sums[index] += weight * ahead
            squares[index] += weight * weight * ahead
            own_products[index] += weight * weight * ahead * ahead
    best = own_move
    if done < 2:
        return best
    highest = 0.0
    for index in range(n_moves):
        ahead = sums[index] / total
        # Error of a mean with weights.
        variance = (
            own_products[index] - 2 * ahead * squares[index] + ahead * ahead * total_squares
        ) / (total * total)
        if ahead > guard * np.sqrt(max(variance, 0.0)) + 1e-9 and ahead > highest:
            best, highest = moves[index], ahead
    return best


@njit(nogil=True, cache=True)
def play_one(
    key: np.uint64,
    looker: int,
    worlds: int,
    guard: float,
    players: NDArray[np.int64],
    game: WidowGame,
    paid: NDArray[np.uint8],
    pot: NDArray[np.float32],
) -> int:
    """Play one hand in which seat `looker` looks ahead; returns how often he left the table."""
    seats = len(players)
    lowest_pays = game.codes[LOWEST_PAYS] == 1
    deck = np.empty(52, dtype=np.int8)
    hands = np.empty((seats, 3), dtype=np.int64)
    points = np.empty(seats, dtype=np.int64)
    widow = np.empty(3, dtype=np.int64)
    at = np.empty(N_AT, dtype=np.int64)
    worth = np.empty(21, dtype=np.float64)
    nothing = np.zeros((1, 2), dtype=np.int64)
    held = np.zeros(seats, dtype=np.uint64)
    n_turns = np.zeros(seats, dtype=np.int64)
    kinds = np.zeros((seats, MOST_TURNS), dtype=np.int64)
    given = np.zeros((seats, MOST_TURNS), dtype=np.uint64)
    got = np.zeros((seats, MOST_TURNS), dtype=np.uint64)
    widows = np.zeros((seats, MOST_TURNS, 3), dtype=np.int64)
    states = np.zeros((seats, MOST_TURNS, N_AT), dtype=np.int64)
    gone, left_table = np.uint64(0), 0
    deal_hand(key, hands, points, widow, deck, at, game)
    paid[:] = 0
    pot[:] = 0.0
    if show_dealt(points, players, lowest_pays, key, paid, pot):
        return 0
    while True:
        seat, turn = at[SEAT], at[TURN]
        before, open_before, start = set_of(hands[seat]), set_of(widow), at[START]
        place = min(n_turns[seat], MOST_TURNS - 1)
        widows[seat, place] = widow
        states[seat, place] = at
        move = AS_THE_SEAT_PLAYS
        if seat == looker:
            may_knock = at[LAST] == NEVER and (
                game.codes[FIRST_ROUND] != KNOCK_FORBIDDEN or turn >= seats
            )
            own, _ = table_move(
                hands[seat], widow, points[seat], may_knock, seat, at, seats, game,
                players[seat, 1], 0.0, key, worth,
            )  # fmt: skip
            if at[LAST] - turn != 1:
                move = look_ahead(
                    mix(key + np.uint64(turn)), worlds, guard, seat, own, worth, hands[seat], widow,
                    gone, at, held, n_turns, kinds, given, got, widows, states, players, game,
                )  # fmt: skip
                if move != own:
                    left_table += 1
                else:
                    move = AS_THE_SEAT_PLAYS
        knocked = at[LAST] != NEVER
        ended = play_on(
            turn + 1, move, -1, 0.0, hands, points, widow, deck, at, players, game, key, paid, pot,
            nothing,
        )  # fmt: skip
        if ended != STOPPED:
            return left_table
        now = set_of(hands[seat])
        out, into = before & ~now, now & ~before
        if seat != looker:
            held[seat] = (held[seat] & ~out) | into
        given[seat, place], got[seat, place] = out, into
        kinds[seat, place] = SWAPPED if out else PASS
        if at[LAST] != NEVER and not knocked:
            kinds[seat, place] = KNOCK
        n_turns[seat] = place + 1
        if at[START] != start:
            gone |= open_before


@njit(nogil=True, cache=True)
def gains(
    seed: int,
    first: int,
    looker: int,
    worlds: int,
    guard: float,
    players: NDArray[np.int64],
    game: WidowGame,
    result: NDArray[np.float64],
    left_table: NDArray[np.int64],
) -> None:
    """Play hands twice on the same deck: with one seat looking ahead, and with all by table.

    Parameters
    ----------
    seed, first
        Seed; number of the first deal.
    looker, worlds, guard, players, game
        As in :func:`play_one`.
    result
        Receives what the seat got by looking ahead and by the table, shape (deals, 2).
    left_table
        Receives how often it left the table, shape (deals,).
    """
    seats = len(players)
    lowest_pays = game.codes[LOWEST_PAYS] == 1
    paid, pot = np.empty(seats, dtype=np.uint8), np.empty(seats, dtype=np.float32)
    for deal in range(len(result)):
        key = world_key(seed, first + deal)
        for way in range(2):
            looking = worlds if way == 0 else 0
            count = play_one(key, looker, looking, guard, players, game, paid, pot)
            result[deal, way] = result_of(looker, lowest_pays, paid, pot)
            if way == 0:
                left_table[deal] = count
