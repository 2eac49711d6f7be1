"""Study tables on the page: as lines, bars, stacks, heat maps, rows and CSV."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

import altair as alt
import pandas as pd
import streamlit as st

from advisor.cards import parse_cards, pretty
from advisor.estimate import Estimate
from advisor.tables import Amount, Cell, Table, cell_text
from advisor.web import charts
from advisor.web.show import plain, sentence

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

WALL: Final = 420
"""Height of a chart that one would hang on a wall."""
FEW: Final = 7
"""Columns that have room enough beside each other."""
WIDE: Final = 130
"""Pixels that a number with its error needs."""


def numbers(table: Table, columns: Sequence[str] = ()) -> pd.DataFrame:
    """Make a row of every number of a table.

    Parameters
    ----------
    table
        The table; its first column names the rows.
    columns
        Columns to take; all but the first if none are named.

    Returns
    -------
    DataFrame
        Columns ``row``, ``what`` (the column), ``value``, ``low`` and ``high`` (95 %
        interval), ``read`` (as people read it), and ``place`` (of the row).
    """
    found = []
    for place, row in enumerate(table.rows):
        for what, cell in zip(table.columns[1:], row[1:], strict=True):
            if (not columns or what in columns) and (value := _estimate(cell)) is not None:
                low, high = value.interval()
                found.append(
                    {
                        "row": cell_text(row[0]),
                        "what": what,
                        "value": value.mean,
                        "low": low,
                        "high": high,
                        "read": cell_text(cell),
                        "place": place,
                    }
                )
    heads = ("row", "what", "value", "low", "high", "read", "place")
    return pd.DataFrame(found, columns=list(heads))


def _estimate(cell: Cell) -> Estimate | None:
    """Give a cell as a number with its error; None for words."""
    if isinstance(cell, Amount):
        return cell.estimate
    if isinstance(cell, Estimate):
        return cell
    return None if isinstance(cell, str) else Estimate(float(cell))


def lines(table: Table, columns: Sequence[str] = (), *, percent: bool = False) -> None:
    """Draw a line for each column over the rows."""
    frame = numbers(table, columns)
    base = alt.Chart(frame).encode(
        x=alt.X("row:O", sort=None, title=_title(table), axis=alt.Axis(labelAngle=0)),
        color=alt.Color("what:N", sort=None, title=None, legend=_legend("stroke")),
    )
    drawn = base.mark_line(point=True).encode(
        y=_value(percent=percent),
        strokeDash=alt.StrokeDash("what:N", sort=None, title=None),
        tooltip=_tips(table),
    )
    errors = base.mark_rule().encode(y="low:Q", y2="high:Q")
    charts.draw(drawn + errors, height=WALL, told=table.title)


def bars(table: Table, column: str, *, percent: bool = False) -> None:
    """Draw a bar for each row of one column, with its error."""
    base = alt.Chart(numbers(table, [column])).encode(
        x=alt.X("row:O", sort=None, title=_title(table), axis=alt.Axis(labelAngle=0))
    )
    drawn = base.mark_bar().encode(y=_value(percent=percent, title=column), tooltip=_tips(table))
    errors = base.mark_rule(strokeWidth=2).encode(y="low:Q", y2="high:Q")
    charts.draw(drawn + errors, height=WALL, told=f"{table.title}: {column}")


def stacks(table: Table, columns: Sequence[str]) -> None:
    """Draw shares of a whole on top of each other, a column for each row."""
    drawn = (
        alt.Chart(numbers(table, columns))
        .mark_bar()
        .encode(
            x=alt.X("row:O", sort=None, title=_title(table), axis=alt.Axis(labelAngle=0)),
            y=alt.Y("value:Q", stack="normalize", title=None, axis=alt.Axis(format="%")),
            color=alt.Color("what:N", sort=list(columns), title=None, legend=_legend("square")),
            tooltip=_tips(table),
        )
    )
    charts.draw(drawn, height=WALL, told=table.title)


def heat(table: Table) -> None:
    """Draw every number as a coloured field: rows downwards, columns across."""
    frame = numbers(table)
    base = alt.Chart(frame).encode(
        x=alt.X("what:O", sort=None, title=None, axis=alt.Axis(orient="top", labelAngle=0)),
        y=alt.Y("row:O", sort=None, title=_title(table)),
    )
    fields = base.mark_rect().encode(
        color=alt.Color("value:Q", title=None, legend=None), tooltip=_tips(table)
    )
    charts.draw(fields, height=_height(len(table.rows)), told=table.title)


def _legend(symbol: str) -> alt.Legend:
    """A legend above the chart, in lines that a phone is wide enough for."""
    return alt.Legend(orient="top", columns=3, symbolType=symbol)


def _height(rows: int) -> int:
    return max(WALL, 20 * rows)


def _title(table: Table) -> str:
    return table.columns[0].capitalize()


def _value(*, percent: bool, title: str | None = None) -> alt.Y:
    axis = alt.Axis(format="%") if percent else alt.Axis()
    return alt.Y("value:Q", title=title and title.capitalize(), axis=axis)


def _tips(table: Table) -> list[alt.Tooltip]:
    return [
        alt.Tooltip("row:N", title=_title(table)),
        alt.Tooltip("what:N", title="What"),
        alt.Tooltip("read:N", title="Number"),
    ]


def frame(table: Table, value: Callable[[Cell], object]) -> pd.DataFrame:
    """Make a data frame of a table, its cells turned into something else."""
    cells = [[value(cell) for cell in row] for row in table.rows]
    return pd.DataFrame(cells, columns=list(table.columns))


def number(cell: Cell) -> object:
    """A cell as a chart wants it; nothing where there are too few deals."""
    if isinstance(cell, Estimate):
        return cell.mean
    return float(cell) if isinstance(cell, Fraction) else cell


def show(table: Table) -> None:
    """Draw a table, what it rests on, and the button that saves it."""
    rows = frame(table, cell_text)
    if "example" in rows:
        rows["example"] = [" ".join(map(pretty, parse_cards(text))) for text in rows["example"]]
    # Streamlit makes many columns so narrow that a number loses its first digits.
    width = WIDE if len(table.columns) > FEW else None
    columns = {
        name: st.column_config.TextColumn(
            name.capitalize(),
            alignment="right" if place else "left",
            width=width if place else None,
        )
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
