"""The page with tables and charts to study: the deal, the knock, the reach to 31."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

import altair as alt
import pandas as pd
import streamlit as st

from advisor.cards import parse_cards, pretty
from advisor.estimate import Estimate
from advisor.rules import PRESET_WORDS, PRESETS, Rules, RulesError
from advisor.tables import Cell, Table, TableError, cell_text, deal_table, reach_table
from advisor.web import charts
from advisor.web.compute import knocks, warm_up
from advisor.web.show import plain, sentence

if TYPE_CHECKING:
    from collections.abc import Callable

MOST_PLAYERS: Final = 9


def page() -> None:
    """Draw the page."""
    st.title("Tables", anchor=False)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        which = st.segmented_control(
            "Table",
            list(_TABLES),
            default="Deal",
            required=True,
            key="table",
            bind="query-params",
            label_visibility="collapsed",
        )
        rules = PRESETS[
            st.selectbox(
                "Rules",
                list(PRESETS),
                format_func=PRESET_WORDS.__getitem__,
                key="table_rules",
                persist_state="session",
                label_visibility="collapsed",
                width=480,
            )
        ]
    try:
        _TABLES[which](rules)
    except (RulesError, TableError) as error:
        st.info(plain(sentence(str(error))), icon=":material/info:")


def _deal(rules: Rules) -> None:
    st.markdown("How often each score is dealt. Exact: all hands of the pack are counted.")
    table = deal_table(rules)
    rows = _frame(table, _number)
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
    _show(table)


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
    rows = _frame(table, _number).melt("score", var_name="place", value_name="safe").dropna()
    lines = (
        alt.Chart(rows)
        .mark_line(point=True)
        .encode(
            x=alt.X("score:Q", title="Score", scale=alt.Scale(zero=False, nice=False)),
            y=alt.Y("safe:Q", title=None, axis=alt.Axis(format="%")),
            color=alt.Color("place:N", sort=None, title="To act", legend=alt.Legend(orient="top")),
            strokeDash=alt.StrokeDash("place:N", sort=None, title="To act"),
            tooltip=["place:N", "score:Q", alt.Tooltip("safe:Q", format=".1%")],
        )
    )
    charts.draw(lines, height=340, told=table.title)
    _show(table)


def _reach(rules: Rules) -> None:
    table = reach_table(rules)
    draws = st.select_slider(
        "Draws", list(table.columns[2:]), value="3", key="table_draws", width=320
    )
    st.markdown(
        "The chance to hold 31 after so many draws from the stock, if you throw for nothing else. "
        "Exact."
    )
    rows = _frame(table, _number)[["hand", draws]].rename(columns={draws: "chance"})
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
    _show(table)


_TABLES: Final = {"Deal": _deal, "Knock": _knock, "Reach 31": _reach}


def _frame(table: Table, value: Callable[[Cell], object]) -> pd.DataFrame:
    cells = [[value(cell) for cell in row] for row in table.rows]
    return pd.DataFrame(cells, columns=list(table.columns))


def _number(cell: Cell) -> object:
    """A cell as a chart wants it; nothing where there are too few deals."""
    if isinstance(cell, Estimate):
        return cell.mean
    return float(cell) if isinstance(cell, Fraction) else cell


def _show(table: Table) -> None:
    """Draw a table, what it rests on, and the button that saves it."""
    rows = _frame(table, cell_text)
    if "example" in rows:
        rows["example"] = [" ".join(map(pretty, parse_cards(text))) for text in rows["example"]]
    columns = {
        name: st.column_config.TextColumn(name.capitalize(), alignment="right" if place else "left")
        for place, name in enumerate(table.columns)
    }
    st.dataframe(rows, hide_index=True, column_config=columns, alt=table.title)
    st.caption(plain(" ".join(sentence(note) for note in table.notes)))
    st.download_button(
        "Download as CSV",
        table.to_csv(),
        file_name=f"{st.session_state.table}-{st.session_state.table_rules}.csv".lower().replace(
            " ", "-"
        ),
        mime="text/csv",
        icon=":material/download:",
        on_click="ignore",
    )
