"""Comparing all moves of one turn on the same cards, by hands that a table plays out.

Whoever has a table may ask how much more a move won than it was said to be worth.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from numba import njit

from advisor.hands import THIRTY_ONE
from advisor.playout.chance import below, world_key
from advisor.playout.codes import DRAW, KNOCK, PLAY_ON, STOPPED, TAKE
from advisor.playout.deals import shown
from advisor.playout.hand import SEAT, TOP, Hand, copy_hand, deal_hand, new_hand
from advisor.playout.keeping import in_order, keep_best
from advisor.playout.scat import finish, place_of_next
from advisor.playout.tabled import rank_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from advisor.playout.seats import Game, Seats

TURN_STREAM: Final = np.uint64(0xB5297A4D3C6EF372)
"""Marks the random choice of a turn at which moves are compared."""

CLOSE: Final = 0.15
"""Throws are compared if they are said to be worth so many tokens less than the best."""


class Said(NamedTuple):
    """What every choice is said to be worth, in tokens.

    Parameters
    ----------
    options
        A knock, the best take and a draw, shape (turns, 63193, 3).
    takes
        Which card that take throws, 0 to 2 of the hand that stands for a class, shape
        (turns, 63193).
    waiting
        A hand after a throw, by the card thrown, shape (turns, 63193).
    numbers, places
        Class of every top card and hand, shape (13, 22100); where in a hand the cards of the
        one that stands for it are, shape (22100, 3).
    groups
        Group of every rank of a top card or of a card thrown, shape (13,).
    """

    options: NDArray[np.float32]
    takes: NDArray[np.uint8]
    waiting: NDArray[np.float32]
    numbers: NDArray[np.int64]
    places: NDArray[np.int64]
    groups: NDArray[np.int64]


@njit(nogil=True, cache=True)
def compare_moves(
    seed: int,
    first: int,
    deals: int,
    seats: Seats,
    game: Game,
    said: Said,
    of_moves: NDArray[np.float64],
    of_throws: NDArray[np.float64],
) -> None:
    """Play every move at one turn of each deal, on the same cards.

    Adds up by how much more a move won than it was said to be worth.

    Parameters
    ----------
    seed, first, deals
        Seed; number of the first deal; how many.
    seats, game
        Who plays on; the rules.
    said
        What choices are said to be worth.
    of_moves
        Sum, and number, of what a knock, the best take and a draw won more; shape
        (2, turns, 3, 32, groups): by the points held and the group of the top card.
    of_throws
        The same for throws after a draw, shape (2, turns, 32, groups): by the points kept and
        the group of the card thrown.
    """
    players, turns = len(seats.which), said.options.shape[0]
    hand, copy = new_hand(players), new_hand(players)
    paid = np.zeros(players, dtype=np.uint8)
    won = np.zeros(7)
    for deal in range(deals):
        key = world_key(seed, first + deal)
        deal_hand(key, hand, game)
        if shown(hand, paid):
            continue
        turn = below(turns, key ^ TURN_STREAM, 0)
        if finish(turn, PLAY_ON, -1, key, hand, seats, game, paid) != STOPPED:
            continue
        number, card = said_of(turn, hand, game, said)
        seat, top = hand.at[SEAT], hand.at[TOP]
        cards = hand.hands[seat]
        next_card = hand.deck[place_of_next(key, hand)]
        shows = keep_best(cards, int(next_card), 0, game.scores)[1] >= THIRTY_ONE
        for choice in range(3 if shows else 7):
            move, given = KNOCK, -1
            if choice == 1:
                move, given = TAKE, card
            elif choice > 1:
                move, given = DRAW, choice - 3
            copy_hand(copy, hand)
            finish(-1, move, given, key, copy, seats, game, paid)
            won[choice] = gained(seat, paid)
        group, mine = said.groups[top >> 2], hand.final[seat] >> 1
        for choice in range(3):
            worth = said.options[turn, number, choice]
            of_moves[0, turn, choice, mine, group] += won[choice] - worth
            of_moves[1, turn, choice, mine, group] += 1.0
        if not shows:
            add_throws(turn, in_order(cards, int(next_card)), won[3:], game, said, of_throws)


@njit(nogil=True, cache=True)
def gained(seat: int, paid: NDArray[np.uint8]) -> float:
    """Give the mean of what the others pay, minus what this seat pays."""
    mine, total = float(paid[seat]), 0.0
    for tokens in paid:
        total += tokens
    return (total - mine) / (len(paid) - 1.0) - mine


@njit(nogil=True, cache=True)
def said_of(turn: int, hand: Hand, game: Game, said: Said) -> tuple[int, int]:
    """Find the class of what the seat to move sees, and what the best take is said to throw."""
    cards, top = hand.hands[hand.at[SEAT]], int(hand.at[TOP])
    turned = game.swapped[top & 3, rank_of(int(cards[0]), int(cards[1]), int(cards[2]))]
    number = said.numbers[top >> 2, turned]
    card = int(game.cards[turned, said.places[turned, said.takes[turn, number]]])
    # Clubs and the suit of the top card change places.
    if card & 3 == top & 3:
        card -= top & 3
    elif card & 3 == 0:
        card += top & 3
    return number, card


@njit(nogil=True, cache=True)
def add_throws(
    turn: int,
    four: tuple[int, int, int, int],
    won: NDArray[np.float64],
    game: Game,
    said: Said,
    of_throws: NDArray[np.float64],
) -> None:
    """Add up what each of four cards thrown won more than it was said to, against the others."""
    kept, worth = np.zeros(4, dtype=np.int64), np.zeros(4)
    for place in range(4):
        thrown = four[place]
        low = four[1] if place == 0 else four[0]
        middle = four[1] if place > 1 else four[2]
        kept[place] = rank_of(low, middle, four[2] if place == 3 else four[3])
        number = said.numbers[thrown >> 2, game.swapped[thrown & 3, kept[place]]]
        worth[place] = said.waiting[turn, number]
    # Throws that nobody would consider say nothing about those between which one chooses.
    mean, count, least = 0.0, 0, worth.max() - CLOSE
    for place in range(4):
        if worth[place] >= least:
            mean += won[place] - worth[place]
            count += 1
    if count < 2:
        return
    for place in range(4):
        if worth[place] >= least:
            points, group = game.scores[kept[place]] >> 1, said.groups[four[place] >> 2]
            of_throws[0, turn, points, group] += won[place] - worth[place] - mean / count
            of_throws[1, turn, points, group] += 1.0
