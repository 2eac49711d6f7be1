"""How it works: the rules in force, and what the numbers rest on."""

import pytest

from advisor.rules import PRESETS, describe
from tests.web.page import choose, drawn, said


@pytest.mark.parametrize("preset", PRESETS)
def test_every_rule_is_said(preset: str) -> None:
    """The page says every switch of the chosen preset in plain words."""
    told = said(choose(drawn("how_page"), "how_rules", preset)).lower()
    assert all(line.lower() in told for line in describe(PRESETS[preset]))


def test_it_says_what_is_assumed() -> None:
    """Exact and simulated numbers are told apart, and the default opponents are named."""
    told = said(drawn("how_page"))
    assert "Exact:" in told
    assert "standard error" in told
    assert "rising" in told
