"""Tokens: who is still in, and what paying does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from advisor.position import OUT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from advisor.rules import Rules


def after_payments(tokens: Sequence[int], paid: Sequence[int], rules: Rules) -> tuple[int, ...]:
    """Tokens of every seat after a hand.

    A player pays at most what he has, the free ride included. If a hand would put out
    everybody who is still in, nobody pays (our choice; only house rules can bring it about).

    Parameters
    ----------
    tokens
        Tokens of every seat before; :data:`~advisor.position.OUT` for a seat that is out.
    paid
        Tokens each seat is asked to pay.
    rules
        Say whether there is a free ride.

    Returns
    -------
    tuple of int
        Tokens of every seat after.
    """
    least = 0 if rules.free_ride else 1
    left = tuple(
        OUT if have == OUT or have - pay < least else have - pay
        for have, pay in zip(tokens, paid, strict=True)
    )
    return left if any(have != OUT for have in left) else tuple(tokens)


def paid_in(before: Sequence[int], after: Sequence[int]) -> int:
    """Count the tokens that went into the pot between two moments."""
    return sum(left for left in before if left != OUT) - sum(left for left in after if left != OUT)
