"""The player who follows a solved table: what is stored, how it is checked, how it is read.

A table has an entry for every turn, hand and top card up to renaming suits, and one for every
four cards among which one must be thrown. It is a numpy archive without pickled objects; next
to it lies a JSON file that says where it comes from. Later turns repeat the last two.
"""

from __future__ import annotations

import hashlib
import io
import json
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from advisor.cards import quoted
from advisor.hands import THIRTY_ONE, best_discard, hand_cards, hand_index
from advisor.referee.actions import Draw, Knock, Take, Throw
from advisor.resources import data_path
from advisor.rules import RulesError, differences, preset
from advisor.suits import (
    four_classes,
    hand_classes,
    pair_numbers,
    set_rank,
    swapped,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from advisor.cards import Card
    from advisor.position import Position
    from advisor.referee.actions import Action
    from advisor.rules import Rules

SWITCHES: Final = frozenset(
    {"three_of_a_kind", "tokens", "free_ride", "knocker_lowest_pays", "knocker_tied_lowest"}
)
"""Switches that may differ from those of ``scat``."""

SOLVED: Final = "solved"
"""Name of the player who follows the shipped table."""

FORMAT: Final = "thirtyone-solved"
VERSION: Final = 1
N_PAIRS: Final = 63_193
N_FOUR_CLASSES: Final = 16_432
MAX_TURNS: Final = 64
MAX_BYTES: Final = 8_000_000
"""No archive and no array in it is larger than that."""

KNOCK: Final = 0
DRAW: Final = 4
"""Moves 1, 2, 3 take the top card and throw the low, middle or high card of the hand."""
TAKES_LAST: Final = 8
"""Added to a move if he takes the top card on his last turn, after a knock at this turn."""

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


class SolvedError(ValueError):
    """A table that is damaged, foreign, or not there."""


@dataclass(frozen=True, slots=True)
class Solved:
    """A strategy for two players of ``scat``; read-only.

    Parameters
    ----------
    moves
        Move of every turn and (hand, top card) class, plus :data:`TAKES_LAST`; uint8, shape
        (turns, 63193). Moves name places in the hand that stands for its class.
    throws
        Place, 0 to 3, of the card to throw of the four that stand for each class; uint8,
        shape (turns, 16432).
    provenance
        Where it comes from.
    """

    moves: NDArray[np.uint8]
    throws: NDArray[np.uint8]
    provenance: dict[str, Any]

    def __post_init__(self) -> None:
        _check(self.moves, (N_PAIRS,), "moves")
        _check(self.throws, (N_FOUR_CLASSES,), "throws")
        turns = len(self.moves)
        if turns != len(self.throws) or not 2 <= turns <= MAX_TURNS or turns % 2:
            raise SolvedError(
                f"the table has {turns} turns of moves and {len(self.throws)} of throws; "
                f"expected the same even number, 2 to {MAX_TURNS}"
            )
        if (self.moves & 7).max() > DRAW or self.moves.max() > TAKES_LAST + DRAW:
            raise SolvedError(f"the table holds a move {self.moves.max()} that does not exist")
        if self.throws.max() > 3:
            raise SolvedError(f"the table throws card {self.throws.max()} of four; expected 0 to 3")
        self.moves.flags.writeable = self.throws.flags.writeable = False

    def row(self, turn: int) -> int:
        """Find the row for a turn; what comes after the last repeats the last two."""
        turns = len(self.moves)
        return turn if turn < turns else turns - 2 + turn % 2

    def move(self, turn: int, hand: Sequence[Card], top: Card) -> tuple[int, Card | None]:
        """Look up the start of a turn.

        Returns
        -------
        tuple
            The entry, and the card to throw if its move takes the top card.
        """
        turned = int(swapped()[top % 4, hand_index(hand)])
        entry = int(self.moves[self.row(turn), pair_numbers()[top // 4, turned]])
        place = entry % TAKES_LAST
        if place in (KNOCK, DRAW):
            return entry, None
        at = hand_classes().places[turned, place - 1]
        return entry, _exchanged(int(hand_cards()[turned, at]), top % 4)

    def throw(self, turn: int, hand: Sequence[Card], drawn: Card) -> Card:
        """Look up which of four cards to throw after a draw."""
        four = np.array([sorted((*hand, drawn))], dtype=np.int64)
        number = int(set_rank(four)[0])
        classes = four_classes()
        place = self.throws[self.row(turn), classes.number[number]]
        return int(four[0, classes.places[number, place]])

    def expanded(self) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """Write the table out for every hand, as the compiled loop reads it.

        Returns
        -------
        tuple of ndarray of uint8
            Entries of shape (turns, 13, 22100), for the hand after clubs and the suit of the
            top card have changed places; places of shape (turns, 270725).
        """
        numbers = np.maximum(pair_numbers(), 0)
        entries = self.moves[:, numbers]
        # Places of the hand itself instead of the one that stands for its class.
        at = np.zeros((len(numbers[0]), TAKES_LAST), dtype=np.uint8)
        at[:, 1:DRAW] = hand_classes().places + 1
        at[:, DRAW] = DRAW
        moves = np.take_along_axis(
            at[None, None], (entries % TAKES_LAST)[..., None].astype(np.intp), axis=3
        )[..., 0]
        classes = four_classes()
        places = self.throws[:, classes.number]
        throws = np.take_along_axis(classes.places[None], places[..., None].astype(np.intp), axis=2)
        moves |= entries & TAKES_LAST
        return moves, throws[..., 0].astype(np.uint8)


class SolvedPlayer:
    """Follows a table; decides from a position alone.

    Parameters
    ----------
    table
        The table, for two players.
    """

    def __init__(self, table: Solved) -> None:
        self._table = table

    def act(self, position: Position, legal: Sequence[Action]) -> Action:
        """Choose at the start of a turn."""
        if len(position.order) != 2 or position.top is None:
            raise SolvedError("this table is for two players of scat")
        last = position.knocked_by is not None
        turn = position.turn - last
        entry, thrown = self._table.move(turn, position.hand, position.top)
        if last:
            if entry < TAKES_LAST:
                return Draw()
            return Take(best_discard(position.hand, position.top, position.rules, keep=True)[0])
        if entry % TAKES_LAST == KNOCK and Knock() in legal:
            return Knock()
        return Draw() if thrown is None else Take(thrown)

    def throw(self, position: Position, drawn: Card) -> Throw:
        """Choose what to throw after a draw."""
        thrown, kept = best_discard(position.hand, drawn, position.rules, keep=False)
        if position.knocked_by is not None or kept >= THIRTY_ONE:
            return Throw(thrown)
        return Throw(self._table.throw(position.turn, position.hand, drawn))


def check_rules(rules: Rules) -> None:
    """Refuse rules that no table knows.

    Raises
    ------
    RulesError
        With the switch that would have to be as in ``scat``.
    """
    if rules.game != "scat":
        raise RulesError(f"the solver does not know the game {rules.game}; it knows scat")
    for switch, value in differences(preset("scat"), rules).items():
        if switch not in SWITCHES:
            raise RulesError(f"the solver does not know {switch}={value}; it knows scat, scat-pub")


@cache
def solved(rules: Rules, players: int) -> Solved:
    """Load the table that is shipped for some rules.

    Raises
    ------
    SolvedError
        If there is none, or it is damaged.
    """
    name = f"solved-{rules.name}-{players}.npz"
    try:
        path = data_path(name)
    except FileNotFoundError as missing:
        raise SolvedError(
            f"there is no solved table for {players} players of {rules.name}"
        ) from missing
    return load(path)


def save(path: Path, table: Solved) -> None:
    """Write a table and, beside it, the JSON file that says where it comes from."""
    path.write_bytes(archive := to_bytes(table.moves, table.throws))
    provenance = table.provenance | {"sha256": hashlib.sha256(archive).hexdigest()}
    text = json.dumps(provenance, indent=1, ensure_ascii=False)
    path.with_suffix(".json").write_text(text + "\n", encoding="utf-8")


def to_bytes(moves: NDArray[np.uint8], throws: NDArray[np.uint8]) -> bytes:
    """Pack the arrays of a table into the bytes of an archive; the same bytes every time."""
    archive = io.BytesIO()
    np.savez_compressed(archive, moves=moves, throws=throws)
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
    arrays = _arrays(path.name, archive)
    return Solved(arrays["moves"], arrays["throws"], provenance)


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
    if found["version"] != VERSION:
        raise SolvedError(
            f"{path.name} has version {found['version']}; this program reads {VERSION}"
        )
    return found


def _arrays(name: str, archive: bytes) -> dict[str, NDArray[np.uint8]]:
    try:
        # allow_pickle is off: nothing in the file can run.
        with np.load(io.BytesIO(archive), allow_pickle=False) as opened:
            sizes = {info.filename: info.file_size for info in opened.zip.infolist()}
            if set(sizes) == {"moves.npy", "throws.npy"} and max(sizes.values()) <= MAX_BYTES:
                return {part: opened[part] for part in ("moves", "throws")}
    except Exception as failed:  # whatever zipfile and numpy say about foreign bytes
        raise SolvedError(f"{name} is not an archive of arrays: {failed}") from failed
    raise SolvedError(f"{name} holds {quoted(str(sorted(sizes)))}; expected moves, throws")


def _check(array: NDArray[np.uint8], shape: tuple[int, ...], name: str) -> None:
    if array.dtype != np.uint8 or array.ndim != 2 or array.shape[1:] != shape:
        raise SolvedError(
            f"{name} has shape {array.shape} of {array.dtype}; "
            f"expected (turns, {shape[0]}) of uint8"
        )


def _exchanged(card: int, suit: int) -> Card:
    """Give back a card's suit after clubs and `suit` changed places."""
    if card % 4 == suit:
        return card - suit
    return card + suit if card % 4 == 0 else card
