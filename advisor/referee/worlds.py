"""A whole deal that fits what was written down: the cards behind every ``?``.

A history with ``?`` is legal if some deal makes it legal. :func:`guess` builds such a deal in
one pass, with the help of one fact: between two reshuffles every card enters a hand at most
once, unseen, so a card that turns up can only have been behind a ``?`` of the same stretch.
Which of them does not matter for what anybody can see; what stays unknown is filled at random.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from advisor.cards import Card, name
from advisor.position import turn_order
from advisor.referee.game import pack, shuffled
from advisor.referee.history import HistoryError, Known

if TYPE_CHECKING:
    from collections.abc import Iterable

    from advisor.referee.history import Event, Hand


@dataclass(frozen=True, slots=True)
class World:
    """One deal that fits.

    Parameters
    ----------
    deck
        The pack in the order of the deal.
    stocks
        The new stock of each reshuffle, next card first.
    filled
        Cards behind ``?`` that never turned up: any other unseen card would fit as well.
    fits, problem
        Number of events that the deal fits, and why a card of the next one cannot be where
        it is said to be; None if it fits all.
    """

    deck: tuple[Card, ...]
    stocks: tuple[tuple[Card, ...], ...]
    filled: frozenset[Card]
    fits: int
    problem: HistoryError | None


def guess(hand: Hand, attempt: int) -> World:
    """Find a deal that fits what was written down.

    Parameters
    ----------
    hand
        What was written down.
    attempt
        Seed that chooses among the deals that fit; 0 makes the plainest choices.

    Raises
    ------
    HistoryError
        If a card was dealt twice, or there are more ``?`` than cards.
    """
    builder = _Builder(hand, attempt)
    for index, event in enumerate(hand.events):
        try:
            builder.follow(event)
        except HistoryError as error:
            return builder.world(index, error)
    return builder.world(len(hand.events), None)


@dataclass(slots=True, eq=False)
class _Slot:
    """A card that came to somebody unseen; `stretch` counts the reshuffles before it."""

    stretch: int
    card: Known


class _Builder:
    """Follows a hand and notes which card can stand behind which ``?``."""

    def __init__(self, hand: Hand, attempt: int) -> None:
        self.hand = hand
        self.plain = attempt == 0
        self.rng = Random(attempt)  # noqa: S311  # which deal of many is no secret
        self.stretch = 0
        # Cards whose place is known now, and the stretch in which each was last in the stock.
        self.placed: set[Card] = set()
        self.last_in_stock = dict.fromkeys(pack(hand.rules), 0)
        self.seats = [[_Slot(0, card) for card in cards] for cards in hand.dealt]
        self.dealt = [list(slots) for slots in self.seats]
        self.drawn: list[list[_Slot]] = [[]]
        self.pile = list(hand.laid) if hand.rules.game == "scat" else []
        self.order = turn_order(hand.tokens, hand.dealer)
        cards = [card for cards in hand.dealt for card in cards if card is not None]
        self._place([*cards, *hand.laid], hand.line)

    def follow(self, event: Event) -> None:
        """Note what one event says about the cards."""
        slots = [] if event.seat is None else self._slots(event.seat, event.line)
        if event.kind == "reshuffle":
            self._reshuffle()
        elif event.kind == "widow":
            self._place(event.gets, event.line)
            self.drawn[0] += [_Slot(0, card) for card in event.gets]
        elif event.kind == "draw":
            self._draw(slots, event)
        elif event.kind == "take":
            slots += [_Slot(self.stretch, card) for card in event.gets]
            self.pile = self.pile[:-1]
        if event.kind == "show":
            self._show(slots, event)
        for card in event.gives:
            slots.remove(self._find(slots, card, event))
            if event.kind in ("draw", "take"):
                self.pile.append(card)
        if event.kind == "swap":
            slots += [_Slot(0, card) for card in event.gets]

    def world(self, fits: int, problem: HistoryError | None) -> World:
        """Fill what is still unknown and lay the deck out."""
        free = self._free()
        came = [slot for slots in (*self.dealt, *self.drawn) for slot in slots]
        filled = set()
        for slot in came:
            if slot.card is None:
                # Another stretch has cards left only if the text is wrong somewhere.
                source = free[slot.stretch] or max(free, key=len)
                if not source:
                    raise HistoryError(
                        self.hand.line, "more cards are dealt and drawn than there are"
                    )
                slot.card = source.pop()
                filled.add(slot.card)
        first = [self.dealt[seat][time] for time in range(3) for seat in self.order]
        stocks = [(*_cards(drawn), *free[stretch]) for stretch, drawn in enumerate(self.drawn)]
        return World(
            deck=(*_cards(first), *self.hand.laid, *stocks[0]),
            stocks=tuple(stocks[1:]),
            filled=frozenset(filled),
            fits=fits,
            problem=problem,
        )

    def _free(self) -> list[list[Card]]:
        """Cards whose place is not known, by the stretch in which each was last in the stock."""
        free: list[list[Card]] = [[] for _ in self.drawn]
        for card, stretch in self.last_in_stock.items():
            if card not in self.placed:
                free[stretch].append(card)
        return [list(shuffled(cards, self.rng)) for cards in free]

    def _draw(self, slots: list[_Slot], event: Event) -> None:
        (card,) = event.gets
        if card is not None:
            if self.last_in_stock[card] != self.stretch:
                raise HistoryError(event.line, f"{name(card)} is not in the stock any more")
            self._place([card], event.line)
        slot = _Slot(self.stretch, card)
        self.drawn[-1].append(slot)
        # Tried first: whoever draws and throws has most often changed nothing.
        slots.insert(0, slot)

    def _show(self, slots: list[_Slot], event: Event) -> None:
        held = {slot.card for slot in slots}
        for card in event.gets:
            if card is not None and card not in held:
                self._find(slots, card, event)

    def _find(self, slots: list[_Slot], card: Card, event: Event) -> _Slot:
        """Find a card's slot in a hand, behind a ``?`` if it has not been seen before."""
        for slot in slots:
            if slot.card == card:
                return slot
        fitting = [
            slot for slot in slots if slot.card is None and slot.stretch == self.last_in_stock[card]
        ]
        if card in self.placed or not fitting:
            raise HistoryError(event.line, f"seat {event.seat} cannot hold {name(card)} here")
        slot = fitting[0] if self.plain else self.rng.choice(fitting)
        slot.card = card
        self.placed.add(card)
        return slot

    def _reshuffle(self) -> None:
        self.stretch += 1
        self.drawn.append([])
        for card in self.pile[:-1]:
            self.placed.discard(card)
            self.last_in_stock[card] = self.stretch
        self.pile = self.pile[-1:]

    def _place(self, cards: Iterable[Known], line: int) -> None:
        for card in cards:
            if card in self.placed:
                raise HistoryError(line, f"{name(card)} is already somewhere else")
            if card is not None:
                self.placed.add(card)

    def _slots(self, seat: int, line: int) -> list[_Slot]:
        if seat not in self.order:
            raise HistoryError(line, f"seat {seat} is not in this hand")
        return self.seats[seat]


def _cards(slots: Iterable[_Slot]) -> list[Card]:
    return [slot.card for slot in slots if slot.card is not None]
