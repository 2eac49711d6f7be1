"""Good positions that a test may spoil."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from advisor.cards import parse_cards
from advisor.position import Position
from advisor.rules import preset

C = parse_cards
WIDOW = preset("widow")


def card(text: str) -> int:
    """Read one card."""
    (only,) = parse_cards(text)
    return only


def scat(**changes: Any) -> Position:  # noqa: ANN401  # whatever fields a test is about
    """Build a good position of four players, then spoil it."""
    good = Position(C("Tc Jc Ad"), (4, 4, 4, 4), top=card("4h"), dealer=3)
    return replace(good, **changes)


def widow(**changes: Any) -> Position:  # noqa: ANN401  # whatever fields a test is about
    """Build a good position of three players of widow, then spoil it."""
    good = Position(C("Tc Jc Ad"), (4, 4, 4), WIDOW, widow=C("9d Kd Ah"), dealer=2)
    return replace(good, **changes)
