"""The game widow in a real browser: desktop and phone, by day and by night."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.eyes import (
    QUICK,
    answer,
    card,
    field,
    hand,
    settle,
    sign_on,
    tap,
    visit,
)
from tests.browser.looks import SCREENS, passes, window

KINGS = "pos=widow+hand:8c9hQh+widow:8sJsKh+players:3"
PATHS = (
    f"?{QUICK}&{KINGS}",
    f"?{QUICK}&pos=schwimmen+hand:8c9hQh+widow:8sJsKh+players:4",
    "tables?rules=widow&table=First+knock",
    "tables?rules=widow-any&table=Exchange",
    "tables?rules=schwimmen&table=Better",
)


@pytest.fixture(params=SCREENS)
def screen(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Page]:
    """A window of each size."""
    page = window(browser, request.param)
    yield page
    page.context.close()


def test_the_game_is_chosen_and_entered(page: Page, page_url: str) -> None:
    """Choosing the game answers its example; six taps enter another hand, and the link keeps it."""
    visit(page, f"{page_url}/?{QUICK}")
    page.get_by_role("button", name="House rules").click()
    page.get_by_role("combobox", name="Rules").click()
    page.get_by_role("option", name="swap one card with three").click()
    settle(page)
    page.keyboard.press("Escape")
    assert page.get_by_role("heading", level=1).inner_text() == "Knock, swap or pass?"
    assert "swap" in answer(page).lower()
    page.get_by_role("button", name="Clear").click()
    settle(page)
    tap(page, "Jc", "Tc", "Ad", "Ac", "Kd", "9d")
    assert hand(page) == "J♣ 10♣ A♦"
    assert field(page, "Open cards").input_value() == "A♣ K♦ 9♦"
    assert sign_on(page, "Kd") == "▲"
    assert answer(page) == "Swap A♦ for A♣"
    tap(page, "9s")
    assert card(page, "9s").get_attribute("aria-label") == "nine of spades, hand of seat 1"
    assert "widow%3A9dKdAc" in page.url
    assert "exchanged%3Ayes" in page.url
    page.reload()
    settle(page)
    assert sign_on(page, "9s") == "1"
    assert field(page, "Open cards").input_value() == "A♣ K♦ 9♦"


def test_a_table_is_taken_along(page: Page, page_url: str) -> None:
    """The address names rules and table, and the table is saved as CSV."""
    visit(page, f"{page_url}/tables?rules=widow&table=Exchange")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Download as CSV", exact=True).click()
    written = Path(saved.value.path()).read_text(encoding="utf-8")
    assert written.startswith("score,mean after,gain,improves,31")
    assert saved.value.suggested_filename == "exchange-widow.csv"


def test_every_page_in_every_light(screen: Page, page_url: str, tmp_path: Path) -> None:
    """No page is wider than the window, none has a serious barrier; pictures are kept."""
    for number, path in enumerate(PATHS):
        visit(screen, f"{page_url}/{path}")
        assert not screen.get_by_role("alert").count(), path
        passes(screen, tmp_path / f"{number}")


def test_the_answer_is_on_the_first_screen(screen: Page, page_url: str) -> None:
    """The recommendation shows without scrolling, on a desk and on a phone."""
    visit(screen, f"{page_url}/{PATHS[0]}")
    box, size = screen.get_by_role("heading", level=2).bounding_box(), screen.viewport_size
    assert box is not None
    assert size is not None
    assert box["y"] + box["height"] <= size["height"]
