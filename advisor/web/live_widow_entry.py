"""What is written down of a hand of widow: a swap by two taps, a pass, a knock, fresh cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import streamlit as st

from advisor.cards import Card, pretty
from advisor.hands import points_text, score
from advisor.live import Live, Moment, act, may_show, show, swap
from advisor.live_words import seat_name
from advisor.odds.exchange import SWAP_SIZES
from advisor.web.entry import colours
from advisor.web.live_deck import tap_deck
from advisor.web.live_state import wholly, write
from advisor.web.live_widow_taps import (
    chosen_now,
    how_many,
    key_of,
    tapped_in_row,
    tapped_on_deck,
)
from advisor.web.show import suits_coloured

if TYPE_CHECKING:
    from collections.abc import Sequence

MINE: Final = ("✓", "my hand")
OPEN: Final = ("▲", "open")
GONE: Final = ("○", "laid aside")
CHOSEN: Final = ("●", "chosen")
# As large as the cards of the deck: for thumbs.
_TALL: Final = """
.st-key-live_rows button { min-height: 2.9rem; min-width: 3.4rem; }
"""
MANY: Final = {1: "One card", 2: "Two", 3: "All three"}


def my_swap(live: Live, moment: Moment) -> None:
    """My turn: one tap on a button, or on a card of mine and an open one."""
    hand, widow, rules = moment.view.hand, moment.view.widow, live.history.rules
    whole = 3 in SWAP_SIZES[rules.exchange]
    with st.container(horizontal=True, gap="xsmall"):
        _knock_or_pass(live, moment, "Knock", "Pass")
        if whole:
            st.button("Swap all three", on_click=write, args=(lambda: swap(live, hand, widow),))
    st.markdown(f"**Or swap: tap what you give and what you take{_each(live)}:**")
    _how_many([size for size in SWAP_SIZES[rules.exchange] if size < 3])
    with st.container(horizontal=True, gap="medium", key="live_rows"):
        _row("I give", hand, "give")
        _row("I take", widow, "get")


def other_swap(live: Live, moment: Moment) -> None:
    """Somebody else's turn: what he did, or the open card that he took and the one he gave."""
    who = seat_name(moment.seat or 0, live.seat)
    with st.container(horizontal=True, gap="xsmall"):
        _knock_or_pass(live, moment, "Knocked", "Passed")
    st.markdown(f"**Or a swap: tap what {who} took and what he gave{_each(live)}:**")
    _how_many(SWAP_SIZES[live.history.rules.exchange])
    if how_many(live) < 3:
        with st.container(key="live_rows"):
            _row("He took", moment.view.widow, "get")
    st.caption("He gave")
    _deck(live, moment)


def fresh_widow(live: Live, moment: Moment) -> None:
    """All have passed: three taps are the fresh open cards."""
    st.markdown("**Tap the three fresh cards that lie open now:**")
    _deck(live, moment)


def my_31(live: Live, moment: Moment) -> None:
    """Draw the button that shows my hand, where it may be shown."""
    if not may_show(live):
        return
    hand = moment.view.hand
    st.button(
        f"I show {points_text(score(hand, live.history.rules))}",
        type="primary",
        icon=":material/visibility:",
        on_click=write,
        args=(lambda: show(live, live.seat, hand),),
    )


def _knock_or_pass(live: Live, moment: Moment, knock: str, stay: str) -> None:
    if moment.may_knock:
        st.button(knock, on_click=write, args=(lambda: act(live, "knock"),))
    st.button(stay, on_click=write, args=(lambda: act(live, "pass"),))


def _how_many(sizes: Sequence[int]) -> None:
    """Ask how many cards are swapped, where there is a choice."""
    if len(sizes) > 1:
        st.segmented_control(
            "How many cards are swapped",
            sizes,
            default=sizes[0],
            required=True,
            format_func=MANY.__getitem__,
            key=key_of("many"),
            on_change=chosen_now().clear,
            label_visibility="collapsed",
        )


def _each(live: Live) -> str:
    return ", two of each" if how_many(live) == 2 else ""


def _row(label: str, cards: Sequence[Card], what: str) -> None:
    """Draw three cards to choose from."""
    inks, state, chosen = colours(), st.session_state, chosen_now().get(what, [])
    key = f"{key_of(what)}_{state.get('live_row', 0)}"
    if state.get(key, chosen) != chosen:
        # Another row: of the old one the browser may still say what it showed before.
        state.live_row = state.get("live_row", 0) + 1
        key = f"{key_of(what)}_{state.live_row}"
    st.html(f"<style>{_TALL}</style>")
    st.segmented_control(
        label,
        cards[::-1],
        default=chosen,
        selection_mode="multi",
        format_func=lambda card: suits_coloured(pretty(card), inks),
        key=key,
        on_change=lambda: wholly(lambda: tapped_in_row(what, state[key])),
    )


def _deck(live: Live, moment: Moment) -> None:
    """Draw the deck with what is known on it: mine, open, in others' hands, laid aside."""
    view = moment.view
    marks = dict.fromkeys(view.hand, MINE) | dict.fromkeys(view.discards, GONE)
    marks |= dict.fromkeys(view.widow, GONE if moment.due == "widow" else OPEN)
    for seat, cards in enumerate(view.held):
        marks |= dict.fromkeys(cards, (str(seat), f"hand of seat {seat}"))
    for tapped in chosen_now().values():
        marks |= dict.fromkeys(tapped, CHOSEN)
    tap_deck(
        live.history.rules.pack, colours(), marks=marks, next_mark=CHOSEN, tapped=tapped_on_deck
    )
    aside = f", {GONE[0]} laid aside" if GONE in marks.values() else ""
    st.caption(f"{MINE[0]} mine, {OPEN[0]} open{aside}, a number: held by that seat")
