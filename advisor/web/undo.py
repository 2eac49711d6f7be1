"""Taking back and making again: what stood in the fields after each change."""

from __future__ import annotations

import time
from typing import Any, Final

import streamlit as st

from advisor.rules import SWITCHES
from advisor.web.fields import EMPTY

MOST: Final = 100
"""Changes that can be taken back."""

SOON_S: Final = 3.0
"""So long after a change the browser may not have heard of it."""
MOST_OLD: Final = 8

_FIELDS: Final = (*EMPTY, "preset", "pos", *(f"sw_{switch.name}" for switch in SWITCHES))


def remember() -> None:
    """Keep what the fields say now, if it is something new."""
    state, now = st.session_state, _snapshot()
    before = state.get("undo_now")
    if before == now:
        return
    if before is not None:
        state.undo_past = [*state.get("undo_past", []), before][-MOST:]
        state.undo_future = []
    state.undo_now, state.undo_at = now, time.monotonic()


def can_undo() -> bool:
    """Whether there is a change to take back."""
    return bool(st.session_state.get("undo_past"))


def can_redo() -> bool:
    """Whether a change was taken back and none was made since."""
    return bool(st.session_state.get("undo_future"))


def undo() -> None:
    """Take back the last change."""
    _step("undo_past", "undo_future")


def redo() -> None:
    """Make the change again that was taken back."""
    _step("undo_future", "undo_past")


def mend() -> None:
    """Write back what the browser did not know yet when it sent what the fields say.

    Who is quick taps a card before the answer to the last one has arrived. The browser then
    sends the old texts of all fields along, as if somebody had typed them.
    """
    state = st.session_state
    if time.monotonic() - state.get("undo_at", 0.0) > SOON_S:
        return
    now, past = state.undo_now, state.get("undo_past", [])[-MOST_OLD:]
    for name in _FIELDS:
        if state.get(name) != now[name] and any(state.get(name) == old[name] for old in past):
            state[name] = now[name]


def _step(source: str, target: str) -> None:
    state = st.session_state
    if not state.get(source):
        return
    *rest, found = state[source]
    state[target] = [*state.get(target, []), state.undo_now]
    state[source], state.undo_now = rest, found
    state.update(found)
    state.read, state.link_problems = found["pos"], []


def _snapshot() -> dict[str, Any]:
    return {name: st.session_state.get(name) for name in _FIELDS}
