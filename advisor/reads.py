"""What can be told of every opponent in a few numbers, from the belief about his hand."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

from advisor.belief import believe
from advisor.cards import CARDS, SUITS
from advisor.hands import hand_cards, hand_index, hand_masks, scores, showdown_ranks
from advisor.match.worth import for_tokens
from advisor.others import collects

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from advisor.cards import Card
    from advisor.position import Position
    from advisor.referee.history import Event

MIDDLE: Final = (0.1, 0.9)
"""The likely scores lie between these shares of all: in four hands of five."""


@dataclass(frozen=True, slots=True)
class Read:
    """What can be told of one opponent, given all that was seen.

    Parameters
    ----------
    seat
        His seat.
    mean
        Mean score of his hand now, in points.
    likely
        Lowest and highest score, in half points, between which four of five hands lie.
    ahead, level
        Chance that his hand is higher than mine now, and that it is equal.
    collects
        Chance that he holds two or three cards of each suit, shape (4,).
    holds
        Chance that he holds each card, shape (52,).
    model
        Name of the player whose way he is taken to follow.
    """

    seat: int
    mean: float
    likely: tuple[int, int]
    ahead: float
    level: float
    collects: tuple[float, ...]
    holds: tuple[float, ...]
    model: str

    @property
    def suit(self) -> int:
        """The suit that he most likely collects."""
        return max(range(len(SUITS)), key=self.collects.__getitem__)


@lru_cache(maxsize=64)
def reads(
    position: Position,
    opponents: str = "solved",
    drawn: Card | None = None,
    log: tuple[Event, ...] = (),
) -> tuple[Read, ...]:
    """Tell what each opponent may hold.

    See :func:`advisor.belief.believe`, and for widow :func:`advisor.widow.beliefs.beliefs`.

    Parameters
    ----------
    position
        What I see. It need not be my turn.
    opponents
        Name of the player whose way the others are taken to follow.
    drawn
        A card that I have drawn and not thrown yet.
    log
        All turns of the hand so far, as a history has them (widow); empty if they are not
        known.

    Returns
    -------
    tuple of Read
        One for each opponent, in the order of their turns after mine.

    Raises
    ------
    PlayerError
        If there is no such player, or (in scat) he plays by chance.
    BeliefError
        If no hand fits, or the log is not that of this hand (widow).
    """
    if position.rules.game == "widow":
        # Numba is wanted from here on only.
        from advisor.widow.beliefs import beliefs  # noqa: PLC0415

        place = position.order.index(position.seat)
        others = (*position.order[place + 1 :], *position.order[:place])
        found = beliefs(position, opponents, log)
        return tuple(
            _read(position, seat, belief.vector(), opponents)
            for seat, belief in zip(others, found, strict=True)
        )
    belief = believe(position, opponents)
    return tuple(
        _read(position, seat, _without(weights, drawn), model)
        for seat, weights, model in zip(belief.seats, belief.weights, belief.models, strict=True)
    )


def _read(position: Position, seat: int, weights: NDArray[np.float64], model: str) -> Read:
    worth = scores(position.rules)
    # Where the highest hand takes the pot, equal scores are told apart by their cards.
    pays = for_tokens(position.rules)
    rank = worth if pays else showdown_ranks(position.rules)
    mine = rank[hand_index(position.hand)]
    chances = np.bincount(worth, weights)
    low, high = np.searchsorted(np.cumsum(chances), MIDDLE)
    suits = collects(weights)
    holds = np.zeros(len(CARDS))
    for cards in hand_cards().T:
        holds += np.bincount(cards, weights, minlength=len(CARDS))
    return Read(
        seat=seat,
        mean=float(chances @ np.arange(len(chances))) / 2,
        likely=(int(low), int(high)),
        ahead=float(weights[rank > mine].sum()),
        level=float(weights[rank == mine].sum()),
        collects=tuple(map(float, suits)),
        holds=tuple(map(float, holds)),
        model=model,
    )


def _without(weights: NDArray[np.float64], card: Card | None) -> NDArray[np.float64]:
    """Rule out the hands that hold a card which I see."""
    if card is None:
        return weights
    left = np.where(hand_masks() & np.uint64(1 << card), 0.0, weights)
    return np.asarray(left / left.sum())
