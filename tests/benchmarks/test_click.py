"""How long a person waits: from a click to the new answer, and until the page stands.

Run alone: ``pytest tests/benchmarks/test_click.py -s``. Targets on two ordinary cores: the exact
part within 0.2 s of a click, the new best move within 0.4 s (medians), the first screen of a
running server within 3 s. The figures are printed with the load of the machine, not asserted.
"""

from __future__ import annotations

import os
import statistics
import time
from typing import TYPE_CHECKING

import pytest

from tests.browser.eyes import card, settle, visit
from tests.browser.serving import served
from tests.conftest import free_port

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from playwright.sync_api import Browser, Page

HAND = "pos=scat+hand:JcTcAd+top:4h+players:4"
CARDS = ("2s", "3s", "5h", "7d", "Qd", "9c", "8h", "Kh", "6s", "5d", "3c", "9h", "Ts", "6h", "8d")

# Watches for what is new after a click: the numbers of the odds panel, the numbers of the answer,
# each of which depends on every card seen, and the script at rest. Times are taken by the browser.
WATCH = """() => {
    const page = document.querySelector('[data-testid="stMain"]');
    const texts = what => [...page.querySelectorAll(`[data-testid="${what}"]`)]
        .map(part => part.innerText).join("|");
    const answer = () => {
        const head = page.querySelector("h2");
        return head ? head.closest('[data-testid="stVerticalBlock"]').innerText : "";
    };
    const look = () => {
        if (!window.began) return;
        const now = performance.now() - window.began;
        if (!window.exact && texts("stMetric") !== window.odds) window.exact = now;
        if (!window.first && answer() && answer() !== window.answer) window.first = now;
        const app = document.querySelector('[data-testid="stApp"]');
        if (window.first && app.dataset.testScriptState === "notRunning"
            && !page.querySelector('[data-stale="true"]')) window.whole ||= now;
    };
    new MutationObserver(look).observe(
        document.body, {subtree: true, childList: true, characterData: true, attributes: true});
    document.addEventListener("click", () => {
        window.odds = texts("stMetric");
        window.answer = answer();
        window.exact = window.first = window.whole = null;
        window.began = performance.now();
    }, true);
}"""


def line(what: str, waits: Sequence[float]) -> str:
    """Median, 95th percentile and worst, in one line with the load of the machine."""
    p95 = statistics.quantiles(waits, n=20, method="inclusive")[-1] if len(waits) > 1 else waits[0]
    return (
        f"{what:32} n = {len(waits):2}  median {statistics.median(waits):.3f} s  p95 {p95:.3f} s  "
        f"most {max(waits):.3f} s  (load {os.getloadavg()[0]:.1f})"
    )


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)], ids=["desk", "phone"])
def test_a_click_to_the_answer(browser: Browser, page_url: str, size: tuple[int, int]) -> None:
    """Every tap is answered, exact part first, then a best move, then the whole answer."""
    context = browser.new_context(viewport={"width": size[0], "height": size[1]})
    page = context.new_page()
    # A seed of its own: what another window has asked is answered from memory.
    visit(page, f"{page_url}/?{HAND}&seed={size[0]}")
    page.evaluate(WATCH)
    waits: dict[str, list[float]] = {"exact": [], "first": [], "whole": []}
    for name in CARDS:
        card(page, name).click()
        page.wait_for_function("() => window.whole", timeout=60_000)
        settle(page)
        for part, times in waits.items():
            found: float | None = page.evaluate(f"window.{part}")
            assert found is not None, (part, name)
            times.append(found / 1000)
    context.close()
    named = {"exact": "exact numbers", "first": "best move", "whole": "whole answer"}
    report([line(f"click, {named[part]}", times) for part, times in waits.items()])
    assert statistics.median(waits["exact"]) <= statistics.median(waits["whole"])


def test_the_first_screen_of_a_running_server(browser: Browser, page_url: str) -> None:
    """A new visitor, whose browser has kept nothing, sees an answer."""
    waits = [first_answer(browser, page_url) for _ in range(6)]
    report([line("first load, server running", waits[1:])])
    assert min(waits) > 0


def test_the_first_screen_of_a_new_server(browser: Browser, tmp_path: Path) -> None:
    """A new server answers too: with compiled code on the disk, and without."""
    for what, environment in (
        ("first load, server just started", {}),
        ("first load, nothing compiled", {"NUMBA_CACHE_DIR": str(tmp_path)}),
    ):
        port = free_port()
        with served(port, **environment):
            report([line(what, [first_answer(browser, f"http://localhost:{port}")])])
    assert list(tmp_path.rglob("*.nbc"))


def first_answer(browser: Browser, url: str) -> float:
    """Seconds from opening an address to the recommendation, in a browser without a memory."""
    context = browser.new_context()
    page: Page = context.new_page()
    began = time.perf_counter()
    page.goto(f"{url}/?{HAND}")
    page.get_by_role("heading", level=2).first.wait_for(timeout=180_000)
    found = time.perf_counter() - began
    settle(page)
    context.close()
    return found


def report(lines: Sequence[str]) -> None:
    """Print figures; shown by ``-s``."""
    print("\n" + "\n".join(lines))  # noqa: T201
