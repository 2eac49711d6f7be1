"""Matches played by the referee, one hand after the other, with nothing of the compiled loops."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

import numpy as np

from advisor.equity import fair_equity
from advisor.match.orders import DECKS
from advisor.match.pots import HAND
from advisor.players.published import reference
from advisor.playout import scat
from advisor.referee import match as referee_match
from advisor.referee.pot import after_payments
from tests.playout import decks

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from advisor.cards import Card
    from advisor.match.plan import Plan
    from advisor.referee.match import Match


def seatings(players: int, number: int) -> tuple[int, list[tuple[int, ...]]]:
    """Give the first deck of a set, and who of the line-up sits where in each of its games."""
    orders = [(0, *others) for others in permutations(range(1, players))]
    index, order = divmod(number, len(orders))
    around = orders[order]
    return order * DECKS + index, [around[turn:] + around[:turn] for turn in range(players)]


def in_order(deck: Sequence[Card], players: int) -> list[Card]:
    """Turn hands dealt seat by seat into cards dealt one at a time."""
    return [deck[3 * seat + card] for card in range(3) for seat in range(players)] + list(
        deck[3 * players :]
    )


def hand(plan: Plan, names: Sequence[str], stand: Match, number: int) -> tuple[int, ...] | None:
    """Let the referee play the next hand of a match: payments by seat; None if it is given up."""
    inside = sum(tokens >= 0 for tokens in stand.tokens)
    deck, key = decks.kernel_deck(plan.seed, number, inside, plan.rules)
    state = referee_match.next_hand(stand, in_order(deck, inside))
    seated = [reference(name, plan.rules, key) for name in names]
    end = decks.play_out(state, seated, key, scat.MAX_TURNS)
    return None if end is None or end.result is None else tuple(end.result.paid)


def single(plan: Plan, names: Sequence[str], deck: int) -> dict[str, list[float]]:
    """Play a single hand: what is counted for each seat."""
    seats, rules = len(names), plan.rules
    paid = hand(plan, names, referee_match.start(rules, seats), deck) or (0,) * seats
    after = after_payments((rules.tokens,) * seats, paid, rules)
    return {
        "pays": [float(tokens > 0) for tokens in paid],
        "tokens": list(map(float, paid)),
        "pot": list(fair_equity(after, rules)),
        "dealt": [1.0] * seats,
    }


def whole(plan: Plan, names: Sequence[str], deck: int) -> dict[str, list[float]]:
    """Play for a whole pot: what is counted for each seat."""
    seats = len(names)
    counted = {what: [0.0] * seats for what in ("pays", "tokens", "pot", "dealt")}
    stand, number = referee_match.start(plan.rules, seats), 0
    while stand.winner is None:
        for seat in range(seats):
            counted["dealt"][seat] += stand.tokens[seat] >= 0
        paid = hand(plan, names, stand, deck + number * HAND)
        number += 1
        if paid is None:
            continue
        for seat in range(seats):
            counted["pays"][seat] += paid[seat] > 0
            counted["tokens"][seat] += paid[seat]
        tokens = after_payments(stand.tokens, paid, plan.rules)
        dealer = next(
            seat
            for step in range(1, seats + 1)
            if tokens[seat := (stand.dealer + step) % seats] >= 0
        )
        stand = referee_match.Match(plan.rules, tokens, dealer, 0, stand.score)
    counted["pot"][stand.winner] = 1.0
    return counted


def games(plan: Plan, sets: int) -> Iterator[dict[str, np.typing.NDArray[np.float64]]]:
    """Give for each set what is counted for each place of the line-up, over all its games."""
    for number in range(sets):
        total = {what: np.zeros(len(plan.names)) for what in ("pays", "tokens", "pot", "dealt")}
        deck, around = seatings(len(plan.names), number)
        for seating in around:
            names = [plan.names[place] for place in seating]
            counted = (whole if plan.pots else single)(plan, names, deck)
            for what, by_seat in counted.items():
                total[what][list(seating)] += by_seat
        yield total
