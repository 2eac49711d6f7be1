"""What the seats of a history saw and did: everything that a review can grade."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from advisor.graded import Decision, grade
from advisor.moves import Move
from advisor.position import Position
from advisor.referee import game
from advisor.referee.history import Event, HistoryError
from advisor.referee.replay import positions, replay

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from advisor.cards import Card
    from advisor.estimate import Estimate
    from advisor.referee.history import Hand, History


@dataclass(frozen=True, slots=True)
class View:
    """What a seat saw, and what happened then.

    Parameters
    ----------
    hand, line
        Number of the hand, from 1, and the line of the text, from 1.
    position
        What the seat saw: after the deal, before its turn, or when fresh cards lay open.
    event
        What it did; in widow also the fresh cards; None after the deal.
    log
        Everything that had happened in the hand before.
    """

    hand: int
    line: int
    position: Position
    event: Event | None = None
    log: tuple[Event, ...] = ()

    @property
    def drawn(self) -> Card | None:
        """The card it drew, if it went to the stock."""
        return self.event.gets[0] if self.event and self.event.kind == "draw" else None


def move_of(event: Event) -> Move:
    """Give the move that somebody made in a turn; after a draw, to draw."""
    if event.kind == "take":
        return Move("take", event.gets[0], event.gives[0])
    if event.kind == "swap":
        got = (card for card in event.gets if card is not None)
        return Move("swap", give=tuple(sorted(event.gives)), get=tuple(sorted(got)))
    return Move(event.kind)


def decided(
    view: View, made: str, best: str, loss: Estimate, pot: Estimate, *, kind: str = "turn"
) -> Decision:
    """Write down what a seat decided and what it cost; see :class:`~advisor.graded.Decision`."""
    return Decision(
        hand=view.hand,
        line=view.line,
        seat=view.position.seat,
        turn=view.position.turn,
        kind=kind,
        made=made,
        best=best,
        loss=loss,
        pot=pot,
        grade=grade(loss),
        position=str(view.position),
    )


def views(history: History, seat: int | None) -> Iterator[View]:
    """Give deals, turns and fresh cards of the seats that can be graded, in order.

    Parameters
    ----------
    history
        Hands of either game.
    seat
        The seat; None for every seat whose cards are all known in a hand.

    Raises
    ------
    HistoryError
        If a hand breaks a rule, or no hand shows all cards of the seat.
    """
    shown = False
    for number, hand in enumerate(history.hands, start=1):
        graded = _graded(hand, seat)
        shown = shown or bool(graded)
        for one in graded:
            yield View(number, hand.line, game.position(replay(hand).states[0], one))
        for index, view in sorted(_seen(hand, graded), key=lambda turn: turn[0]):
            # Showing 31, and a turn that has not begun, are no decisions.
            if index < len(hand.events) and hand.events[index].kind != "show":
                event = hand.events[index]
                yield View(number, event.line, view, event, hand.events[:index])
    if not shown:
        whose = "any seat" if seat is None else f"seat {seat}"
        raise HistoryError(
            history.hands[0].line, f"in no hand all cards of {whose} are written down"
        )


def _seen(hand: Hand, graded: Iterable[int]) -> Iterator[tuple[int, Position]]:
    """Give what the seats saw at their turns and when fresh cards were laid out."""
    states = replay(hand).states
    for one in graded:
        yield from positions(hand, one)
        for index, event in enumerate(hand.events):
            if event.kind == "widow":
                yield index, game.position(states[index], one)


def _graded(hand: Hand, seat: int | None) -> list[int]:
    """Seats whose own cards are all written down in a hand."""
    asked: Iterable[int] = range(len(hand.dealt)) if seat is None else [seat]
    return [
        one
        for one in asked
        if 0 <= one < len(hand.dealt)
        and hand.dealt[one]
        and None not in hand.dealt[one]
        and all(event.gets != (None,) for event in hand.events if event.seat == one)
    ]
