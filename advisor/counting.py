"""Counting how hands end when the same player sits in every seat."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

import numpy as np

from advisor.hands import THIRTY_ONE
from advisor.players.solved import SOLVED, solved
from advisor.rules import Rules, require
from advisor.well_played import ENDINGS, ROUNDS, WellPlayed, rows_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from advisor.playout.batch import Deals

HANDS: Final = 4_000_000
SEED: Final = 31
CHUNK: Final = 200_000
MAX_TURNS: Final = 600
"""No hand that is not given up takes more turns."""
MAX_SCORE: Final = 66
"""Highest score there is, in half points: three aces by a house rule."""


def count_hands(
    rules: Rules,
    players: int,
    *,
    player: str = SOLVED,
    hands: int = HANDS,
    seed: int = SEED,
    threads: int = 1,
    progress: Callable[[float], None] | None = None,
) -> WellPlayed:
    """Play hands with the same player in every seat, and count how they end.

    Parameters
    ----------
    rules
        The rules in force; the game ``scat``.
    players
        Number of seats.
    player
        Name of the player.
    hands, seed, threads
        Of the self-play; the counts depend on `hands` and `seed` alone.
    progress
        Called with the share done, from 0 to 1.

    Raises
    ------
    PlayerError, RulesError, SolvedError
        If there is no such player for these rules and so many seats.
    """
    require(rules, game="scat", doing="counting well-played hands")
    # Numba is wanted from here on only.
    from advisor.playout import batch  # noqa: PLC0415

    tally, seats = _Tally(players), batch.seats((player,) * players, rules)
    for first in range(0, hands, CHUNK):
        size = min(CHUNK, hands - first)
        played = batch.play_deals(rules, seats, size, seed=seed, first=first, threads=threads)
        tally.add(played)
        if progress is not None:
            progress((first + size) / hands)
    table = solved(rules, players).provenance["sha256"] if player == SOLVED else ""
    return tally.counts(player, table, hands, seed)


class _Tally:
    """Adds up hands as they are played."""

    def __init__(self, players: int) -> None:
        self._players = players
        self._capped = 0
        self._paid: Counter[str] = Counter()
        self._ended = np.zeros(len(ENDINGS), dtype=np.int64)
        self._turns = np.zeros(MAX_TURNS + 1, dtype=np.int64)
        self._knocks = np.zeros((ROUNDS, 4), dtype=np.int64)
        self._losers = np.zeros((ROUNDS, 3), dtype=np.int64)
        self._knockers = np.zeros((players, 2), dtype=np.int64)
        self._dealt = np.zeros((players, MAX_SCORE + 1, 3), dtype=np.int64)

    def add(self, deals: Deals) -> None:
        """Add hands."""
        from advisor.playout import codes  # noqa: PLC0415

        ending, played = deals.ending, deals.ending != codes.CAPPED
        self._capped += int(np.count_nonzero(~played))
        self._paid += _payments(deals.paid[played])
        thirty_one = ending == codes.BY_THIRTY_ONE
        dealt = thirty_one & (deals.dealt.max(axis=1) >= THIRTY_ONE)
        compared = ending == codes.BY_KNOCK
        stock = (ending == codes.VOID) | (ending == codes.BY_STOCK_OUT)
        self._ended += [
            np.count_nonzero(which) for which in (dealt, thirty_one & ~dealt, compared, stock)
        ]
        self._turns += np.bincount(deals.turns[played], minlength=MAX_TURNS + 1)
        self._add_knocks(deals, np.flatnonzero((deals.knocker >= 0) & played))
        self._add_dealt(deals, played)
        self._add_losers(deals, np.flatnonzero(compared & (deals.paid.max(axis=1) > 0)))

    def _add_knocks(self, deals: Deals, which: NDArray[np.intp]) -> None:
        knocker, rounds = deals.knocker[which], _rounds(deals, which)
        scores = deals.final[which, knocker].astype(np.int64)
        pays = deals.paid[which, knocker] > 0
        columns = (np.ones_like(scores), scores, scores * scores, pays.astype(np.int64))
        for column, values in enumerate(columns):
            np.add.at(self._knocks[:, column], rounds, values)
        np.add.at(self._knockers[:, 0], knocker, 1)
        np.add.at(self._knockers[:, 1], knocker, pays.astype(np.int64))

    def _add_dealt(self, deals: Deals, played: NDArray[np.bool_]) -> None:
        for seat, counted in enumerate(self._dealt):
            dealt, paid = deals.dealt[played, seat], deals.paid[played, seat].astype(np.int64)
            for column, values in enumerate((np.ones_like(paid), paid, paid * paid)):
                np.add.at(counted[:, column], dealt, values)

    def _add_losers(self, deals: Deals, which: NDArray[np.intp]) -> None:
        # All who pay after a comparison have the same score: it is the lowest, or the knocker's.
        payer = deals.paid[which].argmax(axis=1)
        rounds, scores = _rounds(deals, which), deals.final[which, payer].astype(np.int64)
        for column, values in enumerate((np.ones_like(scores), scores, scores * scores)):
            np.add.at(self._losers[:, column], rounds, values)

    def counts(self, player: str, table: str, hands: int, seed: int) -> WellPlayed:
        """Give the counts so far."""
        return WellPlayed(
            players=self._players,
            player=player,
            table=table,
            hands=hands,
            seed=seed,
            capped=self._capped,
            paid=dict(sorted(self._paid.items())),
            ended=dict(zip(ENDINGS, self._ended.tolist(), strict=True)),
            turns=tuple(np.trim_zeros(self._turns, "b").tolist()),
            knocks=rows_of(self._knocks.tolist()),
            losers=rows_of(self._losers.tolist()),
            knockers=rows_of(self._knockers.tolist()),
            dealt=tuple(_with_scores(seat) for seat in self._dealt),
        )


def _with_scores(counted: NDArray[np.int64]) -> tuple[tuple[int, ...], ...]:
    """Put before each row that is not empty the score it belongs to."""
    scores = np.flatnonzero(counted[:, 0])
    return rows_of(np.column_stack([scores, counted[scores]]).tolist())


def _payments(paid: NDArray[np.uint8]) -> Counter[str]:
    """Count what occurs, one digit for each seat."""
    powers = 3 ** np.arange(paid.shape[1])[::-1]
    counts = np.bincount(paid @ powers)
    return Counter(
        {
            "".join(str(code // power % 3) for power in powers.tolist()): int(counts[code])
            for code in np.flatnonzero(counts).tolist()
        }
    )


def _rounds(deals: Deals, which: NDArray[np.intp]) -> NDArray[np.int64]:
    """Round in which somebody knocked, the first being 0, of some hands in which one did."""
    players = deals.paid.shape[1]
    last = deals.turns[which] - 1
    knock = last - (last - deals.knocker[which]) % players
    rounds: NDArray[np.int64] = np.minimum(knock // players, ROUNDS - 1)
    return rounds
