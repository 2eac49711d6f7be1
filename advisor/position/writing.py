"""A position as one line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from advisor.cards import name, names
from advisor.position.seats import OUT

if TYPE_CHECKING:
    # `Position` prints itself by this, so it cannot be imported while running.
    from advisor.position.view import Position


def notation(position: Position) -> str:
    """One line that :func:`~advisor.position.parse_position` reads back as the same position."""
    discards = "pile" if position.ordered else "seen"
    held = "/".join(
        f"{seat}.{names(cards, '')}" for seat, cards in enumerate(position.held) if cards
    )
    tokens = ".".join("x" if left == OUT else str(left) for left in position.tokens)
    parts = {
        "hand": names(position.hand, ""),
        "top": "" if position.top is None else name(position.top),
        discards: names(position.discards, ""),
        "widow": names(position.widow, ""),
        "held": held,
        "tokens": tokens,
        "seat": str(position.seat),
        "dealer": str(position.dealer),
        "turn": str(position.turn),
        "knocked": "" if position.knocked_by is None else str(position.knocked_by),
        "exchanged": "yes" if position.exchanged else "",
        "log": "" if position.log is None else str(position.log),
    }
    # An empty ordered pile still says that nothing lies below the top card.
    return " ".join(
        [position.rules.name]
        + [f"{key}:{text}" for key, text in parts.items() if text or key == "pile"]
    )
