"""From texts to a position: every problem is named with its field, and none is invented."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor.cards import CardError, names, parse_cards, pretty
from advisor.position import OUT, Position, PositionError, ask
from advisor.question import (
    QuestionError,
    ask_text,
    parse_target,
    rules_from,
    split_held,
    tokens_in_play,
)
from advisor.rules import PRESETS, Rules, RulesError
from tests.cases import cases
from tests.strategies import is_one_clear_line, positions, typed_text

if TYPE_CHECKING:
    from collections.abc import Callable

Answer = TypeVar("Answer")

SCAT = PRESETS["scat"]


def wrong(**said: object) -> dict[str, list[str]]:
    """Give the problems of a question, by field."""
    question: dict[str, object] = {"rules": SCAT, "hand": "Jc Tc Ad", "top": "4h", **said}
    with pytest.raises(PositionError) as caught:
        ask_text(**question)  # type: ignore[arg-type]
    found: dict[str, list[str]] = {}
    for problem in caught.value.problems:
        found.setdefault(problem.field, []).append(problem.text)
    return found


def outcome(ask_it: Callable[[], Answer]) -> Answer | CardError | PositionError | QuestionError:
    """Give the answer, or the error that says why there is none."""
    try:
        return ask_it()
    except (CardError, PositionError, QuestionError) as error:
        return error


def as_typed(position: Position) -> Position:
    """Ask for a position by the texts that a person would type for it."""
    pile = " ".join(map(pretty, position.discards))
    return ask_text(
        rules=rules_from(position.rules.name),
        hand=names(position.hand, ""),
        top="" if position.top is None else pretty(position.top),
        seen="" if position.ordered else pile,
        pile=pile if position.ordered else None,
        widow=names(position.widow, ","),
        held={seat: names(cards) for seat, cards in enumerate(position.held) if cards},
        tokens=",".join("x" if left == OUT else str(left) for left in position.tokens),
        seat=position.seat,
        dealer=position.dealer,
        turn=position.turn,
        knocked_by=position.knocked_by,
        exchanged=position.exchanged,
    )


@given(positions())
def test_every_position_can_be_typed(position: Position) -> None:
    """Nothing that a position knows gets lost between the fields and the core."""
    assert as_typed(position) == position


def test_what_is_not_said_is_filled_in_as_by_the_core() -> None:
    """The two doors start from the very position that the Python call gives."""
    typed = ask_text(rules=SCAT, hand="Jc Tc Ad", top="4h", players=3, seen="2s")
    cards = parse_cards("Jc Tc Ad 4h 2s")
    assert typed == ask(cards[:3], top=cards[3], discards=cards[4:], players=3)


def test_every_field_that_is_wrong_is_named() -> None:
    """A page can show each problem beside its field, all at once."""
    found = wrong(hand="Jc 1c", top="4h 5h", seen="2s 2s", held={1: "X"}, players=17)
    assert found["hand"] == [
        "hand: '1c' at character 4: there is no rank '1'; expected A for an ace or 10 for a ten"
    ]
    assert found["top"] == ["top: the top of the pile has 1 card; this has 2: 4h 5h"]
    assert found["discards"] == ["seen: '2s' stands twice, at characters 1 and 4"]
    assert found["held"][0].startswith("held by seat 1: 'X' at character 1 is not part of a card")
    assert found["players"] == [
        "17 players; with 52 cards at most 16 can play, or no stock is left"
    ]


@pytest.mark.parametrize(
    ("said", "field", "text"),
    [
        ({"hand": "Jc Tc"}, "hand", "a hand has 3 cards; this has 2: Tc Jc"),
        ({"hand": "Jc Tc Ad 2h"}, "hand", "a hand has 3 cards; this has 4: 2h Tc Jc Ad"),
        ({"top": "Jc"}, "top", "Jc is given twice, for the hand and for the top card"),
        ({"seen": "4h"}, "discards", "4h is given twice, for the top card and for the discards"),
        ({"held": {1: "Ad"}}, "held", "Ad is given twice, for the hand and for the hand of seat 1"),
        ({"top": ""}, "top", "the top card of the discard pile is missing"),
        ({"top": " , "}, "top", "top: the top of the pile has 1 card; this has 0"),
        ({"seen": "2c", "pile": "3c"}, "discards", "seen and pile are both given"),
        ({"tokens": "4,b"}, "tokens", "'b' is not a number of tokens"),
        ({"widow": "2c 3c 4c"}, "widow", "scat has no widow; choose the rules widow"),
        ({"seat": 4}, "seat", "there is no seat 4; the seats are 0 to 3"),
        ({"rules": Rules(pack=32)}, "top", "top: '4h' at character 1 is not in the 32-card pack"),
    ],
)
def test_a_wrong_field_gets_its_sentence(said: dict[str, object], field: str, text: str) -> None:
    """Each kind of slip says what is wrong, in the field where it is."""
    found = wrong(**said)
    assert list(found) == [field]
    (sentence,) = found[field]
    assert sentence.startswith(text)
    assert is_one_clear_line(sentence)


def test_what_only_follows_from_an_unreadable_field_is_not_said() -> None:
    """An unreadable hand is not also called too short, nor a seat missing for want of tokens."""
    assert list(wrong(hand="zz", tokens="4,4,4,4,q", seat=4)) == ["hand", "tokens"]


def test_other_problems_stay_when_a_field_is_unreadable() -> None:
    """One typing error does not hide a second mistake elsewhere."""
    assert list(wrong(hand="zz", seat=9)) == ["hand", "seat"]


@pytest.mark.parametrize("case", cases("input"), ids=lambda case: case["text"])
def test_cases_of_input(case: dict[str, object]) -> None:
    """Cards are read, or refused, as the cases say, whatever field they stand in."""
    text = str(case["text"])
    if case.get("error"):
        (sentence,) = wrong(seen=text)["discards"]
        assert sentence.startswith("seen: ")
        return
    hand = "3c 3d 3s"
    asked = ask_text(rules=SCAT, hand=hand, top="2c", seen=text)
    assert names(sorted(asked.discards)) == names(sorted(parse_cards(" ".join(case["cards"]))))  # type: ignore[arg-type]


@given(typed_text(), typed_text(), typed_text(), typed_text())
def test_any_text_gives_a_position_or_clear_sentences(
    hand: str, top: str, seen: str, tokens: str
) -> None:
    """Whatever is typed, the answer is a position or sentences, never another error."""
    found = outcome(lambda: ask_text(rules=SCAT, hand=hand, top=top, seen=seen, tokens=tokens))
    if isinstance(found, PositionError):
        assert found.problems
        assert all(problem.text.isprintable() for problem in found.problems)
    else:
        assert isinstance(found, Position)


@given(typed_text())
def test_a_field_is_read_exactly_like_the_cards_in_it(text: str) -> None:
    """The door neither repairs nor breaks what the reader of cards says."""
    read = outcome(lambda: parse_cards(text))
    if isinstance(read, CardError):
        assert wrong(seen=text)["discards"] == [f"seen: {read}"]
    else:
        asked = outcome(lambda: ask_text(rules=SCAT, hand="Jc Tc Ad", top="4h", seen=text))
        assert "seen: " not in str(asked)


def test_rules_from_a_preset_and_switches() -> None:
    """House rules are read from the preset's name, then changed one by one."""
    assert rules_from("scat") == SCAT
    assert rules_from("scat-pub", ["pack=32", "free-ride=off"]).name == (
        "scat-pub[pack=32,free_ride=off]"
    )
    assert rules_from("scat[pack=32]", ["tokens=3"]) == Rules(pack=32, tokens=3)


@pytest.mark.parametrize(
    ("preset", "settings", "named"),
    [
        ("skat", [], "'skat'"),
        ("scat", ["pak=32"], "'pak'"),
        ("scat", ["pack=33"], "'33'"),
        ("scat", ["pack"], "'pack'"),
        ("scat", ["pack=32", "pack=36"], "'pack'"),
        ("scat", ["exchange=any"], "exchange"),
    ],
)
def test_wrong_rules_are_named(preset: str, settings: list[str], named: str) -> None:
    """A preset or switch that does not exist is never ignored."""
    with pytest.raises(RulesError, match=named):
        rules_from(preset, settings)


def test_split_held() -> None:
    """Cards seen in a player's hand are told apart by seat."""
    assert split_held(["1:KcQc", "12:2h"]) == {1: "KcQc", 12: "2h"}


@pytest.mark.parametrize("texts", [["KcQc"], ["x:Kc"], ["-1:Kc"], ["١:Kc"], ["1:Kc", "01:Qc"]])
def test_split_held_refuses(texts: list[str]) -> None:
    """A seat is a plain number, once."""
    with pytest.raises(PositionError, match="held") as caught:
        split_held(texts)
    assert is_one_clear_line(str(caught.value))


def test_tokens_in_play() -> None:
    """Tokens can be asked about without a hand, also when the match is won."""
    assert tokens_in_play("4,2,x,1", rules=SCAT, dealer=3) == (4, 2, OUT, 1)
    assert tokens_in_play("3,x", rules=SCAT) == (3, OUT)


@pytest.mark.parametrize(
    ("text", "dealer", "named"),
    [("4,y", None, "'y'"), ("4,2", 2, "seat 2"), ("4," * 16 + "4", None, "17 players")],
)
def test_tokens_in_play_refuses(text: str, dealer: int | None, named: str) -> None:
    """Tokens that no table can hold are refused by name."""
    with pytest.raises(PositionError, match=named):
        tokens_in_play(text, rules=SCAT, dealer=dealer)


@pytest.mark.parametrize(
    ("text", "half_points"), [("31", 62), ("30.5", 61), ("30½", 61), ("28.0", 56), (" 7 ", 14)]
)
def test_parse_target(text: str, half_points: int) -> None:
    """Scores are read with their half."""
    assert parse_target(text) == half_points


@given(st.one_of(st.sampled_from(["", "x", "30.25", "-31", "3e1", "٣١", "310", "nan"]), st.text()))
def test_parse_target_refuses(text: str) -> None:
    """What is no score is refused in one line, whatever it is."""
    found = outcome(lambda: parse_target(text))
    if isinstance(found, QuestionError):
        assert "is not a score; expected such as 31 or 30.5" in str(found)
        assert str(found).isprintable()
    else:
        assert 2 * float(text.replace("½", ".5")) == found
