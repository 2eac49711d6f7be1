"""Rules of thumb that differ mostly in when they knock.

They play greedily: they take the top discard if that gives a strictly higher score, otherwise
they draw; they keep the three cards of highest score. A table of knock thresholds, one entry
for each turn the player has already had, makes the difference. The few who do something else
besides (:mod:`advisor.players.scat`) have such a table too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from advisor.cards import quoted
from advisor.players.scat import SCAT_PLAYERS, style

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from advisor.rules import Rules

NEVER: Final = 127
"""A threshold in half points that no hand reaches."""

ROUNDS: Final = 16
"""Entries of a threshold table; the last one holds for all later turns."""

DEFAULT: Final = "rising"

DESCRIPTIONS: Final = {player.name: player.words for player in SCAT_PLAYERS}

KNOCKS_LIKE: Final = {"cautious": "rising", "witty": "flat:30", "random": "greedy"}
"""Whose thresholds they have who do not only knock by thresholds.

The witty player knocks with less as well, if he can prove that somebody holds less still; the
random one with anything, so that his not knocking says nothing.
"""


class PlayerError(ValueError):
    """A name that no player has."""


def thresholds(name: str) -> NDArray[np.int8]:
    """Knock thresholds of a named player.

    Parameters
    ----------
    name
        A name of :data:`DESCRIPTIONS`; the N of ``flat:N`` is 3 to 31 (30.5 is possible).

    Returns
    -------
    ndarray of int8, shape (16,)
        Lowest score, in half points, with which he always knocks after 0, 1, 2, … own turns.

    Raises
    ------
    PlayerError
        If there is no such player.
    """
    name = KNOCKS_LIKE.get(name, name)
    if name == "greedy":
        return np.full(ROUNDS, NEVER, dtype=np.int8)
    if name == "rising":
        return np.minimum(42 + 4 * np.arange(ROUNDS), 60).astype(np.int8)
    if name == "steps":
        return _by_turn(40, 40, 40, 52)
    if name == "falling":
        return _by_turn(58, 58, 54, 54, 54, 50)
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


def last_turn_is_greedy(name: str) -> bool:
    """Whether a player uses his last turn after a knock for the highest score, as most do."""
    way = style(name)
    return not way.at_random and way.gain == 1


PLANS: Final = {
    "greedy": "wait for 31",
    "flat:N": "knock with N or more",
    "rising": "knock with 21 or more, 2 more for each turn you have had, at most 30",
    "steps": "knock with 20 or more on your first three turns, then with 26 or more",
    "falling": "knock with 29 or more, 27 from your third turn on, 25 after five turns",
}


def plan(name: str) -> str:
    """What to do to play on like one who differs only in when he knocks, in words."""
    thresholds(name)
    kind, colon, number = name.partition(":")
    return PLANS["flat:N"].replace("N", number) if colon else PLANS[kind]


def describe(name: str) -> str:
    """Say in words what a named player does."""
    thresholds(name)
    kind, colon, number = name.partition(":")
    return DESCRIPTIONS["flat:N"].replace("N", number) if colon else DESCRIPTIONS[kind]


def _by_turn(*half_points: int) -> NDArray[np.int8]:
    """Spread thresholds over the turns, the last one to all later turns."""
    later = (half_points[-1],) * (ROUNDS - len(half_points))
    return np.array((*half_points, *later), dtype=np.int8)


def _half_points(name: str, number: str) -> int:
    whole, dot, half = number.partition(".")
    if not (whole.isascii() and whole.isdigit() and len(whole) <= 2 and half in ("", "5")):
        raise PlayerError(f"{quoted(name)} needs a score, such as flat:25")
    half_points = 2 * int(whole) + (half == "5")
    if not 6 <= half_points <= 62 or (dot and not half):
        raise PlayerError(f"{quoted(name)} needs a score from 3 to 31, such as flat:25")
    return half_points
