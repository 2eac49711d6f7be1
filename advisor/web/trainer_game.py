"""A whole game in the trainer: opponents of choice, and a tutor who warns before an error."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

import streamlit as st

from advisor.cards import pretty
from advisor.hands import points_text, score
from advisor.live import Live
from advisor.live_text import to_text
from advisor.live_words import outcome_words, seat_name
from advisor.moves import Move, legal_moves
from advisor.rules import PRESET_WORDS, PRESETS
from advisor.tutor import ME, NEXT, OPPONENTS, model_for, new_game, scene, warning
from advisor.tutor_codes import code_of
from advisor.web import live_advice
from advisor.web.entry import colours
from advisor.web.live_advice import review_link
from advisor.web.live_cards import my_cards
from advisor.web.show import cost, plain, sentence, suits_coloured
from advisor.web.trainer_score import how_strict, least_loss, presets_of, which_game
from advisor.web.trainer_state import SEEDS, leave_game, play
from advisor.web.trainer_table import news, table

if TYPE_CHECKING:
    from advisor.tutor import Game, Scene, Warned


def game() -> None:
    """Draw the game, or what begins one."""
    playing: Game | None = st.session_state.tr_game
    if playing is None:
        _begin()
        return
    at = scene(playing)
    table(playing, at)
    left, right = st.columns(2, gap="medium")
    with left:
        if at.why:
            _over(playing, at)
        elif st.session_state.tr_warned is not None:
            _warned(playing, at, *st.session_state.tr_warned)
        else:
            _choices(playing, at)
    with right:
        if not at.why:
            _hint(playing, at)
        news(at)
        st.button("Leave the game", icon=":material/logout:", on_click=leave_game)


def _begin() -> None:
    which = which_game("tr_which_played")
    st.markdown("Play for the pot. Before a costly mistake the tutor asks whether you are sure.")
    with st.container(horizontal=True, gap="small"):
        rules = PRESETS[
            st.selectbox(
                "Rules", presets_of(which), format_func=PRESET_WORDS.__getitem__, width=380
            )
        ]
        players = st.selectbox(
            "Players", range(2, min(9, rules.max_players) + 1), index=1, filter_mode=None, width=100
        )
        others = st.selectbox("The others play like", OPPONENTS[which], filter_mode=None, width=180)
    how_strict()
    seed = secrets.randbelow(SEEDS)
    st.button(
        "Deal",
        icon=":material/play_arrow:",
        on_click=play,
        args=(lambda: new_game(rules, players, others, seed),),
    )


def _choices(playing: Game, at: Scene) -> None:
    """Draw my cards and a button for everything that I can do."""
    st.header("What do you throw?" if at.drawn is not None else "Your turn", anchor=False)
    if at.view.knocked_by is not None:
        st.markdown(f"**Seat {at.view.knocked_by} has knocked. This is your last turn.**")
    my_cards(at.view, at.drawn)
    if at.drawn is None:
        moves = legal_moves(at.view)
    else:
        moves = tuple(Move("take", at.drawn, card) for card in (*at.view.hand, at.drawn))
    with st.container(horizontal=True, gap="xsmall"):
        for number, move in enumerate(moves):
            st.button(
                suits_coloured(_words(at, move), colours()),
                key=f"tr_play_{len(playing.done)}_{number}",
                on_click=_try,
                args=(playing, at, move),
            )
    how_strict()


def _hint(playing: Game, at: Scene) -> None:
    """Say what to do to those who ask."""
    if not st.toggle("Show me the best move", key="tr_hint", persist_state="session"):
        return
    model = model_for(playing.opponents, playing.rules)
    with st.container(border=True):
        if at.drawn is None:
            live_advice.my_turn(at.view, model, at.log)
        else:
            live_advice.my_throw(at.view, at.drawn, model)


def _words(at: Scene, move: Move) -> str:
    if at.drawn is not None and move.discard is not None:
        return f"Throw {pretty(move.discard)}"
    return sentence(move.words()).rstrip(".")


def _try(playing: Game, at: Scene, move: Move) -> None:
    """Do it, unless the tutor has something to say first."""
    least = least_loss()
    said = None if least is None else warning(at, move, playing.opponents, least)
    if said is None:
        _do(playing, at, move)
    else:
        st.session_state.tr_warned = (move, said)


def _do(playing: Game, at: Scene, move: Move) -> None:
    play(lambda: playing.doing(code_of(move, drawn=at.drawn is not None)))


def _warned(playing: Game, at: Scene, move: Move, said: Warned) -> None:
    """Ask whether he is sure."""
    inks = colours()
    st.header("Are you sure?", anchor=False)
    my_cards(at.view, at.drawn)
    words = suits_coloured(_words(at, move), inks)
    st.warning(f"{words} costs about {cost(said.chosen.loss)} points.", icon=":material/warning:")
    reasons = "\n".join(f"- {sentence(reason)}" for reason in said.chosen.reasons)
    st.markdown(suits_coloured(reasons, inks))
    best = suits_coloured(_words(at, said.best.move), inks)
    with st.container(horizontal=True, gap="xsmall"):
        st.button(f"Better: {best}", on_click=_do, args=(playing, at, said.best.move))
        st.button(f"Do it anyway: {words}", on_click=_do, args=(playing, at, move))
        st.button("Think again", on_click=_think_again)


def _think_again() -> None:
    st.session_state.tr_warned = None


def _over(playing: Game, at: Scene) -> None:
    """Say how the hand ended, and go on."""
    st.header("The hand is over", anchor=False)
    outcome, inks = at.history.hands[-1].outcome, colours()
    if outcome is not None:
        st.markdown(f"**{outcome_words(outcome, ME)}.**")
    st.caption(plain(sentence(at.why)))
    lines = [
        f"- {seat_name(seat, ME)}: {' '.join(map(pretty, hand))} "
        f"({points_text(score(hand, playing.rules))})"
        for seat, hand in enumerate(at.shown)
        if hand
    ]
    st.markdown(suits_coloured("\n".join(lines), inks))
    if at.over:
        st.info("You take the pot." if at.match.winner == ME else "You are out.")
    else:
        st.button(
            "Next hand",
            icon=":material/play_arrow:",
            on_click=play,
            args=(lambda: playing.doing(NEXT),),
            shortcut="Enter",
        )
    text = to_text(Live(at.history, ME))
    review_link(text)
    st.download_button(
        "Save the game",
        text,
        file_name="thirty-one.txt",
        mime="text/plain",
        icon=":material/download:",
        on_click="ignore",
    )
