"""The command ``thirtyone app``: serving the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.cli.command import run

if TYPE_CHECKING:
    import pytest


def test_app_opens_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page is served on the port asked for, and its exit code is the command's."""
    asked: list[tuple[int | None, bool]] = []

    def launch(port: int | None, *, headless: bool) -> int:
        asked.append((port, headless))
        return 3

    monkeypatch.setattr("advisor.launch.launch_app", launch)
    assert run("app", "--port", "8765", "--headless").exit_code == 3
    assert run("app").exit_code == 3
    assert asked == [(8765, True), (None, False)]
