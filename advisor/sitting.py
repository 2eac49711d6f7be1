"""Sit down at a table with players of this package: who they are, and what they may whisper."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

import numpy as np

from advisor.advise import advise
from advisor.cards import Card, counted, pretty
from advisor.hands import best_discard
from advisor.players.published import reference
from advisor.players.seated import ThumbPlayer
from advisor.players.solved import SOLVED
from advisor.players.widow import WIDOW_PLAYERS
from advisor.position import Position, PositionError, Problem
from advisor.reasons import percent
from advisor.referee.table import play_terminal

if TYPE_CHECKING:
    from typing import TextIO

    from advisor.referee.history import History
    from advisor.referee.table import Player
    from advisor.rules import Rules

HINT_TRIALS = 20_000
WIDOW_NAMES = frozenset({SOLVED, *(player.name for player in WIDOW_PLAYERS)})


def sit_down(
    rules: Rules,
    *,
    players: int,
    seat: int,
    opponents: str,
    hints: bool,
    seed: int | None,
    streams: tuple[TextIO, TextIO],
) -> History | None:
    """Play a match in the terminal.

    Parameters
    ----------
    rules
        The rules in force.
    players, seat
        Number of players; the person's seat.
    opponents
        Name of the player that all others are.
    hints
        Whether the person may ask what to do; only in `scat`.
    seed
        Seed of the shuffles; None for a game that nobody knows.
    streams
        Where the person's lines come from, and where to write.

    Returns
    -------
    History or None
        What the person saw; None if nothing was dealt.

    Raises
    ------
    PlayerError, PositionError, RulesError
        If there is no such player or table.
    """
    if not 2 <= players <= rules.max_players:
        text = f"{counted(players, 'player')}; expected 2 to {rules.max_players}"
        raise PositionError([Problem("players", text)])
    if not 0 <= seat < players:
        raise PositionError(
            [Problem("seat", f"there is no seat {seat}; expected 0 to {players - 1}")]
        )
    seed = secrets.randbits(32) if seed is None else seed
    others = {other: _player(opponents, rules, seed) for other in range(players) if other != seat}
    whisper = hint if hints and rules.game == "scat" else None
    return play_terminal(rules, others, streams, seed=seed, hint=whisper)


def _player(name: str, rules: Rules, seed: int) -> Player:
    """Seat a named player; a rule of thumb for scat plays the other game in its own way."""
    if rules.game == "widow" and name not in WIDOW_NAMES:
        return ThumbPlayer(name)
    return reference(name, rules, np.uint64(seed))


def hint(position: Position, drawn: Card | None) -> str:
    """Say what to do in a position, or what to throw after a draw, in one line."""
    if drawn is not None:
        thrown, _ = best_discard(position.hand, drawn, position.rules, keep=False)
        return f"throw {pretty(thrown)}"
    best = advise(position, trials=HINT_TRIALS).best
    return f"{best.move.words()}: you pay in {percent(best.pays.mean)} of hands"
