"""How it works: the rules in force, and what the numbers rest on."""

import pytest

from advisor.equity import MODELS
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


@pytest.mark.parametrize("preset", PRESETS)
def test_it_tells_the_game_that_is_chosen(preset: str) -> None:
    """Game, players and models of the pot are those of the rules; nothing is called unknown."""
    told = said(choose(drawn("how_page"), "how_rules", preset))
    scat = PRESETS[preset].game == "scat"
    assert ("**draw** from the stock" in told) == scat
    assert ("**pass**" in told) == (not scat)
    assert ("**greedy**" in told) == scat
    assert ("**closer**" in told) == (not scat)
    assert all(words in told for words in MODELS.values())
    assert "not know" not in told
