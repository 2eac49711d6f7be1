"""The command ``thirtyone knock``: exact heads-up, with its error against more."""

from __future__ import annotations

import pytest

from tests.cli.command import HAND, answer, shown


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


def test_knock_for_people() -> None:
    """The risk is a percentage, with its error where it is simulated."""
    assert "25 %" in shown("knock", "--hand", "Kc Tc 3d", "--top", "5h", "--players", "2")
    assert " ± " in shown("knock", *HAND, "--players", "3", "--trials", "2000")
