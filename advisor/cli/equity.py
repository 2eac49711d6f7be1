"""``thirtyone equity``: how likely each seat is to win the pot."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from advisor.cli.options import Json, Preset, Settings, number, one_of
from advisor.cli.output import put_json, show
from advisor.cli.said import house_rules, refuse
from advisor.question import tokens_in_play


class Model(StrEnum):
    """How a hand is expected to end, given the tokens."""

    FAIR = "fair"
    SOLVED = "solved"


def equity(
    tokens: Annotated[str, typer.Option(help="Tokens of every seat, x for out.", metavar="4,2,1")],
    dealer: Annotated[int | None, number("--dealer", "Seat of the dealer.")] = None,
    model: Annotated[
        Model,
        typer.Option(parser=one_of(Model), help="How hands are expected to end.", metavar="fair"),
    ] = Model.FAIR,
    rules: Preset = None,
    settings: Settings = None,
    as_json: Json = False,
) -> None:
    """Say how likely each seat is to win the pot."""
    refuse(model is Model.SOLVED, "--model solved is not available yet; use --model fair")
    house = house_rules(rules, settings)
    left = tokens_in_play(tokens, rules=house, dealer=dealer)
    from advisor.equity import fair_equity  # noqa: PLC0415

    chances = fair_equity(left, house)
    if as_json:
        put_json({"rules": house.name, "tokens": left, "equity": chances, "model": model})
        return
    from advisor.printing import equity_view  # noqa: PLC0415

    show(equity_view(left, chances))
