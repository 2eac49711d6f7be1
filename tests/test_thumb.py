"""Rules of thumb: with how many points they knock."""

from __future__ import annotations

import pytest

from advisor.hands import THIRTY_ONE
from advisor.players.thumb import (
    DEFAULT,
    DESCRIPTIONS,
    KNOCKS_LIKE,
    NEVER,
    ROUNDS,
    PlayerError,
    describe,
    last_turn_is_greedy,
    plan,
    thresholds,
)


def test_greedy_never_knocks() -> None:
    """The interface's greedy opponent has no threshold that a hand could reach."""
    assert thresholds("greedy").tolist() == [127] * 16
    assert NEVER == 127 > 2 * 33 > THIRTY_ONE


def test_rising_asks_two_points_more_each_turn() -> None:
    """21 at the first turn, 2 more for each turn he has had, at most 30: in half points."""
    assert thresholds("rising").tolist() == [42, 46, 50, 54, 58, *[60] * 11]
    assert DEFAULT == "rising"


@pytest.mark.parametrize(
    ("name", "half_points"),
    [("flat:3", 6), ("flat:25", 50), ("flat:27.5", 55), ("flat:30.5", 61), ("flat:31", 62)],
)
def test_flat_thresholds(name: str, half_points: int) -> None:
    """flat:N knocks at the start of any turn with N or more."""
    assert thresholds(name).tolist() == [half_points] * 16


def test_thresholds_that_change_with_the_turns() -> None:
    """Own turns had before count: 20 three times, then 26; 29 twice, 27 three times, then 25."""
    assert thresholds("steps").tolist() == [40, 40, 40, *[52] * 13]
    assert thresholds("falling").tolist() == [58, 58, 54, 54, 54, *[50] * 11]


def test_thresholds_of_those_who_do_more() -> None:
    """Who does more than knock by a threshold still has one for what needs a table of them."""
    assert thresholds("cautious").tolist() == thresholds("rising").tolist()
    assert thresholds("witty").tolist() == [60] * 16
    assert thresholds("random").tolist() == [NEVER] * 16


def test_who_uses_the_last_turn_for_the_highest_score() -> None:
    """Exact last turns hold for greedy ones only."""
    others = {name for name in DESCRIPTIONS if not last_turn_is_greedy(name)}
    assert others == {"witty", "random"}


def test_plans() -> None:
    """Advice can say in words how to play on like anybody who differs only in his knocks."""
    for name in DESCRIPTIONS:
        if name not in KNOCKS_LIKE:
            assert plan(name.replace("N", "24"))
    assert plan("flat:24") == "knock with 24 or more"


@pytest.mark.parametrize("name", ["greedy", "rising", "flat:22", "steps", "falling", "witty"])
def test_tables_fit_the_compiled_loops(name: str) -> None:
    """Playouts index these tables by the turns a player has had."""
    table = thresholds(name)
    assert (table.shape, table.dtype.name) == ((ROUNDS,), "int8")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("", "there is no player ''; there are greedy, flat:N, rising"),
        ("Greedy", "there is no player 'Greedy'; there are greedy, flat:N, rising"),
        ("flat", "there is no player 'flat'; there are "),
        ("steep:25", "there is no player 'steep:25'; there are "),
        ("rising:2", "there is no player 'rising:2'; there are "),
        ("x" * 500, "there is no player 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxx…'; there are "),
        ("flat:", "'flat:' needs a score, such as flat:25"),
        ("flat:N", "'flat:N' needs a score, such as flat:25"),
        ("flat:-5", "'flat:-5' needs a score, such as flat:25"),
        ("flat:25.3", "'flat:25.3' needs a score, such as flat:25"),
        ("flat:٢٥", "'flat:٢٥' needs a score, such as flat:25"),
        ("flat:1e1", "'flat:1e1' needs a score, such as flat:25"),
        ("flat:25.", "'flat:25.' needs a score from 3 to 31, such as flat:25"),
        ("flat:2.5", "'flat:2.5' needs a score from 3 to 31, such as flat:25"),
        ("flat:31.5", "'flat:31.5' needs a score from 3 to 31, such as flat:25"),
        ("flat:99", "'flat:99' needs a score from 3 to 31, such as flat:25"),
    ],
    ids=lambda value: value[:12],
)
def test_players_that_do_not_exist(name: str, message: str) -> None:
    """A mistyped opponent is refused by name; nobody plays in his place."""
    for asked in (thresholds, describe):
        with pytest.raises(PlayerError) as refused:
            asked(name)
        assert str(refused.value).startswith(message)


def test_descriptions() -> None:
    """Advice says in words which opponents it assumes."""
    assert describe("greedy") == DESCRIPTIONS["greedy"]
    assert describe("flat:25") == "greedy, and knocks with 25 or more"
    assert "21 or more, 2 more for each turn" in describe("rising")
