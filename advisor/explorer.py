"""One hand looked at from all sides: among all hands, before a draw, under every top card."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

import numpy as np

from advisor.cards import Card, first_card
from advisor.hands import best_drawing, hand_index, hands_within, pack_mask, score, scores
from advisor.players.told import Told, look_up
from advisor.players.written import KNOCK

if TYPE_CHECKING:
    from collections.abc import Sequence

    from advisor.rules import Rules

ACTIONS: Final = ("knock", "take", "draw")


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a hand stands among all hands of the pack; exact.

    Parameters
    ----------
    half_points
        Its score.
    lower, equal, higher
        Hands that score less, as much (itself included) and more.
    """

    half_points: int
    lower: int
    equal: int
    higher: int

    @property
    def hands(self) -> int:
        """All hands of the pack."""
        return self.lower + self.equal + self.higher

    @property
    def beats(self) -> Fraction:
        """Share of all hands that score less."""
        return Fraction(self.lower, self.hands)


@dataclass(frozen=True, slots=True)
class Draw:
    """What one card of the stock makes of a hand of which nothing else is known; exact.

    Parameters
    ----------
    improves
        Chance that the score can rise.
    after
        Best score to keep, in half points, to its chance; ascending.
    """

    improves: Fraction
    after: dict[int, Fraction]


@dataclass(frozen=True, slots=True)
class Play:
    """What to do under one top card.

    Parameters
    ----------
    top
        The top card.
    action
        One of :data:`ACTIONS`.
    thrown
        Card to throw for it; None unless it is taken.
    """

    top: Card
    action: str
    thrown: Card | None


def standing(hand: Sequence[Card], rules: Rules) -> Standing:
    """Count the hands of the pack that score less, as much, and more."""
    own = score(hand, rules)
    all_scores = scores(rules)[hands_within(pack_mask(rules))]
    lower = int(np.count_nonzero(all_scores < own))
    equal = int(np.count_nonzero(all_scores == own))
    return Standing(own, lower, equal, len(all_scores) - lower - equal)


def one_draw(hand: Sequence[Card], rules: Rules) -> Draw:
    """Count what each other card of the pack would make of a hand."""
    own, row = score(hand, rules), best_drawing(rules)[hand_index(hand)]
    others = [card for card in range(first_card(rules.pack), 52) if card not in hand]
    counts = Counter(int(row[card]) for card in others)
    after = {kept: Fraction(number, len(others)) for kept, number in sorted(counts.items())}
    return Draw(sum((share for kept, share in after.items() if kept > own), Fraction(0)), after)


def turn_number(own: int, place: int, players: int) -> int:
    """Count the turns taken before somebody's own first, second, … turn, by all players.

    Parameters
    ----------
    own
        Which of his turns, from 1.
    place
        His place in the order of turns, from 1.
    players
        How many play.
    """
    return (own - 1) * players + place - 1


def plays(
    hand: Sequence[Card], rules: Rules, players: int, turn: int, *, name: str
) -> tuple[Play, ...]:
    """List what a named player does with a hand under every top card.

    Parameters
    ----------
    hand
        Three cards.
    rules, players
        The game.
    turn
        Turns taken before by all players.
    name
        Whose way: ``solved``, ``basic``, or a rule of thumb.

    Raises
    ------
    PlayerError, SolvedError, RulesError
        If there is no way of his for these rules and players.
    """
    tops = [card for card in range(first_card(rules.pack), 52) if card not in hand]
    told = {top: look_up(name, rules, players, turn=turn, hand=hand, top=top) for top in tops}
    return tuple(_play(top, told[top]) for top in tops)


def _play(top: Card, told: Told) -> Play:
    action = "knock" if told.move == KNOCK else "draw" if told.thrown is None else "take"
    return Play(top, action, told.thrown)
