"""Whole hands from the deal to the end, everybody playing by a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numba import njit

from advisor.hands import THIRTY_ONE
from advisor.playout.chance import world_key
from advisor.playout.codes import BY_THIRTY_ONE, FIRST_CARD, PLAY_ON
from advisor.playout.dealing import deal_hands
from advisor.playout.scat import finish

if TYPE_CHECKING:
    from numpy.typing import NDArray


@njit(nogil=True, cache=True)
def play_deals(
    seed: int,
    first: int,
    thresholds: NDArray[np.int8],
    styles: NDArray[np.int64],
    scores: NDArray[np.int8],
    codes: NDArray[np.int64],
    dealt: NDArray[np.int8],
    paid: NDArray[np.uint8],
    final: NDArray[np.int8],
    ending: NDArray[np.uint8],
    record: NDArray[np.int64],
) -> None:
    """Deal whole hands and play them; every seat follows its table from the first turn.

    Parameters
    ----------
    seed, first
        Seed; number of the first deal.
    thresholds, styles, scores, codes
        As in :func:`finish`.
    dealt, paid, final, ending, record
        Results: scores as dealt, shape (deals, players); tokens paid; final scores; why the
        hand ended, shape (deals,); who knocked (or -1) and the turns taken, shape (deals, 2).
    """
    players = thresholds.shape[0]
    first_card = codes[FIRST_CARD]
    known = np.zeros(players, dtype=np.int64)
    deck = np.empty(52, dtype=np.int8)
    hands = np.empty((players, 3), dtype=np.int8)
    pile = np.empty(64, dtype=np.int8)
    reshuffled = np.empty(64, dtype=np.int8)
    fixed = np.zeros(1, dtype=np.int64)
    size = 52 - first_card
    for deal in range(paid.shape[0]):
        key = world_key(seed, first + deal)
        top = deal_hands(key, first_card, hands, final[deal], deck, scores)
        shown = 0
        for seat in range(players):
            dealt[deal, seat] = final[deal, seat]
            shown += final[deal, seat] >= THIRTY_ONE
            known[seat] = 0
        if shown > 0:
            for seat in range(players):
                paid[deal, seat] = final[deal, seat] < THIRTY_ONE
            ending[deal] = BY_THIRTY_ONE
            record[deal, 0], record[deal, 1] = -1, 0
            continue
        fixed[0] = 0
        ending[deal] = finish(
            PLAY_ON, -1, hands, final[deal], deck[top], pile, 0, deck, top + 1, size, fixed,
            key, players, 0, -1, 0, known, thresholds, styles, scores, codes, reshuffled,
            paid[deal], record[deal],
        )  # fmt: skip
