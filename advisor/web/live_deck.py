"""A deck on which every tap says one card: which one, and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import streamlit as st

from advisor.cards import SUIT_WORDS, Card, first_card, name, pretty, suit_of
from advisor.web.card_deck import ROWS, card_deck
from advisor.web.deck import is_simple
from advisor.web.show import coloured

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

_STYLE: Final = """
[class*="st-key-live_deck_"] [role="toolbar"] {
  display: grid; grid-template-columns: repeat(13, minmax(0, 1fr));
}
[class*="st-key-live_deck_"] button { height: 2.9rem; min-width: 0; padding: 0; }
[class*="st-key-live_deck_"] button p {
  width: min-content; line-height: 1.15; text-align: center;
  white-space: normal; overflow-wrap: normal; word-break: keep-all;
}
"""


def tap_deck(
    pack: int,
    colours: Sequence[str],
    *,
    marks: Mapping[Card, tuple[str, str]],
    next_mark: tuple[str, str],
    tapped: Callable[[Card], None],
    before: Callable[[], None] = lambda: None,
) -> None:
    """Draw the deck.

    Parameters
    ----------
    pack
        Size of the pack.
    colours
        Text colour of every suit.
    marks
        Cards that lie somewhere: the sign on the card, and the place in words.
    next_mark
        What a tapped card shows until the page has answered.
    tapped
        Called with the card of every tap.
    before
        Called before the taps that came together.
    """
    if not is_simple():
        card_deck(
            "live_cards",
            pack,
            colours,
            marks=marks,
            next_mark=next_mark,
            tapped=tapped,
            before=before,
        )
        return
    cards = range(51, first_card(pack) - 1, -1)
    rows = {suit: [card for card in cards if suit_of(card) == suit] for suit in ROWS}
    signs = "".join(
        f".st-key-live_deck_{suit} button:nth-of-type({number}) p::after "
        f"{{ content: '\\2060 {marks[card][0]}'; }}"
        for suit, row in rows.items()
        for number, card in enumerate(row, start=1)
        if card in marks
    )
    st.html(f"<style>{_STYLE}{signs}</style>")
    with st.container(gap="xxsmall"):
        for suit, row in rows.items():
            _row(suit, row, colours[suit], marks, tapped)


def _row(
    suit: int,
    cards: Sequence[Card],
    colour: str,
    marked: Mapping[Card, tuple[str, str]],
    tapped: Callable[[Card], None],
) -> None:
    labels = {
        name(card): coloured(f"{pretty(card)[:-1]} {pretty(card)[-1]}", colour) for card in cards
    }
    key, pressed = f"live_deck_{suit}", [name(card) for card in cards if card in marked]
    st.session_state[key] = pressed

    def changed() -> None:
        # One card differs: the one that was tapped, pressed before or not.
        for card in cards:
            if (name(card) in st.session_state[key]) != (card in marked):
                tapped(card)

    st.segmented_control(
        SUIT_WORDS[suit].capitalize(),
        list(labels),
        selection_mode="multi",
        format_func=labels.__getitem__,
        key=key,
        on_change=changed,
        label_visibility="collapsed",
        width="stretch",
        wrap=True,
    )
