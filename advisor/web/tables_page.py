"""The page with tables and charts to study: all that ``thirtyone table`` knows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import altair as alt
import streamlit as st

from advisor.players.basic import BasicError
from advisor.rules import PRESET_WORDS, PRESETS, Rules, RulesError
from advisor.tables import TableError, deal_table, reach_table
from advisor.web import charts, played_tables, table_charts, widow_tables
from advisor.web.compute import knocks, warm_up
from advisor.web.show import plain, sentence
from advisor.well_played import WellPlayedError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

MOST_PLAYERS: Final = 9
ADDRESS: Final = "rules"
"""What the address calls the rules of the tables."""


def page() -> None:
    """Draw the page."""
    st.title("Tables", anchor=False)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.session_state.setdefault("table_rules", _asked())
        known = _tables_of(PRESETS[st.session_state.table_rules])
        which = st.segmented_control(
            "Table",
            list(known),
            default="Deal",
            required=True,
            key="table",
            bind="query-params",
            label_visibility="collapsed",
            wrap=True,
        )
        rules = PRESETS[
            st.selectbox(
                "Rules",
                list(PRESETS),
                format_func=PRESET_WORDS.__getitem__,
                key="table_rules",
                on_change=_chosen,
                persist_state="session",
                label_visibility="collapsed",
                width=480,
            )
        ]
    try:
        known[which](rules)
    except (RulesError, TableError, WellPlayedError, BasicError) as error:
        st.info(plain(sentence(str(error))), icon=":material/info:")


def _asked() -> str:
    """The rules that the address names."""
    asked = st.query_params.get(ADDRESS, "")
    return asked if asked in PRESETS else next(iter(PRESETS))


def _tables_of(rules: Rules) -> Mapping[str, Callable[[Rules], None]]:
    """The tables that a game has; how often each score is dealt can be asked of both."""
    if rules.game == "scat":
        return _TABLES
    return {"Deal": _deal, **widow_tables.TABLES}


def _chosen() -> None:
    """Write the rules into the address; show the first table where a game lacks the one shown."""
    st.query_params[ADDRESS] = st.session_state.table_rules
    if st.session_state.table not in _tables_of(PRESETS[st.session_state.table_rules]):
        st.session_state.table = "Deal"


def _deal(rules: Rules) -> None:
    st.markdown("How often each score is dealt. Exact: all hands of the pack are counted.")
    table = deal_table(rules)
    rows = table_charts.frame(table, table_charts.number)
    told = f"Chance of each dealt score, {table.notes[0]}"
    bars = (
        alt.Chart(rows)
        .mark_bar()
        .encode(
            x=alt.X("score:O", title="Score", axis=alt.Axis(labelAngle=0)),
            y=alt.Y("chance:Q", title=None, axis=alt.Axis(format="%")),
            tooltip=["score:O", "hands:Q", alt.Tooltip("chance:Q", format=".2%")],
        )
    )
    charts.draw(bars, height=260, told=told)
    table_charts.show(table)


def _knock(rules: Rules) -> None:
    players = st.select_slider(
        "Players",
        range(2, min(MOST_PLAYERS, rules.max_players) + 1),
        value=4,
        key="table_players",
        persist_state="session",
        width=320,
    )
    st.markdown(
        "How often a knock on your first turn costs you nothing, by your score and your place. "
        "Simulated."
    )
    place = st.empty()
    for _ in warm_up():
        place.progress(0.0, "Getting ready to play out hands…")

    def progress(share: float) -> None:
        place.progress(share, "Playing out hands…")

    table = knocks(rules, players, progress)
    place.empty()
    rows = (
        table_charts.frame(table, table_charts.number)
        .melt("score", var_name="place", value_name="safe")
        .dropna()
    )
    lines = (
        alt.Chart(rows)
        .mark_line(point=True)
        .encode(
            x=alt.X("score:Q", title="Score", scale=alt.Scale(zero=False, nice=False)),
            y=alt.Y("safe:Q", title=None, axis=alt.Axis(format="%")),
            color=alt.Color(
                "place:N", sort=None, title="To act", legend=alt.Legend(orient="top", columns=4)
            ),
            strokeDash=alt.StrokeDash("place:N", sort=None, title="To act"),
            tooltip=["place:N", "score:Q", alt.Tooltip("safe:Q", format=".1%")],
        )
    )
    charts.draw(lines, height=340, told=table.title)
    table_charts.show(table)


def _reach(rules: Rules) -> None:
    table = reach_table(rules)
    draws = st.select_slider(
        "Draws", list(table.columns[2:]), value="3", key="table_draws", width=320
    )
    st.markdown(
        "The chance to hold 31 after so many draws from the stock, if you throw for nothing else. "
        "Exact."
    )
    rows = table_charts.frame(table, table_charts.number)[["hand", draws]].rename(
        columns={draws: "chance"}
    )
    bars = (
        alt.Chart(rows)
        .mark_bar()
        .encode(
            x=alt.X("chance:Q", title=None, axis=alt.Axis(format="%", tickCount=6)),
            y=alt.Y("hand:N", sort=None, title=None, axis=alt.Axis(labelLimit=280)),
            tooltip=["hand:N", alt.Tooltip("chance:Q", format=".1%")],
        )
    )
    charts.draw(bars, height=340, told=f"{table.title}, {draws} draws")
    table_charts.show(table)


_TABLES: Final = {
    "Deal": _deal,
    "Knock": _knock,
    "Reach 31": _reach,
    "Seats": played_tables.seats,
    "Length": played_tables.length,
    "Scores": played_tables.scores,
    "Endings": played_tables.ends,
    "Tokens": played_tables.tokens,
    "Strategy": played_tables.strategy,
}
