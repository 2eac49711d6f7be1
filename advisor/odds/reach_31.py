"""Reach for 31: exact for ten draws, because few facts about the cards matter.

For 31 a suit matters only through its ace (gone, live or held) and its ten-point cards (how
many are held, how many are live); a suit that cannot make 31 any more is gone. All other
cards are blanks. So a hand and all dead cards shrink to four small suit states in any order:
some thousand states. Where three aces end the game too, the aces of gone suits matter as well.

Holding a card that matters instead of a blank never hurts, since it can be treated as a
blank. So a blank is thrown while there is one, and only four cards that all matter call for
a choice.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement, product
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from advisor.cards import POINTS, Card, suit_of
from advisor.hands import THIRTY_ONE, scores

if TYPE_CHECKING:
    from collections.abc import Iterator

    from advisor.position import Position

ACE: Final = 12
GONE, LIVE, HELD = 0, 1, 2
_ABSENT: Final = -1


class Suit(NamedTuple):
    """One suit: its ace (gone, live, held), ten-point cards held and live."""

    ace: int
    tens: int
    live_tens: int

    @property
    def held(self) -> int:
        """Cards of the suit in the hand that matter."""
        return (self.ace == HELD) + self.tens

    @property
    def is_31(self) -> bool:
        """Whether the hand holds 31 in this suit."""
        return self.ace == HELD and self.tens == 2


@dataclass(frozen=True, slots=True)
class Goals:
    """What ends the search: 31 in a suit, three aces, or either."""

    suited: bool
    aces: bool

    def suit(self, ace: int, tens: int, live_tens: int) -> Suit:
        """Keep only what can still matter of a suit."""
        if self.suited and ace != GONE and tens + live_tens >= 2:
            # A third ten-point card of a suit is as good as a blank.
            return Suit(ace, min(tens, 2), live_tens)
        return Suit(ace if self.aces else GONE, 0, 0)

    def suits(self) -> list[Suit]:
        """All states of a suit in which it does not make 31."""
        raw = product((GONE, LIVE, HELD), range(4), range(5))
        seen = {self.suit(*state) for state in raw if state[1] + state[2] <= 4}
        return sorted(suit for suit in seen if not suit.is_31)

    def moves(self, suit: Suit) -> Iterator[Suit | None]:
        """The suit after its ace or a ten comes, and after its ace or a ten is thrown.

        None where the card is not there.
        """
        ace, tens, live = suit
        yield self.suit(HELD, tens, live) if ace == LIVE else None
        yield self.suit(ace, tens + 1, live - 1) if live else None
        yield self.suit(GONE, tens, live) if ace == HELD else None
        yield self.suit(ace, tens - 1, live) if tens else None


def chances(position: Position, target: int, draws: int) -> list[float]:
    """Best chance to hold a hand that ends the game within 1, 2, …, `draws` draws.

    Parameters
    ----------
    position
        A position whose hand does not end the game.
    target
        Score in half points; every hand that reaches it must end the game.
    draws
        Most draws.

    Returns
    -------
    list of float
        Exact. When the unseen cards run out the chance stays what it is.
    """
    three_aces = scores(position.rules)[-1]  # of the highest three cards
    goals = Goals(suited=target <= THIRTY_ONE, aces=bool(max(target, THIRTY_ONE) <= three_aces))
    graph = _graph(goals)
    return _backward(graph, graph.state_of(position), len(position.unseen), draws)


@dataclass(frozen=True, slots=True)
class Graph:
    """All states and what a card that matters does to each.

    Parameters
    ----------
    goals
        What ends the search.
    suits
        Number of each suit state.
    number
        State of four suit states in ascending order, shape (len(suits),) * 4.
    size
        Number of states; the state after all of them is the goal.
    ways
        For each event (a state and a kind of card that comes) how many live cards there are.
    event_starts, states
        First event of each state that has any; those states.
    choices, choice_starts
        States that can be kept after each event; where those of each event start.
    """

    goals: Goals
    suits: dict[Suit, int]
    number: NDArray[np.int32]
    size: int
    ways: NDArray[np.int64]
    event_starts: NDArray[np.intp]
    states: NDArray[np.intp]
    choices: NDArray[np.intp]
    choice_starts: NDArray[np.intp]

    def state_of(self, position: Position) -> int:
        """State of a position."""
        codes = sorted(
            self.suits[self.goals.suit(*_raw_suit(suit, position.hand, position.unseen))]
            for suit in range(4)
        )
        return int(self.number[tuple(codes)])


def _raw_suit(suit: int, hand: tuple[Card, ...], unseen: tuple[Card, ...]) -> Suit:
    ace = 4 * ACE + suit
    tens, live = (
        sum(suit_of(card) == suit and POINTS[card] == 10 for card in cards)
        for cards in (hand, unseen)
    )
    return Suit(HELD if ace in hand else LIVE if ace in unseen else GONE, tens, live)


def _backward(graph: Graph, state: int, unseen: int, draws: int) -> list[float]:
    """Value every state from the last draw to the first, for all horizons side by side."""
    value = np.zeros((graph.size + 1, draws))
    value[graph.size] = 1
    lengths = np.diff(np.append(graph.event_starts, len(graph.ways)))
    of_event = np.repeat(graph.states, lengths)
    for drawn in range(min(draws, unseen) - 1, -1, -1):
        # Only the horizons that still have a draw left, of `unseen - drawn` cards.
        now = value[:, drawn:]
        best = np.maximum.reduceat(now[graph.choices], graph.choice_starts, axis=0)
        gain = (best - now[of_event]) * graph.ways[:, None] / (unseen - drawn)
        now[graph.states] += np.add.reduceat(gain, graph.event_starts, axis=0)
    return [float(chance) for chance in value[state]]


@cache
def _graph(goals: Goals) -> Graph:
    """Number all states and connect them, in array operations: a few milliseconds."""
    suits = goals.suits()
    code = {suit: index for index, suit in enumerate(suits)}
    come, go = _move_codes(goals, code)
    held = np.array([suit.held for suit in suits])
    aces = np.array([suit.ace == HELD for suit in suits]) & goals.aces
    every = np.array(list(combinations_with_replacement(range(len(suits)), 4)))
    states = every[(held[every].sum(axis=1) <= 3) & (aces[every].sum(axis=1) < 3)]
    number = np.zeros((len(suits),) * 4, dtype=np.int32)
    number[tuple(states.T)] = np.arange(len(states))

    state, place, kind = np.nonzero(come[:, states].transpose(1, 2, 0) != _ABSENT)
    after = states[state]
    live_cards = np.array([(suit.ace == LIVE, suit.live_tens) for suit in suits])
    ways = live_cards[after[np.arange(len(state)), place], kind]
    after = _replaced(after, place, come[kind, after[np.arange(len(state)), place]])
    won = (after == len(suits)).any(axis=1)
    after[won] = 0
    won |= aces[after].sum(axis=1) >= 3
    event, kept = _choices(after, go, must_choose=~won & (held[after].sum(axis=1) > 3))
    with_events, event_starts = np.unique(state, return_index=True)
    return Graph(
        goals=goals,
        suits=code,
        number=number,
        size=len(states),
        ways=ways,
        event_starts=event_starts,
        states=with_events,
        choices=np.where(won[event], len(states), number[tuple(np.sort(kept).T)]),
        choice_starts=np.unique(event, return_index=True)[1],
    )


def _move_codes(goals: Goals, code: dict[Suit, int]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Suit after an ace or ten comes, and after one goes, each of shape (2, suits).

    31 in the suit has the number after the last suit.
    """
    table = [
        [_ABSENT if to is None else code.get(to, len(code)) for to in goals.moves(suit)]
        for suit in code
    ]
    moves = np.array(table, dtype=np.intp).T
    return moves[:2], moves[2:]


def _choices(
    after: NDArray[np.intp], go: NDArray[np.intp], *, must_choose: NDArray[np.bool_]
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Events, ascending, and the suits that can be kept after each, a row for each choice."""
    whole = np.flatnonzero(~must_choose)
    four = np.flatnonzero(must_choose)
    row, place, kind = np.nonzero(go[:, after[four]].transpose(1, 2, 0) != _ABSENT)
    thrown = after[four[row]]
    thrown = _replaced(thrown, place, go[kind, thrown[np.arange(len(row)), place]])
    event = np.concatenate([whole, four[row]])
    order = np.argsort(event, kind="stable")
    return event[order], np.concatenate([after[whole], thrown])[order]


def _replaced(
    rows: NDArray[np.intp], place: NDArray[np.intp], value: NDArray[np.intp]
) -> NDArray[np.intp]:
    """Rows with the entry at one place of each changed."""
    changed = rows.copy()
    changed[np.arange(len(rows)), place] = value
    return changed
