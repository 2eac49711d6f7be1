"""What every page must pass in a real browser, whatever is on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from axe_playwright_python.sync_playwright import Axe

from tests.browser.eyes import settle, sideways

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page

SERIOUS: Final = ("serious", "critical")
LEAST_PICTURE: Final = 10_000
"""Bytes of a picture that shows something."""
SCREENS: Final = {
    "desk by day": ((1280, 800), "light"),
    "phone at night": ((390, 844), "dark"),
}
"""The two windows; :func:`passes` looks at the other light too, so that all four are seen."""


def window(browser: Browser, screen: str) -> Page:
    """A window of one of the sizes and schemes; its context is to be closed."""
    (wide, high), colours = SCREENS[screen]
    scheme: Literal["light", "dark"] = "dark" if colours == "dark" else "light"
    context = browser.new_context(
        viewport={"width": wide, "height": high}, color_scheme=scheme, has_touch=wide < high
    )
    return context.new_page()


def passes(page: Page, picture: Path | None = None) -> None:
    """Fail if in either light the page is wider than the window or cannot be used by everybody.

    Parameters
    ----------
    page
        The page, at rest. It is left in the other light.
    picture
        Where its pictures are kept, without the ending; None for nowhere.
    """
    for step in ("", "-other"):
        if step:
            switch_light(page)
        assert sideways(page) == 0, page.url
        found = Axe().run(page).response["violations"]
        bad = [(one["id"], one["nodes"][0]["html"]) for one in found if one["impact"] in SERIOUS]
        assert not bad, (page.url, bad)
        assert faint(page) == [], page.url
        if picture is not None:
            file = picture.with_name(f"{picture.name}{step}.png")
            page.screenshot(path=file)
            assert file.stat().st_size > LEAST_PICTURE


def switch_light(page: Page) -> None:
    """Let the day become night or the night day, without loading the page again."""
    dark = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    page.emulate_media(color_scheme="light" if dark else "dark")
    settle(page)


# Axe passes over the text of charts. Its fill is compared with what the page is painted with,
# both through a canvas, which knows every way to write a colour.
FAINT: Final = """() => {
    const brush = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
    const light = colours => {
        brush.clearRect(0, 0, 1, 1);
        for (const colour of colours) { brush.fillStyle = colour; brush.fillRect(0, 0, 1, 1); }
        const [red, green, blue] = [...brush.getImageData(0, 0, 1, 1).data].map(part =>
            part <= 10.31475 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4);
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const paper = getComputedStyle(document.querySelector('[data-testid="stApp"]')).backgroundColor;
    const words = '[class*="role-axis"] text, [class*="role-legend"] text';
    return [...document.querySelectorAll('[data-testid="stMain"] svg')].flatMap(
        chart => [...chart.querySelectorAll(words)]
    ).filter(text => {
        const [low, high] = [light([paper]), light([paper, getComputedStyle(text).fill])]
            .sort((one, other) => one - other);
        return text.textContent.trim() && (high + 0.05) / (low + 0.05) < 4.5;
    }).map(text => text.textContent);
}"""


def faint(page: Page) -> list[str]:
    """Words beside the charts that do not stand out 4.5 : 1 from the page."""
    found: list[str] = page.evaluate(FAINT)
    return found
