"""Study tables of the game widow, each with its chart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import streamlit as st

from advisor.tables_widow import better_table, first_knock_table, first_move_table, swap_table
from advisor.web import table_charts
from advisor.web.compute import kept_table, warm_up

if TYPE_CHECKING:
    from collections.abc import Callable

    from advisor.rules import Rules
    from advisor.tables import Table

KNOCK_DEALS: Final = 50_000
"""Deals for each number of players: a second or two."""
MOVE_DEALS: Final = 20_000


def first_knock(rules: Rules) -> None:
    """Draw what a knock on the very first turn wins."""
    st.markdown("What a knock wins before anybody has exchanged a card, by your score. Simulated.")
    table = _ready(
        rules, "first knock", lambda: first_knock_table(rules, deals=KNOCK_DEALS), warm=False
    )
    table_charts.lines(table, percent=True)
    table_charts.show(table)


def first_move(rules: Rules) -> None:
    """Draw how often the solved player knocks on the very first turn."""
    st.markdown("With what the solved player knocks on the very first turn. Simulated.")
    table = _ready(
        rules, "first move", lambda: first_move_table(rules, deals=MOVE_DEALS), warm=True
    )
    table_charts.lines(table, percent=True)
    table_charts.show(table)


def swap(rules: Rules) -> None:
    """Draw what the best exchange makes of every score."""
    st.markdown("What the best exchange makes of a hand on the first turn. Exact.")
    table = _ready(rules, "swap", lambda: swap_table(rules), warm=False)
    table_charts.bars(table, "mean after")
    table_charts.lines(table, ["improves", "31"], percent=True)
    table_charts.show(table)


def better(rules: Rules) -> None:
    """Draw how often something better can be made of what lies open."""
    st.markdown("How often a player with unknown cards has or makes more than a score. Exact.")
    table = _ready(rules, "better", lambda: better_table(rules), warm=False)
    table_charts.lines(table, percent=True)
    table_charts.show(table)


def _ready(rules: Rules, what: str, make: Callable[[], Table], *, warm: bool) -> Table:
    """Make a table once for everybody, and say so while it is made."""
    place = st.empty()
    if warm:
        for _ in warm_up("widow"):
            place.caption(":material/hourglass: Getting ready to play out hands…")
    place.caption(":material/hourglass: Counting hands…")
    table = kept_table((what, rules.name), make)
    place.empty()
    return table


TABLES: Final = {
    "First knock": first_knock,
    "First move": first_move,
    "Exchange": swap,
    "Better": better,
}
