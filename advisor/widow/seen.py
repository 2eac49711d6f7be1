"""A position of `widow` made ready for the compiled loop: deals worlds, plays moves in them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from advisor.hands import hand_cards, hand_masks
from advisor.players.widow import codes
from advisor.players.widow_solved import move_of
from advisor.widow.beliefs import beliefs, shown_by_me

if TYPE_CHECKING:
    from collections.abc import Sequence

    from advisor.moves import Move
    from advisor.position import Position
    from advisor.referee.history import Event

OWN: Final = "solved"
"""How the player himself is taken to play on."""


@dataclass(frozen=True, slots=True)
class Worlds:
    """What came of every move in every world; seats in the order of turns.

    Parameters
    ----------
    paid, pot
        Tokens paid and shares of the pot, shape (worlds, moves, seats).
    final
        Place of the hands held at the end (higher is better), same shape.
    capped
        Hands that were given up, shape (worlds, moves).
    """

    paid: NDArray[np.uint8]
    pot: NDArray[np.float32]
    final: NDArray[np.int32]
    capped: NDArray[np.bool_]


class ImpossibleError(RuntimeError):
    """No world fits what is known."""


class Seen:
    """One position, and what the others may hold in it.

    Parameters
    ----------
    position
        What the player to move sees.
    opponents
        Name of the player the others are taken to be.
    log
        What has happened in the hand; see :func:`~advisor.widow.beliefs.beliefs`.
    own
        How the player himself plays on.
    """

    def __init__(
        self,
        position: Position,
        opponents: str,
        log: Sequence[Event] = (),
        *,
        own: str = OWN,
    ) -> None:
        # Numba is wanted from here on only.
        from advisor.playout.widow import game_for  # noqa: PLC0415
        from advisor.playout.widow_state import state_of  # noqa: PLC0415

        self.position = position
        self.beliefs = beliefs(position, opponents, log)
        """What each opponent may hold, in the order of turns after one's own seat."""
        self.seat = position.order.index(position.seat)
        names = [opponents] * len(position.order)
        names[self.seat] = own
        self._players, self._game = codes(names), game_for(position.rules, names)
        self._state = state_of(position, shown=shown_by_me(position, log))
        self._may_hold = np.concatenate([belief.hands for belief in self.beliefs])
        self._up_to = np.concatenate([np.cumsum(belief.chance) for belief in self.beliefs])
        self._starts = np.cumsum([0, *(len(belief.hands) for belief in self.beliefs)])
        held = [card for cards in position.held for card in cards]
        self._unseen = np.array(sorted({*position.unseen, *held}), dtype=np.int8)

    def play(
        self, moves: Sequence[Move], worlds: int, *, seed: int, first: int = 0, threads: int = 1
    ) -> Worlds:
        """Play every move on the same worlds.

        Parameters
        ----------
        moves
            The moves to compare.
        worlds
            How many worlds.
        seed, first
            Seed, 0 to 2**63 - 1; number of the first world.
        threads
            Threads to share the work; the result does not depend on it.

        Raises
        ------
        ImpossibleError
            If no hands fit what is known of all of them together.
        """
        from advisor.playout.batch import spread  # noqa: PLC0415  # numba

        shape = (worlds, len(moves), len(self._players))
        out = Worlds(
            np.empty(shape, dtype=np.uint8),
            np.empty(shape, dtype=np.float32),
            np.empty(shape, dtype=np.int32),
            np.empty(shape[:2], dtype=np.bool_),
        )
        numbers = np.array([self._number(move) for move in moves], dtype=np.int64)
        spread(worlds, threads, lambda part: self._play(numbers, seed, first, out, part))
        return out

    def _play(
        self, moves: NDArray[np.int64], seed: int, first: int, out: Worlds, part: slice
    ) -> None:
        from advisor.playout.widow_worlds import play_worlds  # noqa: PLC0415  # numba

        if not play_worlds(
            seed,
            first + part.start,
            self._may_hold,
            self._up_to,
            self._starts,
            hand_cards(),
            hand_masks(),
            np.array(self.position.hand, dtype=np.int64),
            np.array(self.position.widow, dtype=np.int64),
            self._unseen,
            self.seat,
            self._state,
            self._players,
            self._game,
            moves,
            out.paid[part],
            out.pot[part],
            out.final[part],
            out.capped[part],
        ):
            raise ImpossibleError("no hands fit what everybody is known to hold")

    def _number(self, move: Move) -> int:
        from advisor.playout.widow_swaps import KNOCK, SHOW  # noqa: PLC0415  # numba

        if move.action in ("knock", "show"):
            return KNOCK if move.action == "knock" else SHOW
        return move_of(move.give, move.get, self.position)
