"""``thirtyone equity``: how likely each seat is to win the pot."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from advisor.cli.options import Json, Preset, Settings, number, one_of
from advisor.cli.output import put_json, show
from advisor.cli.said import house_rules
from advisor.question import tokens_in_play


class Model(StrEnum):
    """How a hand is expected to end, given the tokens."""

    FAIR = "fair"
    SOLVED = "solved"


def equity(
    tokens: Annotated[str, typer.Option(help="Tokens of every seat, x for out.", metavar="4,2,1")],
    dealer: Annotated[
        int | None, number("--dealer", "Seat that deals the next hand, by default the last.")
    ] = None,
    model: Annotated[
        Model,
        typer.Option(parser=one_of(Model), help="How hands are expected to end.", metavar="fair"),
    ] = Model.FAIR,
    rules: Preset = None,
    settings: Settings = None,
    as_json: Json = False,
) -> None:
    """Say how likely each seat is to win the pot."""
    house = house_rules(rules, settings)
    left = tokens_in_play(tokens, rules=house, dealer=dealer)
    from advisor import equity as models  # noqa: PLC0415

    chances = models.equity(left, house, dealer=dealer, model=model)
    notes = models.equity_notes(left, house, model)
    if as_json:
        said = {"rules": house.name, "tokens": left, "equity": chances, "model": model}
        put_json({**said, "notes": notes})
        return
    from advisor.printing import equity_view  # noqa: PLC0415

    show(equity_view(left, chances, notes))
