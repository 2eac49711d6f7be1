"""Players against each other in all seats on the same decks, some of them by a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from advisor.estimate import Estimate
from advisor.players.solved import Solved

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from advisor.rules import Rules


@dataclass(frozen=True, slots=True)
class Duel:
    """How the first of two players did, both seats averaged.

    Parameters
    ----------
    wins
        Chance that the other one pays in a hand.
    tokens
        Tokens that the other one pays more, for each hand.
    capped
        Hands of those played (two for each deal) that were given up; they cost nobody.
    """

    wins: Estimate
    tokens: Estimate
    capped: int


@dataclass(frozen=True, slots=True)
class Among:
    """How one player did among others who are all alike, all seats averaged.

    Parameters
    ----------
    pays
        Tokens that he pays for each hand.
    fair
        Tokens that everybody would pay if all of that table paid the same: his fair share.
    tokens
        Tokens that the others pay more than he, on average, for each hand.
    capped
        Hands of those played (one for each deal and seat) that were given up.
    """

    pays: Estimate
    fair: Estimate
    tokens: Estimate
    capped: int


def duel(
    rules: Rules,
    one: Solved | str,
    other: Solved | str,
    deals: int,
    *,
    seed: int,
    threads: int = 1,
) -> Duel:
    """Let two players meet in both seats on the same decks.

    Parameters
    ----------
    rules
        The rules in force.
    one, other
        A table, or a player's name.
    deals
        Decks; every one is played twice.
    seed, threads
        As in :func:`advisor.playout.batch.play_deals`.
    """
    paid, capped = _all_seats(rules, one, other, 2, deals, seed=seed, threads=threads)
    mine, his = paid
    return Duel(_mean((his > 0).mean(axis=0)), _mean((his - mine).mean(axis=0)), capped)


def among(
    rules: Rules,
    one: Solved | str,
    others: Solved | str,
    players: int,
    deals: int,
    *,
    seed: int,
    threads: int = 1,
) -> Among:
    """Let one player sit among others who are all alike, in every seat on the same decks.

    Parameters
    ----------
    rules, one, others, seed, threads
        As in :func:`duel`.
    players
        How many sit at the table.
    deals
        Decks; every one is played as often as there are seats.
    """
    paid, capped = _all_seats(rules, one, others, players, deals, seed=seed, threads=threads)
    mine, rest = paid.mean(axis=1)
    fair = (mine + (players - 1) * rest) / players
    return Among(_mean(mine), _mean(fair), _mean(rest - mine), capped)


def _all_seats(
    rules: Rules,
    one: Solved | str,
    others: Solved | str,
    players: int,
    deals: int,
    *,
    seed: int,
    threads: int,
) -> tuple[NDArray[np.float64], int]:
    """Tokens that he, and that each other on average, pays: shape (2, players, deals)."""
    from advisor.playout import batch, codes  # noqa: PLC0415  # Numba is wanted from here on only

    ways = [who.expanded() if isinstance(who, Solved) else who for who in (one, others)]
    paid, capped = np.empty((2, players, deals)), 0
    for seat in range(players):
        sitting = [ways[0] if place == seat else ways[1] for place in range(players)]
        seats = batch.seats(sitting, rules)
        met = batch.play_deals(rules, seats, deals, seed=seed, threads=threads)
        paid[0, seat] = met.paid[:, seat]
        paid[1, seat] = (met.paid.sum(axis=1) - met.paid[:, seat]) / (players - 1)
        capped += int(np.count_nonzero(met.ending == codes.CAPPED))
    return paid, capped


def _mean(values: NDArray[np.float64]) -> Estimate:
    error = float(values.std(ddof=1) / np.sqrt(len(values)))
    return Estimate(float(values.mean()), error, len(values), "simulated")
