"""The command ``thirtyone advise``: moves, numbers and the line to ask again."""

from __future__ import annotations

from typing import Any

import pytest

from advisor.position import parse_position
from tests.cases import cases
from tests.cli.command import FEW, HAND, answer, shown


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


def test_advice_for_people() -> None:
    """The move comes first, then why, then every option, and the line to ask again."""
    text = shown("advise", "--hand", "Tc Td 4c", "--top", "8c", "--players", "2", *FEW)
    assert text.startswith("Take 8♣, throw 10♦\n")
    assert "- your score becomes 22 (now 14)" in text
    assert "draw from the stock" in text
    assert "if you draw any other card: you keep 14" in text
    assert "position: scat hand:4cTcTd top:8c tokens:4.4 seat:0 dealer:1 turn:0" in text
