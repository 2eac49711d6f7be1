"""Filling in what a person did not say, as a naive walk around the table does."""

from __future__ import annotations

from dataclasses import replace
from itertools import count, product
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor.position import (
    OUT,
    Position,
    ask,
    fewest_turns,
    knocked_at,
    round_of,
    turn_in_round,
    turn_order,
)
from advisor.rules import Rules, preset
from tests.position.samples import WIDOW, C, card
from tests.strategies import positions, rules, seats_in_turn, tables

if TYPE_CHECKING:
    from collections.abc import Sequence


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


@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("knocks", [False, True])
def test_a_round_is_the_first_in_which_it_is_the_seats_turn(players: int, *, knocks: bool) -> None:
    """The turns of a round are the fewest that bring the seat its turn, after the knock if any."""
    order = tuple(range(players))[::-1]
    for seat, knocker in product(order, order if knocks else [None]):
        if seat == knocker:
            continue
        for number in range(1, 5):
            fits = (
                turn
                for turn in count()
                if order[turn % players] == seat
                and round_of(turn, players) >= number
                and (
                    knocker is None
                    or any(
                        order[before % players] == knocker
                        for before in range(max(turn - players + 1, 0), turn)
                    )
                )
            )
            assert turn_in_round(order, seat, number, knocker) == next(fits)
