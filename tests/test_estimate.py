"""Numbers with their uncertainty."""

from __future__ import annotations

import math
import random
import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor.estimate import Estimate, exact, proportion, sample_mean

finite = st.floats(-1e6, 1e6)


@st.composite
def hits_of_trials(draw: st.DrawFn) -> tuple[int, int]:
    """Draw a number of trials and how many of them were hits."""
    trials = draw(st.integers(1, 10**9))
    return draw(st.integers(0, trials)), trials


def test_an_exact_number_is_certain() -> None:
    """An exact number has no error, and its interval is a point."""
    third = exact(1 / 3)
    assert third == Estimate(1 / 3, 0.0, 0, "exact")
    assert third.interval(0.99) == (1 / 3, 1 / 3)
    assert type(exact(1).mean) is float


def test_the_json_of_the_interface() -> None:
    """Every uncertain number is this object: names and meanings are promises."""
    assert exact(0.25).to_json() == {"mean": 0.25, "se": 0.0, "trials": 0, "method": "exact"}
    simulated = Estimate(0.5, 0.125, 16, "simulated")
    assert simulated.to_json() == {
        "mean": 0.5,
        "se": 0.125,
        "trials": 16,
        "method": "simulated",
    }


@pytest.mark.parametrize(
    ("confidence", "z"), [(0.95, 1.959964), (0.99, 2.575829), (0.6826895, 1.0), (0.5, 0.6744898)]
)
def test_intervals_are_normal(confidence: float, z: float) -> None:
    """An interval reaches as many standard errors as the normal table says, to both sides."""
    low, high = Estimate(0.5, 0.01, 2500, "simulated").interval(confidence)
    assert low == pytest.approx(0.5 - 0.01 * z, abs=1e-8)
    assert high == pytest.approx(0.5 + 0.01 * z, abs=1e-8)


def test_the_interval_is_of_95_percent_unless_said_otherwise() -> None:
    """The interval shown without asking is the usual one."""
    estimate = Estimate(0.5, 0.01, 2500, "simulated")
    assert estimate.interval() == estimate.interval(0.95)


@pytest.mark.parametrize("confidence", [0.0, 1.0, -0.5, 95.0, math.nan])
def test_a_confidence_lies_between_0_and_1(confidence: float) -> None:
    """95 instead of 0.95 is a mistake, not an interval."""
    with pytest.raises(ValueError, match=r"^a confidence lies between 0 and 1, both excluded"):
        Estimate(0.5, 0.01, 2500, "simulated").interval(confidence)


@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        ((math.nan, 0.0, 0, "exact"), "finite numbers"),
        ((math.inf, 0.0, 0, "exact"), "finite numbers"),
        ((0.5, math.nan, 9, "simulated"), "finite numbers"),
        ((0.5, math.inf, 9, "simulated"), "finite numbers"),
        ((0.5, -0.1, 9, "simulated"), "finite numbers"),
        ((0.5, 0.1, 9, "guessed"), "is exact or simulated, not 'guessed'"),
        ((0.5, 0.1, 0, "exact"), "an exact number has no error and no trials"),
        ((0.5, 0.0, 9, "exact"), "an exact number has no error and no trials"),
        ((0.5, 0.1, 0, "simulated"), "at least one trial, not 0"),
        ((0.5, 0.1, -3, "simulated"), "at least one trial, not -3"),
    ],
)
def test_numbers_that_nobody_can_trust(
    numbers: tuple[float, float, int, str], message: str
) -> None:
    """A number without its error, or an error without its trials, never leaves the program."""
    with pytest.raises(ValueError, match=message):
        Estimate(*numbers)


@given(hits_of_trials())
def test_proportions(counted: tuple[int, int]) -> None:
    """A simulated chance is the plain proportion with an error that is never zero or NaN."""
    hits, trials = counted
    chance = proportion(hits, trials)
    shrunk = (hits + 0.5) / (trials + 1)
    assert chance.mean == hits / trials
    assert chance.se == pytest.approx(math.sqrt(shrunk * (1 - shrunk) / trials))
    assert chance.se > 0
    assert (chance.trials, chance.method) == (trials, "simulated")
    assert chance.se == pytest.approx(proportion(trials - hits, trials).se)


def test_never_seen_is_not_impossible() -> None:
    """After 100 trials without a hit the interval still reaches beyond half a percent."""
    assert proportion(0, 100).interval()[1] > 0.005
    assert proportion(100, 100).interval()[0] < 0.995


@pytest.mark.parametrize(("hits", "trials"), [(0, 0), (1, 0), (-1, 5), (6, 5), (0, -1)])
def test_proportions_that_are_none(hits: int, trials: int) -> None:
    """More hits than trials is a bug elsewhere, and must not become a chance above 1."""
    with pytest.raises(ValueError, match=rf"^{hits} hits of {trials} trials is not a proportion$"):
        proportion(hits, trials)


@given(st.lists(st.integers(-1000, 1000), min_size=2, max_size=50))
def test_sample_means(values: list[int]) -> None:
    """Sums and sums of squares give the textbook mean and standard error of the mean."""
    trials = len(values)
    found = sample_mean(sum(values), sum(value * value for value in values), trials)
    assert found.mean == pytest.approx(statistics.mean(values))
    textbook = statistics.stdev(values) / math.sqrt(trials)
    assert found.se == pytest.approx(max(textbook, trials**-1.5), rel=1e-5)
    assert (found.trials, found.method) == (trials, "simulated")


@given(finite, finite, st.integers(2, 10**9))
def test_sample_means_are_never_nan(total: float, squares: float, trials: int) -> None:
    """Rounding may make the sum of squares too small; the error stays a positive number."""
    found = sample_mean(total, squares, trials)
    assert math.isfinite(found.se)
    assert found.se > 0


@pytest.mark.parametrize("trials", [1, 0, -1])
def test_one_value_has_no_standard_error(trials: int) -> None:
    """From a single trial nobody can tell the spread."""
    with pytest.raises(ValueError, match=rf"at least two trials, not {trials}$"):
        sample_mean(1.0, 1.0, trials)


def test_95_of_100_intervals_hold_the_truth() -> None:
    """The standard error means what it says: it is checked against repeated sampling."""
    random_numbers = random.Random(1)
    repeats, trials, truth = 2000, 200, 0.3
    held = 0
    for _ in range(repeats):
        hits = sum(random_numbers.random() < truth for _ in range(trials))
        low, high = proportion(hits, trials).interval()
        held += low <= truth <= high
    # Within four standard errors of 95 %, and the discreteness of 200 trials.
    assert abs(held / repeats - 0.95) < 4 * math.sqrt(0.95 * 0.05 / repeats)
