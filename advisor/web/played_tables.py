"""Tables of well-played hands, of tokens and of basic strategy, each with its chart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import streamlit as st

from advisor.strategy_chart import strategy_table
from advisor.tables_played import ends_table, equity_table, length_table, scores_table, seat_table
from advisor.web import table_charts
from advisor.well_played import ENDINGS, MAX_PLAYERS, MIN_PLAYERS

if TYPE_CHECKING:
    from advisor.rules import Rules

ALL: Final = "all"


def seats(rules: Rules) -> None:
    """Draw what each place in the order of turns pays."""
    players = _players()
    st.markdown(
        "How many tokens each place in the order of turns pays a hand: what being first is worth."
    )
    table = seat_table(rules, players)
    if players is None:
        table_charts.lines(table)
    else:
        table_charts.bars(table, "tokens a hand")
    table_charts.show(table)


def length(rules: Rules) -> None:
    """Draw how long a hand is."""
    players = _players()
    st.markdown("How long a hand is. A round is one turn of everybody.")
    table = length_table(rules, players)
    if players is None:
        table_charts.lines(table, ["turns, mean", "turns, median"])
    else:
        table_charts.bars(table, "hands", percent=True)
    table_charts.show(table)


def scores(rules: Rules) -> None:
    """Draw the scores of knockers and losers."""
    players = _players()
    st.markdown("With what people knock, and with what they lose when hands are compared.")
    table = scores_table(rules, players)
    table_charts.lines(table, ["knocker's score", "loser's score"])
    table_charts.lines(table, ["knocker pays"], percent=True)
    table_charts.show(table)


def ends(rules: Rules) -> None:
    """Draw how hands end."""
    st.markdown("How hands end, by the number of players.")
    table = ends_table(rules)
    table_charts.stacks(table, list(ENDINGS))
    table_charts.show(table)


def tokens(rules: Rules) -> None:
    """Draw the chance to win the pot."""
    players = _players(every=False)
    st.markdown("The chance to win the pot from every stand of tokens; 0.25 is one pot in four.")
    table = equity_table(rules, players or MIN_PLAYERS)
    table_charts.heat(table)
    table_charts.show(table)


def strategy(rules: Rules) -> None:
    """Draw the numbers of basic strategy."""
    st.markdown("The numbers of basic strategy. The page **Strategy** says them in words.")
    table = strategy_table(rules)
    table_charts.lines(table, [name for name in table.columns if name.endswith(("turn", "turns"))])
    table_charts.show(table)


def _players(*, every: bool = True) -> int | None:
    """Ask for a number of players, or for all at once."""
    numbers: list[int | str] = [*range(MIN_PLAYERS, MAX_PLAYERS + 1)]
    chosen = st.segmented_control(
        "Players",
        [ALL, *numbers] if every else numbers,
        default=ALL if every else 4,
        required=True,
        key="table_seats" if every else "table_stands",
        wrap=True,
    )
    return None if chosen == ALL else int(chosen)
