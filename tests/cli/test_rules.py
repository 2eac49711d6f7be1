"""The command ``thirtyone rules``: every switch in plain words."""

from __future__ import annotations

import pytest

from advisor.rules import PRESETS, describe
from tests.cli.command import answer, shown


@pytest.mark.parametrize("preset", PRESETS)
def test_rules_in_plain_words(preset: str) -> None:
    """Every switch in force is said, for people and for scripts."""
    text = shown("rules", "--rules", preset, "--set", "tokens=7")
    house = answer("rules", "--rules", preset, "--set", "tokens=7")
    assert house["words"] == describe(PRESETS[preset])[:3] + house["words"][3:]
    assert house["switches"]["tokens"] == "7"
    assert "7 tokens each" in house["words"]
    assert all(words in text for words in house["words"])


def test_rules_that_look_like_markup_are_written() -> None:
    """Square brackets in the name of rules are shown, not taken for colours."""
    assert "scat[pack=32]" in shown("rules", "--set", "pack=32")
