"""Reviews of widow: every kind of decision is graded, luck is what the deal brought."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from advisor.advise import advise
from advisor.cards import parse_cards
from advisor.estimate import exact
from advisor.position import parse_position
from advisor.referee.history import HistoryError, parse_history
from advisor.review import review

if TYPE_CHECKING:
    from advisor.graded import Review, SeatReview

FEW = 500

HAND = """rules widow
dealer 2
deal 0 Kh Qh 2c
deal 1 8s 7d 4c
deal 2 Tc Td 5s
widow Ah 9d 3s
0 swap 2c for 9d
1 swap 4c for Ah
2 pass
0 swap Qh for 2c
1 knock
2 swap 5s for 4c
0 pass
0 show 2c 9d Kh
1 show 7d 8s Ah
2 show 4c Tc Td
result pot 2
"""
"""Seat 0 leaves the ace that makes 31, then breaks up his 20; seat 1 knocks with 11."""

FRESH = """rules schwimmen
tokens 3 3
dealer 1
deal 0 Kh Qh 8c
deal 1 8s 7d Tc
widow 9s 9d 7c
0 pass
1 pass
widow Ah 7s Ts
0 swap 8c for Ah
0 show Qh Kh Ah
1 show 7d 8s Tc
result pays 1
"""


@pytest.fixture(scope="module")
def graded() -> Review:
    """The hand, graded."""
    return review(parse_history(HAND), trials=FEW)


def seat(graded: Review, number: int) -> SeatReview:
    """Give one seat's part of a review."""
    (found,) = (one for one in graded.seats if one.seat == number)
    return found


def test_every_decision_is_there(graded: Review) -> None:
    """Swaps, passes and knocks are decisions, on the last turn too; showing is none."""
    made = [[one.made for one in seat(graded, number).decisions] for number in range(3)]
    assert made[0] == ["swap 2♣ for 9♦", "swap Q♥ for 2♣", "pass, keeping your cards"]
    assert made[1] == ["swap 4♣ for A♥", "knock"]
    assert made[2] == ["pass, keeping your cards", "swap 5♠ for 4♣"]
    assert {one.kind for found in graded.seats for one in found.decisions} == {"turn"}
    assert [one.line for one in seat(graded, 0).decisions] == [7, 10, 13]


def test_a_31_left_lying_is_a_blunder(graded: Review) -> None:
    """Who does not take the ace that makes 31 loses most of the pot, and hears what was better."""
    first = seat(graded, 0).decisions[0]
    assert (first.best, first.grade, first.pot) == ("swap 2♣ for A♥", "blunder", exact(1))
    assert first.loss.mean > 0.3
    assert first in graded.worst
    assert first in graded.turning_points
    assert seat(graded, 0).decisions[1].grade == "blunder"
    assert seat(graded, 0).word == "beginner"


def test_the_best_move_costs_nothing(graded: Review) -> None:
    """Whoever does the best thing loses exactly nothing."""
    for one in graded.seats:
        for decision in one.decisions:
            assert decision.loss.mean >= 0
            if decision.made == decision.best:
                assert decision.loss == exact(0)


def test_it_is_the_advice_for_what_was_known(graded: Review) -> None:
    """The best move is worth what the advice says that is told everything that has happened."""
    before = parse_history(HAND).hands[0].events[:4]
    knock = seat(graded, 1).decisions[1]
    asked = parse_position(knock.position)
    told, untold = (
        max(option.pot.mean for option in advise(asked, trials=FEW, log=log).options)
        for log in (before, ())
    )
    assert knock.pot.mean == pytest.approx(told)
    assert knock.pot.mean != pytest.approx(untold)


def test_a_move_given_up_early_is_looked_at_again(graded: Review) -> None:
    """What the advice plays out no further is compared with the best on all worlds."""
    found = review(parse_history(HAND), seat=0, trials=3_000, with_luck=False)
    losses = [one.loss for one in found.seats[0].decisions]
    assert losses[0].trials == losses[1].trials == 3_000
    assert losses[0].se < seat(graded, 0).decisions[0].loss.se


def test_luck_is_the_deal(graded: Review) -> None:
    """Each seat has the luck of its deal, nothing else; who can make 31 at once is the luckiest."""
    for number in range(3):
        (chance,) = seat(graded, number).chances
        assert (chance.kind, chance.turn) == ("deal", 0)
    assert seat(graded, 0).chances[0].cards == tuple(sorted(parse_cards("KhQh2c")))
    luck = [seat(graded, number).luck.mean for number in range(3)]
    assert luck[0] == max(luck) > 0.4


def test_fresh_cards_are_luck() -> None:
    """Three fresh cards are luck for everybody, the better the more they offer; nobody decides."""
    found = review(parse_history(FRESH), trials=200)
    lucky, other = found.seats
    assert [one.kind for one in lucky.chances] == ["deal", "fresh"]
    assert [one.made for one in lucky.decisions] == ["pass, keeping your cards", "swap 8♣ for A♥"]
    fresh = lucky.chances[1]
    assert fresh.cards == tuple(sorted(parse_cards("Ah7sTs")))
    assert (fresh.line, fresh.turn) == (9, 2)
    assert fresh.luck.mean > 0.05
    assert other.chances[1].luck.mean < fresh.luck.mean


def test_who_keeps_31_hidden_is_not_graded() -> None:
    """No advice compares waiting with 31, so that turn has no grade and the others have."""
    text = (
        HAND.partition("0 swap")[0].replace("Kh Qh 2c", "Kh Qh Ah").replace("widow Ah", "widow 2c")
    )
    found = review(parse_history(text + "0 pass\n1 pass\n"), trials=200, with_luck=False)
    assert [len(one.decisions) for one in found.seats] == [0, 1, 0]


def test_hidden_hands_are_left_out() -> None:
    """A seat whose cards are not all known is left out, and refused if it was asked for."""
    text = HAND.partition("0 show")[0].replace("deal 1 8s 7d 4c", "deal 1 ? ? ?")
    found = review(parse_history(text), trials=100, with_luck=False)
    assert [one.seat for one in found.seats] == [0, 2]
    with pytest.raises(HistoryError, match="all cards of seat 1"):
        review(parse_history(text), seat=1)


def test_notes_say_what_is_won_and_what_luck_is(graded: Review) -> None:
    """A share of the pot or the match, and that luck here is the deal and fresh cards."""
    assert any("mean share of the pot" in note for note in graded.notes)
    assert any("fresh cards" in note for note in graded.notes)
    short = review(parse_history(FRESH), trials=100, with_luck=False)
    assert any("chance to win the match" in note for note in short.notes)
    assert not any("luck" in note for note in short.notes)


def test_json_is_complete(graded: Review) -> None:
    """Scripts get the same fields as for scat."""
    read = json.loads(json.dumps(graded.to_json(), allow_nan=False))
    assert read["rules"] == "widow"
    assert set(read) == {"rules", "seats", "turning_points", "grades", "opponents", "seed", "notes"}
    assert [one["cards"] for one in read["seats"][0]["chances"]] == ["2c Qh Kh"]


def test_same_seed_same_review(graded: Review) -> None:
    """A review depends on its seed alone."""
    again = review(parse_history(HAND), trials=FEW, threads=2)
    assert again == graded
    assert review(parse_history(HAND), trials=FEW, seed=1).seats != graded.seats


@pytest.mark.parametrize("opponents", ["swap:25", "closer"])
def test_other_opponents(opponents: str) -> None:
    """Players of widow can be named, and change what moves are worth."""
    found = review(parse_history(HAND), trials=100, opponents=opponents, with_luck=False)
    assert found.opponents == opponents
    usual = review(parse_history(HAND), trials=100, with_luck=False)
    assert replace(found, opponents="", notes=()) != replace(usual, opponents="", notes=())
