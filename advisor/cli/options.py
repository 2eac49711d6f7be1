"""The options that several commands share, and how their values are read."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Annotated, Final, TypeVar

import typer
from typer.models import OptionInfo

from advisor.cards import quoted

MAX_DIGITS: Final = 19
LARGEST: Final = 2**63 - 1

Choice = TypeVar("Choice", bound=StrEnum)


def whole(low: int = -LARGEST, high: int = LARGEST) -> Callable[[str], int]:
    """Give a reader of whole numbers from `low` to `high`, as people write them."""

    def read(text: str) -> int:
        digits = str(text).removeprefix("-")
        if not (digits.isascii() and digits.isdigit() and len(digits) <= MAX_DIGITS):
            raise typer.BadParameter(
                f"{quoted(str(text))} is not a whole number of up to {MAX_DIGITS} digits"
            )
        if not low <= (number := int(text)) <= high:
            raise typer.BadParameter(f"{number} is out of range; expected {low} to {high}")
        return number

    return read


def one_of(choices: type[Choice]) -> Callable[[str], Choice]:
    """Give a reader of one of a few words."""

    def read(text: str) -> Choice:
        if text not in list(choices):
            known = ", ".join(choices)
            raise typer.BadParameter(f"{quoted(text)} is not one of {known}")
        return choices(text)

    return read


def _trials(text: str) -> int:
    from advisor.limits import MAX_TRIALS  # noqa: PLC0415

    return whole(1, MAX_TRIALS)(text)


def _workers(text: str) -> int:
    from advisor.limits import MAX_THREADS  # noqa: PLC0415

    return whole(1, MAX_THREADS)(text)


def number(flag: str, words: str) -> OptionInfo:
    """Give an option that takes any whole number; what it means is checked later."""
    option: OptionInfo = typer.Option(flag, parser=whole(), help=words, metavar="N")
    return option


Hand = Annotated[str, typer.Option("--hand", help="Your three cards.", metavar="CARDS")]
Top = Annotated[str, typer.Option("--top", help="Top card of the discard pile.", metavar="CARD")]
Seen = Annotated[
    str | None, typer.Option("--seen", help="Other discards that were seen.", metavar="CARDS")
]
Held = Annotated[
    list[str] | None,
    typer.Option("--held", help="Cards known in a player's hand; repeat.", metavar="SEAT:CARDS"),
]
Preset = Annotated[
    str | None, typer.Option("--rules", help="Preset of rules, scat by default.", metavar="PRESET")
]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", help="A house rule; repeat.", metavar="SWITCH=VALUE"),
]
Json = Annotated[bool, typer.Option("--json", help="Answer in JSON.")]
Seed = Annotated[
    int, typer.Option(parser=whole(0), help="Seed: same seed, same numbers.", metavar="N")
]
Trials = Annotated[int | None, typer.Option(parser=_trials, help="Hands to play out.", metavar="N")]
Workers = Annotated[
    int | None,
    typer.Option(parser=_workers, help="Threads; by default all processors.", metavar="N"),
]
