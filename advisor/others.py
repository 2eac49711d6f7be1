"""Why, as far as it lies in the others' hands: sentences from the beliefs about them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

from advisor.cards import SUIT_WORDS, SUITS, pretty
from advisor.hands import THIRTY_ONE, best_taking, hand_cards, points_text, score, scores
from advisor.reasons import percent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from advisor.belief import Belief
    from advisor.cards import Card
    from advisor.moves import Move
    from advisor.odds.draw import DrawOdds
    from advisor.position import Position

LIKELY: Final = 0.5
"""Chance to hold two cards of a suit from which on somebody is said to collect it."""
NAMED: Final = 3
"""Opponents of whom each is named; of more only the range of chances."""


def reasons_from(belief: Belief, moves: Sequence[Move], odds: DrawOdds) -> list[list[str]]:
    """Reasons for every move that lie in what the others may hold.

    Parameters
    ----------
    belief
        What they may hold.
    moves
        The moves.
    odds
        Those of a draw.
    """
    return [_about(belief, move, odds) for move in moves]


def _about(belief: Belief, move: Move, odds: DrawOdds) -> list[str]:
    position = belief.position
    if move.action == "knock":
        return [_ahead(belief)]
    if move.action == "draw":
        helps = [out.card for out in odds.outs]
        return [*([_held(belief, helps)] if helps else []), *_collects(belief)]
    if move.discard is None or move.discard == move.take:
        return []
    taken = () if move.take is None else (move.take,)
    hand = [card for card in (*position.hand, *taken) if card != move.discard]
    ends = score(hand, position.rules) >= THIRTY_ONE
    # The knocker has no turn left.
    if ends or belief.seats[0] == position.knocked_by:
        return []
    return [_feeds(position, belief.weights[0], move.discard)]


def _ahead(belief: Belief) -> str:
    """Say how likely each of them is to hold more right now."""
    rules = belief.position.rules
    own = score(belief.position.hand, rules)
    chances = [float(weights[scores(rules) > own].sum()) for weights in belief.weights]
    if len(chances) == 1:
        return f"your opponent holds more than {points_text(own)} now in {percent(chances[0])}"
    if len(chances) > NAMED:
        low, high = percent(min(chances)), percent(max(chances))
        return f"each of them holds more than {points_text(own)} now in {low} to {high}"
    each = ", ".join(
        f"seat {seat} {percent(chance)}" for seat, chance in zip(belief.seats, chances, strict=True)
    )
    return f"chance to hold more than {points_text(own)} now: {each}"


def _held(belief: Belief, cards: Sequence[Card]) -> str:
    """Say how many of the cards that help the others hold."""
    held = float(belief.holds()[:, list(cards)].sum())
    return f"of these {len(cards)} cards the others hold {held:.1f} on average"


def _collects(belief: Belief) -> list[str]:
    """Name whoever likely holds two cards or more of a suit, once something has happened."""
    if not belief.position.turn:
        return []
    found = []
    for seat, weights in zip(belief.seats, belief.weights, strict=True):
        chances = collects(weights)
        suit = int(chances.argmax())
        if chances[suit] >= LIKELY:
            held = percent(float(chances[suit]))
            found.append(f"seat {seat} seems to collect {SUIT_WORDS[suit]} ({held})")
    return found


def collects(weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Chance to hold two or three cards of each suit, shape (4,).

    Parameters
    ----------
    weights
        Chance of every hand, shape (22100,).
    """
    return np.bincount(_collected(), weights, minlength=len(SUITS) + 1)[:-1].astype(np.float64)


@lru_cache(maxsize=1)
def _collected() -> NDArray[np.intp]:
    """Suit of which each hand holds two cards or three; 4 where there is none."""
    suits = hand_cards() % len(SUITS)
    found = np.full(len(suits), len(SUITS), dtype=np.intp)
    for suit in range(len(SUITS)):
        found[(suits == suit).sum(axis=1) >= 2] = suit
    return found


def _feeds(position: Position, weights: NDArray[np.float64], card: Card) -> str:
    """Say how often a card thrown would help the next player."""
    rules = position.rules
    better = best_taking(rules)[:, card] > scores(rules)
    chance = percent(float(weights[better].sum()))
    return f"the {pretty(card)} would raise the next player's score in {chance}"
