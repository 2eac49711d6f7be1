"""A written hand played through the referee, line by line, and a played hand written down."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from advisor.cards import Card, names
from advisor.hands import THIRTY_ONE, score
from advisor.referee.actions import (
    Draw,
    IllegalAction,
    Knock,
    Pass,
    Reshuffle,
    Show,
    Swap,
    Take,
    Throw,
    Wait,
)
from advisor.referee.game import apply, deal, position
from advisor.referee.history import Event, Hand, History, HistoryError, Outcome
from advisor.referee.match import Match, after_hand
from advisor.referee.pot import paid_in
from advisor.referee.showdown import holders_of_31
from advisor.referee.state import Result, State
from advisor.referee.worlds import guess

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from advisor.position import Position
    from advisor.referee.actions import Action, Move
    from advisor.referee.worlds import World

MAX_ATTEMPTS: Final = 200
"""Deals tried before a text with ``?`` is given up as impossible."""

MAX_REPLAYED: Final = 50_000
"""Events replayed in all attempts together, so that a long text cannot keep us for minutes."""


@dataclass(frozen=True, slots=True)
class Replay:
    """A written hand, replayed.

    Parameters
    ----------
    hand
        What was written down.
    states
        The state before each event, and last the state after all of them, in one deal that
        fits the text. What a position shows does not depend on which one it is.
    certain
        Whether the result of the last state, if there is one, is written in the text or
        follows from it; otherwise it is that of the one deal, and means nothing.
    """

    hand: Hand
    states: tuple[State, ...]
    certain: bool

    @property
    def end(self) -> State:
        """The state after the last event."""
        return self.states[-1]


class _NotThisWorldError(Exception):
    """A 31 behind ``?`` that nobody showed: these cards cannot have been there."""

    def __init__(self, line: int) -> None:
        self.line = line
        super().__init__(line)


def replay(hand: Hand) -> Replay:
    """Play a written hand through the referee.

    Parameters
    ----------
    hand
        What was written down; ``?`` where a card was not seen.

    Raises
    ------
    HistoryError
        If an event breaks a rule, whatever the cards behind ``?``; the message names the
        line and the rule.
    """
    line = hand.line
    attempts = 1 + min(MAX_ATTEMPTS, MAX_REPLAYED // (len(hand.events) + 1))
    for attempt in range(attempts):
        world = guess(hand, attempt)
        try:
            return _played(hand, world)
        except _NotThisWorldError as error:
            line = error.line
    raise HistoryError(line, "whatever stands behind ?, somebody must have shown 31 before this")


def positions(hand: Hand, seat: int) -> list[tuple[int, Position]]:
    """Give what a seat saw at the start of each of its turns.

    Parameters
    ----------
    hand
        What was written down, at least all that the seat saw itself.
    seat
        The seat.

    Returns
    -------
    list of tuple
        Index of the event that the seat made of the position, and the position. The index
        is ``len(hand.events)`` if it is this seat's turn at the end of the text.

    Raises
    ------
    HistoryError
        If the hand breaks a rule or the seat's own cards are not all known.
    """
    states = replay(hand).states
    if not _written(hand, seat):
        raise HistoryError(hand.line, f"seat {seat}'s own cards are not all written down")
    return [
        (index, position(state, seat))
        for index, (state, event) in enumerate(zip(states, (*hand.events, None), strict=True))
        if state.seat == seat and state.drawn is None and not state.offers
        # A fresh widow is laid out before the next player looks.
        if event is None or event.kind != "widow"
    ]


def question(history: History) -> tuple[Position, Card | None]:
    """Give what the seat sees that must act at the end of a history.

    Parameters
    ----------
    history
        The last hand must not be over.

    Returns
    -------
    tuple
        The position at the start of the turn, and the card drawn from the stock if one has
        been drawn and none thrown yet.

    Raises
    ------
    HistoryError
        If a hand breaks a rule, nobody is to act, or the seat's own cards are not all known.
    """
    hand = history.hands[-1]
    state = replay(hand).end
    line = _line(hand, len(hand.events))
    if state.result is not None:
        raise HistoryError(line, "the hand is over; there is nothing to decide")
    if state.seat is None:
        raise HistoryError(line, "the stock has run out; expected reshuffle")
    if not _written(hand, state.seat):
        raise HistoryError(hand.line, f"seat {state.seat}'s own cards are not all written down")
    return position(state, state.seat), state.drawn


def matches(history: History) -> list[Match]:
    """Give where the match stood before each hand, and after the last one if it is over.

    Raises
    ------
    HistoryError
        If a hand breaks a rule, or is not dealt as the one before left the table.
    """
    first = history.hands[0]
    whole = paid_in((first.rules.tokens,) * len(first.tokens), first.tokens)
    nothing = (Fraction(0),) * len(first.tokens)
    found = [Match(first.rules, first.tokens, first.dealer, whole, nothing)]
    for number, hand in enumerate(history.hands):
        match = found[-1]
        if (hand.tokens, hand.dealer) != (match.tokens, match.dealer):
            due = replace(hand, tokens=match.tokens, dealer=match.dealer).lines()
            raise HistoryError(
                hand.line, f"after the last hand this one begins with {due[0]}, {due[1]}"
            )
        played = replay(hand)
        if played.end.result is not None:
            if not played.certain:
                raise HistoryError(
                    _line(hand, len(hand.events)), "the result of this hand is missing"
                )
            found.append(after_hand(match, played.end))
        elif number + 1 < len(history.hands):
            raise HistoryError(hand.line, "the next hand begins before this one is over")
    return found


def record(first: State, moves: Iterable[Move]) -> Hand:
    """Write a hand down as the referee saw it.

    Parameters
    ----------
    first
        The state right after the deal.
    moves
        What was done from there, in order.

    Raises
    ------
    IllegalAction
        If a move is illegal.
    """
    state = first
    events: list[Event] = []
    for move in moves:
        after = apply(state, move)
        _write(events, state, move, after)
        state = after
    showing = events[-1:] if events and events[-1].kind == "show" else []
    events += _laid_open(state, showing[0].seat if showing else None)
    return Hand(
        rules=first.rules,
        tokens=first.tokens,
        dealer=first.dealer,
        dealt=first.hands,
        laid=first.pile or first.widow,
        events=tuple(events),
        outcome=None if state.result is None else outcome_of(state.result),
    )


def seen_by(hand: Hand, seat: int) -> Hand:
    """Put ``?`` for every card that a seat did not see."""
    hidden = (None, None, None)
    return replace(
        hand,
        dealt=tuple(
            cards if other == seat or not cards else hidden
            for other, cards in enumerate(hand.dealt)
        ),
        events=tuple(
            replace(event, gets=(None,)) if event.kind == "draw" and event.seat != seat else event
            for event in hand.events
        ),
    )


def actions_of(state: State, event: Event) -> tuple[Action, ...]:
    """Give what a seat does in one line of a history.

    Raises
    ------
    IllegalAction
        If it is another seat's turn, or the card taken is not the top card.
    """
    if state.seat not in (None, event.seat):
        raise IllegalAction(f"it is the turn of seat {state.seat}, not of seat {event.seat}")
    if event.kind == "take" and state.pile and state.pile[-1:] != event.gets:
        raise IllegalAction(f"the top card is {names(state.pile[-1:])}")
    gets = tuple(card for card in event.gets if card is not None)
    actions: dict[str, tuple[Action, ...]] = {
        "draw": (Draw(), *(Throw(card) for card in event.gives)),
        "take": tuple(Take(card) for card in event.gives),
        "swap": (Swap(event.gives, gets),),
        "knock": (Knock(),),
        "pass": (Pass(),),
        "show": (Show(),),
    }
    return actions[event.kind]


def outcome_of(result: Result) -> Outcome:
    """Give the ``result`` line of a finished hand."""
    return Outcome(
        paid=tuple((seat, tokens) for seat, tokens in enumerate(result.paid) if tokens),
        pot=tuple(seat for seat, share in enumerate(result.pot) if share),
    )


def _played(hand: Hand, world: World) -> Replay:
    """Play a written hand in one deal."""
    try:
        state = deal(hand.rules, hand.tokens, hand.dealer, world.deck)
    except ValueError as error:
        raise HistoryError(hand.line, str(error)) from error
    states: list[State] = []
    stocks = iter(world.stocks)
    fresh = shown = False
    for index, event in enumerate((*hand.events, None)):
        state = _waited(state, event)
        if not states or states[-1].result is None:
            _check_world(hand, state, index)
        states.append(state)
        if fresh != (event is not None and event.kind == "widow"):
            text = (
                "all have passed; expected the fresh widow" if fresh else "there is no fresh widow"
            )
            raise HistoryError(_line(hand, index), f"{text} here")
        if event is None:
            break
        if index == world.fits and world.problem is not None:
            raise world.problem
        try:
            after = _follow(state, event, stocks)
        except IllegalAction as error:
            raise HistoryError(event.line, str(error)) from error
        fresh = after.gone != state.gone
        shown = shown or (state.result is None and event.kind == "show" and _decides(after, event))
        state = after
    certain = _certain(world, state, shown=shown)
    if hand.outcome is not None:
        states[-1], certain = _settled(hand.outcome, state, certain=certain), True
    return Replay(hand, tuple(states), certain)


def _line(hand: Hand, index: int) -> int:
    """Line of an event, or of the last one if there are not so many."""
    if not hand.events:
        return hand.line
    return hand.events[min(index, len(hand.events) - 1)].line


def _check_world(hand: Hand, state: State, index: int) -> None:
    """Refuse a deal in which somebody unseen has just had to show 31 and did not."""
    if state.result is None or hand.rules.game == "widow":
        return
    rest = hand.events[index:]
    showing = {event.seat for event in rest} if all(e.kind == "show" for e in rest) else set()
    if not all(seat in showing or _written(hand, seat) for seat in holders_of_31(state)):
        raise _NotThisWorldError(_line(hand, index))


def _written(hand: Hand, seat: int) -> bool:
    """Tell whether the text has every card that came to a seat."""
    drawn = [event.gets for event in hand.events if (event.kind, event.seat) == ("draw", seat)]
    dealt = hand.dealt[seat] if seat < len(hand.dealt) else (None,)
    return all(card is not None for cards in (dealt, *drawn) for card in cards)


def _follow(state: State, event: Event, stocks: Iterator[tuple[Card, ...]]) -> State:
    """Play one event through the referee."""
    if event.kind == "widow":
        return state
    if event.kind == "reshuffle":
        return apply(state, Reshuffle(next(stocks)))
    if event.kind == "show":
        return _show(state, event)
    for action in actions_of(state, event):
        state = apply(state, action)
    return state


def _waited(state: State, event: Event | None) -> State:
    """Let all wait with their 31 up to the seat that shows it now: waiting leaves no line."""
    while state.offers:
        if event is not None and event.kind == "show" and event.seat == state.seat:
            break
        state = apply(state, Wait())
    return state


def _show(state: State, event: Event) -> State:
    """Show a hand: 31, which ends the game, or any hand when it is over."""
    seat = event.seat
    if seat is None or seat not in state.order:
        raise IllegalAction(f"seat {seat} is not in this hand")
    if state.hands[seat] != event.gets:
        raise IllegalAction(f"seat {seat} holds {names(state.hands[seat])}")
    if state.result is not None:
        return state
    if state.seat != seat:
        raise IllegalAction(f"seat {seat} shows a hand before the end that is not 31")
    return apply(state, Show())


def _settled(outcome: Outcome, state: State, *, certain: bool) -> State:
    """Check the outcome that was written down, or believe it where hands were never seen."""
    if state.result is None:
        raise HistoryError(
            outcome.line, "the hand is not over; somebody must knock or show 31 first"
        )
    if not certain:
        return replace(state, result=_believed(outcome, state))
    ruled = outcome_of(state.result)
    if ruled != outcome:
        raise HistoryError(outcome.line, f"expected {ruled}, because {state.result.why}")
    return state


def _certain(world: World, state: State, *, shown: bool) -> bool:
    """Tell whether the result, if any, follows from what was written down alone."""
    result = state.result
    hands = [card for hand in state.hands for card in hand]
    if result is None or world.filled.isdisjoint(hands):
        return True
    if not (any(result.paid) or any(result.pot)):
        return True
    if state.rules.game == "scat":
        return bool(holders_of_31(state))
    return shown


def _decides(state: State, event: Event) -> bool:
    """Tell whether a hand that is shown settles everything, whatever the others hold."""
    # Three aces that count more than 31 make all others pay.
    three_aces = event.seat is not None and score(state.hands[event.seat], state.rules) > THIRTY_ONE
    return state.rules.loser == "highest" or three_aces


def _believed(outcome: Outcome, state: State) -> Result:
    seats = range(len(state.tokens))
    paid = dict(outcome.paid)
    named = {*paid, *outcome.pot}
    pot_game = state.result is not None and any(state.result.pot)
    if not named <= set(state.order) or bool(outcome.pot) != pot_game:
        wanted = "who of the seats in the hand takes the pot" if pot_game else "who of them pays"
        raise HistoryError(outcome.line, f"the result of this hand says {wanted}")
    share = Fraction(1, max(len(outcome.pot), 1))
    return Result(
        paid=tuple(paid.get(seat, 0) for seat in seats),
        pot=tuple(share if seat in outcome.pot else Fraction(0) for seat in seats),
        why="as it was written down",
    )


def _write(events: list[Event], state: State, move: Move, after: State) -> None:
    """Add what a move looks like in a text."""
    seat = state.seat
    match move:
        case Draw():
            events.append(Event("draw", seat, state.stock[:1]))
        case Throw(discard):
            events[-1] = replace(events[-1], gives=(discard,))
        case Take(discard):
            events.append(Event("take", seat, state.pile[-1:], (discard,)))
        case Swap(give, get):
            events.append(Event("swap", seat, get, give))
        case Reshuffle():
            events.append(Event("reshuffle"))
        case Show() if seat is not None:
            events.append(Event("show", seat, state.hands[seat]))
        case Knock() | Pass():
            events.append(Event(str(move), seat))
    if after.gone != state.gone:
        events.append(Event("widow", gets=after.widow))


def _laid_open(state: State, shower: int | None) -> list[Event]:
    """Write what is laid open at the end: 31, or all hands where they were compared."""
    result, seats = state.result, state.order
    if result is None or not (any(result.paid) or any(result.pot)):
        return []
    if state.rules.game == "scat":
        seats = holders_of_31(state) or seats
    elif shower is not None and state.rules.loser == "highest":
        seats = ()
    return [Event("show", seat, state.hands[seat]) for seat in seats if seat != shower]
