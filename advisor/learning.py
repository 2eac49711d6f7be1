"""Learn from hands that were played how each player at a table plays.

For every seat, Bayes' rule weighs a handful of named players (:data:`STYLES`) by the chance
that each would have done what was seen: in every hand his belief (:mod:`advisor.belief`) is
followed under each of them, and the weight that is left after a turn is the chance of that
turn. So a knock, a turn without one, a card taken, passed up or thrown each tell as much as
the hands he may have held then allow, and not more; a hand that was laid open at the end, and
cards that are written down, tell more. What is dealt and drawn is as likely under all of them,
and that two hidden hands share no card is not considered, as in every belief here.

The players of the family play as well as they can, not by the book: :data:`SLIP` of the time a
move is taken to be a whim, so that no single surprise decides.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from advisor.belief import clue_before, outside, weigh
from advisor.cards import Card, counted
from advisor.estimate import Estimate
from advisor.hands import N_HANDS, hand_index, mask_of
from advisor.players.nearest import nearest_way
from advisor.players.solved import SOLVED
from advisor.position import Log, Shown, trace
from advisor.referee.replay import replay
from advisor.rules import Rules, require

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from advisor.referee.history import Hand, History

FLAT: Final = tuple(f"flat:{score}" for score in range(16, 31))
PRIOR: Final[Mapping[str, float]] = {
    SOLVED: 0.3,
    "rising": 0.1,
    "greedy": 0.1,
    **dict.fromkeys(FLAT, 0.5 / len(FLAT)),
}
"""Chance of each way to play before anything was seen: most likely well, else anything."""
STYLES: Final = tuple(PRIOR)

THRESHOLDS: Final[Mapping[str, float]] = {
    **{name: float(name.partition(":")[2]) for name in FLAT},
    "greedy": 31.0,
}
"""Least score to knock with; 31 for who never does."""

SLIP: Final = 0.05
"""Chance that a person's move, or throw, is a whim."""

TAKES: Final = (3.0, 7.0)
"""Prior of the share of top cards taken: as if so many had been seen taken, and passed up.

It lies between the players who follow the solved table (26 %, three at the table) and those
who take whatever raises their score (34 %, knocking with 25).
"""


@dataclass(frozen=True, slots=True)
class Learnt:
    """What a history tells of one player.

    Parameters
    ----------
    seat
        His seat.
    chances
        Chance of each of :data:`STYLES`, given what was seen; they sum to 1.
    threshold
        Least score in points with which he knocks, with its error, if he goes by one:
        over ``flat:16`` to ``flat:30`` and, as 31, ``greedy``, by their chances.
    takes
        Share of the top cards that he takes, with its error, before anybody knocks.
    hands
        Finished hands in which he was seen.
    turns
        Turns of his in them.
    """

    seat: int
    chances: Mapping[str, float]
    threshold: Estimate
    takes: Estimate
    hands: int
    turns: int

    @property
    def name(self) -> str:
        """The named player he most probably plays like."""
        return max(self.chances, key=lambda name: self.chances[name])

    @property
    def chance(self) -> float:
        """How probable that is."""
        return self.chances[self.name]

    def __str__(self) -> str:
        seen = f"seen in {counted(self.hands, 'hand')}" if self.hands else "not seen before"
        return (
            f"seat {self.seat}, {seen}, most probably plays like {self.name} "
            f"({_percent(self.chance)}); if he knocks by a threshold it is "
            f"{self.threshold.mean:.1f} ± {self.threshold.se:.1f}, and he takes "
            f"{100 * self.takes.mean:.0f} ± {100 * self.takes.se:.0f} % of the top cards"
        )

    def to_json(self) -> dict[str, object]:
        """What was learnt, for JSON."""
        return {
            "seat": self.seat,
            "name": self.name,
            "chance": self.chance,
            "chances": dict(self.chances),
            "threshold": self.threshold.to_json(),
            "takes": self.takes.to_json(),
            "hands": self.hands,
            "turns": self.turns,
        }


def _percent(chance: float) -> str:
    """Write a chance that is never quite certain."""
    most = 0.99
    return "over 99 %" if chance > most else f"{100 * chance:.0f} %"


def learn(
    history: History,
    *,
    seats: Sequence[int] | None = None,
    prior: Mapping[str, float] = PRIOR,
    threads: int = 1,
) -> dict[int, Learnt]:
    """Learn how each seat plays from all finished hands of a history.

    Parameters
    ----------
    history
        Hands of ``scat``, ``?`` where a card was not seen. A hand that is not over tells
        nothing here: its turns are what a belief is made of.
    seats
        Whose play to learn; None for everybody's.
    prior
        Chance of each named player before anything was seen; all above 0.
    threads
        Threads to share the work; the result does not depend on it.

    Returns
    -------
    dict
        Each of the seats and what was learnt.

    Raises
    ------
    HistoryError
        If a hand breaks a rule.
    RulesError
        If the game is ``widow``.
    """
    require(history.rules, game="scat", doing="learning how they play")
    watched = [found for hand in history.hands if (found := _watched(hand)) is not None]
    asked = range(len(history.hands[0].tokens)) if seats is None else seats
    by_seat = {seat: [hand for hand in watched if seat in hand.order] for seat in asked}

    def logs_of(name: str) -> list[float]:
        # A way is written out once, then followed through all hands.
        return [
            math.log(prior[name]) + math.fsum(_evidence(hand, seat, name) for hand in hands)
            for seat, hands in by_seat.items()
        ]

    with ThreadPoolExecutor(threads) as pool:
        weighed = dict(zip(prior, pool.map(logs_of, prior), strict=True))
    return {
        seat: _learnt(seat, hands, {name: logs[row] for name, logs in weighed.items()})
        for row, (seat, hands) in enumerate(by_seat.items())
    }


@dataclass(frozen=True, slots=True)
class _Watched:
    """One finished hand: what everybody saw, and what is written down besides."""

    rules: Rules
    order: tuple[int, ...]
    log: Log
    shown: Sequence[Shown]
    dealt: tuple[tuple[Card, ...] | None, ...]
    drawn: Mapping[int, Sequence[Card | None]]
    laid_open: Mapping[int, tuple[Card, ...]]

    def turns_of(self, seat: int) -> range:
        """Numbers of a seat's turns."""
        return range(self.order.index(seat), len(self.log.turns), len(self.order))

    def thrown_by_others(self, first: int, after: int) -> int:
        """Cards (bits) thrown from one turn of a seat to its next: it held none of them."""
        turns = self.log.turns[first:after]
        return mask_of(turn.thrown for turn in turns if turn.thrown is not None)


def _watched(hand: Hand) -> _Watched | None:
    """Follow a hand; None if it is not over, or nobody can say what lay open."""
    end = replay(hand).end
    if end.result is None or end.log is None or not end.log.turns:
        return None
    log = end.log
    before = trace(Log(log.first, log.turns[:-1]), len(end.order), hand.rules)
    return _Watched(
        rules=hand.rules,
        order=end.order,
        log=log,
        shown=before,
        dealt=tuple(_all_known(cards) for cards in hand.dealt),
        drawn={
            seat: [
                event.gets[0] for event in hand.events if (event.kind, event.seat) == ("draw", seat)
            ]
            for seat in end.order
        },
        laid_open={
            event.seat: cards
            for event in hand.events
            if event.kind == "show"
            and event.seat is not None
            and (cards := _all_known(event.gets)) is not None
        },
    )


def _all_known(cards: Sequence[Card | None]) -> tuple[Card, ...] | None:
    """Give three cards if all of them are written down."""
    found = tuple(card for card in cards if card is not None)
    return found if len(found) == 3 else None


def _learnt(seat: int, hands: Sequence[_Watched], logs: Mapping[str, float]) -> Learnt:
    """Turn the logarithms of the weights of all named players into chances."""
    most = max(logs.values())
    total = math.fsum(math.exp(found - most) for found in logs.values())
    chances = {name: math.exp(found - most) / total for name, found in logs.items()}
    turns = sum(len(hand.turns_of(seat)) for hand in hands)
    return Learnt(seat, chances, _threshold(chances, turns), _takes(hands, seat), len(hands), turns)


def _evidence(hand: _Watched, seat: int, name: str) -> float:
    """Logarithm of the chance of what a seat did in a hand if it plays like somebody.

    Up to what is the same for everybody. A 31 ends the hand, whoever held it, so that its last
    turn tells nothing.
    """
    from advisor.playout import belief  # noqa: PLC0415  # Numba is wanted from here on only
    from advisor.playout.batch import game  # noqa: PLC0415

    way, says = nearest_way(name, hand.rules, len(hand.order)), game(hand.rules)
    weights = np.zeros(N_HANDS)
    if (dealt := hand.dealt[seat]) is not None:
        weights[hand_index(dealt)] = 1.0
    else:
        belief.dealt(weights, outside(hand.rules.pack) | 1 << hand.log.first, says)
        weights /= weights.sum()
    draws, found = iter(hand.drawn[seat]), 0.0
    before = 0
    for number in hand.turns_of(seat):
        turn = hand.log.turns[number]
        belief.rule_out(weights, hand.thrown_by_others(before, number), says)
        drew = next(draws, None) if turn.kind == "draw" else None
        shown = hand.shown[number]
        plays = way.plays(number, clue_before(hand.log, number, shown))
        weigh(weights, turn, shown, plays, SLIP, says, hand.rules.pack, drew)
        before, left = number + 1, float(weights.sum())
        if left <= 0.0:
            return found
        found += math.log(left)
        weights /= left
    return found + _laid_open(weights, hand.laid_open.get(seat))


def _laid_open(weights: NDArray[np.float64], cards: tuple[Card, ...] | None) -> float:
    """Logarithm of the chance of the hand that was laid open at the end."""
    if cards is None or not (chance := float(weights[hand_index(cards)])):
        return 0.0
    return math.log(chance)


def _threshold(chances: Mapping[str, float], turns: int) -> Estimate:
    """Average the thresholds by their chances."""
    total = math.fsum(chances.get(name, 0.0) for name in THRESHOLDS)
    by = {name: chances.get(name, 0.0) / total for name in THRESHOLDS} if total else {}
    mean = math.fsum(chance * THRESHOLDS[name] for name, chance in by.items())
    square = math.fsum(chance * (THRESHOLDS[name] - mean) ** 2 for name, chance in by.items())
    return Estimate(mean, math.sqrt(square), max(turns, 1), "simulated")


def _takes(hands: Sequence[_Watched], seat: int) -> Estimate:
    """Estimate the share of top cards taken, by the mean of a beta distribution."""
    kinds = [
        hand.log.turns[number].kind
        for hand in hands
        for number in hand.turns_of(seat)
        if hand.shown[number].knocker is None
    ]
    took, passed = kinds.count("take") + TAKES[0], kinds.count("draw") + TAKES[1]
    mean = took / (took + passed)
    error = math.sqrt(mean * (1 - mean) / (took + passed + 1))
    return Estimate(mean, error, max(len(kinds), 1), "simulated")
