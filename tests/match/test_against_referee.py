"""A match gives the numbers that the referee and plain arithmetic give on the same decks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from advisor.match.plan import Plan
from advisor.match.run import match
from advisor.match.worth import UNITS
from advisor.rules import PRESETS, Rules
from tests.match import plain

if TYPE_CHECKING:
    from advisor.estimate import Estimate

SCAT = PRESETS["scat"]
HANDS = [
    Plan(SCAT, ("flat:22", "flat:25"), 3),
    Plan(SCAT, ("rising", "greedy", "random"), 4),
    Plan(PRESETS["scat-pub"], ("flat:20", "flat:20", "witty", "cautious"), 5),
    Plan(Rules(knocker_lowest_pays=2, knocker_tied_lowest="double", tokens=1), ("flat:18",) * 3, 6),
]
POTS = [
    Plan(SCAT, ("flat:22", "rising"), 3, pots=True),
    Plan(PRESETS["scat-pub"], ("flat:20", "falling", "rising"), 4, pots=True),
    Plan(
        Rules(tokens=2, knocker_lowest_pays=2),
        ("flat:24", "greedy", "rising", "steps"),
        5,
        pots=True,
    ),
]


def error_of_ratio(top: np.ndarray, bottom: np.ndarray) -> float:
    """Give the error of a ratio of means, from its residuals."""
    left = (top - top.sum() / bottom.sum() * bottom) / bottom.mean()
    return float(np.std(left, ddof=1) / np.sqrt(len(left)))


def compare(found: Estimate, top: np.ndarray, bottom: np.ndarray, *, within: float) -> None:
    """Compare an estimate with a ratio of means over sets."""
    assert found.mean == pytest.approx(top.sum() / bottom.sum(), abs=within)
    least = 1 / len(top) ** 1.5
    error = error_of_ratio(top, bottom)
    assert found.se == pytest.approx(error, rel=1e-4, abs=1e-9 if error > least else 2 * least)
    assert found.trials == len(top)


@pytest.mark.parametrize(
    ("plan", "sets"),
    [*((plan, 60) for plan in HANDS), *((plan, 12) for plan in POTS)],
    ids=lambda value: ",".join(value.names) if isinstance(value, Plan) else "",
)
def test_same_numbers_as_the_referee(plan: Plan, sets: int) -> None:
    """Means and errors of every player and every difference come out the same."""
    places = len(plan.names)
    result = match(plan, sets * places)
    by_set = list(plain.games(plan, sets))
    counted = {what: np.array([one[what] for one in by_set]) for what in by_set[0]}
    games = np.full(sets, float(places))
    rounding = 1 / UNITS
    for place, line in enumerate(result.lines):
        dealt = counted["dealt"][:, place]
        compare(line.pays, counted["pays"][:, place], dealt, within=1e-12)
        compare(line.tokens, counted["tokens"][:, place], dealt, within=1e-12)
        compare(line.pot, counted["pot"][:, place], games, within=rounding)
    for apart in result.differences:
        pot = counted["pot"][:, apart.first] - counted["pot"][:, apart.second]
        compare(apart.pot, pot, games, within=2 * rounding)
        assert apart.pays.mean == pytest.approx(
            result.lines[apart.first].pays.mean - result.lines[apart.second].pays.mean
        )
        assert apart.pays.se == pytest.approx(difference_error(counted, apart.first, apart.second))
    if not plan.pots:
        assert result.sums.hands == sets * places
    else:
        assert result.sums.hands > 2 * sets * places


def difference_error(counted: dict[str, np.ndarray], one: int, other: int) -> float:
    """Give the error of the difference of two ratios on the same sets."""
    residuals = []
    for place in (one, other):
        top, bottom = counted["pays"][:, place], counted["dealt"][:, place]
        residuals.append((top - top.sum() / bottom.sum() * bottom) / bottom.mean())
    apart = residuals[0] - residuals[1]
    spread = max(float(np.var(apart, ddof=1)), 1 / len(apart) ** 2)
    return float(np.sqrt(spread / len(apart)))
