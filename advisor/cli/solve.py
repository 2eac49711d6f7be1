"""``thirtyone solve``: make a strategy table."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from advisor.cli.options import Preset, Settings, Workers, number, whole
from advisor.cli.output import put
from advisor.cli.said import refuse, scat_rules, threads


def solve(
    out: Annotated[str, typer.Option(help="Where to write the table.", metavar="FILE.npz")],
    players: Annotated[int, number("--players", "Players, 2 to 9.")] = 2,
    seed: Annotated[
        int, typer.Option(parser=whole(0), help="Seed: same seed, same table.", metavar="N")
    ] = 0,
    checkpoint: Annotated[
        str | None, typer.Option(help="Keep what is done here, and go on from it.", metavar="FILE")
    ] = None,
    workers: Workers = None,
    rules: Preset = None,
    settings: Settings = None,
) -> None:
    """Solve a game and write its strategy, with where it comes from beside it."""
    house = scat_rules(rules, settings, doing="solving")
    path = Path(out)
    refuse(path.suffix != ".npz", f"--out {out!r} does not end in .npz; expected a name like that")
    refuse(not path.parent.is_dir(), f"--out {out!r}: there is no such folder")
    from advisor.players.solved import save  # noqa: PLC0415
    from advisor.solve.table import solve_table  # noqa: PLC0415

    table = solve_table(
        house,
        players,
        seed=seed,
        progress=_say,
        checkpoint=None if checkpoint is None else Path(checkpoint),
        threads=threads(workers),
    )
    save(path, table)
    for who, measured in table.provenance["strength"].items():
        if players == 2:
            wins = measured["wins"]
            put(f"wins {100 * wins['mean']:.2f} ± {100 * wins['se']:.2f} % against {who}\n")
        else:
            pays, fair = measured["pays"], measured["fair"]
            put(f"{who} pays {pays['mean']:.4f} ± {pays['se']:.4f}, a fair share is ")
            put(f"{fair['mean']:.4f} tokens\n")


def _say(sentence: str) -> None:
    """Tell how far it is, where an answer on the standard output is not in the way."""
    sys.stderr.write(f"{sentence}\n")
