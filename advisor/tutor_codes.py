"""What a person does in a game with the tutor, in a few letters: for the address of the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from advisor.cards import Card, name, parse_cards
from advisor.referee.actions import Action, Draw, Knock, Pass, Swap, Take, Throw

if TYPE_CHECKING:
    from advisor.moves import Move


def code_of(move: Move, *, drawn: bool = False) -> str:
    """Write a move; after a draw its takes are throws.

    ``k`` knock, ``d`` draw, ``p`` pass, ``t2c`` take and throw, ``x2c`` throw after a draw,
    ``s2cAd`` swap, the cards given first.
    """
    if move.give:
        return "s" + "".join(map(name, (*move.give, *move.get)))
    letter = "x" if drawn else {"knock": "k", "draw": "d", "take": "t", "pass": "p"}[move.action]
    return letter + ("" if move.discard is None else name(move.discard))


def action_of(code: str) -> Action:
    """Read what :func:`code_of` writes.

    Raises
    ------
    CardError
        If a card cannot be read.
    ValueError
        If it is nothing that can be done.
    """
    single: dict[str, Action] = {"k": Knock(), "d": Draw(), "p": Pass()}
    if code in single:
        return single[code]
    letter, cards = code[:1], parse_cards(code[1:]) if code[:1] in ("t", "x", "s") else ()
    if letter == "s" and cards and len(cards) % 2 == 0:
        return _swap(cards)
    if letter != "s" and len(cards) == 1:
        return Take(cards[0]) if letter == "t" else Throw(cards[0])
    raise ValueError(f"{code!r} is nothing that can be done")


def _swap(cards: tuple[Card, ...]) -> Swap:
    half = len(cards) // 2
    return Swap(cards[:half], cards[half:])
