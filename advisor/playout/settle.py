"""Who pays when a hand of `scat` ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from advisor.playout.codes import (
    AFTER_KNOCK,
    LOWEST_PAYS,
    TIED,
    TIED_ALONE,
    TIED_DOUBLE,
    TIED_SAFE,
)
from advisor.playout.compiled import uncounted

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@uncounted
def settle_showdown(
    final: NDArray[np.int8],
    players: int,
    knocker: int,
    codes: NDArray[np.int64],
    paid: NDArray[np.uint8],
) -> None:
    """Write what everybody pays when hands are compared; `knocker` is -1 if nobody knocked."""
    lowest = final[0]
    for seat in range(1, players):
        lowest = min(lowest, final[seat])
    tied = 0
    for seat in range(players):
        if final[seat] == lowest:
            paid[seat] = 1
            tied += 1
        else:
            paid[seat] = 0
    if knocker < 0 or final[knocker] != lowest:
        return
    if tied == 1:
        paid[knocker] = codes[LOWEST_PAYS]
    elif codes[TIED] == TIED_ALONE:
        for seat in range(players):
            paid[seat] = 0
        paid[knocker] = codes[LOWEST_PAYS]
    elif codes[TIED] == TIED_SAFE:
        paid[knocker] = 0
    elif codes[TIED] == TIED_DOUBLE:
        paid[knocker] = 2


@uncounted
def settle_thirty_one(
    players: int, winner: int, knocker: int, codes: NDArray[np.int64], paid: NDArray[np.uint8]
) -> None:
    """Write what everybody pays when `winner` shows a hand that ends the game."""
    for seat in range(players):
        paid[seat] = 0 if seat == winner else 1
    if knocker >= 0 and knocker != winner and codes[AFTER_KNOCK] == 1:
        paid[knocker] = 2


@uncounted
def value_of(paid: NDArray[np.uint8], seat: int) -> float:
    """Tokens won: what the others pay on average minus what the seat pays."""
    others = 0.0
    for other in range(len(paid)):
        if other != seat:
            others += paid[other]
    return float(others / (len(paid) - 1) - paid[seat])
