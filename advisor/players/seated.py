"""The rules of thumb as players at a table: from what a seat sees to what it does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from advisor.hands import best_discard, score
from advisor.players.thumb import ROUNDS, thresholds
from advisor.referee.actions import Draw, Knock, Pass, Show, Swap, Take, Throw
from advisor.referee.state import exchanged

if TYPE_CHECKING:
    from collections.abc import Sequence

    from advisor.cards import Card
    from advisor.position import Position
    from advisor.referee.actions import Action


class ThumbPlayer:
    """A player of :mod:`advisor.players.thumb` who knocks by a table and else plays greedily.

    Parameters
    ----------
    name
        A name of :data:`~advisor.players.thumb.DESCRIPTIONS`. Who does more than knock by a
        threshold has a class of his own (:func:`advisor.players.published.reference`).

    Raises
    ------
    PlayerError
        If there is no such player.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._knocks_with = [int(half_points) for half_points in thresholds(name)]

    def act(self, position: Position, legal: Sequence[Action]) -> Action:
        """Choose at the start of a turn, or say whether to show a 31."""
        if Show() in legal:
            return Show()
        if Knock() in legal and self.knocks(position):
            return Knock()
        return (
            self.draw(position) if position.rules.game == "scat" else greedy_swap(position, legal)
        )

    def knocks(self, position: Position) -> bool:
        """Whether he knocks if he may."""
        own_turns = min(position.turn // len(position.order), ROUNDS - 1)
        return score(position.hand, position.rules) >= self._knocks_with[own_turns]

    def draw(self, position: Position) -> Take | Draw:
        """Take the top card if swapping it in gives a strictly higher score, else draw."""
        if position.top is not None:
            thrown, kept = best_discard(position.hand, position.top, position.rules, keep=True)
            if kept > score(position.hand, position.rules):
                return Take(thrown)
        return Draw()

    def throw(self, position: Position, drawn: Card) -> Throw:
        """Choose what to throw after a draw."""
        thrown, _ = best_discard(position.hand, drawn, position.rules, keep=False)
        return Throw(thrown)


def greedy_swap(position: Position, legal: Sequence[Action]) -> Swap | Pass:
    """Make the swap of highest score if that is strictly higher than the hand's, else pass.

    Among equal scores the fewest and lowest cards are given, and the highest taken.
    """
    rules, hand = position.rules, position.hand

    def worth(swap: Swap) -> tuple[object, ...]:
        after = score(exchanged(hand, swap.give, swap.get), rules)
        give = tuple(-card for card in swap.give)
        return after, -len(give), give, swap.get

    best = max((action for action in legal if isinstance(action, Swap)), key=worth)
    if score(exchanged(hand, best.give, best.get), rules) > score(hand, rules):
        return best
    return Pass()
