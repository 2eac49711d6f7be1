"""Reviews that are kept for everybody."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import streamlit as st

from advisor.referee.history import parse_history
from advisor.review import review
from advisor.web.compute import warm_up
from advisor.web.kept import Kept
from advisor.written import seats_written

if TYPE_CHECKING:
    from collections.abc import Callable

    from advisor.graded import Review

KEPT: Final = 50


@st.cache_resource
def _reviews() -> Kept[Review]:
    return Kept(KEPT)


def known_seats(text: str) -> list[int]:
    """Seats that can be graded: those whose own cards are all written down in some hand."""
    return seats_written(parse_history(text))


def reviewed(text: str, seat: int, *, with_luck: bool, progress: Callable[[float], None]) -> Review:
    """Grade a game, once for everybody."""
    key = (text, seat, with_luck)
    if (known := _reviews().get(key)) is None:
        history = parse_history(text)
        for _ in warm_up(history.rules.game):
            progress(0.0)
        known = review(history, seat=seat, with_luck=with_luck, progress=progress)
        _reviews().keep(key, known)
    return known
