"""Tokens: who is still in, and what paying does."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor.position import OUT
from advisor.referee.pot import after_payments
from advisor.rules import Rules
from tests.strategies import rules, tables

RULES = Rules()
FREE_RIDE = Rules(free_ride=True)


@pytest.mark.parametrize(
    ("house", "before", "paid", "after"),
    [
        (RULES, (4, 4, 4), (0, 0, 0), (4, 4, 4)),
        (RULES, (4, 4, 4), (1, 0, 1), (3, 4, 3)),
        (RULES, (1, 4, 1), (1, 0, 0), (OUT, 4, 1)),
        (RULES, (1, 4, 1), (1, 1, 1), (OUT, 3, OUT)),
        (RULES, (1, 4), (2, 0), (OUT, 4)),
        (RULES, (2, 4), (2, 0), (OUT, 4)),
        (RULES, (OUT, 4, 2), (0, 0, 1), (OUT, 4, 1)),
        (RULES, (1, 1), (1, 1), (1, 1)),
        (RULES, (1, OUT, 1), (2, 0, 1), (1, OUT, 1)),
        (FREE_RIDE, (1, 3), (1, 0), (0, 3)),
        (FREE_RIDE, (0, 3), (1, 0), (OUT, 3)),
        (FREE_RIDE, (0, 3), (0, 1), (0, 2)),
        (FREE_RIDE, (1, 3), (2, 0), (OUT, 3)),
        (FREE_RIDE, (0, 0), (1, 1), (0, 0)),
    ],
)
def test_payments(
    house: Rules, before: tuple[int, ...], paid: tuple[int, ...], after: tuple[int, ...]
) -> None:
    """At 0 a player is out at once, under the free ride one loss later, and never all at once."""
    assert after_payments(before, paid, house) == after


@given(rules(), st.data())
def test_paying_never_ends_the_table(house: Rules, data: st.DataObject) -> None:
    """Tokens only fall, somebody stays in, and who is out stays out."""
    before, _ = data.draw(tables(house))
    paid = [0 if left == OUT else data.draw(st.integers(0, 2)) for left in before]
    after = after_payments(before, paid, house)
    assert any(left != OUT for left in after)
    least = 0 if house.free_ride else 1
    for had, pay, left in zip(before, paid, after, strict=True):
        assert left == OUT or left >= least
        assert left <= had
        assert left in {had, had - pay, OUT}
        if had == OUT:
            assert left == OUT


def test_every_seat_must_be_asked() -> None:
    """Payments for fewer seats than sit at the table are a bug elsewhere."""
    with pytest.raises(ValueError, match="shorter"):
        after_payments((4, 4, 4), (1, 0), RULES)
