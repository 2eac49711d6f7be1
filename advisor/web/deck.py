"""The deck: four rows of cards to tap, one row for each suit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import streamlit as st

from advisor.cards import SUIT_WORDS, Card, first_card, name, pretty, suit_of
from advisor.web.show import coloured
from advisor.web.state import changed, next_place, placed, set_place

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

# Spades and hearts first, as most people sort a hand: black, red, black, red.
ROWS: Final = (3, 2, 0, 1)
# A sign beside the rank, so that colour alone never says where a card lies.
SIGNS: Final = {"hand": "✓", "top": "▲", "seen": "○"}
SHORT: Final = {"hand": "Hand", "top": "Top", "seen": "Seen"}


# Streamlit's segments are low and wide. Here they are cards: thirteen in a row on any screen, the
# suit beneath the rank, and tall enough for a thumb.
_STYLE: Final = """
[class*="st-key-deck_"] [role="toolbar"] {
  display: grid; grid-template-columns: repeat(13, minmax(0, 1fr));
}
[class*="st-key-deck_"] button { height: 2.9rem; min-width: 0; padding: 0; }
[class*="st-key-deck_"] button p {
  width: min-content; line-height: 1.15; text-align: center;
  white-space: normal; overflow-wrap: normal; word-break: keep-all;
}
"""


def deck(pack: int, colours: Sequence[str]) -> None:
    """Draw the deck; a tap puts a card where the switch above it says, or takes it away.

    Parameters
    ----------
    pack
        Size of the pack.
    colours
        Text colour of every suit.
    """
    where = placed()
    deck_cards = range(51, first_card(pack) - 1, -1)
    rows = {suit: [card for card in deck_cards if suit_of(card) == suit] for suit in ROWS}
    st.html(f"<style>{_STYLE}{_marks(rows, where)}</style>")
    for suit, cards in rows.items():
        labels = {name(card): _label(card, colours[suit]) for card in cards}
        key = f"deck_{suit}"
        st.session_state[key] = [name(card) for card in cards if card in where]
        st.segmented_control(
            SUIT_WORDS[suit].capitalize(),
            list(labels),
            selection_mode="multi",
            format_func=labels.__getitem__,
            key=key,
            on_change=_tapped,
            args=(suit,),
            label_visibility="collapsed",
            width="stretch",
            wrap=True,
        )


def _label(card: Card, colour: str) -> str:
    """Rank and suit; the blank between them is where the label breaks into two lines."""
    written = pretty(card)
    return coloured(f"{written[:-1]} {written[-1]}", colour)


def mode_words(place: str) -> str:
    """The name of a place with its sign on the deck."""
    return f"{SIGNS[place]} {SHORT[place]}"


def _marks(rows: Mapping[int, Sequence[Card]], where: Mapping[Card, str]) -> str:
    """Style that writes a sign on every card that lies somewhere.

    Not in the label: a button whose label changes is drawn anew and loses the keyboard.
    """
    return "".join(
        f".st-key-deck_{suit} button:nth-of-type({number}) p::after "
        f"{{ content: '\\2060{SIGNS[where[card]]}'; }}"
        for suit, cards in rows.items()
        for number, card in enumerate(cards, start=1)
        if card in where
    )


def _tapped(suit: int) -> None:
    """Put the card that was tapped in its place, or take it away."""
    state, before = st.session_state, placed()
    chosen = set(state[f"deck_{suit}"])
    for card, place in before.items():
        if suit_of(card) == suit and name(card) not in chosen:
            set_place(
                place, [other for other in before if other != card and before[other] == place]
            )
            state.mode = place
    for card in range(52):
        if name(card) in chosen and card not in before:
            _put(card, state.mode)
    changed()


def _put(card: Card, place: str) -> None:
    """Put a card in a place; a new top card covers the old one, which has then been seen."""
    state, before = st.session_state, placed()
    there = [other for other in before if before[other] == place]
    if place == "top" and there:
        _append("seen", there)
        set_place("top", [card])
        return
    _append(place, [card])
    if place == "top" or len(there) == 2:
        state.mode = next_place()


def _append(place: str, cards: Sequence[Card]) -> None:
    """Add cards behind what stands in a field, even where that cannot be read."""
    written = (st.session_state[place].strip(), *map(pretty, cards))
    st.session_state[place] = " ".join(text for text in written if text)
