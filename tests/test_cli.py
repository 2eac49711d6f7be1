"""The command ``thirtyone``: the promised numbers in JSON, tables for people, one-line refusals."""

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
from typer.testing import CliRunner, Result

import advisor
from advisor.cli import app
from advisor.equity import fair_equity
from advisor.position import parse_position
from advisor.rules import PRESETS, describe
from advisor.tables import deal_table, knock_table
from tests.cases import cases

ROOT = Path(__file__).parents[1]
HAND = ("--hand", "Jc Tc Ad", "--top", "4h")
FEW = ("--trials", "4000", "--workers", "1")


def run(*arguments: str) -> Result:
    """Run the command in this process."""
    return CliRunner().invoke(app, list(arguments))


def answer(*arguments: str) -> dict[str, Any]:
    """Give the JSON of a question that can be answered."""
    result = run(*arguments, "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    # NaN and infinity are no JSON.
    read: dict[str, Any] = json.loads(result.stdout, parse_constant=pytest.fail)
    return read


def shown(*arguments: str) -> str:
    """Give what people see of a question that can be answered."""
    result = run(*arguments)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def refusal(*arguments: str) -> str:
    """Give the one line that refuses a question."""
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    (line,) = result.stderr.splitlines()
    assert line.isprintable()
    assert line.startswith("thirtyone: ")
    return line.removeprefix("thirtyone: ")


def process(*arguments: str | bytes, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run the command as people do, in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "advisor", *arguments],
        env=os.environ | environment,
        cwd=ROOT,
        capture_output=True,
        check=False,
        timeout=120,
    )


def question_id(case: dict[str, Any]) -> str:
    """Name a case by its cards."""
    return " ".join([*case["hand"], case["top"], *case["seen"], str(case.get("target", ""))])


# --- odds ----------------------------------------------------------------------------------------


def test_odds_of_a_draw() -> None:
    """The issue's first hand: every promised name, and its exact numbers."""
    odds = answer("odds", *HAND)
    assert odds["unseen"] == 48
    assert odds["score"] == 20
    assert odds["improve"] == pytest.approx(15 / 48)
    assert odds["after_draw"]["31"] == pytest.approx(1 / 48)
    assert odds["after_draw"]["30"] == pytest.approx(2 / 48)
    assert odds["mean"] == pytest.approx(21.645833, abs=1e-6)
    assert odds["take"] == {"discard": "Ad", "score": 20}
    assert odds["outs"][0] == {"card": "Ac", "score": 31}
    assert len(odds["outs"]) == 15
    assert odds["reach"]["target"] == 31
    assert [chance["method"] for chance in odds["reach"]["draws"]] == ["exact"] * 3
    assert odds["reach"]["draws"][0]["mean"] == pytest.approx(1 / 48)
    assert odds["reach"]["draws"][1]["mean"] == pytest.approx(0.045213, abs=1e-6)
    assert (odds["hand"], odds["top"], odds["rules"]) == (["Tc", "Jc", "Ad"], "4h", "scat")


def test_odds_of_ace_and_king() -> None:
    """The issue's second hand: thirteen outs, three of them to 31."""
    odds = answer("odds", "--hand", "As Ks Kh", "--top", "4d")
    assert odds["improve"] == pytest.approx(13 / 48)
    assert odds["after_draw"]["31"] == pytest.approx(3 / 48)


@pytest.mark.parametrize("case", cases("odds"), ids=question_id)
def test_cases_of_odds(case: dict[str, Any]) -> None:
    """Every known distribution after a draw comes out in JSON, seen cards taken away."""
    odds = answer(
        *("odds", "--rules", case["rules"], "--hand", " ".join(case["hand"])),
        *("--top", case["top"], "--seen", " ".join(case["seen"])),
    )
    expected = {
        score: int(share.split("/")[0]) / int(share.split("/")[1])
        for score, share in case["after_draw"].items()
    }
    assert odds["after_draw"] == pytest.approx(expected)
    assert odds["unseen"] == case["unseen"]
    assert odds["score"] == case["score"]
    assert odds["take"]["score"] == case["take"]


@pytest.mark.parametrize("case", cases("reach"), ids=question_id)
def test_cases_of_reach(case: dict[str, Any]) -> None:
    """Every known chance to reach a score comes out in JSON."""
    odds = answer(
        *("odds", "--rules", case["rules"], "--hand", " ".join(case["hand"])),
        *("--top", case["top"], "--seen", " ".join(case["seen"])),
        *("--target", str(case["target"]), "--draws", str(case["draws"])),
    )
    assert len(odds["reach"]["draws"]) == case["draws"]
    assert odds["reach"]["draws"][-1]["mean"] == pytest.approx(case["p"], abs=1e-8)


def test_half_points_are_written_and_read() -> None:
    """A score of 30½ is "30.5" wherever it stands."""
    house = ("--set", "three_of_a_kind=30.5")
    odds = answer("odds", "--hand", "9c 9d 2h", "--top", "4h", "--target", "30.5", *house)
    assert odds["after_draw"]["30.5"] == pytest.approx(2 / 48)
    assert odds["reach"]["target"] == 30.5
    assert odds["reach"]["draws"][0]["mean"] == pytest.approx(2 / 48)
    assert "30½" in shown("odds", "--hand", "9c 9d 2h", "--top", "4h", *house)


def test_simulated_reach_says_so() -> None:
    """Beyond three draws to another target the numbers carry their error."""
    draws = answer("odds", *HAND, "--target", "28", "--draws", "4")["reach"]["draws"]
    assert [chance["method"] for chance in draws] == ["exact"] * 3 + ["simulated"]
    assert draws[3]["se"] > 0
    assert draws[3]["trials"] > 0


# --- knock ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "pays"),
    [
        (("--hand", "Kc Tc 3d", "--top", "5h"), 0.250643),
        (("--hand", "Ac Kc 4h", "--top", "9d", "--seen", "Kd Qs 2s"), 0.214932),
    ],
)
def test_knock_heads_up(cards: tuple[str, ...], pays: float) -> None:
    """The issue's exact risks; discards that were seen do not mean that anybody has acted."""
    risk = answer("knock", *cards, "--players", "2", "--opponents", "greedy")
    assert risk["pays"] == {
        "mean": pytest.approx(pays, abs=1e-6),
        "se": 0,
        "trials": 0,
        "method": "exact",
    }
    assert risk["opponents"] == "greedy"
    assert risk["acted"] == 0
    assert len(risk["per_opponent"]) == 1


def test_knock_meets_31() -> None:
    """The chance that the opponent makes 31 is told apart."""
    risk = answer("knock", "--hand", "Kc Tc 3d", "--top", "5h", "--players", "2")
    assert risk["somebody_31"]["mean"] == pytest.approx(0.002273, abs=1e-6)
    assert risk["score"] == 20


def test_knock_against_three_is_simulated() -> None:
    """Every opponent has a number with its error; one who has acted is more dangerous."""
    question = ("knock", *HAND, "--players", "4", "--trials", "20000")
    risk, later = answer(*question), answer(*question, "--acted", "3")
    assert risk["pays"]["method"] == "simulated"
    assert risk["pays"]["trials"] == 20_000
    assert len(risk["per_opponent"]) == 3
    assert later["acted"] == 3
    assert later["pays"]["mean"] > risk["pays"]["mean"] + 5 * risk["pays"]["se"]


def test_known_cards_matter() -> None:
    """What is known of the opponent's hand changes the risk."""
    risk = answer("knock", *HAND, "--players", "2", "--held", "1:AsKs")
    assert risk["pays"]["mean"] > 0.99


# --- advise --------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", cases("advice"), ids=lambda case: case["why"])
def test_cases_of_advice(case: dict[str, Any]) -> None:
    """The moves that everybody agrees on are recommended."""
    advice = answer(
        *("advise", "--rules", case["rules"], "--hand", " ".join(case["hand"])),
        *("--top", case["top"], "--players", str(case["players"]), "--trials", "20000"),
    )
    assert advice["recommendation"]["action"] == case["action"]
    assert advice["recommendation"]["discard"] == case.get("discard")


def test_advice_keeps_its_promised_names() -> None:
    """Scripts find every name that the interface promises."""
    advice = answer("advise", *HAND, *FEW, "--seed", "7")
    promised = {"rules", "position", "recommendation", "options", "opponents", "seed"}
    assert promised | {"elapsed_s", "notes"} <= set(advice)
    assert advice["seed"] == 7
    assert parse_position(advice["position"]).players == 4
    of_option = {"action", "discard", "take", "score_after", "pays", "pot", "p_best", "loss"}
    for option in advice["options"]:
        assert of_option | {"reasons"} <= set(option)
        assert set(option["pot"]) == {"mean", "se", "trials", "method"}
    assert advice["recommendation"]["action"] == advice["options"][0]["action"]
    (draw,) = (option for option in advice["options"] if option["action"] == "draw")
    assert len(draw["after_draw"]) == 48
    assert draw["after_draw"]["Ac"] == {"discard": "Ad", "score": 31}


@pytest.mark.parametrize("command", ["advise", "knock"])
def test_same_seed_same_answer(command: str) -> None:
    """Numbers depend on the seed alone, not on how many threads shared the work."""
    question = (command, *HAND, "--players", "3", "--trials", "60000")
    found = [
        answer(*question, "--seed", seed, "--workers", workers)
        for seed, workers in [("3", "1"), ("3", "2"), ("4", "1")]
    ]
    for one in found:
        one.pop("elapsed_s", None)
    assert found[0] == found[1]
    assert {**found[0], "seed": 4} != found[2]


def test_a_position_can_be_asked_again_by_its_line() -> None:
    """The notation in an answer is a question with the same answer."""
    table = ("--tokens", "4,2,x,1", "--dealer", "1", "--seen", "2s 9d", "--held", "0:Kd")
    first = answer("advise", *HAND, *table, *FEW)
    again = answer("advise", "--position", first["position"], *FEW)
    assert {**first, "elapsed_s": 0} == {**again, "elapsed_s": 0}


def test_advice_after_a_knock() -> None:
    """Who sits left of a knocker is asked for his last turn, without a knock."""
    advice = answer("advise", *HAND, "--players", "3", "--knocked-by", "0", *FEW)
    actions = {option["action"] for option in advice["options"]}
    assert actions == {"take", "draw"}
    text = shown("advise", *HAND, "--players", "3", "--knocked-by", "0", *FEW)
    assert "seat 0 has knocked" in " ".join(text.split())
    assert text.endswith(f"- position: {advice['position']}\n")


def test_seconds_bound_the_time() -> None:
    """A short time gives an answer with fewer trials, not an error."""
    advice = answer("advise", *HAND, "--trials", "10000000", "--seconds", "0.2")
    assert 0 < advice["trials"] < 10_000_000


# --- equity, rules, table ------------------------------------------------------------------------


def test_equity() -> None:
    """Tokens become chances that sum to one, under the named model."""
    equity = answer("equity", "--tokens", "4,2,1", "--dealer", "0")
    assert equity["model"] == "fair"
    assert equity["equity"] == pytest.approx(fair_equity((4, 2, 1), PRESETS["scat"]))
    assert sum(equity["equity"]) == pytest.approx(1)


def test_equity_knows_the_free_ride() -> None:
    """A player without tokens is still in where the rules give a free ride."""
    tokens = ("equity", "--tokens", "1,0")
    assert answer(*tokens)["equity"] == [1, 0]
    assert answer(*tokens, "--rules", "scat-pub")["equity"] == pytest.approx([0.75, 0.25])


@pytest.mark.parametrize("preset", PRESETS)
def test_rules_in_plain_words(preset: str) -> None:
    """Every switch in force is said, for people and for scripts."""
    text = shown("rules", "--rules", preset, "--set", "tokens=7")
    house = answer("rules", "--rules", preset, "--set", "tokens=7")
    assert house["words"] == describe(PRESETS[preset])[:3] + house["words"][3:]
    assert house["switches"]["tokens"] == "7"
    assert "7 tokens each" in house["words"]
    assert all(words in text for words in house["words"])


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


# --- for people ----------------------------------------------------------------------------------


def test_odds_for_people() -> None:
    """Outs are cards with suit signs, chances are per cent."""
    text = shown("odds", *HAND)
    assert "10♣ J♣ A♦ = 20, top card 4♥" in text
    assert "15 of 48 unseen cards raise it (31 %); the mean after a draw is 21.65" in text
    assert "10♦ J♦ Q♦ K♦" in text
    assert "taking the top card and throwing A♦ gives 20" in text


def test_knock_for_people() -> None:
    """The risk is a percentage, with its error where it is simulated."""
    assert "25 %" in shown("knock", "--hand", "Kc Tc 3d", "--top", "5h", "--players", "2")
    assert " ± " in shown("knock", *HAND, "--players", "3", "--trials", "2000")


def test_advice_for_people() -> None:
    """The move comes first, then why, then every option, and the line to ask again."""
    text = shown("advise", "--hand", "Tc Td 4c", "--top", "8c", "--players", "2", *FEW)
    assert text.startswith("Take 8♣, throw 10♦\n")
    assert "- your score becomes 22 (now 14)" in text
    assert "draw from the stock" in text
    assert "if you draw any other card: you keep 14" in text
    assert "position: scat hand:4cTcTd top:8c tokens:4.4 seat:0 dealer:1 turn:0" in text


def test_rules_that_look_like_markup_are_written() -> None:
    """Square brackets in the name of rules are shown, not taken for colours."""
    assert "scat[pack=32]" in shown("rules", "--set", "pack=32")


def test_equity_for_people() -> None:
    """Seats that are out are called so."""
    lines = shown("equity", "--tokens", "2,x,2").splitlines()
    assert any(line.split() == ["1", "out", "0", "%"] for line in lines)


@pytest.mark.parametrize("arguments", [(), ("--help",), ("-h",)])
def test_help_lists_the_commands(arguments: tuple[str, ...]) -> None:
    """Whoever types the bare command learns what can be asked."""
    text = shown(*arguments)
    for command in ("advise", "odds", "knock", "equity", "table", "rules", "app"):
        assert command in text


def test_version() -> None:
    """The command says which version it is."""
    assert shown("--version") == f"thirtyone {advisor.__version__}\n"


# --- refusals ------------------------------------------------------------------------------------


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
        ("advise --rules widow --hand JcTcAd --widow 2c3c4c --players 3", "widow"),
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
        ("equity --tokens 4,3 --model solved", "--model solved is not available yet"),
        ("equity --tokens 4,3 --model magic", "'magic' is not one of fair, solved"),
        ("equity", "--tokens"),
        ("table seat", "the table seat is not available yet"),
        ("table equity", "the table equity is not available yet"),
        ("table strategy", "the table strategy is not available yet"),
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


# --- as a process --------------------------------------------------------------------------------


def test_process_answers() -> None:
    """The command works as a program, with nothing on the standard error."""
    done = process("odds", *HAND, "--json")
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout)["unseen"] == 48


def test_process_refuses() -> None:
    """A wrong question ends the program with exit code 2 and one line."""
    done = process("odds", "--hand", "Jc Tc", "--top", "4h")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode().splitlines() == ["thirtyone: a hand has 3 cards; this has 2: Tc Jc"]


@pytest.mark.skipif(os.name == "nt", reason="arguments are text there")
@pytest.mark.parametrize("arguments", [[b"--hand", b"\xff\xfe"], [b"--\xff"], [b"--seed", b"\xff"]])
def test_bytes_that_are_no_text(arguments: list[bytes]) -> None:
    """Arguments that are not UTF-8 are refused like any other wrong text."""
    done = process("advise", "--top", "4h", *arguments)
    assert (done.returncode, done.stdout) == (2, b"")
    assert len(done.stderr.splitlines()) == 1
    assert b"udcff" in done.stderr


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_output_without_suit_signs(encoding: str) -> None:
    """Where the terminal knows no suit signs, letters stand for them."""
    done = process("odds", *HAND, PYTHONIOENCODING=encoding)
    assert (done.returncode, done.stderr) == (0, b"")
    assert "10c Jc Ad = 20, top card 4h" in done.stdout.decode("ascii")


@pytest.mark.parametrize("command", ["", "advise", "odds", "knock", "equity", "table", "rules"])
def test_help_in_ascii(command: str) -> None:
    """Help can be printed anywhere."""
    done = process(*command.split(), "--help", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, b"")


def test_reader_that_stops_early() -> None:
    """A pipe that is closed ends the program quietly."""
    with subprocess.Popen(
        [sys.executable, "-m", "advisor", "table", "deal"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait(60) == 0


@pytest.mark.skipif(os.name == "nt", reason="signals differ there")
def test_interrupt_is_quiet() -> None:
    """Ctrl-C ends the program without a traceback."""
    with subprocess.Popen(
        [sys.executable, "-m", "advisor", "advise", *HAND, "--trials", "10000000"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as running:
        time.sleep(3)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=60)
    assert (running.returncode, out, err) == (130, b"", b"")


def test_start_is_light() -> None:
    """Help and refusals pay for neither the compiler, rich tables nor the page."""
    code = (
        "import sys, advisor.cli; "
        "print([name for name in ('numba', 'scipy', 'streamlit', 'rich') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True, text=True
    )
    assert done.stdout == "[]\n"


def test_exact_answers_start_no_compiler() -> None:
    """Numba is loaded only when a hand is played out."""
    code = (
        "import sys; from advisor.cli import app; "
        f"app(['odds', *{HAND!r}], standalone_mode=False); "
        "app(['knock', '--players', '2', "
        f"*{HAND!r}], standalone_mode=False); "
        "print('numba' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=os.environ | {"PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        check=True,
        encoding="utf-8",
    )
    assert done.stdout.endswith("False\n")


def test_app_opens_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page is served on the port asked for, and its exit code is the command's."""
    asked: list[tuple[int | None, bool]] = []

    def launch(port: int | None, *, headless: bool) -> int:
        asked.append((port, headless))
        return 3

    monkeypatch.setattr("advisor.launch.launch_app", launch)
    assert run("app", "--port", "8765", "--headless").exit_code == 3
    assert run("app").exit_code == 3
    assert asked == [(8765, True), (None, False)]
