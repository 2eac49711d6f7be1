"""Draw the sheet of basic strategy anew: ``python -m tests.browser.draw_sheet`` after a new chart.

Writes ``data/basic-strategy.svg`` and, with the system's Chromium, ``data/basic-strategy.png``,
which keeps the checksum of the SVG that it was drawn from.
"""

from __future__ import annotations

import hashlib
import io
import shutil
from pathlib import Path
from typing import Final

from PIL import Image
from PIL.PngImagePlugin import PngInfo
from playwright.sync_api import sync_playwright

from advisor.strategy_svg import HEIGHT, WIDTH, svg

DATA: Final = Path(__file__).parents[2] / "data"
SOURCE: Final = "svg-sha256"
"""Name of the checksum among the texts of the PNG."""


def main() -> None:
    """Write both pictures."""
    picture = svg()
    (DATA / "basic-strategy.svg").write_text(picture, encoding="utf-8")
    checksum = PngInfo()
    checksum.add_text(SOURCE, hashlib.sha256(picture.encode()).hexdigest())
    with Image.open(io.BytesIO(_drawn(picture))) as image:
        grey = image.convert("L")
        grey.save(DATA / "basic-strategy.png", pnginfo=checksum, optimize=True)


def _drawn(picture: str) -> bytes:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}, device_scale_factor=2)
        page.set_content(f"<style>body {{ margin: 0 }}</style>{picture}")
        drawn: bytes = page.screenshot()
        browser.close()
    return drawn


if __name__ == "__main__":
    main()
