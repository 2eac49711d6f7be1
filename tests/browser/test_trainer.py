"""The trainer in a real browser: exercises and a game, by mouse and by keyboard."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from advisor.rules import PRESETS
from advisor.tutor import new_game
from tests.browser.eyes import settle, visit
from tests.browser.looks import SCREENS, passes, window

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ANSWERED = "answers=scat~2~0~0r-1e300"


def test_an_exercise_by_keyboard(page: Page, page_url: str) -> None:
    """Tab and space answer, the enter key goes on, and a reload keeps the score."""
    visit(page, f"{page_url}/trainer?{ANSWERED}")
    page.locator("[class*=st-key-tr_2_] button").first.focus()
    page.keyboard.press("Space")
    settle(page)
    assert page.get_by_text("Best:").count() == 1
    page.keyboard.press("Enter")
    settle(page)
    assert page.locator("[class*=st-key-tr_3_] button").count() > 1
    before = page.url
    page.reload()
    settle(page)
    assert page.url == before
    assert page.locator("[class*=st-key-tr_3_] button").count() > 1


def test_a_game_with_a_warning(page: Page, page_url: str) -> None:
    """A foolish knock is warned of; a reload after it plays the game again to the same point."""
    game = new_game(PRESETS["scat"], 3, "rising", 1)
    visit(page, f"{page_url}/trainer?tr_mode=A+whole+game&played={game}")
    page.get_by_role("button", name="Knock").click()
    settle(page)
    assert page.get_by_role("heading", level=2).inner_text() == "Are you sure?"
    page.get_by_role("button", name="Do it anyway").click()
    settle(page)
    said = page.get_by_role("heading", level=2).inner_text()
    page.reload()
    settle(page)
    assert page.get_by_role("heading", level=2).inner_text() == said == "The hand is over"


def test_the_game_with_three_open_cards(browser: Browser, page_url: str) -> None:
    """A tap changes the game; an exercise is answered on a phone; a knock is warned of."""
    page = window(browser, "phone at night")
    visit(page, f"{page_url}/trainer?{ANSWERED}")
    page.get_by_role("radio", name="Three open cards").click()
    settle(page)
    choices = page.locator("[class*=st-key-tr_0_] button")
    choices.first.wait_for(timeout=60_000)
    assert choices.count() > 2
    assert page.get_by_text("After you act").count() == 1
    passes(page)
    choices.last.click()
    settle(page)
    assert page.get_by_text("Best:").count() == 1
    assert "answers=widow" in page.url
    passes(page)
    game = new_game(PRESETS["widow"], 3, "swap:27", 1)
    visit(page, f"{page_url}/trainer?tr_mode=A+whole+game&played={game}")
    passes(page)
    page.get_by_role("button", name="Knock").click()
    settle(page)
    assert page.get_by_role("heading", level=2).inner_text() == "Are you sure?"
    page.context.close()


@pytest.mark.parametrize("screen", SCREENS)
def test_every_state_by_day_and_night(browser: Browser, page_url: str, screen: str) -> None:
    """Neither questions, answers nor games are wider than the window or have a barrier."""
    page = window(browser, screen)
    visit(page, f"{page_url}/trainer?{ANSWERED}")
    passes(page)
    page.locator("[class*=st-key-tr_2_] button").last.click()
    settle(page)
    passes(page)
    game = new_game(PRESETS["scat"], 3, "rising", 1).doing("k")
    visit(page, f"{page_url}/trainer?tr_mode=A+whole+game&played={game}")
    passes(page)
    page.context.close()
