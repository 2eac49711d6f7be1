"""A live table in words: who sits where, what happened, who pays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from advisor.cards import counted, pretty
from advisor.match.worth import for_tokens
from advisor.position import OUT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from advisor.referee.history import Event, Outcome
    from advisor.referee.match import Match


def seat_name(seat: int, me: int) -> str:
    """Call a seat: ``"You"``, ``"Seat 2"``."""
    return "You" if seat == me else f"Seat {seat}"


def seat_place(seat: int, me: int, players: int) -> str:
    """Call a seat and say where it is: ``"Seat 3, on your right"``."""
    beside = {} if players == 2 else {1: ", on your left", players - 1: ", on your right"}
    return seat_name(seat, me) + beside.get((seat - me) % players, "")


def stand_words(match: Match, seat: int) -> str:
    """Say how a seat stands: ``"●●●"``, ``"free ride"``, ``"out"``, ``"+2 antes"``."""
    left = match.tokens[seat]
    if left == OUT:
        return "out"
    if for_tokens(match.rules):
        return "●" * left or "free ride"
    antes = match.score[seat]
    sign = "+" if antes > 0 else "−" if antes else ""
    number = f"{abs(float(antes)):.2f}".rstrip("0").rstrip(".")
    return f"{sign}{number} ante{'s' * (abs(antes) != 1)}"


def event_words(event: Event, me: int, *, game: str = "scat") -> str:
    """Say what happened, in words: ``"You draw Q♥ and throw 2♣"``."""
    who, s = ("You", "") if event.seat == me else (f"Seat {event.seat}", "s")
    got = " ".join("?" if card is None else pretty(card) for card in event.gets)
    threw = " ".join(map(pretty, event.gives))
    thrown = f" and throw{s} {threw}" if threw else ""
    words = {
        "draw": f"{who} draw{s}{'' if event.gets == (None,) else f' {got}'}{thrown}",
        "take": f"{who} take{s} {got}{thrown}",
        "knock": f"{who} knock{s}",
        "pass": f"{who} stand{s} pat" if game == "scat" else f"{who} pass{'es' * bool(s)}",
        "swap": f"{who} swap{s} {threw} for {got}",
        "show": f"{who} show{s} {got}",
        "reshuffle": "The discards are shuffled into a new stock",
        "widow": f"All have passed; {got} are laid out",
    }
    return words[event.kind]


def outcome_words(outcome: Outcome, me: int) -> str:
    """Say who pays, or who takes the pot: ``"You pay a token"``, ``"Seat 2 takes the pot"``."""
    if outcome.pot:
        return _pot_words(outcome.pot, me)
    said = [
        f"{'you pay' if seat == me else f'seat {seat} pays'} "
        f"{'a token' if n == 1 else counted(n, 'token')}"
        for seat, n in outcome.paid
    ]
    text = ", ".join(said) or "nobody pays"
    return text[:1].upper() + text[1:]


def _pot_words(seats: Sequence[int], me: int) -> str:
    if len(seats) == 1:
        return f"{seat_name(seats[0], me)} take{'s' * (seats[0] != me)} the pot"
    # Whoever reads comes first.
    names = [seat_name(seat, me) for seat in sorted(seats, key=lambda seat: seat != me)]
    listed = [names[0], *(name[:1].lower() + name[1:] for name in names[1:])]
    return f"{', '.join(listed[:-1])} and {listed[-1]} share the pot"
