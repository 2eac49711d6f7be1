"""A hand at a real table, written down by one of the players while it happens.

A :class:`Live` value is a history as its writer sees it. Every function gives a new one or
refuses with a sentence, so that a slip of the finger never costs what is already written.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from advisor.cards import Card, CardError, counted, pack_words, parse_cards
from advisor.hands import THIRTY_ONE, score
from advisor.position import OUT, Position
from advisor.referee.actions import IllegalAction
from advisor.referee.game import apply, pack, position
from advisor.referee.history import (
    Event,
    Hand,
    History,
    HistoryError,
    Outcome,
    known_text,
    parse_move,
)
from advisor.referee.replay import Replay, actions_of, matches, outcome_of, replay
from advisor.referee.state import knock_refused

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from advisor.referee.match import Match
    from advisor.rules import Rules

_replayed = lru_cache(maxsize=256)(replay)
_matches = lru_cache(maxsize=64)(matches)

WORDS: Final = {"scat": ("knock", "pass", "take", "draw", "throw"), "widow": ("knock", "pass")}
"""What :func:`act` writes down in each game; a swap in widow has a function of its own."""


class LiveError(ValueError):
    """Something that cannot be written down here; one clear sentence."""


@dataclass(frozen=True, slots=True)
class Moment:
    """Where the hand stands, and what must be written down next.

    Parameters
    ----------
    due
        ``"move"`` (of `seat`), ``"throw"`` (mine, after I have drawn), ``"widow"`` (all have
        passed: which three fresh cards?), ``"payment"`` (who pays, or takes the pot?) or
        ``"deal"`` (the hand is over).
    seat
        Whose turn it is; None if nobody's.
    drawn
        The card that I have drawn and not thrown yet, or thrown another for.
    view
        The table as I see it; at the start of my turn a complete question. Where a fresh widow
        is due, the table before the last pass.
    why
        How the hand ended; empty while it goes on or where hands were not seen.
    may_knock
        Whether `seat` may knock.
    log
        In widow all that happened up to the view, as advice wants it; in scat the view has it.
    """

    due: str
    seat: int | None
    drawn: Card | None
    view: Position
    why: str = ""
    may_knock: bool = False
    log: tuple[Event, ...] = ()


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
        played = _played(self.hand)
        end = played.end
        now = Moment("payment", None, None, position(end, self.seat))
        if self.hand.rules.game == "widow":
            now = replace(now, log=played.hand.events)
        if played.hand != self.hand:
            return replace(now, due="widow")
        if end.result is None:
            due = "move" if end.drawn is None else "throw"
            knock = due == "move" and knock_refused(end) is None
            return replace(now, due=due, seat=end.seat, drawn=end.drawn, may_knock=knock)
        if not played.certain:
            return now
        believed = self.hand.outcome is not None and not _follows(_unsettled(self.hand))
        return replace(now, due="deal", why="" if believed else end.result.why)

    @property
    def match(self) -> Match:
        """Tokens, antes, dealer and hands played, after the last hand that is over."""
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
    laid: Iterable[Card],
) -> Live:
    """Begin with the first hand that is written down.

    Parameters
    ----------
    rules
        The rules in force.
    tokens
        Tokens of every seat before the hand; ``OUT`` (-1) for a seat that is out.
    dealer, seat
        Seat of the dealer, and of the writer.
    hand
        The writer's three cards.
    laid
        The card that starts the pile, alone; in widow the three open cards.

    Raises
    ------
    LiveError
        If there is no such table or deal.
    """
    for who, where in (("sit", seat), ("deal", dealer)):
        if not 0 <= where < len(tokens) or tokens[where] == OUT:
            raise LiveError(f"seat {where} is not in this hand and cannot {who}")
    empty = Hand(rules, tuple(tokens), dealer, (), ())
    return checked(History(rules, (_dealt(empty, seat, hand, laid),)), seat)


def deal_next(live: Live, hand: Iterable[Card], laid: Iterable[Card]) -> Live:
    """Begin the next hand: tokens or antes have been paid and the deal moves on.

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
    dealt = _dealt(match, live.seat, hand, laid)
    history = replace(live.history, hands=(*live.history.hands, dealt))
    return checked(history, live.seat)


def deal_again(live: Live, hand: Iterable[Card], laid: Iterable[Card]) -> Live:
    """Correct the cards that the writer was dealt, or the cards laid open.

    Raises
    ------
    LiveError
        If what has happened since does not fit.
    """
    old = live.hand
    new = _dealt(old, live.seat, hand, laid)
    return _with(live, replace(new, events=old.events))


def act(live: Live, action: str, *, got: Card | None = None, threw: Card | None = None) -> Live:
    """Write down what the player does whose turn it is; for a swap see :func:`swap`.

    Parameters
    ----------
    live
        What is written so far.
    action
        ``knock`` or ``pass``; in scat also ``take``, ``draw`` or ``throw`` (mine, after a draw).
    got
        For my ``draw``: the card.
    threw
        For ``take``, ``throw`` and the ``draw`` of others: the card thrown.

    Raises
    ------
    LiveError
        If the rules or the cards forbid it.
    """
    moment, events = _turn(live), live.hand.events
    if action not in (words := WORDS[live.history.rules.game]):
        raise LiveError(f"{action!r} is no move; expected {', '.join(words[:-1])} or {words[-1]}")
    mine = moment.seat == live.seat
    if refused := _incomplete(action, got, threw, mine=mine, drawn=moment.due == "throw"):
        raise LiveError(refused)
    gives = () if threw is None else (threw,)
    if action == "throw":
        thrown = replace(events[-1], gives=gives)
        return _with(live, replace(live.hand, events=(*events[:-1], thrown)))
    gets: dict[str, tuple[Card | None, ...]] = {"draw": (got,), "take": (moment.view.top,)}
    return _with(live, _and(live.hand, Event(action, moment.seat, gets.get(action, ()), gives)))


def swap(live: Live, give: Iterable[Card], get: Iterable[Card]) -> Live:
    """Write down that the player whose turn it is swaps with the open cards (widow).

    Parameters
    ----------
    live
        What is written so far.
    give, get
        Cards that leave his hand, and as many open cards that he takes for them.

    Raises
    ------
    LiveError
        If the rules or the cards forbid it.
    """
    seat = _turn(live).seat
    event = Event("swap", seat, tuple(sorted(get)), tuple(sorted(give)))
    return _with(live, _and(live.hand, event))


def lay_out(live: Live, cards: Iterable[Card]) -> Live:
    """Write down the three fresh cards that are laid out when all have passed (widow).

    Raises
    ------
    LiveError
        If none are due, or these cannot be the ones.
    """
    if live.moment.due != "widow":
        raise LiveError("no fresh cards are laid out now")
    return _with(live, _and(live.hand, _fresh(cards)))


def may_show(live: Live) -> bool:
    """Tell whether the writer holds 31 or more and may show it now (widow)."""
    moment, seat, events = live.moment, live.seat, live.hand.events
    if score(moment.view.hand, live.history.rules) < THIRTY_ONE:
        return False
    # At the very end only a 31 that has just been made is still to be shown.
    if moment.due != "move" and (
        moment.due != "payment" or (events[-1].kind, events[-1].seat) != ("swap", seat)
    ):
        return False
    try:
        show(live, seat, moment.view.hand)
    except LiveError:
        return False
    return True


def show(live: Live, seat: int, cards: Iterable[Card]) -> Live:
    """Write down that somebody lays his hand open: 31, or any hand when it is over.

    Raises
    ------
    LiveError
        If he cannot hold these cards, or it is no 31 and the hand goes on.
    """
    hand, shown = live.hand, Event("show", seat, tuple(sorted(cards)))
    return _with(live, replace(hand, events=(*hand.events, shown)))


def settle(live: Live, paid: Mapping[int, int] | None = None, *, pot: Iterable[int] = ()) -> Live:
    """Write down how a hand ends that was decided by cards which the writer did not see.

    Parameters
    ----------
    live
        What is written so far.
    paid
        Seat to the tokens it pays.
    pot
        Seats that take the pot or share it, where the highest hand does.

    Raises
    ------
    LiveError
        If that is not due, nobody is named, or somebody who is not in the hand.
    """
    if live.moment.due != "payment":
        raise LiveError("nothing is to be paid now")
    tokens, takers = paid or {}, tuple(sorted(set(pot)))
    if not any(tokens.values()) and not takers:
        raise LiveError("somebody pays or takes the pot after hands are compared; say who")
    outcome = Outcome(tuple(sorted((seat, n) for seat, n in tokens.items() if n)), takers)
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
        What the seat did, as in a history: ``draw ? throw 4d``, ``swap Qd for Ad``, ``knock``;
        for a fresh widow its three cards.

    Raises
    ------
    LiveError
        If the text is not a move, or what happened later does not fit it any more.
    """
    old = live.hand.events[_number(live, index)]
    events = list(live.hand.events)
    events[index] = _read(text, old, live.history.rules)
    return _with(live, _ended_before(live.hand, tuple(events)))


def _turn(live: Live) -> Moment:
    """Give the moment if somebody must act."""
    moment = live.moment
    if moment.due == "widow":
        raise LiveError("all have passed; first say which three cards lie open now")
    if moment.due not in ("move", "throw"):
        raise LiveError("this hand is over; deal the next one, or take something back")
    return moment


def _fresh(cards: Iterable[Card]) -> Event:
    laid = tuple(sorted(set(cards)))
    if len(laid) != 3:
        raise LiveError(f"there are 3 open cards; this has {len(laid)}")
    return Event("widow", None, laid)


def _read(text: str, old: Event, rules: Rules) -> Event:
    """Read what happened in the place of another event."""
    try:
        if old.kind == "widow":
            return _fresh(parse_cards(text, pack=rules.pack))
        if old.seat is None:
            raise LiveError(f"{old} is nobody's move; take it back instead")
        return parse_move(text, old.seat, rules)
    except CardError as error:
        raise LiveError(str(error)) from error
    except HistoryError as error:
        raise LiveError(error.text) from error


def _dealt(table: Hand | Match, seat: int, hand: Iterable[Card], laid: Iterable[Card]) -> Hand:
    """Write a deal down; rules, tokens and dealer are those of another hand, or of the match."""
    tokens = table.tokens
    cards, shown = tuple(sorted(hand)), tuple(sorted(laid))
    if len(cards) != 3:
        raise LiveError(f"your hand has 3 cards; this has {len(cards)}")
    scat = table.rules.game == "scat"
    if len(shown) != (1 if scat else 3):
        what = "the pile starts with 1 card" if scat else "there are 3 open cards"
        raise LiveError(f"{what}; this has {len(shown)}")
    dealt = [() if left == OUT else (None,) * 3 for left in tokens]
    return Hand(
        rules=table.rules,
        tokens=tokens,
        dealer=table.dealer,
        dealt=(*dealt[:seat], cards, *dealt[seat + 1 :]),
        laid=shown,
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


def _played(hand: Hand) -> Replay:
    """Replay a hand; where a fresh widow is due, up to the pass that it comes after.

    To the referee the pass and the fresh cards are one move, but people see one and then
    the other.
    """
    if not hand.events or hand.events[-1].kind != "pass" or hand.outcome is not None:
        return _replayed(hand)
    before = _replayed(replace(hand, events=hand.events[:-1]))
    state = before.end
    try:
        for action in actions_of(state, hand.events[-1]):
            state = apply(state, action)
    except IllegalAction:
        return _replayed(hand)
    return _replayed(hand) if state.gone == before.end.gone else before


def _follows(hand: Hand) -> bool:
    """Whether the result follows from what was seen."""
    played = _played(hand)
    return played.end.result is not None and played.certain


def _with(live: Live, hand: Hand) -> Live:
    """Put another hand in the place of the last one, with all that follows from it."""
    said = {card for event in hand.events for card in (*event.gets, *event.gives)}
    if strange := said - {None, *pack(hand.rules)}:
        raise LiveError(f"{known_text([*strange])} is not in {pack_words(hand.rules.pack)}")
    try:
        if _played(hand).end.needs_reshuffle:
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
        end = _played(live.hand).end
    except HistoryError as error:
        raise LiveError(error.text) from error
    if live.hand.outcome is None and _follows(live.hand) and end.result is not None:
        known = replace(live.hand, outcome=outcome_of(end.result))
        return replace(live, history=_replace_last(live, known))
    return live
