"""Study tables: the deal, the knock, the reach to 31; the same ones for terminal and page."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from math import floor, log10
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from advisor.cards import names, parse_hand
from advisor.estimate import Estimate, proportion
from advisor.hands import THIRTY_ONE, points
from advisor.odds.deal import dealt_scores, somebody_dealt_31
from advisor.odds.reach import reach
from advisor.players import thumb
from advisor.position import ask
from advisor.reasons import percent
from advisor.rules import Rules, require

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from advisor.playout.batch import Deals


@dataclass(frozen=True, slots=True)
class Amount:
    """A mean that is no chance, such as tokens or points: read as a number, not in per cent."""

    estimate: Estimate


Cell: TypeAlias = int | float | str | Fraction | Estimate | Amount
"""A number, words, a mean, or a chance: exact (Fraction) or with its method (Estimate)."""

TOO_FEW: Final = "too few deals"
"""Stands in a cell where there is no number to trust."""

FEWEST: Final = 100
"""Hands that a cell rests on at least."""

DEALS: Final = 1_000_000
MAX_DEALS: Final = 100_000_000
CHUNK: Final = 100_000

PLACES: Final = (
    *("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"),
    *("ninth", "tenth", "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth"),
    "sixteenth",
)
"""Places in the order of turns."""

# No card below the seven and no club but the top card: the hands exist in every pack, and what
# lies on the pile is none of their outs.
_KINDS: Final = (
    ("three ten-cards of a suit", "Ks Qs Js"),
    ("ace and ten-card of a suit, and another ace", "As Ks Ah"),
    ("ace and ten-card of a suit", "As Ks 7h"),
    ("two ten-cards of a suit, and another ace", "Ks Qs Ah"),
    ("two ten-cards of a suit", "Ks Qs 7h"),
    ("ace and a small card of its suit", "As 8s 7h"),
    ("two aces", "As Ah 7d"),
    ("ace alone", "As 8h 7d"),
    ("ten-cards of three suits", "Ks Qh Jd"),
    ("ten-card alone", "Ks 8h 7d"),
    ("three of a kind", "7s 7h 7d"),
    ("nothing", "9s 8h 7d"),
)
_BLANK: Final = "7c"


class TableError(ValueError):
    """A table that cannot be made; one clear sentence."""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under named columns.

    Parameters
    ----------
    title
        What is shown, with the rules.
    columns
        Names of the columns.
    rows
        One cell for each column.
    notes
        What the numbers mean and rest on, in sentences.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()

    def to_json(self) -> dict[str, object]:
        """Give rows as objects under their column names; chances are numbers or estimates."""
        return {
            "title": self.title,
            "columns": list(self.columns),
            "rows": [
                dict(zip(self.columns, map(_json_cell, row), strict=True)) for row in self.rows
            ],
            "notes": list(self.notes),
        }

    def to_csv(self) -> str:
        """Give full precision; a column of simulated numbers is followed by its errors."""
        simulated = {
            index
            for row in self.rows
            for index, cell in enumerate(row)
            if (estimate := _estimate(cell)) and estimate.method == "simulated"
        }
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        heads = [
            [name, f"{name} se"] if index in simulated else [name]
            for index, name in enumerate(self.columns)
        ]
        writer.writerow(chain.from_iterable(heads))
        for row in self.rows:
            cells = [_csv_cell(cell, error=index in simulated) for index, cell in enumerate(row)]
            writer.writerow(chain.from_iterable(cells))
        return text.getvalue()

    def to_markdown(self) -> str:
        """Give a heading, the table as people read it, and the notes."""
        lines = [_row(self.columns), _row(["---", *["---:"] * (len(self.columns) - 1)])]
        lines += [_row([cell_text(cell) for cell in row]) for row in self.rows]
        notes = [f"- {note}" for note in self.notes]
        return "\n".join([f"### {self.title}", "", *lines, "", *notes]).rstrip() + "\n"


def cell_text(cell: Cell) -> str:
    """Give a cell as people read it: chances in per cent, errors as ±."""
    if isinstance(cell, Estimate):
        return estimate_text(cell)
    if isinstance(cell, Amount):
        return amount_text(cell.estimate)
    return percent(float(cell)) if isinstance(cell, Fraction) else str(cell)


def estimate_text(estimate: Estimate) -> str:
    """Give a chance as people read it: ``"25 %"`` if exact, else ``"25.1 ± 0.2 %"``."""
    if estimate.method == "exact":
        return percent(estimate.mean)
    places = _places(100 * estimate.se)
    return f"{100 * estimate.mean:.{places}f} ± {100 * estimate.se:.{places}f} %"


def amount_text(estimate: Estimate) -> str:
    """Give a mean as people read it: ``"2.5"`` if exact, else ``"2.51 ± 0.02"``."""
    if estimate.method == "exact":
        return f"{estimate.mean:.4g}"
    places = _places(estimate.se, most=4)
    return f"{estimate.mean:.{places}f} ± {estimate.se:.{places}f}"


def _places(error: float, most: int = 3) -> int:
    """Decimal places that a number with such an error deserves."""
    return min(max(-floor(log10(error)), 0), most) if error > 0 else most


def deal_table(rules: Rules) -> Table:
    """How often each score is dealt, exactly.

    Parameters
    ----------
    rules
        Say which pack is used and what three of a kind counts.

    Returns
    -------
    Table
        Columns score, hands, chance, and the chance of that score or more; the notes give
        mean, median, and the chance that somebody is dealt a hand that ends the game.
    """
    dealt = dealt_scores(rules)
    rows, at_least = [], Fraction(1)
    for half, chance in dealt.probability.items():
        rows.append((points(half), dealt.counts[half], chance, at_least))
        at_least -= chance
    return Table(
        f"Scores dealt ({rules.name})",
        ("score", "hands", "chance", "at least"),
        tuple(rows),
        (
            f"of {dealt.total:,} hands; mean {float(dealt.mean):.3f}, median {dealt.median}",
            _somebody_note(rules),
        ),
    )


def _somebody_note(rules: Rules) -> str:
    chances = [
        f"{100 * float(somebody_dealt_31(rules, players)):.2f} % of {players}"
        for players in range(2, rules.max_players + 1)
    ]
    listed = ", ".join(chances[:-1]) + f" and {chances[-1]}"
    return f"somebody is dealt 31 or more in {listed} players' hands"


def knock_table(
    rules: Rules,
    players: int,
    *,
    deals: int = DEALS,
    seed: int = 0,
    threads: int = 1,
    progress: Callable[[float], None] | None = None,
) -> Table:
    """How often a knock on one's first turn costs nothing, by score and place.

    Whoever comes before the knocker plays greedily and does not knock; whoever comes after
    has one last turn, greedy too. Simulated with whole deals.

    Parameters
    ----------
    rules
        The rules in force; the game ``scat``.
    players
        Players at the table.
    deals
        Deals for each place.
    seed, threads
        Of the simulation; the numbers depend on the seed alone.
    progress
        Called with the share done, from 0 to 1.

    Returns
    -------
    Table
        A row for each score that can be dealt below 31, a column for each place in the order
        of turns; :data:`TOO_FEW` where less than :data:`FEWEST` deals fit.

    Raises
    ------
    RulesError
        If the game knows no such knock.
    TableError
        If the rules forbid it, or so many players or deals cannot be.
    """
    _check_knocks(rules, players, deals)
    # Numba is wanted from here on only.
    from advisor.playout.batch import by_thresholds, play_deals  # noqa: PLC0415

    counts = np.zeros((players, 2, THIRTY_ONE), dtype=np.int64)
    parts = [(place, first) for place in range(players) for first in range(0, deals, CHUNK)]
    for done, (place, first) in enumerate(parts, start=1):
        size, table = min(CHUNK, deals - first), _only_knock(players, place)
        played = play_deals(
            rules, by_thresholds(table), size, seed=seed, first=first, threads=threads
        )
        counts[place] += _knocks(played, place)
        if progress is not None:
            progress(done / len(parts))
    halves = [half for half in dealt_scores(rules).counts if half < THIRTY_ONE]
    return Table(
        f"Chance that a knock on one's first turn costs nothing, {players} players ({rules.name})",
        ("score", *PLACES[:players]),
        tuple((points(half), *map(_survival, *counts[:, :, half].T)) for half in halves),
        (
            "first, second, … to act; nobody has knocked before, and everybody plays greedily",
            f"{deals:,} deals for each place, seed {seed}",
            f"{TOO_FEW}: fewer than {FEWEST} with that score",
        ),
    )


def _check_knocks(rules: Rules, players: int, deals: int) -> None:
    require(rules, game="scat", doing="the table of knocks")
    if rules.first_round_knock == "forbidden":
        raise TableError("first_round_knock=forbidden leaves no knock on one's first turn")
    if not 2 <= players <= rules.max_players:
        raise TableError(f"{players} players; expected 2 to {rules.max_players}")
    if not 1 <= deals <= MAX_DEALS:
        raise TableError(f"{deals} deals; expected 1 to {MAX_DEALS}")


def _only_knock(players: int, place: int) -> NDArray[np.int8]:
    """Knock thresholds by which one player knocks on his first turn, and nobody else ever."""
    table = np.full((players, thumb.ROUNDS), thumb.NEVER, dtype=np.int8)
    table[place, 0] = 0
    return table


def _knocks(played: Deals, place: int) -> NDArray[np.intp]:
    """Count knocks, and those that cost nothing, by dealt score in half points, shape (2, 62)."""
    # Somebody may have shown 31 before it was the knocker's turn.
    knocked = played.knocker == place
    safe = knocked & (played.paid[:, place] == 0)
    return np.array(
        [np.bincount(played.dealt[which, place], minlength=THIRTY_ONE) for which in (knocked, safe)]
    )


def _survival(knocks: np.int64, safe: np.int64) -> Cell:
    return proportion(int(safe), int(knocks)) if knocks >= FEWEST else TOO_FEW


def reach_table(rules: Rules, draws: int = 10) -> Table:
    """Chance to hold 31 within so many draws, for typical hands, exactly.

    Parameters
    ----------
    rules
        The rules in force; the game ``scat``.
    draws
        Most draws, 1 to 10.

    Returns
    -------
    Table
        A row for each kind of hand, with an example; a column for each number of draws.

    Raises
    ------
    RulesError, ReachError
        If the game has no stock, or the number of draws is out of range.
    """
    require(rules, game="scat", doing="the table of reach")
    (blank,) = parse_hand(_BLANK, size=1)
    rows: list[tuple[Cell, ...]] = []
    for kind, text in _KINDS:
        position = ask(parse_hand(text), rules=rules, top=blank, players=2)
        rows.append((kind, names(position.hand), *reach(position, THIRTY_ONE, draws)))
    return Table(
        f"Chance to hold 31 within so many draws ({rules.name})",
        ("hand", "example", *(str(count + 1) for count in range(draws))),
        tuple(rows),
        (
            f"only draws from the stock, with {_BLANK} on the pile",
            "after each draw the best discard for 31 is made; exact",
        ),
    )


def _estimate(cell: Cell) -> Estimate | None:
    if isinstance(cell, Amount):
        return cell.estimate
    return cell if isinstance(cell, Estimate) else None


def _json_cell(cell: Cell) -> object:
    if isinstance(cell, Estimate):
        return cell.to_json()
    if isinstance(cell, Amount):
        return cell.estimate.to_json()
    return float(cell) if isinstance(cell, Fraction) else cell


def _csv_cell(cell: Cell, *, error: bool) -> list[object]:
    if (estimate := _estimate(cell)) is not None:
        return [estimate.mean, estimate.se] if error else [estimate.mean]
    value = float(cell) if isinstance(cell, Fraction) else cell
    return [value, ""] if error else [value]


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |"
