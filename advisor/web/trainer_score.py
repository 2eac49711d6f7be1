"""How somebody is doing in the trainer, what is trained, and how strict the tutor is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import streamlit as st

from advisor.reasons import percent
from advisor.rules import PRESET_WORDS, PRESETS
from advisor.trainer import KINDS
from advisor.web.show import plain, rules_line, sentence
from advisor.web.trainer_state import start_anew

if TYPE_CHECKING:
    from collections.abc import Callable

    from advisor.trainer_sheet import Sheet

WHICH: Final = {"scat": "Stock and pile", "widow": "Three open cards"}
"""The two games."""
LEAST: Final = {
    "never": None,
    "from half a point": 0.005,
    "from 1 point": 0.01,
    "from 2 points": 0.02,
    "from 5 points": 0.05,
}
"""From which loss the tutor warns."""


def score(sheet: Sheet) -> None:
    """Draw streak, error rate and weak spots."""
    rate, low, high = sheet.error_rate
    with st.container(horizontal=True, gap="small"):
        st.metric("Right in a row", sheet.streak, help=f"Longest row: {sheet.best_streak}")
        st.metric("Answers", len(sheet.answers))
        st.metric("Wrong", percent(rate) if sheet.answers else "–")
        st.metric("Mean loss", f"{100 * sheet.mean_loss:.2f}", help="Points of winning the pot.")
    if sheet.answers:
        st.caption(f"True share of wrong answers: {percent(low)} to {percent(high)} (95 %).")
    spots = [
        f"- **{sentence(KINDS[kind]).rstrip('.')}**: {count} ×, {100 * loss:.1f} points"
        for kind, count, loss in sheet.weak_spots
    ]
    st.markdown("\n".join(spots))


def which_game(key: str, on_change: Callable[[], None] | None = None) -> str:
    """Ask which of the two games to play."""
    chosen = st.segmented_control(
        "Game",
        list(WHICH),
        default=None if key in st.session_state else "scat",
        format_func=WHICH.__getitem__,
        required=True,
        key=key,
        on_change=on_change,
        persist_state="session",
        label_visibility="collapsed",
    )
    return str(chosen)


def presets_of(game: str) -> list[str]:
    """Names of the presets of a game."""
    return [name for name, rules in PRESETS.items() if rules.game == game]


def drill() -> None:
    """Ask what to train."""
    rules = PRESETS[st.session_state.tr_rules]
    with st.expander("What to train", icon=":material/tune:"):
        st.selectbox(
            "Rules",
            presets_of(rules.game),
            format_func=PRESET_WORDS.__getitem__,
            key="tr_rules",
            on_change=start_anew,
            persist_state="session",
        )
        st.selectbox(
            "Players",
            range(2, rules.max_players + 1),
            key="tr_players",
            on_change=start_anew,
            persist_state="session",
            filter_mode=None,
        )
        st.number_input(
            "Seed",
            min_value=0,
            max_value=999_999_999,
            step=1,
            key="tr_seed",
            on_change=start_anew,
            persist_state="session",
            help="The same seed gives the same exercises.",
        )
        st.button("Begin anew", on_click=start_anew)
    st.caption(f"Rules in force: {plain(rules_line(rules))}")


def how_strict() -> None:
    """Ask when the tutor warns."""
    st.selectbox(
        "The tutor warns of an error",
        list(LEAST),
        index=2,
        key="tr_least",
        persist_state="session",
        filter_mode=None,
        help="Points are hundredths of the chance to win the pot.",
        width=220,
    )


def least_loss() -> float | None:
    """Loss in chance to win the pot from which the tutor warns; None for never."""
    return LEAST[st.session_state.tr_least]
