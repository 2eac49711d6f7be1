"""The shipped tables of widow, and the player who follows them."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING

import numpy as np
import pytest

from advisor.cards import parse_cards, parse_hand
from advisor.hands import hand_index
from advisor.players import widow_solved
from advisor.players.widow_solved import (
    SEATS,
    SolvedWidowPlayer,
    WidowTableError,
    action_of,
    move_of,
    provenance_of,
    table_action,
    widow_table,
)
from advisor.playout.widow_table import count_cells
from advisor.position import ask
from advisor.referee.actions import Action, Knock, Pass, Swap
from advisor.rules import PRESETS, with_switches

if TYPE_CHECKING:
    from pathlib import Path

WIDOWS = [name for name, rules in PRESETS.items() if rules.game == "widow"]
LEGAL: list[Action] = [Knock(), Pass()]


@pytest.mark.parametrize("preset", WIDOWS)
@pytest.mark.parametrize("seats", SEATS)
def test_tables_are_shipped(preset: str, seats: int) -> None:
    """Every preset has a table for every number of players, with a worth for every cell."""
    table = widow_table(PRESETS[preset], seats)
    assert table.values.shape == (count_cells(seats),)
    assert table.values.dtype == np.float32
    assert table.danger.shape == (22_100,)
    assert -3 < table.values.min() < table.values.max() < 3
    assert not table.values.flags.writeable


@pytest.mark.parametrize("preset", WIDOWS)
def test_the_paper_says_how_strong_they_are(preset: str) -> None:
    """Against every rule of thumb that was measured the table is better than fair, beyond noise."""
    paper = provenance_of(preset)
    assert paper["rules"] == preset
    assert paper["players"] == list(SEATS)
    assert set(paper["strength"]) == {"2", "3", "5"}
    for seats, found in paper["strength"].items():
        assert {"swap:25", "swap:27", "swap:29", "random"} <= set(found)
        for name, estimate in found.items():
            lowest = PRESETS[preset].loser == "lowest"
            ahead = -estimate["mean"] if lowest else estimate["mean"] - 1 / int(seats)
            assert ahead > 3 * estimate["se"], (preset, seats, name)


def test_other_houses_use_the_nearest_table() -> None:
    """Rules that differ in a switch are played by the table of the nearest preset."""
    house = with_switches(PRESETS["widow"], {"fresh_widow": "all-pass"})
    near = widow_table(PRESETS["widow"], 3)
    np.testing.assert_array_equal(widow_table(house, 3).values, near.values)


def test_a_strong_hand_knocks_and_a_weak_one_swaps() -> None:
    """On the first turn a 27 knocks at once, and a hand of low cards takes an ace."""
    player = SolvedWidowPlayer()
    strong = ask(
        parse_hand("Ks Qs 7s"), rules=PRESETS["widow"], widow=parse_cards("2c 3d 8h"), players=3
    )
    assert player.act(strong, LEGAL) == Knock()
    weak = ask(
        parse_hand("Kd 3c 4s"), rules=PRESETS["widow"], widow=parse_cards("Ad 2h 9c"), players=3
    )
    action = SolvedWidowPlayer().act(weak, LEGAL)
    assert isinstance(action, Swap)
    assert action.get == parse_cards("Ad")


def test_he_does_not_pass_twice_at_the_same_cards() -> None:
    """Who passed at these very cards a round ago swaps or knocks, so that no hand is endless."""
    rng, passes = random.Random(1), 0
    for _ in range(150):
        six = rng.sample(range(52), 6)
        asked = ask(
            six[:3], rules=PRESETS["widow"], widow=six[3:], players=2, turn=4, exchanged=True
        )
        again = table_action(asked, hand_index(asked.widow), may_knock=True)
        assert again != Pass()
        passes += table_action(asked, -1, may_knock=True) == Pass()
    assert passes > 0


def test_moves_are_written_and_read() -> None:
    """A swap written as the compiled loop does and read back is the same swap."""
    asked = ask(
        parse_hand("Qd 2c 5s"), rules=PRESETS["widow-any"], widow=parse_cards("Ad Kd 9d"), players=2
    )
    for give, get in (("2c", "9d"), ("2c 5s", "Kd Ad"), ("2c 5s Qd", "9d Kd Ad")):
        cards = parse_cards(give), parse_cards(get)
        move = move_of(*cards, asked)
        assert action_of(move, asked.hand, asked.widow) == Swap(*cards)
    assert action_of(move_of((), (), asked), asked.hand, asked.widow) == Pass()


def test_damaged_tables_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An archive that is not the one its paper describes is an error, as is a missing one."""
    path = tmp_path / "exchange-widow.npz"
    widow_solved.save(path, b"something else", provenance_of("widow"))
    path.write_bytes(b"damaged")
    monkeypatch.setattr(widow_solved, "data_path", lambda name: tmp_path / name)
    widow_solved._arrays.cache_clear()
    widow_table.cache_clear()
    try:
        with pytest.raises(WidowTableError, match="is damaged"):
            widow_table(PRESETS["widow"], 2)
        path.with_suffix(".json").write_text(json.dumps({"format": "foreign"}), encoding="utf-8")
        with pytest.raises(WidowTableError, match="not of format"):
            widow_table(PRESETS["widow"], 2)
    finally:
        widow_solved._arrays.cache_clear()
        widow_table.cache_clear()
