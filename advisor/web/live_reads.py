"""What is known of the others at a live table: likely score, suit, and card by card."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import altair as alt
import pandas as pd
import streamlit as st

from advisor.cards import CARDS, SUIT_SYMBOLS, first_card, pretty, suit_of
from advisor.hands import points_text
from advisor.live_words import seat_name
from advisor.players.solved import SolvedError
from advisor.players.thumb import PlayerError
from advisor.reads import reads
from advisor.reasons import percent
from advisor.web import charts
from advisor.web.card_deck import ROWS
from advisor.web.live_advice import get_ready
from advisor.web.show import plain, sentence
from advisor.widow.beliefs import BeliefError

if TYPE_CHECKING:
    from advisor.live import Live, Moment
    from advisor.reads import Read

LIKELY: Final = 0.25
"""Chance from which a card has the darkest colour; the number says the rest."""
RANKS: Final = ("A", "K", "Q", "J", "10", *"98765432")


def others(live: Live, moment: Moment, model: str) -> None:
    """Draw what the others may hold, given all that has been seen."""
    if moment.view.widow:
        # What a move tells is worked out by compiled code there.
        get_ready("widow")
    try:
        known = reads(moment.view, model, moment.drawn, moment.log)
    except (BeliefError, PlayerError, SolvedError) as error:
        st.error(plain(sentence(str(error))))
        return
    table, cards = st.columns(2, gap="medium")
    table.markdown("**What the others may hold**")
    table.dataframe(
        pd.DataFrame([_row(read, live.seat) for read in known]),
        hide_index=True,
        column_config={
            "Score": st.column_config.TextColumn(help="Mean; in brackets: four hands of five."),
            "Beats you": st.column_config.TextColumn(
                help="Chance that the hand is higher than yours now."
            ),
            "Collects": st.column_config.TextColumn(
                help="The suit of which two or three cards are most likely held."
            ),
        },
        alt="Likely score, chance to beat you and suit of every opponent",
    )
    with cards:
        _cards_of(live, known)


def _row(read: Read, me: int) -> dict[str, str]:
    low, high = map(points_text, read.likely)
    return {
        "Player": seat_name(read.seat, me),
        "Score": f"{read.mean:.0f} ({low}–{high})",
        "Beats you": percent(read.ahead),
        "Collects": f"{SUIT_SYMBOLS[read.suit]} {percent(read.collects[read.suit])}",
    }


def _cards_of(live: Live, known: tuple[Read, ...]) -> None:
    """Draw card by card how likely one opponent holds it."""
    by_seat = {read.seat: read for read in known}
    seat = st.segmented_control(
        "Whose cards",
        list(by_seat),
        default=next(iter(by_seat)),
        required=True,
        format_func=lambda seat: seat_name(seat, live.seat),
        key=f"live_whose_{live.hand.tokens}",
        label_visibility="collapsed",
    )
    read = by_seat[seat]
    suits = [SUIT_SYMBOLS[suit] for suit in ROWS]
    rows = pd.DataFrame(
        [
            {
                "rank": pretty(card)[:-1],
                "suit": SUIT_SYMBOLS[suit_of(card)],
                "card": pretty(card),
                "chance": read.holds[card],
                "words": percent(read.holds[card]),
            }
            for card in CARDS
            if card >= first_card(live.history.rules.pack)
        ]
    )
    charts.draw(_heat_map(rows, suits), height=170, told=_told(read, live.seat))
    st.caption(
        f"Chance that {seat_name(read.seat, live.seat)} holds each card, if he plays like "
        f"{plain(read.model)}."
    )


def _heat_map(rows: pd.DataFrame, suits: list[str]) -> alt.LayerChart:
    base = alt.Chart(rows).encode(
        x=alt.X("rank:O", sort=list(RANKS), title=None, axis=alt.Axis(labelAngle=0, orient="top")),
        y=alt.Y("suit:O", sort=suits, title=None, axis=alt.Axis(labelFontSize=15)),
        tooltip=[alt.Tooltip("card:N", title="Card"), alt.Tooltip("words:N", title="Chance")],
    )
    # Pale, so that the number on it can be read; the number says the same as the colour.
    cells = base.mark_rect(opacity=0.35).encode(
        color=alt.Color("chance:Q", scale=alt.Scale(domain=[0, LIKELY], clamp=True), legend=None)
    )
    numbers = base.mark_text(fontSize=10).encode(
        text=alt.Text("chance:Q", format=".0%"),
        color=alt.value(charts.INK),
    )
    found: alt.LayerChart = cells + numbers
    return found


def _told(read: Read, me: int) -> str:
    best = sorted(CARDS, key=lambda card: -read.holds[card])[:6]
    listed = ", ".join(f"{pretty(card)} {percent(read.holds[card])}" for card in best)
    return f"Cards that {seat_name(read.seat, me)} most likely holds: {listed}"
