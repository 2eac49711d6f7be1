"""``thirtyone table``: tables to study."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

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
    EQUITY = "equity"
    STRATEGY = "strategy"


class Format(StrEnum):
    """How a table is written."""

    MD = "md"
    CSV = "csv"
    JSON = "json"


def table(
    kind: Annotated[
        Kind,
        typer.Argument(parser=one_of(Kind), help="Which one: deal, knock, reach.", metavar="KIND"),
    ],
    players: Annotated[int, number("--players", "Players, for the table of knocks.")] = 4,
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
    kind: Kind, house: Rules, players: int, deals: int | None, *, seed: int, threads: int
) -> Table:
    from advisor import tables  # noqa: PLC0415

    if kind is Kind.DEAL:
        return tables.deal_table(house)
    if kind is Kind.REACH:
        return tables.reach_table(house)
    refuse(
        kind is not Kind.KNOCK,
        f"the table {kind} is not available yet; there are deal, knock and reach",
    )
    with progress("dealing") as tell:
        return tables.knock_table(
            house,
            players,
            deals=tables.DEALS if deals is None else deals,
            seed=seed,
            threads=threads,
            progress=tell,
        )
