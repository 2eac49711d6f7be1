"""Thirty-One with a few cards and turns, played by the referee: small enough to solve exactly."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import TYPE_CHECKING, Final

from advisor.cards import Card
from advisor.referee.actions import Reshuffle, Take, Throw
from advisor.referee.game import apply, deal, legal_actions
from advisor.referee.state import State
from advisor.rules import Rules
from advisor.solve.tree import CHANCE, TERMINAL, TreeError

if TYPE_CHECKING:
    from advisor.referee.actions import Move

SEATS: Final = 2


@dataclass(frozen=True, slots=True)
class Node:
    """A state of the referee, and what each player remembers of the way to it.

    Parameters
    ----------
    state
        All cards; None before the deal.
    seen
        For each player what he saw happen, in order.
    """

    state: State | None
    seen: tuple[tuple[Hashable, ...], ...]


@dataclass(frozen=True, slots=True)
class SmallGame:
    """Two players of ``scat`` with a few cards; a hand is void after some turns.

    Parameters
    ----------
    rules
        The rules.
    cards
        Cards of the pack, at least eight.
    max_turns
        Turns of both players together after which nobody pays.
    top
        The first top card, if it is always the same (a smaller game still).
    """

    rules: Rules
    cards: tuple[Card, ...]
    max_turns: int
    top: Card | None = None

    def initial(self) -> Node:
        """Begin before the deal."""
        return Node(None, ((), ()))

    def player(self, node: Node) -> int:
        """Say who acts; chance deals, and shuffles the pile when the stock has run out."""
        state = node.state
        if state is None:
            return CHANCE
        if state.result is not None or state.turn >= self.max_turns:
            return TERMINAL
        return CHANCE if state.seat is None else state.seat

    def moves(self, node: Node) -> list[tuple[Node, float]]:
        """List the nodes that may come next, with their chances."""
        if node.state is None:
            after = [self._dealt(deck) for deck in self._decks()]
        elif node.state.needs_reshuffle:
            orders = permutations(node.state.pile[:-1])
            after = [self._moved(node, Reshuffle(order)) for order in orders]
        else:
            after = [self._moved(node, action) for action in legal_actions(node.state)]
        return [(next_node, 1 / len(after)) for next_node in after]

    def information(self, node: Node) -> Hashable:
        """Give what the player to move has seen since the deal."""
        return node.seen[self.player(node)]

    def payoff(self, node: Node) -> float:
        """Count the tokens that player 1 pays more than player 0."""
        if node.state is None or node.state.result is None:
            return 0.0
        mine, other = node.state.result.paid
        return float(other - mine)

    def _decks(self) -> list[tuple[Card, ...]]:
        """List every deal: seat 0 gets cards 0, 2 and 4 of a deck, the stock comes last."""
        tops = self.cards if self.top is None else (self.top,)
        found = []
        for top in tops:
            rest = [card for card in self.cards if card != top]
            for mine in combinations(rest, 3):
                others = [card for card in rest if card not in mine]
                for other in combinations(others, 3):
                    stock = [card for card in others if card not in other]
                    hands = [card for pair in zip(mine, other, strict=True) for card in pair]
                    found += [(*hands, top, *order) for order in permutations(stock)]
        return found

    def _dealt(self, deck: Sequence[Card]) -> Node:
        state = deal(self.rules, (self.rules.tokens,) * SEATS, SEATS - 1, deck)
        return Node(state, tuple(((hand, state.pile),) for hand in state.hands))

    def _moved(self, node: Node, move: Move) -> Node:
        before = _state(node)
        after = apply(before, move)
        seen: tuple[tuple[Hashable, ...], ...] = tuple(
            (*events, type(move).__name__, *_shown(move)) for events in node.seen
        )
        if after.drawn is not None:
            # Only who draws a card sees it.
            seat = before.turn % SEATS
            mine = (*seen[seat], after.drawn)
            seen = tuple(mine if at == seat else events for at, events in enumerate(seen))
        return Node(after, seen)


def _state(node: Node) -> State:
    """Give the referee's state, which there is once cards are dealt."""
    if node.state is None:
        raise TreeError("no cards are dealt yet; expected a node after the deal")
    return node.state


def _shown(move: Move) -> tuple[Card, ...]:
    """Cards that a move lays open."""
    return (move.discard,) if isinstance(move, (Take, Throw)) else ()
