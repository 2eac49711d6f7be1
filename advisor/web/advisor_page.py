"""The page where a hand is entered and the best move is read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import streamlit as st

from advisor.limits import LimitError
from advisor.players.thumb import PlayerError
from advisor.web import answer, entry, others, settings
from advisor.web.compute import warm_up
from advisor.web.next_step import next_step
from advisor.web.odds_panel import odds_panel
from advisor.web.refining import answers, compared
from advisor.web.samples import is_example
from advisor.web.show import plain, sentence
from advisor.web.state import Question, open_question, question
from advisor.web.widow_odds import widow_odds

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

    from advisor.advise import Advice
    from advisor.position import Position


# On a phone the answer must be on the first screen; the title alone says what the page is for.
_SMALL: Final = """
@media (max-width: 640px) {
  [data-testid="stLayoutWrapper"]:has(> .st-key-names) { display: none; }
}
"""


def page() -> None:
    """Draw the page."""
    title = st.container(horizontal=True, vertical_alignment="bottom")
    st.html(f"<style>{_SMALL}</style>")
    left, right = st.columns(2, gap="medium")
    below = st.container()
    with st.expander("This question in one line", icon=":material/link:"):
        entry.link_field()
    open_question()
    asked = question()
    with title:
        _title(asked.rules.game)
    card = right.container(border=True, gap="small")
    moves = below.container()
    if asked.position is not None:
        # What is exact comes first, wherever it stands.
        with below:
            panel = odds_panel if asked.rules.game == "scat" else widow_odds
            panel(asked.position, entry.colours())
    with left:
        entry.cards(asked, settings.buttons)
        entry.table(asked)
        settings.in_force(asked)
    if asked.position is None:
        with card:
            _not_yet(asked)
        return
    _advise(asked.position, card, moves, below)


_TITLES: Final = {
    "scat": ("Knock, take or draw?", "Thirty-One (31, Scat, Blitz)"),
    "widow": (
        "Knock, swap or pass?",
        "Thirty-One with three open cards (Schnauz, Schwimmen, Knack)",
    ),
}
_SHARPER: Final = {
    "scat": "Discards you have seen make the answer sharper, but are not needed.",
    "widow": "Cards that the others were seen to take make the answer sharper, but are not needed.",
}


_MORE: Final = "The time was up: go on from here for another second."


def _title(game: str) -> None:
    title, names = _TITLES[game]
    st.title(title, anchor=False, width="content")
    example = is_example()
    with st.container(key="names", width="content"):
        st.caption(names if example else f"{names}: enter your cards and read the best move.")
    if example:
        st.caption("An example: tap your own cards.", width="content")


def _not_yet(asked: Question) -> None:
    if step := next_step(asked):
        st.header(step, anchor=False)
        st.markdown(_SHARPER[asked.rules.game])
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
        _get_ready(position.rules.game)
    game, trials = position.rules.game, state.trials
    opponents, equity = state[settings.OPPONENTS[game]], settings.equity(game)
    try:
        for found in answers(
            position, opponents=opponents, seed=int(state.seed), trials=trials, equity=equity
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
    with progress.container(horizontal=True, vertical_alignment="center"):
        st.caption(_basis(found))
        if found.stopped == "time":
            # Whatever makes the page run again goes on where the time was up.
            st.button("Play out more", type="tertiary", icon=":material/add:", help=_MORE)
    if settings.is_contrast(game):
        with card:
            others.against_others(compared(found, trials=trials, equity=equity))
    with below:
        answer.after_draw(found)
        answer.footnotes(found)


def _get_ready(game: str) -> None:
    """Say that kernels are being compiled while they are."""
    waiting = None
    for waited in warm_up(game):
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
