"""Where cards lie: in the fields of the page, and in the hands of other seats."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

import streamlit as st

from advisor.cards import Card, CardError, parse_cards, pretty
from advisor.rules import PRESETS
from advisor.web.fields import ALL_PLACES

if TYPE_CHECKING:
    from collections.abc import Sequence

ECHO_S: Final = 1.0
"""So long after a tap the browser may still send what was before it."""

HELD: Final = "held"
"""How the name of another seat's hand begins among the places."""


def placed() -> dict[Card, str]:
    """Every card that the fields name, with its place; fields that cannot be read name none."""
    found: dict[Card, str] = {}
    for place in (*ALL_PLACES, *map(hand_of, st.session_state.held)):
        try:
            cards = parse_cards(text_of(place))
        except CardError:
            continue
        for card in cards:
            found.setdefault(card, place)
    return found


def hand_of(seat: int) -> str:
    """The place of cards that are known to be in the hand of another seat."""
    return f"{HELD}{seat}"


def text_of(place: str) -> str:
    """The text of a place: of a field, or of what another seat holds."""
    if place.startswith(HELD):
        return str(st.session_state.held.get(int(place.removeprefix(HELD)), ""))
    return str(st.session_state[place])


def write(place: str, text: str) -> None:
    """Write the text of a place."""
    state = st.session_state
    if place.startswith(HELD):
        seat = int(place.removeprefix(HELD))
        others = {other: held for other, held in state.held.items() if other != seat}
        state.held = others | ({seat: text} if text else {})
    else:
        state[place] = text


def next_place() -> str:
    """Where the next tap should put a card: the first place that is not full."""
    places = list(placed().values())
    if places.count("hand") < 3:
        return "hand"
    if PRESETS[st.session_state.preset].game == "scat":
        return "seen" if "top" in places else "top"
    return _other_hand(places) if places.count("widow") == 3 else "widow"


def _other_hand(places: Sequence[str]) -> str:
    """The first hand of somebody else of which a card is not known."""
    state = st.session_state
    hands = [hand_of(seat) for seat in range(int(state.players)) if seat != state.seat]
    return next((hand for hand in hands if places.count(hand) < 3), hands[-1])


def set_mode(place: str) -> None:
    """Let the next tap put a card elsewhere."""
    state = st.session_state
    state.mode_before, state.mode_now, state.mode_at = state.mode, place, time.monotonic()
    state.mode = place


def current_mode() -> str:
    """Where a tap puts a card.

    Who taps again before the answer to the last tap has arrived sends the old mode along.
    """
    state = st.session_state
    soon = time.monotonic() - state.get("mode_at", 0.0) < ECHO_S
    return str(state.mode_now if soon and state.mode == state.mode_before else state.mode)


def set_place(place: str, cards: Sequence[Card]) -> None:
    """Write the cards of one place the way people write them."""
    write(place, " ".join(map(pretty, cards)))
