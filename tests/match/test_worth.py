"""What a hand is worth to each seat."""

from __future__ import annotations

import random

import numpy as np
import pytest

from advisor.equity import fair_equity
from advisor.match.worth import UNITS, for_tokens, pot_units
from advisor.playout.played import Played
from advisor.referee.pot import after_payments
from advisor.rules import PRESETS, Rules


def played(paid: list[list[int]], pot: list[list[float]] | None = None) -> Played:
    """Give a result of some hands."""
    hands = np.array(paid, dtype=np.uint8)
    shares = np.zeros(hands.shape) if pot is None else np.array(pot)
    count = len(hands)
    return Played(hands, shares.astype(np.float32), np.zeros(count, bool), np.ones(count, int))


@pytest.mark.parametrize("name", ["scat", "scat-pub", "schwimmen"])
def test_tokens_give_fair_equity(name: str) -> None:
    """The table of payments holds what the equity of each of them is."""
    rules, rng = PRESETS[name], random.Random(2)
    paid = [[rng.choice((0, 0, 1, 2)) for _ in range(5)] for _ in range(300)]
    units = pot_units(rules, played(paid))
    for row, payments in zip(units.tolist(), paid, strict=True):
        after = after_payments((rules.tokens,) * 5, payments, rules)
        assert row == [round(UNITS * chance) for chance in fair_equity(after, rules)]


def test_antes_stay_exact() -> None:
    """A pot split three ways is exactly a whole pot, and a pot of nobody's is everybody's."""
    third = 1 / 3
    hands = [[third, third, third, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0] * 4]
    units = pot_units(PRESETS["widow"], played([[0] * 4] * 3, hands)).tolist()
    assert units[0] == [UNITS // 3] * 3 + [0]
    assert units[1] == [0, UNITS, 0, 0]
    assert units[2] == [UNITS // 4] * 4
    assert all(sum(row) == UNITS for row in units)


def test_who_plays_for_tokens() -> None:
    """Only widow with the pot to the highest hand is not played for tokens."""
    assert [for_tokens(PRESETS[name]) for name in ("scat", "widow", "schwimmen")] == [
        *(True, False, True),
    ]
    assert for_tokens(Rules(game="widow", loser="lowest"))
