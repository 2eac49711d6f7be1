"""The page with basic strategy: what to remember, what it costs, the sheet to print."""

from __future__ import annotations

from typing import Final

import altair as alt
import pandas as pd
import streamlit as st

from advisor.resources import data_path
from advisor.rules import preset
from advisor.strategy_chart import (
    comparison,
    cost_for_two,
    measured,
    sentences,
    sizes,
    strategy_table,
    worth,
)
from advisor.strategy_svg import svg
from advisor.tables import Amount, Table, amount_text
from advisor.web import charts
from advisor.web.show import plain, rules_line, sentence

PNG: Final = "basic-strategy.png"


def page() -> None:
    """Draw the page."""
    st.title("Basic strategy", anchor=False)
    st.markdown(
        "A few numbers to remember, found by simulation, and what they cost against the solved "
        "strategy."
    )
    st.caption(f"Rules in force: {plain(rules_line(preset('scat')))}")
    players = st.segmented_control(
        "Players", sizes(), default=sizes()[0], required=True, key="strategy_players"
    )
    found = measured(players)
    with st.container(width=760, border=True):
        st.markdown(
            "\n".join(
                f"{place}. {plain(text)}"
                for place, text in enumerate(sentences(found.chart), start=1)
            )
        )
    if found.solved and players == sizes()[0]:
        st.markdown(plain(cost_for_two(found)))
    left, right = st.columns(2)
    with left:
        _bars(comparison(found), "Against rules of thumb")
    with right:
        _bars(worth(found), "What each rule is worth")
    _sheet()


def _bars(table: Table, heading: str) -> None:
    """Draw a table of tokens as bars with their errors."""
    st.subheader(heading, anchor=False)
    name, number = table.columns
    rows = [
        {name: row[0], number: row[1].estimate.mean, "error": row[1].estimate.interval()}
        for row in table.rows
        if isinstance(row[1], Amount)
    ]
    frame = pd.DataFrame(rows)
    frame["low"], frame["high"] = zip(*frame.pop("error"), strict=True)
    frame["read"] = [
        amount_text(row[1].estimate) for row in table.rows if isinstance(row[1], Amount)
    ]
    base = alt.Chart(frame).encode(
        y=alt.Y(f"{name}:N", sort=None, title=None, axis=alt.Axis(labelLimit=320))
    )
    bars = base.mark_bar().encode(
        x=alt.X(f"{number}:Q", title=number.capitalize()),
        tooltip=[f"{name}:N", alt.Tooltip("read:N", title=number)],
    )
    errors = base.mark_rule(strokeWidth=2).encode(x="low:Q", x2="high:Q")
    charts.draw(bars + errors, height=60 + 36 * len(frame), told=table.title)
    st.caption(plain(f"{sentence(table.title)} {' '.join(table.notes)}"))


def _sheet() -> None:
    """Show the sheet for all numbers of players, and its downloads."""
    st.subheader("The sheet to print", anchor=False)
    picture, table = svg(), strategy_table(preset("scat"))
    st.image(picture, alt="Basic strategy for all numbers of players; the CSV has its numbers")
    with st.container(horizontal=True):
        for label, data, name, kind in (
            ("Download as SVG", picture, "basic-strategy.svg", "image/svg+xml"),
            ("Download as PNG", data_path(PNG).read_bytes(), PNG, "image/png"),
            ("Download as CSV", table.to_csv(), "basic-strategy.csv", "text/csv"),
            ("Download as text", table.to_markdown(), "basic-strategy.md", "text/markdown"),
        ):
            st.download_button(
                label,
                data,
                file_name=name,
                mime=kind,
                icon=":material/download:",
                on_click="ignore",
            )
