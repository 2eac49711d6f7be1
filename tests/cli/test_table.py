"""The command ``thirtyone table``: one table in every format, never cut."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from typer.testing import CliRunner

from advisor import tables_played as played
from advisor.cli import app
from advisor.rules import PRESETS
from advisor.strategy_chart import strategy_table
from advisor.tables import deal_table, knock_table
from tests.cli.command import answer, refusal, shown

if TYPE_CHECKING:
    from collections.abc import Callable

    from advisor.rules import Rules
    from advisor.tables import Table

SCAT = PRESETS["scat"]


def test_table_in_three_formats() -> None:
    """The same table is written as Markdown, CSV and JSON, and for people."""
    table = deal_table(SCAT)
    assert shown("table", "deal", "--format", "md") == table.to_markdown()
    assert shown("table", "deal", "--format", "csv") == table.to_csv()
    assert json.loads(shown("table", "deal", "--format", "json")) == table.to_json()
    assert answer("table", "deal") == table.to_json()
    assert "22,100 hands" in shown("table", "deal")


def test_table_of_knocks() -> None:
    """Players, deals, seed and rules reach the table."""
    written = shown(
        *("table", "knock", "--players", "3", "--deals", "5000", "--seed", "2"),
        *("--set", "pack=32", "--format", "csv"),
    )
    rules = PRESETS["scat"]
    assert written != knock_table(rules, 3, deals=5000, seed=2).to_csv()
    assert written.startswith("score,first,first se,second,second se,third,third se\n")


@pytest.mark.parametrize(
    ("kind", "make"),
    [
        ("seat", played.seat_table),
        ("length", played.length_table),
        ("scores", played.scores_table),
        ("ends", played.ends_table),
        ("equity", played.equity_table),
    ],
)
def test_tables_of_well_played_hands(kind: str, make: Callable[[Rules, int], Table]) -> None:
    """Players and rules reach every table, with them or without, and nothing is cut."""
    rules = PRESETS["scat-pub"]
    table = make(rules, 3)
    asked = ("table", kind, "--players", "3", "--rules", "scat-pub")
    assert shown(*asked, "--format", "csv") == table.to_csv()
    assert all(name in shown(*asked) for name in table.columns)
    by_default = make(rules, 4) if kind == "equity" else make(rules, None)  # type: ignore[arg-type]
    assert answer("table", kind, "--rules", "scat-pub") == json.loads(
        json.dumps(by_default.to_json())
    )


def test_table_of_the_strategy() -> None:
    """Basic strategy is one table for all numbers of players, or the row of one."""
    assert shown("table", "strategy", "--format", "csv") == strategy_table(SCAT).to_csv()
    assert answer("table", "strategy", "--players", "2")["rows"] == [
        row for row in answer("table", "strategy")["rows"] if row["players"] == 2
    ]


def test_too_many_players_are_refused() -> None:
    """A number of players that was not counted is one line, not a traceback."""
    assert refusal("table", "seat", "--players", "10") == "10 players; expected 2 to 9"


def test_table_of_reach_is_never_cut() -> None:
    """A table wider than the window keeps every number."""
    text = CliRunner().invoke(app, ["table", "reach"], env={"COLUMNS": "60"}).stdout
    assert "…" not in text
    assert text.count("51 %") == 2
