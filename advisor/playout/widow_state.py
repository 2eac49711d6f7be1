"""From what a seat sees in `widow` to the state that the compiled loop plays on from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from advisor.cards import POINTS, Card, suit_of
from advisor.hands import mask_of
from advisor.playout.widow_game import (
    EXCHANGED,
    KNOWN,
    KNOWN_SUITS,
    LAST,
    N_AT,
    PASSED_AT,
    PASSES,
    SEAT,
    TURN,
)
from advisor.playout.widow_hands import NEVER
from advisor.position import knocked_at

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from advisor.position import Position


def state_of(
    position: Position, passed_at: int = -1, shown: Sequence[Card] = ()
) -> NDArray[np.int64]:
    """State of the hand at the start of a seat's turn.

    A position does not say how many have passed in a row. As long as nobody has exchanged a
    card all turns were passes; after that none is assumed.

    Parameters
    ----------
    position
        What the seat sees.
    passed_at
        The open cards (as the rank of a hand) at which it passed on its last turn; -1 if it
        did something else.
    shown
        Cards that the others have seen the seat itself take and keep.
    """
    held = [shown if seat == position.seat else position.held[seat] for seat in position.order]
    knock = None if position.knocked_by is None else knocked_at(position)
    return state_before(
        position.turn,
        position.order.index(position.seat),
        len(position.order),
        knock,
        passed_at,
        held,
        exchanged=position.exchanged,
    )


def state_before(
    turn: int,
    seat: int,
    seats: int,
    knock: int | None,
    passed_at: int,
    held: Sequence[Sequence[Card]],
    *,
    exchanged: bool,
) -> NDArray[np.int64]:
    """State of the hand before a turn.

    Parameters
    ----------
    turn, seat, seats
        Turns taken by all; whose turn it is, in the order of turns; number of seats.
    knock
        Turns that had been taken when somebody knocked; None if nobody has.
    passed_at
        As in :func:`state_of`.
    held
        For each seat, in the order of turns, the cards it was seen to take and has kept.
    exchanged
        Whether anybody has swapped a card.
    """
    at = np.zeros(N_AT, dtype=np.int64)
    at[TURN], at[SEAT], at[EXCHANGED] = turn, seat, exchanged
    at[LAST] = NEVER if knock is None else knock + seats
    if knock is None and not exchanged:
        at[PASSES] = turn % seats
    at[PASSED_AT:KNOWN] = -1
    at[PASSED_AT + seat] = passed_at
    for place, cards in enumerate(held):
        at[KNOWN + place] = mask_of(cards)
        for card in cards:
            at[KNOWN_SUITS + 4 * place + suit_of(card)] += POINTS[card]
    return at
