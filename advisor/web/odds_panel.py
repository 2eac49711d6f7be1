"""What is exact: the score, one draw, the outs, reaching 31, a heads-up knock."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Final

import altair as alt
import streamlit as st

from advisor.hands import THIRTY_ONE, points_text
from advisor.knock import knock_risk
from advisor.moves import Move, legal_moves
from advisor.odds.draw import DrawOdds, draw_odds
from advisor.odds.reach import reach
from advisor.reasons import percent
from advisor.web import charts
from advisor.web.show import chips

if TYPE_CHECKING:
    from collections.abc import Sequence

    from advisor.position import Position

DRAWS: Final = 3
_SCORE: Final = "The points of your best suit, or of three of a kind."
_MEAN: Final = "Mean over all unseen cards, if you keep the three that score most."


def odds_panel(position: Position, colours: Sequence[str]) -> None:
    """Draw everything that is known exactly at once."""
    odds = draw_odds(position)
    reached = reach(position, THIRTY_ONE, DRAWS)
    with st.grid(4, min_column_width=130):
        st.metric("Your score", points_text(odds.score), border=True, help=_SCORE)
        st.metric(
            "A draw helps",
            percent(float(odds.improve)),
            border=True,
            help=f"{len(odds.outs)} of {odds.unseen} unseen cards.",
        )
        st.metric("Mean after draw", f"{float(odds.mean):.1f}", border=True, help=_MEAN)
        st.metric(
            f"31 in {DRAWS} draws",
            percent(reached[-1].mean),
            border=True,
            help=", ".join(
                f"{percent(chance.mean)} within {draws}"
                for draws, chance in enumerate(reached, start=1)
            ),
        )
    _heads_up(position)
    left, right = st.columns(2, gap="medium")
    with left:
        outs(odds, colours)
    with right:
        _after_draw_chart(odds)


def _heads_up(position: Position) -> None:
    if len(position.order) != 2 or Move("knock") not in legal_moves(position):
        return
    risk = knock_risk(position)
    st.markdown(
        f"A knock now costs you a token in **{percent(risk.pays.mean)}** of hands against an "
        f"opponent of whom nothing is known (he ends with 31 in {percent(risk.somebody_31.mean)})."
    )


def outs(odds: DrawOdds, colours: Sequence[str]) -> None:
    """Draw the cards that raise the score, grouped by the score they give."""
    st.markdown("**Cards that help**")
    if not odds.outs:
        st.markdown("No card of the stock raises your score.")
    lines = []
    for half_points, group in groupby(odds.outs, key=lambda out: out.half_points):
        cards = [out.card for out in group]
        likely = percent(float(odds.after_draw[half_points]))
        lines.append(f"**{points_text(half_points)}** in {likely}: {chips(cards, colours)}")
    # One element, not one for each line: the browser builds it sooner.
    st.markdown("  \n".join(lines))


def _after_draw_chart(odds: DrawOdds) -> None:
    """Draw the score after one draw and its chance."""
    rows = [
        {"score": points_text(half), "chance": float(chance), "words": percent(float(chance))}
        for half, chance in odds.after_draw.items()
    ]
    st.markdown("**Your score after one draw**")
    told = ", ".join(f"{row['score']}: {row['words']}" for row in rows)
    charts.draw_rows(rows, _columns, height=190, told=f"Score after one draw: {told}")


def _columns() -> alt.Chart:
    drawn: alt.Chart = (
        alt.Chart()
        .mark_bar()
        .encode(
            x=alt.X("score:N", sort=None, title=None, axis=alt.Axis(labelAngle=0, ticks=False)),
            y=alt.Y("chance:Q", title=None, axis=alt.Axis(format="%", tickCount=4)),
            tooltip=[alt.Tooltip("score:N", title="Score"), alt.Tooltip("words:N", title="Chance")],
        )
    )
    return drawn
