"""Comparing all moves of one turn on the same cards, by hands that a table plays out.

Whoever has a table may ask how much more a move won than it was said to be worth.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from numba import njit

from advisor.hands import THIRTY_ONE
from advisor.playout.chance import below, world_key
from advisor.playout.clues import known_in_suits, known_level
from advisor.playout.codes import DRAW, KNOCK, PLAY_ON, STOPPED, TAKE
from advisor.playout.deals import shown
from advisor.playout.hand import SEAT, TOP, Hand, copy_hand, deal_hand, new_hand
from advisor.playout.keeping import in_order, keep_best
from advisor.playout.scat import finish, place_of_next
from advisor.playout.settle import value_of
from advisor.playout.tabled import rank_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from advisor.playout.seats import Game, Seats

TURN_STREAM: Final = np.uint64(0xB5297A4D3C6EF372)
"""Marks the random choice of a turn at which moves are compared."""

CLOSE: Final = 0.15
"""Throws are compared if they are said to be worth so many tokens less than the best."""

CLOSE_KNOCK: Final = 0.25
"""Clues for a knock are sought where it is said to be worth so many tokens more or less."""


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
    usual, usual_throws
        What is added to that by choice, points held and group of the top card, shape
        (turns, 3, 32, groups); by points kept and group of the card thrown, (turns, 32, groups).
    knocking, throwing
        What clues add (:mod:`advisor.players.clues`) to a knock, whatever was done last, and to
        a throw; shapes (turns, *KNOCKING[1:]) and (turns, *THROWING).
    """

    options: NDArray[np.float32]
    takes: NDArray[np.uint8]
    waiting: NDArray[np.float32]
    numbers: NDArray[np.int64]
    places: NDArray[np.int64]
    groups: NDArray[np.int64]
    usual: NDArray[np.float64]
    usual_throws: NDArray[np.float64]
    knocking: NDArray[np.float64]
    throwing: NDArray[np.float64]


class Found(NamedTuple):
    """Sums, and numbers, of how much more choices won than they were said to be worth.

    Parameters
    ----------
    usual, usual_throws, knocking, throwing
        As those of :class:`Said`, with an axis before that: sum, number. What is said of the
        others of these is considered, what is said of itself is not.
    """

    usual: NDArray[np.float64]
    usual_throws: NDArray[np.float64]
    knocking: NDArray[np.float64]
    throwing: NDArray[np.float64]


@njit(nogil=True, cache=True)
def compare_moves(
    seed: int,
    first: int,
    deals: int,
    seats: Seats,
    game: Game,
    said: Said,
    found: Found,
) -> None:
    """Play every move at one turn of each deal, on the same cards.

    Parameters
    ----------
    seed, first, deals
        Seed; number of the first deal; how many.
    seats, game
        Who plays on; the rules.
    said
        What choices are said to be worth.
    found
        Receives how much more they won than said.
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
        seat = hand.at[SEAT]
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
            won[choice] = value_of(paid, seat)
        add_moves(turn, number, hand, won, said, found)
        if not shows:
            add_throws(turn, in_order(cards, int(next_card)), hand, won[3:], game, said, found)


@njit(nogil=True, cache=True)
def add_moves(
    turn: int, number: int, hand: Hand, won: NDArray[np.float64], said: Said, found: Found
) -> None:
    """Add up what a knock, the best take and a draw won more than they were said to."""
    seat, group = hand.at[SEAT], said.groups[hand.at[TOP] >> 2]
    mine, level = hand.final[seat] >> 1, 0
    of_two = len(hand.final) == 2
    if of_two:
        level = known_level(hand.hands[1 - seat], hand.known[1 - seat])
    clues = said.knocking[turn, level, mine]
    worth, more = np.zeros(3), np.zeros(3)
    for choice in range(3):
        more[choice] = won[choice] - said.options[turn, number, choice]
        worth[choice] = said.options[turn, number, choice] + said.usual[turn, choice, mine, group]
        found.usual[0, turn, choice, mine, group] += more[choice] - (clues if choice == 0 else 0.0)
        found.usual[1, turn, choice, mine, group] += 1.0
    other = 1 if worth[1] > worth[2] else 2
    # Where nobody would think of the other choice, it says nothing about close ones.
    if of_two and abs(worth[0] - worth[other]) < CLOSE_KNOCK:
        said_more = worth[0] - worth[other]
        found.knocking[0, turn, level, mine] += won[0] - won[other] - said_more
        found.knocking[1, turn, level, mine] += 1.0


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
    hand: Hand,
    won: NDArray[np.float64],
    game: Game,
    said: Said,
    found: Found,
) -> None:
    """Add up what each of four cards thrown won more than it was said to, against the others."""
    seat, top, known = hand.at[SEAT], int(hand.at[TOP]), 0
    if len(hand.final) == 2:
        known = known_in_suits(hand.hands[1 - seat], hand.known[1 - seat])
    points, groups = np.zeros(4, dtype=np.int64), np.zeros(4, dtype=np.int64)
    same, in_suit = np.zeros(4, dtype=np.int64), np.zeros(4, dtype=np.int64)
    worth, usual, clues = np.zeros(4), np.zeros(4), np.zeros(4)
    for place in range(4):
        thrown = four[place]
        low = four[1] if place == 0 else four[0]
        middle = four[1] if place > 1 else four[2]
        kept = rank_of(low, middle, four[2] if place == 3 else four[3])
        number = said.numbers[thrown >> 2, game.swapped[thrown & 3, kept]]
        points[place], groups[place] = game.scores[kept] >> 1, said.groups[thrown >> 2]
        same[place] = (thrown & 3) == (top & 3)
        in_suit[place] = (known >> (2 * (thrown & 3))) & 3
        worth[place] = said.waiting[turn, number]
        usual[place] = said.usual_throws[turn, points[place], groups[place]]
        clues[place] = said.throwing[turn, same[place], in_suit[place], groups[place]]
    # Throws that nobody would consider say nothing about those between which one chooses.
    mean, count, least = 0.0, 0, worth.max() - CLOSE
    for place in range(4):
        if worth[place] >= least:
            mean += won[place] - worth[place] - usual[place] - clues[place]
            count += 1
    if count < 2:
        return
    for place in range(4):
        if worth[place] >= least:
            more = won[place] - worth[place] - mean / count
            found.usual_throws[0, turn, points[place], groups[place]] += more - clues[place]
            found.usual_throws[1, turn, points[place], groups[place]] += 1.0
            found.throwing[0, turn, same[place], in_suit[place], groups[place]] += (
                more - usual[place]
            )
            found.throwing[1, turn, same[place], in_suit[place], groups[place]] += 1.0
