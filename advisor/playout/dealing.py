"""The deal of whole hands of `scat`: one and the same for every compiled loop."""

from __future__ import annotations

from typing import TYPE_CHECKING

from numba import njit

from advisor.playout.chance import below
from advisor.playout.keeping import score_of, sort_three

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@njit(nogil=True, cache=True)
def deal_hands(
    key: np.uint64,
    first_card: int,
    hands: NDArray[np.int8],
    final: NDArray[np.int8],
    deck: NDArray[np.int8],
    scores: NDArray[np.int8],
) -> int:
    """Deal three cards to every seat, then the top card.

    Parameters
    ----------
    key
        The deal's key.
    first_card
        Lowest card of the pack.
    hands, final
        Receive the cards of every seat in ascending order, shape (players, 3), and its score.
    deck
        Receives the pack, shape (52,): the cards dealt, the top card, then the stock, whose
        order is not drawn yet.
    scores
        Score of every hand.

    Returns
    -------
    int
        Place of the top card in the deck.
    """
    size = 52 - first_card
    for place in range(size):
        deck[place] = first_card + place
    dealt = 3 * len(hands)
    for place in range(dealt + 1):
        other = place + below(size - place, key, place)
        deck[place], deck[other] = deck[other], deck[place]
    for seat in range(len(hands)):
        for index in range(3):
            hands[seat, index] = deck[3 * seat + index]
        sort_three(hands[seat])
        final[seat] = score_of(hands[seat, 0], hands[seat, 1], hands[seat, 2], scores)
    return dealt
