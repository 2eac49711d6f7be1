"""The one-line notation: what it promises, and what is said of a line that is none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor.position import (
    MAX_NOTATION,
    OUT,
    Position,
    PositionError,
    ask,
    notation,
    parse_position,
    parse_tokens,
    problems,
)
from advisor.rules import Rules
from tests.position.samples import WIDOW, C, card
from tests.strategies import is_one_clear_line, positions, typed_text


@given(positions())
def test_the_notation_reads_back_as_the_same_position(position: Position) -> None:
    """A position copied from one place to another must not change."""
    line = notation(position)
    assert line.isprintable()
    assert len(line) <= MAX_NOTATION
    assert parse_position(line) == position
    assert str(position) == line


def test_the_notation_literally() -> None:
    """The line is a promise: old lines must stay readable and keep their meaning."""
    position = ask(
        C("Jc Tc Ad"),
        top=card("4h"),
        discards=C("9d 2s"),
        held={1: C("Kc")},
        tokens=(4, 4, 0, 1),
        seat=3,
    )
    assert str(position) == (
        "scat hand:TcJcAd top:4h seen:2s9d held:1.Kc tokens:4.4.x.1 seat:3 dealer:3 turn:2"
    )
    position = ask(C("Jc Tc Ad"), rules=WIDOW, widow=C("Ad Kd 9d")[1:] + C("2c"), players=3)
    assert str(position) == ("widow hand:TcJcAd widow:2c9dKd tokens:4.4.4 seat:0 dealer:2 turn:0")


def test_fields_of_the_notation_in_any_order() -> None:
    """Fields may be left out, come in any order, and cards may be written in other ways."""
    line = "scat[pack=32] players:2 pile:7d,8♣ top:10h hand:JcA♠Kd turn:4"
    position = parse_position(line)
    assert position == ask(
        C("Jc As Kd"),
        rules=Rules(pack=32),
        players=2,
        top=card("Th"),
        discards=C("7d 8c"),
        ordered=True,
        turn=4,
    )
    assert position.discards == C("7d 8c")
    assert " pile:7d8c " in str(position)


def test_an_empty_pile_is_not_the_same_as_an_unseen_one() -> None:
    """That nothing lies below the top card is worth knowing, so the notation keeps it."""
    known = parse_position("scat hand:JcTcAd top:4h pile:")
    assert known.ordered
    assert " pile: " in str(known)
    assert parse_position(str(known)) == known
    assert not parse_position("scat hand:JcTcAd top:4h").ordered


@given(typed_text())
def test_arbitrary_text_gives_a_position_or_a_position_error(text: str) -> None:
    """No text whatever leads to a traceback, and every refusal is one printable line."""
    try:
        position = parse_position(text)
    except PositionError as error:
        assert str(error).isprintable()  # noqa: PT017  # most texts are errors, not all
        assert error.problems  # noqa: PT017
    else:
        assert parse_position(notation(position)) == position


@given(positions(), st.data())
def test_spoilt_notation_gives_a_position_or_a_position_error(
    position: Position, data: st.DataObject
) -> None:
    """Lines that are nearly right are the likeliest mistakes: none leads to a traceback."""
    line = notation(position)
    start = data.draw(st.integers(0, len(line)))
    end = data.draw(st.integers(start, min(start + 6, len(line))))
    spoilt = line[:start] + data.draw(typed_text()) + line[end:]
    try:
        read = parse_position(spoilt)
    except PositionError as error:
        assert str(error).isprintable()  # noqa: PT017  # some changes are harmless
        assert all(10 <= len(one.text) <= 270 for one in error.problems)  # noqa: PT017
    else:
        assert problems(read) == []


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("", [("position", "there are no rules ''; the presets are scat, ")]),
        ("hand:JcTcAd", [("position", "there are no rules 'hand:JcTcAd'; the presets are ")]),
        ("scat[pack=31]", [("position", "pack cannot be '31'; it can be 52, 36, 32")]),
        (
            "scat " + "x" * 6000,
            [("position", "the position has 6005 characters; a position has at")],
        ),
        ("scat hand", [("position", "'hand' is not a field; the fields are hand, top, seen, ")]),
        ("scat hnd:AhKhQh", [("position", "'hnd:AhKhQh' is not a field; the fields are ")]),
        ("scat turn:1 turn:2", [("position", "the field turn stands twice; give it once")]),
        ("scat seen:2c pile:2c", [("position", "seen and pile both stand; give one of them")]),
        ("scat hand:JcTcXd", [("hand", "hand: 'X' in 'JcTcXd' at character 5 is not part of a")]),
        ("scat top:4h5h", [("top", "top: expected one card; this has 2: 4h 5h")]),
        ("scat top:", [("top", "top: expected one card; this has 0")]),
        (
            "scat seen:1d",
            [("discards", "seen: '1d' at character 1: there is no rank '1'; expected")],
        ),
        (
            "scat[pack=32] pile:2d",
            [("discards", "pile: '2d' at character 1 is not in the 32-card")],
        ),
        ("scat held:", [("held", "held: '' is not a seat and its cards; expected such as 1.KcQc")]),
        ("scat held:1.Kx", [("held", "held: 'x' in 'Kx' at character 2 is not part of a card; ")]),
        ("scat held:1.Kc/1.Qc", [("held", "held names seat 1 twice; give all its cards at once")]),
        ("scat tokens:4.4.four", [("tokens", "'four' is not a number of tokens; expected whole")]),
        ("scat seat:-1", [("seat", "seat is '-1'; expected a whole number")]),
        ("scat turn:99999", [("turn", "turn is '99999'; expected a whole number")]),
        ("scat knocked:me", [("knocked_by", "knocked_by is 'me'; expected a whole number")]),
        ("widow exchanged:1", [("exchanged", "exchanged is '1'; expected yes or no")]),
        (
            "scat foo hand:Xd top:4h5h seat:one turn:²",
            [
                ("position", "'foo' is not a field"),
                ("hand", "hand: 'X' in 'Xd' at character 1 is not part of a card; "),
                ("top", "top: expected one card; this has 2: 4h 5h"),
                ("seat", "seat is 'one'; expected a whole number"),
                ("turn", "turn is '²'; expected a whole number"),
            ],
        ),
    ],
)
def test_what_is_wrong_with_a_line(line: str, found: list[tuple[str, str]]) -> None:
    """Every field that cannot be read is reported, all at once, each in one sentence."""
    with pytest.raises(PositionError) as refused:
        parse_position(line)
    got = refused.value.problems
    assert [one.field for one in got] == [field for field, _ in found]
    pairs = zip(got, found, strict=True)
    assert [one.text for one, (_, start) in pairs if not one.text.startswith(start)] == []
    assert all(is_one_clear_line(one.text) for one in got)
    assert str(refused.value) == "; ".join(one.text for one in got)


def test_tokens_in_text() -> None:
    """Tokens are typed seat by seat with commas, or points in the notation; x is out."""
    assert parse_tokens("4,4,2,1") == (4, 4, 2, 1)
    assert parse_tokens(" 4. X.-, out.0") == (4, OUT, OUT, OUT, 0)


@pytest.mark.parametrize("text", ["", "4,,2", "4,-2", "4,2.5x", "٤", "4000", "4;2", "1e3"])
def test_tokens_that_are_no_numbers(text: str) -> None:
    """Nothing is guessed from a number of tokens that cannot be read."""
    with pytest.raises(
        PositionError, match=r"is not a number of tokens; expected whole"
    ) as refused:
        parse_tokens(text)
    assert [one.field for one in refused.value.problems] == ["tokens"]
