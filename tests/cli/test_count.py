"""The command ``thirtyone count``: self-play into a file of counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from advisor.counting import count_hands
from advisor.rules import PRESETS
from advisor.well_played import load
from tests.cli.command import refusal, run

if TYPE_CHECKING:
    from pathlib import Path


def test_counts_of_all_numbers_of_players(tmp_path: Path) -> None:
    """Player, hands, seed and rules reach the counts, which are written for 2 to 9 players."""
    out = tmp_path / "counts.json"
    said = ("--player", "flat:22", "--hands", "300", "--seed", "6", "--rules", "scat-pub")
    result = run("count", "--out", str(out), "--workers", "1", *said)
    assert result.exit_code == 0, result.output
    found = load(out)
    assert list(found) == list(range(2, 10))
    rules = PRESETS["scat-pub"]
    assert found[5] == count_hands(rules, 5, player="flat:22", hands=300, seed=6)
    alone = ("--player", "flat:22", "--hands", "300", "--seed", "7", "--rules", "scat-pub")
    assert run("count", "--out", str(out), "--players", "5", *alone).exit_code == 0
    again = load(out)
    assert again[5] == count_hands(rules, 5, player="flat:22", hands=300, seed=7)
    assert {**again, 5: found[5]} == found


def test_what_cannot_be_counted(tmp_path: Path) -> None:
    """A folder that is not there and the other game are refused in one line."""
    out = str(tmp_path / "counts.json")
    assert "no such folder" in refusal("count", "--out", str(tmp_path / "no" / "counts.json"))
    assert "expected 2 to 9" in refusal("count", "--out", out, "--players", "10")
    assert "widow" in refusal("count", "--out", out, "--rules", "widow")
