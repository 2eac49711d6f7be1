"""One position made ready for the compiled loop."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from advisor.belief import believe
from advisor.hands import best_drawing, mask_of, score
from advisor.players.clues import clue_of
from advisor.players.nearest import nearest_way
from advisor.players.solved import SOLVED
from advisor.playout import codes
from advisor.playout import worlds as seen_worlds
from advisor.playout.batch import game, seats, spread
from advisor.playout.hand import KNOCKER, LAST, LEFT, N_AT, PILE, TOP, TURN, Hand
from advisor.rules import require

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from advisor.belief import Belief
    from advisor.moves import Move
    from advisor.players.written import Ways
    from advisor.playout.seats import Seats
    from advisor.position import Position
    from advisor.rules import Rules

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
    luck
        What luck brought at the first card of the stock, each with mean zero, shape
        (worlds, 3); see :mod:`advisor.playout.worlds`.
    conditioned
        Whether the opponents' hands were dealt given that they have not knocked.
    """

    paid: NDArray[np.uint8]
    final: NDArray[np.int8]
    ending: NDArray[np.uint8]
    luck: NDArray[np.float32]
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
        Name of the opponents: a rule of thumb, or ``solved``; or one for each of their seats.
    turns
        Turns each seat (by its number at the table) has had; None to count them.
    conditioned
        Whether to deal the opponents' hands given what they did, or at least that they have
        knocked, or not knocked, by their rule.
    belief
        What they may hold, if that is known already.
    """

    def __init__(
        self,
        position: Position,
        *,
        opponents: str | Mapping[int, str],
        turns: Sequence[int] | None = None,
        conditioned: bool = True,
        belief: Belief | None = None,
    ) -> None:
        require(position.rules, game="scat", doing="playing out a hand")
        self._position = position
        if belief is None:
            belief = believe(position, opponents, turns=turns, conditioned=conditioned)
        self.seats = (position.seat, *belief.seats)
        """Seats at the table in the order of their turns, the own seat first."""
        self.belief = belief
        self._others = tuple(
            opponents if isinstance(opponents, str) else opponents[seat] for seat in belief.seats
        )
        self._asked = seen_hand(position, self.seats)
        self._sums = np.cumsum(belief.weights, axis=1)

    @property
    def conditioned(self) -> bool:
        """Whether the opponents' hands are dealt given what they did."""
        return self.belief.conditioned

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
            For each move the player like whom he himself plays on.
        worlds
            How many worlds.
        seed
            Seed of the random numbers, 0 to 2**63 - 1.
        first
            Number of the first world; worlds 0 to 99 then 100 to 199 equal 0 to 199.
        threads
            Threads to share the work; the result does not depend on it.
        """
        players, shape = len(self.seats), (worlds, len(moves))
        result = Worlds(
            paid=np.empty((*shape, players), dtype=np.uint8),
            final=np.empty((*shape, players), dtype=np.int8),
            ending=np.empty(shape, dtype=np.uint8),
            luck=np.empty((worlds, seen_worlds.LUCK), dtype=np.float32),
            conditioned=self.conditioned,
        )
        together = (*own, *self._others)
        playing = _playing(together, self._position.rules, players)
        mine = _only(playing, slice(len(own)))
        # Seat 0 plays as each option says.
        seated = _only(playing, np.r_[0, len(own) : len(together)])
        spread(
            worlds,
            threads,
            lambda part: self._play(moves, mine, seated, seed, first, result, part),
        )
        return self._at_the_table(result)

    def _play(
        self,
        moves: Sequence[Move],
        mine: Seats,
        seated: Seats,
        seed: int,
        first: int,
        out: Worlds,
        part: slice,
    ) -> None:
        rules = self._position.rules
        played = seen_worlds.play_worlds(
            seed,
            first + part.start,
            self._asked,
            self._sums,
            seated,
            mine,
            game(rules),
            best_drawing(rules),
            np.array([KINDS[move.action] for move in moves], dtype=np.int64),
            np.array(
                [-1 if move.discard is None else move.discard for move in moves], dtype=np.int64
            ),
            out.paid[part],
            out.final[part],
            out.ending[part],
            out.luck[part],
        )
        if played < part.stop - part.start:
            raise ImpossibleError

    def _at_the_table(self, worlds: Worlds) -> Worlds:
        """Turn the seats back to their numbers at the table; seats that are out pay nothing."""
        seats = self._position.players
        paid = np.zeros((*worlds.ending.shape, seats), dtype=np.uint8)
        final = np.zeros((*worlds.ending.shape, seats), dtype=np.int8)
        paid[:, :, list(self.seats)] = worlds.paid
        final[:, :, list(self.seats)] = worlds.final
        return replace(worlds, paid=paid, final=final)


class ImpossibleError(RuntimeError):
    """No hands of the others fit together; cannot happen in a position that can exist."""


@lru_cache(maxsize=4)
def _playing(names: tuple[str, ...], rules: Rules, players: int) -> Seats:
    """How some players play at a table of so many; tables are written out once."""
    ways: dict[str, str | Ways] = {name: name for name in names}
    if SOLVED in ways:
        way = nearest_way(SOLVED, rules, players)
        ways[SOLVED] = way.ways
    return seats([ways[name] for name in names], rules)


def _only(seats: Seats, rows: slice | NDArray[np.intp]) -> Seats:
    """Keep some of the players."""
    return seats._replace(
        thresholds=np.ascontiguousarray(seats.thresholds[rows]),
        styles=np.ascontiguousarray(seats.styles[rows]),
        which=np.ascontiguousarray(seats.which[rows]),
    )


def seen_hand(position: Position, order: Sequence[int]) -> Hand:
    """Write down, for the compiled loops, what a player sees; he is seat 0 there.

    Parameters
    ----------
    position
        What he sees.
    order
        Seats at the table in the order of their turns, his own first.
    """
    players = len(order)
    hand = Hand(
        np.zeros((players, 3), dtype=np.int8),
        np.zeros(players, dtype=np.int8),
        np.zeros(64, dtype=np.int8),
        np.zeros(64, dtype=np.int8),
        np.zeros(players, dtype=np.int64),
        np.zeros(N_AT, dtype=np.int64),
    )
    hand.hands[0], hand.final[0] = position.hand, score(position.hand, position.rules)
    for place, seat in enumerate(order):
        hand.known[place] = mask_of(position.held[seat]) if position.held else 0
    hand.pile[: len(position.discards)] = position.discards
    knocker = -1 if position.knocked_by is None else order.index(position.knocked_by)
    hand.at[TURN], hand.at[PILE] = position.turn, len(position.discards)
    hand.at[LAST] = clue_of(position).last
    hand.at[TOP] = -1 if position.top is None else position.top
    # The seats from 0 up to the knocker have their last turn still to come.
    hand.at[KNOCKER], hand.at[LEFT] = knocker, max(knocker, 0)
    return hand
