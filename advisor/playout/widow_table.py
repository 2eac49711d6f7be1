"""How a player of `widow` moves who looks up what each move is worth, compiled.

A move is judged by what it leads to. Everything that leads to the same *cell* is worth the
same: the phase of the hand (whose turn of which round it was, whether a card has been swapped
yet; a knock; a turn of the last lap by how many follow), the score held after the move, what
the open cards then offer to anybody (five classes), what they offer to the next player given
the cards he was seen to take (four), the most that anybody is known to hold (four), and what
they still offer to oneself (six).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from numba import njit

from advisor.cards import POINTS
from advisor.hands import THIRTY_ONE
from advisor.playout.chance import below
from advisor.playout.widow_game import (
    EXCHANGED,
    FRESH_WIDOW,
    KNOWN_SUITS,
    LAST,
    PASSED_AT,
    SIZES,
    TURN,
    WidowGame,
)
from advisor.playout.widow_swaps import (
    KNOCK,
    PASS,
    best_swap,
    count_swaps,
    hand_of,
    numbered_swap,
    pair_of,
    swap,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

ROUNDS: Final = 3
"""Rounds after the first that are told apart; later ones are like the last of them."""
SCORES: Final = 35
"""Classes of scores: points up to 30, then 30½, 31, 32 and 33."""
OFFERS: Final = 6
FRESH: Final = OFFERS - 1
"""Class of a widow that is not yet seen."""
THREATS: Final = 4
STRENGTHS: Final = 4
DANGERS: Final = OFFERS * THREATS * STRENGTHS
GAINS: Final = 6
CARD_POINTS: Final = np.array(POINTS, dtype=np.int64)
KNOCK_PLACE: Final = 20
"""Place of the knock in a list of what moves are worth: pass, every swap, knock."""
NO_MOVE: Final = -1e9
"""Worth of a move that is not allowed."""
NOTHING: Final = -1
"""No cell: the move needs no table."""


@njit(nogil=True, cache=True)
def count_cells(seats: int) -> int:
    """Count the cells of a table for so many seats."""
    return int((4 * (seats + ROUNDS) + seats - 1) * SCORES * DANGERS * GAINS)


@njit(nogil=True, cache=True)
def stage_of(turn: int, seats: int) -> int:
    """Every turn of the first round, then whole rounds."""
    return int(turn) if turn < seats else seats + min(turn // seats - 1, ROUNDS - 1)


@njit(nogil=True, cache=True)
def gain_class(own: int, best: int) -> int:
    """Class of what the open cards offer to a hand: nothing … much, or 31."""
    if best >= THIRTY_ONE:
        return 5
    gain = best - own
    if gain <= 0:
        return 0
    return 1 if gain <= 6 else 2 if gain <= 14 else 3 if gain <= 22 else 4


@njit(nogil=True, cache=True)
def score_class(own: int) -> int:
    """Class of a score in half points."""
    if own <= 60:
        return int(own) // 2
    return 31 if own == 61 else int(own) // 2 + 1


@njit(nogil=True, cache=True)
def strength_class(seat: int, at: NDArray[np.int64], seats: int) -> int:
    """Class of the most points of a suit that any other player is known to hold."""
    most = 0
    for other in range(seats):
        if other != seat:
            for suit in range(4):
                most = max(most, at[KNOWN_SUITS + 4 * other + suit])
    return 0 if most < 10 else 1 if most < 15 else 2 if most < 21 else 3


@njit(nogil=True, cache=True)
def threat_class(seat: int, widow: NDArray[np.int64], at: NDArray[np.int64], seats: int) -> int:
    """Class of what the next player can make of one open card and those he is known to hold."""
    following = 4 * (seat + 1 if seat + 1 < seats else 0) + KNOWN_SUITS
    most = 0
    for card in widow:
        known = at[following + card % 4]
        if known > 0:
            most = max(most, known + CARD_POINTS[card])
    return 0 if most < 15 else 1 if most < 21 else 2 if most < 27 else 3


@njit(nogil=True, cache=True)
def cell_of(phase: int, own: int, danger: int, gain: int) -> int:
    """Place of a cell in a table."""
    return int(((phase * SCORES + score_class(own)) * DANGERS + danger) * GAINS + gain)


@njit(nogil=True, cache=True)
def danger_of(offer: int, threat: int, strength: int) -> int:
    """What the open cards offer to others, and what these are known to hold, as one class."""
    return (offer * THREATS + threat) * STRENGTHS + strength


@njit(nogil=True, cache=True)
def cell_after(
    hand: NDArray[np.int64],
    widow: NDArray[np.int64],
    own: int,
    strength: int,
    seat: int,
    at: NDArray[np.int64],
    exchanged: int,
    seats: int,
    game: WidowGame,
) -> int:
    """Cell that a pass or a swap leads to, given hand and widow after it."""
    left = at[LAST] - at[TURN] - 1
    if own >= THIRTY_ONE:
        return cell_of(0, own, 0, 0)
    threat = threat_class(seat, widow, at, seats)
    danger = danger_of(int(game.danger[hand_of(widow)]), threat, strength)
    if left < seats - 1:
        return cell_of(4 * (seats + ROUNDS) + left, own, danger, 0)
    _, best = best_swap(hand, widow, own, game.codes[SIZES], game.scores)
    phase = 2 * stage_of(at[TURN], seats) + exchanged
    return cell_of(phase, own, danger, gain_class(own, best))


@njit(nogil=True, cache=True)
def table_move(
    hand: NDArray[np.int64],
    widow: NDArray[np.int64],
    own: int,
    may_knock: bool,
    seat: int,
    at: NDArray[np.int64],
    seats: int,
    game: WidowGame,
    table: int,
    noise: float,
    key: np.uint64,
    worth: NDArray[np.float64],
) -> tuple[int, int]:
    """Choose the move of highest worth.

    Parameters
    ----------
    hand, widow, own
        Three cards each, ascending; half points of the hand.
    may_knock
        Whether he may knock.
    seat, at, seats, game
        His seat, state of the hand, number of seats, rules.
    table
        Which table of the game he plays by.
    noise, key
        Random numbers from 0 to `noise` are added to every worth: a way to explore.
    worth
        Receives what pass, every swap and the knock are worth, shape (21,); the knock is last.

    Returns
    -------
    tuple of int
        The move, and its cell; ``NOTHING`` on the very last turn of a hand, where the highest
        hand is simply best.
    """
    sizes = game.codes[SIZES]
    values = game.values[table]
    mine, there = hand.copy(), widow.copy()
    strength = strength_class(seat, at, seats)
    last = at[LAST] - at[TURN] == 1
    best, best_cell, highest = PASS, NOTHING, NO_MOVE
    worth[:] = NO_MOVE
    # If all pass before the first swap, the last of them brings a fresh widow.
    renews = game.codes[FRESH_WIDOW] == 1 and at[TURN] % seats == seats - 1
    # He passed at these very cards, and nobody wanted any: to wait longer is not a move, or two
    # who think alike would wait for ever.
    stalled = may_knock and at[PASSED_AT + seat] == hand_of(widow)
    for number in range(0 if stalled else -1, count_swaps(sizes)):
        move = PASS if number < 0 else numbered_swap(number, sizes)
        mine[:], there[:] = hand, widow
        after = own
        if move != PASS:
            swap(mine, there, move)
            after = int(game.scores[pair_of(mine[0], mine[1]), mine[2]])
        rank = float(game.ranks[hand_of(mine)])
        cell, value = NOTHING, rank
        if not last:
            exchanged = 1 if move != PASS else at[EXCHANGED]
            if move == PASS and renews and not exchanged:
                phase = 2 * stage_of(at[TURN], seats) + exchanged
                cell = cell_of(phase, own, danger_of(FRESH, 0, strength), 0)
            else:
                cell = cell_after(mine, there, after, strength, seat, at, exchanged, seats, game)
            # Of equal scores the higher cards break ties.
            value = values[cell] + 1e-6 * rank
        worth[number + 1] = value
        if noise > 0:
            value += noise * below(1 << 20, key, number + 1) / (1 << 20)
        if value > highest:
            best, best_cell, highest = move, cell, value
    if may_knock and not last:
        cell = knock_cell(own, widow, strength, seat, at, seats, game)
        value = values[cell] + 1e-6 * game.ranks[hand_of(hand)]
        worth[KNOCK_PLACE] = value
        if noise > 0:
            value += noise * below(1 << 20, key, 30) / (1 << 20)
        if value > highest:
            best, best_cell = KNOCK, cell
    return best, best_cell


@njit(nogil=True, cache=True)
def knock_cell(
    own: int,
    widow: NDArray[np.int64],
    strength: int,
    seat: int,
    at: NDArray[np.int64],
    seats: int,
    game: WidowGame,
) -> int:
    """Cell that a knock leads to; before the first exchange nobody gets the open cards."""
    exchanged = at[EXCHANGED]
    phase = 2 * (seats + ROUNDS) + 2 * stage_of(at[TURN], seats) + exchanged
    if not exchanged:
        return cell_of(phase, own, 0, 0)
    threat = threat_class(seat, widow, at, seats)
    danger = danger_of(int(game.danger[hand_of(widow)]), threat, strength)
    return cell_of(phase, own, danger, 0)
