"""The door: help, version, and one line for every wrong question to any command."""

from __future__ import annotations

from typing import Any

import pytest

import advisor
from tests.cases import cases
from tests.cli.command import HAND, refusal, run, shown


@pytest.mark.parametrize("arguments", [(), ("--help",), ("-h",)])
def test_help_lists_the_commands(arguments: tuple[str, ...]) -> None:
    """Whoever types the bare command learns what can be asked."""
    text = shown(*arguments)
    for command in ("advise", "odds", "knock", "equity", "table", "rules", "app"):
        assert command in text


def test_version() -> None:
    """The command says which version it is."""
    assert shown("--version") == f"thirtyone {advisor.__version__}\n"


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ("advise --hand JcTc --top 4h", "a hand has 3 cards; this has 2"),
        ("advise --hand JcTcAd2h --top 4h", "a hand has 3 cards; this has 4"),
        ("advise --hand JcTcAd --top Jc", "Jc is given twice, for the hand and for the top card"),
        ("advise --hand JcTcAd --top 4h --seen 4h", "4h is given twice"),
        ("advise --hand JcTcAd --top 4h --held 1:Ad", "Ad is given twice"),
        ("advise --hand JcTc1h --top 4h", "hand: '1h' at character 5"),
        ("advise --hand JcTcX --top 4h", "hand: 'X' in 'JcTcX' at character 5"),
        ("advise --hand JcTc6с --top 4h", "cyrillic small letter es"),
        ("advise --hand JcTc9d --top 4h --set pack=32", "top: '4h' at character 1 is not in"),
        ("advise --hand JcTcAd --top 4h --players 17", "17 players"),
        ("advise --hand JcTcAd --top 4h --players 1", "1 player"),
        ("advise --hand JcTcAd --top 4h --players two", "'--players': 'two' is not a whole number"),
        ("advise --hand JcTcAd --top 4h --players 1_0", "'1_0' is not a whole number"),
        ("advise --hand JcTcAd --top 4h --players ٤", "'٤' is not a whole number"),
        ("advise --hand JcTcAd --top 4h --seat 4", "there is no seat 4"),
        ("advise --hand JcTcAd --top 4h --seat -1", "there is no seat -1"),
        ("advise --hand JcTcAd --top 4h --dealer 9", "there is no seat 9"),
        ("advise --hand JcTcAd --top 4h --seat 1 --turn 2", "it is the turn of seat 2"),
        ("advise --hand JcTcAd --top 4h --turn -1", "-1 turns"),
        ("advise --hand JcTcAd --top 4h --knocked-by 7", "there is no seat 7"),
        ("advise --hand JcTcAd --top 4h --tokens 4,a", "'a' is not a number of tokens"),
        ("advise --hand JcTcAd --top 4h --tokens 4,9", "seat 1 has 9 tokens"),
        ("advise --hand JcTcAd --top 4h --tokens 4,4 --players 3", "3 players"),
        ("advise --hand JcTcAd --top 4h --trials 0", "'--trials': 0 is out of range"),
        ("advise --hand JcTcAd --top 4h --seconds -1", "-1.0 seconds"),
        ("advise --hand JcTcAd --top 4h --seconds 0", "0.0 seconds"),
        ("advise --hand JcTcAd --top 4h --seconds nan", "'nan' is not a number of seconds"),
        ("advise --hand JcTcAd --top 4h --seconds 1e999", "'1e999' is not a number of seconds"),
        ("advise --hand JcTcAd --top 4h --seed -1", "'--seed': -1 is out of range"),
        ("advise --hand JcTcAd --top 4h --seed 99999999999999999999", "not a whole number"),
        ("advise --hand JcTcAd --top 4h --workers 0", "'--workers': 0 is out of range"),
        ("advise --hand JcTcAd --top 4h --opponents nobody", "'nobody'"),
        ("advise --hand JcTcAd --top 4h --rules skat", "'skat'"),
        ("advise --hand JcTcAd --top 4h --set pak=32", "'pak'"),
        ("advise --hand JcTcAd --top 4h --set pack", "'pack' is not a setting"),
        ("advise --hand JcTcAd --top 4h --set pack=32 --set pack=36", "'pack' is set twice"),
        ("advise --hand JcTcAd --top 4h --widow 2c3c4c", "scat has no widow"),
        ("advise --hand JcTcAd --top 4h --exchanged", "scat has no exchange"),
        ("advise --hand JcTcAd --top 4h --seen 2c --pile 3c", "seen and pile"),
        ("advise --hand JcTcAd --top 4h --bogus", "--bogus"),
        ("advise --hand JcTcAd --top 4h extra", "extra"),
        ("advise --hand JcTcAd --top", "--top"),
        ("advise --hand JcTcAd", "the top card of the discard pile is missing"),
        ("advise --top 4h", "--hand is missing"),
        ("advise --history no-such-file.txt", "'no-such-file.txt' cannot be read"),
        ("advise --history x --hand JcTcAd", "--history says everything; leave out --hand"),
        ("advise --history x --position y", "--history says everything; leave out --position"),
        ("advise --position hand:JcTcAd", "there are no rules 'hand:JcTcAd'"),
        ("advise --position scat --top 4h --set pack=32", "leave out --top, --set"),
        ("advise --rules widow --hand JcTcAd --widow 2c3c --players 3", "widow"),
        ("advise --rules widow --hand JcTcAd --widow 2c3c4c --opponents rising", "'rising'"),
        ("odds --hand JcTcAd --top 4h --rules schwimmen", "schwimmen"),
        ("odds --hand JcTcAd", "--top"),
        ("odds --hand JcTcAd --top 4h --target 30.25", "'30.25' is not a score"),
        ("odds --hand JcTcAd --top 4h --target 99", "the target is 99"),
        ("odds --hand JcTcAd --top 4h --draws 0", "0 draws"),
        ("odds --hand JcTcAd --top 4h --draws 11", "11 draws"),
        ("knock --hand JcTcAd --top 4h", "--players"),
        ("knock --hand JcTcAd --top 4h --players 2 --acted 2", "2 opponents have acted"),
        ("knock --hand JcTcAd --top 4h --players 2 --acted -1", "-1 opponents have acted"),
        ("knock --hand JcTcAd --top 4h --players 0", "0 players"),
        ("knock --hand JcTcAd --top 4h --players 3 --trials 0", "'--trials': 0 is out of range"),
        ("knock --hand JcTcAd --top 4h --players 2 --opponents flat:99", "'flat:99'"),
        ("knock --hand JcTcAd --top 4h --players 2 --held KcQc", "'KcQc' is not a seat"),
        ("knock --hand JcTcAd --top 4h --players 2 --set first_round_knock=forbidden", "knock is"),
        ("equity --tokens 4,y", "'y'"),
        ("equity --tokens 4,3 --dealer 2", "there is no seat 2"),
        ("equity --tokens 4,3 --model magic", "'magic' is not one of fair, solved"),
        ("equity", "--tokens"),
        ("table nothing", "'nothing' is not one of deal, knock, reach"),
        ("table", "KIND"),
        ("table knock --players 17", "17 players"),
        ("table knock --deals 0", "0 deals"),
        ("table reach --rules widow", "widow"),
        ("table deal --format xml", "'xml' is not one of md, csv, json"),
        ("table deal --format csv --json", "contradict"),
        ("rules --rules nothing", "'nothing'"),
        ("app --port 99999", "'--port': 99999 is out of range"),
        ("app --port x", "'x'"),
        ("bogus", "bogus"),
        ("--bogus", "--bogus"),
    ],
)
def test_wrong_question(arguments: str, named: str) -> None:
    """A wrong question is refused in one line that names what is wrong, with exit code 2."""
    assert named in refusal(*arguments.split())


@pytest.mark.parametrize("case", [case for case in cases("input") if case.get("error")])
def test_cases_of_wrong_input(case: dict[str, Any]) -> None:
    """Every text that is no card is refused, with its place, whichever option it stands in."""
    assert refusal("odds", "--hand", "2c 3c 4c", "--top", "5c", "--seen", case["text"]).startswith(
        "seen: "
    )


@pytest.mark.parametrize(
    ("option", "text"),
    [("--hand", "Jc" * 50_000), ("--tokens", "4," * 50_000), ("--" + "x" * 50_000, "1")],
)
def test_absurdly_long_input(option: str, text: str) -> None:
    """However much is pasted, the refusal stays readable."""
    assert len(refusal("advise", "--top", "4h", "--hand", "JcTcAd", option, text)) < 1000


def test_line_breaks_and_control_characters_are_spelled_out() -> None:
    """What a refusal quotes cannot break its line or the terminal."""
    assert "'A\\x07d'" in refusal("advise", "--hand", "Jc\nTc\nA\x07d", "--top", "4h")
    assert "\\x1b[31m" in refusal("advise", "--\x1b[31m")


def test_a_fault_of_ours_is_not_called_a_wrong_question(monkeypatch: pytest.MonkeyPatch) -> None:
    """An error that no question can cause ends with exit code 1 and its traceback."""
    monkeypatch.setattr("advisor.odds.draw.draw_odds", lambda _: 1 / 0)
    result = run("odds", *HAND)
    assert (result.exit_code, result.stdout) == (1, "")
    assert "ZeroDivisionError" in result.stderr
    assert "fault of thirtyone" in result.stderr.splitlines()[-1]
