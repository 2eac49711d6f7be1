"""The command ``thirtyone review``: a file into grades."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from advisor.referee.history import parse_history
from advisor.review import review
from tests.cli.command import answer, refusal, shown
from tests.test_review import HAND
from tests.test_review_widow import HAND as WIDOW_HAND

if TYPE_CHECKING:
    from pathlib import Path

FEW = ("--trials", "200", "--workers", "1")


@pytest.fixture
def file(tmp_path: Path) -> str:
    """A written hand."""
    path = tmp_path / "hand.txt"
    path.write_text(HAND, encoding="utf-8")
    return str(path)


def test_review_in_json(file: str) -> None:
    """Seat, opponents, trials and seed reach the review, and luck can be left out."""
    said = ("--seat", "0", "--opponents", "flat:25", "--seed", "3", "--no-luck")
    told = answer("review", file, *said, *FEW)
    expected = review(
        parse_history(HAND), seat=0, opponents="flat:25", trials=200, seed=3, with_luck=False
    )
    assert told == expected.to_json()
    assert [one["chances"] for one in told["seats"]] == [[]]


def test_review_for_people(file: str) -> None:
    """People see grades, the blunder and what was better, and what turned the game."""
    text = shown("review", file, *FEW)
    assert "better: throw 2♣ (blunder" in text
    assert "turning points" in text
    assert "drew A♥, luck" in text
    assert all(word in text for word in ("points lost", "mistake", "beginner"))


def test_what_cannot_be_reviewed(file: str, tmp_path: Path) -> None:
    """No file, no history, and no such seat are one line each."""
    assert "cannot be read" in refusal("review", str(tmp_path / "nothing.txt"))
    (tmp_path / "other.txt").write_text("hello")
    assert "line 1" in refusal("review", str(tmp_path / "other.txt"))
    assert "all cards of seat 5" in refusal("review", file, "--seat", "5")


def test_the_game_with_three_open_cards(tmp_path: Path) -> None:
    """A hand of widow is graded by the same command, in JSON and for people."""
    path = tmp_path / "widow.txt"
    path.write_text(WIDOW_HAND, encoding="utf-8")
    told = answer("review", str(path), "--seat", "0", *FEW)
    expected = review(parse_history(WIDOW_HAND), seat=0, trials=200)
    assert told == expected.to_json()
    text = " ".join(shown("review", str(path), "--seat", "0", *FEW).split())
    assert "better: swap 2♣ for A♥ (blunder" in text
    assert "was dealt 2♣ Q♥ K♥, luck" in text
    assert "no player of widow" in refusal("review", str(path), "--opponents", "rising")
