"""What each move is worth: exact where it can be, else from worlds that were played out."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from advisor.estimate import Estimate, exact, proportion
from advisor.exact import Outcomes, exact_value, pot_chance

if TYPE_CHECKING:
    from collections.abc import Sequence

    from advisor.moves import Move
    from advisor.playout.batch import Worlds
    from advisor.position import Position

NORMAL_DRAWS: Final = 20_000


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


class Tally:
    """Adds up worlds as they are played, and turns the sums into values.

    Parameters
    ----------
    position, moves
        The question and the moves that are played in every world.
    """

    def __init__(self, position: Position, moves: Sequence[Move]) -> None:
        self._position = position
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
        self._pot += pot.sum(axis=0)
        self._products += pot.T @ pot

    def pot_means(self) -> NDArray[np.float64]:
        """Mean chance to win the pot after each move so far, shape (m,)."""
        return self._pot / self._trials

    def values(self, known: Sequence[Outcomes | None]) -> Values:
        """Values so far; exact outcomes take the place of simulated ones."""
        n = self._trials
        means = self._pot / n
        covariance = (self._products - n * np.outer(means, means)) / max(n - 1, 1) / n
        # As in estimate.sample_mean: never claim that what was not seen cannot be.
        diagonal = np.maximum(np.diag(covariance), 1 / n**3)
        np.fill_diagonal(covariance, diagonal)
        pays = [proportion(int(hits), n) for hits in self._pays]
        pot = [
            Estimate(float(mean), math.sqrt(variance), n, "simulated")
            for mean, variance in zip(means, diagonal, strict=True)
        ]
        for move, outcomes in enumerate(known):
            if outcomes is not None:
                pays[move], pot[move] = exact_value(self._position, outcomes)
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
            self._pot_of[code] = pot_chance(self._position, paid)
        return self._pot_of[code]


def exact_values(
    position: Position, known: Sequence[Outcomes], *, conditioned: bool = True
) -> Values:
    """Values where all outcomes of every move are known."""
    pairs = [exact_value(position, outcomes) for outcomes in known]
    count = len(pairs)
    return Values(
        tuple(pays for pays, _ in pairs),
        tuple(pot for _, pot in pairs),
        np.zeros((count, count)),
        np.zeros((count, position.players)),
        conditioned=conditioned,
    )
