"""What is asked rarely: house rules, tokens, opponents, the hands to come, seed."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Final

import streamlit as st

from advisor.advise import words_for
from advisor.contrast import EXTREMES
from advisor.equity import FAIR, MODELS
from advisor.limits import MAX_TRIALS
from advisor.players import thumb
from advisor.players.solved import SOLVED
from advisor.players.widow import WIDOW_PLAYERS
from advisor.rules import PRESET_WORDS, PRESETS
from advisor.web.deck import is_simple, keep_deck
from advisor.web.entry import problems
from advisor.web.fields import switches_of
from advisor.web.show import plain, rules_line
from advisor.web.state import changed, random_hand, set_preset

if TYPE_CHECKING:
    from advisor.web.state import Question

PLAYERS: Final = (
    *("solved", "rising", "greedy", "cautious", "witty", "steps", "falling"),
    *(f"flat:{score}" for score in range(17, 31)),
)
"""Opponents to choose from; others can be typed."""
WIDOW_OPPONENTS: Final = (
    *("solved", "closer", "confidence", "random"),
    *(f"swap:{score}" for score in range(23, 31)),
)
RULES_OPEN: Final = "house_rules"
"""Whether the house rules are on the screen."""
OPPONENTS: Final = {"scat": "opponents", "widow": "widow_opponents"}
"""Where each game keeps who the others are, on the page and in its address."""


def buttons(question: Question) -> None:
    """Draw the buttons behind which the rest is asked, and the one that deals."""
    rules = st.popover("House rules", icon=":material/gavel:", key=RULES_OPEN, on_change="rerun")
    if rules.open:
        # A dozen fields that nobody sees would make every click slower.
        with rules, st.container(width=440):
            house(question)
    with st.popover("More", icon=":material/tune:"):
        more(question)
    st.button("Deal", on_click=random_hand, icon=":material/shuffle:", help="A random hand")


def in_force(question: Question) -> None:
    """Say which rules are in force, and what is wrong with them."""
    problems(question, "rules")
    if refused := st.session_state.pop("endless", ""):
        st.error(f"The address gave a {refused} without an end; expected a whole number.")
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
    for switch in switches_of(question.rules.game):
        st.selectbox(
            switch.name.replace("_", " ").capitalize(),
            list(switch.values),
            format_func=switch.values.__getitem__,
            key=f"sw_{switch.name}",
            on_change=changed,
            persist_state="session",
        )


def more(question: Question) -> None:
    """Draw what is asked rarely: tokens, opponents, the hands to come, seed, trials."""
    st.text_input(
        "Tokens, first seat first",
        key="tokens",
        on_change=changed,
        persist_state="session",
        placeholder=f"{question.rules.tokens} each",
        help="One number for each player, such as 4,4,2,1; x for a player who is out.",
    )
    scat = question.rules.game == "scat"
    about = (
        {SOLVED: words_for(SOLVED), **thumb.DESCRIPTIONS}
        if scat
        else {one.name: one.words for one in WIDOW_PLAYERS}
    )
    st.selectbox(
        "Opponents play",
        PLAYERS if scat else WIDOW_OPPONENTS,
        key=OPPONENTS[question.rules.game],
        bind="query-params",
        accept_new_options=True,
        help="; ".join(f"**{name}**: {words}" for name, words in about.items()),
    )
    if scat:
        _pot_and_contrast()
    _refuse_endless("seed", "trials")
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
    # The address may ask for it, before anything is chosen.
    is_simple()
    st.toggle(
        "Simple deck",
        key="simple_deck",
        on_change=keep_deck,
        persist_state="session",
        help="Plain rows of buttons instead of drawn cards, for screen readers and old browsers.",
    )
    st.toggle("Four colours for the suits", value=True, key="four_colours", persist_state="session")


def _pot_and_contrast() -> None:
    """Draw what the chance to win the pot rests on, and whether to ask for other players too."""
    st.selectbox(
        "Hands after this one",
        list(MODELS),
        key="equity",
        bind="query-params",
        help="Your chance to win the pot also depends on how the hands to come end. "
        + "; ".join(f"**{name}**: {words}" for name, words in MODELS.items()),
    )
    others = " and ".join(f"**{name}** ({words_for(name)})" for name in EXTREMES)
    st.toggle(
        "Also say what is best against other players",
        key="contrast",
        bind="query-params",
        help=f"Asks again, taking them to play like {others}.",
    )


def equity(game: str) -> str:
    """How the hands to come are taken to end; widow has one way only."""
    return str(st.session_state.equity) if game == "scat" else FAIR


def is_contrast(game: str) -> bool:
    """Whether the answer against other players is wanted too; only scat has it."""
    return game == "scat" and bool(st.session_state.contrast)


def _refuse_endless(*names: str) -> None:
    """Take numbers without an end out of the address: Streamlit's own field fails on them."""
    for name in names:
        try:
            finite = isfinite(float(st.query_params.get(name, "0")))
        except ValueError:
            continue
        if not finite:
            del st.query_params[name]
            st.session_state.endless = name
            st.rerun()
