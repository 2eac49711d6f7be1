"""What each move is worth: exact where it can be, else from worlds that were played out."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from advisor.equity import FAIR
from advisor.estimate import Estimate, exact, proportion
from advisor.exact import Outcomes, exact_value, pot_chance

if TYPE_CHECKING:
    from collections.abc import Sequence

    from advisor.moves import Move
    from advisor.playout.seen import Worlds
    from advisor.position import Position

NORMAL_DRAWS: Final = 20_000

LEARNT: Final = 400
"""Worlds from which is learnt how much luck matters; before that it is not taken out."""


@dataclass(frozen=True, slots=True)
class Values:
    """What every move is worth, in the order of the moves.

    Parameters
    ----------
    pays, pot
        Chance to pay a token; chance to win the pot.
    covariance
        Covariance of the errors of `pot`, shape (m, m); zero where exact.
    lower
        Chance that each seat ends with a lower score, shape (m, seats); NaN-free: zero where
        nothing was played out.
    trials, capped
        Worlds played out; hands given up among them.
    conditioned
        Whether hands were dealt given that nobody has knocked before.
    """

    pays: tuple[Estimate, ...]
    pot: tuple[Estimate, ...]
    covariance: NDArray[np.float64]
    lower: NDArray[np.float64]
    trials: int = 0
    capped: int = 0
    conditioned: bool = True

    def loss(self, move: int) -> Estimate:
        """Highest pot chance of all minus that of `move`, with the error of the difference."""
        best = max(range(len(self.pot)), key=lambda other: self.pot[other].mean)
        difference = self.pot[best].mean - self.pot[move].mean
        variance = (
            self.covariance[best, best]
            + self.covariance[move, move]
            - 2 * self.covariance[best, move]
        )
        if move == best or variance <= 0:
            return exact(difference)
        return Estimate(difference, math.sqrt(variance), self.trials, "simulated")

    def p_best(self) -> NDArray[np.float64]:
        """Chance of each move to be the best, from the joint normal errors; sums to 1."""
        means = np.array([pot.mean for pot in self.pot])
        # The draws are fixed: the same estimates always give the same chances.
        rng = np.random.default_rng(31)
        root = np.linalg.cholesky(self.covariance + 1e-18 * np.eye(len(means)))
        draws = means + rng.standard_normal((NORMAL_DRAWS, len(means))) @ root.T
        # Equal up to rounding is equal: options that are alike share the first place.
        is_best = draws >= draws.max(axis=1, keepdims=True) - 1e-8
        return np.asarray((is_best / is_best.sum(axis=1, keepdims=True)).mean(axis=0))


def joined(pieces: Sequence[Worlds]) -> Worlds:
    """Put worlds that were played in pieces together, as if they had been played at once."""
    first, *others = pieces
    if not others:
        return first
    return replace(
        first,
        paid=np.concatenate([piece.paid for piece in pieces]),
        final=np.concatenate([piece.final for piece in pieces]),
        ending=np.concatenate([piece.ending for piece in pieces]),
        luck=np.concatenate([piece.luck for piece in pieces]),
    )


class Tally:
    """Adds up worlds as they are played, and turns the sums into values.

    Parameters
    ----------
    position, moves
        The question and the moves that are played in every world.
    known
        For every move its outcomes, where they are known; None where they are not.
    equity
        Model of the hands to come, see :func:`advisor.exact.pot_chance`.

    Notes
    -----
    What luck brought (:attr:`~advisor.playout.seen.Worlds.luck`), and by how much a move whose
    value is known did better than that, has mean zero. A multiple of it is taken away from the
    value of every move; how much is learnt from the worlds added before, so that the mean
    stays what it was.
    """

    def __init__(
        self,
        position: Position,
        moves: Sequence[Move],
        known: Sequence[Outcomes | None] | None = None,
        equity: str = FAIR,
    ) -> None:
        self._position = position
        self._equity = equity
        self._known = [None] * len(moves) if known is None else known
        self._exact = {
            move: exact_value(position, outcomes, equity)
            for move, outcomes in enumerate(self._known)
            if outcomes is not None
        }
        self._luck = _Luck()
        self._pot_of: dict[int, float] = {}
        count = len(moves)
        self._trials = 0
        self._capped = 0
        self._conditioned = True
        self._pays = np.zeros(count, dtype=np.int64)
        self._lower = np.zeros((count, position.players), dtype=np.int64)
        self._pot = np.zeros(count)
        self._products = np.zeros((count, count))

    def add(self, worlds: Worlds) -> None:
        """Add worlds in which every move was played."""
        seat = self._position.seat
        self._trials += len(worlds)
        self._capped += worlds.capped
        self._conditioned = worlds.conditioned
        self._pays += np.count_nonzero(worlds.paid[:, :, seat], axis=0)
        own = worlds.final[:, :, seat, None]
        self._lower += np.count_nonzero(worlds.final < own, axis=0)
        pot = self._pot_chances(worlds.paid)
        surplus = [pot[:, move] - value[1].mean for move, value in self._exact.items()]
        pot = self._luck.taken_out(pot, np.column_stack([worlds.luck, *surplus]))
        self._pot += pot.sum(axis=0)
        self._products += pot.T @ pot

    def pot_means(self) -> NDArray[np.float64]:
        """Mean chance to win the pot after each move so far, shape (m,)."""
        return self._pot / self._trials

    def values(self) -> Values:
        """Values so far; exact outcomes take the place of simulated ones."""
        n = self._trials
        means = self._pot / n
        covariance = (self._products - n * np.outer(means, means)) / max(n - 1, 1) / n
        # As in estimate.sample_mean: never claim that what was not seen cannot be.
        diagonal = np.maximum(np.diag(covariance), 1 / n**3)
        np.fill_diagonal(covariance, diagonal)
        pays = [proportion(int(hits), n) for hits in self._pays]
        pot = [
            Estimate(min(max(float(mean), 0.0), 1.0), math.sqrt(variance), n, "simulated")
            for mean, variance in zip(means, diagonal, strict=True)
        ]
        for move, value in self._exact.items():
            pays[move], pot[move] = value
            covariance[move, :] = covariance[:, move] = 0.0
        return Values(
            tuple(pays),
            tuple(pot),
            covariance,
            self._lower / n,
            n,
            self._capped,
            self._conditioned,
        )

    def _pot_chances(self, paid: NDArray[np.uint8]) -> NDArray[np.float64]:
        """Chance to win the pot after each payment, shape (worlds, m)."""
        weights = 3 ** np.arange(self._position.players, dtype=np.int64)
        codes, where = np.unique(paid @ weights, return_inverse=True)
        chances = np.array([self._pot_after(int(code)) for code in codes])
        return np.asarray(chances[where.reshape(paid.shape[:2])])

    def _pot_after(self, code: int) -> float:
        if code not in self._pot_of:
            paid = [code // 3**seat % 3 for seat in range(self._position.players)]
            self._pot_of[code] = pot_chance(self._position, paid, self._equity)
        return self._pot_of[code]


class _Luck:
    """Learns how much luck moves the value of every move, and takes it out of later worlds."""

    def __init__(self) -> None:
        self._worlds = 0
        self._products: NDArray[np.float64] | None = None

    def taken_out(
        self, values: NDArray[np.float64], luck: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """Give `values`, shape (worlds, moves), without the luck, shape (worlds, kinds)."""
        kinds = luck.shape[1]
        found = values
        if self._products is not None and self._worlds >= LEARNT:
            slopes = np.linalg.lstsq(
                self._products[:, :kinds], self._products[:, kinds:], rcond=1e-9
            )[0]
            found = values - luck @ slopes
        # The mean of luck is zero, so that its products with the values say all.
        products = luck.T @ np.column_stack([luck, values - values.mean(axis=0)])
        self._products = products if self._products is None else self._products + products
        self._worlds += len(values)
        return found


def exact_values(
    position: Position,
    known: Sequence[Outcomes],
    *,
    conditioned: bool = True,
    equity: str = FAIR,
) -> Values:
    """Values where all outcomes of every move are known."""
    pairs = [exact_value(position, outcomes, equity) for outcomes in known]
    count = len(pairs)
    return Values(
        tuple(pays for pays, _ in pairs),
        tuple(pot for _, pot in pairs),
        np.zeros((count, count)),
        np.zeros((count, position.players)),
        conditioned=conditioned,
    )
