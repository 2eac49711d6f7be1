"""How charts look: no wasted space, and labels that can be read in light and dark."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import pyarrow as pa
import streamlit as st

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import altair as alt

    Chart: TypeAlias = alt.Chart | alt.LayerChart | alt.FacetChart

INK: Final = "currentColor"
"""The colour of the text around a chart: it follows when somebody switches to light or dark.

Streamlit's own labels follow too, but are too faint on warm paper.
"""


def draw(chart: Chart, *, height: int, told: str) -> None:
    """Draw a chart.

    Parameters
    ----------
    chart
        The chart.
    height
        Height in pixels.
    told
        What the chart shows, for those who do not see it.
    """
    st.altair_chart(_labelled(chart), height=height, alt=told)


def draw_rows(
    rows: Sequence[Mapping[str, Any]],
    shape: Callable[..., Chart],
    *words: str,
    height: int,
    told: str,
) -> None:
    """Draw a chart that is drawn at every click, of rows that change.

    Its specification is written once, which takes the server longest; and the browser, to whom
    only the rows are new, moves the marks that are there instead of building another chart.

    Parameters
    ----------
    rows
        What the chart shows.
    shape
        Makes the chart, without its data, from some words.
    words
        The words.
    height, told
        As in :func:`draw`.
    """
    written = _written(shape, words)
    st.vega_lite_chart(pa.Table.from_pylist(list(rows)), written, height=height, alt=told)


@lru_cache(maxsize=32)
def _written(shape: Callable[..., Chart], words: tuple[str, ...]) -> dict[str, Any]:
    written: dict[str, Any] = _labelled(shape(*words)).to_dict()
    return written


def _labelled(chart: Chart) -> Chart:
    labelled: Chart = (
        chart.properties(padding={"bottom": 0})
        .configure_axis(labelColor=INK, titleColor=INK)
        .configure_rule(color=INK)
        .configure_legend(labelColor=INK, titleColor=INK)
    )
    return labelled
