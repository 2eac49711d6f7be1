"""The trainer's page, driven without a browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from advisor.trainer import Drill, draw_exercise
from advisor.trainer_sheet import Sheet, parse_sheet
from advisor.tutor import new_game, parse_game, scene
from tests.web.page import checked, press, said
from tests.web.visits import param, visited

if TYPE_CHECKING:
    from streamlit.testing.v1 import AppTest

    from advisor.trainer import Exercise

DRILL = Drill(players=2, seed=3)


def opened(**query: str) -> AppTest:
    """Open the page with a query."""
    return visited("trainer_page", **query)


def choose(page: AppTest, exercise: Exercise, place: int) -> AppTest:
    """Press the button of one of the options, best first."""
    move = exercise.options[place].move
    return checked(page.button(key=f"tr_{exercise.number}_{move.words()}").click().run())


def test_a_right_answer_and_a_wrong_one() -> None:
    """The page asks the drill's exercises, says what an answer cost, and keeps the score."""
    page = opened(answers=str(Sheet(DRILL)))
    first, second = draw_exercise(DRILL, 0), draw_exercise(DRILL, 1)
    choose(page, first, 0)
    assert page.success[0].value.endswith("right.")
    press(page, "Next")
    choose(page, second, -1)
    assert "costs" in page.error[0].value
    sheet = parse_sheet(param(page, "answers"))
    assert [bool(answer.kind) for answer in sheet.answers] == [False, True]
    metrics = {metric.label: metric.value for metric in page.metric}
    assert metrics["Answers"] == "2"
    assert metrics["Wrong"] == "50 %"
    assert metrics["Right in a row"] == "0"
    assert "95 %" in said(page)


def test_answers_survive_a_reload() -> None:
    """A new session with the same address goes on where the old one was."""
    sheet = "scat~2~3~0r-1e300"
    page = opened(answers=sheet)
    assert {metric.label: metric.value for metric in page.metric}["Answers"] == "2"
    assert page.selectbox(key="tr_players").value == 2
    third = draw_exercise(DRILL, 2)
    choose(page, third, 0)
    assert param(page, "answers") == f"{sheet}-2r"


@pytest.mark.parametrize("text", ["<b>", "scat~99~0~", "scat~2~0~1q"])
def test_broken_answers_are_refused(text: str) -> None:
    """A broken address is a sentence, and a new sheet begins."""
    page = opened(answers=text)
    assert page.error
    assert page.header


def test_another_drill() -> None:
    """Other players, other exercises, no answers."""
    page = opened(answers="scat~2~3~0r")
    checked(page.selectbox(key="tr_players").set_value(3).run())
    assert param(page, "answers") == "scat~3~3~"


def test_a_game_with_the_tutor() -> None:
    """A game is begun, a foolish knock is warned of, and can be done anyway."""
    page = opened(tr_mode="A whole game")
    press(page, "Deal")
    game = parse_game(param(page, "played"))
    assert not scene(game).why
    page = opened(tr_mode="A whole game", played=str(new_game(DRILL.rules, 3, "rising", 1)))
    page.selectbox(key="tr_least").set_value("from half a point").run()
    press(page, "Knock")
    assert [header.value for header in page.header] == ["Are you sure?"]
    press(page, "Think again")
    assert param(page, "played").endswith("~1~")
    press(page, "Knock")
    press(page, "Do it anyway: Knock")
    assert param(page, "played").endswith("~1~k")
    assert [header.value for header in page.header] == ["The hand is over"]
    press(page, "Next hand")
    assert "~k.n" in param(page, "played")


@pytest.mark.parametrize("done", ["", "d"])
def test_a_hint_for_those_who_ask(done: str) -> None:
    """The best move is shown on request, whoever the opponents are, and for a throw as well."""
    page = opened(tr_mode="A whole game", played=f"scat~3~basic~1~{done}")
    before = len(page.header)
    checked(page.toggle(key="tr_hint").set_value(True).run())
    assert len(page.header) == before + 1
    assert not page.error


def test_a_broken_game_is_refused() -> None:
    """A broken address is a sentence, and a game can be begun."""
    page = opened(tr_mode="A whole game", played="scat~3~rising~5~d.d")
    assert "four cards must be thrown" in said(page)
    assert any(button.label == "Deal" for button in page.button)
