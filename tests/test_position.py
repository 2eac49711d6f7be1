"""What one seat sees: filling in, the one-line notation, and every reason to refuse."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, product
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor.cards import first_card, parse_cards
from advisor.position import (
    MAX_NOTATION,
    OUT,
    Position,
    PositionError,
    Problem,
    ask,
    fewest_turns,
    knocked_at,
    notation,
    parse_position,
    parse_tokens,
    problems,
    turn_order,
)
from advisor.rules import PRESETS, Rules, preset
from tests.cases import cases
from tests.strategies import (
    is_one_clear_line,
    positions,
    renamed,
    rules,
    seats_in_turn,
    suit_orders,
    tables,
    typed_text,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

C = parse_cards
WIDOW = preset("widow")
SCHWIMMEN = preset("schwimmen")


def card(text: str) -> int:
    """Read one card."""
    (only,) = parse_cards(text)
    return only


def scat(**changes: Any) -> Position:  # noqa: ANN401  # whatever fields a test is about
    """Build a good position of four players, then spoil it."""
    good = Position(C("Tc Jc Ad"), (4, 4, 4, 4), top=card("4h"), dealer=3)
    return replace(good, **changes)


def widow(**changes: Any) -> Position:  # noqa: ANN401  # whatever fields a test is about
    """Build a good position of three players of widow, then spoil it."""
    good = Position(C("Tc Jc Ad"), (4, 4, 4), WIDOW, widow=C("9d Kd Ah"), dealer=2)
    return replace(good, **changes)


# --- the notation --------------------------------------------------------------------------------


@given(positions())
def test_possible_positions_have_no_problems(position: Position) -> None:
    """Whatever can happen at a table may be asked about."""
    assert problems(position) == []


@given(positions())
def test_the_notation_reads_back_as_the_same_position(position: Position) -> None:
    """A position copied from one place to another must not change."""
    line = notation(position)
    assert line.isprintable()
    assert len(line) <= MAX_NOTATION
    assert parse_position(line) == position
    assert str(position) == line


@given(positions(), suit_orders)
def test_suits_are_alike(position: Position, order: list[int]) -> None:
    """A position that can exist can exist with any renaming of the suits."""
    turned = replace(
        position,
        hand=renamed(position.hand, order),
        top=None if position.top is None else renamed((position.top,), order)[0],
        discards=tuple(renamed((one,), order)[0] for one in position.discards),
        widow=renamed(position.widow, order),
        held=tuple(renamed(known, order) for known in position.held),
    )
    assert problems(turned) == []
    assert len(turned.unseen) == len(position.unseen)


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
            "scat " + "x" * 1000,
            [("position", "the position has 1005 characters; a position has at")],
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


# --- filling in ----------------------------------------------------------------------------------


def test_what_is_not_said() -> None:
    """A question with a hand and a top card alone means four players and the first turn."""
    position = ask(C("Jc Tc Ad"), top=card("4h"))
    assert position == Position(C("Tc Jc Ad"), (4, 4, 4, 4), top=card("4h"), dealer=3)
    assert position.players == 4
    assert position.order == (0, 1, 2, 3)


def test_seat_0_is_left_of_the_dealer_unless_said_otherwise() -> None:
    """The interface counts seats from the one left of the dealer."""
    assert ask(C("Jc Tc Ad"), top=card("4h"), players=3).dealer == 2
    moved = ask(C("Jc Tc Ad"), top=card("4h"), players=3, dealer=0)
    assert (moved.seat, moved.order) == (1, (1, 2, 0))


def test_tokens_say_who_is_out() -> None:
    """Without a token a player is out, except under the free ride, where he has one more loss."""
    assert ask(C("Jc Tc Ad"), top=card("4h"), tokens=(4, 0, 2)).tokens == (4, OUT, 2)
    pub = ask(C("Jc Tc Ad"), rules=preset("scat-pub"), top=card("4h"), tokens=(3, 0, 2))
    assert pub.tokens == (3, 0, 2)
    assert ask(C("Jc Tc Ad"), rules=preset("scat-pub"), top=card("4h")).tokens == (3,) * 4


@given(rules().flatmap(tables), st.integers(0, 50))
def test_turns_go_round_the_table(table: tuple[tuple[int, ...], int], turn: int) -> None:
    """The seat to act is found by walking left from the dealer past the seats that are out."""
    tokens, dealer = table
    order = turn_order(tokens, dealer)
    assert order[turn % len(order)] == seats_in_turn(tokens, dealer, turn + 1)[turn]
    assert sorted(order) == [seat for seat, left in enumerate(tokens) if left != OUT]


def naive_fewest_turns(
    walked: Sequence[int], seat: int, knocked_by: int | None, discards: int, before_knock: int = 0
) -> int:
    """Try every number of turns, and every turn at which the knock may have happened."""
    players = len(set(walked))
    for turn, due in enumerate(walked):
        if due != seat:
            continue
        if knocked_by is None and turn >= discards:
            return turn
        for knock in range(before_knock, turn):
            last_lap = turn - knock < players
            if walked[knock] == knocked_by and last_lap and turn - 1 >= discards:
                return turn
    raise AssertionError("walk further")


TABLES = [
    ((4, 4), 0),
    ((4, 4), 1),
    ((4, OUT, 4), 1),
    ((1, 4, OUT, OUT, 3, 2), 4),
    ((OUT, 4, 4, 4), 0),
    ((4,) * 16, 11),
]


@pytest.mark.parametrize(("tokens", "dealer"), TABLES, ids=str)
@pytest.mark.parametrize("discards", [0, 1, 3, 7])
def test_the_fewest_turns_that_fit(tokens: tuple[int, ...], dealer: int, discards: int) -> None:
    """What is not said about turns is inferred as a naive walk around the table finds it."""
    order = turn_order(tokens, dealer)
    walked = seats_in_turn(tokens, dealer, 120)
    for seat, knocked_by in product(order, (None, *order)):
        if seat == knocked_by:
            continue
        for before in (0, 1, len(order)):
            assert fewest_turns(
                order, seat, knocked_by, discards, before_knock=before
            ) == naive_fewest_turns(walked, seat, knocked_by, discards, before)


@pytest.mark.parametrize(("tokens", "dealer"), TABLES, ids=str)
def test_questions_are_filled_in_with_what_can_be(tokens: tuple[int, ...], dealer: int) -> None:
    """Seat, turn and knock in any combination lead to a position that the walk allows."""
    question: dict[str, Any] = {"top": card("4h"), "tokens": tokens, "dealer": dealer}
    hand = C("Jc Tc Ad")
    walked = seats_in_turn(tokens, dealer, 60)
    for turn in range(20):
        assert ask(hand, **question, turn=turn).seat == walked[turn]
    for seat in set(walked):
        assert ask(hand, **question, seat=seat).turn == walked.index(seat)
        seen = ask(hand, **question, seat=seat, discards=C("2c 3c"))
        assert seen.turn == naive_fewest_turns(walked, seat, None, 2)
        after = ask(hand, **question, knocked_by=seat)
        assert after.seat == walked[walked.index(seat) + 1]
        assert (after.turn, knocked_at(after)) == (walked.index(seat) + 1, walked.index(seat))


def test_a_knock_that_the_first_round_forbids_came_later() -> None:
    """Where nobody may knock in the first round, a knock is placed in the second, not refused."""
    house = Rules(first_round_knock="forbidden")
    position = ask(C("Jc Tc Ad"), rules=house, top=card("4h"), players=3, knocked_by=1)
    assert (position.seat, position.turn, knocked_at(position)) == (2, 5, 4)


def test_an_exchange_came_before_the_knock() -> None:
    """In widow the last lap exists only after an exchange, so the first turn was no knock."""
    question: dict[str, Any] = {"rules": WIDOW, "widow": C("2c 3c 4c"), "players": 3}
    after = ask(C("Jc Tc Ad"), **question, knocked_by=0, exchanged=True)
    assert (after.seat, after.turn, knocked_at(after)) == (1, 4, 3)
    assert ask(C("Jc Tc Ad"), **question, exchanged=True).turn == 3
    assert ask(C("Jc Tc Ad"), **question, seat=1, exchanged=True).turn == 1


@given(positions())
def test_the_turn_of_a_knock(position: Position) -> None:
    """After a knock the number of turns says when it was, and the lap is not over."""
    if position.knocked_by is not None:
        walked = seats_in_turn(position.tokens, position.dealer, position.turn + 1)
        knock = knocked_at(position)
        assert walked[knock] == position.knocked_by
        assert 0 < position.turn - knock < len(position.order)
    else:
        assert knocked_at(position) < 0


@given(positions())
def test_what_is_asked_again_stays(position: Position) -> None:
    """Leaving out what follows from the rest gives a position with all that was said."""
    again = ask(
        position.hand,
        rules=position.rules,
        top=position.top,
        discards=position.discards,
        ordered=position.ordered,
        widow=position.widow,
        held=dict(enumerate(position.held)),
        tokens=position.tokens,
        seat=position.seat,
        dealer=position.dealer,
        knocked_by=position.knocked_by,
        exchanged=position.exchanged,
    )
    assert again.turn <= position.turn
    assert replace(again, turn=position.turn) == position


# --- what is known -------------------------------------------------------------------------------


@given(positions())
def test_known_and_unseen_cards_make_up_the_pack(position: Position) -> None:
    """No card of the pack is lost, and none is in two places."""
    pack = range(first_card(position.rules.pack), 52)
    assert sorted([*position.known, *position.unseen]) == list(pack)
    assert set(position.hand) <= position.known


@given(positions("scat"))
def test_there_are_cards_for_the_stock_and_for_the_other_hands(position: Position) -> None:
    """Unseen cards are enough for the hands of the others and, with a known pile, the stock."""
    hidden = 3 * (len(position.order) - 1) - sum(len(known) for known in position.held)
    assert position.stock_size >= 1
    assert len(position.unseen) == hidden + position.stock_size


@pytest.mark.parametrize(
    ("tokens", "discards", "stock"),
    [((4, 4), "", 45), ((4, OUT, 4), "2c", 44), ((4,) * 9, "2c 3c", 22), ((4,) * 16, "2c", 2)],
)
def test_the_stock(tokens: tuple[int, ...], discards: str, stock: int) -> None:
    """52 cards less three for each player, the top card and what lies below it."""
    assert scat(tokens=tokens, discards=C(discards), turn=len(tokens)).stock_size == stock


def test_positions_do_not_depend_on_how_held_cards_are_padded() -> None:
    """A position built without naming anybody's cards equals the one read from text."""
    assert scat(held=()) == scat(held=((), (), (), ()))
    assert scat(held=((), (), (), (), ())) == scat()
    assert scat(held=((), C("Kc"))).held == ((), C("Kc"), (), ())


# --- what cannot be ------------------------------------------------------------------------------


TOO_MANY = [case for case in cases("legality") if case["situation"].endswith(" players")]


@pytest.mark.parametrize("case", TOO_MANY, ids=lambda case: case["situation"])
def test_cases_of_too_many_players(case: dict[str, Any]) -> None:
    """17 at scat and 8 at widow are refused, with the reason."""
    count = case["situation"].split()[0]
    with pytest.raises(PositionError, match=rf"{count} players; ") as refused:
        ask(C("Jc Tc Ad"), rules=preset(case["rules"]), players=int(count))
    assert "players" in [one.field for one in refused.value.problems]


@pytest.mark.parametrize(
    ("position", "found"),
    [
        (scat(hand=C("Tc Jc")), [("hand", "a hand has 3 cards; this has 2: Tc Jc")]),
        (scat(hand=()), [("hand", "a hand has 3 cards; this has 0")]),
        (
            scat(hand=C("Tc Jc Ad Kd")),
            [("hand", "a hand has 3 cards; this has 4: Tc Jc Ad Kd")],
        ),
        (
            scat(rules=Rules(pack=32)),
            [("top", "4h in the top card is not in the 32-card pack (7 to ace)")],
        ),
        (scat(top=None), [("top", "the top card of the discard pile is missing")]),
        (scat(widow=C("2c 3c 4c")), [("widow", "scat has no widow; choose the rules widow")]),
        (
            scat(exchanged=True, turn=4),
            [("exchanged", "scat has no exchange; choose the rules widow")],
        ),
        (widow(widow=C("9d Kd")), [("widow", "the widow has 3 cards; this has 2: 9d Kd")]),
        (widow(widow=()), [("widow", "the widow has 3 cards; this has 0")]),
        (widow(top=card("4h")), [("top", "widow has no top card; choose the rules scat")]),
        (
            widow(discards=C("2c"), turn=3),
            [("discards", "widow has no discard pile; choose the rules scat")],
        ),
        (widow(ordered=True), [("discards", "widow has no discard pile; choose the rules scat")]),
        (
            widow(exchanged=True),
            [("exchanged", "nobody can have exchanged a card in 0 turns")],
        ),
        (
            scat(tokens=(4, 5, 4, 0), dealer=3),
            [
                ("tokens", "seat 1 has 5 tokens; expected 1 to 4, or x for a seat that is out"),
                ("tokens", "seat 3 has 0 tokens; expected 1 to 4, or x for a seat that is out"),
            ],
        ),
        (
            scat(tokens=(3, 3, -2, 1), rules=preset("scat-pub")),
            [("tokens", "seat 2 has -2 tokens; expected 0 to 3, or x for a seat that is out")],
        ),
        (scat(tokens=()), [("players", "0 players; a hand needs at least 2")]),
        (scat(tokens=(4,), dealer=0), [("players", "1 player; a hand needs at least 2")]),
        (scat(tokens=(4, OUT), dealer=0), [("players", "1 player; a hand needs at least 2")]),
        (
            scat(tokens=(4,) * 17, dealer=16),
            [
                (
                    "players",
                    "17 players; with 52 cards at most 16 can play, or no stock is left",
                )
            ],
        ),
        (widow(tokens=(4,) * 8, dealer=7), [("players", "8 players; widow is for 2 to 7")]),
        (scat(seat=4), [("seat", "there is no seat 4; the seats are 0 to 3")]),
        (scat(seat=-1), [("seat", "there is no seat -1; the seats are 0 to 3")]),
        (scat(dealer=9), [("dealer", "there is no seat 9 that dealt; the seats are 0 to 3")]),
        (
            scat(knocked_by=4),
            [("knocked_by", "there is no seat 4 that knocked; the seats are 0 to 3")],
        ),
        (
            scat(held=(C("Kc"),)),
            [("held", "cards are held by seat 0, but that is your own seat")],
        ),
        (
            scat(tokens=(4, OUT, 4, 4), held=((), C("Kc"))),
            [("held", "cards are held by seat 1, but that seat is out")],
        ),
        (
            scat(held=((), C("Kc Qc 2c 3c"))),
            [("held", "seat 1 holds 4 cards; a hand has 3")],
        ),
        (
            scat(tokens=(4, 4), dealer=1, held=((), (), C("Kc"))),
            [("held", "cards are held by seat 2, but the seats are 0 to 1")],
        ),
        (scat(turn=-1), [("turn", "-1 turns cannot have been taken; expected 0 to 1000")]),
        (scat(turn=1004), [("turn", "1004 turns cannot have been taken; expected 0 to 1000")]),
        (scat(tokens=(OUT, 4, 4, 4)), [("seat", "seat 0 is out and has no turn")]),
        (
            scat(turn=1),
            [("turn", "after 1 turn it is the turn of seat 1, not of seat 0; seat 0 begins")],
        ),
        (
            scat(discards=C("2c")),
            [
                (
                    "discards",
                    (
                        "1 discard below the top card cannot come from 0 turns; "
                        "each turn adds at most 1"
                    ),
                )
            ],
        ),
        (
            scat(discards=C("2c 2d 2h 2s"), turn=4, knocked_by=1),
            [
                (
                    "discards",
                    (
                        "4 discards below the top card cannot come from 3 turns besides the knock; "
                        "each turn adds at most 1"
                    ),
                )
            ],
        ),
        (
            scat(turn=4, knocked_by=0),
            [("knocked_by", "seat 0 knocked and has no more turn")],
        ),
        (
            scat(turn=3, tokens=(4, OUT, 4, 4), knocked_by=1),
            [("knocked_by", "seat 1 is out and cannot have knocked")],
        ),
        (
            scat(seat=1, turn=1, knocked_by=2),
            [
                (
                    "knocked_by",
                    "seat 2 cannot have knocked, having had no turn so far (1 turn taken)",
                )
            ],
        ),
        (
            scat(turn=4, knocked_by=2, rules=Rules(first_round_knock="forbidden")),
            [("knocked_by", "seat 2 knocked in the first round, where a knock is forbidden")],
        ),
        (
            scat(turn=4, knocked_by=2, rules=Rules(first_round_knock="ends")),
            [("knocked_by", "seat 2 knocked in the first round, which ends the hand at once")],
        ),
        (
            widow(turn=3, knocked_by=2),
            [
                (
                    "knocked_by",
                    "seat 2 knocked before the first exchange, which ends the hand at once",
                )
            ],
        ),
        (
            widow(seat=1, turn=1, knocked_by=0, exchanged=True),
            [
                ("exchanged", "nobody can have exchanged a card in 0 turns besides the knock"),
                (
                    "knocked_by",
                    "seat 0 knocked before the first exchange, which ends the hand at once",
                ),
            ],
        ),
        (
            scat(
                tokens=(4,) * 16,
                dealer=15,
                turn=16,
                discards=C("2d 2h 2s"),
                hand=C("Tc Jc Ad"),
                top=card("5h"),
            ),
            [
                (
                    "discards",
                    (
                        "16 hands, the top card and 3 other discards leave no stock in "
                        "the 52-card pack (2 to ace)"
                    ),
                )
            ],
        ),
    ],
)
def test_every_reason_why_a_position_cannot_exist(
    position: Position, found: list[tuple[str, str]]
) -> None:
    """Each impossible position names the field that is wrong, in one plain sentence."""
    got = problems(position)
    assert got == [Problem(field, text) for field, text in found]
    assert all(is_one_clear_line(one.text) for one in got)


PLACES: dict[str, Callable[[int], dict[str, Any]]] = {
    "the hand": lambda twin: {"hand": (twin, *C("Tc Jc"))},
    "the top card": lambda twin: {"top": twin},
    "the discards": lambda twin: {"discards": (twin, *C("2c"))},
    "the hand of seat 1": lambda twin: {"held": ((), (twin,), (), ())},
    "the hand of seat 2": lambda twin: {"held": ((), (), (twin,), ())},
}
WIDOW_PLACES: dict[str, Callable[[int], dict[str, Any]]] = {
    "the hand": PLACES["the hand"],
    "the widow": lambda twin: {"widow": (twin, *C("Qd Kd"))},
    "the hand of seat 1": lambda twin: {"held": ((), (twin,), ())},
}


@pytest.mark.parametrize(
    ("build", "places", "pair"),
    [
        *((scat, PLACES, pair) for pair in combinations(list(PLACES)[:4], 2)),
        (scat, PLACES, ("the hand", "the hand of seat 2")),
        *((widow, WIDOW_PLACES, pair) for pair in combinations(WIDOW_PLACES, 2)),
    ],
)
def test_a_card_twice_wherever_it_stands(
    build: Callable[..., Position],
    places: dict[str, Callable[[int], dict[str, Any]]],
    pair: tuple[str, str],
) -> None:
    """A card in two places is refused whichever two they are, and both are named."""
    twin = card("As")
    position = build(turn=12, **places[pair[0]](twin), **places[pair[1]](twin))
    (got,) = problems(position)
    assert got.text == (
        f"As is given twice, for {pair[0]} and for {pair[1]}; a card is in one place"
    )
    fields = {"the hand": "hand", "the top card": "top", "the discards": "discards"}
    assert got.field == (fields | {"the widow": "widow"}).get(pair[1], "held")


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"hand": C("As Tc") + C("As")}, "the hand"),
        ({"discards": C("As") + C("As"), "turn": 4}, "the discards"),
        ({"held": ((), C("As") + C("As"))}, "the hand of seat 1"),
    ],
)
def test_a_card_twice_in_one_place(changes: dict[str, Any], place: str) -> None:
    """A card twice in the same place is refused too."""
    (got,) = problems(scat(**changes))
    assert got.text == f"As is given twice for {place}; a card is in one place"


def test_a_card_held_by_two_others() -> None:
    """Two opponents cannot hold the same card."""
    (got,) = problems(scat(held=((), C("As"), C("As"))))
    assert got.text.startswith("As is given twice, for the hand of seat 1 and for the hand of")
    assert got.field == "held"


def test_all_reasons_at_once() -> None:
    """A page marks every wrong field after one click, not one after the other."""
    with pytest.raises(PositionError) as refused:
        ask(C("Jc Tc"), top=card("Tc"), tokens=(4, 9), players=3, dealer=7, held={5: C("Ah")})
    assert [one.field for one in refused.value.problems] == [
        *("tokens", "held", "hand", "top", "tokens", "dealer"),
    ]
    assert "\n" not in str(refused.value)
    assert str(refused.value).startswith(
        "tokens of 2 seats are given for 3 players; give one number for each player; "
        "cards are held by seat 5, but the seats are 0 to 1; "
    )


@pytest.mark.parametrize("players", [-3, 0, 1, 17, 52, 53, 10**9])
@pytest.mark.parametrize("game", ["scat", "widow"])
def test_numbers_of_players_that_cannot_be(game: str, players: int) -> None:
    """However absurd the number of players, the answer is one short sentence about it."""
    with pytest.raises(PositionError) as refused:
        ask(C("Jc Tc Ad"), rules=PRESETS[game], top=card("4h"), players=players)
    text = next(one.text for one in refused.value.problems if one.field == "players")
    assert text.startswith(f"{players} player{'s' * (players != 1)}; ")
    assert is_one_clear_line(text)


def test_tokens_for_far_too_many_seats() -> None:
    """A table of a thousand gets one sentence, not a thousand."""
    with pytest.raises(PositionError, match=r"^1000 players; with 52 cards at most 16 can play"):
        ask(C("Jc Tc Ad"), top=card("4h"), tokens=(7,) * 1000, players=4)


def test_schwimmen_is_played_with_its_own_pack() -> None:
    """A two in a 32-card game is refused by the name of the pack, wherever it stands."""
    position = Position(
        C("2c Jc Ad"), (3, 3), SCHWIMMEN, widow=C("6d Kd Ah"), held=((), C("5s")), dealer=1
    )
    assert [one.text for one in problems(position)] == [
        "2c in the hand is not in the 32-card pack (7 to ace)",
        "6d in the widow is not in the 32-card pack (7 to ace)",
        "5s in the hand of seat 1 is not in the 32-card pack (7 to ace)",
    ]


def test_old_widows_are_seen_only_where_fresh_ones_are_laid_out() -> None:
    """Cards of old widows are public: three for each round of passes, and only by that rule."""
    said = {"rules": PRESETS["schwimmen"], "widow": parse_cards("Ts Js Qs"), "players": 3}
    seen = ask(parse_cards("Kc 8d 9c"), discards=parse_cards("7s 8s 9s"), **said)  # type: ignore[arg-type]
    assert seen.turn == 3
    assert not set(seen.discards) & set(seen.unseen)
    assert parse_position(str(seen)) == seen
    with pytest.raises(PositionError, match="expected three for each fresh widow"):
        ask(parse_cards("Kc 8d 9c"), discards=parse_cards("7s 8s"), **said)  # type: ignore[arg-type]
    with pytest.raises(PositionError, match="all must pass for each fresh widow"):
        ask(parse_cards("Kc 8d 9c"), discards=parse_cards("7s 8s 9s"), turn=0, **said)  # type: ignore[arg-type]
