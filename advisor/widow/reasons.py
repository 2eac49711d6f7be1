"""Why: short sentences about a move of `widow`, each with its number."""

from __future__ import annotations

from typing import TYPE_CHECKING

from advisor.cards import pretty
from advisor.hands import THIRTY_ONE, points_text, score
from advisor.odds.exchange import Left, exchanges, left_for_next
from advisor.reasons import percent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from advisor.cards import Card
    from advisor.moves import Move
    from advisor.position import Position
    from advisor.values import Values
    from advisor.widow.seen import Seen


def reasons_for(seen: Seen, moves: Sequence[Move], values: Values) -> list[list[str]]:
    """Reasons for every move, in the order of the moves."""
    return [
        [
            *_about(seen.position, move),
            *_about_the_pot(seen.position, values, index),
            *_about_opponents(seen.position, move, values, index),
        ]
        for index, move in enumerate(moves)
    ]


def _about(position: Position, move: Move) -> list[str]:
    own = points_text(score(position.hand, position.rules))
    if move.action == "show":
        return [f"{own} ends the hand at once"]
    if move.action == "knock":
        if not position.exchanged:
            return [f"nobody has exchanged a card: hands are compared at once, yours is {own}"]
        return [f"you stand on {own}; every other player has one more turn"]
    if move.action == "pass":
        return [f"you keep {own}", *_about_next(position, position.widow)]
    return _about_swap(position, move)


def _about_swap(position: Position, move: Move) -> list[str]:
    rules, before = position.rules, score(position.hand, position.rules)
    hand = sorted({*position.hand, *move.get} - set(move.give))
    widow = sorted({*position.widow, *move.give} - set(move.get))
    after = score(hand, rules)
    if after >= THIRTY_ONE:
        return [f"it makes {points_text(after)}, which ends the hand at once"]
    change = "stays at" if after == before else "becomes"
    found = [f"your score {change} {points_text(after)} (now {points_text(before)})"]
    if position.knocked_by is None:
        best = max(swap.half_points for swap in exchanges(hand, widow, rules))
        if best > after:
            found.append(f"if the open cards stay, your next turn can make {points_text(best)}")
    return [*found, *_about_next(position, widow)]


def _about_next(position: Position, widow: Sequence[Card]) -> list[str]:
    """What the cards that one leaves offer to the next player, if he has a turn."""
    order = position.order
    following = order[(order.index(position.seat) + 1) % len(order)]
    if following == position.knocked_by:
        return []
    left = left_for_next(widow, may_hold(position), position.rules)
    shown = " ".join(pretty(card) for card in widow)
    return [f"{shown} stay open: {offer_words(left)}"]


def offer_words(left: Left) -> str:
    """What open cards offer to somebody with unknown cards, in words."""
    return (
        f"a player with unknown cards makes 31 with them in {percent(float(left.thirty_one))}, "
        f"improves in {percent(float(left.improve))} and then holds {float(left.mean):.1f} "
        "on average"
    )


def may_hold(position: Position) -> list[Card]:
    """Cards that a player of whom nothing is known may hold, ascending."""
    held = [card for cards in position.held for card in cards]
    return sorted({*position.unseen, *held})


def _about_the_pot(position: Position, values: Values, index: int) -> list[str]:
    pot, pays = values.pot[index], values.pays[index]
    if position.rules.loser == "highest":
        worth = len(position.order) * pot.mean - 1
        return [f"your share of the pot is {percent(pot.mean)}: {worth:+.2f} antes"]
    return [
        f"you lose a life in {percent(pays.mean)} of hands and win the match in {percent(pot.mean)}"
    ]


def _about_opponents(position: Position, move: Move, values: Values, index: int) -> list[str]:
    """How often each opponent ends with a lower hand, where that was played out."""
    if move.action == "show" or values.pot[index].method == "exact":
        return []
    others = [seat for seat in position.order if seat != position.seat]
    chances = [float(values.lower[index, seat]) for seat in others]
    listed = ", ".join(percent(chance) for chance in chances)
    if len(others) == 1:
        return [f"your opponent ends below you in {listed} of the hands played out"]
    return [f"the others end below you in {listed} of the hands played out"]
