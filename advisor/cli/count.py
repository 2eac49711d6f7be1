"""``thirtyone count``: count how well-played hands end."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from advisor import __version__
from advisor.cli.options import Preset, Workers, number, whole
from advisor.cli.output import progress, put
from advisor.cli.said import refuse, scat_rules, threads

MAX_HANDS = 1_000_000_000


def count(
    out: Annotated[str, typer.Option(help="Where to write the counts.", metavar="FILE.json")],
    players: Annotated[
        int | None,
        number("--players", "Count hands of so many alone, and keep what the file has of others."),
    ] = None,
    player: Annotated[str, typer.Option(help="Who sits in every seat.", metavar="NAME")] = "solved",
    hands: Annotated[
        int | None,
        typer.Option(
            parser=whole(1, MAX_HANDS), help="Hands for each number of players.", metavar="N"
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(parser=whole(0), help="Seed: same seed, same counts.", metavar="N"),
    ] = None,
    workers: Workers = None,
    rules: Preset = None,
) -> None:
    """Count how hands end when 2 to 9 good players play them: what the equity rests on."""
    house = scat_rules(rules, None, doing="counting well-played hands")
    path = Path(out)
    refuse(not path.parent.is_dir(), f"--out {out!r}: there is no such folder")
    from advisor.counting import HANDS, SEED, count_hands  # noqa: PLC0415
    from advisor.well_played import MAX_PLAYERS, MIN_PLAYERS, load, save  # noqa: PLC0415

    everybody = range(MIN_PLAYERS, MAX_PLAYERS + 1)
    refuse(
        players is not None and players not in everybody,
        f"--players {players}; expected {MIN_PLAYERS} to {MAX_PLAYERS}",
    )
    found = load(path) if players is not None and path.exists() else {}
    for seats in everybody if players is None else [players]:
        with progress(f"{seats} players") as tell:
            found[seats] = count_hands(
                house,
                seats,
                player=player,
                hands=HANDS if hands is None else hands,
                seed=SEED if seed is None else seed,
                threads=threads(workers),
                progress=tell,
            )
        sys.stderr.write(f"{seats} players: {found[seats].counted} hands\n")
    save(path, house, found.values(), code=__version__)
    put(f"counts for {', '.join(map(str, sorted(found)))} players are in {out}\n")
