"""The trainer's page, driven without a browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from advisor.rules import PRESETS
from advisor.trainer import KINDS, Drill, draw_exercise, judge
from advisor.trainer_sheet import Sheet, parse_sheet
from advisor.tutor import new_game, parse_game, scene
from advisor.web import trainer_compute
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


WIDOW = Drill(PRESETS["widow"], players=2, seed=7)


def test_exercises_with_three_open_cards() -> None:
    """The other game is asked with its own words, and its errors are kept the same way."""
    page = opened(answers=str(Sheet(WIDOW)))
    first, second = draw_exercise(WIDOW, 0), draw_exercise(WIDOW, 1)
    assert "After you act: Seat" in said(page)
    assert len([button for button in page.button if (button.key or "").startswith("tr_0_")]) == len(
        first.options
    )
    choose(page, first, -1)
    assert KINDS[judge(first, first.options[-1].move).kind] in page.error[0].value
    press(page, "Next")
    choose(page, second, 0)
    assert page.success[0].value.endswith("right.")
    sheet = parse_sheet(param(page, "answers"))
    assert sheet.drill == WIDOW
    assert [bool(answer.kind) for answer in sheet.answers] == [True, False]


def test_the_game_switch(monkeypatch: pytest.MonkeyPatch) -> None:
    """One switch begins a drill of the other game, and back; as many play as can."""
    # Nine players take long, and nothing is asked here.
    monkeypatch.setattr(trainer_compute, "draw_exercise", lambda _, n: draw_exercise(DRILL, n))
    page = opened(answers="scat~9~3~0r")
    checked(page.segmented_control(key="tr_which").set_value("widow").run())
    assert param(page, "answers") == "widow~7~3~"
    checked(page.selectbox(key="tr_rules").set_value("schwimmen").run())
    assert param(page, "answers") == "schwimmen~7~3~"
    checked(page.segmented_control(key="tr_which").set_value("scat").run())
    assert param(page, "answers") == "scat~7~3~"


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


def test_a_game_with_three_open_cards() -> None:
    """The other game is dealt and played the same way, the tutor warns, antes are counted."""
    page = opened(tr_mode="A whole game")
    checked(page.segmented_control(key="tr_which_played").set_value("widow").run())
    press(page, "Deal")
    assert param(page, "played").startswith("widow~3~swap:27~")
    page = opened(tr_mode="A whole game", played=str(new_game(WIDOW.rules, 3, "swap:27", 1)))
    assert "You 0 antes" in said(page).replace("\N{NO-BREAK SPACE}", " ")
    page.selectbox(key="tr_least").set_value("from half a point").run()
    press(page, "Knock")
    assert [header.value for header in page.header] == ["Are you sure?"]
    press(page, "Do it anyway: Knock")
    assert [header.value for header in page.header] == ["The hand is over"]
    assert "Seat 1 takes the pot" in said(page)
    assert "You -1 ante" in said(page).replace("\N{NO-BREAK SPACE}", " ").replace("\u2212", "-")
    press(page, "Next hand")
    assert param(page, "played").endswith("~k.n")


def test_a_hint_with_three_open_cards() -> None:
    """The best move of the other game is shown on request."""
    page = opened(tr_mode="A whole game", played="widow~2~swap:27~1~p")
    before = len(page.header)
    checked(page.toggle(key="tr_hint").set_value(True).run())
    assert len(page.header) == before + 1
    assert not page.error


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
