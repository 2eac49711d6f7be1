"""The review in a real browser: pasted, uploaded, and from the address."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from advisor.packed import packed
from tests.browser.eyes import settle, visit
from tests.browser.looks import SCREENS, passes, window
from tests.web.test_review_page import GAME, WIDOW

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page


def verdict(page: Page) -> str:
    """What the player plays like."""
    return page.get_by_test_id("stMetric").first.inner_text()


def test_an_upload_and_its_link(page: Page, page_url: str, tmp_path: Path) -> None:
    """A saved game is uploaded and graded; the address alone shows it again."""
    file = tmp_path / "game.txt"
    file.write_text(GAME, encoding="utf-8")
    visit(page, f"{page_url}/review")
    page.locator("input[type=file]").set_input_files(file)
    page.get_by_test_id("stMetric").first.wait_for()
    settle(page)
    said = verdict(page)
    assert "Plays like" in said
    visit(page, page.url)
    assert verdict(page) == said


def test_hostile_files(page: Page, page_url: str, tmp_path: Path) -> None:
    """Binary and HTML are refused with a sentence; nothing of it is shown as HTML."""
    visit(page, f"{page_url}/review")
    for content in (b"\xff\x00\xfe", b"<img src=x onerror=alert(1)>\n<b>bold</b>"):
        file = tmp_path / "game.txt"
        file.write_bytes(content)
        page.locator("input[type=file]").set_input_files(file)
        page.get_by_test_id("stAlert").first.wait_for()
        settle(page)
        assert page.get_by_test_id("stMain").locator("img, b").count() == 0


def test_what_if(page: Page, page_url: str) -> None:
    """A moment of the game opens on the Advisor page."""
    visit(page, f"{page_url}/review?history={packed(GAME)}")
    link = page.get_by_role("link", name="What if").get_attribute("href")
    assert link is not None
    visit(page, f"{page_url}/{link.removeprefix('./')}&trials=500")
    assert "4♥" in page.get_by_role("textbox", name="Top card").input_value()


def test_the_game_with_three_open_cards(browser: Browser, page_url: str) -> None:
    """A hand of the other game is graded on a phone; its worst moment opens on the Advisor page."""
    page = window(browser, "phone at night")
    visit(page, f"{page_url}/review?history={packed(WIDOW)}")
    page.get_by_test_id("stMetric").first.wait_for()
    settle(page)
    assert "Plays like" in verdict(page)
    assert page.get_by_text("Open cards").or_(page.get_by_label("Open cards")).count() > 0
    passes(page)
    link = page.get_by_role("link", name="What if").get_attribute("href")
    assert link is not None
    visit(page, f"{page_url}/{link.removeprefix('./')}&trials=500")
    assert page.get_by_role("textbox", name="My hand").input_value()
    assert "A♥" in page.get_by_role("textbox", name="Open cards").input_value()
    page.context.close()


@pytest.mark.parametrize("screen", SCREENS)
def test_by_day_and_night(browser: Browser, page_url: str, screen: str) -> None:
    """The review is not wider than the window and has no serious barrier."""
    page = window(browser, screen)
    visit(page, f"{page_url}/review")
    passes(page)
    visit(page, f"{page_url}/review?history={packed(GAME)}")
    settle(page)
    passes(page)
    page.context.close()
