"""The link and the fields: whatever is said in one is said in the other."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor.position import Position, parse_position
from advisor.web.fields import EMPTY
from advisor.web.link import fields_of, fields_of_link, link_of_draft, position_of
from tests.strategies import positions, typed_text


@given(positions("scat"))
def test_fields_say_the_whole_position(position: Position) -> None:
    """No part of a position is lost between the link and the fields."""
    assert position_of(position.rules, fields_of(position)) == position


@given(positions("widow"))
def test_fields_say_the_whole_widow_position(position: Position) -> None:
    """Nor of one with three open cards; its link opens without a problem."""
    assert position_of(position.rules, fields_of(position)) == position
    assert fields_of_link(str(position)) == (fields_of(position), [])


@given(positions("scat"))
def test_a_link_opens_without_a_problem(position: Position) -> None:
    """The link of every position can be read, and says it in full."""
    fields, problems = fields_of_link(str(position))
    assert problems == []
    assert fields == fields_of(position)


def test_what_follows_is_left_open() -> None:
    """A card seen later must not contradict turns that nobody has counted."""
    fields = fields_of(parse_position("scat hand:JcTcAd top:4h players:3"))
    assert fields["turn"] is None
    assert fields["tokens"] == ""
    later = position_of(parse_position("scat hand:JcTcAd top:4h").rules, fields | {"seen": "2s 3s"})
    assert later.turn == 3


def test_what_does_not_follow_is_said() -> None:
    """Turns that the cards do not show stay as they were told."""
    fields = fields_of(parse_position("scat hand:JcTcAd top:4h tokens:4.2.x.1 seat:3 turn:5"))
    assert (fields["turn"], fields["tokens"], fields["seat"]) == (5, "4,2,x,1", 3)


@given(st.dictionaries(st.sampled_from(["hand", "top", "seen", "tokens"]), typed_text()))
def test_a_draft_never_fails(typed: dict[str, str]) -> None:
    """Whatever is typed, a link can be made of it and opened again."""
    rules = parse_position("scat hand:JcTcAd top:4h").rules
    fields, _ = fields_of_link(link_of_draft(rules, EMPTY | typed))
    assert fields.keys() >= EMPTY.keys()


@pytest.mark.parametrize(
    ("link", "field", "kept"),
    [
        ("scat hand:JcTcX top:4h", "hand", "JcTcX"),
        ("scat hand:Jc top:4h4d", "top", "4h4d"),
        ("scat hand:JcTcAd top:4h seen:4h", "seen", "4h"),
        ("scat hand:JcTcAd top:4h tokens:4.9", "tokens", "4,9"),
        ("scat[pack=32] hand:JcTcAd top:4h", "sw_pack", "32"),
        ("scat hand:JcTcAd top:4h players:3 foo:1", "players", 3),
        ("scat hand:Jc knocked:2", "knocked_by", 2),
    ],
)
def test_a_broken_link_keeps_what_can_be_kept(link: str, field: str, kept: object) -> None:
    """One mistake in a link does not throw away the rest of it."""
    assert fields_of_link(link)[0][field] == kept


@given(st.one_of(typed_text(), typed_text().map(lambda text: f"scat {text}")))
def test_any_link_gives_fields(link: str) -> None:
    """No link, however mad, breaks the page: it gives fields, and sentences if it is wrong."""
    fields, problems = fields_of_link(link)
    assert fields.keys() >= EMPTY.keys()
    assert all(problem.text for problem in problems)


@pytest.mark.parametrize(
    "log", ["4h>", "4h>d2s.t9d.d3c", "4h>d2s.k", "4h>d9d.t9c.d2s.d3s.k.t8c", "Ks>d2s.d3s.d4s.d5s"]
)
def test_all_turns_of_a_hand_stay_in_the_link(log: str) -> None:
    """What everybody saw since the deal is read from a link and written again."""
    position = parse_position(f"scat hand:JcTcAd players:3 log:{log}")
    assert position.log is not None
    fields, problems = fields_of_link(str(position))
    assert problems == []
    assert position_of(position.rules, fields) == position
    broken, _ = fields_of_link(f"{position} hand:4z")
    assert broken["log"] == log
    assert f"log:{log}" in link_of_draft(position.rules, broken)
