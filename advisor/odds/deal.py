"""The deal: how often each score is dealt, and how often somebody is dealt 31."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, cast

import numpy as np

from advisor.hands import THIRTY_ONE, hand_masks, hands_within, pack_mask, points, scores

if TYPE_CHECKING:
    from advisor.rules import Rules


class DealError(ValueError):
    """A number of players that cannot be dealt cards."""


@dataclass(frozen=True, slots=True)
class DealtScores:
    """Distribution of the score of a dealt hand.

    Parameters
    ----------
    counts
        Score in half points to the number of hands that have it, ascending.
    """

    counts: Mapping[int, int]

    @property
    def total(self) -> int:
        """Number of hands in the pack."""
        return sum(self.counts.values())

    @property
    def probability(self) -> Mapping[int, Fraction]:
        """Score in half points to its chance."""
        return {half: Fraction(count, self.total) for half, count in self.counts.items()}

    @property
    def mean(self) -> Fraction:
        """Mean score in points."""
        return Fraction(sum(half * count for half, count in self.counts.items()), 2 * self.total)

    @property
    def median(self) -> int | float:
        """Lowest score, in points, that at least half of the hands do not exceed."""
        below = 0
        for half, count in self.counts.items():
            below += count
            if 2 * below >= self.total:
                return points(half)
        raise AssertionError  # A pack has hands.


def dealt_scores(rules: Rules) -> DealtScores:
    """Count the hands of the pack by score.

    Parameters
    ----------
    rules
        Say which pack is used and what three of a kind counts.

    Returns
    -------
    DealtScores
        Exact, by counting every hand.
    """
    values, counts = np.unique(scores(rules)[hands_within(pack_mask(rules))], return_counts=True)
    return DealtScores(dict(zip(values.tolist(), counts.tolist(), strict=True)))


def somebody_dealt_31(rules: Rules, players: int) -> Fraction:
    """Chance that at least one player is dealt a hand that ends the game at once.

    That is 31, and three aces where they count 32 or 33. Exact, by inclusion and exclusion
    over the sets of winning hands that share no card.

    Parameters
    ----------
    rules
        Say which pack is used and which hands end the game.
    players
        Number of players who are dealt three cards.

    Raises
    ------
    DealError
        If the cards do not reach for so many players, or there is no player.
    """
    if not 1 <= players <= rules.max_players:
        raise DealError(f"{players} players; the pack is enough for 1 to {rules.max_players}")
    within = hands_within(pack_mask(rules))
    winning = within[scores(rules)[within] >= THIRTY_ONE]
    sets = _disjoint_sets(cast("list[int]", hand_masks()[winning].tolist()))
    chance, dealt = Fraction(0), Fraction(1)
    for size, count in enumerate(sets[1 : players + 1], start=1):
        # `dealt`: given players are dealt given hands; who they are can be chosen in order.
        dealt /= comb(rules.pack - 3 * (size - 1), 3)
        dealt *= players - size + 1
        chance += (-1) ** (size + 1) * count * dealt
    return chance


def _disjoint_sets(hands: Sequence[int]) -> list[int]:
    """Count the sets of 0, 1, 2, … hands, given as card sets, that share no card."""
    counts = [0] * (len(hands) + 1)

    def extend(first: int, used: int, size: int) -> None:
        counts[size] += 1
        for index in range(first, len(hands)):
            if not hands[index] & used:
                extend(index + 1, used | hands[index], size + 1)

    extend(0, 0, 0)
    return counts
