"""What a graded history says: decisions, luck, seats, turning points."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from advisor.advise import CONFIDENT
from advisor.cards import Card, names
from advisor.estimate import Estimate, exact

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

GRADES: Final = ((0.05, "blunder"), (0.02, "mistake"), (0.005, "doubtful"))
"""Loss in chance to win the pot from which a decision is called so; other ones are good. A loss
within the noise (:data:`~advisor.advise.CONFIDENT` standard errors) is never called worse."""
GOOD: Final = "good"

GRADE_NAMES: Final = (*(word for _, word in GRADES), GOOD)
"""All grades, the worst first."""

RATES: Final = (
    (0.001, "like the advisor"),
    (0.002, "expert"),
    (0.004, "strong"),
    (0.007, "fair"),
    (0.012, "casual"),
    (math.inf, "beginner"),
)
"""Mean loss of a decision up to which somebody plays like that."""

TURNING: Final = 0.03
"""Luck or loss from which a moment is a turning point."""


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision and what it cost.

    Parameters
    ----------
    hand
        Number of the hand in the history, from 1.
    line
        Line of the text, from 1; 0 if the hand was not read from one.
    seat, turn
        Who decided; turns taken in the hand before by all.
    kind
        ``turn`` (knock, take or draw) or ``throw`` (which card after a draw).
    made, best
        What was done, and what would have been best, in words.
    loss
        Chance to win the pot that it cost.
    pot
        Chance to win the pot after the best move.
    grade
        ``good``, ``doubtful``, ``mistake`` or ``blunder``; see :data:`GRADES`.
    position
        The position at the start of the turn, in one line.
    """

    hand: int
    line: int
    seat: int
    turn: int
    kind: str
    made: str
    best: str
    loss: Estimate
    pot: Estimate
    grade: str
    position: str

    def to_json(self) -> dict[str, object]:
        """The decision as the JSON of ``review`` gives it."""
        return {
            **{field: getattr(self, field) for field in self.__slots__},
            "loss": self.loss.to_json(),
            "pot": self.pot.to_json(),
        }


@dataclass(frozen=True, slots=True)
class Luck:
    """What the deal or the stock brought.

    Parameters
    ----------
    hand, line, seat, turn
        As for :class:`Decision`.
    kind
        ``deal``, ``draw``, or in widow ``fresh`` for fresh open cards.
    cards
        The hand dealt, the one card drawn, or the three fresh cards.
    luck
        Chance to win the pot that it brought, above the mean of all that could have come.
    """

    hand: int
    line: int
    seat: int
    turn: int
    kind: str
    cards: tuple[Card, ...]
    luck: Estimate

    def to_json(self) -> dict[str, object]:
        """The luck as the JSON of ``review`` gives it."""
        told: dict[str, object] = {field: getattr(self, field) for field in self.__slots__}
        return {**told, "cards": names(self.cards), "luck": self.luck.to_json()}


@dataclass(frozen=True, slots=True)
class SeatReview:
    """How one seat played, in all hands of the history.

    Parameters
    ----------
    seat
        The seat.
    decisions
        What it decided, where there was something to decide, in order.
    chances
        What it was dealt, what it drew, and fresh open cards, in order.
    """

    seat: int
    decisions: tuple[Decision, ...]
    chances: tuple[Luck, ...]

    @property
    def loss(self) -> Estimate:
        """Chance to win the pot lost by all decisions together."""
        return total([decision.loss for decision in self.decisions])

    @property
    def rate(self) -> Estimate:
        """Mean loss of a decision; 0 if there was nothing to decide."""
        return scaled(self.loss, 1 / max(len(self.decisions), 1))

    @property
    def word(self) -> str:
        """Name of a player who loses so much with a decision."""
        if not self.decisions:
            return "nothing to decide"
        return next(word for most, word in RATES if self.rate.mean <= most)

    @property
    def luck(self) -> Estimate:
        """Chance to win the pot that deals and draws brought, all together."""
        return total([chance.luck for chance in self.chances])

    @property
    def grades(self) -> Mapping[str, int]:
        """How many decisions have each grade, the worst first."""
        return {
            grade: sum(decision.grade == grade for decision in self.decisions)
            for grade in GRADE_NAMES
        }

    def to_json(self) -> dict[str, object]:
        """The seat as the JSON of ``review`` gives it."""
        return {
            "seat": self.seat,
            "decisions": [decision.to_json() for decision in self.decisions],
            "chances": [chance.to_json() for chance in self.chances],
            "loss": self.loss.to_json(),
            "rate": self.rate.to_json(),
            "word": self.word,
            "luck": self.luck.to_json(),
            "grades": dict(self.grades),
        }


@dataclass(frozen=True, slots=True)
class Review:
    """A history, graded.

    Parameters
    ----------
    rules
        Name of the rules.
    seats
        The seats that were graded, ascending.
    opponents, seed
        The model of the players, and the seed of the random numbers.
    notes
        What the numbers rest on, in sentences.
    """

    rules: str
    seats: tuple[SeatReview, ...]
    opponents: str
    seed: int
    notes: tuple[str, ...]

    @property
    def worst(self) -> tuple[Decision, ...]:
        """Decisions that are not good, the dearest first."""
        found = [one for seat in self.seats for one in seat.decisions if one.grade != GOOD]
        return tuple(sorted(found, key=lambda decision: -decision.loss.mean))

    @property
    def turning_points(self) -> tuple[Decision | Luck, ...]:
        """Moments of luck or loss of at least :data:`TURNING`, the greatest first."""
        moments: list[tuple[float, Decision | Luck]] = []
        for seat in self.seats:
            moments += [(decision.loss.mean, decision) for decision in seat.decisions]
            moments += [(abs(chance.luck.mean), chance) for chance in seat.chances]
        moments.sort(key=lambda moment: -moment[0])
        return tuple(moment for size, moment in moments if size >= TURNING)

    def to_json(self) -> dict[str, object]:
        """The JSON of the ``review`` command."""
        return {
            "rules": self.rules,
            "seats": [seat.to_json() for seat in self.seats],
            "turning_points": [moment.to_json() for moment in self.turning_points],
            "grades": {grade: least for least, grade in GRADES},
            "opponents": self.opponents,
            "seed": self.seed,
            "notes": list(self.notes),
        }


def grade(loss: Estimate) -> str:
    """Name a loss in chance to win the pot; see :data:`GRADES`."""
    if loss.mean <= CONFIDENT * loss.se:
        return GOOD
    return next((word for least, word in GRADES if loss.mean >= least), GOOD)


def total(estimates: Sequence[Estimate]) -> Estimate:
    """Add estimates whose errors are independent."""
    mean = math.fsum(one.mean for one in estimates)
    error = math.sqrt(math.fsum(one.se**2 for one in estimates))
    trials = sum(one.trials for one in estimates)
    return Estimate(mean, error, trials, "simulated") if trials else exact(mean)


def scaled(estimate: Estimate, factor: float) -> Estimate:
    """Multiply an estimate by a number that is known."""
    return replace(estimate, mean=factor * estimate.mean, se=abs(factor) * estimate.se)
