"""How the browser tests look at the page."""

from playwright.sync_api import Locator, Page

SUITS = {"c": "Clubs", "d": "Diamonds", "h": "Hearts", "s": "Spades"}
# Enough to settle a clear decision, few enough for a quick test.
QUICK = "trials=2000"


def visit(page: Page, url: str) -> None:
    """Open an address and wait until the answer stands."""
    page.goto(url)
    page.wait_for_selector("h1")
    settle(page)


# The script is idle and what it drew has not moved for half a second: on a busy machine the
# script starts late, and the browser draws later still.
STILL = """() => {
    const app = document.querySelector('[data-testid="stApp"]');
    if (!app || app.dataset.testScriptState !== "notRunning") { window.seen = null; return false; }
    const part = document.querySelector('[data-testid="stMain"]');
    // Just loaded: nothing moves, because nothing is there yet, or only its outline.
    const outline = '[data-testid="stSkeleton"]';
    if (!part.querySelector("h1") || part.querySelector(outline)) return false;
    const now = part.scrollHeight + part.innerText;
    window.still = now === window.seen ? (window.still || 0) + 1 : 0;
    window.seen = now;
    return window.still >= 5;
}"""


def settle(page: Page) -> None:
    """Wait until the page has done what was asked."""
    page.evaluate("window.seen = null")
    page.wait_for_function(STILL, polling=100, timeout=60_000)


def card(page: Page, name: str) -> Locator:
    """One card of a deck, drawn or simple, by its two-character name."""
    return page.locator(f'[data-card="{name}"]').or_(simple_card(page, name))


def simple_card(page: Page, name: str) -> Locator:
    """One card of the simple deck, by its two-character name."""
    rank = "10" if name[0] == "T" else name[0]
    row = page.get_by_role("toolbar", name=SUITS[name[1]])
    return row.locator("button:not([data-card])").filter(has_text=rank)


def tap(page: Page, *names: str) -> None:
    """Tap cards one after the other."""
    for name in names:
        card(page, name).click()
        settle(page)


SIGN = """card => card.querySelector(".sign") ? card.querySelector(".sign").textContent
    : getComputedStyle(card.querySelector("p"), "::after").content"""


def sign_on(page: Page, name: str) -> str:
    """The sign that says where a card of the deck lies."""
    written: str = card(page, name).evaluate(SIGN)
    return written.removeprefix('"').removesuffix('"').replace("\u2060", "").replace("none", "")


def field(page: Page, label: str) -> Locator:
    """A text field by its label."""
    return page.get_by_role("textbox", name=label)


def hand(page: Page) -> str:
    """What stands in the field of the hand."""
    return field(page, "My hand").input_value()


def answer(page: Page) -> str:
    """The recommendation in large letters."""
    return page.get_by_role("heading", level=2).inner_text()


def sideways(page: Page) -> int:
    """By how many pixels the page is wider than the window."""
    wide: int = page.evaluate(
        """() => Math.max(...[document.documentElement, document.querySelector(
            '[data-testid=stMain]')].map(part => part.scrollWidth - part.clientWidth))"""
    )
    return wide
