"""The cards of a deal at a live table: two fields and a deck."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

import streamlit as st

from advisor.cards import Card, CardError, parse_cards, pretty
from advisor.web.entry import colours
from advisor.web.live_deck import tap_deck
from advisor.web.show import plain, sentence
from advisor.web.undo import MOST_OLD, SOON_S

if TYPE_CHECKING:
    from advisor.rules import Rules

FIELDS: Final = ("live_hand", "live_top")
OPEN: Final = {"scat": ("Top card", "4h", 1), "widow": ("Three open cards", "9h Ks 4c", 3)}
"""What is laid open in each game: the field, an example, and how many cards."""


def cards_of_deal(rules: Rules) -> None:
    """Draw the two fields and the deck: three taps for the hand, then what lies open."""
    opened, example, _ = OPEN[rules.game]
    labels = {"live_hand": ("My three cards", "Jc 10c Ad"), "live_top": (opened, example)}
    with st.container(horizontal=True, gap="small"):
        for key, (label, placeholder) in labels.items():
            st.text_input(
                label,
                key=key,
                on_change=_typed,
                bind="query-params",
                placeholder=placeholder,
                width=160,
            )
    placed, unread = _placed()
    for problem in unread.values():
        st.markdown(f":red[:material/error: {plain(sentence(problem))}]")
    signs = {"live_hand": ("✓", "my hand"), "live_top": ("▲", opened.lower())}
    marks = {card: signs[key] for card, key in placed.items()}
    tap_deck(
        rules.pack,
        colours(),
        marks=marks,
        next_mark=signs["live_hand"],
        tapped=lambda card: _tapped(card, rules.game),
        before=_mend,
    )


def _placed() -> tuple[dict[Card, str], dict[str, str]]:
    """Every card that the fields name with its field, and why a field cannot be read."""
    found: dict[Card, str] = {}
    unread = {}
    for key in FIELDS:
        try:
            found |= dict.fromkeys(parse_cards(st.session_state.get(key) or ""), key)
        except CardError as error:
            unread[key] = str(error)
    return found, unread


def _tapped(card: Card, game: str) -> None:
    """Put a card into the hand, then to the open ones; a second tap takes it away."""
    placed, unread = _placed()
    there = placed.pop(card, None)
    full = list(placed.values()).count("live_hand") == 3
    key = there or ("live_top" if full else "live_hand")
    kept = [pretty(other) for other, where in placed.items() if where == key]
    if there is None:
        # An open card too many takes the place of the one tapped before.
        most = OPEN[game][2] if key == "live_top" else 3
        kept = [*kept[: most - 1], pretty(card)]
    if key in unread:
        kept = [st.session_state[key], pretty(card)]
    _write(key, " ".join(kept))


def _write(key: str, text: str) -> None:
    """Write a field, and remember what stood in it and when."""
    state = st.session_state
    past = state.setdefault("live_past", {key: [] for key in FIELDS})
    past[key] = [*past[key], state.get(key) or ""][-MOST_OLD:]
    state.live_now = state.get("live_now", {}) | {key: text}
    state[key], state.live_at = text, time.monotonic()


def _typed() -> None:
    """Take what was typed, unless it is only what the browser had not forgotten yet."""
    _mend()
    st.session_state.live_now = {key: st.session_state.get(key) or "" for key in FIELDS}


def _mend() -> None:
    """Write back what the browser did not know yet when a quick tap came.

    It sends the old texts of the fields along, as if somebody had typed them.
    """
    state = st.session_state
    if time.monotonic() - state.get("live_at", 0.0) > SOON_S:
        return
    for key, text in state.live_now.items():
        if (state.get(key) or "") != text and (state.get(key) or "") in state.live_past[key]:
            state[key] = text


def clear() -> None:
    """Empty both fields, when their cards have been dealt."""
    for key in FIELDS:
        _write(key, "")
