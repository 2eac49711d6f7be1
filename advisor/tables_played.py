"""Statistics of well-played hands, as tables: seats, length, scores, endings, and tokens.

All numbers come from the shipped counts (:mod:`advisor.well_played`); every one that was
counted has its standard error. Charts are drawn from the rows of the same tables.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import accumulate, combinations_with_replacement
from typing import TYPE_CHECKING, Final, TypeAlias

from advisor.equity import MAX_TOKENS, SOLVED, equity, equity_notes
from advisor.estimate import Estimate, exact, proportion, sample_mean
from advisor.tables import FEWEST, PLACES, TOO_FEW, Amount, Table, TableError
from advisor.well_played import ENDINGS, MAX_PLAYERS, MIN_PLAYERS, nearest, well_played

if TYPE_CHECKING:
    from advisor.rules import Rules
    from advisor.tables import Cell
    from advisor.well_played import WellPlayed

ALL: Final = range(MIN_PLAYERS, MAX_PLAYERS + 1)
SHOWN: Final = 12
"""Rounds that the table of lengths lists one by one."""
MAX_STANDS: Final = 1_000


def seat_table(rules: Rules, players: int | None = None) -> Table:
    """What each place in the order of turns pays, and so what being first is worth.

    Parameters
    ----------
    rules
        The rules in force; the nearest counted preset answers, and the notes say so.
    players
        Number of players; None for all numbers at once, with the tokens alone.

    Returns
    -------
    Table
        For one number of players a row for each place: tokens paid a hand, the chance to win
        the pot from full tokens, how often this seat knocks, and how often it pays then.
        Otherwise a row for each number of players and a column for each place.

    Raises
    ------
    RulesError, TableError, WellPlayedError
        If there are no counts.
    """
    if players is None:
        title = f"Tokens paid in a hand, by place in the order of turns ({rules.name})"
        rows: list[tuple[Cell, ...]] = []
        for seats in ALL:
            counts = _counts(rules, seats)
            paid = [tokens_paid(counts, seat) for seat in range(seats)]
            rows.append((seats, *map(Amount, paid), *[""] * (MAX_PLAYERS - seats)))
        return Table(title, ("players", *PLACES[:MAX_PLAYERS]), tuple(rows), _notes(rules))
    counts = _counts(rules, players)
    wins = equity((rules.tokens,) * players, rules, model=SOLVED)
    places = [
        (
            PLACES[seat],
            Amount(tokens_paid(counts, seat)),
            Amount(exact(wins[seat])),
            proportion(knocks, counts.counted),
            _share(pays, knocks),
        )
        for seat, (knocks, pays) in enumerate(counts.knockers)
    ]
    return Table(
        f"What each place in the order of turns pays, {players} players ({rules.name})",
        ("place", "tokens a hand", "share of the pot", "knocks", "pays when knocking"),
        tuple(places),
        (
            *_notes(rules, players),
            f"pot: from {rules.tokens} tokens each before the first hand",
        ),
    )


def length_table(rules: Rules, players: int | None = None) -> Table:
    """How long a hand is.

    Parameters
    ----------
    rules, players
        As for :func:`seat_table`.

    Returns
    -------
    Table
        For one number of players the share of hands that end in each round; otherwise mean
        and median by the number of players. A round is one turn of everybody, a last turn
        after a knock included.
    """
    if players is not None:
        return _rounds_table(rules, players)
    rows = []
    for seats in ALL:
        counts = _counts(rules, seats)
        turns = mean_turns(counts)
        rounds = Estimate(turns.mean / seats, turns.se / seats, turns.trials, turns.method)
        rows.append((seats, Amount(turns), Amount(rounds), _median(counts.turns)))
    heads = ("players", "turns, mean", "rounds, mean", "turns, median")
    return Table(f"Length of a hand ({rules.name})", heads, tuple(rows), _notes(rules))


def _rounds_table(rules: Rules, players: int) -> Table:
    counts = _counts(rules, players)
    ended = rounds_played(counts)
    head, tail = ended[: SHOWN + 1], sum(ended[SHOWN + 1 :])
    rows: list[tuple[Cell, ...]] = [
        (round_, proportion(hands, counts.counted), proportion(so_far, counts.counted))
        for round_, (hands, so_far) in enumerate(zip(head, accumulate(head), strict=True))
    ]
    if tail:
        rows.append(("later", proportion(tail, counts.counted), exact(1)))
    return Table(
        f"Round in which a hand ends, {players} players ({rules.name})",
        ("round", "hands", "by then"),
        tuple(rows),
        (*_notes(rules, players), "round 0: a 31 was dealt; last turns after a knock count"),
    )


def scores_table(rules: Rules, players: int | None = None) -> Table:
    """With what people knock, and with what they lose.

    Parameters
    ----------
    rules, players
        As for :func:`seat_table`.

    Returns
    -------
    Table
        By the round of the knock, or for all rounds by the number of players: how often
        that is, mean score of the knocker, how often he pays, and the mean score that pays
        when hands are compared.
    """
    rows: list[tuple[Cell, ...]]
    if players is None:
        rows = [
            (seats, *_scores(_counts(rules, seats), _total(_counts(rules, seats)))) for seats in ALL
        ]
        title, first = f"Scores of knockers and losers ({rules.name})", "players"
    else:
        counts = _counts(rules, players)
        last = len(counts.knocks) - 1
        rows = [
            (f"{place + 1} or later" if place == last else str(place + 1), *_scores(counts, row))
            for place, row in enumerate(zip(counts.knocks, counts.losers, strict=True))
        ]
        title = f"Scores of knockers and losers by round, {players} players ({rules.name})"
        first = "round of the knock"
    heads = (first, "of all hands", "knocker's score", "knocker pays", "loser's score")
    note = "loser: whose score pays when hands are compared"
    return Table(title, heads, tuple(rows), (*_notes(rules, players), note))


def ends_table(rules: Rules, players: int | None = None) -> Table:
    """How hands end.

    Parameters
    ----------
    rules, players
        As for :func:`seat_table`; one number of players gives one row.

    Returns
    -------
    Table
        Share of hands ended by a dealt 31, by a later one, by a knock, by the stock's running
        out; how often somebody knocks at all, and how often he then pays.
    """
    rows: list[tuple[Cell, ...]] = []
    for seats in ALL if players is None else [players]:
        counts = _counts(rules, seats)
        knocks, _ = _total(counts)
        shares = [proportion(hands, counts.counted) for hands in counts.ended.values()]
        knocked = proportion(knocks[0], counts.counted)
        rows.append((seats, *shares, knocked, _share(knocks[3], knocks[0])))
    heads = ("players", *ENDINGS, "somebody knocks", "knocker pays")
    return Table(f"How hands end ({rules.name})", heads, tuple(rows), _notes(rules, players))


def equity_table(rules: Rules, players: int) -> Table:
    """Chance to win the pot from every stand of tokens.

    Parameters
    ----------
    rules, players
        As for :func:`seat_table`.

    Returns
    -------
    Table
        A row for each stand, whoever has most tokens being first to act, then the others in
        this order; a column for each place.
    """
    _check(players)
    least = 0 if rules.free_ride else 1
    left = range(min(rules.tokens, MAX_TOKENS), least - 1, -1)
    if math.comb(len(left) + players - 1, players) > MAX_STANDS:
        raise TableError(
            f"{players} players with up to {rules.tokens} tokens make more than {MAX_STANDS} "
            "rows; ask for fewer, or for one stand with thirtyone equity"
        )
    rows: list[tuple[Cell, ...]] = []
    for tokens in combinations_with_replacement(left, players):
        chances = equity(tokens, rules, model=SOLVED)
        rows.append((" ".join(map(str, tokens)), *(Amount(exact(one)) for one in chances)))
    notes = ("first, second, … to act in the next hand", *equity_notes(tokens, rules, SOLVED))
    return Table(
        f"Share of the pot by tokens, {players} players ({rules.name})",
        ("tokens", *PLACES[:players]),
        tuple(rows),
        (*notes, *_notes(rules, players)),
    )


def tokens_paid(counts: WellPlayed, seat: int) -> Estimate:
    """Mean of the tokens that a seat pays in a hand; seat 0 is first to act."""
    paid = [(int(key[seat]), hands) for key, hands in counts.paid.items()]
    total = sum(tokens * hands for tokens, hands in paid)
    squares = sum(tokens * tokens * hands for tokens, hands in paid)
    return sample_mean(total, squares, counts.counted)


def mean_turns(counts: WellPlayed) -> Estimate:
    """Mean length of a hand in turns."""
    total = sum(turns * hands for turns, hands in enumerate(counts.turns))
    squares = sum(turns * turns * hands for turns, hands in enumerate(counts.turns))
    return sample_mean(total, squares, counts.counted)


def rounds_played(counts: WellPlayed) -> list[int]:
    """Hands by the round in which they end; 0 where a 31 was dealt."""
    ended = [0] * (-(-(len(counts.turns) - 1) // counts.players) + 1)
    for turns, hands in enumerate(counts.turns):
        ended[-(-turns // counts.players)] += hands
    return ended


def _check(players: int) -> None:
    if players not in ALL:
        raise TableError(f"{players} players; expected {MIN_PLAYERS} to {MAX_PLAYERS}")


def _counts(rules: Rules, players: int) -> WellPlayed:
    _check(players)
    return well_played(rules, players)


_Row: TypeAlias = tuple[Sequence[int], Sequence[int]]
"""Counts of knocks and of losers, as :class:`~advisor.well_played.WellPlayed` has them."""


def _total(counts: WellPlayed) -> _Row:
    """Sum the counts of all rounds."""
    knocks, losers = (
        [sum(column) for column in zip(*rows, strict=True)]
        for rows in (counts.knocks, counts.losers)
    )
    return knocks, losers


def _scores(counts: WellPlayed, row: _Row) -> tuple[Cell, Cell, Cell, Cell]:
    (knocks, knocked, knocked_squares, pays), losers = row
    return (
        proportion(knocks, counts.counted),
        _points(knocks, knocked, knocked_squares),
        _share(pays, knocks),
        _points(*losers),
    )


def _points(hands: int, total: int, squares: int) -> Cell:
    """Mean of scores that were summed in half points."""
    if hands < FEWEST:
        return TOO_FEW
    return Amount(sample_mean(total / 2, squares / 4, hands))


def _share(hits: int, trials: int) -> Cell:
    return proportion(hits, trials) if trials >= FEWEST else TOO_FEW


def _median(turns: Sequence[int]) -> int:
    half = sum(turns) / 2
    return next(turn for turn, so_far in enumerate(accumulate(turns)) if so_far >= half)


def _notes(rules: Rules, players: int | None = None) -> tuple[str, ...]:
    """Say what was counted."""
    counts = [_counts(rules, seats) for seats in (ALL if players is None else [players])]
    who = ", ".join(dict.fromkeys(one.player for one in counts))
    hands = min(one.counted for one in counts)
    capped = max(one.capped / one.hands for one in counts)
    _, said = nearest(rules)
    notes = [f"{hands:,} hands or more of {who} in every seat, seed {counts[0].seed}"]
    if capped:
        notes.append(f"hands given up after too many turns are left out: at most {capped:.1g}")
    return (*notes, *([said] if said else []))
