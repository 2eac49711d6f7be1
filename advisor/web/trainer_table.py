"""What is seen of a game in the trainer: the seats, and what has happened."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import streamlit as st

from advisor.live_words import event_words, seat_name, stand_words
from advisor.tutor import ME
from advisor.web.entry import colours
from advisor.web.show import plain, rules_line, suits_coloured

if TYPE_CHECKING:
    from advisor.tutor import Game, Scene

LAST: Final = 8
"""Moves that are shown."""


def table(playing: Game, at: Scene) -> None:
    """Draw how everybody stands, and what is played."""
    seats = [
        f"{seat_name(seat, ME)} {stand_words(at.match, seat)}"
        f"{', deals' if seat == at.view.dealer else ''}"
        f"{', knocked' if seat == at.view.knocked_by else ''}".replace(" ", "\N{NO-BREAK SPACE}")
        for seat in range(playing.players)
    ]
    st.markdown("  ·  ".join(seats))
    st.caption(
        f"The others play like {plain(playing.opponents)}. Rules in force: "
        f"{plain(rules_line(playing.rules))}"
    )


def news(at: Scene) -> None:
    """Draw what has happened in this hand, the latest last."""
    events, game = at.history.hands[-1].events, at.history.rules.game
    told = [event_words(event, ME, game=game) for event in events]
    said = [f"{n}. {words}" for n, words in enumerate(told, start=1)][-LAST:]
    st.markdown("**What has happened**")
    st.markdown(suits_coloured("\n".join(said) or "Nothing yet: you begin.", colours()))
