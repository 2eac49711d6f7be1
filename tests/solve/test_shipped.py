"""The tables in the data folder are whole, small, and as strong as their papers say."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from advisor.players.solved import load, solved
from advisor.rules import parse_rules
from advisor.solve.duel import duel

TABLES = sorted((Path(__file__).parents[2] / "data").glob("solved-*.npz"))
LIMIT = 5_000_000
"""Bytes that a table may have."""


def test_there_are_tables() -> None:
    """Heads-up scat and scat-pub are solved; all tables together stay below 40 MB."""
    assert {"solved-scat-2.npz", "solved-scat-pub-2.npz"} <= {path.name for path in TABLES}
    assert all(path.stat().st_size < LIMIT for path in TABLES)
    assert sum(path.stat().st_size for path in TABLES) < 40_000_000


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.stem)
def test_strength_is_what_the_paper_says(path: Path) -> None:
    """Fresh decks give the measured wins and tokens within four standard errors."""
    table = load(path)
    rules = parse_rules(table.provenance["rules"])
    assert path.stem == f"solved-{rules.name}-{table.provenance['players']}"
    deals, seed = 40_000, table.provenance["seed"] + 1
    for name, measured in table.provenance["strength"].items():
        met = duel(rules, table, name, deals, seed=seed)
        for found, paper in ((met.wins, measured["wins"]), (met.tokens, measured["tokens"])):
            assert paper["trials"] >= 1_000_000
            assert paper["mean"] > 0.01 if paper is measured["tokens"] else paper["mean"] > 0.5
            error = (found.se**2 + paper["se"] ** 2) ** 0.5
            assert abs(found.mean - paper["mean"]) < 4 * error


def test_loaded_once() -> None:
    """A shipped table is found by its rules and the number of players, and read once."""
    rules = parse_rules("scat")
    first = solved(rules, 2)
    start = time.perf_counter()
    assert solved(rules, 2) is first
    assert time.perf_counter() - start < 0.05
    assert first.provenance["rules"] == "scat"
