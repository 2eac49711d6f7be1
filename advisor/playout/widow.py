"""Whole hands of `widow` by the million, each seat driven by a named player."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from advisor.cards import first_card
from advisor.hands import N_HANDS, pair_scores, showdown_ranks
from advisor.limits import check_limits
from advisor.odds.exchange import SWAP_SIZES
from advisor.players.widow import TABLE, codes
from advisor.players.widow_solved import WidowTable, widow_table
from advisor.playout import widow_game, widow_hands
from advisor.playout.batch import spread
from advisor.playout.played import Played
from advisor.referee.game import check_rules
from advisor.rules import Rules, RulesError, require

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


def play_widow(
    rules: Rules,
    names: Sequence[str],
    deals: int,
    *,
    seed: int,
    first: int = 0,
    threads: int = 1,
) -> Played:
    """Deal and play whole hands of `widow`, exactly as the referee would.

    Parameters
    ----------
    rules
        The rules in force.
    names
        One name of :data:`~advisor.players.widow.WIDOW_PLAYERS` for each seat; seat 0 is first
        to act.
    deals
        How many hands.
    seed
        Seed of the random numbers, 0 to 2**63 - 1.
    first
        Number of the first deal; deals 0 to 99 then 100 to 199 equal 0 to 199. All line-ups of
        as many seats meet the same decks.
    threads
        Threads to share the work; the result does not depend on it.

    Returns
    -------
    Played
        Tokens paid, shares of the pot, and how long each hand was.

    Raises
    ------
    PlayerError
        If widow has no such player.
    RulesError
        If the rules are not for widow, make no sense together or forbid so many players.
    LimitError
        If the seed or the threads are out of range.
    """
    require(rules, game="widow", doing="playing out a hand of widow")
    check_rules(rules)
    check_limits(seed=seed, threads=threads)
    if not 2 <= len(names) <= rules.max_players:
        raise RulesError(
            f"{len(names)} players cannot play; {rules.name} is for 2 to {rules.max_players}"
        )
    shape = (deals, len(names))
    played = Played(
        paid=np.empty(shape, dtype=np.uint8),
        pot=np.empty(shape, dtype=np.float32),
        capped=np.empty(deals, dtype=np.bool_),
        turns=np.empty(deals, dtype=np.int64),
    )
    players = codes(names)
    game = game_for(rules, names)

    def play(part: slice) -> None:
        widow_hands.play_hands(
            seed,
            first + part.start,
            players,
            game,
            played.paid[part],
            played.pot[part],
            played.capped[part],
            played.turns[part],
        )

    spread(deals, threads, play)
    return played


def game_for(rules: Rules, names: Sequence[str]) -> widow_game.WidowGame:
    """Rules as the compiled loops take them, with the table if one of the players uses it."""
    by_table = bool((codes(names)[:, 0] == TABLE).any())
    return _game_for(rules, len(names), by_table=by_table)


@lru_cache(maxsize=32)
def _game_for(rules: Rules, seats: int, *, by_table: bool) -> widow_game.WidowGame:
    return game_of(rules, *([widow_table(rules, seats)] if by_table else []))


def game_of(rules: Rules, *tables: WidowTable) -> widow_game.WidowGame:
    """Rules, and the tables of those who play by one, as the compiled loops take them."""
    danger, values = np.zeros(N_HANDS, dtype=np.uint8), np.zeros((1, 1), dtype=np.float32)
    # Compiled once for arrays that can be written, and once for those that cannot.
    danger.flags.writeable = False
    if tables:
        danger, values = tables[0].danger, np.stack([table.values for table in tables])
    return widow_game.WidowGame(
        codes=rule_codes(rules),
        scores=pair_scores(rules),
        ranks=showdown_ranks(rules),
        danger=danger,
        values=values,
    )


def rule_codes(rules: Rules) -> NDArray[np.int64]:
    """The switches that the compiled loop reads, as numbers."""
    result = np.zeros(widow_game.N_CODES, dtype=np.int64)
    result[widow_game.FIRST_CARD] = first_card(rules.pack)
    result[widow_game.SIZES] = sum(1 << size for size in SWAP_SIZES[rules.exchange])
    result[widow_game.FRESH_WIDOW] = rules.fresh_widow == "all-pass"
    result[widow_game.LOWEST_PAYS] = rules.loser == "lowest"
    order = ("allowed", "forbidden", "ends")
    result[widow_game.FIRST_ROUND] = order.index(rules.first_round_knock)
    return result
