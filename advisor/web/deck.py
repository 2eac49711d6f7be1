"""The deck: four rows of cards to tap, one row for each suit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import streamlit as st

from advisor.cards import SUIT_WORDS, Card, first_card, name, pretty, suit_of
from advisor.web.card_deck import ROWS, card_deck
from advisor.web.fields import PLACES, WIDOW_PLACES
from advisor.web.places import (
    HELD,
    current_mode,
    next_place,
    placed,
    set_mode,
    set_place,
    text_of,
    write,
)
from advisor.web.show import coloured
from advisor.web.state import changed, drop_example, seen_to_take
from advisor.web.undo import mend

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

# A sign beside the rank, so that colour alone never says where a card lies.
SIGNS: Final = {"hand": "✓", "top": "▲", "seen": "○", "widow": "▲"}
FULL: Final = ("hand", "widow")
"""Places for three cards."""
ADDRESS: Final = "deck"
SIMPLE: Final = "simple"
"""``?deck=simple`` in the address asks for plain rows of buttons."""
SHORT: Final = {"hand": "Hand", "top": "Top", "seen": "Seen", "widow": "Open"}


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
    if not is_simple():
        marks = {card: (sign(place), place_words(place)) for card, place in where.items()}
        mode = st.session_state.mode
        following = (sign(mode), place_words(mode))
        card_deck("deck", pack, colours, marks=marks, next_mark=following, tapped=tap, before=mend)
        return
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


def is_simple() -> bool:
    """Whether the deck is plain rows of buttons: chosen, or asked for by the address."""
    state = st.session_state
    return bool(state.setdefault("simple_deck", st.query_params.get(ADDRESS) == SIMPLE))


def keep_deck() -> None:
    """Write the choice of a deck into the address."""
    if st.session_state.simple_deck:
        st.query_params[ADDRESS] = SIMPLE
    else:
        st.query_params.pop(ADDRESS, None)


def _label(card: Card, colour: str) -> str:
    """Rank and suit; the blank between them is where the label breaks into two lines."""
    written = pretty(card)
    return coloured(f"{written[:-1]} {written[-1]}", colour)


def sign(place: str) -> str:
    """The sign of a place on the deck; the number of the place for another seat's hand."""
    return SIGNS.get(place) or str(int(place.removeprefix(HELD)))


def place_words(place: str) -> str:
    """The name of a place in words."""
    return (PLACES | WIDOW_PLACES).get(place) or f"hand of seat {place.removeprefix(HELD)}"


def mode_words(place: str) -> str:
    """The name of a place with its sign on the deck."""
    return f"{SIGNS[place]} {SHORT[place]}" if place in SIGNS else f"Seat {sign(place)}"


def _marks(rows: Mapping[int, Sequence[Card]], where: Mapping[Card, str]) -> str:
    """Style that writes a sign on every card that lies somewhere.

    Not in the label: a button whose label changes is drawn anew and loses the keyboard.
    """
    return "".join(
        f".st-key-deck_{suit} button:nth-of-type({number}) p::after "
        f"{{ content: '\\2060 {sign(where[card])}'; }}"
        for suit, cards in rows.items()
        for number, card in enumerate(cards, start=1)
        if card in where
    )


def _tapped(suit: int) -> None:
    """Put the card that was tapped in its place, or take it away."""
    before, chosen = placed(), set(st.session_state[f"deck_{suit}"])
    for card in range(52):
        if suit_of(card) == suit and (card in before) != (name(card) in chosen):
            tap(card)


def tap(card: Card) -> None:
    """Put a card where the switch above the deck says, or take it away from where it lies."""
    drop_example()
    before = placed()
    if (place := before.get(card)) is None:
        _put(card, current_mode())
    else:
        set_place(place, [other for other in before if other != card and before[other] == place])
        set_mode(place)
    changed()


def _put(card: Card, place: str) -> None:
    """Put a card in a place, but no fourth one in the hand or among the open ones.

    A new top card covers the old one, which has then been seen.
    """
    before = placed()
    if place in FULL and list(before.values()).count(place) >= 3:
        place = next_place()
    there = [other for other in before if before[other] == place]
    if place == "top" and there:
        _append("seen", there)
        set_place("top", [card])
        return
    _append(place, [card])
    if place.startswith(HELD):
        seen_to_take()
    if place == "top" or (len(there) == 2 and place != "seen"):
        set_mode(next_place())


def _append(place: str, cards: Sequence[Card]) -> None:
    """Add cards behind what stands in a field, even where that cannot be read."""
    written = (text_of(place).strip(), *map(pretty, cards))
    write(place, " ".join(text for text in written if text))
