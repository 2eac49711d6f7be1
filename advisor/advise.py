"""Options → values → ranking → reasons: what to do in a position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from advisor.cards import Card, name
from advisor.estimate import Estimate
from advisor.hands import points
from advisor.players import thumb
from advisor.position import Position


@dataclass(frozen=True, slots=True)
class AfterDraw:
    """What to do with one card from the stock: the card to throw, the score kept."""

    discard: Card
    half_points: int


@dataclass(frozen=True, slots=True)
class Option:
    """One legal move and what it is worth.

    Parameters
    ----------
    action
        ``knock``, ``take``, ``draw``, ``show`` or ``pass``.
    take, discard
        Card taken from the pile, card thrown; None where there is none.
    score_after
        Score after the move in points; for ``draw`` the exact mean over all unseen cards.
    pays
        Chance to pay a token in this hand.
    pot
        Chance to win the pot.
    p_best
        Chance that no other option has a higher pot chance, given the errors.
    loss
        Pot chance of the best option minus that of this one.
    reasons
        Short sentences.
    after_draw
        For ``draw``: every unseen card, what to throw then.
    """

    action: str
    take: Card | None
    discard: Card | None
    score_after: float
    pays: Estimate
    pot: Estimate
    p_best: float
    loss: Estimate
    reasons: tuple[str, ...] = ()
    after_draw: Mapping[Card, AfterDraw] = field(default_factory=dict)

    def words(self) -> str:
        """The move in words: ``"take 8♣, throw 10♦"``."""


@dataclass(frozen=True, slots=True)
class Advice:
    """The answer: all options, best first, and what it rests on.

    Parameters
    ----------
    position
        The question.
    options
        All legal options, best first.
    toss_up
        Options that cannot be told from the best within noise, the best included; empty if
        the best is clear.
    opponents
        Name of the assumed opponents.
    seed
        Seed of the random numbers.
    trials
        Worlds played out; 0 if everything is exact.
    elapsed_s
        Seconds it took.
    notes
        What the answer assumes or could not know, in sentences.
    """

    position: Position
    options: tuple[Option, ...]
    toss_up: tuple[Option, ...]
    opponents: str
    seed: int
    trials: int
    elapsed_s: float
    notes: tuple[str, ...]

    @property
    def best(self) -> Option:
        """The recommended option."""
        return self.options[0]

    def to_json(self) -> dict[str, object]:
        """The JSON of the ``advise`` command."""


def advise(
    position: Position,
    *,
    opponents: str = thumb.DEFAULT,
    trials: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    threads: int = 1,
) -> Advice:
    """Rank all legal options (see :func:`refine`, which gives the same answer step by step)."""


def refine(
    position: Position,
    *,
    opponents: str = thumb.DEFAULT,
    trials: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    threads: int = 1,
) -> Iterator[Advice]:
    """Answer at once with what is exact, then better and better.

    Yields
    ------
    Advice
        First after a small number of trials, then with more and more; the last one is the
        answer of :func:`advise`. Can be stopped at any time.
    """
