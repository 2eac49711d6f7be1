"""From sums to estimates: every player's numbers, and every two players' difference."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Final

import numpy as np

from advisor.estimate import Estimate, sample_mean
from advisor.match import known
from advisor.match.plan import Plan
from advisor.match.sums import DEALT, PAYS, POT, TOKENS, Sums
from advisor.match.worth import UNITS, for_tokens

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from advisor.rules import Rules


@dataclass(frozen=True, slots=True)
class Line:
    """What came of one place of the line-up.

    Parameters
    ----------
    name
        The player.
    pays
        Chance to pay one token or more in a hand that he is dealt.
    tokens
        Tokens he pays in a hand that he is dealt, on average.
    pot
        Mean worth of the pot to him: in a match of single hands the fair chance to win it
        after the hand from full tokens, or where the highest hand takes the antes his share
        of them; in a match for whole pots the share of pots he won.
    """

    name: str
    pays: Estimate
    tokens: Estimate
    pot: Estimate

    def to_json(self) -> dict[str, object]:
        """Give the promised names, and tokens."""
        numbers = {"pays": self.pays, "tokens": self.tokens, "pot": self.pot}
        return {"name": self.name} | {name: value.to_json() for name, value in numbers.items()}


@dataclass(frozen=True, slots=True)
class Difference:
    """First place less second, with the error of the difference on the same decks."""

    first: int
    second: int
    pays: Estimate
    tokens: Estimate
    pot: Estimate

    def to_json(self) -> dict[str, object]:
        """Give the two places, counted from 0, and the three differences."""
        return {
            "places": [self.first, self.second],
            "pays": self.pays.to_json(),
            "tokens": self.tokens.to_json(),
            "pot": self.pot.to_json(),
        }


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The result of a match, or of the part of it that was played.

    Parameters
    ----------
    plan
        Rules, line-up, seed, and what was played for.
    sums
        What everything here is computed from.
    asked
        Sets that were asked for; more than ``sums.sets`` if the match stopped early.
    until_known
        Whether the match was to stop as soon as it is known who is better.
    better
        Whether the first player is known to be better (True) or worse (False) than the
        others; None if that is not known, or was not asked.
    interrupted
        Whether somebody stopped the match.
    hands_per_second
        Speed of what was played now; 0 if nothing was.
    """

    plan: Plan
    sums: Sums
    asked: int
    until_known: bool = False
    better: bool | None = None
    interrupted: bool = False
    hands_per_second: float = 0.0

    @property
    def lines(self) -> tuple[Line, ...]:
        """One line for each place, in the order of the line-up."""
        return tuple(
            Line(name, *(_estimate(self.sums, _mean_of(self.sums, m, place)) for m in _SHOWN))
            for place, name in enumerate(self.plan.names)
        )

    @property
    def differences(self) -> tuple[Difference, ...]:
        """Every two places."""
        return tuple(
            Difference(
                one,
                other,
                *(
                    _estimate(self.sums, _mean_of(self.sums, m, one), _mean_of(self.sums, m, other))
                    for m in _SHOWN
                ),
            )
            for one, other in combinations(range(len(self.plan.names)), 2)
        )

    @property
    def notes(self) -> tuple[str, ...]:
        """What the numbers mean and rest on, in sentences."""
        sums, pots = self.sums, self.plan.pots
        decks = f"{sums.sets:,} decks, each played once from every seat"
        notes = [
            f"a fair share of the pot is {100 / sums.places:.4g} %",
            f"{decks}; {sums.hands:,} hands, seed {self.plan.seed}",
        ]
        if pots:
            notes.append(f"{sums.sets * sums.places:,} whole pots, tokens to the end")
        elif for_tokens(self.plan.rules):
            notes.append("pot: the fair chance to win it after one hand from full tokens")
        if sums.capped:
            notes.append(capped_note(self.plan.rules, sums.capped))
        if self.interrupted:
            notes.append(f"interrupted: {sums.sets:,} of {self.asked:,} decks were played")
        return (*notes, *self._verdict(), *self._speed())

    def _verdict(self) -> list[str]:
        first, sure = self.plan.names[0], f"with an error of at most {100 * known.ERROR:g} %"
        if self.better is not None:
            word = "better" if self.better else "worse"
            return [f"known {sure}: {first} is {word} than the others at this table"]
        if self.until_known:
            return [f"not known {sure}: play more hands to tell {first} from the others"]
        return []

    def _speed(self) -> list[str]:
        return [f"{self.hands_per_second:,.0f} hands a second"] if self.hands_per_second else []

    def to_json(self) -> dict[str, object]:
        """Give the promised names, and more."""
        return {
            "rules": self.plan.rules.name,
            "players": [line.to_json() for line in self.lines],
            "differences": [difference.to_json() for difference in self.differences],
            "fair": 1 / self.sums.places,
            "hands": self.sums.hands,
            "pots": self.sums.sets * self.sums.places if self.plan.pots else None,
            "sets": self.sums.sets,
            "hands_per_second": self.hands_per_second,
            "capped": self.sums.capped,
            "seed": self.plan.seed,
            "better": self.better,
            "interrupted": self.interrupted,
            "notes": list(self.notes),
        }


def capped_note(rules: Rules, capped: int) -> str:
    """Say how many hands were given up, and what became of them."""
    gone = "cost nobody" if for_tokens(rules) else "were shared alike"
    return f"hands that took too many turns and {gone}: {capped:,}"


def ahead(sums: Sums) -> Estimate:
    """How much more of the pot the first place has than the mean of the others."""
    first = _mean_of(sums, POT, 0)
    rest = [_mean_of(sums, POT, place) for place in range(1, sums.places)]
    weights = np.mean([weight for _, weight in rest], axis=0)
    return _estimate(sums, first, (float(np.mean([mean for mean, _ in rest])), weights))


def weighted(sums: Sums, measure: int, weights: NDArray[np.float64]) -> Estimate:
    """Weighted sum of a measure's means over the places, with its error."""
    means = [_mean_of(sums, measure, place) for place in range(sums.places)]
    mean = sum(float(weight) * mean for weight, (mean, _) in zip(weights, means, strict=True))
    return _estimate(sums, (mean, weights @ np.array([row for _, row in means])))


_SHOWN: Final = (PAYS, TOKENS, POT)


def _mean_of(sums: Sums, measure: int, place: int) -> tuple[float, NDArray[np.float64]]:
    """Mean of a measure, and how it moves with the numbers of one set (to first order)."""
    weights = np.zeros(len(sums.totals))
    column = measure * sums.places + place
    total = sums.totals[column]
    if measure == POT:
        # Every place plays as many games as there are rotations.
        weights[column] = 1 / (UNITS * sums.places)
        return total / (UNITS * sums.places * sums.sets), weights
    dealt_column = DEALT * sums.places + place
    dealt = sums.totals[dealt_column]
    weights[column] = sums.sets / dealt
    weights[dealt_column] = -(total / dealt) * sums.sets / dealt
    return total / dealt, weights


def _estimate(
    sums: Sums,
    plus: tuple[float, NDArray[np.float64]],
    minus: tuple[float, NDArray[np.float64]] | None = None,
) -> Estimate:
    """Mean, or difference of two, with the error over sets (delta method for ratios)."""
    mean, weights = plus
    if minus is not None:
        mean, weights = mean - minus[0], weights - minus[1]
    totals = np.array(sums.totals, dtype=np.float64)
    products = np.array(sums.products, dtype=np.float64)
    around = sample_mean(float(weights @ totals), float(weights @ products @ weights), sums.sets)
    return Estimate(mean, around.se, sums.sets, "simulated")
