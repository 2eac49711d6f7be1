"""What is asked rarely: house rules, tokens, turns, opponents, seed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import streamlit as st

from advisor.limits import MAX_TRIALS
from advisor.players import thumb
from advisor.position import MAX_TURN
from advisor.rules import PRESET_WORDS, PRESETS
from advisor.web.entry import problems
from advisor.web.link import TABLE_SWITCHES
from advisor.web.show import plain, rules_line
from advisor.web.state import changed, random_hand, set_preset

if TYPE_CHECKING:
    from advisor.web.state import Question

PLAYERS: Final = (
    *("rising", "greedy", "cautious", "witty", "steps", "falling"),
    *(f"flat:{score}" for score in range(17, 31)),
)
"""Opponents to choose from; others can be typed."""


def rarely(question: Question) -> None:
    """Draw what is asked rarely, each group behind a button."""
    with st.container(horizontal=True, gap="xsmall"):
        with st.popover("House rules", icon=":material/gavel:"), st.container(width=440):
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
    for switch in TABLE_SWITCHES:
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
