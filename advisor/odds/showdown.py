"""Who pays when hands are compared, or when somebody shows a hand that ends the game."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from advisor.hands import THIRTY_ONE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from advisor.rules import Rules


def payments(half_points: Sequence[int], knocker: int | None, rules: Rules) -> tuple[int, ...]:
    """Tokens each player is asked to pay at the end of a hand of ``scat``.

    Parameters
    ----------
    half_points
        Final score of every player, in half points. If any of them ends the game (31 or
        more), all who hold such a hand pay nothing and everybody else pays.
    knocker
        Index of the player who knocked; None if nobody did.
    rules
        Say what a knocker pays who is lowest, tied for lowest, or meets a 31.

    Returns
    -------
    tuple of int
        Tokens, in the order of `half_points`.
    """
    return _payments(
        tuple(half_points),
        knocker,
        rules.knocker_tied_lowest,
        rules.knocker_lowest_pays,
        2 if rules.thirty_one_after_knock == "double" else 1,
    )


@cache
def _payments(
    half_points: tuple[int, ...], knocker: int | None, tied: str, lowest_pays: int, after_31: int
) -> tuple[int, ...]:
    if max(half_points) >= THIRTY_ONE:
        paid = [int(half < THIRTY_ONE) for half in half_points]
        if knocker is not None and paid[knocker]:
            paid[knocker] = after_31
        return tuple(paid)
    paid = [int(half == min(half_points)) for half in half_points]
    if knocker is None or not paid[knocker]:
        return tuple(paid)
    others = tied != "alone" and sum(paid) > 1
    if not others:
        return tuple(lowest_pays * (seat == knocker) for seat in range(len(paid)))
    paid[knocker] = {"safe": 0, "all": 1, "double": 2}[tied]
    return tuple(paid)
