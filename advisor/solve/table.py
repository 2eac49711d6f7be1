"""From the rules to a solved table: rounds, checkpoints, and the paper that goes with it."""

from __future__ import annotations

import hashlib
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

import numpy as np

import advisor
from advisor.players.solved import (
    FORMAT,
    VERSION,
    Solved,
    SolvedError,
    check_rules,
    to_bytes,
)
from advisor.solve import meanfield
from advisor.solve.duel import duel
from advisor.solve.pack import most_likely
from advisor.solve.refine import Values, refine

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from advisor.rules import Rules

ARRAYS: Final = ("move", "throw", "last", "acting", "waiting", "tail")
OPPONENTS: Final = ("flat:22", "flat:25", "flat:27", "rising")
"""Rules of thumb against which a new table is measured."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How a table is made.

    Parameters
    ----------
    rounds
        Rounds of fictitious play.
    heat
        Temperature of the logit answers, in tokens.
    turns
        Turns of both players together that have a table of their own: an even number.
    refine_rounds, refine_deals
        Rounds of self-play that correct the values (:mod:`advisor.solve.refine`), and deals
        for each.
    deals
        Duplicate deals for each measurement of strength.
    """

    rounds: int = 30
    heat: float = 0.02
    turns: int = 16
    refine_rounds: int = 6
    refine_deals: int = 4_000_000
    deals: int = 1_000_000


DEFAULT: Final = Settings()


def solve_table(
    rules: Rules,
    players: int,
    *,
    seed: int,
    settings: Settings = DEFAULT,
    progress: Callable[[str], None] | None = None,
    checkpoint: Path | None = None,
    threads: int = 1,
) -> Solved:
    """Make a strategy and measure it.

    First the backward induction, which uses no random numbers, then self-play to correct it.
    The same rules, settings and seed give the same table, on any number of threads.

    Parameters
    ----------
    rules
        Rules of ``scat`` that the solver knows.
    players
        Two.
    seed
        Seed of the decks of self-play and of the measurement, which share none; 0 to
        2**63 - 1.
    settings
        How the table is made.
    progress
        Called after each round of either kind with a sentence.
    checkpoint
        File that keeps what the induction has reached after each round. If it is there
        already, the work goes on from it.
    threads
        Threads for self-play and the measurement.

    Returns
    -------
    Solved
        The table with its provenance, ready for :func:`advisor.players.solved.save`.

    Raises
    ------
    RulesError
        If the solver does not know the rules.
    SolvedError
        If there are not two players, or the checkpoint belongs to something else.
    """
    check_rules(rules)
    if players != 2:
        raise SolvedError(f"{players} players; the solver knows two")
    key, say = _key(rules, settings), progress or _silent
    strategy = meanfield.start(rules, settings.turns)
    if checkpoint is not None and checkpoint.exists():
        strategy = _resume(checkpoint, key)
        if strategy.rounds > settings.rounds:
            raise SolvedError(
                f"the checkpoint {checkpoint.name} has {strategy.rounds} rounds already; "
                f"expected {settings.rounds} or fewer"
            )
    while strategy.rounds < settings.rounds:
        before = strategy.tail.copy()
        # Later rounds answer better strategies: round t counts t times.
        weight = 2 / (strategy.rounds + 2)
        meanfield.improve(rules, strategy, weight, settings.heat)
        if checkpoint is not None:
            _keep(checkpoint, key, strategy)
        change = float(np.abs(strategy.tail - before).max())
        say(f"induction, round {strategy.rounds}: values of late turns changed by {change:.4f}")
    table = _refined(rules, strategy, settings, seed=seed, threads=threads, say=say)
    say("measuring")
    strength = _strength(rules, table, seed, settings.deals, threads)
    paper = _provenance(rules, seed, settings, strength, table)
    return Solved(table.moves, table.throws, paper)


def _silent(_sentence: str) -> None:
    """Say nothing."""


def _refined(
    rules: Rules,
    strategy: meanfield.Strategy,
    settings: Settings,
    *,
    seed: int,
    threads: int,
    say: Callable[[str], None],
) -> Solved:
    """Correct what the induction has found."""
    values = Values(*meanfield.values(rules, strategy, settings.heat))
    return refine(
        rules,
        strategy,
        values,
        Solved(*most_likely(strategy), {}),
        rounds=settings.refine_rounds,
        deals=settings.refine_deals,
        seed=seed,
        threads=threads,
        progress=lambda done: say(f"self-play, round {done}"),
    )


def _strength(
    rules: Rules, table: Solved, seed: int, deals: int, threads: int
) -> dict[str, dict[str, Any]]:
    """Duplicate hands against each of the rules of thumb."""
    found = {}
    for name in OPPONENTS:
        met = duel(rules, table, name, deals, seed=seed, threads=threads)
        found[name] = {
            "wins": met.wins.to_json(),
            "tokens": met.tokens.to_json(),
            "capped": met.capped,
        }
    return found


def _provenance(
    rules: Rules,
    seed: int,
    settings: Settings,
    strength: dict[str, dict[str, Any]],
    table: Solved,
) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "version": VERSION,
        "rules": rules.name,
        "players": 2,
        "seed": seed,
        "settings": asdict(settings),
        "code": advisor.__version__,
        "date": datetime.now(UTC).date().isoformat(),
        "strength": strength,
        "sha256": hashlib.sha256(to_bytes(table.moves, table.throws)).hexdigest(),
    }


def _key(rules: Rules, settings: Settings) -> str:
    """What a checkpoint belongs to: all but how far it has come."""
    return f"{FORMAT} {VERSION} {rules.name} heat={settings.heat} turns={settings.turns}"


def _keep(path: Path, key: str, strategy: meanfield.Strategy) -> None:
    """Write a checkpoint; whoever is interrupted keeps the last whole one."""
    part = path.with_name(path.name + ".part")
    arrays = {name: getattr(strategy, name) for name in ARRAYS}
    with part.open("wb") as file:
        np.savez(file, key=np.array(key), rounds=np.array(strategy.rounds), **arrays)
    part.replace(path)


def _resume(path: Path, key: str) -> meanfield.Strategy:
    try:
        with np.load(path, allow_pickle=False) as found:
            if str(found["key"]) != key:
                raise SolvedError(
                    f"the checkpoint {path.name} belongs to {found['key']}; expected {key}"
                )
            arrays = {name: found[name] for name in ARRAYS}
            return meanfield.Strategy(**arrays, rounds=int(found["rounds"]))
    except (OSError, ValueError, KeyError) as failed:
        if isinstance(failed, SolvedError):
            raise
        raise SolvedError(f"the checkpoint {path.name} cannot be read: {failed}") from failed
