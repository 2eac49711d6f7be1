"""When it is known who is better: a rule that may look after every part and still errs rarely.

The more often one looks, the sooner chance alone crosses a fixed bar. The bar used here is
that of a confidence sequence, which covers the true mean at all times at once with the stated
confidence: the normal mixture of Robbins (1970), in the form for an unknown variance of
Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, "Time-uniform central limit theory and
asymptotic confidence sequences" (2021).
"""

from __future__ import annotations

from math import log, sqrt
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from advisor.estimate import Estimate

ERROR: Final = 0.01
"""Chance to ever claim a difference where there is none."""

FEWEST: Final = 1000
"""Sets before the first look, so that means are normal and the variance is known."""

TUNED: Final = 50_000
"""Sets at which the bar is lowest for what it must hold."""

_SHARP: Final = (-2 * log(ERROR) + log(-2 * log(ERROR) + 1)) / TUNED


def bar(sets: int) -> float:
    """Standard errors that a mean must be away from 0 after so many sets.

    Examples
    --------
    >>> [round(bar(sets), 1) for sets in (1_000, 50_000, 1_000_000)]
    [7.1, 3.6, 3.8]
    """
    information = sets * _SHARP
    return sqrt(2 * (information + 1) / information * log(sqrt(information + 1) / ERROR))


def better(ahead: Estimate) -> bool | None:
    """Say whether a mean is known to be above 0 (True) or below (False); None if not known."""
    if ahead.trials < FEWEST or abs(ahead.mean) <= bar(ahead.trials) * ahead.se:
        return None
    return ahead.mean > 0
