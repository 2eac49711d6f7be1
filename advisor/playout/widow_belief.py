"""How well every hand that somebody may hold fits what he did in a hand of `widow`, compiled.

Swaps are face up: whoever holds a hand now held, before his last swap, the same hand with the
cards he took replaced by those he gave. So every hand of today is walked back through all his
turns, and at each the chance is found that he would have done what he did.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from numba import njit

from advisor.hands import THIRTY_ONE
from advisor.players.widow import CLOSER, SWAP, TABLE
from advisor.playout.widow_game import FIRST_ROUND, KNOCK_FORBIDDEN, LAST, SIZES, TURN, WidowGame
from advisor.playout.widow_hands import NEVER
from advisor.playout.widow_swaps import (
    KNOCK,
    PASS,
    best_swap,
    count_swaps,
    numbered_swap,
    pair_of,
)
from advisor.playout.widow_table import KNOCK_PLACE, table_move

if TYPE_CHECKING:
    from numpy.typing import NDArray

SWAPPED: Final = -1
"""In a list of turns: a swap, which is named by its cards."""
BY_CHANCE: Final = 0.05
"""How often anybody is thought to make any move at all, all equally likely."""
BLUR: Final = 0.02
"""Difference in worth by which a move of a player by table becomes e times as likely."""


@njit(nogil=True, cache=True)
def chance_of(
    move: int,
    hand: NDArray[np.int64],
    widow: NDArray[np.int64],
    seat: int,
    at: NDArray[np.int64],
    seats: int,
    player: NDArray[np.int64],
    game: WidowGame,
    worth: NDArray[np.float64],
) -> float:
    """Chance that a player makes a move with a hand, by his rule or by chance."""
    own = int(game.scores[pair_of(hand[0], hand[1]), hand[2]])
    if own >= THIRTY_ONE:
        # He would have shown it.
        return 0.0
    sizes = game.codes[SIZES]
    may_knock = at[LAST] == NEVER and (
        game.codes[FIRST_ROUND] != KNOCK_FORBIDDEN or at[TURN] >= seats
    )
    legal = 1 + count_swaps(sizes) + may_knock
    by_rule = 1.0 / legal
    kind = player[0]
    if kind == TABLE:
        by_rule = _by_table(move, hand, widow, own, may_knock, seat, at, seats, player, game, worth)
    elif kind in (SWAP, CLOSER):
        if kind == SWAP and may_knock and own >= player[1]:
            chosen = KNOCK
        else:
            chosen, _ = best_swap(hand, widow, own, sizes, game.scores)
            if chosen == PASS and kind == CLOSER and may_knock:
                chosen = KNOCK
        by_rule = 1.0 if chosen == move else 0.0
    return float((1 - BY_CHANCE) * by_rule + BY_CHANCE / legal)


@njit(nogil=True, cache=True)
def _by_table(
    move: int,
    hand: NDArray[np.int64],
    widow: NDArray[np.int64],
    own: int,
    may_knock: bool,
    seat: int,
    at: NDArray[np.int64],
    seats: int,
    player: NDArray[np.int64],
    game: WidowGame,
    worth: NDArray[np.float64],
) -> float:
    """Chance of a move of a player by table: the more it is worth, the more likely."""
    best, _ = table_move(
        hand, widow, own, may_knock, seat, at, seats, game, player[1], 0.0, np.uint64(0), worth
    )
    if at[LAST] - at[TURN] == 1:
        # On the very last turn worth is only a place at the showdown.
        return 1.0 if best == move else 0.0
    place = KNOCK_PLACE if move == KNOCK else 0
    if move not in (KNOCK, PASS):
        for number in range(count_swaps(game.codes[SIZES])):
            if numbered_swap(number, game.codes[SIZES]) == move:
                place = number + 1
    highest = worth.max()
    total = 0.0
    for value in worth:
        total += np.exp((value - highest) / BLUR)
    return float(np.exp((worth[place] - highest) / BLUR) / total)


@njit(nogil=True, cache=True)
def places_of(cards: np.uint64, among: NDArray[np.int64]) -> int:
    """Some of three cards as a set of places."""
    places = 0
    for place in range(3):
        if (cards >> np.uint64(among[place])) & np.uint64(1):
            places |= 1 << place
    return places


@njit(nogil=True, cache=True)
def fit_of(
    hand_held: NDArray[np.int64],
    kinds: NDArray[np.int64],
    given: NDArray[np.uint64],
    got: NDArray[np.uint64],
    widows: NDArray[np.int64],
    states: NDArray[np.int64],
    seat: int,
    seats: int,
    player: NDArray[np.int64],
    game: WidowGame,
    worth: NDArray[np.float64],
) -> float:
    """Chance of all that somebody did, if he holds a hand now.

    Parameters
    ----------
    hand_held
        The hand, ascending.
    kinds, given, got
        His turns in their order: ``PASS``, ``KNOCK``, or -1 for a swap, with the cards he
        gave and those he got for them as sets; shape (turns,).
    widows, states
        The open cards and the state of the hand before each of them; shape (turns, 3) and
        (turns, N_AT).
    seat, seats, player, game
        His seat in the order of turns, number of seats, how he plays, rules.
    worth
        Room for what moves are worth, shape (21,).
    """
    hand = hand_held.copy()
    held = np.uint64(0)
    for card in hand:
        held |= np.uint64(1) << np.uint64(card)
    fit = 1.0
    for turn in range(len(kinds) - 1, -1, -1):
        move = kinds[turn]
        if move == SWAPPED:
            if held & got[turn] != got[turn] or held & given[turn]:
                return 0.0
            held = (held & ~got[turn]) | given[turn]
            place = 0
            for card in range(52):
                if (held >> np.uint64(card)) & np.uint64(1):
                    hand[place] = card
                    place += 1
            move = 8 * places_of(given[turn], hand) + places_of(got[turn], widows[turn])
        fit *= chance_of(move, hand, widows[turn], seat, states[turn], seats, player, game, worth)
        if fit == 0.0:
            return 0.0
    return fit


@njit(nogil=True, cache=True)
def fits(
    may_hold: NDArray[np.int64],
    cards: NDArray[np.int8],
    kinds: NDArray[np.int64],
    given: NDArray[np.uint64],
    got: NDArray[np.uint64],
    widows: NDArray[np.int64],
    states: NDArray[np.int64],
    seat: int,
    seats: int,
    player: NDArray[np.int64],
    game: WidowGame,
    weights: NDArray[np.float64],
) -> None:
    """Multiply the weight of every hand by the chance of all that its holder did.

    Parameters
    ----------
    may_hold, weights
        Hands (ranks) he may hold now and their weights, shape (n,); the weights are changed.
    cards
        Cards of every hand, shape (22100, 3).
    kinds, given, got, widows, states, seat, seats, player, game
        As in :func:`fit_of`.
    """
    worth = np.empty(21, dtype=np.float64)
    hand = np.empty(3, dtype=np.int64)
    for index in range(len(may_hold)):
        hand[:] = cards[may_hold[index]]
        weights[index] *= fit_of(
            hand, kinds, given, got, widows, states, seat, seats, player, game, worth
        )
