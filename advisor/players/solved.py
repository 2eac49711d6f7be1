"""The player who follows a solved table: what is stored, how it is checked, how it is read.

A table has an entry for every turn, hand and top card up to renaming suits, and one for every
four cards among which one must be thrown. It is a numpy archive without pickled objects; next
to it lies a JSON file that says where it comes from. Later turns repeat the last round.
"""

from __future__ import annotations

import hashlib
import io
import json
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from advisor.cards import quoted
from advisor.players.clues import KNOCKING, THROWING
from advisor.players.written import (
    CERTAIN,
    DOUBT,
    DRAW,
    INSTEAD,
    KNOCK,
    MOVE,
    OTHER,
    PLACE,
    SURE,
    TAKES_LAST,
    THROW_DOUBT,
    Ways,
    certain,
)
from advisor.resources import data_path
from advisor.rules import RulesError, differences, preset
from advisor.suits import four_classes, hand_classes, pair_numbers

if TYPE_CHECKING:
    from pathlib import Path

    from advisor.rules import Rules

TABLES: Final = ("scat", "scat-pub")
"""Presets for which tables are shipped."""

SOLVED: Final = "solved"
"""Name of the player who follows the shipped table."""

FORMAT: Final = "thirtyone-solved"
VERSION: Final = 3
N_PAIRS: Final = 63_193
N_FOUR_CLASSES: Final = 16_432
MAX_TURNS: Final = 64
MAX_BYTES: Final = 8_000_000
"""No archive and no array in it is larger than that."""

ARRAYS: Final = {
    "moves": (np.uint16, (N_PAIRS,)),
    "throws": (np.uint8, (N_FOUR_CLASSES,)),
    "knocking": (np.int16, KNOCKING),
    "throwing": (np.int16, THROWING),
}
"""The arrays of an archive: what they hold, and their shape for one turn."""

PROVENANCE: Final = {
    "format": str,
    "version": int,
    "rules": str,
    "players": int,
    "seed": int,
    "settings": dict,
    "code": str,
    "date": str,
    "strength": dict,
    "sha256": str,
}
"""What the JSON file must say, and of what type."""


def row_of(turn: int, turns: int, players: int) -> int:
    """Find the row of a table for a turn; what comes after the last repeats the last ones."""
    return turn if turn < turns else turns - players + turn % players


class SolvedError(ValueError):
    """A table that is damaged, foreign, or not there."""


@dataclass(frozen=True, slots=True)
class Solved:
    """A strategy for ``scat``; read-only.

    Parameters
    ----------
    moves
        Entry of every turn and (hand, top card) class, as :mod:`advisor.players.written` reads
        them; uint16, shape (turns, 63193). Moves name places in the hand that stands for its
        class.
    throws
        Entry of every turn and class of four cards; uint8, shape (turns, 16432). Places are
        those in the four that stand for the class.
    knocking, throwing
        What clues add, int16, shapes (turns, *KNOCKING) and (turns, *THROWING).
    provenance
        Where it comes from.
    players
        How many players it is for; the number of turns is a multiple of that.
    """

    moves: NDArray[np.uint16]
    throws: NDArray[np.uint8]
    knocking: NDArray[np.int16]
    throwing: NDArray[np.int16]
    provenance: dict[str, Any]
    players: int = 2

    def __post_init__(self) -> None:
        for name, (dtype, shape) in ARRAYS.items():
            _check(getattr(self, name), dtype, shape, name)
        turns = len(self.moves)
        lengths = {len(getattr(self, name)) for name in ARRAYS}
        if len(lengths) > 1 or not 2 <= turns <= MAX_TURNS or turns % self.players:
            raise SolvedError(
                f"the table has {turns} turns of moves and {len(self.throws)} of throws; expected "
                f"the same multiple of {self.players} (players), at most {MAX_TURNS}"
            )
        moves = self.moves & MOVE, (self.moves >> INSTEAD) & MOVE
        if max(found.max() for found in moves) > DRAW or (self.moves >> DOUBT).max() > CERTAIN:
            raise SolvedError(f"the table holds an entry {self.moves.max()} that does not exist")
        for name in ARRAYS:
            getattr(self, name).flags.writeable = False

    def expanded(self) -> Ways:
        """Write the table out for every hand, as the compiled loop reads it."""
        classes, fours = np.maximum(pair_numbers(), 0), four_classes()
        turns = len(self.moves)
        moves = np.empty((turns, *classes.shape), dtype=np.uint16)
        throws = np.empty((turns, len(fours.number)), dtype=np.uint8)
        # An order of the cards and an entry of its class make one number, looked up in one go;
        # turn by turn, since all at once take several times the memory of the result.
        of_hands = (_orders(hand_classes().places) << 7).astype(np.uint16)
        of_fours = (_orders(fours.places) << THROW_DOUBT).astype(np.uint16)
        for turn in range(turns):
            entries = self.moves[turn].take(classes)
            moves[turn] = _move_places().take(of_hands | entries & 127)
            moves[turn] |= entries & np.uint16(CERTAIN << DOUBT)
            entries = self.throws[turn].take(fours.number)
            throws[turn] = _throw_places().take(of_fours | entries & 15)
            throws[turn] |= entries & np.uint8(SURE << THROW_DOUBT)
        return Ways(moves, throws, self.knocking, self.throwing)


def compact(moves: NDArray[np.uint8], throws: NDArray[np.uint8], players: int) -> Solved:
    """Make a table that heeds no clue, and says not where it comes from.

    Parameters
    ----------
    moves, throws
        What he does, and throws, by classes; as in :class:`Solved` but without doubts.
    players
        How many play.
    """
    return Solved(*certain(moves, throws), {}, players)


def _orders(places: NDArray[np.int64]) -> NDArray[np.int64]:
    """Number the order of the cards of sets, shape (n, k), as :func:`itertools.permutations`."""
    size = places.shape[1]
    number = np.zeros(size**size, dtype=np.int64)
    for order, cards in enumerate(permutations(range(size))):
        number[np.ravel_multi_index(cards, (size,) * size)] = order
    return np.asarray(number[np.ravel_multi_index(tuple(places.T), (size,) * size)])


@cache
def _move_places() -> NDArray[np.uint16]:
    """Entry for a hand by the order of its cards and the entry of its class, but for doubts."""
    found = np.zeros((6, 128), dtype=np.uint16)
    entries = np.arange(128)
    for order, cards in enumerate(permutations(range(3))):
        name = np.array([KNOCK, *(card + 1 for card in cards), DRAW, 0, 0, 0])
        found[order] = (
            name[entries & MOVE] | entries & TAKES_LAST | name[entries >> INSTEAD] << INSTEAD
        )
    return found.ravel()


@cache
def _throw_places() -> NDArray[np.uint8]:
    """Entry for four cards by their order and the entry of their class, but for doubts."""
    places, entries = np.array(list(permutations(range(4)))), np.arange(16)
    found = places[:, entries & PLACE] | places[:, entries >> OTHER] << OTHER
    return np.asarray(found.astype(np.uint8).ravel())


def check_rules(rules: Rules) -> None:
    """Refuse rules for which no table is near enough.

    Raises
    ------
    RulesError
        If it is another game.
    SolvedError
        If the pack is another one.
    """
    if rules.game != "scat":
        raise RulesError(f"the solver does not know the game {rules.game}; it knows scat")
    if rules.pack != 52:
        raise SolvedError(f"there is no solved table for a pack of {rules.pack} cards; only for 52")


def solved(rules: Rules, players: int) -> Solved:
    """Load the shipped table for some rules, or for the nearest ones.

    Raises
    ------
    RulesError, SolvedError
        As :func:`nearest`.
    """
    return nearest(rules, players)[0]


def nearest(rules: Rules, players: int) -> tuple[Solved, str]:
    """Load the shipped table for some rules, or for the nearest ones, and say which it is.

    Parameters
    ----------
    rules
        The rules in force. Switches other than the pack may have any value: who follows the
        table plays on like the greedy player where it knocks too early.
    players
        How many play.

    Returns
    -------
    tuple
        The table; and a sentence that says by what the rules differ from those of the table,
        "" if they do not.

    Raises
    ------
    RulesError
        If it is another game.
    SolvedError
        If there is no table for so many players or for this pack, or it is damaged.
    """
    check_rules(rules)
    name = min(TABLES, key=lambda name: len(_matter(name, rules)))
    differ = differences(preset(name), rules)
    said = ", ".join(f"{switch}={value}" for switch, value in differ.items())
    sentence = f"the solved table is that of {name}; these rules differ: {said}" if differ else ""
    return _shipped(name, players), sentence


def _matter(name: str, rules: Rules) -> set[str]:
    """Switches that differ from a preset's and change what is good within a hand."""
    return set(differences(preset(name), rules)) - {"tokens", "free_ride"}


@cache
def _shipped(name: str, players: int) -> Solved:
    try:
        path = data_path(f"solved-{name}-{players}.npz")
    except FileNotFoundError as missing:
        raise SolvedError(f"there is no solved table for {players} players of {name}") from missing
    return load(path)


def save(path: Path, table: Solved) -> None:
    """Write a table and, beside it, the JSON file that says where it comes from."""
    path.write_bytes(archive := to_bytes(table))
    provenance = table.provenance | {"sha256": hashlib.sha256(archive).hexdigest()}
    text = json.dumps(provenance, indent=1, ensure_ascii=False)
    path.with_suffix(".json").write_text(text + "\n", encoding="utf-8")


def to_bytes(table: Solved) -> bytes:
    """Pack the arrays of a table into the bytes of an archive; the same bytes every time."""
    archive = io.BytesIO()
    arrays = {name: getattr(table, name) for name in ARRAYS}
    np.savez_compressed(archive, allow_pickle=False, **arrays)
    return archive.getvalue()


def load(path: Path) -> Solved:
    """Read a table and check it.

    Parameters
    ----------
    path
        The archive; the JSON file of the same name lies beside it.

    Raises
    ------
    SolvedError
        If it is damaged or not such a table, with the reason.
    """
    provenance = _provenance(path.with_suffix(".json"))
    if path.stat().st_size > MAX_BYTES:
        raise SolvedError(f"{path.name} is larger than {MAX_BYTES} bytes; not a solved table")
    archive = path.read_bytes()
    if hashlib.sha256(archive).hexdigest() != provenance["sha256"]:
        raise SolvedError(
            f"{path.name} is damaged: its checksum is not the one in {path.stem}.json"
        )
    return Solved(
        **_arrays(path.name, archive), provenance=provenance, players=provenance["players"]
    )


def _provenance(path: Path) -> dict[str, Any]:
    try:
        with path.open("rb") as file:
            found = json.loads(file.read(MAX_BYTES))
    except (OSError, ValueError) as failed:
        raise SolvedError(f"{path.name} cannot be read as JSON: {failed}") from failed
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise SolvedError(f"{path.name} does not describe a solved table (format {FORMAT})")
    for name, kind in PROVENANCE.items():
        if type(found.get(name)) is not kind:
            raise SolvedError(
                f"{path.name} says no {name}; expected a value of type {kind.__name__}"
            )
    if found["players"] < 2:
        raise SolvedError(f"{path.name} is for {found['players']} players; expected 2 or more")
    if found["version"] != VERSION:
        raise SolvedError(
            f"{path.name} has version {found['version']}; this program reads {VERSION}"
        )
    return found


def _arrays(name: str, archive: bytes) -> dict[str, Any]:
    try:
        # allow_pickle is off: nothing in the file can run.
        with np.load(io.BytesIO(archive), allow_pickle=False) as opened:
            sizes = {info.filename: info.file_size for info in opened.zip.infolist()}
            wanted = {f"{part}.npy" for part in ARRAYS}
            if set(sizes) == wanted and max(sizes.values()) <= MAX_BYTES:
                return {part: opened[part] for part in ARRAYS}
    except Exception as failed:  # whatever zipfile and numpy say about foreign bytes
        raise SolvedError(f"{name} is not an archive of arrays: {failed}") from failed
    raise SolvedError(f"{name} holds {quoted(str(sorted(sizes)))}; expected {', '.join(ARRAYS)}")


def _check(array: NDArray[Any], dtype: type, shape: tuple[int, ...], name: str) -> None:
    if array.dtype != dtype or array.ndim != 1 + len(shape) or array.shape[1:] != shape:
        raise SolvedError(
            f"{name} has shape {array.shape} of {array.dtype}; expected "
            f"{('turns', *shape)} of {np.dtype(dtype).name}"
        )
