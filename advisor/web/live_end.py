"""How a hand ends at a live table: who pays, who shows what, and the next deal."""

from __future__ import annotations

from typing import Final

import streamlit as st

from advisor.live import Live, Moment, settle
from advisor.live_text import show_by_text
from advisor.live_words import outcome_words, seat_name
from advisor.match.worth import for_tokens
from advisor.position import OUT
from advisor.web.live_setup import next_hand
from advisor.web.live_state import write
from advisor.web.show import plain, sentence

SHOWING: Final = {
    "scat": "Whoever holds 31 must show it; the hand ends at once.",
    "widow": "31 may be shown when it is made or dealt, or at the start of one's own turn; the "
    "hand ends at once.",
}
NEXT: Final = {"scat": "the top card", "widow": "the three open cards"}


def payment(live: Live, moment: Moment) -> None:
    """Hands have been compared, or 31 was shown: ask who pays or takes the pot."""
    if for_tokens(live.history.rules):
        _who_pays(live, moment)
    else:
        _who_takes(live, moment)
    shown(live, moment)


def _who_takes(live: Live, moment: Moment) -> None:
    st.markdown("**Who takes the pot?** Equal hands share it: tap all of them.")
    takers = _seats(live, moment, "Who takes the pot", "live_taking")
    st.button("Write it down", on_click=write, args=(lambda: settle(live, pot=takers),))


def _who_pays(live: Live, moment: Moment) -> None:
    knocker = moment.view.knocked_by
    st.markdown("**Who pays?**")
    most = max(1, live.history.rules.knocker_lowest_pays)
    paying = _seats(live, moment, "Who pays a token", "live_paying")
    twice = False
    if most > 1 or live.history.rules.knocker_tied_lowest == "double":
        twice = st.toggle(f"The knocker ({seat_name(knocker or 0, live.seat)}) pays 2")
    paid = {seat: 2 if twice and seat == knocker else 1 for seat in paying}
    st.button("Write it down", on_click=write, args=(lambda: settle(live, paid),))


def _seats(live: Live, moment: Moment, label: str, key: str) -> list[int]:
    return st.pills(
        label,
        moment.view.order,
        selection_mode="multi",
        format_func=lambda seat: seat_name(seat, live.seat),
        key=key,
        label_visibility="collapsed",
    )


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
        "When all hands have been shown, who pays or takes the pot follows by itself."
        if moment.due == "payment"
        else SHOWING[live.history.rules.game]
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
        st.markdown(f"**The next hand: your cards, then {NEXT[live.history.rules.game]}**")
        next_hand(live)
