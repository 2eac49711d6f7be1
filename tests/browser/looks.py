"""What every page must pass in a real browser, whatever is on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from axe_playwright_python.sync_playwright import Axe

from tests.browser.eyes import sideways

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SERIOUS: Final = ("serious", "critical")
SCREENS: Final = {
    "desk by day": ((1280, 800), "light"),
    "phone at night": ((390, 844), "dark"),
}


def window(browser: Browser, screen: str) -> Page:
    """A window of one of the sizes and schemes; its context is to be closed."""
    (wide, high), colours = SCREENS[screen]
    scheme: Literal["light", "dark"] = "dark" if colours == "dark" else "light"
    context = browser.new_context(viewport={"width": wide, "height": high}, color_scheme=scheme)
    return context.new_page()


def passes(page: Page) -> None:
    """Fail if the page is wider than the window or has a serious barrier."""
    assert sideways(page) == 0
    found = Axe().run(page).response["violations"]
    bad = [(one["id"], one["nodes"][0]["html"]) for one in found if one["impact"] in SERIOUS]
    assert not bad
