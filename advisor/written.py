"""Whose cards a history holds, and which."""

from __future__ import annotations

from typing import TYPE_CHECKING

from advisor.referee.history import Hand, HistoryError
from advisor.referee.replay import positions, replay

if TYPE_CHECKING:
    from advisor.cards import Card
    from advisor.referee.history import History


def seats_written(history: History) -> list[int]:
    """List the seats that had a turn in a hand in which all their cards are written down.

    Raises
    ------
    HistoryError
        If a hand breaks a rule, or there is no such seat.
    """
    found: set[int] = set()
    for hand in history.hands:
        replay(hand)
        found.update(seat for seat in range(len(hand.tokens)) if _has_turns(hand, seat))
    if not found:
        raise HistoryError(
            history.hands[0].line, "in no hand are all cards of a seat that had a turn written down"
        )
    return sorted(found)


def card_drawn(history: History, hand: int, line: int) -> Card | None:
    """Give the card that was drawn in a line of a history; None if none was seen.

    Parameters
    ----------
    history
        As it was read, so that its events know their lines.
    hand, line
        Number of the hand, from 1, and of the line, from 1.
    """
    for event in history.hands[hand - 1].events:
        if event.line == line and event.kind == "draw":
            return event.gets[0]
    return None


def _has_turns(hand: Hand, seat: int) -> bool:
    try:
        return bool(positions(hand, seat))
    except HistoryError:
        return False
