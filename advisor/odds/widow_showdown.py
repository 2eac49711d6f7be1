"""Chance that a hand is the best at a showdown of `widow`, against hands nobody has seen.

The opponents' hands are three unseen cards each, all deals equally likely. For up to three
opponents the deals are counted, not sampled: among families of hands F and G the pairs that
share no card number ``sum over sets of cards X of (-1)^|X| F(X) G(X)``, where F(X) is the
number of hands of F that hold all of X (inclusion and exclusion over the shared cards). For a
third opponent the same is done once for each hand he may hold, with its cards taken out.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from typing import TYPE_CHECKING, Final

import numpy as np

from advisor.estimate import Estimate, exact, proportion, sample_mean
from advisor.hands import (
    THIRTY_ONE,
    hand_cards,
    hand_index,
    hands_within,
    mask_of,
    scores,
    showdown_ranks,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from advisor.cards import Card
    from advisor.rules import Rules

MOST_EXACT: Final = 3
"""Opponents up to whose number the deals are counted."""
TRIALS: Final = 100_000
_CHUNK: Final = 500


@dataclass(frozen=True, slots=True)
class Standing:
    """How a hand stands at a showdown.

    Parameters
    ----------
    best
        Chance that all others are lower.
    tied
        Chance that nobody is higher and exactly one, two, … others are equal.
    share
        Mean share of the pot, split among equals.
    """

    best: Estimate
    tied: tuple[Estimate, ...]
    share: Estimate


def standing(
    hand: Iterable[Card],
    unseen: Iterable[Card],
    opponents: int,
    rules: Rules,
    *,
    shown: bool = False,
    seed: int = 0,
) -> Standing:
    """Compare a hand with those of some opponents who hold any of the unseen cards.

    Parameters
    ----------
    hand
        Three cards.
    unseen
        Cards the opponents may hold, at least three for each.
    opponents
        How many; one or more.
    rules
        Say what hands score, and so how ties are broken.
    shown
        Whether whoever was dealt 31 has shown it, so that nobody holds one now.
    seed
        Of the simulation for four opponents or more.

    Returns
    -------
    Standing
        Exact for up to three opponents, simulated for more.

    Raises
    ------
    ValueError
        If there is no opponent, or there are not enough cards.
    """
    cards = tuple(sorted(unseen))
    if not 1 <= opponents <= len(cards) // 3:
        msg = f"{opponents} opponents and {len(cards)} unseen cards; each needs three"
        raise ValueError(msg)
    own = showdown_ranks(rules)[hand_index(hand)]
    if opponents > MOST_EXACT:
        return _simulated(int(own), cards, opponents, rules, seed, shown=shown)
    hands = hands_within(mask_of(cards))
    if shown:
        hands = hands[scores(rules)[hands] < THIRTY_ONE]
    ranks = showdown_ranks(rules)[hands]
    lower, equal = _Family(hands[ranks < own], cards), _Family(hands[ranks == own], cards)
    deals = _tuples([_Family(hands, cards)] * opponents)
    chances = [
        comb(opponents, tied) * _tuples([equal] * tied + [lower] * (opponents - tied)) / deals
        for tied in range(opponents + 1)
    ]
    share = sum(chance / (tied + 1) for tied, chance in enumerate(chances))
    return Standing(exact(chances[0]), tuple(map(exact, chances[1:])), exact(share))


class _Family:
    """Some hands, with the number of them that hold each card, each pair, each three cards."""

    def __init__(self, hands: NDArray[np.intp], cards: tuple[Card, ...]) -> None:
        place = np.zeros(52, dtype=np.int64)
        place[list(cards)] = np.arange(len(cards))
        self.places = place[hand_cards()[hands]]
        self.hands = hands
        self.triples = np.zeros((len(cards),) * 3, dtype=np.float64)
        for order in ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)):
            first, second, third = self.places[:, order].T
            self.triples[first, second, third] = 1
        self.pairs = self.triples.sum(axis=2)
        # Each hand with a card is counted in two pairs that hold the card.
        self.singles = self.pairs.sum(axis=1) / 2


def _tuples(families: list[_Family]) -> int:
    """Count ways to choose one hand from each family so that no two share a card.

    Families are equal or have no hand in common. Loops over the first: put the smallest there.
    """
    first, *others = families
    if not len(first.hands):
        return 0
    if not others:
        return len(first.hands)
    if len(others) == 1:
        return round(_pairs_apart(first, others[0]))
    chunks = range(0, len(first.hands), _CHUNK)
    return round(
        sum(_pairs_beside(first.places[at : at + _CHUNK], others[0], others[1]) for at in chunks)
    )


def _pairs_apart(one: _Family, other: _Family) -> float:
    same = len(one.hands) if one is other else 0
    return float(
        len(one.hands) * len(other.hands)
        - one.singles @ other.singles
        + (one.pairs * other.pairs).sum() / 2
        - same
    )


def _pairs_beside(taken: NDArray[np.int64], one: _Family, other: _Family) -> float:
    """Sum, over hands that are out, the pairs that share no card with them nor each other."""
    mine = _pairs_without(taken, one)
    theirs = mine if one is other else _pairs_without(taken, other)
    my_singles, their_singles = mine.sum(axis=2) / 2, theirs.sum(axis=2) / 2
    my_total, their_total = my_singles.sum(axis=1) / 3, their_singles.sum(axis=1) / 3
    same = float(my_total.sum()) if one is other else 0.0
    return float(
        my_total @ their_total
        - np.vdot(my_singles, their_singles)
        + np.vdot(mine, theirs) / 2
        - same
    )


def _pairs_without(taken: NDArray[np.int64], family: _Family) -> NDArray[np.float64]:
    """Hands of a family with each pair of cards and none of three taken ones, shape (n, m, m)."""
    left = family.pairs - family.triples[taken].sum(axis=1)
    rows = np.arange(len(taken))[:, None]
    left[rows, taken] = 0
    left[rows, :, taken] = 0
    return np.asarray(left)


def _simulated(
    own: int, cards: tuple[Card, ...], opponents: int, rules: Rules, seed: int, *, shown: bool
) -> Standing:
    index = deal_hands(cards, opponents, TRIALS, seed)
    if shown:
        index = index[(scores(rules)[index] < THIRTY_ONE).all(axis=1)]
    ranks = showdown_ranks(rules)[index]
    none_higher = (ranks <= own).all(axis=1)
    equal = np.where(none_higher, (ranks == own).sum(axis=1), -1)
    trials = len(ranks)
    counts = [int(np.count_nonzero(equal == tied)) for tied in range(opponents + 1)]
    shares = np.where(none_higher, 1 / (1.0 + np.maximum(equal, 0)), 0.0)
    tied = tuple(proportion(count, trials) for count in counts[1:])
    share = sample_mean(float(shares.sum()), float((shares**2).sum()), trials)
    return Standing(proportion(counts[0], trials), tied, share)


def deal_hands(cards: Sequence[Card], hands: int, deals: int, seed: int) -> NDArray[np.int64]:
    """Deal some hands at random.

    Parameters
    ----------
    cards
        Cards to deal from.
    hands, deals, seed
        Hands in each deal; number of deals; seed.

    Returns
    -------
    ndarray of int64, shape (deals, hands)
        Ranks of the hands.
    """
    rng = np.random.default_rng(seed)
    # The first cards of a random order: those with the smallest of as many random numbers.
    order = np.argsort(rng.random((deals, len(cards)), dtype=np.float32), axis=1)
    dealt = np.array(cards, dtype=np.int64)[order[:, : 3 * hands]]
    low, middle, high = np.sort(dealt.reshape(deals, hands, 3), axis=2).transpose(2, 0, 1)
    return np.asarray(high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low)
