"""What comes of taking the top card, for every hand and every top card at once.

Suits are turned so that the top card is a club (:mod:`advisor.suits`): its rank, and the hand
after its suit and clubs have changed places, say everything.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from advisor.hands import hand_cards, scores
from advisor.odds.keeping import pair_with_card, pairs_left
from advisor.players.written import DRAW, TAKES_LAST
from advisor.suits import RANKS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from advisor.rules import Rules


def taking(takes: NDArray[np.bool_], rules: Rules) -> NDArray[np.uint8]:
    """Moves of one turn without a knock: take where told and throw the worst card, else draw.

    Parameters
    ----------
    takes
        Where the top card is taken, on the last turn too; shape (13, 22100).
    rules
        Say what hands score.
    """
    # The first of equals is the lowest card.
    thrown = kept_by_taking(rules).argmax(axis=1) + 1
    return np.where(takes, thrown | TAKES_LAST, DRAW).astype(np.uint8)


@lru_cache(maxsize=2)
def kept_by_taking(rules: Rules) -> NDArray[np.int8]:
    """Score after taking the top card, by its rank and which card goes, shape (13, 3, 22100).

    The top card is a club; -1 where the hand holds it. In half points.
    """
    tops = 4 * np.arange(RANKS)
    made = pair_with_card()[pairs_left()][:, :, tops].transpose(2, 1, 0)
    holds = (hand_cards()[None] == tops[:, None, None]).any(axis=2)
    kept = np.where(holds[:, None], np.int8(-1), scores(rules)[made])
    kept.flags.writeable = False
    return kept
