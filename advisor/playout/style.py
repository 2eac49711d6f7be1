"""What a named player does otherwise than the greedy one, as the compiled loop reads it.

A row of numbers for each seat (:func:`advisor.playout.batch.style_rows` writes them from
:class:`advisor.players.scat.Style`). What everybody can know of a hand, the cards that its
owner took from the pile and still holds, is a set of cards as bits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from advisor.hands import THIRTY_ONE
from advisor.playout.chance import decide
from advisor.playout.codes import (
    DRAW,
    FIRST_CARD,
    FIRST_ROUND_FORBIDDEN,
    KNOCK,
    PASS,
    PUT_BACK,
    STAND_PAT,
    TAKE,
)
from advisor.playout.compiled import inlined, uncounted
from advisor.playout.keeping import score_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# Places in a seat's row.
STYLED: Final = 0
AT_RANDOM: Final = 1
PROVES: Final = 2
CAUTION: Final = 3
GAIN: Final = 4
TENS: Final = 5
REACH: Final = 6
N_STYLE: Final = 7

TEN: Final = 32
"""Lowest card that counts ten or more."""
ONE_SUIT: Final = 0x1111111111111
"""All clubs, as bits."""
ONE_RANK: Final = 0b1111
"""All twos, as bits."""
TWO_CARDS: Final = 2 * 21
"""An ace and a ten, in half points."""
ALL: Final = (1 << 52) - 1


@inlined
def knock_allowed(turn: int, players: int, knocker: int, codes: NDArray[np.int64]) -> bool:
    """Whether the rules let somebody knock now."""
    return bool(knocker < 0 and (turn >= players or codes[FIRST_ROUND_FORBIDDEN] == 0))


@inlined
def random_move(
    hand: NDArray[np.int8],
    top: int,
    key: np.uint64,
    turn: int,
    players: int,
    knocker: int,
    codes: NDArray[np.int64],
) -> tuple[int, int]:
    """Choose among the legal moves, all equally likely, in the order in which they are listed.

    Returns the move and what a TAKE throws.
    """
    knocks = 1 if knock_allowed(turn, players, knocker, codes) else 0
    takes = 4 if codes[PUT_BACK] else 3
    passes = 1 if knocker >= 0 and codes[STAND_PAT] else 0
    pick = decide(knocks + 1 + takes + passes, key, turn, 0) - knocks
    if pick < 0:
        return KNOCK, -1
    if pick == 0:
        return DRAW, -1
    if pick <= 3:
        return TAKE, int(hand[pick - 1])
    return (TAKE, int(top)) if pick <= takes else (PASS, -1)


@inlined
def wants(style: NDArray[np.int64], top: int, own: int, kept: int) -> bool:
    """Whether a card that raises the score from `own` to `kept` is worth taking."""
    return bool(
        kept - own >= style[GAIN] or kept >= style[REACH] or (style[TENS] != 0 and top >= TEN)
    )


@inlined
def feeds(held: int) -> int:
    """Find all cards of the suits of which somebody is known to hold one."""
    fed = 0
    for suit in range(4):
        of_suit = ONE_SUIT << suit
        if held & of_suit:
            fed |= of_suit
    return fed


@uncounted
def somebody_holds_less(
    seat: int,
    own: int,
    hand: NDArray[np.int8],
    top: int,
    pile: NDArray[np.int8],
    pile_size: int,
    known: NDArray[np.int64],
    players: int,
    scores: NDArray[np.int8],
    codes: NDArray[np.int64],
) -> bool:
    """Whether what `seat` sees proves that another hand scores less than `own`."""
    seen = (1 << hand[0]) | (1 << hand[1]) | (1 << hand[2]) | (1 << top)
    for index in range(pile_size):
        seen |= 1 << pile[index]
    anything = 0
    for other in range(players):
        seen |= known[other]
        if other != seat:
            anything |= known[other]
    if anything == 0:
        return False
    unseen = (ALL >> codes[FIRST_CARD] << codes[FIRST_CARD]) & ~seen
    for other in range(players):
        if other != seat and known[other] != 0 and holds_less(own, known[other], unseen, scores):
            return True
    return False


@uncounted
def holds_less(own: int, known: int, unseen: int, scores: NDArray[np.int8]) -> bool:
    """Whether every hand of some known cards and else unseen ones scores less than `own`.

    A hand of 31 does not count: it would have ended the game.
    """
    first = second = last = -1
    for card in range(52):
        if (known >> card) & 1:
            first, second, last = second, last, card
    if first >= 0:
        return score_of(first, second, last, scores) < own
    if own > TWO_CARDS:
        # Only three of a suit or three of a kind score more than the best two cards.
        unseen &= (ONE_SUIT << (last % 4)) | (ONE_RANK << (last // 4 * 4))
    for high in range(51, -1, -1):
        if not (unseen >> high) & 1:
            continue
        if second >= 0:
            if own <= _score(second, last, high, scores) < THIRTY_ONE:
                return False
            continue
        for low in range(high - 1, -1, -1):
            if (unseen >> low) & 1 and own <= _score(low, high, last, scores) < THIRTY_ONE:
                return False
    return True


@inlined
def _score(low: int, high: int, other: int, scores: NDArray[np.int8]) -> int:
    """Score of three cards, two of them in order."""
    return score_of(min(low, other), max(low, min(high, other)), max(high, other), scores)
