"""The file with the chart of basic strategy: made, measured and written.

``python -m advisor.solve.chart_file --seed 31 --out basic-scat.json`` makes the shipped file
anew: the same seed, tables and settings give the same charts.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import advisor
from advisor.players.basic import FORMAT, VERSION, Basic, write_out
from advisor.players.solved import SOLVED, SolvedError
from advisor.players.ways import ways
from advisor.rules import preset
from advisor.solve.bench import Bench, mean
from advisor.solve.chart import START, search, search_all

if TYPE_CHECKING:
    from collections.abc import Callable

    from advisor.players.written import Ways
    from advisor.rules import Rules

ITSELF: Final = "itself"
"""Whom the chart was found against where no table is solved: players of the same chart."""

OPPONENTS: Final = ("flat:22", "flat:25", "rising")
"""Rules of thumb that are measured beside it."""

WITHOUT: Final[dict[str, dict[str, Any]]] = {
    "take": {"take_to": 31, "take_gain": 1, "last_to": 31, "last_gain": 1},
    "pair": {"pair": 0},
    "two_cards": {"two_cards": 0},
    "high_top": {"high_top": 0},
    "took": {"took": 0},
}
"""What the chart is without one of its rules: it takes all that raises the score, and so on."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How much is played.

    Parameters
    ----------
    hands
        Hands for each chart tried: deals times seats.
    measured
        Hands for each number in the file.
    rounds
        Most searches against the last chart itself, where no table is solved.
    """

    hands: int = 240_000
    measured: int = 2_000_000
    rounds: int = 4


def make(
    rules: Rules,
    players: int,
    *,
    seed: int,
    settings: Settings,
    progress: Callable[[str], None],
) -> dict[str, Any]:
    """Find the chart for so many players and measure it.

    Parameters
    ----------
    rules, players
        The game.
    seed
        Seed of the decks; those of the measurement are others.
    settings
        How much is played.
    progress
        Called with a sentence now and then.

    Returns
    -------
    dict
        What the file says about this number of players.
    """
    field = _solved(rules, players)
    if field is None:
        chart = _against_itself(rules, players, seed, settings, progress)
    else:
        chart = search_all(Bench(rules, players, field, settings.hands // players, seed), progress)
    progress("measuring")
    return {
        "chart": asdict(chart),
        "found_among": ITSELF if field is None else SOLVED,
        "settings": asdict(settings),
        **measure(rules, players, chart, seed=seed + 1, hands=settings.measured),
    }


def _against_itself(
    rules: Rules,
    players: int,
    seed: int,
    settings: Settings,
    progress: Callable[[str], None],
) -> Basic:
    """Where no table is solved: search against the last chart until nothing changes."""
    chart, deals = START, settings.hands // players
    for _ in range(settings.rounds):
        bench = Bench(rules, players, write_out(chart, rules, players), deals, seed)
        chart, before = search(bench, chart, progress), chart
        if chart == before:
            break
    return chart


def measure(
    rules: Rules, players: int, chart: Basic, *, seed: int, hands: int
) -> dict[str, dict[str, Any]]:
    """Measure a chart: tokens a hand.

    Returns
    -------
    dict
        What one who plays by it wins among others (``among``), what others win among solved
        players (``others``), and what it loses there without one of its rules (``without``).
        Where no table is solved, players of the chart take their place.
    """
    way, table = write_out(chart, rules, players), _solved(rules, players)
    field = way if table is None else table
    solved = Bench(rules, players, field, hands // players, seed)
    won = solved.won(way)
    among = {} if table is None else {SOLVED: mean(won).to_json()}
    others, without = {}, {}
    for name in OPPONENTS:
        thumb = ways(name, rules, players)
        among[name] = mean(replace(solved, field=thumb).won(way)).to_json()
        others[name] = mean(solved.won(thumb)).to_json()
    for name, less in _without(chart, rules, players).items():
        without[name] = mean(won - solved.won(less)).to_json()
    return {"among": among, "others": others, "without": without}


def _without(chart: Basic, rules: Rules, players: int) -> dict[str, Ways]:
    """Play by the chart but for one of its rules."""
    found = {
        name: write_out(replace(chart, **less), rules, players)
        for name, less in WITHOUT.items()
        if players == 2 or name != "took"
    }
    found["take_first"] = write_out(chart, rules, players, knocks_first=True)
    found["rounds"] = write_out(replace(chart, knock=(chart.knock[1],) * 4), rules, players)
    return found


def _solved(rules: Rules, players: int) -> Ways | None:
    try:
        return ways(SOLVED, rules, players)
    except SolvedError:
        return None


def document(charts: dict[str, Any], rules: Rules, seed: int) -> dict[str, Any]:
    """Put charts and where they come from together."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "rules": rules.name,
        "seed": seed,
        "code": advisor.__version__,
        "date": datetime.now(UTC).date().isoformat(),
        "charts": charts,
    }


def main(arguments: list[str] | None = None) -> None:
    """Make the file from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=31)
    parser.add_argument("--players", type=int, nargs="+", default=[*range(2, 10)])
    parser.add_argument("--hands", type=int, default=Settings().hands)
    parser.add_argument("--measured", type=int, default=Settings().measured)
    parser.add_argument("--out", type=Path, required=True)
    said = parser.parse_args(arguments)
    settings, rules = Settings(said.hands, said.measured), preset("scat")
    charts: dict[str, Any] = {}
    for players in said.players:

        def tell(sentence: str, players: int = players) -> None:
            sys.stderr.write(f"{players} players: {sentence}\n")

        charts[str(players)] = make(
            rules, players, seed=said.seed, settings=settings, progress=tell
        )
        text = json.dumps(document(charts, rules, said.seed), indent=1)
        said.out.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
