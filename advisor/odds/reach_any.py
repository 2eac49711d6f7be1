"""Reach for any target: every draw and discard followed for a few draws, sampled for more."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from advisor.estimate import Estimate, sample_mean
from advisor.hands import best_drawing, mask_of
from advisor.odds.keeping import four_ways

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from advisor.cards import Card
    from advisor.rules import Rules


def outs_of_hands(rules: Rules, target: int) -> NDArray[np.uint64]:
    """Cards that lift each hand to the target at least, as sets, shape (22100,).

    Bits of cards that the hand already holds are meaningless.
    """
    reaches = best_drawing(rules) >= target
    bits = np.zeros((len(reaches), 8), dtype=np.uint8)
    packed = np.packbits(reaches, axis=1, bitorder="little")
    bits[:, : packed.shape[1]] = packed
    return bits.view("<u8")[:, 0].astype(np.uint64)


def exact_chance(hand: int, unseen: Sequence[Card], outs: NDArray[np.uint64], draws: int) -> float:
    """Best chance to reach the target within `draws` draws, by following all of them.

    Parameters
    ----------
    hand
        Index of a hand that does not reach the target.
    unseen
        Cards that may come, at least `draws` of them.
    outs
        Of :func:`outs_of_hands`.
    draws
        Work grows about two hundredfold with each.
    """
    cards = np.array(unseen, dtype=np.intp)
    available = np.array([mask_of(unseen)], dtype=np.uint64)
    return float(_best_chance(np.array([hand]), available, cards, outs, draws)[0])


def _best_chance(
    hands: NDArray[np.intp],
    available: NDArray[np.uint64],
    cards: NDArray[np.intp],
    outs: NDArray[np.uint64],
    draws: int,
) -> NDArray[np.float64]:
    """Best chance of each hand; from `available`, its share of `cards`, one is drawn."""
    left = np.bitwise_count(available)
    if draws == 1:
        return np.asarray(np.bitwise_count(outs[hands] & available) / left)
    bits = np.uint64(1) << cards.astype(np.uint64)
    chance = np.bitwise_count(outs[hands] & available).astype(np.float64)
    misses = (available & ~outs[hands])[:, None] & bits != 0
    row, column = np.nonzero(misses)
    kept = four_ways(hands[row], cards[column])
    remaining = np.repeat(available[row] & ~bits[column], 4)
    later = _best_chance(kept.ravel(), remaining, cards, outs, draws - 1)
    best = later.reshape(-1, 4).max(axis=1)
    return np.asarray((chance + np.bincount(row, best, len(hands))) / left)


def simulated_chances(
    hand: int,
    unseen: Sequence[Card],
    outs: NDArray[np.uint64],
    scored: NDArray[np.int8],
    draws: int,
    *,
    seed: int,
    trials: int,
) -> list[Estimate]:
    """Chance to reach the target within 1, 2, …, `draws` draws under a simple policy.

    The policy keeps the three cards with the most outs to the target among the cards that
    can still come, among equals those of the highest score. In every trial no out is ever
    drawn; instead the chance of having missed so far is multiplied up, which needs far fewer
    trials than counting hits.

    Parameters
    ----------
    hand
        Index of a hand that does not reach the target.
    unseen
        Cards that may come.
    outs, scored
        Outs (:func:`outs_of_hands`) and score of every hand.
    draws
        Most draws.
    seed, trials
        Of the simulation; the same trials serve every number of draws.
    """
    rng = np.random.default_rng(seed)
    cards = np.array(unseen, dtype=np.intp)
    bits = np.uint64(1) << cards.astype(np.uint64)
    hands = np.full(trials, hand, dtype=np.intp)
    available = np.full(trials, mask_of(unseen), dtype=np.uint64)
    missed = np.ones(trials)
    found = []
    for _ in range(draws):
        left = np.bitwise_count(available)
        hits = np.bitwise_count(outs[hands] & available)
        missed *= 1 - np.divide(hits, left, out=np.zeros(trials), where=left > 0)
        reached = 1 - missed
        found.append(sample_mean(float(reached.sum()), float((reached**2).sum()), trials))
        drawn, playing = _draw_a_miss(available & ~outs[hands], bits, rng)
        available[playing] &= ~bits[drawn]
        hands[playing] = _most_outs(
            four_ways(hands[playing], cards[drawn]), available[playing], outs, scored
        )
    return found


def _draw_a_miss(
    misses: NDArray[np.uint64], bits: NDArray[np.uint64], rng: np.random.Generator
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Draw one of the cards in each set; give the places of the cards and of the sets.

    A set without cards (every card left is an out, or none is left) is passed over.
    """
    order = rng.random((len(misses), len(bits)), dtype=np.float32)
    order[misses[:, None] & bits == 0] = -1
    playing = np.flatnonzero(misses)
    return order[playing].argmax(axis=1), playing


def _most_outs(
    kept: NDArray[np.intp],
    available: NDArray[np.uint64],
    outs: NDArray[np.uint64],
    scored: NDArray[np.int8],
) -> NDArray[np.intp]:
    count = np.bitwise_count(outs[kept] & available[:, None])
    value = count.astype(np.int32) * 128 + scored[kept]
    return np.take_along_axis(kept, value.argmax(axis=1)[:, None], axis=1)[:, 0]
