"""The ways of named players of scat written out in full: what a turn's hand and top card lead to.

A way is what a solved table looks like once it is unfolded (:meth:`Solved.expanded
<advisor.players.solved.Solved.expanded>`), so that whoever follows an opponent's hand needs to
know one form only. It says nothing of what depends on more than the own hand, the top card and
the turn: the cautious player's guard and the witty player's proofs are left out.

Which of two cards of one rank goes, where both are worth the same, depends on names of suits
that are gone once a hand is turned; the way then throws one of the two.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, TypeVar

import numpy as np

from advisor.cards import POINTS, quoted
from advisor.hands import scores
from advisor.players.basic import BASIC, basic_ways
from advisor.players.scat import style
from advisor.players.solved import SOLVED, solved
from advisor.players.takes import kept_by_taking, taking
from advisor.players.thumb import PlayerError, table
from advisor.players.written import KNOCK, TAKES_LAST, Ways, certain, each
from advisor.suits import kept_of_four

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from advisor.rules import Rules

_Scalar = TypeVar("_Scalar", bound=np.generic)

KEPT_WAYS: Final = 8
"""Ways that are kept once written: a few megabytes each, 30 at a table of nine."""


@lru_cache(maxsize=KEPT_WAYS)
def ways(name: str, rules: Rules, players: int) -> Ways:
    """Write out what a named player does.

    Parameters
    ----------
    name
        Who: a name of :data:`~advisor.players.scat.SCAT_PLAYERS` or ``solved`` or
        ``basic``.
    rules
        The rules in force.
    players
        How many play.

    Returns
    -------
    Ways
        His tables. The turns are a multiple of `players`; later turns repeat the last so many.
        Read-only.

    Raises
    ------
    PlayerError
        If there is no such player, or he plays by chance.
    SolvedError
        If there is no solved table for these rules and players.
    """
    if name == SOLVED:
        found = solved(rules, players).expanded()
    elif name == BASIC:
        found = basic_ways(rules, players)
    else:
        if style(name).at_random:
            raise PlayerError(f"{quoted(name)} plays by chance; no table says what he does")
        found = certain(*_of_thumb(name, rules, players))
    # Compiled code is made for one order of the entries in memory.
    return each(lambda array: _frozen(np.ascontiguousarray(array)), found)


def _of_thumb(name: str, rules: Rules, players: int) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    wanted = table([name], rules)[0]
    # After the last change of the threshold every round is like the one before.
    rounds = int(np.flatnonzero(np.diff(wanted, prepend=wanted[0])).max(initial=0)) + 1
    takes = taking(greedy_takes(name, rules), rules)
    knocks = scores(rules)[None] >= wanted[:rounds, None]
    moves = np.where(knocks[:, None], takes & TAKES_LAST | KNOCK, takes)
    return moves.repeat(players, axis=0), best_throws(rules)[None].repeat(rounds * players, axis=0)


def greedy_takes(name: str, rules: Rules) -> NDArray[np.bool_]:
    """Where a named player takes the top card, shape (13, 22100).

    He takes it if that raises his score, and enough for his :class:`~advisor.players.scat.Style`.
    """
    way, own = style(name), scores(rules)
    kept = kept_by_taking(rules).max(axis=1)
    tens = np.array(POINTS[::4]) >= 10
    wants = (kept - own >= way.gain) | (kept >= way.reach) | (way.tens & tens[:, None])
    return np.asarray((kept > own) & wants)


@lru_cache(maxsize=2)
def best_throws(rules: Rules) -> NDArray[np.uint8]:
    """Place, 0 to 3, of the card that all greedy players throw of four, shape (270725,)."""
    return _frozen(scores(rules)[kept_of_four()].argmax(axis=1).astype(np.uint8))


def _frozen(array: NDArray[_Scalar]) -> NDArray[_Scalar]:
    array.flags.writeable = False
    return array
