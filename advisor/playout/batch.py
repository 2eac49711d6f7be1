"""From names to millions of played hands, on one or several threads."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from advisor.cards import first_card
from advisor.hands import hand_cards, scores
from advisor.players import thumb
from advisor.players.basic import BASIC
from advisor.players.scat import GREEDY, style
from advisor.players.solved import SOLVED
from advisor.players.ways import ways
from advisor.players.written import Ways, certain
from advisor.playout import codes
from advisor.playout import deals as whole_hands
from advisor.playout import style as columns
from advisor.playout.seats import Game, Seats
from advisor.rules import Rules, preset, require
from advisor.suits import swapped

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

SCAT: Final = preset("scat")

_Scalar = TypeVar("_Scalar", bound=np.generic)

NOBODY: Final = certain(np.zeros((0, 13, 22_100), np.uint8), np.zeros((0, 270_725), np.uint8))
"""A way without turns."""

TABLED: Final = frozenset({SOLVED, BASIC})
"""Players who do what a table says."""


@dataclass(frozen=True, slots=True)
class Deals:
    """What came of whole hands; seat 0 is first to act.

    Parameters
    ----------
    dealt, final
        Scores in half points as dealt and at the end, shape (deals, seats).
    paid
        Tokens paid, same shape.
    ending
        Why each hand ended, shape (deals,).
    knocker, turns
        Who knocked (or -1), turns taken; shape (deals,).
    """

    dealt: NDArray[np.int8]
    final: NDArray[np.int8]
    paid: NDArray[np.uint8]
    ending: NDArray[np.uint8]
    knocker: NDArray[np.int64]
    turns: NDArray[np.int64]


def rule_codes(rules: Rules) -> NDArray[np.int64]:
    """The switches that the compiled loop reads, as numbers."""
    row = np.zeros(codes.N_CODES, dtype=np.int64)
    row[codes.LOWEST_PAYS] = rules.knocker_lowest_pays
    row[codes.TIED] = ("alone", "safe", "all", "double").index(rules.knocker_tied_lowest)
    row[codes.AFTER_KNOCK] = rules.thirty_one_after_knock == "double"
    row[codes.FIRST_ROUND_ENDS] = rules.first_round_knock == "ends"
    row[codes.FIRST_ROUND_FORBIDDEN] = rules.first_round_knock == "forbidden"
    row[codes.STOCK_OUT] = ("reshuffle", "void", "showdown").index(rules.stock_out)
    row[codes.PUT_BACK] = rules.put_back_taken
    row[codes.STAND_PAT] = rules.stand_pat_last_turn
    row[codes.FIRST_CARD] = first_card(rules.pack)
    return row


def style_rows(names: Sequence[str]) -> NDArray[np.int64]:
    """What named players do otherwise than the greedy one, shape (len(names), N_STYLE)."""
    rows = np.zeros((len(names), columns.N_STYLE), dtype=np.int64)
    for row, way in zip(rows, map(style, names), strict=True):
        row[columns.STYLED] = way != GREEDY
        row[columns.AT_RANDOM] = way.at_random
        row[columns.PROVES] = way.proves
        row[columns.CAUTION] = way.caution
        row[columns.GAIN] = way.gain
        row[columns.TENS] = way.tens
        row[columns.REACH] = way.reach
    return rows


def game(rules: Rules) -> Game:
    """What the compiled loops are told of the rules."""
    return Game(scores(rules), rule_codes(rules), swapped(), hand_cards())


def seats(players: Sequence[str | Ways], rules: Rules) -> Seats:
    """How players play, as the compiled loops read it.

    Parameters
    ----------
    players
        For every seat, the first to act first, a player's name or his tables.
    rules
        The rules in force.

    Raises
    ------
    PlayerError
        If there is no such player.
    SolvedError
        If there is no table for so many players.
    """
    tables = [_ways(player, rules, len(players)) for player in players]
    found = list({id(way.moves): way for way in tables if way is not None}.values())
    names = [
        player if isinstance(player, str) and player not in TABLED else "greedy"
        for player in players
    ]
    places = [id(way.moves) for way in found]
    turns = max((len(way.moves) for way in found), default=0)
    return Seats(
        thresholds=thumb.table(names, rules),
        styles=style_rows(names),
        which=np.array(
            [-1 if way is None else places.index(id(way.moves)) for way in tables], dtype=np.int64
        ),
        moves=_stacked([NOBODY.moves, *(way.moves for way in found)], turns, len(players)),
        throws=_stacked([NOBODY.throws, *(way.throws for way in found)], turns, len(players)),
        knocking=_stacked([NOBODY.knocking, *(way.knocking for way in found)], turns, len(players)),
        throwing=_stacked([NOBODY.throwing, *(way.throwing for way in found)], turns, len(players)),
    )


def by_thresholds(table: NDArray[np.int8]) -> Seats:
    """Everybody greedy but for his knock thresholds, shape (seats, rounds)."""
    return seats(["greedy"] * len(table), SCAT)._replace(thresholds=table)


def _ways(player: str | Ways, rules: Rules, players: int) -> Ways | None:
    if not isinstance(player, str):
        return player
    return ways(player, rules, players) if player in TABLED else None


def _stacked(tables: Sequence[NDArray[_Scalar]], turns: int, players: int) -> NDArray[_Scalar]:
    """Tables of one length: a shorter one goes on as it says, with its last round.

    The first one has no turns; it says what an entry looks like, even if there is no table.
    """
    stack = np.zeros((len(tables) - 1, turns, *tables[0].shape[1:]), dtype=tables[0].dtype)
    for row, table in zip(stack, tables[1:], strict=True):
        row[: len(table)] = table
        for turn in range(len(table), len(row)):
            row[turn] = row[turn - players]
    return stack


def play_deals(
    rules: Rules,
    seats: Seats,
    deals: int,
    *,
    seed: int,
    first: int = 0,
    threads: int = 1,
) -> Deals:
    """Deal and play whole hands of ``scat``.

    Parameters
    ----------
    rules
        The rules in force.
    seats
        How everybody plays; seat 0 is first to act.
    deals
        How many hands.
    seed
        Seed of the random numbers, 0 to 2**63 - 1.
    first
        Number of the first deal; deals 0 to 99 then 100 to 199 equal 0 to 199.
    threads
        Threads to share the work; the result does not depend on it.
    """
    require(rules, game="scat", doing="playing out a hand")
    shape = (deals, len(seats.thresholds))
    dealt, final = np.empty(shape, dtype=np.int8), np.empty(shape, dtype=np.int8)
    paid, ending = np.empty(shape, dtype=np.uint8), np.empty(deals, dtype=np.uint8)
    record = np.empty((deals, 2), dtype=np.int64)
    says = game(rules)

    def play(part: slice) -> None:
        whole_hands.play_deals(
            seed,
            first + part.start,
            seats,
            says,
            dealt[part],
            paid[part],
            final[part],
            ending[part],
            record[part],
        )

    spread(deals, threads, play)
    return Deals(dealt, final, paid, ending, record[:, 0], record[:, 1])


def spread(count: int, threads: int, work: Callable[[slice], None]) -> None:
    """Share the numbers 0 … count - 1 among threads in contiguous parts."""
    edges = [count * part // threads for part in range(threads + 1)]
    parts = [slice(low, high) for low, high in pairwise(edges) if high > low]
    if len(parts) == 1:
        work(parts[0])
        return
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(work, parts))
