"""A strategy for ``scat`` by backward induction over (hand, top card, turn).

What is approximate: at each turn another player's hand has the distribution that it has on
average at that turn, given only that it shares no card with mine or with the top card that he
sees: what he took and threw is forgotten, and the others' hands are independent of each other.
With more than two players it is also forgotten, of all but the next one, which card I threw:
they see the top cards that are usual at their turns. Given that, everything is a sum, and
nothing is sampled. What a player wins is the mean of what the others pay, minus what he pays.

Each round answers the average of all rounds before (fictitious play) with logit chances, from
the last turn back to the first. Later turns repeat the last ones, one for each player.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from advisor.hands import N_HANDS
from advisor.players.solved import N_FOUR_CLASSES, N_PAIRS, row_of
from advisor.solve.known import known
from advisor.solve.others import Others
from advisor.suits import RANKS

if TYPE_CHECKING:
    from advisor.rules import Rules

MIN_PLAYERS, MAX_PLAYERS = 2, 9


@dataclass(slots=True)
class Strategy:
    """What all players do on average, and how often they hold what.

    Parameters
    ----------
    players
        How many there are.
    move
        Chances to knock, take and throw the low, middle or high card, or draw, for each class
        of hand and top card: shape (turns, 63193, 5).
    throw
        Chances to throw each of four cards after a draw, shape (turns, 16432, 4).
    last
        Chance to take the top card when this turn comes after a knock, shape (turns, 63193).
    acting
        Chance of the hands of who is to move, shape (turns, 22100).
    tops
        Chance of the top card being a certain one of each rank, shape (turns, 13).
    tail
        Value of the last turns for who is to move, shape (players, 63193).
    rounds
        Rounds averaged.
    """

    players: int
    move: NDArray[np.float32]
    throw: NDArray[np.float32]
    last: NDArray[np.float32]
    acting: NDArray[np.float64]
    tops: NDArray[np.float64]
    tail: NDArray[np.float64]
    rounds: int = 0

    @property
    def turns(self) -> int:
        """Turns that have a table of their own; later ones repeat the last of each player."""
        return len(self.move)

    def row(self, turn: int) -> int:
        """Find the table for a turn."""
        return row_of(turn, self.turns, self.players)


def start(rules: Rules, players: int, turns: int) -> Strategy:
    """Begin with chances that are the same for every choice.

    Parameters
    ----------
    rules, players
        The rules; how many players.
    turns
        Turns of all players together that have a table of their own: a multiple of
        `players`, at least two for each.
    """
    facts = known(rules)
    even = (facts.level < facts.levels) / (facts.level < facts.levels).sum()
    return Strategy(
        players=players,
        move=np.full((turns, N_PAIRS, 5), 0.2, dtype=np.float32),
        throw=np.full((turns, N_FOUR_CLASSES, 4), 0.25, dtype=np.float32),
        last=np.full((turns, N_PAIRS), 0.5, dtype=np.float32),
        acting=np.tile(even, (turns, 1)),
        tops=np.full((turns, RANKS), 1 / 52),
        tail=np.zeros((players, N_PAIRS)),
    )


def improve(rules: Rules, strategy: Strategy, weight: float, heat: float) -> None:
    """Answer the strategy at every turn and mix the answer into it.

    Parameters
    ----------
    rules, strategy
        The rules; what has been averaged so far; changed.
    weight
        Weight of the answer in the new average.
    heat
        Temperature of the logit chances, in tokens.
    """
    forward(rules, strategy)
    _Sweep(rules, strategy, weight, heat).run()
    strategy.rounds += 1


def values(
    rules: Rules, strategy: Strategy, heat: float
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Value every choice against the strategy, without changing it.

    Returns
    -------
    tuple of ndarray
        In tokens: every move, shape (turns, 63193, 5); every hand after a throw, by the
        card thrown, shape (turns, 63193).
    """
    # With weight 0 nothing is mixed in; only the tail would be written over.
    sweep = _Sweep(rules, replace(strategy, tail=strategy.tail.copy()), 0.0, heat)
    sweep.run()
    return np.stack(sweep.worth[::-1]), np.stack(sweep.waiting[::-1])


def forward(rules: Rules, strategy: Strategy) -> None:
    """Follow the hands and the top card from the deal on."""
    from advisor.playout import induction  # noqa: PLC0415  # Numba is wanted from here on only

    thrown, after = np.empty(RANKS), np.empty(N_HANDS)
    for turn in range(strategy.turns - 1):
        induction.play_on(
            strategy.acting[turn], strategy.tops[turn], strategy.move[turn],
            strategy.throw[turn], known(rules), after, thrown,
        )  # fmt: skip
        if turn + strategy.players < strategy.turns:
            strategy.acting[turn + strategy.players] = after
        strategy.tops[turn + 1] = thrown / 4


class _Sweep:
    """One round from the last turn back to the first."""

    def __init__(self, rules: Rules, strategy: Strategy, weight: float, heat: float) -> None:
        self.known = known(rules)
        self.strategy, self.weight, self.heat = strategy, weight, heat
        self.worth: list[NDArray[np.float32]] = []
        self.waiting: list[NDArray[np.float32]] = []
        self.others = Others(self.known, strategy, heat) if strategy.players > 2 else None

    def run(self) -> None:
        """Answer every turn; what comes after the last ones is as it was one round ago."""
        tail, turns, players = self.strategy.tail, self.strategy.turns, self.strategy.players
        ahead = list(tail.copy())
        for turn in range(turns - 1, -1, -1):
            value = self._turn(turn, ahead[-1])
            ahead = [value, *ahead[:-1]]
            if turn >= turns - players:
                tail[turn - turns + players] = value
        # Who has not thrown yet may be on his last turn too, after a knock before him.
        for turn in range(-1, -players, -1):
            self._wait(turn, ahead[turn + players])

    def _turn(self, turn: int, later: NDArray[np.float64]) -> NDArray[np.float64]:
        """Answer at one turn; returns the value of its start, shape (63193,)."""
        from advisor.playout import induction  # noqa: PLC0415

        waiting = self._wait(turn, later)
        fours, throw = np.empty(N_FOUR_CLASSES), np.zeros((N_FOUR_CLASSES, 4))
        induction.throw_values(waiting, self.known, self.heat, fours, throw)
        self._mix(self.strategy.throw[turn], throw)
        move, worth = np.zeros((N_PAIRS, 5)), np.zeros((N_PAIRS, 5), dtype=np.float32)
        value = np.zeros(N_PAIRS)
        induction.move_values(
            waiting, fours, self._knock(turn), self.known, self.heat, value, move, worth
        )
        self._mix(self.strategy.move[turn], move)
        self.worth.append(worth)
        self.waiting.append(waiting.astype(np.float32))
        if self.others is not None:
            self.others.see(turn)
        return value

    def _knock(self, turn: int) -> NDArray[np.float64]:
        """Value a knock for every top card and hand, shape (63193,)."""
        from advisor.playout import induction, lap  # noqa: PLC0415

        strategy, value = self.strategy, np.zeros(N_PAIRS)
        crowds = np.empty((len(self.known.whole_first), 3, self.known.levels + 1))
        survival = np.empty((2, 0, 0, 0)) if self.others is None else self.others.survival
        lap.knock_crowds(survival, strategy.players, turn, crowds)
        row, width = strategy.row(turn + 1), self.known.levels + 1
        own, sums = np.empty((N_HANDS, width)), np.empty((induction.PLACES, width))
        for rank in range(RANKS):
            lap.last_rows(
                np.eye(RANKS)[rank], strategy.acting[row], strategy.last[row], self.known, own,
                sums,
            )  # fmt: skip
            lap.knock_values(rank, own, sums, crowds, self.known, strategy.players, value)
        return value

    def _wait(self, turn: int, later: NDArray[np.float64]) -> NDArray[np.float64]:
        """Value what is kept after a throw at this turn, for every card thrown and hand."""
        value, last = np.zeros(N_PAIRS), np.full(N_PAIRS, 0.5)
        if self.others is None:
            self._wait_for_one(turn, later, value, last)
        else:
            last = self.others.choose_last(turn)
            if turn >= 0:
                self._wait_for_all(turn, self.others.follow(turn, last, later), value)
        if turn + self.strategy.players < self.strategy.turns:
            self._mix(self.strategy.last[turn + self.strategy.players], last)
        return value

    def _wait_for_one(
        self,
        turn: int,
        later: NDArray[np.float64],
        value: NDArray[np.float64],
        last: NDArray[np.float64],
    ) -> None:
        """Wait for the only other player."""
        from advisor.playout import induction  # noqa: PLC0415

        strategy, row = self.strategy, self.strategy.row(turn + 1)
        rows = np.empty((N_HANDS, induction.KNOCKS))
        own = np.empty((N_HANDS, induction.KNOCKS + 1))
        sums = np.empty((induction.PLACES, induction.KNOCKS + self.known.levels))
        induction.after_draws(strategy.throw[row], self.known, rows)
        for rank in range(RANKS):
            induction.answer_rows(
                rank, strategy.acting[row], strategy.move[row],
                strategy.throw[row], rows, self.known, own, sums,
            )  # fmt: skip
            induction.waiting_values(rank, own, sums, later, self.known, self.heat, value, last)

    def _wait_for_all(
        self,
        turn: int,
        follow: tuple[NDArray[np.float64], NDArray[np.float64]],
        value: NDArray[np.float64],
    ) -> None:
        """Wait for the next player, and for those after him as :meth:`Others.follow` says."""
        from advisor.playout import induction, lap  # noqa: PLC0415

        strategy, row = self.strategy, self.strategy.row(turn + 1)
        own = np.empty((N_HANDS, lap.BY_LEVEL + 1))
        sums = np.empty((induction.PLACES, lap.BY_LEVEL + self.known.levels))
        for rank in range(RANKS):
            lap.next_answers(rank, strategy.acting[row], strategy.move[row], self.known, own, sums)
            lap.waiting_values(rank, own, sums, *follow, self.known, strategy.players, value)

    def _mix(self, average: NDArray[np.float32], answer: NDArray[np.float64]) -> None:
        average *= 1 - self.weight
        average += np.float32(self.weight) * answer.astype(np.float32)
