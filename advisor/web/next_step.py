"""What to enter next where nothing is wrong but something is missing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import streamlit as st

from advisor.cards import CardError, parse_cards
from advisor.web.places import next_place

if TYPE_CHECKING:
    from advisor.web.state import Question

NEXT_STEPS: Final = {
    "hand": "Tap or type your three cards",
    "top": "Now the top card of the discard pile",
    "widow": "Now the three open cards",
}


def next_step(asked: Question) -> str:
    """What to enter next where nothing is wrong but something is missing; else nothing."""
    if not asked.problems or {problem.field for problem in asked.problems} - NEXT_STEPS.keys():
        return ""
    middle, most = ("top", 1) if asked.rules.game == "scat" else ("widow", 3)
    try:
        hand = parse_cards(st.session_state.hand, pack=asked.rules.pack)
        there = parse_cards(st.session_state[middle], pack=asked.rules.pack)
    except CardError:
        return ""
    fits = len(hand) <= 3 and len(there) <= most and not set(hand) & set(there)
    return NEXT_STEPS.get(next_place(), "") if fits else ""
