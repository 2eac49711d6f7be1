"""How many turns everybody has had, and what his not knocking can tell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from advisor.position import knocked_at

if TYPE_CHECKING:
    from advisor.position import Position


def turns_had(position: Position, seat: int) -> int:
    """Turns a seat has had in this hand, a knock not counted."""
    rounds, acted = divmod(position.turn, len(position.order))
    had = rounds + (position.order.index(seat) < acted)
    return had - (seat == position.knocked_by)


def turns_watched(position: Position, seat: int) -> int:
    """At the start of how many of its turns a seat could have knocked and did not.

    Not counted: turns after somebody's knock; and all turns of a player some of whose cards
    are known, since what he showed is believed whatever a rule of thumb would have done.
    """
    if position.held and position.held[seat]:
        return 0
    end = position.turn if position.knocked_by is None else knocked_at(position)
    return len(range(position.order.index(seat), end, len(position.order)))
