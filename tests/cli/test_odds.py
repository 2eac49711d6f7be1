"""The command ``thirtyone odds``: exact numbers under promised names."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cases import cases
from tests.cli.command import HAND, answer, shown


def question_id(case: dict[str, Any]) -> str:
    """Name a case by its cards."""
    return " ".join([*case["hand"], case["top"], *case["seen"], str(case.get("target", ""))])


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


def test_odds_for_people() -> None:
    """Outs are cards with suit signs, chances are per cent."""
    text = shown("odds", *HAND)
    assert "10♣ J♣ A♦ = 20, top card 4♥" in text
    assert "15 of 48 unseen cards raise it (31 %); the mean after a draw is 21.65" in text
    assert "10♦ J♦ Q♦ K♦" in text
    assert "taking the top card and throwing A♦ gives 20" in text
