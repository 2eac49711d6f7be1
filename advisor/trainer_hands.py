"""Hands that named players play, with every decision in them: what exercises are drawn from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from advisor.cards import Card
from advisor.match.worth import for_tokens
from advisor.players.published import reference
from advisor.position import Position
from advisor.referee.actions import Action, Move, Reshuffle
from advisor.referee.game import apply, deal, legal_actions, pack, position, shuffled
from advisor.referee.replay import record
from advisor.referee.state import State

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from advisor.referee.history import Event
    from advisor.rules import Rules

MOST_TURNS: Final = 60


@dataclass(frozen=True, slots=True)
class Task:
    """A decision that somebody had to make.

    Parameters
    ----------
    position
        What he saw at the start of the turn.
    drawn
        The card drawn, if he had to throw one; else None.
    legal
        What the rules allowed.
    first, moves
        The hand as it was dealt, and everything that had been done before.
    """

    position: Position
    drawn: Card | None
    legal: tuple[Action, ...]
    first: State
    moves: tuple[Move, ...]

    @property
    def log(self) -> tuple[Event, ...]:
        """What had happened, as a history has it."""
        return record(self.first, self.moves).events


def play_hand(rules: Rules, players: int, names: Sequence[str], rng: Random) -> list[Task]:
    """Let players whose names are drawn play a hand.

    Parameters
    ----------
    rules, players
        The table; where losing costs tokens everybody has any number of them.
    names
        The players to draw from.
    rng
        Everything follows from its state.

    Returns
    -------
    list of Task
        Every decision, in order; whether to show a 31 is none.
    """
    tokens = tuple(
        rng.randint(1, rules.tokens) if for_tokens(rules) else rules.tokens for _ in range(players)
    )
    chosen = [rng.choice(names) for _ in range(players)]
    seats = [reference(name, rules, np.uint64(rng.getrandbits(32))) for name in chosen]
    first = state = deal(rules, tokens, rng.randrange(players), shuffled(pack(rules), rng))
    tasks: list[Task] = []
    moves: list[Move] = []
    while state.result is None and state.turn < MOST_TURNS:
        if state.seat is None:
            moves.append(Reshuffle(shuffled(state.pile[:-1], rng)))
        else:
            seen, player, legal = (
                position(state, state.seat),
                seats[state.seat],
                legal_actions(state),
            )
            if not state.offers:
                tasks.append(Task(seen, state.drawn, legal, first, tuple(moves)))
            moves.append(
                player.act(seen, legal) if state.drawn is None else player.throw(seen, state.drawn)
            )
        state = apply(state, moves[-1])
    return tasks
