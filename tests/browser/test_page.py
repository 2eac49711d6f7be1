"""The page in a real browser: taps, keys, links, small screens, light and dark."""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Page

from advisor.cards import parse_cards
from advisor.position import parse_position
from tests.browser.eyes import (
    QUICK,
    answer,
    card,
    field,
    hand,
    settle,
    sign_on,
    simple_card,
    tap,
    visit,
)
from tests.browser.looks import SCREENS, passes, switch_light, window
from tests.browser.thumb import CARDS, targets

# Twenty in clubs against one opponent: far and away a knock.
JACKS = "pos=scat+hand:JcTcAd+top:4h+players:2"
PATHS = (
    f"?{QUICK}",
    "?pos=scat+hand:JcX+top:4h",
    "tables?table=Knock",
    "tables?table=Seats",
    "tables?table=Tokens",
    "strategy",
    "hands",
    "how-it-works",
)


@pytest.fixture(params=SCREENS)
def screen(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Page]:
    """A window of each size."""
    page = window(browser, request.param)
    yield page
    page.context.close()


def test_a_hand_by_taps_and_its_link(page: Page, page_url: str) -> None:
    """Four taps give an answer; the link in the address gives the same one again."""
    visit(page, f"{page_url}/?{QUICK}&pos=scat+players:2")
    tap(page, "Jc", "Tc", "Ad", "4h")
    assert hand(page) == "J♣ 10♣ A♦"
    assert answer(page) == "Knock"
    assert "hand%3ATcJcAd+top%3A4h" in page.url
    page.reload()
    settle(page)
    assert hand(page) == "A♦ J♣ 10♣"
    assert answer(page) == "Knock"


def test_the_back_button_takes_back(page: Page, page_url: str) -> None:
    """Back and forward walk through the questions that were asked."""
    visit(page, f"{page_url}/?{QUICK}&{JACKS}")
    tap(page, "2s")
    assert field(page, "Seen").input_value() == "2♠"
    page.go_back()
    settle(page)
    assert field(page, "Seen").input_value() == ""
    page.go_forward()
    settle(page)
    assert field(page, "Seen").input_value() == "2♠"


def test_a_hand_by_text(page: Page, page_url: str) -> None:
    """Typed cards lie on the deck, and a mistake has its sentence beside it."""
    visit(page, f"{page_url}/?{QUICK}&{JACKS}")
    field(page, "My hand").fill("ace of spades, 10h Td")
    field(page, "My hand").press("Enter")
    settle(page)
    assert card(page, "As").get_attribute("aria-pressed") == "true"
    assert sign_on(page, "As") == "✓"
    assert card(page, "Jc").get_attribute("aria-pressed") == "false"
    assert sign_on(page, "Jc") == ""
    assert sign_on(page, "4h") == "▲"
    field(page, "My hand").fill("As 1h <b>Td</b>")
    field(page, "My hand").press("Enter")
    settle(page)
    assert page.get_by_text("there is no rank '1'").count() == 2
    assert hand(page) == "As 1h <b>Td</b>"
    assert page.locator("[data-testid=stMarkdown] b").count() == 0


# The deck lies in a shadow root, in which the focused card is found apart.
FOCUSED = """() => {
    const host = document.activeElement;
    const inside = host && host.shadowRoot ? host.shadowRoot.activeElement : host;
    return inside && inside.dataset ? inside.dataset.card || "" : "";
}"""


def test_keyboard_alone(page: Page, page_url: str) -> None:
    """Tab, arrows and space are enough to enter a card, and so is to type its name."""
    visit(page, f"{page_url}/?{QUICK}&{JACKS}")
    for _ in range(25):
        page.keyboard.press("Tab")
        if page.evaluate(FOCUSED):
            break
    assert page.evaluate(FOCUSED) == "As"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    settle(page)
    assert field(page, "Seen").input_value() == "K♠"
    assert page.evaluate(FOCUSED) == "Ks", "the focus is lost after the answer"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    settle(page)
    assert field(page, "Seen").input_value() == "K♠ K♥"
    page.keyboard.type("10d")
    settle(page)
    assert field(page, "Seen").input_value() == "K♠ K♥ 10♦"
    assert page.evaluate(FOCUSED) == "Td"


def test_quick_taps(page: Page, page_url: str) -> None:
    """Six taps without waiting for an answer are six cards, each in its place."""
    visit(page, f"{page_url}/?{QUICK}&pos=scat+players:3")
    for name in ("Jc", "Tc", "Ad", "4h", "2s", "3s"):
        card(page, name).click()
    settle(page)
    assert hand(page) == "J♣ 10♣ A♦"
    assert field(page, "Top card").input_value() == "4♥"
    assert field(page, "Seen").input_value() == "2♠ 3♠"
    assert sign_on(page, "3s") == "○"


@pytest.mark.parametrize("query", CARDS, ids=["scat", "widow"])
def test_a_whole_position_takes_ten_taps(browser: Browser, page_url: str, query: str) -> None:
    """A thumb enters hand, open cards, players and round in ten taps, begun at the example."""
    page = window(browser, "phone at night")
    visit(page, f"{page_url}/?{QUICK}&{query}")
    taps = 0
    for taps, target in enumerate(targets(page, CARDS[query]), start=1):  # noqa: B007
        target.tap()
    settle(page)
    assert taps <= 10
    found = parse_position(parse_qs(urlsplit(page.url).query)["pos"][0])
    mine, others = CARDS[query][:3], CARDS[query][3:]
    assert {*found.hand} == {*parse_cards("".join(mine))}
    assert found.known == {*parse_cards("".join((*mine, *others)))}
    assert (found.players, found.seat, found.turn) == (3, 0, 3)
    assert answer(page)
    page.context.close()


def test_how_the_pot_is_reckoned_stays_in_the_link(page: Page, page_url: str) -> None:
    """The hands to come and other players are chosen under More, and kept by the address."""
    visit(page, f"{page_url}/?{QUICK}&{JACKS}")
    page.get_by_role("button", name="More").click()
    page.get_by_role("combobox", name="Hands after this one").click()
    page.get_by_role("option", name="solved", exact=True).click()
    page.get_by_text("best against other players").click()
    settle(page)
    assert "equity=solved" in page.url
    assert "contrast=true" in page.url
    visit(page, page.url)
    assert page.get_by_text("Against other players").count() == 1


def test_a_card_in_another_hand(page: Page, page_url: str) -> None:
    """A card that somebody was seen to take is marked as his, on the deck and in the link."""
    visit(page, f"{page_url}/?{QUICK}&{JACKS}")
    page.get_by_role("radio", name="Seat 1").click()
    tap(page, "9h")
    assert sign_on(page, "9h") == "1"
    assert card(page, "9h").get_attribute("aria-label") == "nine of hearts, hand of seat 1"
    assert "held%3A1.9h" in page.url
    page.reload()
    settle(page)
    assert sign_on(page, "9h") == "1"
    tap(page, "9h")
    assert sign_on(page, "9h") == ""
    assert "held" not in page.url


def test_undo_and_redo(page: Page, page_url: str) -> None:
    """Every change can be taken back, one by one, and made again."""
    visit(page, f"{page_url}/?{QUICK}&{JACKS}")
    tap(page, "2s", "3s")
    page.get_by_role("button", name="Clear").click()
    settle(page)
    assert hand(page) == ""
    undo = page.locator(".st-key-undo button").first
    for seen in ("2♠ 3♠", "2♠", ""):
        undo.click()
        settle(page)
        assert field(page, "Seen").input_value() == seen
        assert hand(page) == "A♦ J♣ 10♣"
    assert undo.is_disabled()
    page.locator(".st-key-redo button").first.click()
    settle(page)
    assert field(page, "Seen").input_value() == "2♠"
    assert "seen%3A2s" in page.url


def test_the_simple_deck(page: Page, page_url: str) -> None:
    """Plain rows of buttons do the same, for who reads the page by ear."""
    visit(page, f"{page_url}/?{QUICK}&{JACKS}&deck=simple")
    simple_card(page, "2s").click()
    settle(page)
    assert field(page, "Seen").input_value() == "2♠"
    assert simple_card(page, "2s").get_attribute("aria-pressed") == "true"
    assert "deck=simple" in page.url


def test_basic_strategy(page: Page, page_url: str) -> None:
    """The chart is said in words for each number of players, and taken along as a picture."""
    visit(page, f"{page_url}/strategy")
    first = page.locator("ol").first.inner_text()
    page.get_by_role("radio", name="4", exact=True).click()
    settle(page)
    assert page.locator("ol").first.inner_text() != first
    with page.expect_download() as saved:
        page.get_by_role("button", name="Download as SVG").click()
    assert "<svg" in Path(saved.value.path()).read_text(encoding="utf-8")


def test_tables_by_name(page: Page, page_url: str) -> None:
    """A table is chosen, narrowed to a number of players and taken along as CSV."""
    visit(page, f"{page_url}/tables?table=Seats")
    page.get_by_role("radio", name="3", exact=True).click()
    settle(page)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Download as CSV", exact=True).click()
    written = Path(saved.value.path()).read_text(encoding="utf-8")
    assert written.startswith("place,tokens a hand,tokens a hand se")
    assert len(written.splitlines()) == 4


def test_pages_keep_the_question(page: Page, page_url: str) -> None:
    """A look at another page loses nothing, not even a text that cannot be read."""
    visit(page, f"{page_url}/?{QUICK}&{JACKS}")
    field(page, "Top card").fill("4z")
    field(page, "Top card").press("Enter")
    settle(page)
    page.get_by_role("link", name="Tables").click()
    settle(page)
    page.get_by_role("link", name="Advisor").click()
    settle(page)
    assert field(page, "Top card").input_value() == "4z"
    assert hand(page) == "A♦ J♣ 10♣"


def test_the_answer_is_on_the_first_screen(screen: Page, page_url: str) -> None:
    """The recommendation shows without scrolling, on a desk and on a phone, by day and night."""
    visit(screen, f"{page_url}/?{QUICK}")
    size = screen.viewport_size
    assert size is not None
    for _ in range(2):
        box = screen.get_by_role("heading", level=2).bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= size["height"]
        switch_light(screen)


def test_every_page_in_every_light(screen: Page, page_url: str, tmp_path: Path) -> None:
    """No page is wider than the window, none has a serious barrier; pictures are kept."""
    for number, path in enumerate(PATHS):
        visit(screen, f"{page_url}/{path}")
        passes(screen, tmp_path / f"{number}")


def test_cards_on_a_phone_are_wide_enough(browser: Browser, page_url: str) -> None:
    """A thumb hits the card it aims at: at least 24 by 44 pixels."""
    page = window(browser, "phone at night")
    visit(page, f"{page_url}/?{QUICK}")
    box = card(page, "Ts").bounding_box()
    assert box is not None
    assert box["width"] >= 24
    assert box["height"] >= 44
    page.context.close()
