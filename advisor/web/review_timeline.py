"""The timeline of a review: chance to win the pot at every decision, and what each was."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import altair as alt
import pandas as pd

from advisor.graded import GRADE_NAMES
from advisor.tables import estimate_text
from advisor.web import charts

if TYPE_CHECKING:
    from advisor.graded import SeatReview

SIGNS: Final = dict(zip(GRADE_NAMES, ("✖", "▼", "◇", "●"), strict=True))
"""A sign for each grade, so that colour alone never says it."""
_SHAPES: Final = ("cross", "triangle-down", "diamond", "circle")
_COLOURS: Final = ("#B3261E", "#B3651E", "#8A7A00", "#0B8A50")


def timeline(mine: SeatReview, won: str) -> None:
    """Draw what every decision could have won, `won` in words: the chance to win the pot."""
    rows = pd.DataFrame(
        [
            {
                "number": number,
                "hand": decision.hand,
                "pot": decision.pot.mean,
                "grade": decision.grade,
                "made": decision.made,
                "best": decision.best,
                "cost": estimate_text(decision.loss),
            }
            for number, decision in enumerate(mine.decisions, start=1)
        ]
    )
    base = alt.Chart(rows).encode(
        x=alt.X("number:Q", title="Decision", axis=alt.Axis(tickMinStep=1, grid=False)),
        y=alt.Y("pot:Q", title=won, axis=alt.Axis(format="%")),
    )
    points = base.mark_point(filled=True, size=110, opacity=1).encode(
        shape=alt.Shape(
            "grade:N",
            scale=alt.Scale(domain=list(GRADE_NAMES), range=list(_SHAPES)),
            title=None,
            legend=alt.Legend(orient="top", columns=2),
        ),
        color=alt.Color(
            "grade:N",
            scale=alt.Scale(domain=list(GRADE_NAMES), range=list(_COLOURS)),
            title=None,
        ),
        tooltip=[
            alt.Tooltip("number:Q", title="Decision"),
            alt.Tooltip("hand:Q", title="Hand"),
            alt.Tooltip("made:N", title="Did"),
            alt.Tooltip("best:N", title="Best"),
            alt.Tooltip("cost:N", title="Cost"),
        ],
    )
    told = "; ".join(f"{row.number}: {row.made}, {row.grade}" for row in rows.itertuples())
    lines = base.mark_line(strokeWidth=1.5, opacity=0.5)
    charts.draw(lines + points, height=240, told=f"Decisions in order: {told}")
