"""What can be has no problems, and everything else is refused with every reason."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given

from advisor.cards import parse_cards
from advisor.position import OUT, Position, PositionError, Problem, ask, parse_position, problems
from advisor.rules import PRESETS, Rules, preset
from tests.cases import cases
from tests.position.samples import C, card, scat, widow
from tests.strategies import is_one_clear_line, positions, renamed, suit_orders

SCHWIMMEN = preset("schwimmen")
TOO_MANY = [case for case in cases("legality") if case["situation"].endswith(" players")]


@given(positions())
def test_possible_positions_have_no_problems(position: Position) -> None:
    """Whatever can happen at a table may be asked about."""
    assert problems(position) == []


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
