"""Making the tables that are shipped in ``data/``: ``python -m advisor.widow.make widow``.

Every number of players is learnt on its own and kept in a folder, so that a run that was
stopped goes on where it was. Then the strength of each is measured.
"""

from __future__ import annotations

import sys
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

import advisor
from advisor.estimate import Estimate, sample_mean
from advisor.players.widow_solved import FORMAT, SEATS, VERSION, save, to_bytes
from advisor.rules import preset
from advisor.widow.danger import danger_classes
from advisor.widow.learn import Settings, learn_table

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from advisor.rules import Rules

SEED: Final = 20261130
LONG, MIDDLE, SHORT = (
    Settings(rounds, deals) for rounds, deals in ((16, 150_000), (8, 100_000), (6, 60_000))
)
_BY_SEATS: Final = {2: LONG, 3: MIDDLE, 5: MIDDLE}
OPPONENTS: Final = ("swap:25", "swap:27", "swap:29", "closer", "random")
MEASURED: Final = (2, 3, 5)
"""Numbers of players at which the strength is measured."""
DEALS: Final = 40_000
DECKS: Final = 1 << 40
"""Number of the first deal of a measurement: none of them was met while learning."""


def strength(rules: Rules, opponent: str, seats: int, deals: int, *, seed: int) -> Estimate:
    """What one ``solved`` player gets among others of one kind, over every seat in turn.

    Parameters
    ----------
    rules
        Rules of ``widow``.
    opponent
        Name of all others.
    seats, deals, seed
        Players; decks, each played once from every seat; seed of the decks.

    Returns
    -------
    Estimate
        His share of the pot, of which ``1 / seats`` is fair. Where the lowest hand pays: the
        chance to pay a token less that of the others on average, of which 0 is fair.
    """
    from advisor.playout.widow import play_widow  # noqa: PLC0415  # numba

    sets = np.zeros(deals)
    for seat in range(seats):
        names = [opponent] * seats
        names[seat] = "solved"
        played = play_widow(rules, names, deals, seed=seed, first=DECKS)
        if rules.loser == "highest":
            sets += played.pot[:, seat]
        else:
            paid = played.paid > 0
            others = (paid.sum(axis=1) - paid[:, seat]) / (seats - 1)
            sets += paid[:, seat] - others
    sets /= seats
    return sample_mean(float(sets.sum()), float((sets**2).sum()), deals)


def settings_for(name: str, seats: int) -> Settings:
    """How long the shipped table of a preset is learnt for so many players."""
    return SHORT if name == "widow-any" else _BY_SEATS.get(seats, SHORT)


def learn_all(name: str, folder: Path, seats: Iterable[int]) -> None:
    """Learn the tables of a preset that are not yet in a folder."""
    for players in seats:
        path = folder / f"{name}-{players}.npy"
        if not path.exists():
            table = learn_table(
                preset(name), players, seed=SEED, settings=settings_for(name, players)
            )
            np.save(path, table.values)


def ship(name: str, folder: Path, path: Path) -> None:
    """Pack the tables of a folder, and write down how strong they are.

    Parameters
    ----------
    name
        Name of the preset.
    folder
        Where :func:`learn_all` put them.
    path
        The archive to write; the JSON file of the same name goes beside it.
    """
    values = {
        players: np.load(file)
        for players in SEATS
        if (file := folder / f"{name}-{players}.npy").exists()
    }
    archive = to_bytes(danger_classes(preset(name)), values)
    paper = _paper(name, list(values))
    save(path, archive, paper)
    save(path, archive, paper | {"strength": _strengths(preset(name), list(values))})


def _paper(name: str, seats: Sequence[int]) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "version": VERSION,
        "rules": name,
        "players": list(seats),
        "seed": SEED,
        "settings": {str(players): asdict(settings_for(name, players)) for players in seats},
        "code": advisor.__version__,
        "date": datetime.now(tz=UTC).date().isoformat(),
    }


def _strengths(rules: Rules, seats: Sequence[int]) -> dict[str, Any]:
    names = (*OPPONENTS, "confidence") if rules.loser == "lowest" else OPPONENTS
    return {
        str(players): {
            name: strength(rules, name, players, DEALS, seed=SEED).to_json() for name in names
        }
        for players in MEASURED
        if players in seats
    }


if __name__ == "__main__":
    chosen, work, *numbers = sys.argv[1:]
    learn_all(chosen, Path(work), map(int, numbers))
    ship(chosen, Path(work), Path("data") / f"exchange-{chosen}.npz")
