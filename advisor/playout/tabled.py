"""How the tables of players are read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from advisor.playout.compiled import inlined
from advisor.playout.keeping import in_order

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from advisor.playout.seats import Game

MOVE: Final = 7
"""Bits of an entry that name the move: knock, take and throw one of three cards, draw."""
KNOCKS: Final = 0
DRAWS: Final = 4
TAKES_LAST: Final = 8
"""Bit of an entry: on a last turn after a knock he takes the top card."""


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
    hand: NDArray[np.int8], top: int, moves: NDArray[np.uint8], game: Game
) -> tuple[int, int]:
    """Read a turn's moves, shape (13, 22100): the entry, and the card thrown after a take.

    That card is -1 if the entry takes none.
    """
    suit = top & 3
    turned = game.swapped[suit, rank_of(int(hand[0]), int(hand[1]), int(hand[2]))]
    entry = int(moves[top >> 2, turned])
    place = entry & MOVE
    if place in (KNOCKS, DRAWS):
        return entry, -1
    card = int(game.cards[turned, place - 1])
    # Clubs and the suit of the top card change places.
    if card & 3 == suit:
        card -= suit
    elif card & 3 == 0:
        card += suit
    return entry, card


@inlined
def look_up_throw(hand: NDArray[np.int8], card: int, throws: NDArray[np.uint8]) -> int:
    """Read a turn's throws, shape (270725,): which of four cards to throw."""
    a, b, c, d = in_order(hand, card)
    four = d * (d - 1) * (d - 2) * (d - 3) // 24 + rank_of(a, b, c)
    place = throws[four]
    if place < 2:
        return a if place == 0 else b
    return c if place == 2 else d
