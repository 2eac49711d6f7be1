"""What an exercise tells besides the cards, in short lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from advisor.cards import pretty
from advisor.live_words import event_words, seat_name
from advisor.match.worth import for_tokens

if TYPE_CHECKING:
    from advisor.position import Position
    from advisor.trainer import Exercise

LAST: Final = 8
"""Moves that are told."""


def situation(exercise: Exercise) -> list[str]:
    """Say what else is known, in short lines."""
    view = exercise.position
    place = view.order.index(view.seat)
    after = [*view.order[place + 1 :], *view.order[:place]]
    lines = [f"Turns taken so far: {view.turn}.", _seats(view, after)]
    lines += [
        f"Seat {seat} took {_cards(view.held[seat])} and holds it."
        for seat in after
        if view.held[seat]
    ]
    if view.rules.game == "widow":
        lines += _of_widow(exercise)
    elif view.discards:
        lines.append(f"In the pile: {_cards(view.discards)}.")
    if view.knocked_by is not None:
        lines.append(f"**Seat {view.knocked_by} has knocked: this is your last turn.**")
    return lines


def _seats(view: Position, after: list[int]) -> str:
    """Say who acts after me, and where losing costs tokens how many everybody has."""
    if not for_tokens(view.rules):
        return f"After you act: {', '.join(seat_name(seat, view.seat) for seat in after)}."
    tokens = ", ".join(f"{seat_name(seat, view.seat)} {view.tokens[seat]}" for seat in after)
    mine = view.tokens[view.seat]
    return f"Tokens, those who act after you first: {tokens}; you {mine}."


def _of_widow(exercise: Exercise) -> list[str]:
    view = exercise.position
    told = [event_words(event, view.seat, game="widow") for event in exercise.log][-LAST:]
    lines = [f"What has happened: {'; '.join(told)}."] if told else []
    if view.discards:
        lines.append(f"Out of play: {_cards(view.discards)}.")
    if not view.exchanged and view.knocked_by is None:
        lines.append("Nobody has swapped a card yet: a knock ends the hand at once.")
    return lines


def _cards(cards: tuple[int, ...]) -> str:
    return " ".join(map(pretty, cards))
