"""What is exact in widow: the best exchange, and what the open cards offer to the next player."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import altair as alt
import pandas as pd
import streamlit as st

from advisor.cards import pretty
from advisor.hands import points_text, score
from advisor.odds.exchange import Exchange, best_exchange, can_make, exchanges, left_for_next
from advisor.reasons import percent
from advisor.web import charts
from advisor.web.show import chips
from advisor.widow.reasons import may_hold

if TYPE_CHECKING:
    from collections.abc import Sequence

    from advisor.cards import Card
    from advisor.odds.exchange import Left
    from advisor.position import Position
    from advisor.rules import Rules


def widow_odds(position: Position, colours: Sequence[str]) -> None:
    """Draw everything that is known exactly at once."""
    rules, unseen = position.rules, may_hold(position)
    best = best_exchange(position.hand, position.widow, rules)
    left = left_for_next(position.widow, unseen, rules)
    with st.grid(4, min_column_width=130):
        st.metric(
            "Your score",
            points_text(score(position.hand, rules)),
            border=True,
            help="The points of your best suit.",
        )
        st.metric(
            "Best exchange",
            points_text(best.half_points),
            border=True,
            help="The highest score that you can have after your turn.",
        )
        st.metric(
            "31 lies open",
            percent(float(left.thirty_one)),
            border=True,
            help="A player with unknown cards has 31 or makes it with the open cards.",
        )
        st.metric(
            "They can hold",
            f"{float(left.mean):.1f}",
            border=True,
            help="Mean of the best that a player with unknown cards holds after an exchange.",
        )
    st.markdown(
        f"The best exchange by score gives {chips(best.give, colours)} for "
        f"{chips(best.get, colours)} and leaves {chips(best.widow, colours)}."
    )
    swaps, makes = st.columns(2, gap="medium")
    with swaps:
        _exchanges(position, unseen)
    with makes:
        _can_make(position.widow, unseen, rules)


def _exchanges(position: Position, unseen: Sequence[Card]) -> None:
    """Draw what every exchange makes and what it leaves for the next player."""
    rules = position.rules
    found = sorted(
        exchanges(position.hand, position.widow, rules), key=lambda swap: -swap.half_points
    )
    rows = [_row("Keep", score(position.hand, rules), left_for_next(position.widow, unseen, rules))]
    rows += [
        _row(_words(swap), swap.half_points, left_for_next(swap.widow, unseen, rules))
        for swap in found
    ]
    right = st.column_config.TextColumn(alignment="right")
    st.markdown("**What you make, and what is left for the next player**")
    st.dataframe(
        pd.DataFrame(rows),
        hide_index=True,
        column_config={
            "Exchange": st.column_config.TextColumn(pinned=True),
            "You": right,
            "He makes 31": right,
            "He improves": right,
            "He holds": right,
        },
        alt="What every exchange makes, and what it leaves for a player with unknown cards",
    )


def _words(swap: Exchange) -> str:
    return f"{_listed(swap.give)} → {_listed(swap.get)}"


def _listed(cards: Sequence[Card]) -> str:
    return " ".join(map(pretty, cards))


def _row(what: str, half_points: int, left: Left) -> dict[str, Any]:
    return {
        "Exchange": what,
        "You": points_text(half_points),
        "He makes 31": percent(float(left.thirty_one)),
        "He improves": percent(float(left.improve)),
        "He holds": f"{float(left.mean):.1f}",
    }


def _can_make(widow: Sequence[Card], unseen: Sequence[Card], rules: Rules) -> None:
    """Draw how often somebody with unknown cards can hold so much or more."""
    rows = pd.DataFrame(
        [
            {"score": points_text(half), "chance": float(chance), "words": percent(float(chance))}
            for half, chance in can_make(widow, unseen, rules).items()
        ]
    )
    drawn = (
        alt.Chart(rows)
        .mark_bar()
        .encode(
            x=alt.X("score:N", sort=None, title=None, axis=alt.Axis(labelAngle=0, ticks=False)),
            y=alt.Y("chance:Q", title=None, axis=alt.Axis(format="%", tickCount=4)),
            tooltip=[alt.Tooltip("score:N", title="Score"), alt.Tooltip("words:N", title="Chance")],
        )
    )
    st.markdown("**A player with unknown cards can hold so much or more**")
    told = ", ".join(f"{row.score}: {row.words}" for row in rows.itertuples())
    charts.draw(drawn, height=260, told=f"Chance to hold so much or more: {told}")
