"""One part of a match of single hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from advisor.match.orders import DECKS, circular_orders, rotations, share
from advisor.match.sums import DEALT, MEASURES, PAYS, POT, TOKENS, Sums, nothing, summed
from advisor.match.worth import pot_units

if TYPE_CHECKING:
    from collections.abc import Sequence

    from advisor.rules import Rules


def play_hands(rules: Rules, names: Sequence[str], seed: int, first: int, sets: int) -> Sums:
    """Play the sets ``first`` to ``first + sets - 1`` and sum them up.

    Parameters
    ----------
    rules
        The rules in force.
    names
        The line-up.
    seed
        Seed of the decks, 0 to 2**63 - 1.
    first, sets
        Which sets; each is a function of the seed and its number alone.
    """
    orders = circular_orders(len(names))
    total = nothing(len(names))
    for number, order in enumerate(orders):
        start, count = share(first, sets, number, len(orders))
        if count:
            total += _play_order(rules, names, order, (seed, number * DECKS + start, count))
    return total


def _play_order(
    rules: Rules, names: Sequence[str], order: tuple[int, ...], decks: tuple[int, int, int]
) -> Sums:
    """Play all rotations of one circular order on the same decks: seed, first, how many."""
    # Numba is wanted from here on only.
    from advisor.playout.lineup import play_lineup  # noqa: PLC0415

    seed, first, sets = decks
    measured = np.zeros((sets, MEASURES, len(names)), dtype=np.int64)
    capped = 0
    for seating in rotations(order):
        seated, places = [names[place] for place in seating], list(seating)
        played = play_lineup(rules, seated, sets, seed=seed, first=first)
        measured[:, PAYS, places] += played.paid > 0
        measured[:, TOKENS, places] += played.paid
        measured[:, POT, places] += pot_units(rules, played)
        measured[:, DEALT] += 1
        capped += int(np.count_nonzero(played.capped))
    return summed(measured, hands=sets * len(order), capped=capped)
