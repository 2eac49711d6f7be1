"""The trainer: exercises one after the other, or a whole game with a tutor."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import streamlit as st

from advisor.cards import pretty
from advisor.tables import estimate_text
from advisor.trainer import KINDS, judge
from advisor.web import answer, trainer_game
from advisor.web.entry import colours
from advisor.web.live_advice import what_if
from advisor.web.live_cards import my_cards
from advisor.web.show import cost, plain, sentence, suits_coloured
from advisor.web.trainer_compute import drawn
from advisor.web.trainer_score import drill, score, which_game
from advisor.web.trainer_situation import situation
from advisor.web.trainer_state import answered, change_game, go_on, open_trainer

if TYPE_CHECKING:
    from advisor.advise import Option
    from advisor.trainer import Answer, Exercise
    from advisor.trainer_sheet import Sheet

MODES: Final = ("Exercises", "A whole game")
MANY: Final = 6
"""Choices beyond which their buttons stand side by side."""


def page() -> None:
    """Draw the page."""
    open_trainer()
    st.title("Trainer", anchor=False)
    with st.container(horizontal=True, gap="small"):
        mode = st.segmented_control(
            "What to train",
            MODES,
            default=MODES[0],
            required=True,
            key="tr_mode",
            bind="query-params",
            label_visibility="collapsed",
        )
        if mode == MODES[0]:
            which_game("tr_which", change_game)
    if problem := st.session_state.tr_problem:
        st.error(plain(sentence(problem)), icon=":material/error:")
    if mode != MODES[0]:
        trainer_game.game()
        return
    _exercises(st.session_state.tr_sheet)


def _exercises(sheet: Sheet) -> None:
    """Ask, or say what the answer was worth; beside it the score so far."""
    left, right = st.columns([3, 2], gap="medium")
    with right:
        score(sheet)
        drill()
    with left:
        if st.session_state.tr_judged is not None:
            exercise, given = st.session_state.tr_judged
            drawn().ahead(sheet.drill, sheet.next_number())
            _judged(exercise, given)
            return
        number = sheet.next_number()
        with st.spinner("Looking for an instructive position…"):
            exercise = drawn().ask(sheet.drill, number).result()
        drawn().ahead(sheet.drill, number + 1)
        _question(exercise, again=sheet.is_repetition(number))


def _question(exercise: Exercise, *, again: bool) -> None:
    """Draw the position and a button for every choice."""
    st.header(
        "What do you throw?" if exercise.drawn is not None else "What do you do?", anchor=False
    )
    _table(exercise)
    if again:
        st.caption(":material/replay: You missed this one before.")
    inks = colours()
    many = len(exercise.options) > MANY
    with st.container(horizontal=many, gap="xsmall"):
        # In an order that does not tell which is best.
        for option in sorted(exercise.options, key=_place):
            st.button(
                suits_coloured(_label(exercise, option), inks),
                key=f"tr_{exercise.number}_{option.move.words()}",
                on_click=_chosen,
                args=(exercise, option),
                width="content" if many else "stretch",
            )


def _place(option: Option) -> tuple[int, str]:
    """Give the place of a choice: what changes few cards first."""
    return len(option.move.give), option.move.words()


def _chosen(exercise: Exercise, option: Option) -> None:
    answered(exercise, judge(exercise, option.move))
    st.session_state.tr_chosen = option


def _label(exercise: Exercise, option: Option) -> str:
    if exercise.drawn is not None and option.move.discard is not None:
        return f"Throw {pretty(option.move.discard)}"
    return sentence(option.move.words()).rstrip(".")


def _table(exercise: Exercise) -> None:
    """Draw the cards and what is known of the table."""
    my_cards(exercise.position, exercise.drawn)
    lines = "\n".join(f"- {line}" for line in situation(exercise))
    st.markdown(suits_coloured(lines, colours()))


def _judged(exercise: Exercise, given: Answer) -> None:
    """Say what the answer was worth, and why."""
    chosen, best, inks = st.session_state.tr_chosen, exercise.best, colours()
    if given.kind:
        st.error(
            f"{_label(exercise, chosen)} costs {cost(chosen.loss)} points: who plays like this "
            f"{KINDS[given.kind]}.",
            icon=":material/close:",
        )
    else:
        st.success(f"{_label(exercise, chosen)}: right.", icon=":material/check:")
    st.header(suits_coloured(f"Best: {_label(exercise, best)}", inks), anchor=False)
    st.button("Next", icon=":material/arrow_forward:", on_click=go_on, shortcut="Enter")
    reasons = "\n".join(f"- {sentence(reason)}" for reason in best.reasons)
    st.markdown(suits_coloured(reasons, inks))
    if chosen.move != best.move and chosen.reasons:
        against = "\n".join(f"- {sentence(reason)}" for reason in chosen.reasons)
        st.markdown(suits_coloured(f"Your choice, {chosen.move.words()}:\n{against}", inks))
    _table(exercise)
    if exercise.drawn is None:
        answer.options_chart(exercise.advice)
    else:
        st.markdown(
            "\n".join(
                f"- {_label(exercise, option)}: wins the pot in {estimate_text(option.pot)}"
                for option in exercise.options
            )
        )
    what_if(exercise.position)
