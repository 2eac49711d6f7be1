"""Turns to learn from: every choice of one turn of a deal, played out on the same cards.

What a choice won more than :mod:`advisor.playout.responder_worth` says is to be learned.

Two players only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from numba import njit

from advisor.hands import THIRTY_ONE
from advisor.playout.chance import below, world_key
from advisor.playout.choose import chosen_move, chosen_throw
from advisor.playout.codes import DRAW, PLAY_ON, STOPPED, TAKE, THROWS
from advisor.playout.deals import shown
from advisor.playout.hand import KNOCKER, SEAT, TOP, TURN, copy_hand, deal_hand, new_hand
from advisor.playout.keeping import in_order, keep_best
from advisor.playout.responder import best_of, order, place_of, respond
from advisor.playout.responder_cells import (
    LAST_CELLS,
    MOVE_CELLS,
    MOVES,
    PAST,
    STAGES,
    THROW_CELLS,
    last_cells,
    start,
)
from advisor.playout.responder_worth import first_take, new_room, weigh_moves, weigh_throws
from advisor.playout.scat import place_of_next
from advisor.playout.settle import value_of
from advisor.playout.style import knock_allowed

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from advisor.playout.hand import Hand
    from advisor.playout.responder_worth import Learned, Room
    from advisor.playout.seats import Game, Seats

SAMPLE_STREAM: Final = np.uint64(0x2545F4914F6CDD1D)
"""Marks the random choice of the turn at which choices are compared."""
NO: Final = -9.0
"""Stands in for what is said of a choice that was not played out."""


class Samples(NamedTuple):
    """Turns at which every choice was played out on the same cards; the first rows are filled.

    Parameters
    ----------
    moves
        Cells of each turn, shape (n, MOVE_CELLS).
    moves_said, moves_won
        What the induction says of knock, take and draw, and the tokens that they won, (n, 3).
    moves_base
        Which of them the table does, shape (n,).
    throws, throws_said, throws_won, throws_base
        The same for throws after a draw, shapes (n, 4, THROW_CELLS), (n, 4), (n, 4), (n,).
        There are cells only of throws that are worth considering.
    lasts, lasts_won
        Cells of last turns, shape (n, LAST_CELLS); tokens that take and draw won, (n, 2).
    """

    moves: NDArray[np.uint16]
    moves_said: NDArray[np.float32]
    moves_won: NDArray[np.int8]
    moves_base: NDArray[np.int8]
    throws: NDArray[np.uint16]
    throws_said: NDArray[np.float32]
    throws_won: NDArray[np.int8]
    throws_base: NDArray[np.int8]
    lasts: NDArray[np.uint16]
    lasts_won: NDArray[np.int8]


class Scene(NamedTuple):
    """All that it takes to play a turn out once more.

    Parameters
    ----------
    hand, copy
        The hand at that turn, and room for a copy.
    past
        What the other one did before.
    paid
        Room for the tokens paid, shape (2,).
    """

    hand: Hand
    copy: Hand
    past: NDArray[np.int64]
    paid: NDArray[np.uint8]


@njit(nogil=True, cache=True)
def won_by(
    key: np.uint64,
    scene: Scene,
    seats: Seats,
    game: Game,
    learned: Learned,
    may: int,
    room: Room,
) -> int:
    """Play the move out that is ordered; gives the tokens that the seat to move wins."""
    copy_hand(scene.copy, scene.hand)
    for place in range(PAST):
        room.past[place] = scene.past[place]
    seat = scene.hand.at[SEAT]
    respond(seat, key, scene.copy, seats, game, learned, may, room, scene.paid)
    return int(value_of(scene.paid, seat))


@njit(nogil=True, cache=True)
def sample_last(
    key: np.uint64,
    scene: Scene,
    seats: Seats,
    game: Game,
    learned: Learned,
    may: int,
    room: Room,
    row: int,
    out: Samples,
) -> int:
    """Play out both choices of a last turn."""
    hand = scene.hand
    top, cards = int(hand.at[TOP]), hand.hands[hand.at[SEAT]]
    action, _ = chosen_move(key, hand, seats, game)
    last_cells(hand.at[TURN], 1 if action == TAKE else 0, hand, room.past, game, room.lasts)
    for place in range(LAST_CELLS):
        out.lasts[row, place] = room.lasts[place]
    thrown, _ = keep_best(cards, top, 1 << top, game.scores)
    order(-1, TAKE, thrown, room)
    out.lasts_won[row, 0] = won_by(key, scene, seats, game, learned, may, room)
    order(-1, DRAW, -1, room)
    out.lasts_won[row, 1] = won_by(key, scene, seats, game, learned, may, room)
    return 1


@njit(nogil=True, cache=True)
def sample_throws(
    key: np.uint64,
    scene: Scene,
    seats: Seats,
    game: Game,
    learned: Learned,
    may: int,
    room: Room,
    row: int,
    out: Samples,
) -> tuple[int, int]:
    """Play out throws after a draw that are worth considering.

    Returns 1 if there are any but the table's, and the place that the responder would throw
    (-1 if he shows 31).
    """
    hand = scene.hand
    cards = hand.hands[hand.at[SEAT]]
    card = int(hand.deck[place_of_next(key, hand)])
    if keep_best(cards, card, 0, game.scores)[1] >= THIRTY_ONE:
        return 0, -1
    four = in_order(cards, card)
    base = place_of(chosen_throw(card, hand, seats), four)
    near = weigh_throws(base, 0b1111, four, hand, learned, game, room)
    if near == 0:
        return 0, base
    drawn = best_of(base, near, 4, room.worth) if may & THROWS else base
    near |= 1 << base
    out.throws_base[row] = base
    for place in range(4):
        out.throws_said[row, place] = room.said[place] if (near >> place) & 1 else NO
        for cell in range(THROW_CELLS):
            out.throws[row, place, cell] = room.throws[place, cell]
    for place in range(4):
        if (near >> place) & 1:
            order(-1, DRAW, place, room)
            won = won_by(key, scene, seats, game, learned, may, room)
            out.throws_won[row, place] = won
    return 1, drawn


@njit(nogil=True, cache=True)
def sample_moves(
    drawn: int,
    key: np.uint64,
    scene: Scene,
    seats: Seats,
    game: Game,
    learned: Learned,
    may: int,
    room: Room,
    row: int,
    out: Samples,
) -> int:
    """Play out knock, best take and draw, where worth considering; 1 if there are two of them.

    `drawn` is the place of the card that goes after the draw.
    """
    hand = scene.hand
    at = hand.at
    cards, top = hand.hands[at[SEAT]], int(at[TOP])
    if keep_best(cards, top, 1 << top, game.scores)[1] >= THIRTY_ONE:
        return 0
    action, told = chosen_move(key, hand, seats, game)
    taken = first_take(action, told, hand, learned, game)
    knocks = knock_allowed(at[TURN], 2, at[KNOCKER], game.codes)
    options = 0b111 if knocks else 0b110
    near = weigh_moves(action, options, taken, hand, learned, game, room)
    if near == 0:
        return 0
    near |= 1 << action
    for cell in range(MOVE_CELLS):
        out.moves[row, cell] = room.moves[cell]
    out.moves_base[row] = action
    for move in range(MOVES):
        out.moves_said[row, move] = room.said[move] if (near >> move) & 1 else NO
    for move in range(MOVES):
        if (near >> move) & 1:
            given = int(cards[taken]) if move == TAKE else (drawn if move == DRAW else -1)
            order(-1, move, given, room)
            won = won_by(key, scene, seats, game, learned, may, room)
            out.moves_won[row, move] = won
    return 1


@njit(nogil=True, cache=True)
def sample(
    seed: int,
    first: int,
    deals: int,
    seats: Seats,
    game: Game,
    learned: Learned,
    may: int,
    out: Samples,
) -> tuple[int, int, int]:
    """Play out every choice at one turn of each deal, on the same cards.

    Both seats respond, one in each deal; everybody plays on as he does now.

    Parameters
    ----------
    seed, first, deals
        Seed; number of the first deal; how many.
    seats, game, learned, may
        As in :func:`~advisor.playout.responder.respond`.
    out
        Receives the samples; room for one of each kind for each deal.

    Returns
    -------
    tuple of int
        How many samples of moves, throws and last turns there are.
    """
    room = new_room()
    scene = Scene(new_hand(2), new_hand(2), np.zeros(PAST, np.int64), np.zeros(2, np.uint8))
    hand, paid = scene.hand, scene.paid
    moves = throws = lasts = 0
    for deal in range(deals):
        key = world_key(seed, first + deal)
        deal_hand(key, hand, game)
        if shown(hand, paid):
            continue
        turn = below(STAGES, key ^ SAMPLE_STREAM, 0)
        start(room.past)
        order(turn, PLAY_ON, -1, room)
        ended = respond(turn & 1, key, hand, seats, game, learned, may, room, paid)
        if ended != STOPPED:
            continue
        scene.past[:] = room.past
        if hand.at[KNOCKER] >= 0:
            lasts += sample_last(key, scene, seats, game, learned, may, room, lasts, out)
            continue
        found, drawn = sample_throws(key, scene, seats, game, learned, may, room, throws, out)
        throws += found
        room.past[:] = scene.past
        moves += sample_moves(drawn, key, scene, seats, game, learned, may, room, moves, out)
    return moves, throws, lasts
