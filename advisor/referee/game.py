"""One hand from the deal to the last token: the four functions that everything else calls.

:func:`deal`, :func:`legal_actions`, :func:`apply` and :func:`position` are pure. Chance is
never drawn in here: the caller brings a shuffled deck, and a new order when the stock runs
out (:func:`shuffled` helps).

Examples
--------
>>> from advisor.cards import parse_cards
>>> from advisor.referee.actions import Knock, Take
>>> deck = parse_cards("Kc 2d  9c 3d  4c 7h  2s  5s 6s 8s")
>>> state = deal(Rules(), (4, 4), dealer=1, deck=deck)
>>> state = apply(state, Knock())
>>> position(state, 1).top == parse_cards("2s")[0]
True
>>> state = apply(state, Take(parse_cards("2d")[0]))
>>> state.result.why
'seat 0 knocked and all others had a last turn: the lowest hand is 7, seat 1 pays 1'
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from advisor.cards import Card, duplicates, first_card, name, pack_words
from advisor.position import Log, Position, PositionError, problems, turn_order
from advisor.referee import scat, widow
from advisor.referee.actions import Action, IllegalAction, Move, Reshuffle
from advisor.referee.showdown import end_thirty_one, holders_of_31
from advisor.referee.state import State
from advisor.rules import Rules, RulesError, value_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from random import Random

_CANDIDATES = {"scat": scat.candidates, "widow": widow.candidates}
_REFUSED = {"scat": scat.refused, "widow": widow.refused}
_AFTER = {"scat": scat.after, "widow": widow.after}
_TABLE_FIELDS = ("tokens", "players", "dealer")


def deal(rules: Rules, tokens: Sequence[int], dealer: int, deck: Sequence[Card]) -> State:
    """Deal a hand.

    Three cards to each seat that is in, one at a time from the left of the dealer; then in
    scat the card that starts the pile, in widow the three open cards **(our choice: after
    the hands)**. A 31 dealt in scat ends the hand at once; in widow it is offered first.

    Parameters
    ----------
    rules
        The rules in force.
    tokens
        Tokens of every seat; ``OUT`` (-1) for a seat that is out.
    dealer
        Seat of the dealer.
    deck
        The cards in the order they are dealt, normally a permutation of the whole pack. A
        shorter deck is a smaller game, for counting and for tests.

    Raises
    ------
    PositionError
        If such a table cannot be dealt to.
    RulesError
        If two switches make no sense together.
    ValueError
        If the deck is not distinct cards of the pack, or too short.
    """
    tokens, deck = tuple(tokens), tuple(deck)
    order = _table(rules, tokens, dealer)
    _check_deck(rules, deck, len(order))
    seats, dealt = len(order), 3 * len(order)
    hands: list[tuple[Card, ...]] = [()] * len(tokens)
    for place, seat in enumerate(order):
        hands[seat] = tuple(sorted(deck[place:dealt:seats]))
    open_cards = dealt + (1 if rules.game == "scat" else 3)
    laid = deck[dealt:open_cards]
    state = State(
        rules=rules,
        tokens=tokens,
        dealer=dealer,
        order=order,
        hands=tuple(hands),
        stock=deck[open_cards:],
        pile=laid if rules.game == "scat" else (),
        widow=tuple(sorted(laid)) if rules.game == "widow" else (),
        known=((),) * len(tokens),
        # In a smaller game the stock runs out earlier than a log can tell.
        log=Log(laid[0]) if rules.game == "scat" and len(deck) == rules.pack else None,
    )
    return _after_deal(state)


def legal_actions(state: State) -> tuple[Action, ...]:
    """List every legal action of ``state.seat``; empty if no seat must act."""
    seat = state.seat
    if seat is None:
        return ()
    candidates, refused = _CANDIDATES[state.rules.game], _REFUSED[state.rules.game]
    return tuple(
        action for action in candidates(state, seat) if refused(state, seat, action) is None
    )


def apply(state: State, move: Move) -> State:
    """Carry out a move.

    Parameters
    ----------
    state
        A hand that is not over.
    move
        What ``state.seat`` does, or chance's :class:`~advisor.referee.actions.Reshuffle`.

    Raises
    ------
    IllegalAction
        If the rules forbid it; the message says which rule.
    """
    if state.result is not None:
        raise IllegalAction(f"the hand is over: {state.result.why}")
    seat = state.seat
    if isinstance(move, Reshuffle) or seat is None:
        return _reshuffle(state, move)
    reason = _REFUSED[state.rules.game](state, seat, move)
    if reason is not None:
        raise IllegalAction(f"seat {seat} cannot {move}: {reason}")
    return _AFTER[state.rules.game](state, seat, move)


def position(state: State, seat: int) -> Position:
    """Give what one seat sees.

    At the start of its turn a complete question; at any other time the same table from its
    chair. A card just drawn is not in it: ``state.drawn`` is for the eyes of ``state.seat``
    alone.

    Raises
    ------
    ValueError
        If the seat is not in the hand.
    """
    if seat not in state.order:
        msg = f"seat {seat} is not in the hand; seats {', '.join(map(str, state.order))} are"
        raise ValueError(msg)
    return Position(
        hand=state.hands[seat],
        tokens=state.tokens,
        rules=state.rules,
        top=state.pile[-1] if state.pile else None,
        discards=state.pile[:-1] or state.gone,
        ordered=bool(state.pile),
        widow=state.widow,
        held=tuple(() if other == seat else cards for other, cards in enumerate(state.known)),
        seat=seat,
        dealer=state.dealer,
        turn=state.turn,
        knocked_by=state.knocker,
        exchanged=state.exchanged,
        # A log ends at the start of a turn, with a stock to draw from.
        log=None if state.seat is None else state.log,
    )


def shuffled(cards: Iterable[Card], rng: Random) -> tuple[Card, ...]:
    """Put some cards in random order."""
    mixed = list(cards)
    rng.shuffle(mixed)
    return tuple(mixed)


def pack(rules: Rules) -> range:
    """List all cards of the pack, ascending."""
    return range(first_card(rules.pack), 52)


def check_rules(rules: Rules) -> None:
    """Refuse switches that mean nothing together.

    Raises
    ------
    RulesError
        With the reason.
    """
    if rules.game == "widow" and rules.loser == "highest":
        seed = Rules()
        for switch in ("tokens", "free_ride"):
            if getattr(rules, switch) != getattr(seed, switch):
                msg = (
                    f"{switch}={value_text(rules, switch)} means nothing with loser=highest: "
                    "the highest hand takes the antes and nobody pays tokens; set loser=lowest"
                )
                raise RulesError(msg)


@lru_cache(maxsize=4096)
def _table(rules: Rules, tokens: tuple[int, ...], dealer: int) -> tuple[int, ...]:
    """Order of the turns, after checking that such a table can play."""
    check_rules(rules)
    order = turn_order(tokens, dealer)
    empty = Position(hand=(), tokens=tokens, rules=rules, dealer=dealer, seat=(*order, 0)[0])
    found = [problem for problem in problems(empty) if problem.field in _TABLE_FIELDS]
    if found:
        raise PositionError(found)
    return order


def _check_deck(rules: Rules, deck: tuple[Card, ...], seats: int) -> None:
    least = 3 * seats + (2 if rules.game == "scat" else 3)
    if len(deck) < least:
        msg = f"a deck of {len(deck)} cards is too short for {seats} players; it needs {least}"
        raise ValueError(msg)
    cards = set(deck)
    if len(cards) < len(deck):
        raise ValueError("; ".join(duplicates([("the deck", deck)])))
    if not (first_card(rules.pack) <= min(deck) and max(deck) < 52):
        strange = [card for card in sorted(cards) if card not in pack(rules)]
        shown = ", ".join(name(card) if 0 <= card < 52 else str(card) for card in strange)
        raise ValueError(f"the deck holds {shown}, which is not in {pack_words(rules.pack)}")


def _after_deal(state: State) -> State:
    holders = holders_of_31(state)
    if not holders:
        return state
    if state.rules.game == "scat":
        return end_thirty_one(state, holders)
    return replace(state, offers=holders)


def _reshuffle(state: State, move: Move) -> State:
    if not isinstance(move, Reshuffle):
        msg = f"the stock has run out; it must be reshuffled before anybody can {move}"
        raise IllegalAction(msg)
    if not state.needs_reshuffle:
        raise IllegalAction("the stock is reshuffled only when it has run out")
    return scat.reshuffled(state, move)
