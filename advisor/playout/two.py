"""Whole hands of two players, one or both of whom play by a solved table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from advisor.hands import hand_cards, scores
from advisor.players import thumb
from advisor.players.scat import GREEDY, style
from advisor.players.solved import Solved, SolvedError, check_rules
from advisor.playout import batch
from advisor.playout.solved import play_tables
from advisor.suits import swapped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from advisor.rules import Rules


@dataclass(frozen=True, slots=True)
class Hands:
    """What came of whole hands of two players; seat 0 was first to act.

    Parameters
    ----------
    paid
        Tokens paid, shape (deals, 2).
    ending, knocker, turns
        Why each hand ended (:mod:`advisor.playout.codes`), who knocked or -1, turns taken;
        shape (deals,).
    """

    paid: NDArray[np.uint8]
    ending: NDArray[np.uint8]
    knocker: NDArray[np.int64]
    turns: NDArray[np.int64]


def play_hands(
    rules: Rules,
    players: Sequence[Solved | str],
    deals: int,
    *,
    seed: int,
    first: int = 0,
    threads: int = 1,
) -> Hands:
    """Deal and play whole hands of two players.

    Parameters
    ----------
    rules
        Rules of ``scat``, with no switch that the solver does not know.
    players
        For each seat a table, or the name of a player who only knocks by thresholds.
    deals
        How many hands.
    seed, first, threads
        As in :func:`advisor.playout.lineup.play_lineup`, with the same decks.

    Raises
    ------
    SolvedError
        If there are not two players, or one cannot be played here.
    """
    return play_seated(rules, Tables(players), deals, seed=seed, first=first, threads=threads)


def play_seated(
    rules: Rules, tables: Tables, deals: int, *, seed: int, first: int = 0, threads: int = 1
) -> Hands:
    """Play as :func:`play_hands`, with tables that were unfolded before."""
    check_rules(rules)
    paid, ending = np.zeros((deals, 2), dtype=np.uint8), np.zeros(deals, dtype=np.uint8)
    record = np.zeros((deals, 2), dtype=np.int64)

    def play(part: slice) -> None:
        play_tables(
            seed,
            first + part.start,
            tables.which,
            tables.moves,
            tables.throws,
            tables.thresholds,
            swapped(),
            hand_cards(),
            scores(rules),
            batch.rule_codes(rules),
            paid[part],
            ending[part],
            record[part],
        )

    batch.spread(deals, threads, play)
    return Hands(paid, ending, record[:, 0], record[:, 1])


class Tables:
    """The players of both seats as the compiled loop wants them."""

    def __init__(self, players: Sequence[Solved | str]) -> None:
        if len(players) != 2:
            raise SolvedError(f"{len(players)} players; a table is for two")
        found = list({id(one): one for one in players if isinstance(one, Solved)}.values())
        if not found:
            raise SolvedError("neither player has a table; expected one of them to")
        if len({len(one.moves) for one in found}) > 1:
            raise SolvedError("the tables have different numbers of turns; expected the same")
        pairs = [one.expanded() for one in found]
        self.moves = np.stack([moves for moves, _ in pairs])
        self.throws = np.stack([throws for _, throws in pairs])
        self.which = np.array(
            [-1 if isinstance(one, str) else [*map(id, found)].index(id(one)) for one in players]
        )
        names = ["greedy" if isinstance(one, Solved) else one for one in players]
        self.thresholds = np.stack([thumb.thresholds(name) for name in names])
        for name in names:
            if style(name) != GREEDY:
                raise SolvedError(f"{name} does more than knock by thresholds; not playable here")
