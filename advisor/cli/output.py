"""Answers on the standard output, in whatever encoding it has."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from rich.console import RenderableType

_SPECIAL: Final = "♣♦♥♠±½"
_PLAIN: Final = str.maketrans(
    dict(zip("♣♦♥♠–−’×", "cdhs--'x", strict=True)) | {"±": "+/-", "½": ".5", "…": "..."}
)


def show(parts: Iterator[RenderableType]) -> None:
    """Write an answer for people."""
    from advisor.printing import rendered  # noqa: PLC0415

    put(rendered(parts))


def put_json(answer: Mapping[str, object]) -> None:
    """Write an answer for scripts."""
    plain = not _can_write(_SPECIAL)
    put(json.dumps(answer, indent=2, ensure_ascii=plain, allow_nan=False) + "\n")


def put(text: str) -> None:
    """Write to the standard output, with letters for suits where it knows no suit signs."""
    if not _can_write(_SPECIAL):
        # As wide as before, so that tables keep their shape.
        text = text.replace(" ± ", "+/-").translate(_PLAIN)
    encoding = sys.stdout.encoding or "utf-8"
    try:
        sys.stdout.write(text.encode(encoding, "replace").decode(encoding))
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read this has seen enough; Python must not complain about it while ending.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _can_write(text: str) -> bool:
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


@contextmanager
def progress(words: str, total: float = 1.0) -> Iterator[Callable[[float], None]]:
    """Show how much of `total` is done, as told, while the body runs."""
    from advisor.printing import progress_bar  # noqa: PLC0415

    with progress_bar() as bar:
        task = bar.add_task(words, total=total)
        yield lambda done: bar.update(task, completed=done)
