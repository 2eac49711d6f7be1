"""The command ``thirtyone equity``: tokens into chances."""

from __future__ import annotations

import pytest

from advisor.equity import fair_equity
from advisor.rules import PRESETS
from tests.cli.command import answer, shown


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


def test_equity_for_people() -> None:
    """Seats that are out are called so."""
    lines = shown("equity", "--tokens", "2,x,2").splitlines()
    assert any(line.split() == ["1", "out", "0", "%"] for line in lines)
