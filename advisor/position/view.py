"""What one player can see when it is his turn.

A :class:`Position` never holds the order of the stock nor a card that the player has not
seen, so nothing that works from it can peek.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from advisor.cards import Card, first_card
from advisor.position.log import Log
from advisor.position.seats import turn_order
from advisor.position.writing import notation
from advisor.rules import PRESETS, Rules

if TYPE_CHECKING:
    from collections.abc import Sequence

SEED_RULES: Final = PRESETS["scat"]


@dataclass(frozen=True, slots=True)
class Problem:
    """One reason why a question cannot be answered.

    Parameters
    ----------
    field
        The field that is wrong: ``hand``, ``top``, ``discards``, ``widow``, ``held``,
        ``players``, ``tokens``, ``seat``, ``dealer``, ``turn``, ``knocked_by``, ``exchanged``,
        ``log`` or ``position``.
    text
        One sentence: what is wrong and what would be right.
    """

    field: str
    text: str


class PositionError(ValueError):
    """A position that cannot exist; the message names every reason in one line."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(problem.text for problem in problems))


@dataclass(frozen=True, slots=True)
class Position:
    """One seat's view at the start of its turn.

    Parameters
    ----------
    hand
        Own three cards, ascending.
    tokens
        Tokens of every seat; :data:`~advisor.position.OUT` for a seat that is out. Its length
        is the number of players.
    rules
        The rules in force.
    top
        Top card of the discard pile (scat).
    discards
        Other discards that were seen (widow: the cards of old widows, where a fresh one is laid
        out when all pass). If `ordered`, the whole pile below the top card from
        the bottom up; otherwise in ascending order.
    ordered
        Whether `discards` is the whole pile in order.
    widow
        The three open cards (widow), ascending.
    held
        For every seat the cards known to be in that player's hand, ascending; empty for the
        own seat. Seats missing at the end are filled in.
    seat
        Own seat, from 0.
    dealer
        Seat of the dealer; the first turn is the next player's on the left.
    turn
        Turns taken in this hand by all players, a knock included.
    knocked_by
        Seat that has knocked, if any.
    exchanged
        Whether anybody has swapped a card with the widow in this hand (widow).
    log
        What everybody saw happen in this hand (scat), or None if that is not known. The pile,
        the cards held, the turn and the knock follow from it and agree with it.
    """

    hand: tuple[Card, ...]
    tokens: tuple[int, ...]
    rules: Rules = SEED_RULES
    top: Card | None = None
    discards: tuple[Card, ...] = ()
    ordered: bool = False
    widow: tuple[Card, ...] = ()
    held: tuple[tuple[Card, ...], ...] = field(default=())
    seat: int = 0
    dealer: int = 0
    turn: int = 0
    knocked_by: int | None = None
    exchanged: bool = False
    log: Log | None = None

    def __post_init__(self) -> None:
        # One entry for each seat, so that equal positions compare and print as equal.
        held = self.held + ((),) * (len(self.tokens) - len(self.held))
        while len(held) > len(self.tokens) and not held[-1]:
            held = held[:-1]
        object.__setattr__(self, "held", held)

    @property
    def players(self) -> int:
        """Number of seats, those that are out included."""
        return len(self.tokens)

    @property
    def order(self) -> tuple[int, ...]:
        """Seats still in, in the order of their turns."""
        return turn_order(self.tokens, self.dealer)

    @property
    def known(self) -> frozenset[Card]:
        """All cards whose place is known."""
        top = () if self.top is None else (self.top,)
        others = (card for cards in self.held for card in cards)
        return frozenset((*self.hand, *top, *self.discards, *self.widow, *others))

    @property
    def unseen(self) -> tuple[Card, ...]:
        """Cards of the pack whose place is not known, ascending."""
        known = self.known
        return tuple(card for card in range(first_card(self.rules.pack), 52) if card not in known)

    @property
    def stock_size(self) -> int:
        """Cards in the stock (scat), exact if the pile is `ordered`.

        Otherwise as if no card lay in the pile but those that were seen: the most it can hold.
        """
        return self.rules.pack - 3 * len(self.order) - len(self.discards) - 1

    def __str__(self) -> str:
        return notation(self)


def knocked_at(position: Position) -> int:
    """Count the turns that had been taken when the knocker knocked.

    Only meaningful where somebody has knocked; negative if he had had no turn yet.
    """
    if position.knocked_by is None:
        return -1
    order = position.order
    behind = order.index(position.seat) - order.index(position.knocked_by)
    return position.turn - behind % len(order)
