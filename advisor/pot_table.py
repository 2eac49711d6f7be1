"""Chance to win the pot from every stand of lives, by one pass backwards.

A hand in which somebody pays lowers the lives in play, so the chances of a stand follow from
those of stands with fewer. Places are counted in the order of turns: place 0 is first to act,
and the last place deals. After a hand the first place that is still in deals the next one.

Lives are the losses that a player can still take: his tokens, and one more where there is a
free ride.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from math import comb
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from advisor.outcomes import Payments

if TYPE_CHECKING:
    from numpy.typing import NDArray

PaymentsOf: TypeAlias = Callable[[int], Payments]
"""Gives what is paid in a hand of so many players."""

WORK: Final = 40_000_000
"""Stands times players times ways to pay that are worked out place by place."""

STANDS: Final = 6_500
"""Stands that are worked out with all places alike."""


def by_place(players: int, lives: int) -> bool:
    """Whether the chances of so many players with so many lives are told apart by place."""
    work: int = (2 * lives) ** players
    return work * players <= WORK


def by_lives(players: int, lives: int) -> bool:
    """Whether they are at least worked out with all places alike."""
    return comb(players + lives, lives) <= STANDS


class PotTable:
    """Chances to win the pot for every stand of up to so many players and lives.

    Every way in which a hand can end is followed, no hand is simulated. A hand in which
    nobody pays passes the deal on; so does one that would put out everybody, in which by the
    rules nobody pays.

    Parameters
    ----------
    payments
        What is paid in a hand, by the number of players.
    players, lives
        Most players and lives.
    """

    def __init__(self, payments: PaymentsOf, players: int, lives: int) -> None:
        self._base = lives + 1
        # One table for each number of seats; a stand is a number with one digit for each place.
        self._tables = [np.zeros((self._base, 1)), np.ones((self._base, 1))]
        for seats in range(2, players + 1):
            self._tables.append(self._made(payments(seats), seats))

    def chances(self, lives: Sequence[int]) -> NDArray[np.float64]:
        """Chance of each place to win the pot, shape (players,).

        Parameters
        ----------
        lives
            Lives of everybody who is still in, in the order of turns; the last one deals.
        """
        found: NDArray[np.float64] = self._tables[len(lives)][self._number(np.array(lives))]
        return found

    def _number(self, lives: NDArray[np.int64]) -> NDArray[np.int64]:
        """Number of each stand, lives of its places along the last axis."""
        seats = lives.shape[-1]
        number: NDArray[np.int64] = lives @ self._base ** np.arange(seats)[::-1]
        return number

    def _made(self, payments: Payments, seats: int) -> NDArray[np.float64]:
        count = self._base**seats
        lives = np.arange(count)[:, None] // self._base ** np.arange(seats)[::-1] % self._base
        table = np.zeros((count, seats))
        inside = (lives > 0) @ (1 << np.arange(seats))
        # Some are out, but not the dealer, who is last: as at a smaller table.
        for who in range(1 << (seats - 1), (1 << seats) - 1):
            places, stands = _places(who, seats), np.flatnonzero(inside == who)
            smaller = self._tables[len(places)]
            table[stands[:, None], places] = smaller[self._number(lives[stands[:, None], places])]
        full = np.flatnonzero(inside == (1 << seats) - 1)
        total = lives[full].sum(axis=1)
        for left in range(seats, seats * self._base):
            if (level := full[total == left]).size:
                self._fill(table, lives, level, payments)
        return table

    def _fill(
        self,
        table: NDArray[np.float64],
        lives: NDArray[np.int64],
        level: NDArray[np.intp],
        payments: Payments,
    ) -> None:
        """Work out the stands of one level: all that have so many lives in play."""
        seats = lives.shape[1]
        won, again = np.zeros((len(level), seats)), np.zeros(len(level))
        for paid, chance in zip(payments.paid, payments.chance.tolist(), strict=True):
            after = np.maximum(lives[level] - paid, 0)
            alive = after > 0
            # The first one that is still in deals the next hand.
            turn = alive.argmax(axis=1)[:, None] + 1
            stays = ~alive.any(axis=1) if paid.any() else np.ones(len(level), dtype=np.bool_)
            again += chance * stays
            rolled = np.take_along_axis(after, (np.arange(seats) + turn) % seats, axis=1)
            then = table[self._number(rolled)]
            then = np.take_along_axis(then, (np.arange(seats) - turn) % seats, axis=1)
            won += chance * then * ~stays[:, None]
        table[level] = self._played_again(lives[level], level, won, again)

    def _played_again(
        self,
        lives: NDArray[np.int64],
        level: NDArray[np.intp],
        won: NDArray[np.float64],
        again: NDArray[np.float64],
    ) -> NDArray[np.float64]:
        """Add the chances after a hand that changed nothing but who deals.

        Once the deal has been around, everything is as before: a geometric series.
        """
        seats = lives.shape[1]
        total, weight = np.zeros_like(won), np.ones(len(level))
        for turn in range(seats):
            now = np.searchsorted(level, self._number(np.roll(lives, -turn, axis=1)))
            total += weight[:, None] * np.roll(won[now], turn, axis=1)
            weight *= again[now]
        return total / (1 - weight)[:, None]


def _places(who: int, seats: int) -> list[int]:
    return [place for place in range(seats) if who >> place & 1]


class AlikeTable:
    """Chances to win the pot when nobody knows who will be first to act: places are all alike.

    As :class:`PotTable`, but who pays in a hand is drawn anew from all places, so that only
    lives count. For large tables.

    Parameters
    ----------
    payments
        What is paid in a hand, by the number of players.
    """

    def __init__(self, payments: PaymentsOf) -> None:
        self._ways = cache(lambda players: dict(payments(players).alike))
        self._known: dict[tuple[int, ...], dict[int, float]] = {}

    def chances(self, lives: Sequence[int]) -> NDArray[np.float64]:
        """Chance of each place to win the pot, shape (players,)."""
        by_life = self._by_life(tuple(sorted(lives)))
        return np.array([by_life[life] for life in lives])

    def _by_life(self, lives: tuple[int, ...]) -> dict[int, float]:
        """Chance of a player with so many lives, for each number that occurs."""
        if len(lives) == 1:
            return {lives[0]: 1.0}
        if lives not in self._known:
            self._known[lives] = self._worked_out(lives)
        return self._known[lives]

    def _worked_out(self, lives: tuple[int, ...]) -> dict[int, float]:
        groups = [(life, lives.count(life)) for life in dict.fromkeys(lives)]
        won, moved = dict.fromkeys(lives, 0.0), 0.0
        for (ones, twos), chance in self._ways(len(lives)).items():
            if ones + twos == 0:
                continue
            ways = comb(len(lives), ones) * comb(len(lives) - ones, twos)
            for share, split in _splits(groups, ones, twos):
                after = sorted(left for group in split for left, many in group for _ in range(many))
                if not (still := tuple(left for left in after if left > 0)):
                    continue
                moved += chance * share / ways
                then = self._by_life(still) | {0: 0.0}
                for (life, many), group in zip(groups, split, strict=True):
                    mean = sum(count * then[left] for left, count in group if count) / many
                    won[life] += chance * share / ways * mean
        # A hand that changes nothing is as if it had not been dealt.
        return {life: chance / moved for life, chance in won.items()}


_Split: TypeAlias = tuple[tuple[int, int], ...]
"""Lives after the hand, and how many of a group have them."""


def _splits(
    groups: Sequence[tuple[int, int]], ones: int, twos: int
) -> Iterator[tuple[int, list[_Split]]]:
    """Share payers among groups of equal lives; in how many ways, and what it leaves."""
    if not groups:
        if ones == twos == 0:
            yield 1, []
        return
    (life, many), *others = groups
    for one in range(min(ones, many) + 1):
        for two in range(min(twos, many - one) + 1):
            ways = comb(many, one) * comb(many - one, two)
            here = ((life, many - one - two), (life - 1, one), (max(life - 2, 0), two))
            for more, rest in _splits(others, ones - one, twos - two):
                yield ways * more, [here, *rest]
