"""A player who has learned to answer one table: he plays it, but for what he knows to be better.

His opponent plays by the table and changes nothing. The responder knows what is public, which
the table forgets (:mod:`advisor.playout.responder_cells`), and so what every choice is worth
(:mod:`advisor.playout.responder_worth`). Where another choice than the table's is worth more, he
makes it.

Two players only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from numba import njit

from advisor.hands import THIRTY_ONE
from advisor.playout.chance import world_key
from advisor.playout.choose import chosen_move, chosen_throw
from advisor.playout.codes import (
    BY_THIRTY_ONE,
    CAPPED,
    DRAW,
    FIRST_ROUND_ENDS,
    KNOCK,
    KNOCKS,
    PLAY_ON,
    STOPPED,
    TAKE,
    TAKES,
    THROWS,
)
from advisor.playout.compiled import uncounted
from advisor.playout.deals import shown
from advisor.playout.hand import KNOCKER, LEFT, SEAT, TOP, TURN, deal_hand, new_hand
from advisor.playout.keeping import in_order, keep_best
from advisor.playout.responder_cells import MOVES, last_cells, remember, start
from advisor.playout.responder_worth import (
    added_up,
    first_take,
    new_room,
    weigh_moves,
    weigh_throws,
)
from advisor.playout.scat import MAX_TURNS, finish, place_of_next
from advisor.playout.style import knock_allowed

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from advisor.playout.hand import Hand
    from advisor.playout.responder_worth import Learned, Room
    from advisor.playout.seats import Game, Seats

MARGIN: Final = 0.02
"""Tokens that another choice must promise more than the table's: what was learned is not exact,
and the best of several promises is the one most overrated."""


@uncounted
def best_of(base: int, options: int, count: int, worth: NDArray[np.float64]) -> int:
    """Choose among options (bits): the base unless another one is clearly worth more."""
    best, most = base, worth[base] + MARGIN
    for option in range(count):
        if (options >> option) & 1 and worth[option] > most:
            best, most = option, worth[option]
    return best


@uncounted
def respond_move(
    action: int, thrown: int, hand: Hand, game: Game, learned: Learned, may: int, room: Room
) -> tuple[int, int]:
    """Choose a move at the start of a turn, nobody having knocked: the move, what a TAKE throws.

    `action` and `thrown` are what the table does; `may` is what he may do otherwise (bits).
    """
    at = hand.at
    cards, top = hand.hands[at[SEAT]], int(at[TOP])
    options = 0
    if action == KNOCK:
        options = 0b110 if may & KNOCKS else 0
    else:
        if may & KNOCKS and knock_allowed(at[TURN], 2, at[KNOCKER], game.codes):
            options |= 1
        if may & TAKES:
            options |= 0b110
    best, taken = action, 0
    if options or action == TAKE:
        taken = first_take(action, thrown, hand, learned, game)
    if options:
        near = weigh_moves(action, options, taken, hand, learned, game, room)
        best = best_of(action, near, MOVES, room.worth) if near else action
        if best != action:
            room.left[0 if KNOCK in (best, action) else 1] += 1
    if best != TAKE:
        return best, -1
    four = in_order(cards, top)
    shows = keep_best(cards, top, 1 << top, game.scores)[1] >= THIRTY_ONE
    if may & THROWS and not shows:
        base = place_of(int(cards[taken]), four)
        others = 0b1111 & ~(1 << place_of(top, four))
        near = weigh_throws(base, others, four, hand, learned, game, room)
        place = best_of(base, near, 4, room.worth) if near else base
        room.left[2] += place != base and action == TAKE
        return TAKE, four[place]
    return TAKE, int(cards[taken])


@uncounted
def place_of(card: int, four: tuple[int, int, int, int]) -> int:
    """Find a card among four."""
    if card == four[0]:
        return 0
    return 1 if card == four[1] else (2 if card == four[2] else 3)


@uncounted
def respond_throw(
    card: int, told: int, hand: Hand, game: Game, learned: Learned, room: Room
) -> int:
    """Choose which place of the four cards to throw after drawing `card`.

    `told` is the card that the table throws.
    """
    four = in_order(hand.hands[hand.at[SEAT]], card)
    base = place_of(told, four)
    near = weigh_throws(base, 0b1111, four, hand, learned, game, room)
    best = best_of(base, near, 4, room.worth) if near else base
    room.left[2] += best != base
    return best


@uncounted
def respond_last(
    action: int, thrown: int, hand: Hand, game: Game, learned: Learned, may: int, room: Room
) -> tuple[int, int]:
    """Choose on the last turn, the other one having knocked; as :func:`respond_move`."""
    at = hand.at
    top = int(at[TOP])
    base = 1 if action == TAKE else 0
    if may & TAKES == 0:
        return action, thrown
    last_cells(at[TURN], base, hand, room.past, game, room.lasts)
    more = added_up(room.lasts, learned.lasts)
    if (more > -MARGIN and base) or (more < MARGIN and not base):
        return action, thrown
    room.left[1] += 1
    if base:
        return DRAW, -1
    return TAKE, keep_best(hand.hands[at[SEAT]], top, 1 << top, game.scores)[0]


@uncounted
def turn_of(
    seat: int,
    key: np.uint64,
    hand: Hand,
    seats: Seats,
    game: Game,
    learned: Learned,
    may: int,
    room: Room,
) -> tuple[int, int]:
    """Say what the seat to move does: a move as :func:`~advisor.playout.scat.finish` takes it.

    `seat` is the responder's. Of another one the move is the table's, and a DRAW throws as the
    table does.
    """
    at = hand.at
    action, given = chosen_move(key, hand, seats, game)
    if at[SEAT] != seat:
        return action, given
    if at[KNOCKER] >= 0:
        return respond_last(action, given, hand, game, learned, may, room)
    action, given = respond_move(action, given, hand, game, learned, may, room)
    if action == DRAW and may & THROWS:
        card = int(hand.deck[place_of_next(key, hand)])
        if keep_best(hand.hands[seat], card, 0, game.scores)[1] < THIRTY_ONE:
            told = chosen_throw(card, hand, seats)
            given = respond_throw(card, told, hand, game, learned, room)
    return action, given


@uncounted
def order(stop: int, move: int, given: int, room: Room) -> None:
    """Say what :func:`respond` is to do.

    Parameters
    ----------
    stop
        Turn at which to stop if the hand is not over, or before a last turn of the responder;
        -1 for the end.
    move, given
        The first move, as :func:`~advisor.playout.scat.finish` takes it, or PLAY_ON.
    room
        Receives it.
    """
    room.order[0], room.order[1], room.order[2] = stop, move, given


@uncounted
def respond(
    seat: int,
    key: np.uint64,
    hand: Hand,
    seats: Seats,
    game: Game,
    learned: Learned,
    may: int,
    room: Room,
    paid: NDArray[np.uint8],
) -> int:
    """Play a hand, one seat responding, as far as :func:`order` said.

    Parameters
    ----------
    seat
        The responder's.
    key, hand, seats, game
        Key of the world; the hand, which changes; how the table plays; the rules.
    learned, may
        What choices are worth; what may be done otherwise than the table (bits).
    room
        What to do, and arrays to work in; `room.past` changes.
    paid
        Receives the tokens paid, shape (2,).

    Returns
    -------
    int
        Why the hand ended, or STOPPED.
    """
    at = hand.at
    stop, move, given = room.order[0], room.order[1], room.order[2]
    while at[TURN] < MAX_TURNS:
        turn, mover, top = at[TURN], at[SEAT], int(at[TOP])
        if stop >= 0 and (turn == stop or at[KNOCKER] >= 0):
            return STOPPED
        if move == PLAY_ON:
            move, given = turn_of(seat, key, hand, seats, game, learned, may, room)
        goes_last = not (turn < 2 and game.codes[FIRST_ROUND_ENDS])
        if move == KNOCK and mover != seat and goes_last:
            # The responder chooses on his last turn: finish() would let the table do it.
            at[KNOCKER], at[LEFT], at[TURN], at[SEAT] = mover, 1, turn + 1, seat
            move = PLAY_ON
            continue
        ended = finish(turn + 1, move, given, key, hand, seats, game, paid)
        if ended != STOPPED:
            return int(ended)
        if mover != seat:
            remember(move, top, int(at[TOP]), room.past)
        move = PLAY_ON
    paid[0] = paid[1] = 0
    return CAPPED


@njit(nogil=True, cache=True)
def play_responding(
    seed: int,
    first: int,
    seat: int,
    seats: Seats,
    game: Game,
    learned: Learned,
    may: int,
    paid: NDArray[np.uint8],
    ending: NDArray[np.uint8],
    left: NDArray[np.int64],
) -> None:
    """Deal hands and play them, one seat responding.

    Parameters
    ----------
    seed, first
        Seed; number of the first deal.
    seat, seats, game, learned, may
        As in :func:`respond`.
    paid, ending
        Results: tokens paid, shape (deals, 2); why each hand ended, shape (deals,).
    left
        How often he left the table: knocks, takes or draws, throws; shape (deals, 3).
    """
    hand, room = new_hand(2), new_room()
    for deal in range(len(paid)):
        key = world_key(seed, first + deal)
        deal_hand(key, hand, game)
        if shown(hand, paid[deal]):
            ending[deal] = BY_THIRTY_ONE
            continue
        start(room.past)
        room.left[:] = 0
        order(-1, PLAY_ON, -1, room)
        ending[deal] = respond(seat, key, hand, seats, game, learned, may, room, paid[deal])
        left[deal] = room.left
