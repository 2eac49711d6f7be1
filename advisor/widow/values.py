"""What each move of `widow` is worth: exact where nothing is left to happen, else played out.

All moves meet the same worlds. After a first look at all of them only those go on that may yet
be the best; so the moves have different numbers of worlds, each of them the first so many.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import numpy as np

from advisor.equity import FAIR, pot_chances
from advisor.estimate import Estimate, exact, proportion
from advisor.hands import THIRTY_ONE, hand_index, score, scores, showdown_ranks
from advisor.odds.widow_showdown import standing
from advisor.values import Values

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from advisor.moves import Move
    from advisor.position import Position
    from advisor.widow.seen import Seen, Worlds

TRAILS: Final = 3.0
"""Standard errors of the difference beyond which a move is played out no further."""
MOST_COUNTED: Final = 2
"""Opponents up to whose number a knock before any exchange is counted; a third takes long."""
STAY: Final = 6
"""Most moves that are played out after the first look."""


class Tally:
    """Sums up worlds in which moves were played.

    Parameters
    ----------
    position
        The question.
    moves
        How many moves there are.
    equity
        Model of the hands to come, where the lowest hand pays tokens.
    """

    def __init__(self, position: Position, moves: int, equity: str = FAIR) -> None:
        self._position = position
        self._equity = equity
        self.worlds = np.zeros(moves, dtype=np.int64)
        self.active = np.arange(moves)
        self._pays = np.zeros(moves, dtype=np.int64)
        self._sums = np.zeros(moves)
        self._products = np.zeros((moves, moves))
        self._lower = np.zeros((moves, position.players), dtype=np.int64)
        self._capped = 0

    def add(self, worlds: Worlds) -> None:
        """Add worlds in which the active moves were played."""
        place = self._position.order.index(self._position.seat)
        result = self._results(worlds, place)
        self.worlds[self.active] += len(result)
        self._pays[self.active] += np.count_nonzero(worlds.paid[:, :, place], axis=0)
        self._sums[self.active] += result.sum(axis=0)
        self._products[np.ix_(self.active, self.active)] += result.T @ result
        lower = np.count_nonzero(worlds.final < worlds.final[:, :, place, None], axis=0)
        self._lower[np.ix_(self.active, np.array(self._position.order))] += lower
        self._capped += int(np.count_nonzero(worlds.capped))

    def drop(self) -> None:
        """Give up the moves that cannot be the best, or are too many."""
        means, covariance = self._moments()
        best = int(means.argmax())
        apart = covariance[best, best] + covariance.diagonal() - 2 * covariance[best]
        near = means[best] - means <= TRAILS * np.sqrt(np.maximum(apart, 0))
        order = np.argsort(-means, kind="stable")
        self.active = np.sort([move for move in order if near[move]][:STAY])

    def values(self, known: Sequence[tuple[Estimate, Estimate] | None]) -> Values:
        """Values so far; what is known exactly takes the place of what was played out."""
        means, covariance = self._moments()
        trials = [int(count) for count in self.worlds]
        pays = [proportion(int(hits), n) for hits, n in zip(self._pays, trials, strict=True)]
        pot = [
            Estimate(float(mean), math.sqrt(variance), n, "simulated")
            for mean, variance, n in zip(means, covariance.diagonal(), trials, strict=True)
        ]
        for move, pair in enumerate(known):
            if pair is not None:
                pays[move], pot[move] = pair
                covariance[move, :] = covariance[:, move] = 0.0
        lower = self._lower / self.worlds[:, None]
        return Values(
            tuple(pays), tuple(pot), covariance, lower, int(self.worlds.max()), self._capped
        )

    def _moments(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Means and the covariance of their errors: each pair over the worlds that both met."""
        both = np.minimum.outer(self.worlds, self.worlds)
        means = self._sums / self.worlds
        each = self._products / both - np.outer(means, means)
        covariance = each / np.maximum.outer(self.worlds, self.worlds)
        # As in estimate.sample_mean: never claim that what was not seen cannot be.
        diagonal = np.maximum(np.diag(covariance), 1.0 / self.worlds**3)
        np.fill_diagonal(covariance, diagonal)
        return means, _proper(covariance)

    def _results(self, worlds: Worlds, place: int) -> NDArray[np.float64]:
        """Share of the pot, or chance to win the match's pot, shape (worlds, moves)."""
        if self._position.rules.loser == "highest":
            return np.asarray(worlds.pot[:, :, place], dtype=np.float64)
        codes = worlds.paid.astype(np.int64) @ (3 ** np.arange(worlds.paid.shape[2]))
        values, where = np.unique(codes, return_inverse=True)
        ways = [self._paid(int(code)) for code in values]
        chances = pot_chances(self._position, ways, self._equity)
        return np.asarray(chances[where.reshape(codes.shape)])

    def _paid(self, code: int) -> list[int]:
        """Tokens of every seat from a number with a digit for each place."""
        paid = [0] * self._position.players
        for place, seat in enumerate(self._position.order):
            paid[seat] = code // 3**place % 3
        return paid


def all_exact(position: Position, known: Sequence[tuple[Estimate, Estimate]]) -> Values:
    """Values where every move ends the hand and nothing is left to play out."""
    count = len(known)
    return Values(
        tuple(pays for pays, _ in known),
        tuple(pot for _, pot in known),
        np.zeros((count, count)),
        np.zeros((count, position.players)),
    )


def _proper(covariance: NDArray[np.float64]) -> NDArray[np.float64]:
    """Nearest matrix that can be a covariance: pairs that met in other worlds may not fit."""
    values, vectors = np.linalg.eigh(covariance)
    return np.asarray((vectors * np.maximum(values, 1e-14)) @ vectors.T)


def known_value(seen: Seen, move: Move, equity: str = FAIR) -> tuple[Estimate, Estimate] | None:
    """Chance to pay and share of the pot, if a move ends the hand and the rest can be counted.

    That is: holding 31 where the highest takes the pot; a knock before the first exchange and
    the very last turn of a hand, against one opponent, or against two if nobody has moved yet.
    """
    position = seen.position
    rules, highest = position.rules, position.rules.loser == "highest"
    hand = sorted({*position.hand, *move.get} - set(move.give))
    if move.action in ("show", "swap") and score(hand, rules) >= THIRTY_ONE:
        return (exact(0), exact(1)) if highest else None
    if not _ends(position, move):
        return None
    if len(seen.beliefs) == 1:
        return _against_one(seen, hand, equity)
    if highest and len(seen.beliefs) <= MOST_COUNTED and position.turn == 0:
        others = len(seen.beliefs)
        return exact(0), standing(hand, position.unseen, others, rules, shown=True).share
    return None


def _ends(position: Position, move: Move) -> bool:
    """Whether hands are compared right after a move."""
    order = position.order
    if position.knocked_by is None:
        ends = position.rules.first_round_knock == "ends" and position.turn < len(order)
        return move.action == "knock" and (ends or not position.exchanged)
    following = order[(order.index(position.seat) + 1) % len(order)]
    return following == position.knocked_by


def _against_one(seen: Seen, hand: Sequence[int], equity: str) -> tuple[Estimate, Estimate]:
    (belief,) = seen.beliefs
    rules = seen.position.rules
    if rules.loser == "lowest":
        return _by_points(seen, hand, equity)
    ranks = showdown_ranks(rules)
    own, theirs = ranks[hand_index(hand)], ranks[belief.hands]
    above = float(belief.chance[theirs < own].sum())
    equal = float(belief.chance[theirs == own].sum())
    return exact(0), exact(above + equal / 2)


def _by_points(seen: Seen, hand: Sequence[int], equity: str) -> tuple[Estimate, Estimate]:
    """Where the lowest score pays a token, and all who tie for it."""
    position, (belief,) = seen.position, seen.beliefs
    own, theirs = score(hand, position.rules), scores(position.rules)[belief.hands]
    me, him = position.seat, next(seat for seat in position.order if seat != position.seat)
    chances = [float(belief.chance[at].sum()) for at in (theirs < own, theirs == own, theirs > own)]
    ways = []
    for payers in ((him,), (me, him), (me,)):
        paid = [0] * position.players
        for seat in payers:
            paid[seat] = 1
        ways.append(paid)
    # Whoever makes 31 shows it, and only the other pays; his 31 would have been shown before.
    pot = pot_chances(position, ways, equity)
    return exact(chances[1] + chances[2]), exact(float(np.dot(chances, pot)))
