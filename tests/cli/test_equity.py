"""The command ``thirtyone equity``: tokens into chances."""

from __future__ import annotations

import pytest

from advisor.equity import equity, fair_equity
from advisor.rules import PRESETS
from tests.cli.command import answer, refusal, shown


def test_fair() -> None:
    """Tokens become chances that sum to one, under the named model."""
    told = answer("equity", "--tokens", "4,2,1", "--dealer", "0")
    assert told["model"] == "fair"
    assert told["equity"] == pytest.approx(fair_equity((4, 2, 1), PRESETS["scat"]))
    assert sum(told["equity"]) == pytest.approx(1)


@pytest.mark.parametrize("dealer", [0, 2])
def test_solved(dealer: int) -> None:
    """The dealer and the rules reach the model of well-played hands, which is named."""
    told = answer(
        *("equity", "--tokens", "3,2,0", "--dealer", str(dealer), "--model", "solved"),
        *("--rules", "scat-pub"),
    )
    rules = PRESETS["scat-pub"]
    assert told["model"] == "solved"
    assert told["notes"][0].startswith("model solved: ")
    assert told["equity"] == list(equity((3, 2, 0), rules, dealer=dealer, model="solved"))
    assert told["equity"] != list(equity((3, 2, 0), rules, dealer=1, model="solved"))


def test_solved_does_not_know_the_other_game() -> None:
    """A game whose hands were not counted is refused, not answered by luck alone."""
    said = refusal("equity", "--tokens", "3,2", "--model", "solved", "--rules", "schwimmen")
    assert "widow" in said


def test_equity_knows_the_free_ride() -> None:
    """A player without tokens is still in where the rules give a free ride."""
    tokens = ("equity", "--tokens", "1,0")
    assert answer(*tokens)["equity"] == [1, 0]
    assert answer(*tokens, "--rules", "scat-pub")["equity"] == pytest.approx([0.75, 0.25])


def test_equity_for_people() -> None:
    """Seats that are out are called so."""
    lines = shown("equity", "--tokens", "2,x,2").splitlines()
    assert any(line.split() == ["1", "out", "0", "%"] for line in lines)
    assert lines[-1] == "- model fair: luck alone decides every hand"
