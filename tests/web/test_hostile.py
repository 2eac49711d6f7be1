"""Whatever a stranger puts into an address or a file: a sentence, no traceback, and never HTML."""

from __future__ import annotations

import re
import zlib
from base64 import urlsafe_b64encode
from typing import TYPE_CHECKING

import pytest

from advisor.packed import packed
from tests.web.page import checked, press
from tests.web.visits import visited

if TYPE_CHECKING:
    from streamlit.testing.v1 import AppTest

EVIL = "<img src=x onerror=alert(1)>"
MARKDOWN = "[press](javascript:alert(1)) ![x](https://example.org/x.png) :red[$x$] `"

HOSTILE = {
    "html": EVIL,
    "html in a position": f"scat hand:{EVIL}TcAd top:4h players:{EVIL}",
    "markdown": MARKDOWN,
    "huge": "A" * 200_000,
    "many words": "scat " + "seen:2s " * 20_000,
    "deep": "[" * 50_000,
    "binary": "\x00\x01\x1b[31m\ufffe\u202e",
    "numbers": "9" * 5_000,
}
PARAMETERS = {
    "advisor_page": ("pos", "opponents", "equity", "contrast", "seed", "trials", "deck"),
    "live_page": ("game", "live_hand", "live_top"),
    "review_page": ("history",),
    "trainer_page": ("answers", "played", "tr_mode"),
    "tables_page": ("table", "rules"),
    "hand_page": ("hand_explored",),
}
ADDRESSES = [(page, name) for page, names in PARAMETERS.items() for name in names]


def squeezed(content: bytes) -> str:
    """Pack any bytes as the pages pack a text."""
    return urlsafe_b64encode(zlib.compress(content, 9)).decode().rstrip("=")


PACKED = {
    "a bomb": squeezed(b"rules scat\n" * 1_000_000)[:4_000],
    "half a bomb": squeezed(b"\n" * 199_999),
    "cut": packed("rules scat\ntokens 4 4\n")[:-4],
    "binary": squeezed(bytes(range(256))),
    "html": packed(f"rules {EVIL}\n"),
    "html in a move": packed(f"rules scat\ntokens 4 4\ndealer 1\n0 take {EVIL} throw {MARKDOWN}\n"),
    "a line without end": packed("rules scat " + "x" * 150_000),
    "huge numbers": packed(f"rules scat\ntokens {'9' * 300} {'9' * 300}\ndealer 1\n"),
    "many seats": packed("rules scat\ntokens " + "4 " * 20_000),
}


def harmless(page: AppTest) -> AppTest:
    """Fail if the page shows a traceback, or anything of a stranger's as HTML or Markdown."""
    checked(page)
    drawn = [element.proto for element in page.get("html")]
    drawn += [text.proto for text in page.markdown if text.proto.allow_html]
    assert not [proto for proto in drawn if re.search("onerror|javascript:", proto.body)]
    shown = [*page.markdown, *page.caption, *page.error, *page.warning, *page.header, *page.info]
    for text in shown:
        assert not re.search(r"(?<!\\)<img", text.value), text.value
        assert not re.search(r"(?<!\\)\]\((javascript|https://example)", text.value), text.value
    return page


@pytest.mark.parametrize("kind", HOSTILE)
@pytest.mark.parametrize(("module", "name"), ADDRESSES)
def test_any_parameter_of_any_page(module: str, name: str, kind: str) -> None:
    """Each parameter that a page reads may hold anything: the page stands and runs nothing."""
    quick = {"trials": "200"} if module == "advisor_page" else {}
    page = harmless(visited(module, **(quick | {name: HOSTILE[kind]})))
    assert page.title or page.header


@pytest.mark.parametrize("name", ["seed", "trials"])
@pytest.mark.parametrize("number", ["9" * 5_000, "1e999", "-inf", "nan"])
def test_numbers_without_an_end(name: str, number: str) -> None:
    """A number that no field can hold is taken out of the address, and the page says so."""
    page = harmless(visited("advisor_page", **({"trials": "200"} | {name: number})))
    assert any("without an end" in error.value for error in page.error)
    assert name not in page.query_params


@pytest.mark.parametrize(("module", "name"), [("live_page", "game"), ("review_page", "history")])
@pytest.mark.parametrize("kind", PACKED)
def test_packed_links_are_refused(module: str, name: str, kind: str) -> None:
    """A bomb, a torn link and HTML in a history are refused in one sentence."""
    page = harmless(visited(module, **{name: PACKED[kind]}))
    (error,) = page.error
    assert re.fullmatch(r"[^\n]{10,400}", error.value), error.value


FILES = {
    "binary": b"\xff\x00\xfe" * 100,
    "html": EVIL.encode(),
    "markdown": f"rules scat\ntokens 4 4\n{MARKDOWN}".encode(),
    "too large": b"rules scat\n" + b"# x\n" * 150_000,
    "many lines": b"rules scat\n" + b"0 draw ? throw 9s\n" * 10_000,
    "deep": b"[" * 300_000,
    "empty": b"",
}
UPLOADS = {"live_page": "live_file", "review_page": "rv_file"}
PASTES = {
    "live_page": ("live_pasted", "Open what is pasted"),
    "review_page": ("rv_pasted", "Review what is pasted"),
}


@pytest.mark.parametrize("module", UPLOADS)
@pytest.mark.parametrize("kind", FILES)
def test_uploads_are_refused(module: str, kind: str) -> None:
    """A file that is no game is refused in one sentence, however it is broken."""
    page = visited(module)
    page.file_uploader(key=UPLOADS[module]).upload("game.txt", FILES[kind], "text/plain")
    harmless(page.run())
    (error,) = page.error
    assert re.fullmatch(r"[^\n]{10,400}", error.value), error.value


@pytest.mark.parametrize("module", PASTES)
@pytest.mark.parametrize("kind", ["html", "markdown", "many lines", "deep"])
def test_pastes_are_refused(module: str, kind: str) -> None:
    """Neither does a pasted text do what a file may not."""
    key, button = PASTES[module]
    page = visited(module)
    page.text_area(key=key).set_value(FILES[kind].decode())
    checked(page.run())
    (error,) = harmless(press(page, button)).error
    assert re.fullmatch(r"[^\n]{10,400}", error.value), error.value
