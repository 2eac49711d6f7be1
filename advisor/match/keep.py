"""What a match goes on from, and where it is kept while it is played."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

from advisor.cards import quoted
from advisor.match.errors import MatchError
from advisor.match.plan import Plan
from advisor.match.saved import load, save
from advisor.match.sums import Sums, nothing
from advisor.rules import PRESETS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from advisor.rules import Rules

EVERY_S: Final = 2.0
"""Seconds between two writings of a match that is being played."""


class Kept:
    """A match to be played, what was played of it before, and the file that keeps it.

    Parameters
    ----------
    plan
        The match.
    so_far
        Sums of what was played before.
    path
        The file, written at once so that a bad name is noticed early; None to keep nothing.

    Raises
    ------
    MatchError
        If the file cannot be written.
    """

    def __init__(self, plan: Plan, so_far: Sums, path: Path | None) -> None:
        self.plan, self.so_far, self._path = plan, so_far, path
        self.write(so_far)

    def tell(self, sums: Sums) -> None:
        """Save, unless that was done a moment ago."""
        if time.monotonic() - self._written > EVERY_S:
            self.write(sums)

    def write(self, sums: Sums) -> None:
        """Save now."""
        if self._path is not None:
            save(self._path, self.plan, sums)
        self._written = time.monotonic()


def planned(
    rules: Rules | None,
    names: tuple[str, ...] | None,
    *,
    seed: int | None = None,
    pots: bool | None = None,
    save: str | None = None,
    resume: str | None = None,
) -> Kept:
    """Plan a match, or go on with a kept one.

    Parameters
    ----------
    rules, names, seed, pots
        As for :class:`~advisor.match.plan.Plan`; None where nobody has said, which means the
        usual, or what the kept match has.
    save
        File to keep the match in; it must not exist yet.
    resume
        File of a kept match to go on from. It is kept up to date, unless `save` names another.

    Raises
    ------
    MatchError
        If nobody is named, a file cannot be read or written, or holds another match.
    RulesError, PlayerError, LimitError
        If there is no such match.
    """
    target = None if save is None else Path(save)
    if target is not None and target.exists():
        raise MatchError(
            f"{quoted(save or '')} exists; go on from it with --resume, or name another"
        )
    if resume is None:
        if names is None:
            raise MatchError("--players is missing; expected names such as flat:25,rising")
        rules = PRESETS["scat"] if rules is None else rules
        plan = Plan(rules, names, seed or 0, bool(pots))
        return Kept(plan, nothing(len(names)), target)
    path = Path(resume)
    plan, so_far = load(path)
    said = {
        "rules": None if rules is None else rules.name,
        "players": None if names is None else ",".join(names),
        "seed": seed,
        "games": _games(pots),
    }
    _require_same(path, plan, said)
    return Kept(plan, so_far, path if target is None else target)


def _games(pots: bool | None) -> str | None:  # noqa: FBT001  # three answers, one of them none
    return None if pots is None else ("hands", "pots")[pots]


def _require_same(path: Path, plan: Plan, said: Mapping[str, str | int | None]) -> None:
    """Refuse to mix two matches, naming what differs."""
    kept = {
        "rules": plan.rules.name,
        "players": ",".join(plan.names),
        "seed": plan.seed,
        "games": _games(plan.pots),
    }
    for what, asked in said.items():
        if asked is not None and asked != kept[what]:
            raise MatchError(
                f"{quoted(str(path))} is of another match: "
                f"its {what} {kept[what]}, asked for {quoted(str(asked))}"
            )
