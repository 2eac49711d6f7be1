"""Sitting down at a live table, and the cards of each new hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import streamlit as st

from advisor.cards import pretty
from advisor.live_text import deal_again_by_text, deal_next_by_text, sit_down_by_text
from advisor.live_words import seat_place
from advisor.match.worth import for_tokens
from advisor.rules import PRESET_WORDS, PRESETS
from advisor.web.live_deal import OPEN, cards_of_deal, clear
from advisor.web.live_state import change, write

if TYPE_CHECKING:
    from collections.abc import Callable

    from advisor.cards import Card
    from advisor.live import Live
    from advisor.rules import Rules

ME: Final = 0
"""Whoever sits down here is seat 0; the others follow on his left."""


def setup() -> None:
    """Ask what is needed once, and the first cards."""
    st.markdown(
        "Write a real game down while you play it, one or two taps for each turn, and see what "
        "to do and what the others may hold."
    )
    rules, players = _table()
    cards_of_deal(rules)

    def begun() -> Live:
        state = st.session_state
        return sit_down_by_text(
            rules,
            players=players,
            tokens=state.live_tokens if for_tokens(rules) else "",
            dealer=state.live_dealer,
            seat=ME,
            hand=state.live_hand,
            laid=state.live_top,
        )

    st.button("Start", icon=":material/play_arrow:", on_click=_deal, args=(begun,))


def next_hand(live: Live) -> None:
    """Ask for the cards of the next hand."""
    cards_of_deal(live.history.rules)

    def dealt() -> Live:
        return deal_next_by_text(live, st.session_state.live_hand, st.session_state.live_top)

    st.button("Deal the next hand", icon=":material/play_arrow:", on_click=_deal, args=(dealt,))


def deal_fields(live: Live) -> None:
    """Draw what corrects the deal of the hand being played."""
    hand, top = st.columns(2)
    mine = hand.text_input(
        "My cards at the deal", " ".join(map(_written, live.hand.dealt[live.seat]))
    )
    opened = OPEN[live.history.rules.game][0]
    first = top.text_input(f"{opened} at the deal", " ".join(map(_written, live.hand.laid)))
    st.button(
        "Correct the deal",
        on_click=write,
        args=(lambda: deal_again_by_text(live, mine, first),),
    )


def _written(card: Card | None) -> str:
    return "?" if card is None else pretty(card)


def _table() -> tuple[Rules, int]:
    """Draw what is said about the table; give the rules and the number of players."""
    with st.container(horizontal=True, gap="small"):
        chosen = st.selectbox(
            "Rules",
            list(PRESETS),
            format_func=PRESET_WORDS.__getitem__,
            key="live_rules",
            persist_state="session",
            width=380,
        )
        rules = PRESETS[chosen]
        players = st.selectbox(
            "Players",
            range(2, rules.max_players + 1),
            index=2,
            key="live_players",
            persist_state="session",
            filter_mode=None,
            width=100,
        )
        st.selectbox(
            "Who deals?",
            range(players),
            format_func=lambda seat: seat_place(seat, ME, players),
            key="live_dealer",
            persist_state="session",
            filter_mode=None,
            width=220,
        )
        if for_tokens(rules):
            st.text_input(
                "Tokens, yours first",
                key="live_tokens",
                persist_state="session",
                placeholder=f"{rules.tokens} each",
                help="One number for each player, going left, such as 3,3,2,1; x for one who is "
                "out.",
                width=160,
            )
    return rules, players


def _deal(make: Callable[[], Live]) -> None:
    """Write a deal down; its cards leave the fields only when it stands."""
    if change(make):
        clear()
