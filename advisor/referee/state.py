"""Everything about one hand, all cards known, as one immutable value."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from advisor.cards import Card
from advisor.position import Log
from advisor.rules import Rules


@dataclass(frozen=True, slots=True)
class Result:
    """How a hand ended.

    Parameters
    ----------
    paid
        Tokens that each seat is asked to pay, shape (seats,); what he cannot pay he need not
        (:func:`~advisor.referee.pot.after_payments`).
    pot
        Share of the pot of each seat, shape (seats,); all 0 unless the highest hand takes it.
    why
        One sentence: what ended the hand, and what follows from it.
    """

    paid: tuple[int, ...]
    pot: tuple[Fraction, ...]
    why: str


@dataclass(frozen=True, slots=True)
class State:
    """One hand at one moment. Only the referee may look at it: it holds the deck's order.

    Nothing in here is random. Chance comes in twice, from outside: as the deck of
    :func:`~advisor.referee.game.deal` and as the new stock of a
    :class:`~advisor.referee.actions.Reshuffle`; so a hand replays exactly.

    Parameters
    ----------
    rules
        The rules in force.
    tokens
        Tokens of every seat at the start of the hand; ``OUT`` (-1) for a seat that is out.
    dealer
        Seat of the dealer.
    order
        Seats still in, in the order of their turns.
    hands
        Cards of every seat, ascending; empty for a seat that is out.
    stock
        Cards not dealt, **next card first** (widow: where a fresh widow comes from).
    pile
        Discard pile from the bottom up, **top card last** (scat).
    widow
        The three open cards, ascending (widow).
    gone
        Old widow cards that a fresh widow replaced, ascending (widow).
    known
        For every seat, the cards in his hand that everybody saw him pick up, ascending.
    turn
        Turns taken in this hand by all seats, a knock included.
    knocker, knock_turn
        Seat that has knocked, and how many turns had been taken before; None if nobody has.
    exchanged
        Whether anybody has swapped a card with the widow.
    passes
        Turns passed in a row (widow).
    drawn
        Card just drawn from the stock, until a card is thrown (scat).
    offers
        Seats that hold 31 and must now say whether they show it, first to answer first (widow).
    result
        How the hand ended; None while it goes on.
    log
        What everybody saw so far (scat, with a whole pack); else None.
    """

    rules: Rules
    tokens: tuple[int, ...]
    dealer: int
    order: tuple[int, ...]
    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]
    pile: tuple[Card, ...] = ()
    widow: tuple[Card, ...] = ()
    gone: tuple[Card, ...] = ()
    known: tuple[tuple[Card, ...], ...] = ()
    turn: int = 0
    knocker: int | None = None
    knock_turn: int | None = None
    exchanged: bool = False
    passes: int = 0
    drawn: Card | None = None
    offers: tuple[int, ...] = ()
    result: Result | None = None
    log: Log | None = None

    @property
    def seat(self) -> int | None:
        """Seat that must act now; None if the hand is over or the stock must be reshuffled."""
        if self.result is not None or self.needs_reshuffle:
            return None
        return self.offers[0] if self.offers else self.order[self.turn % len(self.order)]

    @property
    def needs_reshuffle(self) -> bool:
        """Whether a :class:`~advisor.referee.actions.Reshuffle` must come next (scat)."""
        return (
            not self.stock
            and self.drawn is None
            and self.result is None
            and self.rules.game == "scat"
        )

    @property
    def first_round(self) -> bool:
        """Whether somebody has not had a turn yet."""
        return self.turn < len(self.order)

    @property
    def lap_over(self) -> bool:
        """Whether everybody has had his last turn after a knock."""
        return self.knock_turn is not None and self.turn == self.knock_turn + len(self.order)


def replaced(
    cards: tuple[tuple[Card, ...], ...], seat: int, mine: tuple[Card, ...]
) -> tuple[tuple[Card, ...], ...]:
    """Put `mine` in the place of one seat's cards."""
    return (*cards[:seat], mine, *cards[seat + 1 :])


def exchanged(
    cards: tuple[Card, ...], give: tuple[Card, ...], get: tuple[Card, ...]
) -> tuple[Card, ...]:
    """Take `give` out of some cards and put `get` in; ascending."""
    return tuple(sorted([*(card for card in cards if card not in give), *get]))


def knock_refused(state: State) -> str | None:
    """Say why a knock is forbidden now; None if it is allowed."""
    if state.knocker is not None:
        return f"nobody can knock again after seat {state.knocker} has knocked"
    if state.first_round and state.rules.first_round_knock == "forbidden":
        return "under these rules nobody may knock before everybody has had a turn"
    return None
