"""One window for all tests that want no special one: what it has loaded it need not load again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, BrowserContext

# Nothing that a page keeps in the browser may reach the next test.
FORGET = "() => { localStorage.clear(); sessionStorage.clear(); }"


@pytest.fixture(scope="session")
def one_context(browser: Browser) -> Iterator[BrowserContext]:
    """Keep the files of the page for the whole session."""
    context = browser.new_context()
    yield context
    context.close()


@pytest.fixture
def context(one_context: BrowserContext) -> Iterator[BrowserContext]:
    """Give the shared window, and leave it as if nobody had been there."""
    yield one_context
    for page in one_context.pages:
        if page.url.startswith("http"):
            page.evaluate(FORGET)
        page.close()
    one_context.clear_cookies()
