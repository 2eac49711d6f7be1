"""``thirtyone solve``: what it refuses before it starts to work."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.cli.command import refusal

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--out", "table.txt"], "does not end in .npz"),
        (["--out", "no/such/folder/table.npz"], "no such folder"),
        (["--out", "table.npz", "--players", "10"], "10 players; the solver knows 2 to 9"),
        (["--out", "table.npz", "--rules", "widow"], "does not know the game widow"),
        (["--out", "table.npz", "--set", "pack=32"], "does not know pack=32"),
        ([], "Missing option '--out'"),
    ],
)
def test_wrong_questions(
    arguments: list[str], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hours of work must not begin where the answer could not be kept, or is not known."""
    monkeypatch.chdir(tmp_path)
    assert sentence in refusal("solve", *arguments)
    assert not list(tmp_path.iterdir())
