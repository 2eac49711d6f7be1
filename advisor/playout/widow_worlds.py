"""Worlds of `widow` that fit what one seat knows, and what every move leads to in them.

An opponent's hand is drawn from a vector of chances over hands. The hands of all are drawn
apart from each other and the draw is thrown away if two share a card: so each set of hands
that can be comes with the product of its chances.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from numba import njit

from advisor.playout.chance import mix, world_key
from advisor.playout.widow_game import FIRST_CARD, START, WidowGame
from advisor.playout.widow_hands import NEVER, play_on
from advisor.playout.widow_swaps import hand_of, pair_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

DEALING: Final = np.uint64(0x3C79AC492BA7B653)
"""Marks the random numbers that deal the opponents' hands."""
_GOLDEN: Final = np.uint64(0x9E3779B97F4A7C15)
TRIES: Final = 100_000
"""Draws after which no set of hands is believed to fit."""


@njit(nogil=True, cache=True)
def unit(key: np.uint64, counter: int) -> float:
    """Return the `counter`-th random number in [0, 1) of the stream `key`."""
    bits = mix(key + np.uint64(counter + 1) * _GOLDEN)
    return float(bits >> np.uint64(11)) * 2.0**-53


@njit(nogil=True, cache=True)
def draw_hands(
    key: np.uint64,
    may_hold: NDArray[np.int64],
    up_to: NDArray[np.float64],
    starts: NDArray[np.int64],
    masks: NDArray[np.uint64],
    drawn: NDArray[np.int64],
) -> bool:
    """Draw one hand for each opponent so that no two share a card.

    Parameters
    ----------
    key
        Of the world.
    may_hold, up_to, starts
        For opponent ``k`` the places ``starts[k]`` to ``starts[k + 1]`` list hands and the
        chance of all of his hands up to that one.
    masks
        Every hand as a set of cards.
    drawn
        Receives one hand for each opponent.
    """
    counter = 0
    for _ in range(TRIES):
        taken, apart = np.uint64(0), True
        for opponent in range(len(starts) - 1):
            low, high = starts[opponent], starts[opponent + 1]
            place = np.searchsorted(up_to[low:high], unit(key, counter), side="right")
            counter += 1
            hand = may_hold[min(low + place, high - 1)]
            if masks[hand] & taken:
                apart = False
                break
            taken |= masks[hand]
            drawn[opponent] = hand
        if apart:
            return True
    return False


@njit(nogil=True, cache=True)
def play_worlds(
    seed: int,
    first: int,
    may_hold: NDArray[np.int64],
    up_to: NDArray[np.float64],
    starts: NDArray[np.int64],
    cards: NDArray[np.int8],
    masks: NDArray[np.uint64],
    mine: NDArray[np.int64],
    open_cards: NDArray[np.int64],
    unseen: NDArray[np.int8],
    seat: int,
    state: NDArray[np.int64],
    players: NDArray[np.int64],
    game: WidowGame,
    moves: NDArray[np.int64],
    paid: NDArray[np.uint8],
    pot: NDArray[np.float32],
    final: NDArray[np.int32],
    capped: NDArray[np.bool_],
) -> bool:
    """Deal worlds and play every move in each of them.

    Parameters
    ----------
    seed, first
        Seed; number of the first world.
    may_hold, up_to, starts, masks
        As in :func:`draw_hands`, for the seats after the own one in the order of turns.
    cards
        Cards of every hand, shape (22100, 3).
    mine, open_cards, unseen
        Own hand and the widow, ascending; all cards whose place is not known.
    seat, state
        Own seat in the order of turns; the state of the hand, whose turn it is there.
    players, game
        As in :func:`~advisor.playout.widow_hands.play_on`.
    moves
        The moves to compare.
    paid, pot, final, capped
        Results: tokens paid, shares of the pot and places at the showdown of the hands held at
        the end, shape (worlds, moves, seats); hands given up, shape (worlds, moves).

    Returns
    -------
    bool
        Whether hands were found that fit; if not, the results mean nothing.
    """
    seats = players.shape[0]
    size = 52 - game.codes[FIRST_CARD]
    drawn = np.empty(seats - 1, dtype=np.int64)
    dealt = np.empty((seats, 3), dtype=np.int64)
    hands = np.empty((seats, 3), dtype=np.int64)
    points = np.empty(seats, dtype=np.int64)
    widow = np.empty(3, dtype=np.int64)
    deck = np.zeros(52, dtype=np.int8)
    rest = np.zeros(52, dtype=np.int8)
    at = state.copy()
    nothing = np.zeros((1, 2), dtype=np.int64)
    dealt[seat] = mine
    for world in range(paid.shape[0]):
        key = world_key(seed, first + world)
        if not draw_hands(key ^ DEALING, may_hold, up_to, starts, masks, drawn):
            return False
        taken = np.uint64(0)
        for index in range(seats - 1):
            dealt[(seat + 1 + index) % seats] = cards[drawn[index]]
            taken |= masks[drawn[index]]
        stock = 0
        for card in unseen:
            if not (taken >> np.uint64(card)) & np.uint64(1):
                rest[size - 1 - stock] = card
                stock += 1
        for number in range(len(moves)):
            hands[:] = dealt
            widow[:] = open_cards
            deck[:] = rest
            at[:] = state
            at[START] = size - stock
            for index in range(seats):
                low, middle, high = hands[index]
                points[index] = game.scores[pair_of(low, middle), high]
            paid[world, number] = 0
            pot[world, number] = 0.0
            taken_turns = play_on(
                NEVER, moves[number], -1, 0.0, hands, points, widow, deck, at, players, game, key,
                paid[world, number], pot[world, number], nothing,
            )  # fmt: skip
            capped[world, number] = taken_turns < 0
            for index in range(seats):
                final[world, number, index] = game.ranks[hand_of(hands[index])]
    return True
