"""My hand, the card that I have drawn, and the cards that lie open, as on the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from advisor.web.entry import colours
from advisor.web.show import card_face, row_of_cards, spoken

if TYPE_CHECKING:
    from advisor.cards import Card
    from advisor.position import Position


def my_cards(view: Position, drawn: Card | None = None) -> None:
    """Draw the cards that I see.

    Parameters
    ----------
    view
        What I see.
    drawn
        A card that I have drawn and not thrown yet.
    """
    inks = colours()
    faces = [card_face(card, inks) for card in reversed(view.hand)]
    told = f"Your hand: {spoken(view.hand)}."
    if drawn is not None:
        faces.append(card_face(drawn, inks, "drawn"))
        told += f" You drew {spoken([drawn])}."
    if view.top is not None:
        faces.append(card_face(view.top, inks, "top card"))
        told += f" Top card: {spoken([view.top])}."
    if view.widow:
        faces += [card_face(card, inks, "open") for card in reversed(view.widow)]
        told += f" Open cards: {spoken(view.widow)}."
    st.html(row_of_cards(faces, told))
