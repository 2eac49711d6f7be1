"""Who pays and who takes the pot, and the sentence that says why."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

from advisor.cards import POINTS, Card, names, rank_of, suit_of
from advisor.hands import THIRTY_ONE, points_text, score
from advisor.odds.showdown import payments
from advisor.referee.state import Result, State

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from advisor.rules import Rules

Payments: TypeAlias = dict[int, int]
"""Seat to the tokens it is asked to pay; seats that pay nothing are left out."""

_NOTHING = Fraction(0)


def lowest_pay(scores: Mapping[int, int], knocker: int | None, rules: Rules) -> Payments:
    """Say who pays when hands are compared and the lowest loses.

    Parameters
    ----------
    scores
        Seat to the half points of its hand, for every seat in the hand.
    knocker
        Seat that knocked. In scat his being lowest has its own price; without a knocker, and
        in widow **(our choice)**, all who tie for lowest pay one token each.
    rules
        Say what a knocker pays who is lowest, alone or tied.
    """
    if rules.game == "widow":
        lowest = min(scores.values())
        return {seat: 1 for seat, half_points in scores.items() if half_points == lowest}
    return _paid(scores, knocker, rules)


def thirty_one_pays(
    seats: Iterable[int], holders: Sequence[int], knocker: int | None, rules: Rules
) -> Payments:
    """Say who pays when somebody shows 31: everybody in the hand who has not.

    Parameters
    ----------
    seats
        Seats in the hand.
    holders
        Seats that show 31 or more. If there are two, neither pays **(our choice)**.
    knocker
        Seat that knocked, if any; a house rule charges him two tokens, also when it is three
        aces that end the hand **(our choice)**.
    rules
        Say whether it does.
    """
    shown = {seat: THIRTY_ONE if seat in holders else 0 for seat in seats}
    return _paid(shown, knocker, rules)


def _paid(scores: Mapping[int, int], knocker: int | None, rules: Rules) -> Payments:
    """Ask the rule for what every seat pays, and leave out those that pay nothing."""
    place = None if knocker is None else list(scores).index(knocker)
    paid = payments(list(scores.values()), place, rules)
    return {seat: tokens for seat, tokens in zip(scores, paid, strict=True) if tokens}


def rank_key(hand: Sequence[Card], rules: Rules) -> tuple[int, tuple[int, ...]]:
    """Rank a hand for the pot: its half points, then the ranks that make them.

    Only cards of the scoring suit count, highest first. If two suits score the same, the
    reading better for the holder is used; three of a kind compares all its cards **(our
    choices)**. Equal keys split the pot.
    """
    ranked = sorted(hand, reverse=True)
    half_points = score(hand, rules)
    by_suit = max(
        (
            2 * sum(POINTS[card] for card in ranked if suit_of(card) == suit),
            tuple(rank_of(card) for card in ranked if suit_of(card) == suit),
        )
        for suit in range(4)
    )
    if by_suit[0] == half_points:
        return by_suit
    return half_points, tuple(rank_of(card) for card in ranked)


def pot_winners(hands: Mapping[int, Sequence[Card]], rules: Rules) -> tuple[int, ...]:
    """Find the seats that share the pot at a showdown, in the order given.

    Parameters
    ----------
    hands
        Seat to its three cards.
    rules
        Say what hands score.
    """
    keys = {seat: rank_key(hand, rules) for seat, hand in hands.items()}
    best = max(keys.values())
    return tuple(seat for seat, key in keys.items() if key == best)


def end_showdown(state: State, cause: str) -> State:
    """End the hand by comparing hands.

    Parameters
    ----------
    state
        The hand after its last turn.
    cause
        Start of the sentence that says why it ended.
    """
    rules = state.rules
    scores = {seat: score(state.hands[seat], rules) for seat in state.order}
    if rules.loser == "highest" and rules.game == "widow":
        winners = pot_winners({seat: state.hands[seat] for seat in state.order}, rules)
        top = points_text(scores[winners[0]])
        what = f"{_seats(winners)} with {top} {_verb(winners, 'take')} the pot"
        return _ended(state, {}, winners, f"{cause}: {what}")
    paid = lowest_pay(scores, state.knocker, rules)
    low = points_text(min(scores.values()))
    return _ended(state, paid, (), f"{cause}: the lowest hand is {low}, {payments_text(paid)}")


def end_thirty_one(state: State, holders: Sequence[int]) -> State:
    """End the hand because `holders` show 31 or more.

    In widow with ``loser=lowest`` a 31 ends the hand and the lowest hand pays; three aces
    that count more make every other player pay. He who shows never pays **(our choices)**.
    """
    rules = state.rules
    first = state.hands[holders[0]]
    shown = f"{_seats(holders)} {_verb(holders, 'show')} {points_text(score(first, rules))}"
    cause = f"{shown} ({names(first)})" if len(holders) == 1 else shown
    if rules.game == "scat":
        paid = thirty_one_pays(state.order, holders, state.knocker, rules)
        return _ended(state, paid, (), f"{cause}: {payments_text(paid)}")
    if rules.loser == "highest":
        return _ended(state, {}, holders, f"{cause} and {_verb(holders, 'take')} the pot")
    others = {seat: state.hands[seat] for seat in state.order if seat not in holders}
    if score(first, rules) > THIRTY_ONE:
        paid = dict.fromkeys(others, 1)
    else:
        paid = lowest_pay({seat: score(hand, rules) for seat, hand in others.items()}, None, rules)
    return _ended(state, paid, (), f"{cause}: {payments_text(paid)}")


def end_void(state: State) -> State:
    """End the hand because the stock ran out; nobody pays."""
    return _ended(state, {}, (), "the stock ran out: the hand is void and nobody pays")


def holders_of_31(state: State) -> tuple[int, ...]:
    """Find the seats whose hand ends the game, in the order of their turns."""
    return tuple(
        seat for seat in state.order if score(state.hands[seat], state.rules) >= THIRTY_ONE
    )


def payments_text(paid: Mapping[int, int]) -> str:
    """Say who pays, in words: ``"seats 1 and 2 pay 1"``."""
    groups = [
        ([seat for seat in paid if paid[seat] == tokens], tokens)
        for tokens in sorted(set(paid.values()), reverse=True)
    ]
    texts = [f"{_seats(seats)} {_verb(seats, 'pay')} {tokens}" for seats, tokens in groups]
    return " and ".join(texts) or "nobody pays"


def _ended(state: State, paid: Payments, winners: Sequence[int], why: str) -> State:
    seats = range(len(state.tokens))
    share = Fraction(1, len(winners)) if winners else _NOTHING
    result = Result(
        paid=tuple(paid.get(seat, 0) for seat in seats),
        pot=tuple(share if seat in winners else _NOTHING for seat in seats),
        why=why,
    )
    return replace(state, result=result, offers=())


def _seats(seats: Sequence[int]) -> str:
    ordered = [str(seat) for seat in sorted(seats)]
    if len(ordered) == 1:
        return f"seat {ordered[0]}"
    return f"seats {', '.join(ordered[:-1])} and {ordered[-1]}"


def _verb(seats: Sequence[int], verb: str) -> str:
    return verb if len(seats) > 1 else f"{verb}s"
