"""Ratings recover what the pairings were made from."""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
import pytest

from advisor.estimate import Estimate, proportion
from advisor.match.rating import rate

TRUE = (120.0, 30.0, -20.0, -130.0)


def share(one: int, other: int) -> float:
    """Give Elo's expected score."""
    return 1 / (1 + 10 ** ((TRUE[other] - TRUE[one]) / 400))


def test_exact_results_give_the_ratings_back() -> None:
    """Pairings made from ratings are explained by them, and differences mean what Elo says."""
    wins = {
        pair: Estimate(share(*pair), 1e-5, 10**9, "simulated") for pair in combinations(range(4), 2)
    }
    ratings = rate(4, wins)
    assert ratings is not None
    assert ratings.points == pytest.approx(TRUE, abs=1e-3)
    assert ratings.expected(0, 3) == pytest.approx(share(0, 3), abs=1e-6)


def test_errors_cover_the_truth() -> None:
    """Over many simulated tournaments the error bars are as wide as the ratings scatter."""
    rng = np.random.default_rng(3)
    off = []
    for _ in range(400):
        wins = {
            pair: proportion(int(rng.binomial(2000, share(*pair))), 2000)
            for pair in combinations(range(4), 2)
        }
        ratings = rate(4, wins)
        assert ratings is not None
        off.append((np.array(ratings.points) - TRUE) / ratings.se)
    assert np.sqrt(np.mean(np.square(off))) == pytest.approx(1, abs=0.08)


def test_a_player_who_always_wins_is_still_rated() -> None:
    """Winning everything gives a high rating with a wide error, not an infinite one."""
    ratings = rate(2, {(0, 1): proportion(100, 100)})
    assert ratings is not None
    assert 300 < ratings.points[0] - ratings.points[1] < 2000
    assert all(map(math.isfinite, ratings.se))


def test_separate_groups_have_no_ratings() -> None:
    """Players who never met, not even through others, cannot be compared."""
    even = Estimate(0.5, 0.01, 100, "simulated")
    assert rate(4, {(0, 1): even, (2, 3): even}) is None
    assert rate(4, {(0, 1): even, (2, 3): even, (1, 2): even}) is not None
