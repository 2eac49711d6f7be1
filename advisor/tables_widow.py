"""Study tables of the game `widow`: the first knock, what a swap gains, what can be made."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

import numpy as np

from advisor.estimate import proportion, sample_mean
from advisor.hands import THIRTY_ONE, hand_cards, points, points_text, scores, showdown_ranks
from advisor.odds.exchange import N_SCORES, first_turn, first_turn_counts
from advisor.odds.widow_showdown import deal_hands
from advisor.rules import Rules, require
from advisor.tables import FEWEST, TOO_FEW, Cell, Table, TableError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

DEALS: Final = 200_000
MAX_DEALS: Final = 10_000_000


def first_knock_table(rules: Rules, *, deals: int = DEALS, seed: int = 0) -> Table:
    """What a knock on the very first turn wins, by score and number of players.

    Nobody has exchanged a card, so hands are compared at once: the share of the pot against
    unknown hands none of which is 31.

    Parameters
    ----------
    rules
        The rules in force; the game ``widow``, the pot to the highest.
    deals
        Deals for each number of players.
    seed
        Of the simulation.

    Returns
    -------
    Table
        A row for each score that can be dealt below 31, a column for each number of players;
        :data:`~advisor.tables.TOO_FEW` where less than
        :data:`~advisor.tables.FEWEST` deals fit.

    Raises
    ------
    RulesError
        If the game knows no widow.
    TableError
        If the rules forbid such a knock or know no pot, or so many deals cannot be.
    """
    _check(rules, deals)
    seats = range(2, rules.max_players + 1)
    columns = [_shares(rules, players, deals, seed) for players in seats]
    halves = [half for half in np.unique(scores(rules)[_inside(rules)]) if half < THIRTY_ONE]
    return Table(
        f"Share of the pot that a knock on the very first turn wins ({rules.name})",
        ("score", *(f"{players} players" for players in seats)),
        tuple(
            (points(int(half)), *(_share(column, int(half)) for column in columns))
            for half in halves
        ),
        (
            "nobody has exchanged a card, so hands are compared at once",
            f"{deals:,} deals for each number of players, seed {seed}",
            f"{TOO_FEW}: fewer than {FEWEST} with that score",
        ),
    )


def first_move_table(rules: Rules, *, deals: int = DEALS, seed: int = 0) -> Table:
    """How often the solved player knocks on the very first turn, by score and players.

    Parameters
    ----------
    rules, deals, seed
        As in :func:`first_knock_table`.

    Returns
    -------
    Table
        Rows and columns as in :func:`first_knock_table`.

    Raises
    ------
    RulesError, TableError
        As there.
    PlayerError
        If there is no solved table.
    """
    # Numba is wanted from here on only.
    from advisor.players.widow import codes  # noqa: PLC0415
    from advisor.playout.widow import game_for  # noqa: PLC0415
    from advisor.playout.widow_seen import count_first_moves  # noqa: PLC0415

    _check(rules, deals)
    seats = range(2, rules.max_players + 1)
    counts = np.zeros((len(seats), 2, N_SCORES), dtype=np.int64)
    for column, players in enumerate(seats):
        names = ["solved"] * players
        count_first_moves(seed, deals, codes(names), game_for(rules, names), counts[column])
    halves = np.flatnonzero(counts[:, 0].sum(axis=0))
    return Table(
        f"How often the solved player knocks on the very first turn ({rules.name})",
        ("score", *(f"{players} players" for players in seats)),
        tuple((points(int(half)), *(_knocks(of[:, half]) for of in counts)) for half in halves),
        (
            "what else he does depends on the open cards",
            f"{deals:,} deals for each number of players, seed {seed}",
            f"{TOO_FEW}: fewer than {FEWEST} with that score",
        ),
    )


def swap_table(rules: Rules) -> Table:
    """What the best swap makes of every score on the first turn, exactly.

    Parameters
    ----------
    rules
        The rules in force; the game ``widow``.

    Returns
    -------
    Table
        Columns score, mean score after, gain, chance that a swap raises it, chance of 31.

    Raises
    ------
    RulesError
        If the game knows no widow.
    """
    require(rules, game="widow", doing="the table of swaps")
    counts, halves = first_turn_counts(rules), np.arange(N_SCORES)
    rows: list[tuple[Cell, ...]] = []
    for half in np.flatnonzero(counts.sum(axis=1)).tolist():
        row = counts[half]
        total = int(row.sum())
        mean = float(Fraction(int(row @ halves), 2 * total))
        better = Fraction(int(row[half + 1 :].sum()), total)
        made = Fraction(int(row[THIRTY_ONE:].sum()), total)
        rows.append((points(half), round(mean, 3), round(mean - half / 2, 3), better, made))
    whole = first_turn(rules)
    return Table(
        f"What the best swap makes of a hand on the first turn ({rules.name})",
        ("score", "mean after", "gain", "improves", "31"),
        tuple(rows),
        (
            f"over all {whole.deals:,} pairs of a hand and a widow, exactly",
            f"mean {float(whole.mean_before):.6f} as dealt",
            f"mean {float(whole.mean_after):.6f} after the best of keeping and swapping",
            f"31 is held then in {float(whole.thirty_one):.6%}",
        ),
    )


def better_table(rules: Rules) -> Table:
    """Chance that an unknown hand can make more than N of the open cards, exactly.

    Parameters
    ----------
    rules
        The rules in force; the game ``widow``.

    Returns
    -------
    Table
        Columns score, chance that a hand is dealt more, chance that it has or makes more.

    Raises
    ------
    RulesError
        If the game knows no widow.
    """
    require(rules, game="widow", doing="the table of what can be made")
    counts = first_turn_counts(rules)
    total = int(counts.sum())
    dealt, made = counts.sum(axis=1), counts.sum(axis=0)
    return Table(
        f"Chance that something better can be made from what lies open ({rules.name})",
        ("score", "dealt more", "has or makes more"),
        tuple(
            (
                points(half),
                Fraction(int(dealt[half + 1 :].sum()), total),
                Fraction(int(made[half + 1 :].sum()), total),
            )
            for half in np.flatnonzero(made).tolist()
        ),
        (
            "for one player with unknown cards and any widow, exactly",
            f"highest: {points_text(int(np.flatnonzero(made)[-1]))}",
        ),
    )


def _check(rules: Rules, deals: int) -> None:
    require(rules, game="widow", doing="the table of first knocks")
    if rules.first_round_knock == "forbidden":
        raise TableError("first_round_knock=forbidden leaves no knock on one's first turn")
    if rules.loser != "highest":
        raise TableError(f"loser={rules.loser} knows no pot to share; expected loser=highest")
    if not 1 <= deals <= MAX_DEALS:
        raise TableError(f"{deals} deals; expected 1 to {MAX_DEALS}")


def _inside(rules: Rules) -> NDArray[np.bool_]:
    return np.asarray((hand_cards() >= 52 - rules.pack).all(axis=1))


def _shares(rules: Rules, players: int, deals: int, seed: int) -> NDArray[np.float64]:
    """Deals, shares and squares of shares by score of the first hand, shape (3, 67)."""
    pack = tuple(range(52 - rules.pack, 52))
    index = deal_hands(pack, players, deals, seed)
    half = scores(rules)[index]
    ranks = showdown_ranks(rules)[index[(half < THIRTY_ONE).all(axis=1)]]
    half = half[(half < THIRTY_ONE).all(axis=1), 0].astype(np.int64)
    wins = (ranks <= ranks[:, :1]).all(axis=1)
    share = np.where(wins, 1 / (ranks == ranks[:, :1]).sum(axis=1), 0.0)
    return np.stack(
        [
            np.bincount(half, minlength=N_SCORES).astype(np.float64),
            np.bincount(half, weights=share, minlength=N_SCORES),
            np.bincount(half, weights=share**2, minlength=N_SCORES),
        ]
    )


def _share(column: NDArray[np.float64], half: int) -> Cell:
    count, total, squares = column[:, half].tolist()
    if count < FEWEST:
        return TOO_FEW
    return sample_mean(total, squares, int(count))


def _knocks(counts: Sequence[int] | NDArray[np.int64]) -> Cell:
    hands, knocks = (int(count) for count in counts)
    return proportion(knocks, hands) if hands >= FEWEST else TOO_FEW
