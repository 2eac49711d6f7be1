"""``thirtyone play``: a game in the terminal."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from advisor.cli.options import Preset, Settings, number, whole
from advisor.cli.said import house_rules
from advisor.question import write_text


def play(
    players: Annotated[int, number("--players", "Players, yourself included.")] = 3,
    seat: Annotated[int, number("--seat", "Your seat, from 0.")] = 0,
    opponents: Annotated[str, typer.Option(help="How the others play.")] = "rising",
    hints: Annotated[bool, typer.Option("--hints", help="Say what to do when asked.")] = False,
    save: Annotated[
        str | None, typer.Option(help="Where to write what was played.", metavar="FILE")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(parser=whole(0), help="Seed of the shuffles.", metavar="N")
    ] = None,
    rules: Preset = None,
    settings: Settings = None,
) -> None:
    """Play in the terminal against rules of thumb."""
    from advisor.sitting import sit_down  # noqa: PLC0415

    played = sit_down(
        house_rules(rules, settings),
        players=players,
        seat=seat,
        opponents=opponents,
        hints=hints,
        seed=seed,
        streams=(sys.stdin, sys.stdout),
    )
    if save is not None and played is not None:
        write_text(save, str(played))
