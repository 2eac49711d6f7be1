"""Rules of thumb that differ only in when they knock.

All of them play greedily: they take the top discard if that gives a strictly higher score,
otherwise they draw; they keep the three cards of highest score. A table of knock thresholds,
one entry for each turn the player has already had, makes the difference.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from advisor.cards import quoted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from advisor.rules import Rules

NEVER: Final = 127
"""A threshold in half points that no hand reaches."""

ROUNDS: Final = 16
"""Entries of a threshold table; the last one holds for all later turns."""

DEFAULT: Final = "rising"

DESCRIPTIONS: Final = {
    "greedy": "takes the top card if it raises his score, else draws; never knocks",
    "flat:N": "greedy, and knocks with N or more",
    "rising": "greedy, and knocks with 21 or more, 2 more for each turn he has had, at most 30",
}


class PlayerError(ValueError):
    """A name that no player has."""


def thresholds(name: str) -> NDArray[np.int8]:
    """Knock thresholds of a named player.

    Parameters
    ----------
    name
        ``greedy``, ``rising``, or ``flat:N`` with N from 3 to 31 (30.5 is possible).

    Returns
    -------
    ndarray of int8, shape (16,)
        Lowest score, in half points, with which he knocks after 0, 1, 2, … own turns.

    Raises
    ------
    PlayerError
        If there is no such player.
    """
    if name == "greedy":
        return np.full(ROUNDS, NEVER, dtype=np.int8)
    if name == "rising":
        return np.minimum(42 + 4 * np.arange(ROUNDS), 60).astype(np.int8)
    kind, colon, number = name.partition(":")
    if kind == "flat" and colon:
        return np.full(ROUNDS, _half_points(name, number), dtype=np.int8)
    known = ", ".join(DESCRIPTIONS)
    raise PlayerError(f"there is no player {quoted(name)}; there are {known}")


def table(names: Sequence[str], rules: Rules) -> NDArray[np.int8]:
    """Knock thresholds of several players under the rules in force.

    Parameters
    ----------
    names
        One name for each seat.
    rules
        Say whether a knock is allowed in the first round.

    Returns
    -------
    ndarray of int8, shape (len(names), 16)
        As :func:`thresholds`, a row for each name.
    """
    rows = np.array([thresholds(name) for name in names], dtype=np.int8)
    rows = rows.reshape(len(names), ROUNDS)
    if rules.first_round_knock == "forbidden":
        rows[:, 0] = NEVER
    return rows


PLANS: Final = {
    "greedy": "wait for 31",
    "flat:N": "knock with N or more",
    "rising": "knock with 21 or more, 2 more for each turn you have had, at most 30",
}


def plan(name: str) -> str:
    """What to do to play on like a named player, in words."""
    thresholds(name)
    kind, colon, number = name.partition(":")
    return PLANS["flat:N"].replace("N", number) if colon else PLANS[kind]


def describe(name: str) -> str:
    """Say in words what a named player does."""
    thresholds(name)
    kind, colon, number = name.partition(":")
    return DESCRIPTIONS["flat:N"].replace("N", number) if colon else DESCRIPTIONS[kind]


def _half_points(name: str, number: str) -> int:
    whole, dot, half = number.partition(".")
    if not (whole.isascii() and whole.isdigit() and len(whole) <= 2 and half in ("", "5")):
        raise PlayerError(f"{quoted(name)} needs a score, such as flat:25")
    half_points = 2 * int(whole) + (half == "5")
    if not 6 <= half_points <= 62 or (dot and not half):
        raise PlayerError(f"{quoted(name)} needs a score from 3 to 31, such as flat:25")
    return half_points
