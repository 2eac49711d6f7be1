"""The page where a hand is entered and the best move is read."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from advisor.advise import Advice, AdviseError
from advisor.players.thumb import PlayerError
from advisor.position import Position
from advisor.web import answer, entry
from advisor.web.compute import answers, warm_up
from advisor.web.odds_panel import odds_panel
from advisor.web.show import plain, sentence
from advisor.web.state import Question, open_question, question


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
        entry.rarely(asked)
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
    st.subheader("Not a complete question yet", anchor=False)
    st.markdown("\n".join(f"- {plain(sentence(problem.text))}" for problem in asked.problems))


def _advise(
    position: Position, card: DeltaGenerator, moves: DeltaGenerator, below: DeltaGenerator
) -> None:
    """Answer better and better, in the same place."""
    state, colours = st.session_state, entry.colours()
    place, progress = card.empty(), card.empty()
    table, notes = moves.empty(), below.empty()
    for waited in warm_up():
        progress.caption(f":material/hourglass: Getting ready to play out hands… {waited:.0f} s")
    try:
        for found in answers(
            position, opponents=state.opponents, seed=int(state.seed), trials=state.trials
        ):
            with place.container(gap="small"):
                answer.recommendation(found, colours)
                answer.options_chart(found)
            with table.container():
                answer.options_table(found)
            progress.caption(f":material/playing_cards: Playing out hands… {found.trials:,} so far")
    except (AdviseError, PlayerError) as error:
        place.error(plain(sentence(str(error))))
        progress.empty()
        return
    progress.caption(_basis(found))
    with notes.container():
        answer.after_draw(found)
        answer.footnotes(found)


def _basis(found: Advice) -> str:
    if not found.trials:
        return ":material/verified: Every number is exact."
    return (
        f":material/casino: {found.trials:,} hands played out for each move in "
        f"{found.elapsed_s:.1f} s, seed {found.seed}. Opponents: {found.opponents}."
    )
