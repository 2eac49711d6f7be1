"""A strategy for two players of ``scat`` by backward induction over (hand, top card, turn).

What is approximate: at each turn the other player's hand has the distribution that it has on
average at that turn, given only that it shares no card with mine or with the top card: what
he took and threw is forgotten. Given that, everything is a sum, and nothing is sampled.

Each round answers the average of all rounds before (fictitious play) with logit chances, from
the last turn back to the first. Later turns repeat the last two.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from advisor.hands import N_HANDS, THIRTY_ONE, best_drawing, best_taking, hand_cards, scores
from advisor.odds.keeping import pair_with_card, pairs_left
from advisor.odds.showdown import payments
from advisor.suits import N_FOURS, RANKS, four_cards, fours_with, kept_of_four, swapped

if TYPE_CHECKING:
    from advisor.rules import Rules


@dataclass(frozen=True, slots=True)
class Facts:
    """What the rules make of every hand, as the compiled sums want it.

    Parameters
    ----------
    hands
        Cards of every hand, shape (22100, 3).
    level, levels
        Number of each hand's score among all scores below 31, lowest first, shape (22100,);
        31 has the number `levels`.
    taking
        Hand made by taking the top card and throwing the low, middle or high card,
        shape (13, 66300).
    best_taking, best_drawing
        Level of the best hand that a taken or drawn card makes, shape (22100, 52).
    drawing_counts
        How many cards lead each hand to each level, shape (22100, levels + 1).
    four_shows
        Whether four cards hold 31, shape (270725,).
    pays
        What a player who has not knocked wins; see :func:`induction.waiting_values`.
    """

    hands: NDArray[np.int64]
    level: NDArray[np.int64]
    levels: int
    taking: NDArray[np.int64]
    best_taking: NDArray[np.int64]
    best_drawing: NDArray[np.int64]
    drawing_counts: NDArray[np.float64]
    four_shows: NDArray[np.bool_]
    pays: NDArray[np.float64]


@dataclass(slots=True)
class Strategy:
    """What both players do on average, and how often they hold what.

    Parameters
    ----------
    move
        Chances to knock, take and throw the low, middle or high card, or draw: shape
        (turns, 5, 13, 22100).
    throw
        Chances to throw each of four cards after a draw, shape (turns, 270725, 4).
    last
        Chance to take the top card on the last turn, after a knock at this turn, shape
        (turns, 13, 22100).
    acting, waiting
        Chance of the hands of who is to move and of the other, shape (turns, 22100).
    tail
        Value of the last two turns for who is to move, shape (2, 13, 22100).
    rounds
        Rounds averaged.
    """

    move: NDArray[np.float32]
    throw: NDArray[np.float32]
    last: NDArray[np.float32]
    acting: NDArray[np.float64]
    waiting: NDArray[np.float64]
    tail: NDArray[np.float64]
    rounds: int = 0

    @property
    def turns(self) -> int:
        """Turns that have a table of their own; later ones repeat the last two."""
        return len(self.move)


@cache
def facts(rules: Rules) -> Facts:
    """Look up what the rules make of every hand."""
    scored = scores(rules)
    values = np.unique(scored[scored < THIRTY_ONE])
    levels = len(values)

    def level(half_points: NDArray[np.int8]) -> NDArray[np.int64]:
        return np.searchsorted(values, half_points).astype(np.int64)

    tops = 4 * np.arange(RANKS)
    taking = pair_with_card()[pairs_left()][:, :, tops].astype(np.int64)
    drawing, cards = level(best_drawing(rules)), hand_cards().astype(np.int64)
    counts = np.zeros((N_HANDS, levels + 1))
    for card in range(52):
        others = np.flatnonzero(~(cards == card).any(axis=1))
        counts[others, drawing[others, card]] += 1
    of_hand = level(scored)
    return Facts(
        hands=cards,
        level=of_hand,
        levels=levels,
        taking=np.ascontiguousarray(taking.transpose(2, 0, 1).reshape(RANKS, -1)),
        best_taking=level(best_taking(rules)),
        best_drawing=drawing,
        drawing_counts=counts,
        four_shows=(of_hand[kept_of_four()] == levels).any(axis=1),
        pays=_pays(rules),
    )


def _pays(rules: Rules) -> NDArray[np.float64]:
    """What one who has not knocked wins with more, as much, less, with 31, and against it."""
    pairs = [(payments(pair, 1, rules)) for pair in ((40, 38), (40, 40), (38, 40), (62, 40))]
    return np.array([*(other - mine for mine, other in pairs), -1.0])


def start(rules: Rules, turns: int) -> Strategy:
    """Begin with chances that are the same for every choice.

    Parameters
    ----------
    rules
        The rules.
    turns
        Turns of both players together that have a table of their own: an even number.
    """
    known = facts(rules)
    even = (known.level < known.levels) / (known.level < known.levels).sum()
    return Strategy(
        move=np.full((turns, 5, RANKS, N_HANDS), 0.2, dtype=np.float32),
        throw=np.full((turns, N_FOURS, 4), 0.25, dtype=np.float32),
        last=np.full((turns, RANKS, N_HANDS), 0.5, dtype=np.float32),
        acting=np.tile(even, (turns, 1)),
        waiting=np.tile(even, (turns, 1)),
        tail=np.zeros((2, RANKS, N_HANDS)),
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
        In tokens: every move, shape (turns, 5, 13, 22100); every hand after a throw, by the
        card thrown, shape (turns, 13, 22100).
    """
    # With weight 0 nothing is mixed in; only the tail would be written over.
    sweep = _Sweep(rules, replace(strategy, tail=strategy.tail.copy()), 0.0, heat)
    sweep.run()
    return np.stack(sweep.worth[::-1]), np.stack(sweep.waiting[::-1])


def forward(rules: Rules, strategy: Strategy) -> NDArray[np.float64]:
    """Follow the hands and the top card from the deal on; returns the tops, (turns, 13)."""
    from advisor.playout import induction  # noqa: PLC0415  # Numba is wanted from here on only

    known = facts(rules)
    tops = np.full((strategy.turns, RANKS), 1 / 52)
    after, thrown = np.empty(N_HANDS), np.empty(RANKS)
    for turn in range(strategy.turns - 1):
        induction.play_on(
            strategy.acting[turn], tops[turn], strategy.move[turn], strategy.throw[turn],
            known.hands, known.level, known.levels, known.taking, fours_with(), four_cards(),
            known.four_shows, kept_of_four(), swapped(), after, thrown,
        )  # fmt: skip
        strategy.acting[turn + 1] = strategy.waiting[turn]
        strategy.waiting[turn + 1] = after
        tops[turn + 1] = thrown / 4
    return tops


class _Sweep:
    """One round from the last turn back to the first."""

    def __init__(self, rules: Rules, strategy: Strategy, weight: float, heat: float) -> None:
        self.known = facts(rules)
        self.strategy, self.weight, self.heat = strategy, weight, heat
        width = 53 + self.known.levels
        self.own, self.sums = np.zeros((N_HANDS, width)), np.zeros((1379, width))
        width = self.known.levels + 1
        self.worth: list[NDArray[np.float32]] = []
        self.waiting: list[NDArray[np.float32]] = []
        self.own_scores, self.score_sums = np.zeros((N_HANDS, width)), np.zeros((1379, width))

    def run(self) -> None:
        """Answer every turn; what comes after the last ones is as it was one round ago."""
        turns, tail = self.strategy.turns, self.strategy.tail
        soon, later = tail
        for turn in range(turns - 1, -1, -1):
            value = self._turn(turn, later)
            soon, later = value, soon
            if turn >= turns - 2:
                tail[turn - turns + 2] = value
        # The second player has not thrown yet when the first one knocks at once.
        self._wait(-1, later)

    def _turn(self, turn: int, later: NDArray[np.float64]) -> NDArray[np.float64]:
        """Answer at one turn; returns the value of its start for every top card and hand."""
        from advisor.playout import induction  # noqa: PLC0415

        known, shared = self.known, (fours_with(), swapped())
        waiting = self._wait(turn, later)
        fours, throw = np.empty(N_FOURS), np.zeros((N_FOURS, 4), dtype=np.float32)
        induction.throw_values(
            waiting, kept_of_four(), four_cards(), known.four_shows, swapped(), self.heat, fours,
            throw,
        )  # fmt: skip
        self._mix(self.strategy.throw[turn], throw)
        move, worth = np.zeros((2, 5, RANKS, N_HANDS), dtype=np.float32)
        value, knock = np.zeros((RANKS, N_HANDS)), np.zeros(N_HANDS)
        for rank in range(RANKS):
            induction.knock_values(
                rank, self.strategy.waiting[turn], self.strategy.last[turn, rank], known.hands,
                known.level, known.levels, known.best_taking, known.best_drawing,
                known.drawing_counts, known.pays, self.own_scores, self.score_sums, knock,
            )  # fmt: skip
            induction.move_values(
                rank, waiting, fours, knock, known.hands, known.level, known.levels, known.taking,
                *shared, self.heat, value[rank], move, worth,
            )  # fmt: skip
        self._mix(self.strategy.move[turn], move)
        self.worth.append(worth)
        self.waiting.append(waiting.astype(np.float32))
        return value

    def _wait(self, turn: int, later: NDArray[np.float64]) -> NDArray[np.float64]:
        """Value what is kept after a throw at this turn, for every card thrown and hand."""
        from advisor.playout import induction  # noqa: PLC0415

        known, strategy = self.known, self.strategy
        answer = turn + 1 if turn + 1 < strategy.turns else strategy.turns - 2
        rows = np.empty((N_HANDS, 53))
        tables = (fours_with(), four_cards(), known.four_shows)
        induction.after_draws(strategy.throw[answer], *tables, known.hands, rows)
        waiting = np.zeros((RANKS, N_HANDS))
        last = np.full((RANKS, N_HANDS), 0.5)
        for rank in range(RANKS):
            induction.answer_rows(
                rank, strategy.acting[answer], strategy.move[answer], strategy.throw[answer], rows,
                known.hands, known.level, known.levels, known.taking, *tables, self.own, self.sums,
            )  # fmt: skip
            induction.waiting_values(
                rank, self.own, self.sums, later, known.hands, swapped(), known.levels,
                known.best_taking, known.best_drawing, known.pays, self.heat, waiting[rank],
                last[rank],
            )  # fmt: skip
        if turn + 1 < strategy.turns:
            self._mix(strategy.last[answer], last)
        return waiting

    def _mix(self, average: NDArray[np.float32], answer: NDArray[np.floating]) -> None:
        average *= 1 - self.weight
        average += np.float32(self.weight) * answer.astype(np.float32)
