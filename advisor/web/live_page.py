"""The live table: a real game written down as it happens, with advice at every turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import streamlit as st

from advisor.live_words import seat_name, stand_words
from advisor.web import live_advice, live_log
from advisor.web.live_cards import my_cards
from advisor.web.live_end import shown
from advisor.web.live_entry import panel
from advisor.web.live_reads import others
from advisor.web.live_setup import setup
from advisor.web.live_state import open_table, table
from advisor.web.live_widow_entry import my_31
from advisor.web.show import (
    coloured,
    plain,
    rules_line,
    sentence,
)

if TYPE_CHECKING:
    from advisor.live import Live, Moment


# On a phone, where columns lie beneath each other, the answer comes before the deck.
_ANSWER_FIRST: Final = """
@media (max-width: 640px) { [data-testid="stColumn"]:has(.st-key-live_answer) { order: -1; } }
"""


def page() -> None:
    """Draw the page."""
    open_table()
    live = table()
    st.title("At the table", anchor=False)
    if problem := st.session_state.live_problem:
        st.error(plain(sentence(problem)), icon=":material/error:")
    if live is None:
        live_log.undo_buttons(live)
        setup()
        live_log.files(live)
        return
    moment = live.moment
    _table(live, moment)
    game = live.history.rules.game
    model = live_advice.model(game)
    entry, answer = st.columns(2, gap="medium")
    with entry:
        _due(live, moment)
    if moment.seat == live.seat:
        st.html(f"<style>{_ANSWER_FIRST}</style>")
        with answer.container(border=True, key="live_answer"):
            _answer(moment, model)
    if moment.due != "deal":
        others(live, moment, model)
        live_advice.choose_model(game)
    live_log.moves(live)
    live_log.files(live)


def _table(live: Live, moment: Moment) -> None:
    """Draw who sits where, his tokens, and whose turn it is."""
    match = live.match
    dealer = match.dealer if moment.due == "deal" else live.hand.dealer
    seats = []
    for seat in range(len(match.tokens)):
        name = seat_name(seat, live.seat)
        notes = ["deals"] if seat == dealer else []
        if seat == moment.view.knocked_by and moment.due != "deal":
            notes.append("knocked")
        text = f"{name}: {stand_words(match, seat)}{''.join(f', {note}' for note in notes)}"
        text = text.replace(" ", "\N{NO-BREAK SPACE}")
        seats.append(f"**▶ {coloured(text, 'green')}**" if seat == moment.seat else text)
    st.markdown("  ·  ".join(seats))
    st.caption(f"Rules in force: {plain(rules_line(live.history.rules))}")


def _due(live: Live, moment: Moment) -> None:
    """Draw what is to be written down."""
    whose = {
        "move": "Your turn" if moment.seat == live.seat else f"Seat {moment.seat}'s turn",
        "throw": "You have drawn",
        "widow": "All have passed",
        "payment": "Hands are compared",
        "deal": "The hand is over",
    }
    st.header(whose[moment.due], anchor=False)
    if moment.seat != live.seat or moment.due == "throw":
        my_cards(moment.view, moment.drawn)
    my_31(live, moment)
    panel(live, moment)
    live_log.undo_buttons(live)
    if moment.due == "move":
        with st.expander("Somebody shows 31", icon=":material/visibility:"):
            shown(live, moment)


def _answer(moment: Moment, model: str) -> None:
    """Draw what to do."""
    if moment.drawn is None:
        live_advice.my_turn(moment.view, model, moment.log)
    else:
        live_advice.my_throw(moment.view, moment.drawn, model)
