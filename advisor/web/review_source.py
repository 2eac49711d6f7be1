"""The game that is reviewed: from a file, pasted, or in the address."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import streamlit as st

from advisor.example_game import example_game
from advisor.example_widow import example_widow
from advisor.packed import PackedError, decoded, packed, unpacked
from advisor.referee.history import HistoryError, parse_history

if TYPE_CHECKING:
    from collections.abc import Callable

LINK: Final = "history"
MEGABYTES: Final = 1


def open_source() -> None:
    """Read the game that the address holds, if it is not the one that is open."""
    state, link = st.session_state, st.query_params.get(LINK, "")
    state.setdefault("rv_text", "")
    state.setdefault("rv_problem", "")
    known = state.setdefault("rv_link", "")
    if link == known:
        return
    if link:
        try:
            _take(unpacked(link))
        except (PackedError, HistoryError) as error:
            state.rv_problem = str(error)
    if state.rv_link:
        st.query_params[LINK] = state.rv_link
    else:
        st.query_params.pop(LINK, None)


def source() -> str:
    """Ask for a game; give its text, empty before there is one."""
    text = str(st.session_state.rv_text)
    with st.expander("Open a game", icon=":material/folder_open:", expanded=not text):
        st.file_uploader(
            "A saved game",
            type=["txt"],
            max_upload_size=MEGABYTES,
            key="rv_file",
            on_change=_opened,
        )
        st.text_area("Or paste one", key="rv_pasted", height=140, placeholder="rules scat …")
        with st.container(horizontal=True, gap="xsmall"):
            st.button("Review what is pasted", on_click=_pasted)
            if not text:
                st.button("Show me an example", on_click=_try, args=(example_game,))
                st.button("One with three open cards", on_click=_try, args=(example_widow,))
        if text:
            st.code(text, language=None, height=200)
            if not st.session_state.rv_link:
                st.caption("This game is too long for the address: keep its file.")
    return text


def _opened() -> None:
    file = st.session_state.rv_file
    if file is not None:
        _try(lambda: decoded(file.getvalue()))


def _pasted() -> None:
    _try(lambda: st.session_state.rv_pasted or "")


def _try(read: Callable[[], str]) -> None:
    """Take a game over, or say what is wrong with it and keep the one before."""
    state = st.session_state
    try:
        _take(read())
    except (PackedError, HistoryError) as error:
        state.rv_problem = str(error)


def _take(text: str) -> None:
    """Take a game over if it is one."""
    state = st.session_state
    parse_history(text)
    state.rv_text, state.rv_problem, state.rv_link = text, "", packed(text)
    if state.rv_link:
        st.query_params[LINK] = state.rv_link
    else:
        st.query_params.pop(LINK, None)
