"""The cards of the game widow, and what a move does with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from advisor.web.show import card_face, row_of_cards, sentence, spoken

if TYPE_CHECKING:
    from collections.abc import Sequence

    from advisor.moves import Move
    from advisor.position import Position


def widow_picture(position: Position, move: Move, colours: Sequence[str]) -> None:
    """Draw the hand and the open cards, and which of them change places."""
    hand = [
        card_face(card, colours, "throw" if card in move.give else "")
        for card in reversed(position.hand)
    ]
    there = [
        card_face(card, colours, "take" if card in move.get else "open")
        for card in reversed(position.widow)
    ]
    st.html(row_of_cards(hand, f"Your hand: {spoken(position.hand)}. {sentence(move.words())}"))
    st.html(row_of_cards(there, f"Open cards: {spoken(position.widow)}."))
