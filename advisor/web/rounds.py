"""The round of the hand: what people count, where the position counts the turns of all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import streamlit as st

from advisor.position import PositionError, parse_tokens, round_of, turn_in_round, turn_order
from advisor.web.fields import NOBODY
from advisor.web.state import changed, question, set_knocked, set_players

if TYPE_CHECKING:
    from collections.abc import Sequence

    from advisor.web.state import Question

OPEN: Final = 0
"""Says that nobody has counted; a choice, unlike None."""
ROUNDS: Final = range(1, 10)


def seated(asked: Question) -> tuple[int, Sequence[int]]:
    """Dealer and tokens as far as they are known."""
    if (position := asked.position) is not None:
        return position.dealer, position.tokens
    state, count = st.session_state, int(st.session_state.players)
    try:
        tokens = parse_tokens(state.tokens)
    except PositionError:
        tokens = ()
    if len(tokens) != count:
        tokens = (asked.rules.tokens,) * count
    dealer = state.dealer if state.dealer is not None and state.dealer < count else count - 1
    return dealer, tokens


def round_field() -> None:
    """Draw the choice of a round; it shows what the turns of the question say."""
    state = st.session_state
    state.round = OPEN if state.turn is None else round_of(state.turn, len(_order()))
    st.selectbox(
        "Round",
        sorted({OPEN, *ROUNDS, state.round}),
        format_func=lambda number: str(number) if number else "–",
        key="round",
        on_change=set_round,
        filter_mode=None,
        help="1 until everybody has had a turn. Left open: as few rounds as the cards seen need.",
    )


def set_round() -> None:
    """Take over the round, or another seat in the same round."""
    _count()
    changed()


def set_players_in_round() -> None:
    """Take over another number of players, of whom seat 0 acts in the same round."""
    state = st.session_state
    state.turn = turn_in_round(range(int(state.players)), 0, state.round) if state.round else None
    set_players()


def set_knocked_in_round() -> None:
    """Take over who has knocked in the same round."""
    _count()
    set_knocked()


def _count() -> None:
    """Write the turns that the round means."""
    state = st.session_state
    knocker = None if state.knocked_by == NOBODY else state.knocked_by
    chosen = state.round
    state.turn = turn_in_round(_order(), state.seat, chosen, knocker) if chosen else None


def _order() -> tuple[int, ...]:
    dealer, tokens = seated(question())
    return turn_order(tokens, dealer)
