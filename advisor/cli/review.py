"""``thirtyone review``: grade a played hand or match."""

from __future__ import annotations

from typing import Annotated

import typer

from advisor.cli.options import Json, Seed, Trials, Workers, number
from advisor.cli.output import progress, put_json, show
from advisor.cli.said import threads
from advisor.question import read_text


def review(
    file: Annotated[str, typer.Argument(help="A written hand or match.", metavar="FILE")],
    seat: Annotated[
        int | None, number("--seat", "Seat to grade; all whose cards are written by default.")
    ] = None,
    opponents: Annotated[
        str | None, typer.Option(help="How everybody is taken to play.", metavar="NAME")
    ] = None,
    luck: Annotated[
        bool, typer.Option("--luck/--no-luck", help="Work out what was luck as well.")
    ] = True,
    trials: Trials = None,
    seed: Seed = 0,
    workers: Workers = None,
    as_json: Json = False,
) -> None:
    """Grade a played hand or match: what every decision cost, and what was luck."""
    from advisor.referee.history import parse_history  # noqa: PLC0415

    history = parse_history(read_text(file))
    from advisor.advise import DEFAULT  # noqa: PLC0415
    from advisor.review import TRIALS  # noqa: PLC0415
    from advisor.review import review as grade  # noqa: PLC0415

    with progress("reviewing") as tell:
        graded = grade(
            history,
            seat=seat,
            opponents=DEFAULT if opponents is None else opponents,
            trials=TRIALS if trials is None else trials,
            seed=seed,
            threads=threads(workers),
            with_luck=luck,
            progress=tell,
        )
    if as_json:
        put_json(graded.to_json())
        return
    from advisor.printing import review_view  # noqa: PLC0415

    show(review_view(graded))
