"""What the answer would be if the others played like somebody else."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from advisor.advise import words_for
from advisor.web import entry
from advisor.web.show import cost, plain, suits_coloured

if TYPE_CHECKING:
    from advisor.advise import Advice, Assumption


def against_others(found: Advice) -> None:
    """Draw the assumptions of an answer: the best move under each, and what this one loses."""
    same = all(one.move == found.best.move for one in found.assumptions)
    st.markdown(
        "**Against other players:** the same move."
        if same
        else "**Against other players** it depends:"
    )
    lines = "\n".join(f"- {_line(found, one)}" for one in found.assumptions)
    st.markdown(suits_coloured(lines, entry.colours()))


def _line(found: Advice, one: Assumption) -> str:
    said = f"**{one.opponents}** ({plain(words_for(one.opponents))}): {one.move.words()}"
    if one.move == found.best.move:
        return f"{said}."
    return f"{said}; the move above would cost {cost(one.loss)} points."
