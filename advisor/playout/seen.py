"""One position made ready for the compiled loop."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from advisor.playout import codes
from advisor.playout import worlds as seen_worlds
from advisor.playout.batch import game, seats, spread
from advisor.rules import require
from advisor.turns import turns_had, turns_watched

if TYPE_CHECKING:
    from collections.abc import Sequence

    from advisor.moves import Move
    from advisor.position import Position

PILOT: Final = 256
"""Worlds that show whether the conditions on the opponents' hands can be met."""
PILOT_FAILURES: Final = 300
"""Hands for each opponent and world that may break the conditions; beyond it the conditions
are dropped, and this is said."""

MAX_FAILURES: Final = 2**40

KINDS: Final = {
    "knock": codes.KNOCK,
    "take": codes.TAKE,
    "draw": codes.DRAW,
    "show": codes.SHOW,
    "pass": codes.PASS,
}


@dataclass(frozen=True, slots=True)
class Worlds:
    """What came of every move in every world.

    Parameters
    ----------
    paid
        Tokens each seat pays, shape (worlds, moves, seats).
    final
        Score of each seat when the hand ended, in half points, same shape.
    ending
        Why it ended (codes of :mod:`advisor.playout.codes`), shape (worlds, moves).
    conditioned
        Whether the opponents' hands were dealt given that they have not knocked.
    """

    paid: NDArray[np.uint8]
    final: NDArray[np.int8]
    ending: NDArray[np.uint8]
    conditioned: bool = True

    def __len__(self) -> int:
        return len(self.paid)

    @property
    def capped(self) -> int:
        """Hands that were given up after too many turns, in all moves together."""
        return int(np.count_nonzero(self.ending == codes.CAPPED))


class Table:
    """One position made ready for the compiled loop; deals and plays worlds from it.

    Parameters
    ----------
    position
        What the player to move sees; seats are turned so that he is seat 0 inside.
    opponents
        Name of the opponents' rule of thumb.
    turns
        Turns each seat (by its number at the table) has had; None to count them.
    conditioned
        Whether to deal the opponents' hands given that they have knocked, or not knocked, by
        their rule.
    """

    def __init__(
        self,
        position: Position,
        *,
        opponents: str,
        turns: Sequence[int] | None = None,
        conditioned: bool = True,
    ) -> None:
        rules = position.rules
        require(rules, game="scat", doing="playing out a hand")
        order = position.order
        place = order.index(position.seat)
        self.seats = (*order[place:], *order[:place])
        """Seats at the table in the order of their turns, the own seat first."""
        players = len(self.seats)
        self._seats = seats([opponents] * players, rules)
        self._thresholds = self._seats.thresholds
        self._position = position
        known = np.zeros((players, 3), dtype=np.int8)
        held = [position.held[seat] if position.held else () for seat in self.seats]
        for index, cards in enumerate(held):
            known[index, : len(cards)] = cards
        self._known = known
        self._n_known = np.array([len(cards) for cards in held], dtype=np.int64)
        self._knocker = -1 if position.knocked_by is None else self.seats.index(position.knocked_by)
        had = [turns_had(position, seat) for seat in self.seats]
        if turns is not None:
            had = [turns[seat] for seat in self.seats]
        self._turns = np.array(had, dtype=np.int64)
        watched = [turns_watched(position, seat) for seat in self.seats]
        self._watched = np.array(watched, dtype=np.int64)
        self._conditioned = conditioned and self._conditions_can_be_met()
        if not self._conditioned:
            self._drop_conditions()

    @property
    def conditioned(self) -> bool:
        """Whether the opponents' hands are dealt given that they have not knocked."""
        return self._conditioned

    def play(
        self,
        moves: Sequence[Move],
        own: Sequence[str],
        worlds: int,
        *,
        seed: int,
        first: int = 0,
        threads: int = 1,
    ) -> Worlds:
        """Play every move on the same worlds.

        Parameters
        ----------
        moves
            The moves to compare.
        own
            For each move the rule of thumb by which the player himself plays on.
        worlds
            How many worlds.
        seed
            Seed of the random numbers, 0 to 2**63 - 1.
        first
            Number of the first world; worlds 0 to 99 then 100 to 199 equal 0 to 199.
        threads
            Threads to share the work; the result does not depend on it.
        """
        players = len(self.seats)
        shape = (worlds, len(moves))
        result = Worlds(
            paid=np.empty((*shape, players), dtype=np.uint8),
            final=np.empty((*shape, players), dtype=np.int8),
            ending=np.empty(shape, dtype=np.uint8),
            conditioned=self._conditioned,
        )
        spread(worlds, threads, lambda part: self._play(moves, own, seed, first, result, part))
        return self._at_the_table(result)

    def _play(
        self,
        moves: Sequence[Move],
        own: Sequence[str],
        seed: int,
        first: int,
        out: Worlds,
        part: slice,
    ) -> None:
        failed = self._kernel(
            moves, own, seed, first + part.start, out.paid[part], out.final[part], out.ending[part]
        )
        if failed < 0:
            raise ImpossibleError

    def _kernel(
        self,
        moves: Sequence[Move],
        own: Sequence[str],
        seed: int,
        first: int,
        paid: NDArray[np.uint8],
        final: NDArray[np.int8],
        ending: NDArray[np.uint8],
        failures: int = MAX_FAILURES,
    ) -> int:
        position = self._position
        return int(
            seen_worlds.play_worlds(
                seed,
                first,
                np.array(position.unseen, dtype=np.int8),
                np.array(position.hand, dtype=np.int8),
                -1 if position.top is None else position.top,
                np.array(position.discards, dtype=np.int8),
                self._known,
                self._n_known,
                self._turns,
                self._watched,
                position.turn,
                self._knocker,
                self._seats,
                seats(own, position.rules) if own else self._seats,
                game(position.rules),
                failures,
                np.array([KINDS[move.action] for move in moves], dtype=np.int64),
                np.array(
                    [-1 if move.discard is None else move.discard for move in moves],
                    dtype=np.int64,
                ),
                paid,
                final,
                ending,
            )
        )

    def _conditions_can_be_met(self) -> bool:
        """Try a few worlds: not if nearly all deals break the conditions."""
        players = len(self.seats)
        paid = np.empty((PILOT, 0, players), dtype=np.uint8)
        final = np.empty((PILOT, 0, players), dtype=np.int8)
        ending = np.empty((PILOT, 0), dtype=np.uint8)
        allowed = PILOT_FAILURES * PILOT * (players - 1)
        return self._kernel([], [], 0, 0, paid, final, ending, allowed) >= 0

    def _drop_conditions(self) -> None:
        """Deal the opponents' hands whatever their rule says about a knock."""
        self._watched = np.zeros_like(self._watched)
        if self._knocker > 0:
            self._thresholds[self._knocker] = 0

    def _at_the_table(self, worlds: Worlds) -> Worlds:
        """Turn the seats back to their numbers at the table; seats that are out pay nothing."""
        seats = self._position.players
        paid = np.zeros((*worlds.ending.shape, seats), dtype=np.uint8)
        final = np.zeros((*worlds.ending.shape, seats), dtype=np.int8)
        paid[:, :, list(self.seats)] = worlds.paid
        final[:, :, list(self.seats)] = worlds.final
        return Worlds(paid, final, worlds.ending, worlds.conditioned)


class ImpossibleError(RuntimeError):
    """No world fits what is known; cannot happen once the pilot has passed."""
