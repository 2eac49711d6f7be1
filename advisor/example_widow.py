"""A game with three open cards to look at, for those who have none of their own yet."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Final

import numpy as np

from advisor.players.published import reference
from advisor.referee.game import apply, legal_actions, pack, position, shuffled
from advisor.referee.history import History
from advisor.referee.match import after_hand, next_hand, start
from advisor.referee.replay import record, seen_by
from advisor.rules import PRESETS

if TYPE_CHECKING:
    from advisor.referee.history import Hand
    from advisor.referee.match import Match

ME: Final = 0
NAMES: Final = ("swap:15", "swap:27", "closer")
"""Who plays: seat 0 knocks too early, so there is something to find."""
SEED: Final = 31
HANDS: Final = 4


@lru_cache(maxsize=1)
def example_widow() -> str:
    """Give the text of a few hands in which a hasty player sat at a table of three."""
    match = start(PRESETS["widow"], len(NAMES))
    hands = []
    for number in range(HANDS):
        hand, match = _hand(match, number)
        hands.append(seen_by(hand, ME))
    return f"{History(match.rules, tuple(hands))}\n"


def _hand(match: Match, number: int) -> tuple[Hand, Match]:
    """Play a hand; give what was written down, and where the match stands then."""
    rng = Random(f"{SEED}/{number}")  # noqa: S311
    seats = [reference(name, match.rules, np.uint64(number)) for name in NAMES]
    first = state = next_hand(match, shuffled(pack(match.rules), rng))
    moves = []
    while (seat := state.seat) is not None:
        moves.append(seats[seat].act(position(state, seat), legal_actions(state)))
        state = apply(state, moves[-1])
    return record(first, moves), after_hand(match, state)
