"""The trainer: exercises that follow from their number, grading, repetition, weak spots."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from scipy.stats import binomtest

from advisor.estimate import exact, wilson
from advisor.moves import Move, legal_moves
from advisor.throwing import of_throws
from advisor.trainer import CLEAR, KINDS, Answer, Drill, Exercise, draw_exercise, judge
from advisor.trainer_sheet import AGAIN, MOST_ANSWERS, Sheet, SheetError, parse_sheet

DRILL = Drill(players=3, seed=7)


@pytest.fixture(scope="module")
def exercises() -> list[Exercise]:
    """The first few exercises of a drill."""
    return [draw_exercise(DRILL, number) for number in range(6)]


def test_exercises_follow_from_their_number(exercises: list[Exercise]) -> None:
    """A missed exercise can be asked again: same number, same question, same answer."""
    again = draw_exercise(DRILL, 2)
    assert again.position == exercises[2].position
    assert again.drawn == exercises[2].drawn
    assert [option.pot for option in again.options] == [
        option.pot for option in exercises[2].options
    ]
    assert len({str(exercise.position) for exercise in exercises}) == len(exercises)


def test_exercises_are_instructive(exercises: list[Exercise]) -> None:
    """The best choice is clear, and every legal choice can be made."""
    for exercise in exercises:
        first, second = exercise.options[:2]
        assert first.loss == exact(0) or first.loss.mean == 0
        assert second.loss.mean >= CLEAR
        if exercise.drawn is None:
            moves = {option.move for option in exercise.options}
            assert moves == set(legal_moves(exercise.position))
        else:
            thrown = {option.move.discard for option in exercise.options}
            assert thrown == {*exercise.position.hand, exercise.drawn}


def test_answers_are_graded(exercises: list[Exercise]) -> None:
    """The best choice is right and costs nothing; the worst is wrong and costs its loss."""
    for exercise in exercises:
        assert judge(exercise, exercise.best.move) == Answer(exercise.number)
        worst = max(exercise.options, key=lambda option: option.loss.mean)
        answer = judge(exercise, worst.move)
        assert answer.kind in KINDS
        assert answer.loss == worst.loss.mean
        with pytest.raises(ValueError, match="none of the choices"):
            judge(exercise, Move("show"))


@pytest.mark.parametrize(
    ("best", "chosen", "kind"),
    [
        (Move("draw"), Move("knock"), "early"),
        (Move("knock"), Move("draw"), "late"),
        (Move("draw"), Move("take", 8, 12), "take"),
        (Move("take", 8, 12), Move("draw"), "leave"),
        (Move("take", 8, 12), Move("take", 8, 13), "throw"),
        (Move("take", 8, 12), Move("take", 8, 15), "feed"),
    ],
)
def test_kinds_of_error(exercises: list[Exercise], best: Move, chosen: Move, kind: str) -> None:
    """An error is named after what was done instead of what; spades are what seat 1 collects."""
    exercise = exercises[0]
    options = [
        replace(exercise.advice.options[0], move=best, loss=exact(0)),
        replace(exercise.advice.options[0], move=chosen, loss=exact(0.03)),
    ]
    position = replace(exercise.position, seat=0, dealer=2, tokens=(4, 4, 4), held=((), (51,), ()))
    advice = replace(exercise.advice, options=tuple(options))
    made = replace(exercise, position=position, drawn=None, advice=advice)
    assert judge(made, chosen).kind == kind


def test_throws_are_compared_with_each_other(exercises: list[Exercise]) -> None:
    """What is over after a draw is left out, even if it was better: the best throw loses 0."""
    shown = exercises[0].advice.options[0]
    losses = {Move("draw"): 0.0, Move("take", 8, 12): 0.05, Move("take", 8, 13): 0.02}
    options = tuple(replace(shown, move=move, loss=exact(loss)) for move, loss in losses.items())
    throws = of_throws(replace(exercises[0].advice, options=options))
    assert [throw.move.discard for throw in throws] == [13, 12]
    assert [throw.loss.mean for throw in throws] == pytest.approx([0.0, 0.03])


def test_a_missed_exercise_comes_again_twice() -> None:
    """After three others, then after eight more; never twice in a row; then it is done with."""
    sheet, asked = Sheet(), []
    for _ in range(40):
        number = sheet.next_number()
        wrong = number == 2 and 2 not in asked
        asked.append(number)
        sheet = sheet.adding(Answer(number, "early" if wrong else "", 0.01 * wrong))
    first, second, third = [place for place, number in enumerate(asked) if number == 2]
    assert second - first == AGAIN[0] + 1
    assert third - second == AGAIN[1] + 1
    assert all(one != other for one, other in pairwise(asked))
    assert asked.count(5) == 1


def test_streaks_and_weak_spots() -> None:
    """Rows of right answers, and the errors that cost most."""
    kinds = ["", "", "early", "", "late", "early", "", "", ""]
    sheet = Sheet(
        answers=tuple(
            Answer(number, kind, 0.02 if kind == "late" else 0.03 * bool(kind))
            for number, kind in enumerate(kinds)
        )
    )
    assert (sheet.streak, sheet.best_streak, sheet.wrong) == (3, 3, 3)
    assert [(kind, count) for kind, count, _ in sheet.weak_spots] == [("early", 2), ("late", 1)]
    assert sheet.weak_spots[0][2] == pytest.approx(0.06)
    assert sheet.mean_loss == pytest.approx(0.08 / 9)
    rate, low, high = sheet.error_rate
    assert rate == pytest.approx(1 / 3)
    assert (low, high) == wilson(3, 9)


@pytest.mark.parametrize(("hits", "trials"), [(0, 5), (3, 9), (9, 9), (40, 200)])
def test_wilson_is_scipys(hits: int, trials: int) -> None:
    """The interval is the one that SciPy computes."""
    found = binomtest(hits, trials).proportion_ci(method="wilson")
    assert wilson(hits, trials) == pytest.approx((found.low, found.high))


def test_wilson_knows_nothing_without_trials() -> None:
    """No trials, any chance; what is no proportion is refused."""
    assert wilson(0, 0) == (0, 1)
    with pytest.raises(ValueError, match="no interval"):
        wilson(3, 2)


def test_sheets_are_written_and_read() -> None:
    """The text in the address gives the sheet back to a hundredth of a point."""
    sheet = Sheet(DRILL, (Answer(0), Answer(1, "feed", 0.0312), Answer(12, "late", 0.5)))
    assert str(sheet) == "scat~3~7~0r-1f312-12l5000"
    assert parse_sheet(str(sheet)) == sheet
    assert parse_sheet(str(Sheet())) == Sheet()
    many = Sheet()
    for number in range(MOST_ANSWERS + 5):
        many = many.adding(Answer(number, "late", 0.9))
    assert len(parse_sheet(str(many)).answers) == MOST_ANSWERS


@pytest.mark.parametrize("text", ["x", "1", "1r-", "-1r", "1z3", "99999r", "1r" * 3000, "１r"])
def test_foreign_answers_are_refused(text: str) -> None:
    """What nobody's sheet wrote is refused with a sentence."""
    with pytest.raises(SheetError, match="answers"):
        parse_sheet(f"scat~4~0~{text}")


@pytest.mark.parametrize(
    "text", ["", "scat~4~0", "mau~4~0~", "widow~8~0~", "scat~1~0~", "scat~40~0~"]
)
def test_foreign_drills_are_refused(text: str) -> None:
    """A drill that cannot be played is refused with a sentence."""
    with pytest.raises(SheetError, match="answers"):
        parse_sheet(text)
