"""What all the other players do between two turns of mine, when there are several.

The next one is treated exactly (:mod:`advisor.solve.meanfield`). Of the later ones there is
kept, for every hand that I may hold, how often they show 31, knock, and come to each score on
a last turn, under the top cards that are usual at their turns.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from advisor.hands import N_HANDS
from advisor.players.solved import N_PAIRS
from advisor.suits import RANKS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from advisor.solve.known import Known
    from advisor.solve.meanfield import Strategy


class Others:
    """The players after the next one.

    Parameters
    ----------
    known, strategy
        Facts about hands; what everybody does.
    heat
        Temperature of the logit chances, in tokens.
    """

    def __init__(self, known: Known, strategy: Strategy, heat: float) -> None:
        self._known, self._strategy, self._heat = known, strategy, heat
        players, turns = strategy.players, strategy.turns
        hands, width = len(known.whole_first), known.levels + 1
        self.survival = np.zeros((2, turns + 2 * players, hands, width))
        self._lap_tops = np.zeros((turns, RANKS))
        self._chances = np.zeros((turns + players, hands, width))
        self._throws = np.zeros((players, len(known.first), 52))
        self._own, self._sums = np.empty((N_HANDS, width)), np.empty((1379, width))
        self._wins = np.zeros((hands, players, 3, width))
        self._last_turns()
        for turn in range(turns, turns + players):
            self.see(turn)

    def _last_turns(self) -> None:
        """Sum up the scores of all last turns; who comes later sees what others left."""
        from advisor.playout import lap  # noqa: PLC0415  # Numba is wanted from here on only

        strategy, players = self._strategy, self._strategy.players
        self._lap_tops[1] = strategy.tops[0]
        for turn in range(1, strategy.turns):
            kinds = {lap.FIRST: strategy.tops[turn - 1], lap.LATER: self._lap_tops[turn]}
            hands, last = strategy.acting[turn], strategy.last[turn]
            for kind, tops in kinds.items():
                lap.last_rows(tops, hands, last, self._known, self._own, self._sums)
                lap.survivals(self._own, self._sums, self._known, self.survival[kind, turn])
            if turn + 1 < strategy.turns:
                # One of those before the last of a lap is the first.
                tops = (kinds[lap.FIRST] + (players - 3) * kinds[lap.LATER]) / (players - 2)
                lap.left_behind(tops, hands, last, self._known, self._lap_tops[turn + 1])
                self._lap_tops[turn + 1] /= 4
        for turn in range(strategy.turns, strategy.turns + 2 * players):
            self.survival[:, turn] = self.survival[:, strategy.row(turn)]

    def see(self, turn: int) -> None:
        """Sum up what is done at a turn, from now on."""
        from advisor.playout import induction, lap  # noqa: PLC0415

        strategy, row = self._strategy, self._strategy.row(turn)
        rows, own = np.empty((N_HANDS, 53)), np.empty((N_HANDS, 54))
        sums = np.empty((induction.PLACES, 53 + self._known.levels))
        induction.after_draws(strategy.throw[row], self._known, rows)
        lap.usual_answers(
            strategy.tops[row], strategy.acting[row], strategy.move[row], rows, self._known, own,
            sums,
        )  # fmt: skip
        throws = self._throws[turn % strategy.players]
        lap.turns_apart(own, sums, self._known, self._chances[turn], throws)

    def choose_last(self, turn: int) -> NDArray[np.float64]:
        """Choose between the top card and a draw on a last turn, if my turn before was `turn`.

        Returns
        -------
        ndarray, shape (63193,)
            Chance to take the top card.
        """
        from advisor.playout import lap  # noqa: PLC0415

        hands, width = self.survival.shape[2:]
        open_to, worth = np.empty((hands, 2)), np.empty((hands, 2, width))
        lap.knocks_met(
            turn, self._chances, self.survival, self._known, self._strategy.players, self._wins,
            open_to, worth,
        )  # fmt: skip
        last = np.full(N_PAIRS, 0.5)
        lap.last_turns(self._tops(turn), open_to, worth, self._known, self._heat, last)
        return last

    def follow(
        self, turn: int, last: NDArray[np.float64], later: NDArray[np.float64]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Value what follows the next player's turn.

        Parameters
        ----------
        turn
            My turn; :meth:`choose_last` was asked about it last.
        last
            Its answer.
        later
            Value of my next turn, shape (63193,).

        Returns
        -------
        tuple of ndarray
            Value for every hand that I may hold if he knocks with each score, shape
            (1755, levels), and if he plays on, shape (1755,).
        """
        from advisor.playout import lap  # noqa: PLC0415

        known, players = self._known, self._strategy.players
        hands, width = self.survival.shape[2:]
        final, go_on = np.empty((hands, 2, width)), np.empty(hands)
        lap.my_scores(self._tops(turn), last, known, final)
        lap.next_turn(self._throws[(turn + players - 1) % players], later, known, go_on)
        knocked, rest = np.empty((hands, width - 1)), np.empty(hands)
        lap.after_next(turn, self._chances, self._wins, final, go_on, known, players, knocked, rest)
        return knocked, rest

    def _tops(self, turn: int) -> NDArray[np.float64]:
        """Top cards of my last turn as the first after the knock and as a later one."""
        strategy, mine = self._strategy, turn + self._strategy.players
        return np.stack([strategy.tops[strategy.row(mine - 1)], self._lap_tops[strategy.row(mine)]])
