"""A second referee, as naive as possible, to count and to compare with the real one.

It shares nothing with the package but the numbering of cards and the names of switches:
hands are lists, moves are tuples of plain values, scores are added up card by card, and a
move changes lists in place.
"""

from copy import deepcopy
from itertools import combinations
from typing import Any

from advisor.rules import Rules

PlainMove = tuple[Any, ...]


def value(card: int) -> int:
    """Points of a card."""
    rank = card // 4 + 2
    return 11 if rank == 14 else min(rank, 10)


def worth(hand: list[int], rules: Rules) -> float:
    """Points of a hand."""
    suits = [0, 0, 0, 0]
    for card in hand:
        suits[card % 4] += value(card)
    best: float = max(suits)
    if hand[0] // 4 == hand[1] // 4 == hand[2] // 4:
        if rules.three_of_a_kind != "none":
            best = max(best, float(rules.three_of_a_kind))
        if hand[0] // 4 == 12 and rules.three_aces != "same":
            best = float(rules.three_aces)
    return best


def beats(mine: list[int], other: list[int], rules: Rules) -> int:
    """1 if the first hand takes the pot from the second, 0 if they split it, -1 otherwise."""
    mine_key, other_key = (_strength(hand, rules) for hand in (mine, other))
    return (mine_key > other_key) - (mine_key < other_key)


def _strength(hand: list[int], rules: Rules) -> list[float]:
    total = worth(hand, rules)
    ways = []
    for suit in range(4):
        cards = sorted((card // 4 for card in hand if card % 4 == suit), reverse=True)
        if sum(value(4 * rank) for rank in cards) == total:
            ways.append([total, *cards])
    return max(ways) if ways else [total, *(card // 4 for card in hand)]


class PlainGame:
    """One hand; `deck` is dealt from the left, and every new stock is the pile turned over."""

    def __init__(self, rules: Rules, seats: int, deck: list[int]) -> None:
        self.rules = rules
        self.seats = seats
        # The last seat deals: cards go 0, 1, 2, … three times round.
        self.hands = [[deck[seat + seats * round_] for round_ in range(3)] for seat in range(seats)]
        self.rest = deck[3 * seats :]
        self.scat = rules.game == "scat"
        self.open = [self.rest.pop(0) for _ in range(1 if self.scat else 3)]
        self.turn = 0
        self.knocked: tuple[int, int] | None = None
        self.four: list[int] | None = None
        self.swapped = False
        self.passed = 0
        self.asked: list[int] = []
        self.pays: list[int] | None = None
        self.pot = [0.0] * seats
        lucky = [seat for seat in range(seats) if worth(self.hands[seat], rules) >= 31]
        if lucky and self.scat:
            self.pays = [0 if seat in lucky else 1 for seat in range(seats)]
        elif lucky:
            self.asked = lucky

    def moves(self) -> list[PlainMove]:  # noqa: C901  # flat on purpose
        """Every move there is now."""
        if self.pays is not None:
            return []
        rules, hand = self.rules, self.hands[self.turn % self.seats]
        if self.asked:
            return [("show",), ("wait",)]
        if self.four is not None:
            return [("throw", card) for card in self.four]
        found: list[PlainMove] = []
        young = self.turn < self.seats
        if self.knocked is None and not (young and rules.first_round_knock == "forbidden"):
            found.append(("knock",))
        if self.scat:
            found.append(("draw",))
            found += [("take", card) for card in hand]
            if rules.put_back_taken:
                found.append(("take", self.open[-1]))
            if rules.stand_pat_last_turn and self.knocked is not None:
                found.append(("pass",))
            return found
        found.append(("pass",))
        if worth(hand, rules) >= 31:
            found.append(("show",))
        for count in {"one": [1], "any": [1, 2, 3], "one-or-three": [1, 3]}[rules.exchange]:
            for give in combinations(sorted(hand), count):
                found += [("swap", give, get) for get in combinations(sorted(self.open), count)]
        return found

    def play(self, move: PlainMove) -> "PlainGame":
        """Give the game after a move; this one stays as it was."""
        game = deepcopy(self)
        game._do(move)
        return game

    def _do(self, move: PlainMove) -> None:  # noqa: C901  # flat on purpose
        seat = self.turn % self.seats
        hand = self.hands[seat]
        kind = move[0]
        if kind == "draw":
            self.four = [*hand, self.rest.pop(0)]
            return
        if kind == "wait":
            self.asked.pop(0)
            if not self.asked:
                self._after_lap()
            return
        if kind == "show":
            self._thirty_one(self.asked[0] if self.asked else seat)
            return
        if kind == "throw":
            assert self.four is not None
            self.four.remove(move[1])
            self.hands[seat], self.four = self.four, None
            self.open.append(move[1])
        elif kind == "take":
            hand.append(self.open.pop())
            hand.remove(move[1])
            self.open.append(move[1])
        elif kind == "swap":
            for card in move[1]:
                hand.remove(card)
                self.open.append(card)
            for card in move[2]:
                self.open.remove(card)
                hand.append(card)
            self.swapped = True
        self.passed = self.passed + 1 if kind == "pass" else 0
        if kind == "knock":
            self.knocked = (seat, self.turn)
        self.turn += 1
        self._after_turn(seat, kind)

    def _after_turn(self, seat: int, kind: str) -> None:
        early = self.turn <= self.seats and self.rules.first_round_knock == "ends"
        if self.scat:
            if worth(self.hands[seat], self.rules) >= 31:
                self._thirty_one(seat)
            elif kind == "knock" and early:
                self._showdown()
            else:
                self._after_lap()
                self._stock_check()
            return
        if kind == "knock" and (early or not self.swapped):
            self._showdown()
            return
        if kind == "swap" and worth(self.hands[seat], self.rules) >= 31:
            self.asked = [seat]
            return
        if self.passed == self.seats and self.rules.fresh_widow == "all-pass":
            self.passed = 0
            if len(self.rest) >= 3:
                self.open, self.rest = self.rest[:3], self.rest[3:]
        self._after_lap()

    def _after_lap(self) -> None:
        if self.knocked is not None and self.turn == self.knocked[1] + self.seats:
            self._showdown()

    def _stock_check(self) -> None:
        if self.rest or self.pays is not None:
            return
        if self.rules.stock_out == "void":
            self.pays = [0] * self.seats
        elif self.rules.stock_out == "showdown":
            self._showdown()
        else:
            *self.rest, top = self.open
            self.open = [top]

    def _thirty_one(self, lucky: int) -> None:
        rules = self.rules
        self.pays = [0] * self.seats
        others = [seat for seat in range(self.seats) if seat != lucky]
        if self.scat:
            for seat in others:
                self.pays[seat] = 1
            knocker = self.knocked[0] if self.knocked else lucky
            if knocker != lucky and rules.thirty_one_after_knock == "double":
                self.pays[knocker] = 2
        elif rules.loser == "highest":
            self.pot[lucky] = 1.0
        else:
            totals = {seat: worth(self.hands[seat], rules) for seat in others}
            all_pay = worth(self.hands[lucky], rules) > 31
            for seat in others:
                self.pays[seat] = int(all_pay or totals[seat] == min(totals.values()))

    def _showdown(self) -> None:
        rules, seats = self.rules, range(self.seats)
        self.pays = [0] * self.seats
        if not self.scat and rules.loser == "highest":
            best = [
                seat
                for seat in seats
                if all(beats(self.hands[seat], hand, rules) >= 0 for hand in self.hands)
            ]
            for seat in best:
                self.pot[seat] = 1 / len(best)
            return
        totals = [worth(hand, rules) for hand in self.hands]
        low = [seat for seat in seats if totals[seat] == min(totals)]
        for seat in low:
            self.pays[seat] = 1
        knocker = self.knocked[0] if self.knocked else -1
        if self.scat and low == [knocker]:
            self.pays[knocker] = rules.knocker_lowest_pays
        elif self.scat and knocker in low:
            self._tied_knocker(knocker)

    def _tied_knocker(self, knocker: int) -> None:
        assert self.pays is not None
        how = self.rules.knocker_tied_lowest
        if how == "alone":
            self.pays = [0] * self.seats
            self.pays[knocker] = self.rules.knocker_lowest_pays
        elif how == "safe":
            self.pays[knocker] = 0
        elif how == "double":
            self.pays[knocker] = 2
