"""The player who thinks: names, the same decks, and that thinking pays."""

from __future__ import annotations

import numpy as np
import pytest

from advisor.players.thinking import assumed, play_thinking, thinks
from advisor.players.thumb import PlayerError
from advisor.playout.lineup import play_lineup
from advisor.rules import preset

SCAT = preset("scat")


def test_whom_he_takes_the_others_for_is_in_his_name() -> None:
    """A name with another one behind it says whom he was told to expect."""
    assert thinks("thinking")
    assert thinks("thinking:flat:25")
    assert not thinks("flat:25")
    assert assumed("thinking") == "solved"
    assert assumed("thinking:flat:25") == "flat:25"
    for name in ("thinking:", "thinking:thinking"):
        with pytest.raises(PlayerError, match="expected such as thinking:flat:25"):
            assumed(name)


@pytest.mark.parametrize("names", [("thinking:flat:25", "thinking"), ("flat:25", "rising")])
def test_only_one_assumption_at_a_table(names: tuple[str, ...]) -> None:
    """Two who expect different players cannot sit at one table, and somebody must think."""
    with pytest.raises(PlayerError, match="must take the others to be the same"):
        play_thinking(SCAT, names, 4, seed=0)


def test_thinking_pays_and_depends_on_the_seed_alone() -> None:
    """Told how a weak player plays, he beats him; chunks and threads change nothing."""
    names = ("thinking:flat:29", "flat:29")
    whole = play_thinking(SCAT, names, 200, seed=3)
    parts = [play_thinking(SCAT, names, 100, seed=3, first=at, threads=2) for at in (0, 100)]
    assert np.array_equal(whole.paid, np.concatenate([part.paid for part in parts]))
    assert np.array_equal(whole.turns, np.concatenate([part.turns for part in parts]))
    wins = (whole.paid[:, 1] > 0).mean()
    assert wins > 0.5 + 3 * 0.5 / np.sqrt(200)


def test_he_meets_the_decks_of_every_line_up() -> None:
    """A hand that is dealt with 31 ends alike whoever sits there."""
    thinking = play_thinking(SCAT, ("thinking", "rising", "rising"), 300, seed=8)
    others = play_lineup(SCAT, ("solved", "rising", "rising"), 300, seed=8)
    dealt = others.turns == 0
    assert dealt.any()
    assert np.array_equal(thinking.paid[dealt], others.paid[dealt])
    assert np.array_equal(thinking.turns == 0, dealt)
