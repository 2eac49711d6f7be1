"""The command ``thirtyone match``: promised names, refusals, interrupts, kept matches."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from advisor.cli import app
from advisor.match.plan import Plan
from advisor.match.run import match
from advisor.players.solved import solved
from advisor.rules import PRESETS
from tests.cli import command
from tests.cli.command import ROOT

TWO = ("--players", "flat:22,flat:25")


def answer(*arguments: str) -> dict[str, Any]:
    """Give the JSON of a match that can be played."""
    return command.answer("match", *arguments)


def shown(*arguments: str) -> str:
    """Give what people see."""
    return command.shown("match", *arguments)


def refusal(*arguments: str) -> str:
    """Give the one line that refuses a match."""
    return command.refusal("match", *arguments)


def test_promised_names() -> None:
    """Players come in the order given, with pays and pot as estimates; all counts are there."""
    played = answer(*TWO, "--hands", "2001", "--seed", "5", "--workers", "2")
    assert [player["name"] for player in played["players"]] == ["flat:22", "flat:25"]
    for player in played["players"]:
        for number in (player["pays"], player["pot"], player["tokens"]):
            assert set(number) == {"mean", "se", "trials", "method"}
            assert number["method"] == "simulated"
            assert number["se"] > 0
    assert played["hands"] == 2002
    assert played["capped"] == 0
    assert played["seed"] == 5
    assert played["hands_per_second"] > 0
    expected = match(Plan(PRESETS["scat"], ("flat:22", "flat:25"), 5), 2001)
    assert played["players"] == [line.to_json() for line in expected.lines]
    assert played["differences"] == [apart.to_json() for apart in expected.differences]


def test_help_names_it() -> None:
    """Whoever types the bare command learns that there are matches."""
    assert "match" in CliRunner().invoke(app, []).stdout


def test_rules_and_pots() -> None:
    """House rules are honoured, and whole pots are played to the end."""
    house = ("--rules", "scat-pub", "--set", "pack=32")
    played = answer("--players", "rising,greedy,steps", "--pots", "60", *house)
    assert played["rules"] == "scat-pub[pack=32]"
    assert played["pots"] == 60
    assert played["hands"] > 60 * 4
    assert sum(player["pot"]["mean"] for player in played["players"]) == pytest.approx(1)


def test_for_people() -> None:
    """People see every player, every difference, and what the numbers mean."""
    text = shown(*TWO, "--hands", "2000")
    assert "flat:22 less flat:25" in text
    assert "a fair share of the pot is 50 %" in text
    assert "1,000 decks" in text
    assert "pays" in text
    assert "pays" not in shown("--rules", "widow", "--players", "swap:25,random", "--hands", "200")
    assert "whole pots" in shown(*TWO, "--pots", "100")


def test_until_known() -> None:
    """A clear case stops early and says who is better."""
    played = answer("--players", "rising,greedy", "--until-known")
    assert played["better"] is True
    assert played["hands"] < 1_000_000
    assert "rising is better" in " ".join(played["notes"])


@pytest.mark.parametrize(("rules", "name"), [("scat", "cautious"), ("widow", "confidence")])
def test_list(rules: str, name: str) -> None:
    """The list describes the players of the game asked for, with sources."""
    assert name in shown("--list", "--rules", rules)
    listed = answer("--list", "--rules", rules)
    assert name in [player["name"] for player in listed["players"]]
    assert all(player["words"] for player in listed["players"])


def test_robin(tmp_path: Path) -> None:
    """A round-robin gives a table for people, numbers for scripts, and a picture."""
    names = ("--robin", "--players", "rising,flat:25,greedy", "--hands", "3000")
    picture = tmp_path / "elo.svg"
    text = shown(*names, "--picture", str(picture))
    assert "Everybody against everybody, 2 seats" in text
    assert picture.read_text().startswith("<svg")
    played = answer(*names, "--seats", "3")
    assert played["seats"] == 3
    assert len(played["pairings"]) == 3
    assert played["players"][0]["name"] == "rising"


def test_kept_and_resumed(tmp_path: Path) -> None:
    """A match that is kept and gone on with ends as the match played at once."""
    kept = str(tmp_path / "kept.json")
    answer(*TWO, "--hands", "2000", "--seed", "3", "--save", kept)
    resumed = answer("--resume", kept, "--hands", "6000")
    at_once = answer(*TWO, "--hands", "6000", "--seed", "3")
    for measured in ("players", "differences", "hands", "seed"):
        assert resumed[measured] == at_once[measured]
    assert "ask for more" in refusal("--resume", kept, "--hands", "4000")
    assert "its seed 3" in refusal("--resume", kept, "--seed", "4")
    assert "exists" in refusal(*TWO, "--save", kept)
    Path(kept).write_text("{}")
    assert "is no saved match" in refusal("--resume", kept)


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ("", "--players is missing"),
        ("--players rising", "1 player; expected 2 to 9"),
        ("--players rising,nobody", "'nobody'"),
        ("--players solved,rising --set pack=32", "no solved table for a pack of 32"),
        ("--players rising,flat:99", "from 3 to 31"),
        ("--players rising,greedy --hands 0", "0 hands; expected 1"),
        ("--players rising,greedy --robin --hands 0", "0 hands; expected 1"),
        ("--players rising,greedy --hands 0 --pots 5", "--hands and --pots exclude"),
        ("--players rising,greedy --hands 1e6", "not a whole number"),
        ("--players rising,greedy --hands 5 --pots 5", "--hands and --pots exclude"),
        ("--players rising,greedy --workers 2 --dask tcp://x:1", "--workers and --dask exclude"),
        ("--players rising,greedy --robin --until-known", "--robin and --until-known exclude"),
        ("--players rising,greedy --robin --save x", "--robin and --save exclude"),
        ("--players rising,greedy --seats 3", "--seats is for --robin"),
        ("--players rising,greedy --picture x.svg", "--picture is for --robin"),
        ("--players rising,rising --robin", "two or more different players"),
        ("--rules widow --players rising,rising", "no player of widow"),
        ("--rules widow --players random,random --pots 5", "pot of its own"),
        ("--players rising,greedy --seed -1", "-1 is out of range"),
        ("--resume no-such-file", "cannot be read"),
    ],
)
def test_refusals(arguments: str, named: str) -> None:
    """Every wrong question is refused in one line that names what would be right."""
    assert named in refusal(*arguments.split())


@pytest.mark.parametrize("workers", ["1", "2"])
def test_interrupt_prints_what_is_done(tmp_path: Path, workers: str) -> None:
    """Ctrl-C ends a long match with the result so far, which is kept and can be gone on with."""
    file = tmp_path / "kept.json"
    running = subprocess.Popen(
        [
            *(sys.executable, "-m", "advisor", "match", *TWO, "--hands", "90000000000"),
            *("--workers", workers, "--save", str(file), "--json"),
        ],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        give_up = time.monotonic() + 60
        while not (file.exists() and json.loads(file.read_text())["sets"]):
            assert time.monotonic() < give_up
            assert running.poll() is None
            time.sleep(0.05)
        running.send_signal(signal.SIGINT)
        output, complaint = running.communicate(timeout=60)
    finally:
        running.kill()
    assert (running.returncode, complaint) == (0, "")
    played = json.loads(output)
    assert played["interrupted"] is True
    assert played["hands"] >= 60_000
    assert json.loads(file.read_text())["sets"] == played["sets"]
    part = match(Plan(PRESETS["scat"], ("flat:22", "flat:25")), played["hands"])
    assert [line.to_json() for line in part.lines] == played["players"]


def test_solved_wins_against_thresholds() -> None:
    """The shipped table must play in a match, and beat a threshold by what it promises."""
    mine, other = answer("--players", "solved,flat:25", "--hands", "100000")["players"]
    promised = solved(PRESETS["scat"], 2).provenance["strength"]["flat:25"]["wins"]["mean"]
    assert abs(other["pays"]["mean"] - promised) < 4 * other["pays"]["se"]
    assert mine["pays"]["mean"] < 0.45
