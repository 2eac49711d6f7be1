"""How a hand ends at a live table: who pays, who shows what, and the next deal."""

from __future__ import annotations

import streamlit as st

from advisor.live import Live, Moment, settle
from advisor.live_text import show_by_text
from advisor.live_words import outcome_words, seat_name
from advisor.position import OUT
from advisor.web.live_setup import next_hand
from advisor.web.live_state import write
from advisor.web.show import plain, sentence


def payment(live: Live, moment: Moment) -> None:
    """Hands have been compared: ask who pays."""
    knocker = moment.view.knocked_by
    st.markdown("Everybody has had a last turn. **Who pays?**")
    most = max(1, live.history.rules.knocker_lowest_pays)
    paying = st.pills(
        "Who pays a token",
        moment.view.order,
        selection_mode="multi",
        format_func=lambda seat: seat_name(seat, live.seat),
        key="live_paying",
        label_visibility="collapsed",
    )
    twice = False
    if most > 1 or live.history.rules.knocker_tied_lowest == "double":
        twice = st.toggle(f"The knocker ({seat_name(knocker or 0, live.seat)}) pays 2")
    paid = {seat: 2 if twice and seat == knocker else 1 for seat in paying or ()}
    st.button("Write it down", on_click=write, args=(lambda: settle(live, paid),))
    shown(live, moment)


def shown(live: Live, moment: Moment) -> None:
    """Draw what writes down that somebody lays a hand open."""
    with st.container(horizontal=True, gap="xsmall", vertical_alignment="bottom"):
        others = [seat for seat in moment.view.order if seat != live.seat]
        seat = st.selectbox(
            "Hand of",
            others,
            format_func=lambda seat: seat_name(seat, live.seat),
            key=f"live_shower_{len(live.history.hands)}",
            filter_mode=None,
            width=120,
        )
        cards = st.text_input("Cards shown", key="live_shown", placeholder="Ah Kh Qh", width=160)
        st.button("Shows", on_click=write, args=(lambda: show_by_text(live, seat or 0, cards),))
    st.caption(
        "When all hands have been shown, who pays follows by itself."
        if moment.due == "payment"
        else "Whoever holds 31 must show it; the hand ends at once."
    )


def over(live: Live, moment: Moment) -> None:
    """The hand is over: say so, and ask for the next deal."""
    outcome = live.hand.outcome
    if outcome is not None:
        st.markdown(f"**{plain(sentence(outcome_words(outcome, live.seat)))}**")
    if moment.why:
        st.caption(plain(sentence(moment.why)))
    match = live.match
    if match.winner is not None:
        who = "You take" if match.winner == live.seat else f"Seat {match.winner} takes"
        st.success(f"{who} the pot.", icon=":material/trophy:")
    elif match.tokens[live.seat] == OUT:
        st.info("You are out.", icon=":material/sentiment_dissatisfied:")
    else:
        st.markdown("**The next hand: your cards, then the top card**")
        next_hand(live)
