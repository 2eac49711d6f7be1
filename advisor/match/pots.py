"""One part of a match for whole pots: tokens to the end, many tables side by side.

All tables of a part play their next hand together: those where the same players act in the
same order go through the compiled loop in one call. Who acts when, and what payments do, is
looked up in the rules' own modules.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

from advisor.equity import fair_equity
from advisor.match.orders import DECKS, MOST, circular_orders, rotations, share
from advisor.match.sums import DEALT, MEASURES, PAYS, POT, TOKENS, Sums, nothing, summed
from advisor.match.worth import UNITS
from advisor.position import OUT, turn_order
from advisor.referee.pot import after_payments

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from advisor.rules import Rules

MAX_HANDS: Final = 1000
"""A match that lasts longer is given up: the pot is shared by the fair chances of the moment."""

HAND: Final = DECKS * MOST
"""Deck numbers between one hand of a match and the next."""

GAP: Final = 64
"""Dealing so many hands for nothing costs about as much as one more call."""


def play_pots(rules: Rules, names: Sequence[str], seed: int, first: int, sets: int) -> Sums:
    """Play the sets ``first`` to ``first + sets - 1`` and sum them up.

    Hand number ``h`` of a match has the same deck whoever sits where, as long as as many are
    in; the first hand begins with seat 0.

    Parameters
    ----------
    rules, names, seed, first, sets
        As for :func:`~advisor.match.hands.play_hands`; losing costs tokens.
    """
    orders = circular_orders(len(names))
    seatings, decks, counts = [], [], []
    for number, order in enumerate(orders):
        start, count = share(first, sets, number, len(orders))
        counts.append(count)
        for seating in rotations(order):
            seatings.append(np.tile(seating, (count, 1)))
            decks.append(number * DECKS + start + np.arange(count))
    tables = Tables(rules, names, np.concatenate(seatings), np.concatenate(decks))
    tables.play(seed)
    total, low = nothing(len(names)), 0
    for count in filter(None, counts):
        games = tables.measured[low : (low := low + count * len(names))]
        by_set = games.reshape(len(names), count, MEASURES, len(names)).sum(axis=0)
        total += summed(by_set, hands=0, capped=0)
    return Sums(sets, tables.hands, tables.capped, total.totals, total.products)


class Tables:
    """Matches side by side.

    Parameters
    ----------
    rules
        The rules in force.
    names
        The line-up.
    seating
        Place of the line-up at each seat, shape (tables, seats); seat 0 begins.
    decks
        Number of the first deck at each table.
    """

    def __init__(
        self,
        rules: Rules,
        names: Sequence[str],
        seating: NDArray[np.int64],
        decks: NDArray[np.int64],
    ) -> None:
        self._rules, self._names, self._seating, self._decks = rules, names, seating, decks
        count, seats = seating.shape
        self._tokens = np.full((count, seats), rules.tokens, dtype=np.int64)
        self._dealer = np.full(count, seats - 1, dtype=np.int64)
        self.measured = np.zeros((count, MEASURES, seats), dtype=np.int64)
        """What was counted for each place of the line-up, not seat."""
        self.hands = 0
        self.capped = 0

    def play(self, seed: int) -> None:
        """Play until one is left at every table."""
        for hand in range(MAX_HANDS):
            running = np.flatnonzero(np.count_nonzero(self._tokens != OUT, axis=1) > 1)
            if not running.size:
                break
            self._play_hand(hand, running, seed)
        self._end()

    def _play_hand(self, hand: int, tables: NDArray[np.intp], seed: int) -> None:
        """Play the next hand at all tables that are still running."""
        turns = self._turns(tables)
        inside = turns >= 0
        # Whoever is out is seated at the end of the order, and pays nothing.
        places = np.take_along_axis(self._seating[tables], turns, axis=1)
        paid = np.zeros(turns.shape, dtype=np.int64)
        capped = np.zeros(len(tables), dtype=np.bool_)
        for names, alike in self._alike(places, inside):
            decks = self._decks[tables[alike]] + hand * HAND
            paid[alike, : len(names)], capped[alike] = _dealt(self._rules, names, decks, seed)
        rows = tables[:, None]
        for measure, counted in ((PAYS, paid > 0), (TOKENS, paid), (DEALT, inside)):
            self.measured[rows, measure, places] += counted
        self.hands += len(tables)
        self.capped += int(np.count_nonzero(capped))
        charged = np.zeros_like(paid)
        np.put_along_axis(charged, turns, paid, axis=1)
        # A hand that is given up is dealt anew by the same dealer.
        self._settle(tables[~capped], charged[~capped])

    def _turns(self, tables: NDArray[np.intp]) -> NDArray[np.int64]:
        """Seats in the order of their turns; those that are out come last, less all seats."""
        seats = self._tokens.shape[1]
        inside = (self._tokens[tables] != OUT) @ 2 ** np.arange(seats)
        found: NDArray[np.int64] = _turn_orders(seats)[inside, self._dealer[tables]]
        return found

    def _alike(
        self, places: NDArray[np.int64], inside: NDArray[np.bool_]
    ) -> Iterator[tuple[list[str], NDArray[np.intp]]]:
        """Group tables where players of the same names act in the same order."""
        different = list(dict.fromkeys(self._names))
        number = np.array([different.index(name) + 1 for name in self._names])
        powers = (len(different) + 1) ** np.arange(places.shape[1])
        codes = np.where(inside, number[places], 0) @ powers
        order = np.argsort(codes, kind="stable")
        cuts = np.flatnonzero(np.diff(codes[order])) + 1
        for alike in np.split(order, cuts):
            one = alike[0]
            yield [self._names[place] for place in places[one, inside[one]].tolist()], alike

    def _settle(self, tables: NDArray[np.intp], charged: NDArray[np.int64]) -> None:
        """Let everybody pay, and pass the deal; the same case is looked up only once."""
        if not len(tables):
            return
        base = int(charged.max()) + 1
        codes = self._dealer[tables]
        for column, radix in (
            *((t + 1, 11) for t in self._tokens[tables].T),
            *((c, base) for c in charged.T),
        ):
            codes = codes * radix + column
        _, one, which = np.unique(codes, return_index=True, return_inverse=True)
        stands = np.column_stack(
            [self._tokens[tables[one]], self._dealer[tables[one]], charged[one]]
        )
        after = np.array([_after(self._rules, tuple(stand)) for stand in stands.tolist()])[which]
        self._tokens[tables], self._dealer[tables] = after[:, :-1], after[:, -1]

    def _end(self) -> None:
        """Give the pot to the last one left, or share it where a match was given up."""
        tokens, which = np.unique(self._tokens, axis=0, return_inverse=True)
        worth = np.array([_shared(self._rules, tuple(left)) for left in tokens.tolist()])
        rows = np.arange(len(self._tokens))[:, None]
        self.measured[rows, POT, self._seating] = worth[which]


def _dealt(
    rules: Rules, names: Sequence[str], decks: NDArray[np.int64], seed: int
) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """Payments on each deck, shape (decks, players), and which hands were given up."""
    # Numba is wanted from here on only.
    from advisor.playout.lineup import play_lineup  # noqa: PLC0415

    wanted, which = np.unique(decks, return_inverse=True)
    paid, capped = [], []
    for run in np.split(wanted, np.flatnonzero(np.diff(wanted) > GAP) + 1):
        low = int(run[0])
        played = play_lineup(rules, names, int(run[-1]) - low + 1, seed=seed, first=low)
        paid.append(played.paid[run - low])
        capped.append(played.capped[run - low])
    return np.concatenate(paid)[which], np.concatenate(capped)[which]


@cache
def _turn_orders(seats: int) -> NDArray[np.int64]:
    """Turn order by who is in (bit ``s`` for seat ``s``) and who deals, padded at the end."""
    orders = np.zeros((2**seats, seats, seats), dtype=np.int64)
    for inside in range(1, 2**seats):
        tokens = [0 if inside >> seat & 1 else OUT for seat in range(seats)]
        absent = [seat - seats for seat in range(seats) if tokens[seat] == OUT]
        for dealer in range(seats):
            orders[inside, dealer] = (*turn_order(tokens, dealer), *absent)
    return orders


@lru_cache(maxsize=65_536)
def _after(rules: Rules, stand: tuple[int, ...]) -> tuple[int, ...]:
    """Tokens and dealer after a hand, from tokens, dealer and payments before it."""
    seats = len(stand) // 2
    tokens = after_payments(stand[:seats], stand[seats + 1 :], rules)
    return *tokens, turn_order(tokens, stand[seats])[0]


@lru_cache(maxsize=4096)
def _shared(rules: Rules, tokens: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(round(chance * UNITS) for chance in fair_equity(tokens, rules))
