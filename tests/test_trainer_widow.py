"""The trainer for the game with three open cards: what is asked, and what an error is called."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from advisor.cards import parse_cards
from advisor.moves import Move, legal_moves
from advisor.position import Position
from advisor.referee.actions import Knock, Swap
from advisor.rules import PRESETS
from advisor.trainer import (
    CLEAR,
    KINDS,
    OBVIOUS_ANTES,
    Answer,
    Drill,
    Exercise,
    draw_exercise,
    judge,
)
from advisor.trainer_hands import play_hand
from advisor.trainer_sheet import Sheet, parse_sheet
from advisor.trainer_widow import NAMES, kind_of, tempting

DRILL = Drill(PRESETS["widow"], players=2, seed=7)


@pytest.fixture(scope="module")
def exercises() -> list[Exercise]:
    """The first few exercises of three drills."""
    of = [DRILL, Drill(PRESETS["widow-any"], 3, 7), Drill(PRESETS["schwimmen"], 3, 7)]
    return [draw_exercise(drill, number) for drill in of for number in range(2)]


def test_exercises_follow_from_their_number(exercises: list[Exercise]) -> None:
    """A missed exercise can be asked again: same number, same question, same answer."""
    again = draw_exercise(DRILL, 1)
    assert (again.position, again.log) == (exercises[1].position, exercises[1].log)
    assert [option.pot for option in again.options] == [
        option.pot for option in exercises[1].options
    ]
    assert len({str(exercise.position) for exercise in exercises}) == len(exercises)


def test_exercises_are_instructive(exercises: list[Exercise]) -> None:
    """The best choice is clear without being plain, and every legal choice can be made."""
    for exercise in exercises:
        first, second = exercise.options[:2]
        assert first.loss.mean == 0
        assert second.loss.mean >= CLEAR
        assert {option.move for option in exercise.options} == set(legal_moves(exercise.position))
        assert exercise.drawn is None
    assert min(exercise.options[1].loss.mean for exercise in exercises) < OBVIOUS_ANTES


def test_what_has_happened_is_told(exercises: list[Exercise]) -> None:
    """An exercise knows all turns before it, and somebody has had one in most of them."""
    for exercise in exercises:
        turns = [event for event in exercise.log if event.kind != "widow"]
        assert len(turns) == exercise.position.turn
    assert sum(bool(exercise.log) for exercise in exercises) > 1


def test_answers_are_graded(exercises: list[Exercise]) -> None:
    """The best choice is right and costs nothing; the worst is wrong and costs its loss."""
    for exercise in exercises:
        assert judge(exercise, exercise.best.move) == Answer(exercise.number)
        worst = max(exercise.options, key=lambda option: option.loss.mean)
        answer = judge(exercise, worst.move)
        assert answer.kind in KINDS
        assert answer.loss == worst.loss.mean


def test_nobody_is_asked_whether_to_show_31() -> None:
    """Every decision of a played hand is a turn, with what the rules allow in it."""
    rules, rng = PRESETS["widow-any"], Random(3)
    tasks = [task for _ in range(40) for task in play_hand(rules, 3, NAMES, rng)]
    assert len(tasks) > 100
    for task in tasks:
        assert any(isinstance(action, Swap) for action in task.legal)
        assert (Knock() in task.legal) == (task.position.knocked_by is None)


def test_players_of_different_habits_disagree() -> None:
    """A decision on which all agree is not asked; one of each hand is."""
    found = list(islice(tempting(PRESETS["widow"], 3, Random(1)), 5))
    assert len({task.first for task in found}) == len(found)
    assert all(len(task.legal) > 1 for task in found)


def at(**said: object) -> Position:
    """Ask in a position in which everything can be done."""
    return Position(
        hand=tuple(sorted(parse_cards("2h 6d Qs"))),
        widow=tuple(sorted(parse_cards("2c 6h 9c"))),
        rules=PRESETS["widow-any"],
        tokens=(4, 4, 4),
        dealer=2,
        **said,  # type: ignore[arg-type]
    )


def swap(give: str, get: str) -> Move:
    """Give some cards for others."""
    return Move("swap", give=tuple(sorted(parse_cards(give))), get=tuple(sorted(parse_cards(get))))


ALL = swap("2h 6d Qs", "2c 6h 9c")


@pytest.mark.parametrize(
    ("best", "chosen", "kind"),
    [
        (Move("pass"), Move("knock"), "early"),
        (Move("knock"), Move("pass"), "late"),
        (Move("knock"), swap("2h", "9c"), "late"),
        (Move("pass"), swap("2h", "9c"), "swap"),
        (swap("2h", "9c"), Move("pass"), "keep"),
        (swap("2h", "9c"), ALL, "all"),
        (ALL, swap("2h", "9c"), "few"),
        (swap("6d", "9c"), swap("6d", "2c"), "offer"),
        (swap("6d", "9c"), swap("Qs", "9c"), "give"),
        (swap("2h", "9c"), swap("Qs", "2c"), "get"),
    ],
)
def test_kinds_of_error(best: Move, chosen: Move, kind: str) -> None:
    """An error is named after what was done instead of what."""
    assert kind_of(at(), chosen, best, ()) == kind
    assert kind in KINDS


def test_nothing_is_left_to_the_knocker() -> None:
    """Who has no turn any more needs nothing: the same swap is an error of another kind."""
    best, chosen = swap("6d", "9c"), swap("6d", "2c")
    last = at(knocked_by=1, turn=3, exchanged=True)
    assert kind_of(last, chosen, best, ()) == "get"


def test_sheets_know_both_games() -> None:
    """Answers of either game are written and read, each kind of error with its own letter."""
    kinds = ("", *KINDS)
    sheet = Sheet(DRILL, tuple(Answer(n, kind, 0.01 * bool(kind)) for n, kind in enumerate(kinds)))
    assert str(sheet).startswith("widow~2~7~0r-1e100-")
    assert parse_sheet(str(sheet)) == sheet
    assert len({spot[0] for spot in sheet.weak_spots}) == len(KINDS)
