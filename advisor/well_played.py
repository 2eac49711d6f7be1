"""How hands end when everybody plays well: counted once from self-play, and shipped.

Strategy tables know nothing of tokens, so a hand is the same whatever is left of the pot: how
often each seat pays is a fact about the rules and the number of players. It is counted over
some million hands (:mod:`advisor.counting`) and kept as plain counts in one JSON file for each
preset; the chances to win the pot and all statistics are worked out from these counts.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from datetime import UTC, datetime
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from advisor.resources import data_path
from advisor.rules import PRESETS, Rules, differences, preset, require

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

FORMAT: Final = "thirtyone-well-played"
VERSION: Final = 1
MAX_BYTES: Final = 2_000_000
"""No file of counts is larger than that."""

SHIPPED: Final = ("scat", "scat-pub")
"""Presets for which hands were counted."""

MIN_PLAYERS: Final = 2
MAX_PLAYERS: Final = 9

ROUNDS: Final = 10
"""Rounds told apart; the last one stands for all later ones too."""

ENDINGS: Final = ("dealt 31", "31", "knock", "stock")
"""A 31 as dealt; one made later; hands compared after a knock; the stock ran out (house rule)."""

BY_TOKENS: Final = frozenset({"tokens", "free_ride"})
"""Switches that change nothing within a hand."""


class WellPlayedError(ValueError):
    """Counts that are damaged, foreign, or not there; one clear sentence."""


@dataclass(frozen=True, slots=True)
class WellPlayed:
    """Counts over many hands with the same player in every seat.

    Parameters
    ----------
    players
        Number of seats; seat 0 is first to act.
    player
        Name of the player.
    table
        Checksum of the solved table that he follows; empty for other players.
    hands
        Hands dealt.
    seed
        Seed of the decks.
    capped
        Hands given up after too many turns; they are in none of the counts below.
    paid
        Tokens that each seat pays, one digit for each, such as ``"0100"``, to hands.
    ended
        What ended the hand (:data:`ENDINGS`) to hands.
    turns
        Hands by their length in turns, from 0 to the longest.
    knocks
        For each round in which somebody knocked: hands, sum of his scores in half points,
        sum of their squares, hands in which he pays; shape (:data:`ROUNDS`, 4).
    losers
        For each round in which somebody knocked, of hands that were compared: hands in
        which somebody pays, sum and sum of squares of the score that pays, in half points;
        shape (:data:`ROUNDS`, 3).
    knockers
        For each seat: hands in which it knocks, and those in which it then pays; shape
        (players, 2).
    dealt
        For each seat a row for each score that it was dealt, ascending: the score in half
        points, hands, sum of the tokens that the seat then pays, sum of their squares.
    """

    players: int
    player: str
    table: str
    hands: int
    seed: int
    capped: int
    paid: Mapping[str, int]
    ended: Mapping[str, int]
    turns: tuple[int, ...]
    knocks: tuple[tuple[int, ...], ...]
    losers: tuple[tuple[int, ...], ...]
    knockers: tuple[tuple[int, ...], ...]
    dealt: tuple[tuple[tuple[int, ...], ...], ...]

    def __post_init__(self) -> None:
        if problem := _problem(self):
            raise WellPlayedError(problem)

    @property
    def counted(self) -> int:
        """Hands that the counts rest on."""
        return self.hands - self.capped


def _problem(found: WellPlayed) -> str:
    """Say what is wrong with some counts; nothing if they can be."""
    counted, what = found.counted, f"the hands of {found.players} players"
    if not (MIN_PLAYERS <= found.players <= MAX_PLAYERS and counted > 0):
        return f"{what}: {counted} were counted; expected {MIN_PLAYERS} to {MAX_PLAYERS} players"
    if any(len(key) != found.players or set(key) - set("012") for key in found.paid):
        return f"{what}: payments need one digit, 0 to 2, for each seat"
    sums = (
        sum(found.paid.values()),
        sum(found.ended.values()),
        sum(found.turns),
        *(sum(row[1] for row in seat) for seat in found.dealt),
    )
    if set(sums) != {counted}:
        return f"{what}: the counts sum to {sums}; expected {counted} each time"
    shapes = (np.shape(found.knocks), np.shape(found.losers))
    if shapes != ((ROUNDS, 4), (ROUNDS, 3)) or set(found.ended) != set(ENDINGS):
        return f"{what}: the counts have shapes {shapes} or unknown endings"
    if np.shape(found.knockers) != (found.players, 2) or len(found.dealt) != found.players:
        seats = f"{len(found.knockers)} and {len(found.dealt)} seats"
        return f"{what}: knocks and dealt scores are counted for {seats}"
    return ""


def rows_of(rows: Iterable[Iterable[int]]) -> tuple[tuple[int, ...], ...]:
    """Freeze a table of counts."""
    return tuple(tuple(row) for row in rows)


def nearest(rules: Rules) -> tuple[str, str]:
    """Name of the counted preset that plays most like some rules, and what to say of it.

    Parameters
    ----------
    rules
        The rules in force; the game ``scat``.

    Returns
    -------
    tuple of str
        The preset; and a sentence, empty if hands are played exactly like that.
    """
    require(rules, game="scat", doing="the model solved")
    apart = {
        name: [
            f"{switch}={value}"
            for switch, value in differences(PRESETS[name], rules).items()
            if switch not in BY_TOKENS
        ]
        for name in SHIPPED
    }
    name = min(SHIPPED, key=lambda preset: len(apart[preset]))
    if not apart[name]:
        return name, ""
    return name, f"well-played hands were counted under {name}, without {', '.join(apart[name])}"


def well_played(rules: Rules, players: int) -> WellPlayed:
    """Load the counts that are shipped for some rules, or the nearest ones.

    Raises
    ------
    RulesError
        If the game is another one.
    WellPlayedError
        If there are none, or they are damaged.
    """
    name, _ = nearest(rules)
    by_players = _shipped(name)
    if players not in by_players:
        listed = ", ".join(map(str, by_players))
        raise WellPlayedError(
            f"no well-played hands of {players} players are counted; there are {listed}"
        )
    return by_players[players]


@cache
def _shipped(name: str) -> dict[int, WellPlayed]:
    try:
        path = data_path(file_name(preset(name)))
    except FileNotFoundError as missing:
        raise WellPlayedError(f"no well-played hands of {name} are counted") from missing
    return load(path)


def file_name(rules: Rules) -> str:
    """Name of the file in ``data`` for some rules."""
    return f"well-played-{rules.name}.json"


def save(path: Path, rules: Rules, counts: Iterable[WellPlayed], *, code: str) -> None:
    """Write counts with where they come from and a checksum.

    Parameters
    ----------
    path
        The file.
    rules
        The rules that were played.
    counts
        One for each number of players.
    code
        Version of the program that played.
    """
    hands = [asdict(one) for one in sorted(counts, key=lambda one: one.players)]
    written = {
        "format": FORMAT,
        "version": VERSION,
        "rules": rules.name,
        "code": code,
        "date": datetime.now(UTC).date().isoformat(),
        "sha256": _checksum(hands),
        "hands": hands,
    }
    path.write_text(json.dumps(written, separators=(",", ":")) + "\n", encoding="utf-8")


def load(path: Path) -> dict[int, WellPlayed]:
    """Read counts and check them.

    Returns
    -------
    dict
        Number of players to the counts.

    Raises
    ------
    WellPlayedError
        If the file is damaged or foreign, with the reason.
    """
    try:
        with path.open("rb") as file:
            found = json.loads(file.read(MAX_BYTES))
    except (OSError, ValueError) as failed:
        raise WellPlayedError(f"{path.name} cannot be read as JSON: {failed}") from failed
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise WellPlayedError(f"{path.name} does not hold well-played hands (format {FORMAT})")
    if found.get("version") != VERSION:
        raise WellPlayedError(
            f"{path.name} has version {found.get('version')}; this program reads {VERSION}"
        )
    hands = found.get("hands")
    if not isinstance(hands, list) or _checksum(hands) != found.get("sha256"):
        raise WellPlayedError(f"{path.name} is damaged: its checksum is not the one in it")
    try:
        return {one.players: one for one in map(_counts, hands)}
    except (TypeError, KeyError) as failed:
        raise WellPlayedError(f"{path.name} is damaged: {failed}") from failed


def _counts(said: dict[str, Any]) -> WellPlayed:
    rows = ("knocks", "losers", "knockers")
    known = {field.name: said[field.name] for field in fields(WellPlayed)}
    known |= {name: rows_of(known[name]) for name in rows}
    known["dealt"] = tuple(rows_of(seat) for seat in known["dealt"])
    return WellPlayed(**{**known, "turns": tuple(known["turns"])})


def _checksum(hands: list[Any]) -> str:
    text = json.dumps(hands, separators=(",", ":"), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()
