"""Numbers with their uncertainty: exact ones, and simulated ones with a standard error."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number, how it was found, and how sure it is.

    Parameters
    ----------
    mean
        The value.
    se
        Standard error of `mean`; 0 if exact.
    trials
        Independent trials it rests on; 0 if exact.
    method
        ``"exact"`` or ``"simulated"``.

    Raises
    ------
    ValueError
        If a number is not finite, an exact value has an error or trials, or a simulated one
        has no trials.
    """

    mean: float
    se: float = 0.0
    trials: int = 0
    method: str = "exact"

    def __post_init__(self) -> None:
        if not (math.isfinite(self.mean) and math.isfinite(self.se) and self.se >= 0):
            msg = f"an estimate needs finite numbers, not {self.mean} ± {self.se}"
            raise ValueError(msg)
        if self.method not in ("exact", "simulated"):
            msg = f"the method of an estimate is exact or simulated, not {self.method!r}"
            raise ValueError(msg)
        if self.method == "exact" and (self.se, self.trials) != (0, 0):
            msg = "an exact number has no error and no trials"
            raise ValueError(msg)
        if self.method == "simulated" and self.trials < 1:
            msg = f"a simulated number rests on at least one trial, not {self.trials}"
            raise ValueError(msg)

    def interval(self, confidence: float = 0.95) -> tuple[float, float]:
        """Normal-theory confidence interval; a point if exact.

        Parameters
        ----------
        confidence
            Between 0 and 1, both excluded.

        Raises
        ------
        ValueError
            If `confidence` is not between 0 and 1.
        """
        if not 0 < confidence < 1:
            msg = f"a confidence lies between 0 and 1, both excluded; this is {confidence}"
            raise ValueError(msg)
        half_width = NormalDist().inv_cdf((1 + confidence) / 2) * self.se
        return self.mean - half_width, self.mean + half_width

    def to_json(self) -> dict[str, float | int | str]:
        """Give the four fields as the JSON interface promises them."""
        return {"mean": self.mean, "se": self.se, "trials": self.trials, "method": self.method}


def exact(value: float) -> Estimate:
    """Mark a number as exact."""
    return Estimate(float(value))


def proportion(hits: int, trials: int) -> Estimate:
    """Chance of an event that happened in `hits` of `trials` simulated trials.

    The mean is the plain proportion. The standard error uses (hits + ½) / (trials + 1), so
    that an event never (or always) seen is still not claimed to be certain.

    Raises
    ------
    ValueError
        If there are no trials, or more hits than trials.
    """
    if not 0 <= hits <= trials or trials == 0:
        msg = f"{hits} hits of {trials} trials is not a proportion"
        raise ValueError(msg)
    shrunk = (hits + 0.5) / (trials + 1)
    return Estimate(hits / trials, math.sqrt(shrunk * (1 - shrunk) / trials), trials, "simulated")


def sample_mean(total: float, total_of_squares: float, trials: int) -> Estimate:
    """Mean of simulated values from their sum and the sum of their squares.

    Raises
    ------
    ValueError
        If there are fewer than two trials.
    """
    if trials < 2:
        msg = f"a standard error needs at least two trials, not {trials}"
        raise ValueError(msg)
    mean = total / trials
    spread = max(total_of_squares - trials * mean * mean, 0.0) / (trials - 1)
    # All values equal so far: say what one more, one unit away, could still change.
    spread = max(spread, 1 / trials**2)
    return Estimate(mean, math.sqrt(spread / trials), trials, "simulated")


def wilson(hits: int, trials: int, confidence: float = 0.95) -> tuple[float, float]:
    """Wilson's score interval for the chance of an event, good for few trials too.

    E. B. Wilson, "Probable inference, the law of succession, and statistical inference" (1927).

    Parameters
    ----------
    hits, trials
        How often the event happened, and how often it could have.
    confidence
        Between 0 and 1, both excluded.

    Returns
    -------
    tuple of float
        Both ends; 0 and 1 if there were no trials.

    Raises
    ------
    ValueError
        If there are more hits than trials, or `confidence` is not between 0 and 1.
    """
    if not 0 <= hits <= trials or not 0 < confidence < 1:
        msg = f"{hits} hits of {trials} trials at confidence {confidence} make no interval"
        raise ValueError(msg)
    if trials == 0:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    rate, share = hits / trials, z * z / trials
    middle = (rate + share / 2) / (1 + share)
    half_width = z * math.sqrt(rate * (1 - rate) / trials + share / (4 * trials)) / (1 + share)
    return max(middle - half_width, 0.0), min(middle + half_width, 1.0)
