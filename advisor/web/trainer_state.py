"""The drill and its answers, and the game with the tutor: in the session and in the address."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Final

import streamlit as st

from advisor.rules import PRESETS, nearest_preset
from advisor.trainer import Drill
from advisor.trainer_sheet import Sheet, SheetError, parse_sheet
from advisor.tutor import TutorError, parse_game

if TYPE_CHECKING:
    from collections.abc import Callable

    from advisor.trainer import Answer, Exercise
    from advisor.tutor import Game

SHEET: Final = "answers"
GAME: Final = "played"
"""Names of the parameters in the address."""
SEEDS: Final = 1_000_000


def open_trainer() -> None:
    """Read what the address says, if it is news; what is broken is said and changes nothing."""
    state = st.session_state
    state.setdefault("tr_problem", "")
    state.setdefault("tr_sheet", Sheet(Drill(seed=secrets.randbelow(SEEDS))))
    state.setdefault("tr_game", None)
    state.setdefault("tr_judged", None)
    state.setdefault("tr_warned", None)
    if "tr_rules" not in state:
        _use(state.tr_sheet)
    _read(SHEET, str(state.tr_sheet), _set_sheet)
    _read(GAME, str(state.tr_game or ""), _set_game)


def answered(exercise: Exercise, answer: Answer) -> None:
    """Write an answer down."""
    state = st.session_state
    state.tr_sheet = state.tr_sheet.adding(answer)
    state.tr_judged = (exercise, answer)
    st.query_params[SHEET] = str(state.tr_sheet)


def go_on() -> None:
    """Ask the next question."""
    st.session_state.tr_judged = None


def start_anew() -> None:
    """Begin another drill, as the fields say."""
    state = st.session_state
    rules = PRESETS[state.tr_rules]
    players = min(int(state.tr_players), rules.max_players)
    _use(Sheet(Drill(rules, players, int(state.tr_seed or 0))))
    st.query_params[SHEET] = str(state.tr_sheet)


def change_game() -> None:
    """Begin a drill of the other game."""
    state = st.session_state
    state.tr_rules = next(name for name, rules in PRESETS.items() if rules.game == state.tr_which)
    start_anew()


def play(make: Callable[[], Game]) -> None:
    """Go on with the game, or say why not."""
    state = st.session_state
    try:
        state.tr_game = make()
    except TutorError as error:
        state.tr_problem = str(error)
        return
    state.tr_problem, state.tr_warned = "", None
    st.query_params[GAME] = str(state.tr_game)


def leave_game() -> None:
    """End the game."""
    st.session_state.tr_game = None
    st.session_state.tr_warned = None
    st.query_params.pop(GAME, None)


def _read(name: str, known: str, use: Callable[[str], None]) -> None:
    """Read one parameter of the address, unless it says what is known."""
    said = st.query_params.get(name, "")
    if said == known:
        return
    if said:
        try:
            use(said)
        except (SheetError, TutorError) as error:
            st.session_state.tr_problem = str(error)
        else:
            return
    # Another page was looked at, whose address knows nothing of this, or it cannot be read.
    if known:
        st.query_params[name] = known
    else:
        st.query_params.pop(name, None)


def _set_sheet(text: str) -> None:
    _use(parse_sheet(text))


def _use(sheet: Sheet) -> None:
    """Take a sheet over, and show its drill in the fields."""
    state = st.session_state
    state.tr_sheet, state.tr_judged, state.tr_problem = sheet, None, ""
    state.tr_rules, state.tr_players = nearest_preset(sheet.drill.rules), sheet.drill.players
    state.tr_seed, state.tr_which = sheet.drill.seed, sheet.drill.rules.game


def _set_game(text: str) -> None:
    st.session_state.tr_game = parse_game(text)
    st.session_state.tr_warned = None
