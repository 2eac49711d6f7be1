"""Nothing is lost: reload, back, a bad upload, a broken link, two tabs, a server restart."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from advisor.live_text import to_link
from advisor.packed import packed
from tests.browser.eyes import QUICK, answer, field, hand, settle, tap, visit
from tests.browser.serving import served
from tests.conftest import free_port
from tests.test_live import begun
from tests.web.test_review_page import GAME

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

JACKS = "pos=scat+hand:JcTcAd+top:4h+players:2"


def turn(page: Page) -> str:
    """Whose turn it is at the live table."""
    return page.get_by_role("heading", level=2).first.inner_text()


def test_reload_and_back_on_the_advisor(page: Page, page_url: str) -> None:
    """Reload keeps cards that were tapped; back and forward walk through them."""
    visit(page, f"{page_url}/?{QUICK}&{JACKS}")
    tap(page, "2s", "3s")
    page.reload()
    settle(page)
    assert sorted(field(page, "Seen").input_value().split()) == ["2♠", "3♠"]
    page.go_back()
    settle(page)
    assert field(page, "Seen").input_value() == "2♠"
    page.go_forward()
    settle(page)
    assert len(field(page, "Seen").input_value().split()) == 2
    assert answer(page)


def test_a_bad_upload_keeps_the_table(page: Page, page_url: str, tmp_path: Path) -> None:
    """A file that is no history is refused in a sentence, and the table that was open stays."""
    visit(page, f"{page_url}/live?game={to_link(begun())[0]}")
    address, due = page.url, turn(page)
    file = tmp_path / "game.txt"
    file.write_bytes(b"\xff\xfe\x00<b>no</b>")
    page.get_by_text("Save, open, leave").click()
    page.locator("input[type=file]").set_input_files(file)
    page.get_by_test_id("stAlert").first.wait_for()
    settle(page)
    assert turn(page) == due
    assert page.url == address


@pytest.mark.parametrize("path", ["live?game=", "review?history=", "trainer?answers="])
def test_a_broken_link_says_so(page: Page, page_url: str, path: str) -> None:
    """A link that was cut is a sentence, and the page can be used."""
    visit(page, f"{page_url}/{path}{packed(GAME)[:-9]}%3Cb%3E")
    page.get_by_test_id("stAlert").first.wait_for()
    assert page.get_by_role("button").count() > 0
    assert page.get_by_test_id("stException").count() == 0


def test_two_tabs_do_not_meet(page: Page, page_url: str) -> None:
    """Two tabs with the same link go their own ways; each keeps its own cards."""
    url = f"{page_url}/?{QUICK}&{JACKS}"
    visit(page, url)
    other = page.context.new_page()
    visit(other, url)
    tap(page, "2s")
    tap(other, "Ks")
    assert (field(page, "Seen").input_value(), field(other, "Seen").input_value()) == ("2♠", "K♠")
    page.reload()
    settle(page)
    assert field(page, "Seen").input_value() == "2♠"
    assert field(other, "Seen").input_value() == "K♠"
    other.close()


def again_at_rest(page: Page) -> None:
    """Wait until the page has found its server again and stands."""
    page.wait_for_function(
        """() => document.querySelector('[data-testid="stApp"]').dataset
            .testConnectionState === "CONNECTED" """,
        timeout=60_000,
    )
    settle(page)


def test_a_restart_loses_no_question(page: Page) -> None:
    """After a restart of the server the cards stand, and the first tap is added to them."""
    port = free_port()
    with served(port):
        visit(page, f"http://localhost:{port}/?{QUICK}&{JACKS}")
        tap(page, "2s")
    with served(port):
        again_at_rest(page)
        assert sorted(hand(page).split()) == sorted(["A♦", "J♣", "10♣"])
        for name, seen in (("3s", ["2♠", "3♠"]), ("5s", ["2♠", "3♠", "5♠"])):
            tap(page, name)
            assert sorted(field(page, "Seen").input_value().split()) == seen


def test_a_restart_keeps_the_table(page: Page) -> None:
    """After a restart the live table stands as it was, and the first tap on it counts."""
    port = free_port()
    with served(port):
        visit(page, f"http://localhost:{port}/live?game={to_link(begun())[0]}")
        tap(page, "9s")
        due = turn(page)
    with served(port):
        again_at_rest(page)
        assert turn(page) == due
        tap(page, "Ks")
        assert turn(page) != due
        assert page.get_by_text("K♠").count() > 0
