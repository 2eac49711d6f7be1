"""What choices are worth to a responder: what an induction says, plus what was learned.

The induction takes the other hand for independent of what its owner did. The learned numbers,
one for each cell that a choice falls into (:mod:`advisor.playout.responder_cells`), say how much
more the choice is worth because it is not.

Two players only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from numba import njit

from advisor.hands import THIRTY_ONE
from advisor.playout.belief import without
from advisor.playout.codes import TAKE
from advisor.playout.compiled import uncounted
from advisor.playout.hand import SEAT, TOP, TURN
from advisor.playout.keeping import in_order
from advisor.playout.responder_cells import (
    LAST_CELLS,
    MOVE_CELLS,
    MOVES,
    PAST,
    THROW_CELLS,
    move_cells,
    throw_cells,
)
from advisor.playout.tabled import rank_of, row_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from advisor.playout.hand import Hand
    from advisor.playout.seats import Game

FAR_MOVE: Final = 0.3
FAR_THROW: Final = 0.2
"""Choices that the induction puts so many tokens below the best one are not considered."""


class Learned(NamedTuple):
    """What choices are worth.

    Parameters
    ----------
    knock, draw
        What the induction says of a knock and of a draw, in tokens, shape (turns, 63193).
    waiting
        The same for a hand after a throw, by the card thrown, shape (turns, 63193).
    numbers
        Class of every top card and hand, shape (13, 22100).
    shows
        What a hand of 31 wins.
    moves, throws, lasts
        Learned numbers, in tokens, one for each cell; see
        :func:`~advisor.playout.responder_cells.move_cells`,
        :func:`~advisor.playout.responder_cells.throw_cells`,
        :func:`~advisor.playout.responder_cells.last_cells`. If all of this is 0 the responder plays
        the table itself.
    """

    knock: NDArray[np.float32]
    draw: NDArray[np.float32]
    waiting: NDArray[np.float32]
    numbers: NDArray[np.int64]
    shows: float
    moves: NDArray[np.float32]
    throws: NDArray[np.float32]
    lasts: NDArray[np.float32]


class Room(NamedTuple):
    """Arrays to work in.

    Parameters
    ----------
    past
        The other one's last turns, shape (:data:`~advisor.playout.responder_cells.PAST`,).
    moves, throws, lasts
        Cells of the move, of each of four throws, and of a last turn.
    said, worth
        What the induction says of up to four choices, and with what was learned, shape (4,).
    left
        How often the responder left the table: knocks, takes or draws, throws; shape (3,).
    order
        What :func:`~advisor.playout.responder.respond` is asked to do, shape (3,): the turn at
        which to stop (-1 for the end), the first move and what it throws. As plain arguments
        each constant would be compiled once more.
    """

    past: NDArray[np.int64]
    moves: NDArray[np.int64]
    throws: NDArray[np.int64]
    lasts: NDArray[np.int64]
    said: NDArray[np.float64]
    worth: NDArray[np.float64]
    left: NDArray[np.int64]
    order: NDArray[np.int64]


@njit(nogil=True, cache=True)
def new_room() -> Room:
    """Make room."""
    return Room(
        np.full(PAST, -1, dtype=np.int64),
        np.zeros(MOVE_CELLS, dtype=np.int64),
        np.zeros((4, THROW_CELLS), dtype=np.int64),
        np.zeros(LAST_CELLS, dtype=np.int64),
        np.zeros(4),
        np.zeros(4),
        np.zeros(3, dtype=np.int64),
        np.zeros(3, dtype=np.int64),
    )


@uncounted
def added_up(cells: NDArray[np.int64], learned: NDArray[np.float32]) -> float:
    """Add up what was learned in some cells."""
    total = 0.0
    for place in range(len(cells)):
        total += learned[cells[place]]
    return total


@uncounted
def added_up_of(move: int, cells: NDArray[np.int64], learned: NDArray[np.float32]) -> float:
    """Add up what was learned of a move: 0 knock, 1 take, 2 draw."""
    total = 0.0
    for place in range(MOVE_CELLS):
        total += learned[MOVES * cells[place] + move]
    return total


@uncounted
def said_of_throw(turn: int, kept: int, thrown: int, learned: Learned, game: Game) -> float:
    """Give what the induction says of a hand kept after a throw."""
    turned = game.swapped[thrown & 3, kept]
    row = row_of(turn, learned.waiting.shape[0], 2)
    return float(learned.waiting[row, learned.numbers[thrown >> 2, turned]])


@uncounted
def near_ones(base: int, options: int, count: int, far: float, said: NDArray[np.float64]) -> int:
    """Drop options (bits) that the induction puts far behind the best of them, or the base."""
    most, near = said[base], 0
    for option in range(count):
        if (options >> option) & 1:
            most = max(most, said[option])
    for option in range(count):
        if option != base and (options >> option) & 1 and said[option] >= most - far:
            near |= 1 << option
    return near


@uncounted
def said_of_take(place: int, hand: Hand, learned: Learned, game: Game) -> float:
    """Give what the induction says of taking the top card and throwing one of the hand."""
    at = hand.at
    cards = hand.hands[at[SEAT]]
    a, b, c, d = in_order(cards, int(at[TOP]))
    thrown = int(cards[place])
    kept = without(a, b, c, d, thrown)
    if game.scores[kept] >= THIRTY_ONE:
        return learned.shows
    return said_of_throw(at[TURN], kept, thrown, learned, game)


@uncounted
def first_take(action: int, thrown: int, hand: Hand, learned: Learned, game: Game) -> int:
    """Find the card of the hand that a take throws: the table's, else as the induction says."""
    cards = hand.hands[hand.at[SEAT]]
    if action == TAKE:
        return 0 if thrown == cards[0] else (1 if thrown == cards[1] else 2)
    best = 0
    for place in range(1, 3):
        if said_of_take(place, hand, learned, game) > said_of_take(best, hand, learned, game):
            best = place
    return best


@uncounted
def weigh_moves(
    base: int, options: int, taken: int, hand: Hand, learned: Learned, game: Game, room: Room
) -> int:
    """Value a knock (0), a take (1) and a draw (2).

    Parameters
    ----------
    base, options
        What the table does; what else may be done (bits).
    taken
        Which card of the hand the take throws.
    hand, learned, game
        The hand, of which only what the seat sees is read; what is known; the rules.
    room
        `said` receives what the induction says, `worth` what the moves are worth.

    Returns
    -------
    int
        The options that are worth considering (bits), without the base; the rest of the
        room is written only if there are any.
    """
    at = hand.at
    turn, top = at[TURN], int(at[TOP])
    cards, said = hand.hands[at[SEAT]], room.said
    row = row_of(turn, learned.knock.shape[0], 2)
    mine = rank_of(int(cards[0]), int(cards[1]), int(cards[2]))
    number = learned.numbers[top >> 2, game.swapped[top & 3, mine]]
    said[0], said[2] = learned.knock[row, number], learned.draw[row, number]
    said[1] = said_of_take(taken, hand, learned, game)
    near = near_ones(base, options, 3, FAR_MOVE, said)
    if near:
        move_cells(turn, base, hand, room.past, room.moves)
        for move in range(MOVES):
            room.worth[move] = said[move] + added_up_of(move, room.moves, learned.moves)
    return near


@uncounted
def weigh_throws(
    base: int,
    options: int,
    four: tuple[int, int, int, int],
    hand: Hand,
    learned: Learned,
    game: Game,
    room: Room,
) -> int:
    """Value the throws of some of four cards, as :func:`weigh_moves`."""
    turn, said = hand.at[TURN], room.said
    for place in range(4):
        kept = without(four[0], four[1], four[2], four[3], four[place])
        said[place] = said_of_throw(turn, kept, four[place], learned, game)
    near = near_ones(base, options, 4, FAR_THROW, said)
    if near:
        for place in range(4):
            if ((near | 1 << base) >> place) & 1:
                kept = without(four[0], four[1], four[2], four[3], four[place])
                cells, told = room.throws[place], 1 if place == base else 0
                throw_cells(turn, kept, four[place], told, hand, room.past, game, cells)
                room.worth[place] = said[place] + added_up(cells, learned.throws)
    return near
