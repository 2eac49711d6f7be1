"""Where the question is entered: cards, table, house rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from advisor.advise import MAX_TRIALS
from advisor.players import thumb
from advisor.position import MAX_SEATS, MAX_TURN
from advisor.rules import PRESET_WORDS, PRESETS, SWITCHES, Rules
from advisor.web.deck import deck, mode_words
from advisor.web.link import NOBODY, PLACES
from advisor.web.show import FOUR_COLOURS, TWO_COLOURS, plain, rules_line, seat_words, sentence
from advisor.web.state import (
    SAMPLE,
    Question,
    changed,
    clear_cards,
    random_hand,
    set_players,
    set_preset,
    typed,
)

PLAYERS: Final = ("rising", "greedy", *(f"flat:{score}" for score in range(17, 31)))
"""Opponents to choose from; others can be typed."""

_EXAMPLES: Final = {"hand": "Jc 10c Ad", "top": "4h", "seen": "2s 9d"}


def link_field() -> None:
    """Draw the field that is bound to the link of the page."""
    st.text_input(
        "This question in one line",
        key="pos",
        bind="query-params",
        placeholder=SAMPLE,
        help="The address of this page holds this line: whoever opens it sees your question.",
    )


def cards(question: Question) -> None:
    """Draw the three fields for cards and the deck."""
    for column, place in zip(_row(4, 3, 4), PLACES, strict=True):
        column.text_input(
            PLACES[place],
            key=place,
            on_change=typed,
            persist_state="session",
            placeholder=_EXAMPLES[place],
        )
    problems(question, "hand", "top", "discards", "held", "widow", "exchanged")
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
        st.segmented_control(
            "A tap on a card marks it as",
            list(PLACES),
            key="mode",
            format_func=mode_words,
            required=True,
            persist_state="session",
            label_visibility="collapsed",
        )
        st.button("Clear", on_click=clear_cards, icon=":material/restart_alt:")
    with st.container(gap="xxsmall"):
        deck(question.rules.pack, colours())


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
    dealer, tokens = _seated(question)
    named = seat_words(tokens, dealer)
    seats = list(range(len(tokens)))
    players, seat, knocker = _row(3, 4, 4)
    players.number_input(
        "Players",
        min_value=2,
        max_value=MAX_SEATS,
        step=1,
        key="players",
        on_change=set_players,
        persist_state="session",
    )
    seat.selectbox(
        "You are",
        seats,
        format_func=named.__getitem__,
        key="seat",
        on_change=changed,
        persist_state="session",
    )
    knocker.selectbox(
        "Knocked",
        [NOBODY, *(other for other in seats if other != state.seat)],
        format_func=lambda other: "nobody" if other == NOBODY else named[other],
        key="knocked_by",
        on_change=changed,
        persist_state="session",
    )
    problems(question, "players", "seat", "dealer", "knocked_by", "turn", "tokens")


def _seated(question: Question) -> tuple[int, Sequence[int]]:
    """Dealer and tokens as far as they are known."""
    if (position := question.position) is not None:
        return position.dealer, position.tokens
    state, count = st.session_state, int(st.session_state.players)
    dealer = state.dealer if state.dealer is not None and state.dealer < count else count - 1
    return dealer, (question.rules.tokens,) * count


def rarely(question: Question) -> None:
    """Draw what is asked rarely, each group behind a button."""
    with st.container(horizontal=True, gap="xsmall"):
        with st.popover("House rules", icon=":material/gavel:"):
            house(question)
        with st.popover("More", icon=":material/tune:"):
            more(question)
        st.button("Deal", on_click=random_hand, icon=":material/shuffle:", help="A random hand")
    problems(question, "rules")
    st.caption(f"Rules in force: {plain(rules_line(question.rules))}")


def house(question: Question) -> None:
    """Draw the house rules: a preset and its switches."""
    st.selectbox(
        "Rules",
        list(PRESETS),
        format_func=PRESET_WORDS.__getitem__,
        key="preset",
        on_change=set_preset,
        persist_state="session",
    )
    for switch in SWITCHES:
        if "scat" in switch.games:
            st.selectbox(
                switch.name.replace("_", " ").capitalize(),
                list(switch.values),
                format_func=switch.values.__getitem__,
                key=f"sw_{switch.name}",
                on_change=changed,
                persist_state="session",
                disabled=question.rules.game != "scat",
            )


def more(question: Question) -> None:
    """Draw what is asked rarely: tokens, turn, opponents, seed, trials."""
    st.text_input(
        "Tokens, first seat first",
        key="tokens",
        on_change=changed,
        persist_state="session",
        placeholder=f"{question.rules.tokens} each",
        help="One number for each player, such as 4,4,2,1; x for a player who is out.",
    )
    st.number_input(
        "Turns taken so far, by all players",
        min_value=0,
        max_value=MAX_TURN,
        value=None,
        step=1,
        key="turn",
        on_change=changed,
        persist_state="session",
        placeholder="as few as fit",
    )
    st.selectbox(
        "Opponents play",
        PLAYERS,
        key="opponents",
        bind="query-params",
        accept_new_options=True,
        help="; ".join(f"**{name}**: {words}" for name, words in thumb.DESCRIPTIONS.items()),
    )
    st.number_input("Seed", min_value=0, value=0, step=1, key="seed", bind="query-params")
    st.number_input(
        "Hands to play out for each move",
        min_value=1,
        max_value=MAX_TRIALS,
        value=None,
        step=1,
        key="trials",
        bind="query-params",
        placeholder="as many as a second allows",
    )
    st.toggle("Four colours for the suits", value=True, key="four_colours", persist_state="session")


def problems(question: Question, *fields: str) -> None:
    """Say beneath the fields what is wrong with them."""
    for text in question.about(*fields):
        st.markdown(f":red[:material/error: {plain(sentence(text))}]")
