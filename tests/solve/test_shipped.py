"""The tables in the data folder are whole, small, and as strong as their papers say."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from advisor.players.solved import load, nearest, solved
from advisor.rules import parse_rules
from advisor.solve.duel import among, duel

if TYPE_CHECKING:
    from advisor.estimate import Estimate

TABLES = sorted((Path(__file__).parents[2] / "data").glob("solved-*.npz"))
LIMIT = 5_000_000
"""Bytes that a table may have."""


def test_there_are_tables() -> None:
    """Scat and scat-pub are solved for 2 to 9; all tables together stay below 40 MB."""
    assert {path.stem for path in TABLES} == {
        f"solved-{rules}-{players}" for rules in ("scat", "scat-pub") for players in range(2, 10)
    }
    assert all(path.stat().st_size < LIMIT for path in TABLES)
    assert sum(path.stat().st_size for path in TABLES) < 40_000_000


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.stem)
def test_strength_is_what_the_paper_says(path: Path) -> None:
    """Fresh decks give the measured wins and tokens within four standard errors."""
    table = load(path)
    rules = parse_rules(table.provenance["rules"])
    assert path.stem == f"solved-{rules.name}-{table.provenance['players']}"
    seed = table.provenance["seed"] + 1
    for name, measured in table.provenance["strength"].items():
        if table.players == 2:
            met = duel(rules, table, name, 40_000, seed=seed)
            alike(met.wins, measured["wins"])
            alike(met.tokens, measured["tokens"])
            assert measured["wins"]["mean"] > 0.5
            continue
        one, _, other = name.partition(" among ")
        sits, meets = (table if who == "solved" else who for who in (one, other))
        decks = 24_000 // table.players
        company = among(rules, sits, meets, table.players, decks, seed=seed)
        alike(company.pays, measured["pays"])
        alike(company.tokens, measured["tokens"])
        gains = measured["tokens"]["mean"] / measured["tokens"]["se"]
        assert gains > 20 if one == "solved" else gains < -20


def alike(found: Estimate, paper: dict[str, Any]) -> None:
    """Compare what was measured now with what was measured then."""
    assert abs(found.mean - paper["mean"]) < 4 * (found.se**2 + paper["se"] ** 2) ** 0.5


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.stem)
def test_where_it_comes_from(path: Path) -> None:
    """Each was made from one seed and measured in a million hands or more."""
    table = load(path)
    assert table.provenance["seed"] == 20261130
    assert len(table.moves) % table.players == 0
    assert len(table.moves) >= 4 * table.players
    for measured in table.provenance["strength"].values():
        trials = measured["tokens"]["trials"]
        assert trials * table.players > 999_990


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.stem)
def test_a_knock_heeds_the_cards_known_and_nothing_that_can_be_feigned(path: Path) -> None:
    """What he did last adds nothing to a knock; cards he is known to hold speak against it."""
    table = load(path)
    assert (table.knocking == table.knocking[:, :1]).all()
    if table.players > 2:
        assert not table.knocking.any()
        assert not table.throwing.any()
        return
    # With 20 to 24 points in the turns from the third to the eighth, by the level of points known.
    worth = table.knocking[2:8, 0, :, 20:25].mean(axis=(0, 2))
    assert worth[0] > worth[1:].max()


def test_loaded_once() -> None:
    """A shipped table is found by its rules and the number of players, and read once."""
    rules = parse_rules("scat")
    first = solved(rules, 2)
    assert nearest(rules, 2) == (first, "")
    assert solved(rules, 2) is first
    assert first.provenance["rules"] == "scat"
