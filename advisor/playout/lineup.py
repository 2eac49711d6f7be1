"""Whole hands of a line-up of named players, in either game."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from advisor.players.thinking import play_thinking, thinks
from advisor.playout import batch, codes
from advisor.playout.played import Played

if TYPE_CHECKING:
    from collections.abc import Sequence

    from advisor.playout.seats import Seats
    from advisor.rules import Rules


def play_lineup(
    rules: Rules,
    names: Sequence[str],
    deals: int,
    *,
    seed: int,
    first: int = 0,
    threads: int = 1,
) -> Played:
    """Deal and play whole hands.

    Deal number ``first + k`` under a seed is a function of these two numbers alone: every
    line-up of as many seats meets the same decks.

    Parameters
    ----------
    rules
        The rules in force.
    names
        One player's name for each seat; seat 0 is first to act.
    deals
        How many hands.
    seed
        Seed of the random numbers, 0 to 2**63 - 1.
    first
        Number of the first deal; deals 0 to 99 then 100 to 199 equal 0 to 199.
    threads
        Threads to share the work; the result does not depend on it.

    Raises
    ------
    PlayerError
        If there is no such player, or he does not play this game.
    """
    if rules.game == "widow":
        from advisor.playout.widow import play_widow  # noqa: PLC0415  # compiled only if asked for

        return play_widow(rules, names, deals, seed=seed, first=first, threads=threads)
    if any(map(thinks, names)):
        return play_thinking(rules, names, deals, seed=seed, first=first, threads=threads)
    seats = _seats(tuple(names), rules)
    played = batch.play_deals(rules, seats, deals, seed=seed, first=first, threads=threads)
    return Played(
        paid=played.paid,
        pot=np.zeros(played.paid.shape, dtype=np.float32),
        capped=played.ending == codes.CAPPED,
        turns=played.turns,
    )


@lru_cache(maxsize=4)
def _seats(names: tuple[str, ...], rules: Rules) -> Seats:
    """Lay out the tables of some players once: that takes longer than many hands."""
    return batch.seats(names, rules)
