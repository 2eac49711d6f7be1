"""Every seat order comes in turn, and the parts of a match are functions of their numbers."""

from __future__ import annotations

from itertools import permutations

import pytest

from advisor.match.orders import MOST, circular_orders, rotations, share


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_all_seat_orders(players: int) -> None:
    """Circular orders and their rotations are all seat orders, each once."""
    seated = [seating for order in circular_orders(players) for seating in rotations(order)]
    assert sorted(seated) == sorted(permutations(range(players)))


def test_many_players() -> None:
    """Beyond six players there is a bounded number of orders, all different, always the same."""
    orders = circular_orders(9)
    assert len(set(orders)) == MOST
    assert all(sorted(order) == list(range(9)) for order in orders)
    circular_orders.cache_clear()
    assert circular_orders(9) == orders


def test_shares_fit_together() -> None:
    """However sets are cut into parts, each order gets the same ones, one after the other."""
    for orders in (1, 2, 6):
        for order in range(orders):
            expected = [number // orders for number in range(50) if number % orders == order]
            parts = [share(0, 13, order, orders), share(13, 1, order, orders)]
            parts.append(share(14, 36, order, orders))
            found = [start + at for start, count in parts for at in range(count)]
            assert found == expected
