"""The live table that is open: in the session, in the address, and what can be taken back.

The address holds the whole history, so that a reload, a bookmark or another phone shows the
same table. What comes from there is somebody's text: it is read, checked, or refused.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import streamlit as st
from streamlit.runtime.scriptrunner import RerunException

from advisor.live import Live, LiveError
from advisor.live_text import from_link, to_link
from advisor.packed import PackedError
from advisor.rules import RulesError

if TYPE_CHECKING:
    from collections.abc import Callable

LINK: Final = "game"
"""Name of the parameter in the address."""


def open_table() -> None:
    """Read the table that the address names, if it is not the one that is open.

    A broken address costs nothing: the table that was open stays, and a sentence says why.
    """
    state, link = st.session_state, st.query_params.get(LINK, "")
    state.setdefault("live", None)
    state.setdefault("live_redo", [])
    state.setdefault("live_problem", "")
    known = state.setdefault("live_link", "")
    if link == known:
        return
    if not link:
        # Another page was looked at, whose address knows nothing of this table.
        st.query_params[LINK] = known
        return
    try:
        state.live, state.live_problem = from_link(link), ""
        state.live_link, state.live_redo = link, []
    except LiveError as error:
        state.live_problem = str(error)
        if known:
            st.query_params[LINK] = known
        else:
            del st.query_params[LINK]


def table() -> Live | None:
    """The table that is open; None before the first hand."""
    live: Live | None = st.session_state.live
    return live


def change(make: Callable[[], Live]) -> bool:
    """Write something down; a refusal is said and changes nothing."""
    state = st.session_state
    before: Live | None = state.live
    try:
        after = make()
    except (LiveError, PackedError, RulesError) as error:
        state.live_problem = str(error)
        return False
    state.live_redo = []
    _keep(after)
    return before != after


def write(make: Callable[[], Live]) -> None:
    """Write something down at a tap; see :func:`change`."""
    wholly(lambda: change(make))


def wholly(work: Callable[[], object]) -> None:
    """Do something to its end, even if somebody taps again meanwhile.

    Streamlit breaks off what runs for the next tap, wherever it looks at the session; the tap
    before it would be lost. So `work` is begun again, and only then the next one heard.

    Parameters
    ----------
    work
        What a tap does. It changes something in its last step only, so that it can be begun
        again.
    """
    next_tap = None
    while True:
        try:
            work()
        except RerunException as tap:
            next_tap = tap
        else:
            break
    if next_tap is not None:
        raise next_tap


def take_back(make: Callable[[], Live]) -> None:
    """Take something back in such a way that it can be done again."""
    state = st.session_state
    before, ahead = state.live, state.live_redo
    if change(make):
        state.live_redo = [*ahead, before]


def redo() -> None:
    """Do again what was taken back last."""
    state = st.session_state
    if state.live_redo:
        *ahead, after = state.live_redo
        _keep(after)
        state.live_redo = ahead


def leave() -> None:
    """Leave the table; one step of redo brings it back."""
    state = st.session_state
    state.live_redo = [*state.live_redo, state.live]
    state.live, state.live_link, state.live_problem = None, "", ""
    st.query_params.pop(LINK, None)


def dropped() -> int:
    """How many of the oldest hands the address cannot hold."""
    return int(st.session_state.get("live_dropped", 0))


def _keep(live: Live) -> None:
    state, problem = st.session_state, ""
    try:
        link, state.live_dropped = to_link(live)
    except LiveError as error:
        problem = str(error)
    else:
        st.query_params[LINK] = state.live_link = link
    state.live_problem = problem
    # The last step: see wholly.
    state.live = live
