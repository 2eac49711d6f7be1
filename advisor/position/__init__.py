"""What one player can see when it is his turn, and a one-line notation for it.

A :class:`Position` never holds the order of the stock nor a card that the player has not
seen, so nothing that works from it can peek. :func:`problems` names every reason why a
position is impossible, all at once.
"""

from advisor.position.asking import DEFAULT_PLAYERS, MAX_SEATS, ask
from advisor.position.log import Log, LogError, Shown, Turn, parse_log, trace
from advisor.position.possible import MAX_TURN, problems
from advisor.position.reading import MAX_NOTATION, parse_position, parse_tokens
from advisor.position.seats import (
    OUT,
    fewest_turns,
    round_of,
    turn_in_round,
    turn_order,
    turns_behind,
)
from advisor.position.view import SEED_RULES, Position, PositionError, Problem, knocked_at
from advisor.position.writing import notation

__all__ = [
    "DEFAULT_PLAYERS",
    "MAX_NOTATION",
    "MAX_SEATS",
    "MAX_TURN",
    "OUT",
    "SEED_RULES",
    "Log",
    "LogError",
    "Position",
    "PositionError",
    "Problem",
    "Shown",
    "Turn",
    "ask",
    "fewest_turns",
    "knocked_at",
    "notation",
    "parse_log",
    "parse_position",
    "parse_tokens",
    "problems",
    "round_of",
    "trace",
    "turn_in_round",
    "turn_order",
    "turns_behind",
]
