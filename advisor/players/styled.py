"""The players of scat who do more than knock by a threshold, at the referee's table.

They decide from a position alone; what they do in numbers is in :mod:`advisor.players.scat`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from advisor.cards import POINTS
from advisor.hands import (
    THIRTY_ONE,
    best_discard,
    hand_masks,
    hands_within,
    mask_of,
    score,
    scores,
)
from advisor.players.scat import style
from advisor.players.seated import ThumbPlayer
from advisor.referee.actions import Draw, Take, Throw

if TYPE_CHECKING:
    from collections.abc import Sequence

    from advisor.cards import Card
    from advisor.position import Position
    from advisor.referee.actions import Action


class CautiousPlayer(ThumbPlayer):
    """Keeps from the next player the suits that he collects; see :data:`SCAT_PLAYERS`.

    Source: the guard on what the next player can take in a Scala program for West Lansing
    cut-throat, and the tip not to feed the neighbour on the left. Ours are the definition of
    what feeds him and the 2 points.
    """

    def draw(self, position: Position) -> Take | Draw:
        """Take the top card if he then keeps more than he has, else draw."""
        if position.top is None:
            return Draw()
        thrown, kept = self._careful(position, position.top, keep=True)
        return Take(thrown) if kept > score(position.hand, position.rules) else Draw()

    def throw(self, position: Position, drawn: Card) -> Throw:
        """Choose what to throw after a draw."""
        return Throw(self._careful(position, drawn, keep=False)[0])

    def _careful(self, position: Position, card: Card, *, keep: bool) -> tuple[Card, int]:
        """Choose what to throw after adding a card: the best, or the best that feeds nobody."""
        rules = position.rules
        best = best_discard(position.hand, card, rules, keep=keep)
        order = position.order
        behind = order[(order.index(position.seat) + 1) % len(order)]
        suits = {held % 4 for held in position.held[behind]}
        four = (*position.hand, card)
        harmless = [
            (-score((left for left in four if left != thrown), rules), thrown)
            for thrown in four
            if thrown % 4 not in suits and not (keep and thrown == card)
        ]
        if position.knocked_by is not None or not harmless:
            return best
        less, thrown = min(harmless)
        return (thrown, -less) if best[1] + less <= style(self.name).caution else best


class WittyPlayer(ThumbPlayer):
    """Knocks when a hand must be lower than his, and takes little; see :data:`SCAT_PLAYERS`.

    Source: the witty player of tony-nowatzki/thirty-one. Ours: he keeps the best three; and
    only a hand of which he knows a card can be proved lower.
    """

    def knocks(self, position: Position) -> bool:
        """Whether he knocks if he may."""
        return super().knocks(position) or any(
            must_be_lower(position, cards) for cards in position.held if cards
        )

    def draw(self, position: Position) -> Take | Draw:
        """Take the top card only if that is worth showing it."""
        take, way = super().draw(position), style(self.name)
        if isinstance(take, Draw) or position.top is None:
            return take
        own, rules = score(position.hand, position.rules), position.rules
        kept = best_discard(position.hand, position.top, rules, keep=True)[1]
        wanted = kept - own >= way.gain or kept >= way.reach or POINTS[position.top] >= 10
        return take if wanted else Draw()


class RandomPlayer:
    """Makes any legal move, all equally likely, and throws any card.

    Parameters
    ----------
    key
        The deal's key, from which he takes his random numbers.
    """

    def __init__(self, key: np.uint64) -> None:
        self._key = key

    def act(self, position: Position, legal: Sequence[Action]) -> Action:
        """Choose among the legal moves in the order in which they are listed."""
        return legal[self._chance(len(legal), position.turn, 0)]

    def throw(self, position: Position, drawn: Card) -> Throw:
        """Choose among the hand, ascending, and the card drawn."""
        return Throw((*position.hand, drawn)[self._chance(4, position.turn, 1)])

    def _chance(self, limit: int, turn: int, which: int) -> int:
        # Numba is imported only when chance plays.
        from advisor.playout.chance import decide  # noqa: PLC0415

        return int(decide(limit, self._key, turn, which))


def must_be_lower(position: Position, held: Sequence[Card]) -> bool:
    """Whether a hand with these cards and else unseen ones scores less than the own one.

    A hand of 31 does not count: it would have ended the game.
    """
    known = np.uint64(mask_of(held))
    possible = hands_within(mask_of((*position.unseen, *held)))
    possible = possible[(hand_masks()[possible] & known) == known]
    found = scores(position.rules)[possible]
    own = score(position.hand, position.rules)
    return bool((found[found < THIRTY_ONE] < own).all())
