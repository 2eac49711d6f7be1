"""Where the question is entered: cards, table, house rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import streamlit as st

from advisor.web import undo
from advisor.web.deck import deck, mode_words
from advisor.web.fields import NOBODY, places_of
from advisor.web.next_step import next_step
from advisor.web.places import hand_of, next_place
from advisor.web.rounds import (
    round_field,
    seated,
    set_knocked_in_round,
    set_players_in_round,
    set_round,
)
from advisor.web.samples import SAMPLE
from advisor.web.show import FOUR_COLOURS, TWO_COLOURS, plain, seat_words, sentence
from advisor.web.state import Question, changed, clear_cards, typed

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from streamlit.delta_generator import DeltaGenerator

_EXAMPLES: Final = {"hand": "Jc 10c Ad", "top": "4h", "seen": "2s 9d", "widow": "9h Ks 4c"}


def link_field() -> None:
    """Draw the field that is bound to the link of the page."""
    st.text_input(
        "This question in one line",
        key="pos",
        bind="query-params",
        placeholder=SAMPLE,
        help="The address of this page holds this line: whoever opens it sees your question.",
    )


def cards(question: Question, more: Callable[[Question], None]) -> None:
    """Draw the fields for cards and the deck, and between them buttons: `more` draws some."""
    places = places_of(question.rules)
    for column, place in zip(
        _row(*(4 - (place == "top") for place in places)), places, strict=True
    ):
        column.text_input(
            places[place],
            key=place,
            on_change=typed,
            persist_state="session",
            placeholder=_EXAMPLES[place],
        )
    if not next_step(question):
        problems(question, "hand", "top", "discards", "held", "widow", "exchanged")
    with st.container(gap="xsmall"):
        st.segmented_control(
            "A tap on a card marks it as",
            _modes(question),
            key="mode",
            format_func=mode_words,
            required=True,
            persist_state="session",
            label_visibility="collapsed",
            wrap=False,
        )
        with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
            _buttons()
            # Here, not below the deck, there is room beneath them for what they open.
            more(question)
            if question.rules.game == "widow":
                st.toggle(
                    "Exchanged",
                    key="exchanged",
                    on_change=changed,
                    persist_state="session",
                    help="Somebody has exchanged a card. Before that a knock ends the hand.",
                )
        deck(question.rules.pack, colours())


def _modes(question: Question) -> list[str]:
    """Where a tap can put a card: also into the hand of anybody else who plays."""
    _, tokens = seated(question)
    others = (seat for seat in range(len(tokens)) if seat != st.session_state.seat)
    modes = [*places_of(question.rules), *map(hand_of, others)]
    if st.session_state.mode not in modes:
        st.session_state.mode = next_place()
    return modes


def _buttons() -> None:
    """Draw undo, redo and clear."""
    for name, step, can in (("undo", undo.undo, undo.can_undo), ("redo", undo.redo, undo.can_redo)):
        st.button(
            f":material/{name}:",
            on_click=step,
            key=name,
            disabled=not can(),
            help=f"{name.capitalize()} the last change",
        )
    st.button("Clear", on_click=clear_cards, icon=":material/restart_alt:")


def _row(*widths: int) -> list[DeltaGenerator]:
    """Cells side by side even on a phone, where columns would scroll."""
    grid = st.grid(sum(widths), wrap=False, min_column_width=8, gap="xsmall")
    return [grid.cell(column_span=width) for width in widths]


def colours() -> Sequence[str]:
    """Text colour of every suit, as chosen."""
    return FOUR_COLOURS if st.session_state.get("four_colours", True) else TWO_COLOURS


def table(question: Question) -> None:
    """Draw what is asked about the table at every hand."""
    state = st.session_state
    dealer, tokens = seated(question)
    named = seat_words(tokens, dealer)
    seats = list(range(len(tokens)))
    players, seat, turns, knocker = _row(3, 3, 3, 4)
    most = question.rules.max_players
    players.selectbox(
        "Players",
        # More than can play are said to be too many, not silently made fewer.
        sorted({*range(2, most + 1), state.players}),
        key="players",
        on_change=set_players_in_round,
        persist_state="session",
        filter_mode=None,
    )
    seat.selectbox(
        "You act",
        seats,
        format_func=named.__getitem__,
        key="seat",
        on_change=set_round,
        persist_state="session",
        filter_mode=None,
    )
    with turns:
        round_field()
    knocker.selectbox(
        "Knocked",
        [NOBODY, *(other for other in seats if other != state.seat)],
        format_func=lambda other: "nobody" if other == NOBODY else named[other],
        key="knocked_by",
        on_change=set_knocked_in_round,
        persist_state="session",
        filter_mode=None,
    )
    problems(question, "players", "seat", "dealer", "knocked_by", "turn", "tokens")


def problems(question: Question, *fields: str) -> None:
    """Say beneath the fields what is wrong with them."""
    for text in question.about(*fields):
        st.markdown(f":red[:material/error: {plain(sentence(text))}]")
