"""``thirtyone advise --opponents learn``: advice against those who were watched."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from advisor.referee.replay import seen_by
from tests.cli.command import FEW, HAND, answer, refusal, shown
from tests.tables import played

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of eight hands, the last of which seat 0 has to go on with."""
    history = played(("rising", "flat:20", "flat:28"), 8, seed=2)
    hands = [seen_by(hand, 0) for hand in history.hands]
    last = hands[-1]
    mine = next(n for n, event in enumerate(last.events) if event.seat == 0)
    hands[-1] = replace(last, events=last.events[:mine], outcome=None)
    path = tmp_path_factory.mktemp("evening") / "evening.txt"
    path.write_text(str(replace(history, hands=tuple(hands))), encoding="utf-8")
    return path


def test_each_seat_as_learnt(evening: Path) -> None:
    """The answer names what was learnt of every opponent, with its numbers, and goes by it."""
    advice = answer("advise", "--history", str(evening), "--opponents", "learn", *FEW)
    assert [one["seat"] for one in advice["learnt"]] == [1, 2]
    early, late = advice["learnt"]
    assert early["hands"] == late["hands"] == 7
    assert early["threshold"]["mean"] < late["threshold"]["mean"]
    assert advice["opponents"] == ", ".join(
        f"seat {one['seat']} {one['name']}" for one in advice["learnt"]
    )
    notes = " ".join(advice["notes"])
    for one in advice["learnt"]:
        assert f"seat {one['seat']}, seen in 7 hands" in notes
        assert f"seat {one['seat']}: {one['name']} (" in notes


def test_learning_needs_hands() -> None:
    """Without a history there is nobody to learn from."""
    said = refusal("advise", *HAND, "--opponents", "learn")
    assert said == "--opponents learn needs --history, the hands that they have played"


def test_the_two_most_different_opponents_are_shown() -> None:
    """People and programs see how the advice hangs on the assumption, unless told not to."""
    advice = answer("advise", *HAND, *FEW)
    assert [one["opponents"] for one in advice["assumptions"]] == ["greedy", "flat:18"]
    assert {"action", "discard", "take", "loss"} <= set(advice["assumptions"][0])
    assert "against greedy: " in " ".join(shown("advise", *HAND, *FEW).split())
    for without in (("--no-contrast",), ("--seconds", "0.1")):
        assert "assumptions" not in answer("advise", *HAND, *FEW, *without)
