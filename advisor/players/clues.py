"""What everybody saw of the other player of two, in few numbers.

What he did last, took the top card or passed one up, and the points he is known to hold in one
suit, speak for a knock or against it; his last throw and the cards he is known to hold in a
suit speak for throwing a card of that suit or against it. Of more players nobody heeds clues.

What he did last costs little to feign. The solved tables therefore leave it aside when they
knock (:mod:`advisor.solve.refine`); the chart of basic strategy heeds it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from advisor.cards import POINTS

if TYPE_CHECKING:
    from advisor.cards import Card
    from advisor.position import Log, Position

NOTHING: Final = 0
"""Of what the other one did last nothing is known, or this is the first turn."""
TOOK: Final = 1
PASSED: Final = 2
"""He passed up a two to six; then come sevens to nines, tens to kings, aces."""
LEAST_KNOWN: Final = (1, 6, 9, 11, 16, 20, 21)
"""Points known in one suit of his hand, from which the next level begins."""
MOST_IN_SUIT: Final = 2

KNOCKING: Final = (6, len(LEAST_KNOWN) + 1, 32)
"""By what he did last, the level of points known in one suit, and the own points, cut off."""
THROWING: Final = (2, MOST_IN_SUIT + 1, 4)
"""By whether the card has the suit of the top card, how many of its suit he is known to hold, and
its group."""


class Clue(NamedTuple):
    """What everybody saw of the other player of two.

    Parameters
    ----------
    last
        :data:`NOTHING`, :data:`TOOK`, or :data:`PASSED` plus the group of the card passed up.
    known
        Cards he is known to hold.
    """

    last: int = NOTHING
    known: tuple[Card, ...] = ()

    @property
    def level(self) -> int:
        """Level of the points he is known to hold in one suit."""
        most = max(
            sum(POINTS[card] for card in self.known if card % 4 == suit) for suit in range(4)
        )
        return sum(most >= least for least in LEAST_KNOWN)

    @property
    def in_suits(self) -> int:
        """The same of all suits: two bits a suit."""
        return sum(self.in_suit(suit) << 2 * suit for suit in range(4))

    def in_suit(self, suit: int) -> int:
        """How many cards of a suit he is known to hold, at most :data:`MOST_IN_SUIT`."""
        return min(sum(card % 4 == suit for card in self.known), MOST_IN_SUIT)


def group(card: Card) -> int:
    """Group of a card: twos to sixes, sevens to nines, tens to kings, aces."""
    return (card >= 20) + (card >= 32) + (card >= 48)


def clue_of(position: Position) -> Clue:
    """Give the clue of the player to move; none if more than two play."""
    order = position.order
    if len(order) != 2:
        return Clue()
    (other,) = set(order) - {position.seat}
    log, known = position.log, position.held[other] if position.held else ()
    return Clue(NOTHING if log is None else last_of(log, len(log.turns)), tuple(known))


def last_of(log: Log, number: int) -> int:
    """Say what was done last before turn `number` of a log."""
    if number == 0:
        return NOTHING
    *before, last = log.turns[:number]
    top = next((turn.thrown for turn in reversed(before) if turn.thrown is not None), log.first)
    return TOOK if last.kind == "take" else PASSED + group(top)
