"""The rule that stops a match errs as rarely as it says, however often it looks."""

from __future__ import annotations

import numpy as np
import pytest

from advisor.estimate import sample_mean
from advisor.match.known import ERROR, FEWEST, better

RUNS = 3000
LOOKS = 120
EACH = 1500
FIXED_BAR = 2.576
"""Standard errors that would do if one looked only once."""

STEPS = {
    "even": ((-0.5, 0.0, 0.5), (0.2, 0.6, 0.2)),
    "skew": ((-0.125, 0.0, 1.0), (0.4, 0.55, 0.05)),
}


@pytest.mark.parametrize("kind", STEPS)
def test_equals_are_rarely_told_apart(kind: str) -> None:
    """Over thousands of long matches between equals at most 1 % are ever claimed decided."""
    values, chances = map(np.array, STEPS[kind])
    assert values @ chances == pytest.approx(0)
    counts = np.random.default_rng(5).multinomial(EACH, chances, (RUNS, LOOKS)).cumsum(axis=1)
    totals, squares = counts @ values, counts @ values**2
    claimed = fooled = 0
    for run in range(RUNS):
        looks = [
            sample_mean(float(totals[run, look]), float(squares[run, look]), EACH * (look + 1))
            for look in range(LOOKS)
        ]
        claimed += any(better(ahead) is not None for ahead in looks)
        fooled += any(abs(ahead.mean) > FIXED_BAR * ahead.se for ahead in looks)
    assert claimed <= ERROR * RUNS
    # The test can tell: a bar made for one look fails by far.
    assert fooled > 3 * ERROR * RUNS


def test_a_difference_is_found_with_its_sign() -> None:
    """A true difference is known sooner or later, and never the wrong way round."""
    sets = 200_000
    assert better(sample_mean(0.01 * sets, 0.1 * sets, sets)) is True
    assert better(sample_mean(-0.01 * sets, 0.1 * sets, sets)) is False
    assert better(sample_mean(0.001 * sets, 0.1 * sets, sets)) is None


def test_a_few_sets_are_never_enough() -> None:
    """Before means are normal nothing is claimed, however clear it looks."""
    few = FEWEST - 1
    assert better(sample_mean(0.5 * few, 0.26 * few, few)) is None
