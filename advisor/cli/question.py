"""The question, repeated in its answer."""

from __future__ import annotations

from advisor.cards import name
from advisor.position import Position


def question_json(position: Position) -> dict[str, object]:
    """Repeat the question, so that an answer can stand alone."""
    return {
        "rules": position.rules.name,
        "position": str(position),
        "hand": [name(card) for card in position.hand],
        "top": None if position.top is None else name(position.top),
        "seen": [name(card) for card in position.discards],
    }
