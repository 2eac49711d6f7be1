"""The command ``thirtyone table``: one table in every format, never cut."""

from __future__ import annotations

import json

from typer.testing import CliRunner

from advisor.cli import app
from advisor.rules import PRESETS
from advisor.tables import deal_table, knock_table
from tests.cli.command import answer, shown


def test_table_in_three_formats() -> None:
    """The same table is written as Markdown, CSV and JSON, and for people."""
    table = deal_table(PRESETS["scat"])
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


def test_table_of_reach_is_never_cut() -> None:
    """A table wider than the window keeps every number."""
    text = CliRunner().invoke(app, ["table", "reach"], env={"COLUMNS": "60"}).stdout
    assert "…" not in text
    assert text.count("51 %") == 2
