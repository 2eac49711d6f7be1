"""The live table in a real browser: taps, keys, reload, back, small screens, light and dark."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from advisor.live_text import to_link
from tests.browser.eyes import card, settle, tap, visit
from tests.browser.looks import SCREENS, passes, window
from tests.test_live import a_round, begun, last_turns
from tests.test_live_widow import a_round as widow_round
from tests.test_live_widow import all_passed
from tests.test_live_widow import begun as widow_begun
from tests.test_live_widow import last_turns as widow_last_turns

if TYPE_CHECKING:
    from collections.abc import Iterator

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


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    """A phone: narrow, and touched with a finger."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    yield context.new_page()
    context.close()


def touch(page: Page, *names: str) -> None:
    """Touch cards of the deck."""
    for name in names:
        card(page, name).tap()
        settle(page)


def touch_button(page: Page, name: str) -> None:
    """Touch a button."""
    page.get_by_role("button", name=name, exact=True).tap()
    settle(page)


def touch_row(page: Page, row: str, *texts: str) -> None:
    """Touch cards in one of the short rows."""
    for text in texts:
        page.get_by_role("toolbar", name=row).get_by_text(text).tap()
        settle(page)


def test_a_hand_of_widow_on_a_phone(phone: Page, page_url: str) -> None:
    """Three players, every event touched in; the pot is paid, the next hand begins one seat on."""
    visit(phone, f"{page_url}/live")
    for field, choice in (("Rules", "swap one card with three open"), ("Players", "3")):
        phone.get_by_role("combobox", name=field).tap()
        phone.get_by_role("option", name=choice).tap()
        settle(phone)
    touch(phone, "Jc", "Tc", "Ad", "9h", "Ks", "7c")
    touch_button(phone, "Start")
    assert heading(phone)[0] == "Seat 1's turn"
    touch_row(phone, "He took", "K♠")
    touch(phone, "Qc")
    touch_button(phone, "Passed")
    mine, advice = heading(phone)
    assert mine == "Your turn"
    assert "A♦ for Q♣" in advice
    touch_row(phone, "I give", "A♦")
    touch_row(phone, "I take", "Q♣")
    touch(phone, "Ad", "2d")
    touch_button(phone, "Knocked")
    touch_button(phone, "Pass")
    touch_button(phone, "Passed")
    assert heading(phone) == ["Hands are compared"]
    phone.get_by_role("toolbar", name="Who takes the pot").get_by_text("You").tap()
    touch_button(phone, "Write it down")
    assert phone.get_by_text("You: +2 antes").count() == 1
    assert phone.get_by_text("Seat 1: −1 ante, deals").count() == 1
    touch(phone, "2c", "3c", "4c", "Ah", "5h", "6d")
    touch_button(phone, "Deal the next hand")
    assert heading(phone)[0] == "Seat 2's turn"
    assert phone.get_by_text("You: +2 antes").count() == 1
    phone.reload()
    settle(phone)
    assert heading(phone)[0] == "Seat 2's turn"


@pytest.mark.parametrize("screen", SCREENS)
def test_every_state_by_day_and_night(browser: Browser, page_url: str, screen: str) -> None:
    """No state of the table is wider than the window or has a serious barrier."""
    page = window(browser, screen)
    scat = (None, begun(), a_round(), last_turns())
    for live in (*scat, widow_begun(), widow_round(), all_passed(), widow_last_turns()):
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


def test_two_quick_taps_are_a_swap(page: Page, page_url: str) -> None:
    """An open card and another one, tapped faster than the page can answer, are one swap."""
    visit(page, f"{page_url}/live?game={to_link(widow_begun())[0]}")
    for name in ("Ks", "Qc"):
        card(page, name).click()
    page.get_by_role("heading", name="Your turn").wait_for()
    settle(page)
    page.get_by_text("This hand, move by move (1)").click()
    page.get_by_text("Seat 0 swaps Q♣ for K♠").first.wait_for()
