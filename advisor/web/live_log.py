"""What has been written down: to take back, correct, save and load."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import streamlit as st

from advisor.live import Live, back_to, correct, take_back
from advisor.live_text import from_text, to_text
from advisor.live_words import event_words
from advisor.packed import decoded
from advisor.web import live_state
from advisor.web.entry import colours
from advisor.web.live_advice import review_link
from advisor.web.live_setup import deal_fields
from advisor.web.live_state import change, write
from advisor.web.show import suits_coloured

if TYPE_CHECKING:
    from streamlit.runtime.uploaded_file_manager import UploadedFile

MEGABYTES: Final = 1
CORRECTIONS: Final = {
    "scat": "draw ? throw 4d (? for a card that you did not see); take 9c throw 4d; knock",
    "widow": "swap Qd for Ad; pass; knock; for a fresh widow its three cards",
}


def undo_buttons(live: Live | None) -> None:
    """Draw what takes the last thing back, and does it again."""
    with st.container(horizontal=True, gap="xsmall"):
        if live is not None:
            st.button(
                "Take back",
                icon=":material/undo:",
                on_click=live_state.take_back,
                args=(lambda: take_back(live),),
            )
        if st.session_state.live_redo:
            st.button("Again", icon=":material/redo:", on_click=live_state.redo)


def moves(live: Live) -> None:
    """Draw the moves of this hand, each to be corrected or taken back."""
    events, inks, game = live.hand.events, colours(), live.history.rules.game
    words = [event_words(event, live.seat, game=game) for event in events]
    said = [f"{n}. {text}" for n, text in enumerate(words, start=1)]
    with st.expander(f"This hand, move by move ({len(events)})", icon=":material/list:"):
        st.markdown(suits_coloured("\n".join(said) or "Nothing has happened yet.", inks))
        if events:
            _correction(live, said)
        deal_fields(live)


def _correction(live: Live, said: list[str]) -> None:
    events = live.hand.events
    index = st.selectbox(
        "Correct a move",
        range(len(events)),
        index=len(events) - 1,
        format_func=said.__getitem__,
        key=f"live_fix_{len(live.history.hands)}_{len(events)}",
        filter_mode=None,
    )
    written = str(events[index]).partition(" ")[2]
    text = st.text_input(
        "What happened",
        written,
        key=f"live_fixed_{len(live.history.hands)}_{index}_{written}",
        help=CORRECTIONS[live.history.rules.game],
    )
    with st.container(horizontal=True, gap="xsmall"):
        st.button("Correct it", on_click=write, args=(lambda: correct(live, index, text),))
        st.button(
            "Take back this and all after it",
            on_click=live_state.take_back,
            args=(lambda: back_to(live, index),),
        )


def files(live: Live | None) -> None:
    """Draw what saves the table and opens a saved one."""
    with st.expander("Save, open, leave", icon=":material/save:"):
        if live is not None:
            _save(live)
        st.file_uploader(
            "Open a saved table",
            type=["txt"],
            max_upload_size=MEGABYTES,
            key="live_file",
            on_change=_opened,
        )
        st.text_area("Or paste one", key="live_pasted", height=110, placeholder="rules scat …")
        st.button("Open what is pasted", on_click=_pasted)


def _save(live: Live) -> None:
    text = to_text(live)
    with st.container(horizontal=True, gap="xsmall"):
        st.download_button(
            "Save as a file",
            text,
            file_name="thirty-one.txt",
            mime="text/plain",
            icon=":material/download:",
            on_click="ignore",
        )
        st.button("Leave this table", icon=":material/logout:", on_click=live_state.leave)
    if gone := live_state.dropped():
        st.caption(f"The address holds the latest hands; for the first {gone}, save the file.")
    review_link(text)
    st.code(text, language=None, height=220)


def _opened() -> None:
    file: UploadedFile | None = st.session_state.live_file
    if file is not None:
        change(lambda: from_text(decoded(file.getvalue())))


def _pasted() -> None:
    text = st.session_state.live_pasted or ""
    if change(lambda: from_text(text)):
        st.session_state.live_pasted = ""
