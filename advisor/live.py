"""A hand at a real table, written down by one of the players while it happens.

A :class:`Live` value is a history as its writer sees it. Every function gives a new one or
refuses with a sentence, so that a slip of the finger never costs what is already written.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from advisor.cards import Card, counted
from advisor.position import OUT, Position
from advisor.referee.game import position
from advisor.referee.history import (
    Event,
    Hand,
    History,
    HistoryError,
    Outcome,
    parse_move,
)
from advisor.referee.replay import matches, outcome_of, replay
from advisor.rules import require

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from advisor.referee.match import Match
    from advisor.rules import Rules

_replayed = lru_cache(maxsize=256)(replay)
_matches = lru_cache(maxsize=64)(matches)


class LiveError(ValueError):
    """Something that cannot be written down here; one clear sentence."""


@dataclass(frozen=True, slots=True)
class Moment:
    """Where the hand stands, and what must be written down next.

    Parameters
    ----------
    due
        ``"move"`` (of `seat`), ``"throw"`` (mine, after I have drawn), ``"payment"`` (hands
        are compared: who pays?) or ``"deal"`` (the hand is over).
    seat
        Whose turn it is; None if nobody's.
    drawn
        The card that I have drawn and not thrown yet, or thrown another for.
    view
        The table as I see it; at the start of my turn a complete question.
    why
        How the hand ended; empty while it goes on or where hands were not seen.
    """

    due: str
    seat: int | None
    drawn: Card | None
    view: Position
    why: str = ""


@dataclass(frozen=True, slots=True)
class Live:
    """What one player has written down.

    Parameters
    ----------
    history
        The hands so far, the last one perhaps not over.
    seat
        The writer's seat.
    """

    history: History
    seat: int

    @property
    def hand(self) -> Hand:
        """The hand being played, or the last one."""
        return self.history.hands[-1]

    @property
    def moment(self) -> Moment:
        """Where the hand stands."""
        played = _replayed(self.hand)
        end = played.end
        view = position(end, self.seat)
        if end.result is None:
            due = "move" if end.drawn is None else "throw"
            return Moment(due, end.seat, end.drawn, view)
        if not played.certain:
            return Moment("payment", None, None, view)
        believed = self.hand.outcome is not None and not _follows(_unsettled(self.hand))
        return Moment("deal", None, None, view, "" if believed else end.result.why)

    @property
    def match(self) -> Match:
        """Tokens, dealer and hands played, after the last hand that is over."""
        hand = self.hand
        # A match has no place for a hand whose payment is not written down yet.
        waiting = hand.outcome is None and not _follows(hand)
        history = _replace_last(self, _bare(hand)) if waiting else self.history
        return _matches(history)[-1]


def sit_down(
    rules: Rules,
    *,
    tokens: Sequence[int],
    dealer: int,
    seat: int,
    hand: Iterable[Card],
    top: Iterable[Card],
) -> Live:
    """Begin with the first hand that is written down.

    Parameters
    ----------
    rules
        The rules in force; the game ``scat``.
    tokens
        Tokens of every seat before the hand; ``OUT`` (-1) for a seat that is out.
    dealer, seat
        Seat of the dealer, and of the writer.
    hand
        The writer's three cards.
    top
        The card that starts the pile, alone.

    Raises
    ------
    LiveError
        If there is no such table or deal.
    RulesError
        If the game is another one.
    """
    require(rules, game="scat", doing="the live table")
    for who, where in (("sit", seat), ("deal", dealer)):
        if not 0 <= where < len(tokens) or tokens[where] == OUT:
            raise LiveError(f"seat {where} is not in this hand and cannot {who}")
    empty = Hand(rules, tuple(tokens), dealer, (), ())
    return checked(History(rules, (_dealt(empty, seat, hand, top),)), seat)


def deal_next(live: Live, hand: Iterable[Card], top: Iterable[Card]) -> Live:
    """Begin the next hand: tokens have been paid and the deal moves on.

    Raises
    ------
    LiveError
        If the hand before is not over, the match is, the writer is out, or there is no such
        deal.
    """
    if live.moment.due != "deal":
        raise LiveError("this hand is not over yet; write down how it ends first")
    match = live.match
    if match.winner is not None:
        raise LiveError(f"the match is over: seat {match.winner} takes the pot")
    if match.tokens[live.seat] == OUT:
        raise LiveError("you are out and get no more cards")
    dealt = _dealt(match, live.seat, hand, top)
    history = replace(live.history, hands=(*live.history.hands, dealt))
    return checked(history, live.seat)


def deal_again(live: Live, hand: Iterable[Card], top: Iterable[Card]) -> Live:
    """Correct the cards that the writer was dealt, or the card that started the pile.

    Raises
    ------
    LiveError
        If what has happened since does not fit.
    """
    old = live.hand
    new = _dealt(old, live.seat, hand, top)
    return _with(live, replace(new, events=old.events))


def act(live: Live, action: str, *, got: Card | None = None, threw: Card | None = None) -> Live:
    """Write down what the player does whose turn it is.

    Parameters
    ----------
    live
        What is written so far.
    action
        ``knock``, ``pass``, ``take``, ``draw`` or ``throw`` (mine, after a draw).
    got
        For my ``draw``: the card.
    threw
        For ``take``, ``throw`` and the ``draw`` of others: the card thrown.

    Raises
    ------
    LiveError
        If the rules or the cards forbid it.
    """
    moment, events = live.moment, live.hand.events
    if moment.due not in ("move", "throw"):
        raise LiveError("this hand is over; deal the next one, or take something back")
    mine = moment.seat == live.seat
    if refused := _incomplete(action, got, threw, mine=mine, drawn=moment.due == "throw"):
        raise LiveError(refused)
    gives = () if threw is None else (threw,)
    if action == "throw":
        thrown = replace(events[-1], gives=gives)
        return _with(live, replace(live.hand, events=(*events[:-1], thrown)))
    gets: dict[str, tuple[Card | None, ...]] = {"draw": (got,), "take": (moment.view.top,)}
    return _with(live, _and(live.hand, Event(action, moment.seat, gets.get(action, ()), gives)))


def show(live: Live, seat: int, cards: Iterable[Card]) -> Live:
    """Write down that somebody lays his hand open: 31, or any hand when it is over.

    Raises
    ------
    LiveError
        If he cannot hold these cards, or it is no 31 and the hand goes on.
    """
    hand, shown = live.hand, Event("show", seat, tuple(sorted(cards)))
    return _with(live, replace(hand, events=(*hand.events, shown)))


def settle(live: Live, paid: Mapping[int, int]) -> Live:
    """Write down who pays how many tokens after hands were compared.

    Raises
    ------
    LiveError
        If that is not due, nobody pays, or somebody pays who is not in the hand.
    """
    if live.moment.due != "payment":
        raise LiveError("nothing is to be paid now")
    if not any(paid.values()):
        raise LiveError("somebody pays after hands are compared; say who")
    outcome = Outcome(paid=tuple(sorted((seat, n) for seat, n in paid.items() if n)))
    return checked(_replace_last(live, replace(live.hand, outcome=outcome)), live.seat)


def take_back(live: Live) -> Live:
    """Take back the last thing that was written down.

    Raises
    ------
    LiveError
        If nothing is written but the first deal.
    """
    hand, events = live.hand, live.hand.events
    if not events:
        if len(live.history.hands) == 1:
            raise LiveError("nothing has been written down that could be taken back")
        return replace(live, history=replace(live.history, hands=live.history.hands[:-1]))
    if hand.outcome is not None and not _follows(_unsettled(hand)):
        return _with(live, _unsettled(hand))
    last = events[-1]
    if last.kind == "reshuffle":
        last, events = events[-2], events[:-1]
    if last.kind == "draw" and last.seat == live.seat and last.gives:
        return _with(live, _ended_before(hand, (*events[:-1], replace(last, gives=()))))
    return _with(live, _ended_before(hand, events[:-1]))


def back_to(live: Live, index: int) -> Live:
    """Take back one move of this hand and all after it.

    Raises
    ------
    LiveError
        If there is no such move.
    """
    return _with(live, _ended_before(live.hand, live.hand.events[: _number(live, index)]))


def correct(live: Live, index: int, text: str) -> Live:
    """Replace one move of this hand by another one of the same seat.

    Parameters
    ----------
    live
        What is written so far.
    index
        Which event of the hand.
    text
        What the seat did, as in a history: ``draw ? throw 4d``, ``take 9c throw 4d``, ``knock``.

    Raises
    ------
    LiveError
        If the text is not a move, or what happened later does not fit it any more.
    """
    old = live.hand.events[_number(live, index)]
    if old.seat is None:
        raise LiveError(f"{old} is nobody's move; take it back instead")
    try:
        new = parse_move(text, old.seat, live.history.rules)
    except HistoryError as error:
        raise LiveError(error.text) from error
    events = list(live.hand.events)
    events[index] = new
    return _with(live, _ended_before(live.hand, tuple(events)))


def _dealt(table: Hand | Match, seat: int, hand: Iterable[Card], top: Iterable[Card]) -> Hand:
    """Write a deal down; rules, tokens and dealer are those of another hand, or of the match."""
    tokens = table.tokens
    cards, laid = tuple(sorted(hand)), tuple(top)
    if len(cards) != 3:
        raise LiveError(f"your hand has 3 cards; this has {len(cards)}")
    if len(laid) != 1:
        raise LiveError(f"the pile starts with 1 card; this has {len(laid)}")
    dealt = [() if left == OUT else (None,) * 3 for left in tokens]
    return Hand(
        rules=table.rules,
        tokens=tokens,
        dealer=table.dealer,
        dealt=(*dealt[:seat], cards, *dealt[seat + 1 :]),
        laid=laid,
    )


def _and(hand: Hand, event: Event) -> Hand:
    """Add an event; what follows from the moves so far is worked out again."""
    return replace(hand, events=(*hand.events, event), outcome=None)


def _incomplete(
    action: str, got: Card | None, threw: Card | None, *, mine: bool, drawn: bool
) -> str:
    """Say what is missing or too much about a move; nothing if it has the right form."""
    if (action == "throw") != drawn:
        return "you have drawn; say what you throw" if drawn else "a card is thrown after a draw"
    if action not in ("knock", "pass", "take", "draw", "throw"):
        return f"{action!r} is no move; expected knock, pass, take, draw or throw"
    if mine and action == "draw" and got is None:
        return "say which card you drew"
    throws = action in ("take", "throw") or (action == "draw" and not mine)
    if throws and threw is None:
        return "say which card was thrown"
    # What others draw is hidden, and I throw only after I have seen what I drew.
    if (got is not None and not (mine and action == "draw")) or (threw is not None and not throws):
        return f"that is more than a {action} shows"
    return ""


def _ended_before(hand: Hand, events: tuple[Event, ...]) -> Hand:
    return replace(hand, events=events, outcome=None)


def _unsettled(hand: Hand) -> Hand:
    """The hand without what was written about who pays."""
    return replace(hand, outcome=None)


def _bare(hand: Hand) -> Hand:
    """The deal alone."""
    return replace(hand, events=(), outcome=None)


def _follows(hand: Hand) -> bool:
    """Whether the result follows from what was seen."""
    played = _replayed(hand)
    return played.end.result is not None and played.certain


def _with(live: Live, hand: Hand) -> Live:
    """Put another hand in the place of the last one, with all that follows from it."""
    try:
        if _replayed(hand).end.needs_reshuffle:
            hand = _and(hand, Event("reshuffle"))
    except HistoryError as error:
        raise LiveError(error.text) from error
    return checked(_replace_last(live, hand), live.seat)


def _replace_last(live: Live, hand: Hand) -> History:
    return replace(live.history, hands=(*live.history.hands[:-1], hand))


def _number(live: Live, index: int) -> int:
    if not 0 <= index < len(live.hand.events):
        raise LiveError(f"this hand has {counted(len(live.hand.events), 'move')} written down")
    return index


def checked(history: History, seat: int) -> Live:
    """Give the value if the referee accepts every hand of it."""
    live = Live(history, seat)
    try:
        _matches(_replace_last(live, _bare(live.hand)))
        end = _replayed(live.hand).end
    except HistoryError as error:
        raise LiveError(error.text) from error
    if live.hand.outcome is None and _follows(live.hand) and end.result is not None:
        known = replace(live.hand, outcome=outcome_of(end.result))
        return replace(live, history=_replace_last(live, known))
    return live
