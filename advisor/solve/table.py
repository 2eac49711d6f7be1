"""From the rules to a solved table: rounds, checkpoints, and the paper that goes with it."""

from __future__ import annotations

import hashlib
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

import numpy as np

import advisor
from advisor.players.solved import FORMAT, SOLVED, VERSION, Solved, SolvedError, to_bytes
from advisor.rules import RulesError, differences, preset
from advisor.solve import meanfield
from advisor.solve.duel import among, duel
from advisor.solve.pack import most_likely
from advisor.solve.refine import Values, refine

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from advisor.rules import Rules

SWITCHES: Final = frozenset(
    {"three_of_a_kind", "tokens", "free_ride", "knocker_lowest_pays", "knocker_tied_lowest"}
)
"""Switches that may differ from those of ``scat``."""
ARRAYS: Final = ("move", "throw", "last", "acting", "tops", "tail")
OPPONENTS: Final = ("flat:22", "flat:25", "flat:27", "rising")
"""Rules of thumb against which a new table for two players is measured."""
MEETINGS: Final = (
    "solved among greedy",
    "solved among flat:25",
    "solved among rising",
    "flat:25 among solved",
    "rising among solved",
)
"""Who is measured among whom, all others being alike, in a new table for more players."""


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
        Turns of all players together that have a table of their own: a multiple of the number
        of players, at least two for each.
    refine_rounds, refine_deals
        Rounds of self-play that correct the values (:mod:`advisor.solve.refine`), and deals
        for each.
    hands
        Hands for each measurement of strength, in all seats together.
    """

    rounds: int = 30
    heat: float = 0.02
    turns: int = 16
    refine_rounds: int = 6
    refine_deals: int = 4_000_000
    hands: int = 2_000_000


def settings_for(players: int) -> Settings:
    """Settings of the shipped tables.

    Self-play makes tables for two better; for three and four it was measured not to.
    """
    if players == 2:
        return Settings()
    return Settings(
        rounds=8 if players < 5 else 6,
        # Hands of few players last longer.
        turns=players * max(4, -(-24 // players)),
        refine_rounds=0,
        refine_deals=0,
        hands=1_000_000,
    )


def solve_table(
    rules: Rules,
    players: int,
    *,
    seed: int,
    settings: Settings | None = None,
    progress: Callable[[str], None] | None = None,
    checkpoint: Path | None = None,
    threads: int = 1,
) -> Solved:
    """Make a strategy and measure it.

    First the backward induction, which uses no random numbers, then, where the settings ask for
    it, self-play to correct it.
    The same rules, settings and seed give the same table, on any number of threads.

    Parameters
    ----------
    rules
        Rules of ``scat`` that the solver knows.
    players
        2 to 9.
    seed
        Seed of the decks of self-play and of the measurement, which share none; 0 to
        2**63 - 1.
    settings
        How the table is made; by default as the shipped ones.
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
        If there are not 2 to 9 players, if their turns do not come out even, or if the
        checkpoint belongs to something else.
    """
    settings = settings_for(players) if settings is None else settings
    _check(rules, players, settings)
    key, say = _key(rules, players, settings), progress or _silent
    strategy = meanfield.start(rules, players, settings.turns)
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
    measure = _strength if players == 2 else _strength_in_company
    strength = measure(rules, table, settings.hands // players, seed=seed, threads=threads)
    paper = _provenance(rules, seed, settings, strength, table)
    return replace(table, provenance=paper)


def _check(rules: Rules, players: int, settings: Settings) -> None:
    if rules.game != "scat":
        raise RulesError(f"the solver does not know the game {rules.game}; it knows scat")
    for switch, value in differences(preset("scat"), rules).items():
        if switch not in SWITCHES:
            raise RulesError(f"the solver does not know {switch}={value}; it knows scat, scat-pub")
    if not meanfield.MIN_PLAYERS <= players <= meanfield.MAX_PLAYERS:
        raise SolvedError(
            f"{players} players; the solver knows {meanfield.MIN_PLAYERS} to "
            f"{meanfield.MAX_PLAYERS}"
        )
    if settings.turns % players or settings.turns < 2 * players:
        raise SolvedError(
            f"{settings.turns} turns for {players} players; expected a multiple of {players}, "
            f"{2 * players} or more"
        )


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
    table = most_likely(strategy)
    if not settings.refine_rounds:
        return table
    return refine(
        rules,
        strategy,
        Values(*meanfield.values(rules, strategy, settings.heat)),
        table,
        rounds=settings.refine_rounds,
        deals=settings.refine_deals,
        seed=seed,
        threads=threads,
        progress=lambda done: say(f"self-play, round {done}"),
    )


def _strength(
    rules: Rules, table: Solved, deals: int, *, seed: int, threads: int
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


def _strength_in_company(
    rules: Rules, table: Solved, deals: int, *, seed: int, threads: int
) -> dict[str, dict[str, Any]]:
    """One who follows the table among rules of thumb, and one of them among such players."""
    found = {}
    for meeting in MEETINGS:
        one, others = (table if who == SOLVED else who for who in meeting.split(" among "))
        met = among(rules, one, others, table.players, deals, seed=seed, threads=threads)
        found[meeting] = {
            "pays": met.pays.to_json(),
            "fair": met.fair.to_json(),
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
        "players": table.players,
        "seed": seed,
        "settings": asdict(settings),
        "code": advisor.__version__,
        "date": datetime.now(UTC).date().isoformat(),
        "strength": strength,
        "sha256": hashlib.sha256(to_bytes(table)).hexdigest(),
    }


def _key(rules: Rules, players: int, settings: Settings) -> str:
    """What a checkpoint belongs to: all but how far it has come."""
    made = f"{rules.name} players={players} heat={settings.heat} turns={settings.turns}"
    return f"{FORMAT} {VERSION} {made}"


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
            rounds, players = int(found["rounds"]), len(found["tail"])
            return meanfield.Strategy(players=players, **arrays, rounds=rounds)
    except (OSError, ValueError, KeyError) as failed:
        if isinstance(failed, SolvedError):
            raise
        raise SolvedError(f"the checkpoint {path.name} cannot be read: {failed}") from failed
