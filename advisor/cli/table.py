"""``thirtyone table``: tables to study."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Final

import typer

from advisor.cli.options import Json, Preset, Seed, Settings, Workers, number, one_of
from advisor.cli.output import progress, put, put_json, show
from advisor.cli.said import house_rules, refuse, threads
from advisor.rules import Rules

if TYPE_CHECKING:
    from advisor.tables import Table


class Kind(StrEnum):
    """A study table."""

    DEAL = "deal"
    KNOCK = "knock"
    REACH = "reach"
    SEAT = "seat"
    LENGTH = "length"
    SCORES = "scores"
    ENDS = "ends"
    EQUITY = "equity"
    STRATEGY = "strategy"
    FIRST = "first"
    SWAP = "swap"
    BETTER = "better"
    BELIEF = "belief"


FEW: Final = 4
"""Players where a table is for one number of them and none is said."""
_WIDOW: Final = {Kind.FIRST, Kind.SWAP, Kind.BETTER}
_PLAYED: Final = {Kind.SEAT, Kind.LENGTH, Kind.SCORES, Kind.ENDS, Kind.EQUITY}


class Format(StrEnum):
    """How a table is written."""

    MD = "md"
    CSV = "csv"
    JSON = "json"


def table(
    kind: Annotated[
        Kind,
        typer.Argument(parser=one_of(Kind), help=f"Which one: {', '.join(Kind)}.", metavar="KIND"),
    ],
    players: Annotated[
        int | None, number("--players", "Players; 4 or all at once by default.")
    ] = None,
    deals: Annotated[
        int | None, number("--deals", "Deals for each place, for the table of knocks.")
    ] = None,
    seed: Seed = 0,
    workers: Workers = None,
    form: Annotated[
        Format | None,
        typer.Option(
            "--format", parser=one_of(Format), help="How to write it.", metavar="md|csv|json"
        ),
    ] = None,
    rules: Preset = None,
    settings: Settings = None,
    as_json: Json = False,
) -> None:
    """Print a study table."""
    refuse(
        as_json and form not in (None, Format.JSON),
        f"--json and --format {form} contradict each other; give one of them",
    )
    house = house_rules(rules, settings)
    made = _table(kind, house, players, deals, seed=seed, threads=threads(workers))
    match Format.JSON if as_json else form:
        case Format.JSON:
            put_json(made.to_json())
        case Format.CSV:
            put(made.to_csv())
        case Format.MD:
            put(made.to_markdown())
        case None:
            from advisor.printing import table_view  # noqa: PLC0415

            show(table_view(made))


def _table(
    kind: Kind, house: Rules, players: int | None, deals: int | None, *, seed: int, threads: int
) -> Table:
    if kind in _PLAYED:
        return _played(kind, house, players)
    if kind is Kind.BELIEF:
        return _beliefs(house, players, seed)
    if kind in _WIDOW or (kind is Kind.KNOCK and house.game == "widow"):
        return _of_widow(kind, house, deals, seed)
    if kind is not Kind.KNOCK:
        return _of_rules(kind, house, players)
    from advisor import tables  # noqa: PLC0415

    with progress("dealing") as tell:
        return tables.knock_table(
            house,
            FEW if players is None else players,
            deals=tables.DEALS if deals is None else deals,
            seed=seed,
            threads=threads,
            progress=tell,
        )


def _of_rules(kind: Kind, house: Rules, players: int | None) -> Table:
    """Make a table that needs no simulation."""
    if kind is Kind.STRATEGY:
        from advisor.strategy_chart import strategy_table  # noqa: PLC0415

        return strategy_table(house, players)
    from advisor import tables  # noqa: PLC0415

    return tables.deal_table(house) if kind is Kind.DEAL else tables.reach_table(house)


def _of_widow(kind: Kind, house: Rules, deals: int | None, seed: int) -> Table:
    """Make a table of the game ``widow``."""
    from advisor import tables_widow  # noqa: PLC0415

    if kind is Kind.SWAP:
        return tables_widow.swap_table(house)
    if kind is Kind.BETTER:
        return tables_widow.better_table(house)
    first = tables_widow.first_move_table
    if kind is Kind.KNOCK:
        first = tables_widow.first_knock_table
    return first(house, deals=tables_widow.DEALS if deals is None else deals, seed=seed)


def _beliefs(house: Rules, players: int | None, seed: int) -> Table:
    """Measure what is believed of the next player's hand against the truth."""
    from advisor.belief_score import belief_table, score_beliefs  # noqa: PLC0415

    return belief_table(score_beliefs(house, 2 if players is None else players, seed=seed))


def _played(kind: Kind, house: Rules, players: int | None) -> Table:
    """Make a table of well-played hands."""
    from advisor import tables_played as played  # noqa: PLC0415

    match kind:
        case Kind.SEAT:
            return played.seat_table(house, players)
        case Kind.LENGTH:
            return played.length_table(house, players)
        case Kind.SCORES:
            return played.scores_table(house, players)
        case Kind.ENDS:
            return played.ends_table(house, players)
        case _:
            return played.equity_table(house, FEW if players is None else players)
