"""The way of a player at any table: his own, or the nearest one there is, and which."""

from __future__ import annotations

import numpy as np
import pytest

from advisor.cards import parse_cards
from advisor.players.clues import Clue
from advisor.players.nearest import nearest_way
from advisor.players.thumb import PlayerError
from advisor.players.ways import ways
from advisor.players.written import CERTAIN, DOUBT, KNOCK, MOVE
from advisor.rules import Rules, preset, with_switches

SCAT = preset("scat")


@pytest.mark.parametrize("name", ["solved", "flat:25"])
def test_the_own_way_where_there_is_one(name: str) -> None:
    """Whoever has a table for these rules and so many players plays by it, and no note is due."""
    way = nearest_way(name, SCAT, 2)
    own = ways(name, SCAT, 2)
    assert way.notes == ()
    for name_of, array in own._asdict().items():
        assert np.array_equal(getattr(way.ways, name_of), array)
    last, clue = len(own.moves) - 1, Clue(3, tuple(parse_cards("9d Kd")))
    for turn in (0, 1, last, last + 1, last + 2):
        row = turn if turn <= last else turn - 2 * ((turn - last + 1) // 2)
        plays = way.plays(turn, clue)
        assert np.array_equal(plays.moves, own.moves[row])
        assert np.array_equal(plays.throws, own.throws[row])
        assert np.array_equal(plays.knocking, own.knocking[row, 3, 5])
        assert np.array_equal(plays.throwing, own.throwing[row])
        assert plays.known == 2 << 2


def test_more_players_than_anybody_solved() -> None:
    """At a larger table a seat plays like the one as far around the largest that was solved."""
    way = nearest_way("solved", SCAT, 12)
    nine = ways("solved", SCAT, 9).moves
    assert way.notes == (
        "there is no solved table for 12 players; solved players play as at a table of 9",
    )
    assert len(way.ways.moves) == len(nine) // 9 * 12
    assert np.array_equal(way.ways.moves[0], nine[0])
    assert np.array_equal(way.ways.moves[12 + 11], nine[9 + 8])


def test_other_packs_and_switches_are_named() -> None:
    """What a table was not made for must be said."""
    assert (
        "the solved table is for 52 cards; here there are 32"
        in nearest_way("solved", Rules(pack=32), 3).notes
    )
    (note,) = nearest_way("solved", with_switches(SCAT, {"knocker_lowest_pays": "2"}), 2).notes
    assert "knocker_lowest_pays" in note


def test_nobody_knocks_where_it_is_forbidden() -> None:
    """That somebody did not knock tells nothing where he must not."""
    house = with_switches(SCAT, {"first_round_knock": "forbidden"})
    way, usual = nearest_way("solved", house, 2).ways, nearest_way("solved", SCAT, 2).ways
    assert (usual.moves[:2] & MOVE == KNOCK).any()
    assert (usual.moves[:2] >> DOUBT < CERTAIN).any()
    assert not (way.moves[:2] & MOVE == KNOCK).any()
    assert (way.moves[:2] >> DOUBT == CERTAIN).all()
    assert np.array_equal(way.moves[2:], usual.moves[2:])


def test_who_plays_by_chance_has_no_way() -> None:
    """Nothing can be concluded from a random move, and no table says what it will be."""
    with pytest.raises(PlayerError, match="plays by chance"):
        nearest_way("random", SCAT, 2)
