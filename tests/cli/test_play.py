"""Playing in the terminal, and asking for advice about a recorded hand."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from typer.testing import CliRunner

from advisor.cli import app
from advisor.position import parse_position
from tests.cli.command import refusal

if TYPE_CHECKING:
    from pathlib import Path

RUNNER = CliRunner()
HAND = """\
rules scat
tokens 4 4 4
dealer 2
deal 0 Jc Tc Ad
deal 1 ? ? ?
deal 2 ? ? ?
top 4h
0 draw 2s throw 2s
1 take 2s throw 9d
2 draw ? throw 3c
"""


@pytest.fixture
def hand(tmp_path: Path) -> Path:
    """A hand as seat 0 saw it, up to its second turn."""
    path = tmp_path / "hand.txt"
    path.write_text(HAND, encoding="utf-8")
    return path


def test_advice_from_a_history(hand: Path) -> None:
    """The position comes from the recorded hand: pile, known cards and turns included."""
    result = RUNNER.invoke(app, ["advise", "--history", str(hand), "--trials", "500", "--json"])
    assert result.exit_code == 0, result.output
    asked = parse_position(json.loads(result.stdout)["position"])
    line = (
        "scat hand:JcTcAd top:3c pile:4h9d held:1.2s tokens:4.4.4 seat:0 dealer:2 turn:3 "
        "log:4h>d2s.t9d.d3c"
    )
    assert asked == parse_position(line)


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ("0 draw 5c\n", "must throw"),
        ("0 draw 5c throw 7h\n", "line 11"),
        ("0 shout\n", "line 11"),
    ],
)
def test_a_history_without_a_question_is_refused(hand: Path, more: str, sentence: str) -> None:
    """A history that breaks a rule, or ends inside a turn, gets one sentence."""
    hand.write_text(HAND + more, encoding="utf-8")
    assert sentence in refusal("advise", "--history", str(hand))


def test_files_that_are_no_history_are_refused(tmp_path: Path) -> None:
    """Binary, huge and foreign files get one sentence, and nothing is guessed from them."""
    binary, huge, foreign = (tmp_path / name for name in ("binary", "huge", "foreign"))
    binary.write_bytes(b"\xff\xfe\x00")
    huge.write_bytes(b"#" * 500_000)
    foreign.write_text("<b>hello</b>", encoding="utf-8")
    assert "not a text" in refusal("advise", "--history", str(binary))
    assert "more than" in refusal("advise", "--history", str(huge))
    assert "line 1" in refusal("advise", "--history", str(foreign))
    assert "cannot be read" in refusal("advise", "--history", str(tmp_path))


@pytest.mark.parametrize("rules", ["scat", "scat-pub", "widow", "widow-any", "schwimmen"])
def test_a_game_can_be_played_and_saved(rules: str, tmp_path: Path) -> None:
    """Every preset can be played; what the person saw is written down and reads back."""
    path = tmp_path / "game.txt"
    arguments = ["play", "--players", "3", "--rules", rules, "--seed", "5", "--save", str(path)]
    result = RUNNER.invoke(app, arguments, input="rules\nhistory\nquit\n")
    assert result.exit_code == 0, result.output
    assert "Your hand" in result.stdout
    assert path.read_text(encoding="utf-8").startswith(f"rules {rules}")


def test_hints_are_given_only_where_wanted() -> None:
    """With --hints the player may ask what to do; the answer names a move and its risk."""
    asked = ["play", "--players", "2", "--seed", "3"]
    hinted = RUNNER.invoke(app, [*asked, "--hints"], input="hint\ndraw\nhint\nquit\n")
    assert "you pay in" in hinted.stdout
    assert "throw" in hinted.stdout
    assert "you pay in" not in RUNNER.invoke(app, asked, input="hint\nquit\n").stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--players", "1"], "1 player;"),
        (["--players", "17"], "17 players"),
        (["--rules", "widow", "--players", "8"], "8 players"),
        (["--seat", "3"], "there is no seat 3"),
        (["--opponents", "oracle"], "oracle"),
    ],
)
def test_a_table_that_cannot_be_is_refused(arguments: list[str], sentence: str) -> None:
    """A wrong table gets one sentence before anything is dealt."""
    assert sentence in refusal("play", *arguments, text="quit\n")


@pytest.mark.parametrize(
    ("asked", "name"),
    [("", "solved"), ("", "basic"), ("", "witty"), ("--rules widow", "solved")],
)
def test_anybody_may_sit_on_the_other_side(asked: str, name: str) -> None:
    """The strongest players, too, play against a person until he leaves."""
    words = ["play", *asked.split(), "--players", "2", "--opponents", name, "--seed", "3"]
    moves = "draw\nthrow 2s\n\n" if not asked else "pass\n\n"
    result = RUNNER.invoke(app, words, input=f"{moves}quit\n")
    assert result.exit_code == 0, result.output
    assert "Goodbye." in result.output
    assert "Seat 1 " in result.output.partition("seat 0 begins")[2]


def test_who_only_plays_matches_is_refused() -> None:
    """Whoever thinks for long does not sit down in the terminal, and says so in one line."""
    assert "in matches only" in refusal("play", "--players", "2", "--opponents", "thinking")
