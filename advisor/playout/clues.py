"""What everybody saw of the other player of two (:mod:`advisor.players.clues`), compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from advisor.players.clues import LEAST_KNOWN, MOST_IN_SUIT, PASSED, TOOK, group
from advisor.playout.compiled import inlined

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


group_of = inlined(group)


@inlined
def last_done(took: bool, top: int) -> int:
    """Say what a player did: took the top card, or passed it up."""
    return TOOK if took else PASSED + group_of(top)


@inlined
def known_level(cards: NDArray[np.int8], known: int) -> int:
    """Level of the points that a hand is known (bits) to hold in one suit."""
    if known == 0:
        return 0
    most = 0
    for index in range(3):
        total = 0
        for other in range(3):
            card = cards[other]
            if card & 3 == cards[index] & 3 and (known >> card) & 1:
                rank = card >> 2
                total += 11 if rank == 12 else min(rank + 2, 10)
        most = max(most, total)
    level = 0
    for least in LEAST_KNOWN:
        level += most >= least
    return level


@inlined
def known_in_suits(cards: NDArray[np.int8], known: int) -> int:
    """How many cards of each suit a hand is known (bits) to hold: two bits a suit, at most 2."""
    found = 0
    if known == 0:
        return found
    for index in range(3):
        card = cards[index]
        place = 2 * (card & 3)
        if (known >> card) & 1 and (found >> place) & 3 < MOST_IN_SUIT:
            found += 1 << place
    return found
