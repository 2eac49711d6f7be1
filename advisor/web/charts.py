"""How charts look: no wasted space, and labels that can be read in light and dark."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import streamlit as st

if TYPE_CHECKING:
    import altair as alt

# The text colours of the two themes; Streamlit's own labels are too faint on warm paper.
_INK: Final = {"light": "#0E1712", "dark": "#F1ECDF"}


def draw(chart: alt.Chart | alt.LayerChart, *, height: int, told: str) -> None:
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
    ink = _INK.get(st.context.theme.type or "light", _INK["light"])
    labelled = (
        chart.properties(padding={"bottom": 0})
        .configure_axis(labelColor=ink, titleColor=ink)
        .configure_rule(color=ink)
        .configure_legend(labelColor=ink, titleColor=ink)
    )
    st.altair_chart(labelled, height=height, alt=told)
