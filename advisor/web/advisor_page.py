"""The page where a hand is entered and the best move is read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from advisor.limits import LimitError
from advisor.players.thumb import PlayerError
from advisor.web import answer, entry, settings
from advisor.web.compute import answers, warm_up
from advisor.web.odds_panel import odds_panel
from advisor.web.show import plain, sentence
from advisor.web.state import Question, next_step, open_question, question

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

    from advisor.advise import Advice
    from advisor.position import Position


def page() -> None:
    """Draw the page."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.title("Knock, take or draw?", anchor=False, width="content")
        st.caption("Thirty-One (31, Scat, Blitz): enter your cards and read the best move.")
    left, right = st.columns(2, gap="medium")
    below = st.container()
    with st.expander("This question in one line", icon=":material/link:"):
        entry.link_field()
    open_question()
    asked = question()
    with left:
        entry.cards(asked)
        entry.table(asked)
        settings.rarely(asked)
    card = right.container(border=True, gap="small")
    if asked.position is None:
        with card:
            _not_yet(asked)
        return
    moves = below.container()
    with below:
        odds_panel(asked.position, entry.colours())
    _advise(asked.position, card, moves, below)


def _not_yet(asked: Question) -> None:
    if step := next_step(asked):
        st.header(step, anchor=False)
        st.markdown("Discards you have seen make the answer sharper, but are not needed.")
        return
    st.header("This is not a question yet", anchor=False)
    st.markdown("\n".join(f"- {plain(sentence(problem.text))}" for problem in asked.problems))


def _advise(
    position: Position, card: DeltaGenerator, moves: DeltaGenerator, below: DeltaGenerator
) -> None:
    """Answer better and better, in the same place.

    Nothing is drawn before there is an answer, so that the one before fades instead of
    leaving a hole.
    """
    state, colours, places = st.session_state, entry.colours(), None
    with card:
        _get_ready()
    try:
        for found in answers(
            position, opponents=state.opponents, seed=int(state.seed), trials=state.trials
        ):
            place, progress, table = places = places or (card.empty(), card.empty(), moves.empty())
            with place.container(gap="xsmall"):
                answer.recommendation(found, colours)
                answer.options_chart(found)
            with table.container():
                answer.options_table(found)
            progress.caption(f":material/playing_cards: Playing out hands… {found.trials:,} so far")
    except (LimitError, PlayerError) as error:
        card.error(plain(sentence(str(error))))
        return
    progress.caption(_basis(found))
    with below:
        answer.after_draw(found)
        answer.footnotes(found)


def _get_ready() -> None:
    """Say that kernels are being compiled while they are."""
    waiting = None
    for waited in warm_up():
        waiting = waiting or st.empty()
        waiting.caption(f":material/hourglass: Getting ready to play out hands… {waited:.0f} s")
    if waiting:
        waiting.empty()


def _basis(found: Advice) -> str:
    if not found.trials:
        return ":material/verified: Every number is exact."
    return (
        f":material/casino: {found.trials:,} hands played out for each move, seed {found.seed}; "
        f"opponents: {found.opponents}"
    )
