"""The page of one hand: where it stands, what a draw makes of it, what to do with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import altair as alt
import pandas as pd
import streamlit as st

from advisor.cards import SUIT_SYMBOLS, CardError, parse_hand, pretty
from advisor.explorer import ACTIONS, Play, one_draw, plays, standing, turn_number
from advisor.hands import points, points_text
from advisor.players.basic import BASIC
from advisor.players.solved import SOLVED, SolvedError
from advisor.reasons import percent
from advisor.rules import PRESETS
from advisor.web import charts
from advisor.web.show import (
    FOUR_COLOURS,
    TWO_COLOURS,
    card_face,
    ordinal,
    plain,
    row_of_cards,
    rules_line,
    sentence,
    spoken,
)

if TYPE_CHECKING:
    from advisor.explorer import Draw, Standing

SAMPLE: Final = "K♠ 9♠ 9♥"
WHO: Final = (SOLVED, BASIC, "flat:22", "flat:25", "rising")
ROUNDS: Final = range(1, 7)
MOST_PLAYERS: Final = 9
_COLOURS: Final = ["#B3261E", "#0B6B3F", "#2B5FA8"]
_PRESETS: Final = tuple(name for name, rules in PRESETS.items() if rules.game == "scat")


def page() -> None:
    """Draw the page."""
    st.title("One hand", anchor=False)
    st.markdown(
        "Any three cards: how good they are, and what to do with them under every top card."
    )
    ask, where = st.columns(2, gap="medium")
    text = ask.text_input("Hand", SAMPLE, key="hand_explored", bind="query-params", max_chars=60)
    rules = PRESETS[
        where.segmented_control(
            "Rules", _PRESETS, default=_PRESETS[0], required=True, key="hand_rules"
        )
    ]
    st.caption(f"Rules in force: {plain(rules_line(rules))}")
    try:
        hand = parse_hand(text, pack=rules.pack)
    except CardError as error:
        st.error(plain(sentence(str(error))), icon=":material/error:")
        return
    colours = FOUR_COLOURS if st.session_state.get("four_colours", True) else TWO_COLOURS
    st.html(row_of_cards([card_face(card, colours) for card in hand[::-1]], spoken(hand)))
    _numbers(standing(hand, rules), one_draw(hand, rules))
    st.subheader("What to do", anchor=False)
    turn, players, name = _when()
    try:
        found = plays(hand, rules, players, turn, name=name)
    except SolvedError as error:
        st.info(f"{plain(sentence(str(error)))} Shown is basic strategy.", icon=":material/info:")
        found = plays(hand, rules, players, turn, name=BASIC)
    _grid(found)


def _numbers(stands: Standing, draw: Draw) -> None:
    """Draw where the hand stands and what a draw makes of it."""
    with st.grid(4, min_column_width=130):
        st.metric(
            "Score",
            points_text(stands.half_points),
            border=True,
            help="The points of the best suit, or of three of a kind.",
        )
        st.metric(
            "Beats",
            percent(float(stands.beats)),
            border=True,
            help=f"Of {stands.hands:,} hands {stands.lower:,} score less, {stands.equal:,} as "
            f"much, {stands.higher:,} more.",
        )
        st.metric(
            "A draw helps",
            percent(float(draw.improves)),
            border=True,
            help="How often one card from the stock gives a higher score.",
        )
        st.metric(
            "Best draw",
            points_text(max(draw.after)),
            border=True,
            help="The highest score that one card from the stock can give.",
        )
    rows = pd.DataFrame(
        [{"score": points(kept), "chance": float(share)} for kept, share in draw.after.items()]
    )
    bars = (
        alt.Chart(rows)
        .mark_bar()
        .encode(
            x=alt.X("score:O", title="Score after a draw", axis=alt.Axis(labelAngle=0)),
            y=alt.Y("chance:Q", title=None, axis=alt.Axis(format="%")),
            tooltip=["score:O", alt.Tooltip("chance:Q", format=".1%")],
        )
    )
    charts.draw(bars, height=200, told="Chance of each score after one draw from the stock")


def _when() -> tuple[int, int, str]:
    """Ask for the moment and the player: turns taken before, players, name."""
    with st.container(horizontal=True):
        players = st.select_slider(
            "Players", range(2, MOST_PLAYERS + 1), value=2, key="hand_players", width=240
        )
        turn = st.select_slider("Your turn", ROUNDS, value=1, key="hand_turn", width=240)
        place = st.select_slider(
            "You act",
            range(1, players + 1),
            value=1,
            format_func=ordinal,
            key="hand_place",
            width=240,
        )
        name = st.selectbox(
            "Played by",
            WHO,
            key="hand_who",
            width=160,
            help="Whose moves are shown. **solved** follows the solved table, **basic** the sheet "
            "on the page Strategy; the others are rules of thumb.",
        )
    return turn_number(turn, place, players), players, name


def _grid(found: tuple[Play, ...]) -> None:
    """Draw the move under every top card."""
    rows = pd.DataFrame(
        [
            {
                "rank": pretty(play.top)[:-1],
                "suit": pretty(play.top)[-1],
                "move": play.action,
                "throw": "" if play.thrown is None else pretty(play.thrown),
                "top": pretty(play.top),
            }
            for play in found
        ]
    )
    base = alt.Chart(rows).encode(
        x=alt.X(
            "rank:O",
            sort=["A", "K", "Q", "J", *map(str, range(10, 1, -1))],
            title="Top card",
            axis=alt.Axis(labelAngle=0, orient="top"),
        ),
        y=alt.Y("suit:O", sort=[SUIT_SYMBOLS[suit] for suit in (3, 2, 0, 1)], title=None),
    )
    fields = base.mark_rect(stroke="white").encode(
        color=alt.Color(
            "move:N",
            scale=alt.Scale(domain=list(ACTIONS), range=_COLOURS),
            title=None,
            legend=alt.Legend(orient="bottom"),
        ),
        tooltip=[alt.Tooltip("top:N", title="Top"), "move:N", "throw:N"],
    )
    words = base.mark_text(color="white", fontSize=11).encode(text="throw:N")
    charts.draw(fields + words, height=240, told=_told(found))
    st.caption("On each field of a take stands the card to throw.")
    st.download_button(
        "Download as CSV",
        rows[["top", "move", "throw"]].to_csv(index=False),
        file_name="hand.csv",
        mime="text/csv",
        icon=":material/download:",
        on_click="ignore",
    )


def _told(found: tuple[Play, ...]) -> str:
    """Say the moves in words, for those who do not see the chart."""
    parts = []
    for action in ACTIONS:
        tops = [pretty(play.top) for play in found if play.action == action]
        if tops:
            parts.append(f"{action} under {', '.join(tops)}")
    return "; ".join(parts)
