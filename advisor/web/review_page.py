"""Review: a recorded game, every decision graded, on a timeline of winning chances."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pandas as pd
import streamlit as st

from advisor.cards import pretty
from advisor.graded import GOOD, Decision
from advisor.limits import LimitError
from advisor.live_words import seat_name
from advisor.players.thumb import PlayerError
from advisor.position import parse_position
from advisor.referee.history import HistoryError, parse_history
from advisor.rules import RulesError
from advisor.tables import estimate_text
from advisor.web.entry import colours
from advisor.web.live_advice import what_if
from advisor.web.live_cards import my_cards
from advisor.web.review_compute import known_seats, reviewed
from advisor.web.review_source import open_source, source
from advisor.web.review_timeline import SIGNS, timeline
from advisor.web.show import plain, rules_line, sentence, suits_coloured
from advisor.web.widow_stakes import stakes
from advisor.widow.beliefs import BeliefError
from advisor.written import card_drawn

if TYPE_CHECKING:
    from advisor.graded import Review, SeatReview
    from advisor.referee.history import History

NOBODY: Final = -1
"""Stands for a seat that is not the reader's, since every history names seats by number."""
CAME: Final = {"deal": "dealt", "draw": "drawn", "fresh": "fresh open cards"}


def page() -> None:
    """Draw the page."""
    open_source()
    st.title("Review", anchor=False)
    text = source()
    if problem := st.session_state.rv_problem:
        st.error(plain(sentence(problem)), icon=":material/error:")
    if not text:
        st.markdown(
            "Open a game saved at the table, in the trainer or by `thirtyone play`: every "
            "decision is graded by the chance to win that it cost. Both games are graded."
        )
        return
    try:
        _graded(text)
    except (BeliefError, HistoryError, LimitError, PlayerError, RulesError) as error:
        st.error(plain(sentence(str(error))), icon=":material/error:")


def _graded(text: str) -> None:
    """Grade the seat that is asked for, and draw what came out."""
    seats, history = known_seats(text), parse_history(text)
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        seat = st.selectbox(
            "Whose decisions",
            seats,
            format_func=lambda seat: seat_name(seat, NOBODY),
            key="rv_seat",
            filter_mode=None,
            width=160,
        )
        luck = st.toggle("Luck too (takes longer)", key="rv_luck")
    place = st.empty()

    def progress(share: float) -> None:
        place.progress(share, "Playing out hands for every decision…")

    found = reviewed(text, seat, with_luck=luck, progress=progress)
    place.empty()
    (mine,) = found.seats
    won = stakes(history.rules).pot
    st.caption(f"Rules in force: {plain(rules_line(history.rules))}")
    _summary(mine, won, with_luck=luck)
    if mine.decisions:
        timeline(mine, won)
        _decisions(mine, history)
    _turning_points(found)
    with st.expander("What this rests on", icon=":material/info:"):
        st.markdown("\n".join(f"- {plain(sentence(note))}" for note in found.notes))


def _summary(mine: SeatReview, won: str, *, with_luck: bool) -> None:
    """Draw the verdict in a few numbers."""
    with st.container(horizontal=True, gap="small"):
        st.metric("Plays like", mine.word)
        st.metric(
            "Lost by a decision",
            estimate_text(mine.rate),
            help=f"What a decision cost in the mean, in points of: {won.lower()}.",
        )
        st.metric("Lost by all", estimate_text(mine.loss))
        if with_luck:
            st.metric(
                "Luck",
                estimate_text(mine.luck),
                help="What the cards that came were worth above what was to be expected.",
            )
        for grade, count in mine.grades.items():
            st.metric(f"{SIGNS[grade]} {grade.capitalize()}", count)


def _decisions(mine: SeatReview, history: History) -> None:
    """Draw one decision to look at closely, and the table of all."""
    numbers = range(len(mine.decisions))
    worst = max(numbers, key=lambda number: mine.decisions[number].loss.mean)
    number = st.selectbox(
        "Jump to a decision",
        numbers,
        index=worst,
        format_func=lambda number: _title(number, mine.decisions[number]),
        key=f"rv_number_{mine.seat}_{len(mine.decisions)}",
        filter_mode=None,
    )
    left, right = st.columns(2, gap="medium")
    with left:
        _closely(mine.decisions[number], history)
    rows = [_row(decision) for decision in mine.decisions]
    right.dataframe(pd.DataFrame(rows), hide_index=True, height=330, alt="All decisions")


def _title(number: int, decision: Decision) -> str:
    sign = SIGNS[decision.grade]
    return f"{number + 1}. hand {decision.hand}: {sign} {decision.grade}, {decision.made}"


def _closely(decision: Decision, history: History) -> None:
    """Draw one decision."""
    position = parse_position(decision.position)
    throw = decision.kind == "throw"
    my_cards(position, card_drawn(history, decision.hand, decision.line) if throw else None)
    won = stakes(history.rules).pot
    lines = [
        f"**{sentence(decision.made).rstrip('.')}**: {SIGNS[decision.grade]} {decision.grade}",
        f"costs {estimate_text(decision.loss)}",
    ]
    if decision.grade != GOOD:
        lines.append(f"better: **{decision.best}**")
    lines.append(f"{won[:1].lower()}{won[1:]} after the best move: {estimate_text(decision.pot)}")
    st.markdown(suits_coloured("\n".join(f"- {line}" for line in lines), colours()))
    what_if(position)
    if position.rules.game == "widow" and position.turn:
        st.caption("The Advisor page sees this table, but not the moves that led to it.")


def _row(decision: Decision) -> dict[str, str]:
    return {
        "Hand": str(decision.hand),
        "Grade": f"{SIGNS[decision.grade]} {decision.grade}",
        "Did": decision.made,
        "Cost": estimate_text(decision.loss),
        "Best": decision.best,
    }


def _turning_points(found: Review) -> None:
    """List the moments of much luck or loss."""
    if not found.turning_points:
        return
    with st.expander("Turning points", icon=":material/timeline:"):
        lines = []
        for moment in found.turning_points:
            said = (
                f"{moment.made} cost {estimate_text(moment.loss)}"
                if isinstance(moment, Decision)
                else f"{CAME[moment.kind]} {' '.join(map(pretty, moment.cards))}: "
                f"luck {estimate_text(moment.luck)}"
            )
            lines.append(f"- hand {moment.hand}: {said}")
        st.markdown(suits_coloured("\n".join(lines), colours()))
