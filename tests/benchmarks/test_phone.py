"""How long a person with a phone takes to enter a whole position and read the answer.

Run alone: ``pytest tests/benchmarks/test_phone.py -s``. The person needs a second for each tap;
the page's own waiting comes on top: until what is tapped next is there, stands still and hears
the tap, and at last until the answer stands. Target: less than 20 s. The figures are printed with
the load of the machine, not asserted.
"""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, Final

import pytest

from tests.browser.eyes import visit
from tests.browser.looks import window
from tests.browser.thumb import CARDS, targets

if TYPE_CHECKING:
    from playwright.sync_api import Browser

HUMAN_S: Final = 1.0
"""Time of a person for one tap: to look for what comes next, and to aim."""
# The last tap counts the turns of a second round; what comes of them stands.
STANDS: Final = """() => location.search.includes("turn%3A3") &&
    document.querySelector('[data-testid="stApp"]').dataset.testScriptState === "notRunning"
    && !document.querySelector('[data-testid="stMain"] [data-stale="true"]')
"""


@pytest.mark.parametrize("query", CARDS, ids=["scat", "widow"])
def test_a_whole_position_by_thumb(browser: Browser, page_url: str, query: str) -> None:
    """Hand, open cards, players and round, from the example to the answer."""
    waits: list[float] = []
    # The second time nothing is new to the server; the question is, for its seed is another.
    for seed in (1, 2):
        page = window(browser, "phone at night")
        visit(page, f"{page_url}/?seed={seed}&{query}")
        waits.clear()
        for target in targets(page, CARDS[query]):
            page.wait_for_timeout(1000 * HUMAN_S)
            began = time.perf_counter()
            target.tap()
            waits.append(time.perf_counter() - began)
        began = time.perf_counter()
        page.wait_for_function(STANDS, timeout=60_000)
        answer = time.perf_counter() - began
        said = page.get_by_role("heading", level=2).inner_text()
        page.context.close()
    page_s = sum(waits) + answer
    print(  # noqa: T201
        f"\n{len(waits)} taps, {len(waits) * HUMAN_S:.0f} s of the person and {page_s:.2f} s of "
        f"the page ({max(waits):.2f} s at most before a tap, {answer:.2f} s for the answer): "
        f"{len(waits) * HUMAN_S + page_s:.1f} s to {said!r} (load {os.getloadavg()[0]:.1f})"
    )
    assert said
