"""The live table in a real browser: taps, keys, reload, back, small screens, light and dark."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from advisor.live_text import to_link
from tests.browser.eyes import card, settle, tap, visit
from tests.browser.looks import SCREENS, passes, window
from tests.test_live import a_round, begun, last_turns

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


def heading(page: Page) -> list[str]:
    """The large letters."""
    return page.get_by_role("heading", level=2).all_inner_texts()


def test_a_round_by_taps_survives(page: Page, page_url: str) -> None:
    """A hand is begun and logged by taps; reload keeps it, back takes back, a new page too."""
    visit(page, f"{page_url}/live")
    tap(page, "Jc", "Tc", "Ad", "4h")
    page.get_by_role("button", name="Start").click()
    settle(page)
    assert heading(page) == ["Seat 1's turn"]
    tap(page, "9s")
    page.get_by_text("Took").click()
    settle(page)
    tap(page, "Ks")
    assert heading(page) == ["Seat 3's turn"]
    page.reload()
    settle(page)
    assert heading(page) == ["Seat 3's turn"]
    page.get_by_role("link", name="Advisor").click()
    settle(page)
    page.go_back()
    settle(page)
    assert heading(page) == ["Seat 3's turn"]
    page.get_by_role("button", name="Take back").click()
    settle(page)
    assert heading(page) == ["Seat 2's turn"]
    page.go_back()
    settle(page)
    assert heading(page) == ["Seat 3's turn"]


def test_keyboard_alone(page: Page, page_url: str) -> None:
    """Tab and space log a knock."""
    link, _ = to_link(begun())
    visit(page, f"{page_url}/live?game={link}")
    focused = "document.activeElement.innerText"
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate(focused).strip() == "Knocked":
            break
    page.keyboard.press("Space")
    settle(page)
    assert page.get_by_text(", knocked").count() == 1


@pytest.mark.parametrize("screen", SCREENS)
def test_every_state_by_day_and_night(browser: Browser, page_url: str, screen: str) -> None:
    """No state of the table is wider than the window or has a serious barrier."""
    page = window(browser, screen)
    for live in (None, begun(), a_round(), last_turns()):
        query = "" if live is None else f"?game={to_link(live)[0]}"
        visit(page, f"{page_url}/live{query}")
        passes(page)
    page.context.close()


def test_quick_taps_are_all_counted(page: Page, page_url: str) -> None:
    """Four taps faster than the page can answer are a hand and a top card."""
    visit(page, f"{page_url}/live")
    for name in ("Jc", "Tc", "Ad", "4h"):
        card(page, name).click()
    settle(page)
    assert page.get_by_role("textbox", name="My three cards").input_value() == "J♣ 10♣ A♦"
    assert page.get_by_role("textbox", name="Top card").input_value() == "4♥"
