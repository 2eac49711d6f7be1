"""A live table in words: who sits where, what happened, who pays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from advisor.cards import counted, pretty

if TYPE_CHECKING:
    from advisor.referee.history import Event, Outcome


def seat_name(seat: int, me: int) -> str:
    """Call a seat: ``"You"``, ``"Seat 2"``."""
    return "You" if seat == me else f"Seat {seat}"


def seat_place(seat: int, me: int, players: int) -> str:
    """Call a seat and say where it is: ``"Seat 3, on your right"``."""
    beside = {} if players == 2 else {1: ", on your left", players - 1: ", on your right"}
    return seat_name(seat, me) + beside.get((seat - me) % players, "")


def event_words(event: Event, me: int) -> str:
    """Say what happened, in words: ``"You draw Q♥ and throw 2♣"``."""
    who, s = ("You", "") if event.seat == me else (f"Seat {event.seat}", "s")
    got = " ".join("?" if card is None else pretty(card) for card in event.gets)
    threw = " ".join(map(pretty, event.gives))
    thrown = f" and throw{s} {threw}" if threw else ""
    words = {
        "draw": f"{who} draw{s}{'' if event.gets == (None,) else f' {got}'}{thrown}",
        "take": f"{who} take{s} {got}{thrown}",
        "knock": f"{who} knock{s}",
        "pass": f"{who} stand{s} pat",
        "show": f"{who} show{s} {got}",
        "reshuffle": "The discards are shuffled into a new stock",
    }
    return words[event.kind]


def outcome_words(outcome: Outcome, me: int) -> str:
    """Say who pays: ``"You pay a token"``."""
    said = [
        f"{'you pay' if seat == me else f'seat {seat} pays'} "
        f"{'a token' if n == 1 else counted(n, 'token')}"
        for seat, n in outcome.paid
    ]
    text = ", ".join(said) or "nobody pays"
    return text[:1].upper() + text[1:]
