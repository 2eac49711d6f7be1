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
from advisor.hands import THIRTY_ONE, best_discard, hand_cards, hand_index, score
from advisor.referee.actions import Draw, Knock, Show, Take, Throw
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

TABLES: Final = ("scat", "scat-pub")
"""Presets for which tables are shipped."""

SOLVED: Final = "solved"
"""Name of the player who follows the shipped table."""

FORMAT: Final = "thirtyone-solved"
VERSION: Final = 2
N_PAIRS: Final = 63_193
N_FOUR_CLASSES: Final = 16_432
MAX_TURNS: Final = 64
MAX_BYTES: Final = 8_000_000
"""No archive and no array in it is larger than that."""

KNOCK: Final = 0
DRAW: Final = 4
"""Moves 1, 2, 3 take the top card and throw the low, middle or high card of the hand."""
TAKES_LAST: Final = 8
"""Added to a move if he takes the top card when this turn is his last, after a knock."""

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
        Move of every turn and (hand, top card) class, plus :data:`TAKES_LAST`; uint8, shape
        (turns, 63193). Moves name places in the hand that stands for its class.
    throws
        Place, 0 to 3, of the card to throw of the four that stand for each class; uint8,
        shape (turns, 16432).
    provenance
        Where it comes from.
    players
        How many players it is for; the number of turns is a multiple of that.
    """

    moves: NDArray[np.uint8]
    throws: NDArray[np.uint8]
    provenance: dict[str, Any]
    players: int = 2

    def __post_init__(self) -> None:
        _check(self.moves, (N_PAIRS,), "moves")
        _check(self.throws, (N_FOUR_CLASSES,), "throws")
        turns = len(self.moves)
        if turns != len(self.throws) or not 2 <= turns <= MAX_TURNS or turns % self.players:
            raise SolvedError(
                f"the table has {turns} turns of moves and {len(self.throws)} of throws; expected "
                f"the same multiple of {self.players} (players), at most {MAX_TURNS}"
            )
        if (self.moves & 7).max() > DRAW or self.moves.max() > TAKES_LAST + DRAW:
            raise SolvedError(f"the table holds a move {self.moves.max()} that does not exist")
        if self.throws.max() > 3:
            raise SolvedError(f"the table throws card {self.throws.max()} of four; expected 0 to 3")
        self.moves.flags.writeable = self.throws.flags.writeable = False

    def row(self, turn: int) -> int:
        """Find the row for a turn; what comes after the last repeats the last round."""
        return row_of(turn, len(self.moves), self.players)

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
        return entry, suit_exchanged(int(hand_cards()[turned, at]), top % 4)

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
        # An order of the cards and an entry of its class make one number, looked up in one go.
        orders = _orders(hand_classes().places)
        moves = np.take(self.moves, np.maximum(pair_numbers(), 0), axis=1)
        moves += (orders * (TAKES_LAST * 2)).astype(np.uint8)
        fours = four_classes()
        throws = np.take(self.throws, fours.number, axis=1)
        throws += (_orders(fours.places) * 4).astype(np.uint8)
        return _move_places().take(moves), _throw_places().take(throws)


def _orders(places: NDArray[np.int64]) -> NDArray[np.int64]:
    """Number the order of the cards of sets, shape (n, k), as :func:`itertools.permutations`."""
    size = places.shape[1]
    number = np.zeros(size**size, dtype=np.int64)
    for order, cards in enumerate(permutations(range(size))):
        number[np.ravel_multi_index(cards, (size,) * size)] = order
    return np.asarray(number[np.ravel_multi_index(tuple(places.T), (size,) * size)])


def _move_places() -> NDArray[np.uint8]:
    """Entry for a hand by the order of its cards and the entry of its class."""
    found = np.zeros((6, 2 * TAKES_LAST), dtype=np.uint8)
    for order, cards in enumerate(permutations(range(3))):
        found[order, : DRAW + 1] = [KNOCK, *(card + 1 for card in cards), DRAW]
    found[:, TAKES_LAST:] = found[:, :TAKES_LAST] | TAKES_LAST
    return found.ravel()


def _throw_places() -> NDArray[np.uint8]:
    """Place of a card by the order of the four and its place in their class."""
    return np.array(list(permutations(range(4))), dtype=np.uint8).ravel()


class SolvedPlayer:
    """Follows a table; decides from a position alone.

    Parameters
    ----------
    table
        The table; by default the one that is shipped for the rules and the number of players
        of each position (:func:`solved`).
    """

    def __init__(self, table: Solved | None = None) -> None:
        self._given = table

    def act(self, position: Position, legal: Sequence[Action]) -> Action:
        """Choose at the start of a turn."""
        if Show() in legal:
            return Show()
        if position.top is None:
            raise SolvedError("this table is for scat; there is no top card")
        entry, thrown = self._table(position).move(position.turn, position.hand, position.top)
        best, kept = best_discard(position.hand, position.top, position.rules, keep=True)
        if position.knocked_by is not None:
            return Take(best) if entry >= TAKES_LAST else Draw()
        if entry % TAKES_LAST == KNOCK:
            if Knock() in legal:
                return Knock()
            # Not yet allowed: he plays on like the greedy player.
            return Take(best) if kept > score(position.hand, position.rules) else Draw()
        return Draw() if thrown is None else Take(thrown)

    def throw(self, position: Position, drawn: Card) -> Throw:
        """Choose what to throw after a draw."""
        thrown, kept = best_discard(position.hand, drawn, position.rules, keep=False)
        if position.knocked_by is not None or kept >= THIRTY_ONE:
            return Throw(thrown)
        return Throw(self._table(position).throw(position.turn, position.hand, drawn))

    def _table(self, position: Position) -> Solved:
        players = len(position.order)
        table = solved(position.rules, players) if self._given is None else self._given
        if table.players != players:
            raise SolvedError(f"this table is for {table.players} players; {players} play")
        return table


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
    return Solved(arrays["moves"], arrays["throws"], provenance, provenance["players"])


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


def suit_exchanged(card: int, suit: int) -> Card:
    """Give back a card's suit after clubs and `suit` changed places."""
    if card % 4 == suit:
        return card - suit
    return card + suit if card % 4 == 0 else card
