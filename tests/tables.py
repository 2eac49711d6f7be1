"""Hands played by named players at the referee's table, written down as histories."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import numpy as np

from advisor.players.published import reference
from advisor.referee.actions import Reshuffle
from advisor.referee.game import apply, deal, legal_actions, pack, position, shuffled
from advisor.referee.history import Hand, History
from advisor.referee.replay import record
from advisor.rules import PRESETS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from advisor.referee.actions import Move

RULES = PRESETS["scat"]
MOST_TURNS = 120


def played(names: Sequence[str], hands: int, seed: int) -> History:
    """Play some hands, four tokens each at the start of every one."""
    rng = Random(seed)
    found: list[Hand] = []
    while len(found) < hands:
        hand = _one_hand(names, len(found) % len(names), rng)
        if hand is not None:
            found.append(hand)
    return History(RULES, tuple(found))


def _one_hand(names: Sequence[str], dealer: int, rng: Random) -> Hand | None:
    """Play a hand; None if it does not end."""
    players = [reference(name, RULES, np.uint64(seat)) for seat, name in enumerate(names)]
    first = deal(RULES, (4,) * len(names), dealer, shuffled(pack(RULES), rng))
    state = first
    moves: list[Move] = []
    while state.result is None:
        if state.turn > MOST_TURNS:
            return None
        move: Move
        if state.seat is None:
            move = Reshuffle(shuffled(state.pile[:-1], rng))
        elif state.drawn is None:
            view = position(state, state.seat)
            move = players[state.seat].act(view, legal_actions(state))
        else:
            move = players[state.seat].throw(position(state, state.seat), state.drawn)
        moves.append(move)
        state = apply(state, move)
    return record(first, moves)
