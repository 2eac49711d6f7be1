"""A person who enters a whole position with one thumb."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tests.browser.eyes import card

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Locator, Page

CARDS: Final = {
    "": ("Jc", "Tc", "Ad", "4h", "2s", "9d"),
    "pos=widow+hand:8c9hQh+widow:8sJsKh+players:4": ("Jc", "Tc", "Ad", "Kd", "9d", "4h"),
}
"""Where each game begins with its example, and the cards to tap: my hand, and what lies open."""
TABLE: Final = (("Players", "3"), ("Round", "2"))
"""What is chosen beside the cards."""


def targets(page: Page, cards: tuple[str, ...]) -> Iterator[Locator]:
    """Everything to be tapped, one after the other, from the example to the answer."""
    for name in cards:
        yield card(page, name)
    for label, choice in TABLE:
        yield page.get_by_role("combobox", name=label)
        yield page.get_by_role("option", name=choice, exact=True)
