"""How the tables of players are read (:mod:`advisor.players.written`), compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from advisor.players.written import (
    CERTAIN,
    DOUBT,
    DRAW,
    INSTEAD,
    KNOCK,
    MOVE,
    OTHER,
    PLACE,
    SURE,
    TAKES_LAST,
    THROW_DOUBT,
)
from advisor.playout.clues import group_of
from advisor.playout.compiled import inlined
from advisor.playout.keeping import in_order

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from advisor.playout.seats import Game


@inlined
def rank_of(low: int, middle: int, high: int) -> int:
    """Index of a hand."""
    return high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low


@inlined
def row_of(turn: int, turns: int, players: int) -> int:
    """Row of a table for a turn; what comes after the last repeats the last round."""
    return turn if turn < turns else turns - players + turn % players


@inlined
def look_up_move(
    hand: NDArray[np.int8], top: int, moves: NDArray[np.uint16], more: int, game: Game
) -> tuple[int, int, bool]:
    """Read a turn's moves, shape (13, 22100).

    `more` is what clues add to the worth of a knock. Returns the move, the card thrown after a
    take (-1 if it is none), and whether he takes the top card if this turn is his last.
    """
    suit = top & 3
    turned = game.swapped[suit, rank_of(int(hand[0]), int(hand[1]), int(hand[2]))]
    entry = int(moves[top >> 2, turned])
    move, doubt = entry & MOVE, entry >> DOUBT
    if doubt < CERTAIN and (-more if move == KNOCK else more) > doubt * doubt:
        move = (entry >> INSTEAD) & MOVE
    last = (entry & TAKES_LAST) != 0
    if move in (KNOCK, DRAW):
        return move, -1, last
    card = int(game.cards[turned, move - 1])
    # Clubs and the suit of the top card change places.
    if card & 3 == suit:
        card -= suit
    elif card & 3 == 0:
        card += suit
    return move, card, last


@inlined
def look_up_throw(
    hand: NDArray[np.int8],
    card: int,
    top: int,
    known: int,
    throws: NDArray[np.uint8],
    throwing: NDArray[np.int16],
) -> int:
    """Read a turn's throws, shape (270725,): which of four cards to throw.

    Parameters
    ----------
    hand, card
        Three cards in ascending order and the one drawn.
    top, known
        The top card, and how many cards of each suit the other one is known to hold, as
        :func:`advisor.playout.clues.known_in_suits` gives them.
    throws, throwing
        His table's row, and what clues add, shape (2, 3, 4).
    """
    a, b, c, d = in_order(hand, card)
    four = d * (d - 1) * (d - 2) * (d - 3) // 24 + rank_of(a, b, c)
    entry = int(throws[four])
    first = one_of(entry & PLACE, a, b, c, d)
    doubt = entry >> THROW_DOUBT
    if doubt == SURE:
        return first
    second = one_of((entry >> OTHER) & PLACE, a, b, c, d)
    for_first = worth_of_clues(first, top, known, throwing)
    more = worth_of_clues(second, top, known, throwing) - for_first
    return second if more > 2 * doubt * doubt else first


@inlined
def one_of(place: int, a: int, b: int, c: int, d: int) -> int:
    """Give one of four cards by its place."""
    if place < 2:
        return a if place == 0 else b
    return c if place == 2 else d


@inlined
def worth_of_clues(card: int, top: int, known: int, throwing: NDArray[np.int16]) -> int:
    """Say what clues add to the worth of throwing a card."""
    suit = card & 3
    in_suit = (known >> (2 * suit)) & 3
    return int(throwing[1 if suit == top & 3 else 0, in_suit, group_of(card)])
