"""Learning from hands that were played: who is who, and how sure one can be."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from advisor.advise import advise
from advisor.contrast import EXTREMES, contrast, contrasted
from advisor.learning import PRIOR, STYLES, Learnt, learn
from advisor.players.thumb import PlayerError
from advisor.question import ask_text
from advisor.referee.history import History
from advisor.referee.replay import seen_by
from advisor.rules import PRESETS, RulesError
from tests.tables import RULES, played

if TYPE_CHECKING:
    from advisor.position import Position

FAMILY = ("solved", "flat:20", "flat:27")
FEW = 1_000


def through_the_eyes_of(seat: int, history: History) -> History:
    """Hide what a seat did not see."""
    return replace(history, hands=tuple(seen_by(hand, seat) for hand in history.hands))


@pytest.fixture(scope="module")
def evening() -> History:
    """Fifteen hands as seat 0 saw them."""
    return through_the_eyes_of(0, played(FAMILY, 15, seed=5))


@pytest.fixture(scope="module")
def learnt(evening: History) -> dict[int, Learnt]:
    """What that evening tells of everybody."""
    return learn(evening)


@pytest.fixture(scope="module")
def dealt() -> Position:
    """A hand on which players of different minds may differ."""
    return ask_text(rules=RULES, hand="Jc Tc Ad", top="4h", players=3)


def test_who_knocks_early_is_told_from_who_waits(learnt: dict[int, Learnt]) -> None:
    """Thresholds are found within their errors, and the two players are told apart."""
    early, late = learnt[1].threshold, learnt[2].threshold
    assert abs(early.mean - 20) < 3 * early.se + 0.5
    assert abs(late.mean - 27) < 3 * late.se + 0.5
    assert late.mean - early.mean > 3 * (late.se + early.se)
    assert learnt[1].chances["flat:20"] > 10 * learnt[1].chances["flat:27"]
    assert learnt[2].chances["flat:27"] > 10 * learnt[2].chances["flat:20"]


def test_the_solved_player_is_known_by_more_than_his_knocks(learnt: dict[int, Learnt]) -> None:
    """Takes and throws count too: no threshold explains the player who follows the table."""
    assert learnt[0].name == "solved"
    assert learnt[0].chance > 0.9


def test_chances_are_chances(learnt: dict[int, Learnt]) -> None:
    """The chances of all styles sum to 1, and the name is the most probable of them."""
    for one in learnt.values():
        assert set(one.chances) == set(STYLES)
        assert sum(one.chances.values()) == pytest.approx(1)
        assert one.chance == max(one.chances.values())
        assert 0 < one.takes.mean < 1
        assert one.hands == 15
        assert json.loads(json.dumps(one.to_json()))["name"] == one.name


def test_the_more_hands_the_surer() -> None:
    """The error of the threshold shrinks as more is seen."""
    few, many = (
        learn(through_the_eyes_of(0, played(FAMILY, hands, seed=9)), seats=[1])[1].threshold.se
        for hands in (2, 16)
    )
    assert many < few / 2


def test_without_hands_there_is_only_the_prior(evening: History) -> None:
    """A hand that is not over tells nothing, and the prior is what is left."""
    first = evening.hands[0]
    unfinished = replace(first, events=first.events[:1], outcome=None)
    found = learn(replace(evening, hands=(unfinished,)))
    for one in found.values():
        assert one.hands == one.turns == 0
        assert one.chances == pytest.approx(dict(PRIOR))
        assert one.name == max(PRIOR, key=lambda name: PRIOR[name])
        assert "not seen before" in str(one)


def test_order_of_hands_does_not_matter(evening: History) -> None:
    """The same hands in another order tell the same."""
    some = replace(evening, hands=evening.hands[:5])
    back = replace(some, hands=some.hands[::-1])
    one, other = learn(some, seats=[1])[1], learn(back, seats=[1], threads=2)[1]
    assert one.chances == pytest.approx(other.chances)
    assert one.takes == other.takes


def test_open_cards_tell_more_than_hidden_ones() -> None:
    """Who knows the cards is surer of the threshold than who must guess them, on the whole."""
    told = played(("flat:25", "flat:25"), 12, seed=3)
    known = learn(told, seats=[1])[1].threshold
    guessed = learn(through_the_eyes_of(0, told), seats=[1])[1].threshold
    assert known.se < guessed.se + 0.1
    assert abs(known.mean - 25) < 3 * known.se + 0.5


def test_only_the_styles_of_the_prior_are_weighed() -> None:
    """With two styles to choose from the likelier one wins, whatever is left out."""
    told = through_the_eyes_of(0, played(("flat:25", "greedy"), 6, seed=1))
    found = learn(told, seats=[1], prior={"flat:18": 0.5, "greedy": 0.5})[1]
    assert found.name == "greedy"
    assert set(found.chances) == {"flat:18", "greedy"}


def test_widow_cannot_be_learnt_from(evening: History) -> None:
    """Another game is refused with a sentence."""
    with pytest.raises(RulesError, match="scat"):
        learn(History(PRESETS["widow"], evening.hands))


def test_each_seat_can_have_its_own_name(dealt: Position) -> None:
    """Advice against a table of one kind is the same, named once or seat by seat."""
    others = [seat for seat in dealt.order if seat != dealt.seat]
    once = advise(dealt, opponents="flat:22", trials=FEW)
    each = advise(dealt, opponents=dict.fromkeys(others, "flat:22"), trials=FEW)
    assert [option.pot for option in once.options] == [option.pot for option in each.options]
    assert all(f"seat {seat}: flat:22" in " ".join(each.notes) for seat in others)


def test_names_by_seat_make_a_difference(dealt: Position) -> None:
    """A seat that plays otherwise changes what a draw is worth; the own seat's name does not."""
    others = [seat for seat in dealt.order if seat != dealt.seat]
    named = dict.fromkeys(others, "flat:18")
    mixed = {**named, others[0]: "greedy"}
    pots = [
        {option.move: option.pot.mean for option in advise(dealt, opponents=by, trials=FEW).options}
        for by in (named, mixed, {**mixed, dealt.seat: "rising"})
    ]
    assert pots[0] != pots[1]
    assert pots[1] == pots[2]


def test_every_opponent_needs_a_name(dealt: Position) -> None:
    """A seat without a name is refused by its number, and so is a table of widow."""
    seat = max(seat for seat in dealt.order if seat != dealt.seat)
    others = {one: "solved" for one in dealt.order if one not in (dealt.seat, seat)}
    with pytest.raises(PlayerError, match=f"seat {seat} has no name"):
        advise(dealt, opponents=others)
    widow = ask_text(rules=PRESETS["widow"], hand="Jc Tc Ad", widow="2c 3c 4d", players=2)
    with pytest.raises(PlayerError, match="one name for them all"):
        advise(widow, opponents={1: "solved"})


def test_contrast_says_what_hangs_on_the_opponents(dealt: Position) -> None:
    """Both answers and what the own move would lose stand in the notes and in the JSON."""
    pair = contrast(dealt, trials=FEW)
    assert tuple(one.opponents for one in pair) == EXTREMES
    found = contrasted(advise(dealt, trials=FEW), pair)
    read = json.loads(json.dumps(found.to_json()))["assumptions"]
    assert [one["opponents"] for one in read] == list(EXTREMES)
    for one, advice in zip(found.assumptions, pair, strict=True):
        assert f"against {one.opponents}: {one.move.words()}" in found.notes[-1]
        if one.move != found.best.move:
            assert one.move == advice.best.move
            assert one.loss.mean > 0


def test_contrast_is_for_scat() -> None:
    """Widow has no such pair of players, and says so."""
    widow = ask_text(rules=PRESETS["widow"], hand="Jc Tc Ad", widow="2c 3c 4d", players=2)
    with pytest.raises(RulesError, match="scat"):
        contrast(widow)
