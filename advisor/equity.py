"""Tokens → chance to win the pot."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from advisor.cards import counted
from advisor.position import OUT, PositionError, Problem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from advisor.rules import Rules

MAX_TOKENS: Final = 9
"""Most tokens that the rules know."""


def fair_equity(tokens: Sequence[int], rules: Rules) -> tuple[float, ...]:
    """Chance of every seat to win the pot, if luck alone decides each hand.

    Model ``fair``: each hand one of the players still in pays one token, each with equal
    chance, until one is left. Exact: tokens never grow, so one backward pass over the
    multisets of losses left is enough.

    Parameters
    ----------
    tokens
        Tokens of every seat; :data:`~advisor.position.OUT` for a seat that is out.
    rules
        Say whether there is a free ride, which is one more loss.

    Returns
    -------
    tuple of float
        One chance for each seat; they sum to 1.

    Raises
    ------
    PositionError
        If a number of tokens is impossible, or nobody is in.

    Examples
    --------
    >>> from advisor.rules import Rules
    >>> fair_equity((1, 1, -1), Rules())
    (0.5, 0.5, 0.0)
    """
    if found := [
        Problem(
            "tokens",
            f"seat {seat} has {counted(left, 'token')}; "
            f"expected 0 to {MAX_TOKENS}, or x for a seat that is out",
        )
        for seat, left in enumerate(tokens)
        if not OUT <= left <= MAX_TOKENS
    ]:
        raise PositionError(found)
    lives = tuple(0 if left == OUT else left + rules.free_ride for left in tokens)
    if not any(lives):
        msg = "nobody has a token left; expected at least one seat that is still in"
        raise PositionError([Problem("tokens", msg)])
    by_lives = _chances(tuple(sorted(life for life in lives if life)))
    return tuple(by_lives.get(life, 0.0) for life in lives)


@cache
def _chances(lives: tuple[int, ...]) -> dict[int, float]:
    """Chance of a player with so many losses left, for each number that occurs in `lives`."""
    if len(lives) == 1:
        return {lives[0]: 1.0}
    total = dict.fromkeys(lives, 0.0)
    for payer, life in enumerate(lives):
        rest = lives[:payer] + lives[payer + 1 :]
        after = _chances(tuple(sorted((*rest, life - 1))) if life > 1 else rest)
        for own in total:
            # A player with `own` losses left is the payer once in as many cases as hold `own`.
            share = lives.count(own)
            stays = share - (life == own)
            won = stays * after.get(own, 0.0)
            if life == own and life > 1:
                won += after[life - 1]
            total[own] += won / share
    return {own: chance / len(lives) for own, chance in total.items()}
