"""How the tests drive a page without a browser."""

from pathlib import Path

from streamlit.testing.v1 import AppTest

from advisor.web.settings import RULES_OPEN

APP = Path(__file__).parents[2] / "app.py"
SUIT_NUMBERS = {"c": 0, "d": 1, "h": 2, "s": 3}
FAST = {"trials": "400", "deck": "simple"}
"""Query that keeps the simulated part short, and draws a deck that can be tapped here."""


def opened(**query: str) -> AppTest:
    """Open the advisor with a query, and the house rules on it."""
    page = AppTest.from_file(APP, default_timeout=120)
    page.session_state[RULES_OPEN] = True
    for key, value in (FAST | query).items():
        page.query_params[key] = value
    return checked(page.run())


def drawn(module: str) -> AppTest:
    """Draw one of the other pages."""
    script = f"from advisor.web import {module}\n{module}.page()\n"
    return checked(AppTest.from_string(script, default_timeout=120).run())


def checked(page: AppTest) -> AppTest:
    """Fail if the page shows a traceback."""
    assert not page.exception, page.exception[0].value
    return page


def type_in(page: AppTest, field: str, text: str) -> AppTest:
    """Type a text into a field."""
    return checked(page.text_input(key=field).set_value(text).run())


def choose(page: AppTest, field: str, value: object) -> AppTest:
    """Choose from a select box."""
    return checked(page.selectbox(key=field).set_value(value).run())


def tap(page: AppTest, *cards: str) -> AppTest:
    """Tap cards of the deck, one after the other; a second tap takes a card away."""
    for card in cards:
        row = page.segmented_control(key=f"deck_{SUIT_NUMBERS[card[1]]}")
        chosen = list(row.value or [])
        left = [other for other in chosen if other != card]
        row.set_value(left if card in chosen else [*left, card])
        checked(page.run())
    return page


def press(page: AppTest, label: str) -> AppTest:
    """Press a button."""
    (button,) = [button for button in page.button if button.label == label]
    return checked(button.click().run())


def link(page: AppTest) -> str:
    """The position in the page's address."""
    value = page.query_params.get("pos", "")
    return value if isinstance(value, str) else value[-1]


def cards_in(page: AppTest) -> tuple[str, str, str]:
    """What stands in the three fields for cards."""
    hand, top, seen = (page.text_input(key=place).value or "" for place in ("hand", "top", "seen"))
    return hand, top, seen


def headline(page: AppTest) -> str:
    """The large letters of the answer."""
    return str(page.header[0].value)


def said(page: AppTest) -> str:
    """Everything the page says in running text, Markdown's backslashes taken out."""
    texts = [*page.markdown, *page.caption, *page.error, *page.info, *page.header]
    return "\n".join(str(text.value) for text in texts).replace("\\", "")
