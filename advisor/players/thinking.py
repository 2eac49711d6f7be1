"""The player who thinks: beliefs about everybody's hand, and every move tried on worlds.

``thinking`` takes everybody to play by the solved table, ``thinking:NAME`` takes all others to
play like the named player, such as ``thinking:flat:25``. He starts from the solved table
himself and leaves it where another move is better beyond doubt. See
:mod:`advisor.playout.lookahead`; several who think at one table take each other to play by the
solved table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from advisor.cards import quoted
from advisor.players.nearest import nearest_way
from advisor.players.solved import SOLVED
from advisor.players.thumb import PlayerError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from advisor.players.written import Ways
    from advisor.playout.played import Played
    from advisor.rules import Rules

THINKING: Final = "thinking"
"""Name of the player who thinks, alone or before a colon and who the others are taken to be."""
ROLLOUTS: Final = 1_000
"""Worlds on which he compares moves."""
GUARD: Final = {2: 1.0}
"""Standard errors by which a move must look better than that of the table, by players."""
GUARD_IN_COMPANY: Final = 2.5
"""The same where there are more: less hangs on each of his moves, so noise misleads him sooner."""
SLIP: Final = 0.02
"""Chance that he takes the others to choose at random."""
EVERYTHING: Final = 7
"""He may leave the table in knocks, in taking or drawing, and in what he throws."""


def thinks(name: str) -> bool:
    """Whether a name is that of a player who thinks."""
    return name.partition(":")[0] == THINKING


def assumed(name: str) -> str:
    """Who the others are taken to be by a player who thinks.

    Raises
    ------
    PlayerError
        If he is told nobody, or another one who thinks.
    """
    _, colon, other = name.partition(":")
    if not colon:
        return SOLVED
    if not other or thinks(other):
        raise PlayerError(
            f"{quoted(name)} does not say how the others play; expected such as thinking:flat:25"
        )
    return other


def play_thinking(
    rules: Rules,
    names: Sequence[str],
    deals: int,
    *,
    seed: int,
    first: int = 0,
    threads: int = 1,
) -> Played:
    """Deal and play whole hands in which some seats think.

    Parameters
    ----------
    rules, names, deals, seed, first, threads
        As in :func:`advisor.playout.lineup.play_lineup`, with the same decks.

    Raises
    ------
    PlayerError
        If a name is nobody's, or two who think at the table are told different things.
    """
    from advisor.playout import codes  # noqa: PLC0415  # Numba is wanted from here on only
    from advisor.playout.played import Played  # noqa: PLC0415
    from advisor.playout.thinkers import Table, spread_deals  # noqa: PLC0415

    real, mind = _seated(rules, names)
    table = Table(
        rules,
        real,
        mind,
        rollouts=ROLLOUTS,
        guard=GUARD.get(len(names), GUARD_IN_COMPANY),
        slip=SLIP,
        may=EVERYTHING,
    )
    deep = [thinks(name) for name in names]
    played = Played(
        paid=np.zeros((deals, len(names)), dtype=np.uint8),
        pot=np.zeros((deals, len(names)), dtype=np.float32),
        capped=np.zeros(deals, dtype=np.bool_),
        turns=np.zeros(deals, dtype=np.int64),
    )

    def play(start: int, count: int) -> None:
        rows = slice(start, start + count)
        found = table.play(deep, count, seed=seed, first=first + start)
        played.paid[rows], played.turns[rows] = found.paid, found.turns
        played.capped[rows] = found.ending == codes.CAPPED

    spread_deals(deals, 1 + deals // (4 * threads), threads, play)
    return played


def _seated(rules: Rules, names: Sequence[str]) -> tuple[list[str | Ways], list[Ways]]:
    """How every seat really plays, and how whoever thinks takes it to play."""
    told = {assumed(name) for name in names if thinks(name)}
    if len(told) != 1:
        raise PlayerError(
            "all who think at one table must take the others to be the same; "
            f"here they are told {', '.join(sorted(told)) or 'nothing'}"
        )
    players = len(names)
    own = nearest_way(SOLVED, rules, players)
    other = nearest_way(told.pop(), rules, players)
    tables: dict[bool, Ways] = {
        True: own.ways,
        False: other.ways,
    }
    real: list[str | Ways] = [
        tables[True] if thinks(name) or name == SOLVED else name for name in names
    ]
    return real, [tables[thinks(name)] for name in names]
