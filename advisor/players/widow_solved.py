"""The player of widow who looks up what every move is worth: what is stored, and how he plays.

For each preset one archive (without pickled objects) holds a table for every number of players
and the classes of what three open cards offer; the JSON file beside it says where they come
from. How a move is looked up stands in :mod:`advisor.playout.widow_table`, for the referee and
the compiled loop alike.
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

from advisor.hands import hand_index, score, suit_classes
from advisor.players.thumb import PlayerError
from advisor.referee.actions import Action, Knock, Pass, Show, Swap
from advisor.resources import data_path
from advisor.rules import Rules, nearest_preset

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from advisor.cards import Card
    from advisor.position import Position

FORMAT: Final = "thirtyone-exchange"
VERSION: Final = 1
SEATS: Final = range(2, 8)
GRAIN: Final = 1000
"""Worths are stored in thousandths of the pot, or of a token."""
MAX_BYTES: Final = 16_000_000
"""No archive is larger than that."""


class WidowTableError(PlayerError):
    """A table that is damaged, foreign, or not there."""


@dataclass(frozen=True, slots=True)
class WidowTable:
    """What every move is worth to one who plays by this table.

    Parameters
    ----------
    values
        Worth of every cell; float32, shape (cells,).
    danger
        Class of what every three open cards offer to the next player; uint8, shape (22100,).
    """

    values: NDArray[np.float32]
    danger: NDArray[np.uint8]


class SolvedWidowPlayer:
    """Makes the move of highest worth; decides from a position and his own last turn.

    Parameters
    ----------
    name
        ``solved``; there is only one.
    """

    def __init__(self, name: str = "solved") -> None:
        self.name = name
        self._turn = -1
        self._passed_at = -1

    def act(self, position: Position, legal: Sequence[Action]) -> Action:
        """Choose at the start of a turn, or say whether to show a 31."""
        if Show() in legal:
            return Show()
        seats = len(position.order)
        # A pass counts only if it was his last turn of this very hand.
        passed_at = self._passed_at if position.turn == self._turn + seats else -1
        action = table_action(position, passed_at, may_knock=Knock() in legal)
        self._turn = position.turn
        self._passed_at = hand_index(position.widow) if action == Pass() else -1
        return action

    @staticmethod
    def throw(position: Position, drawn: Card) -> Action:
        """Refuse: only scat asks what to throw."""
        raise PlayerError(f"card {drawn} was drawn in {position.rules.game}; widow has no stock")


def table_action(position: Position, passed_at: int, *, may_knock: bool) -> Action:
    """Look up the move of highest worth.

    Parameters
    ----------
    position
        What he sees.
    passed_at
        The open cards (as the rank of a hand) at which he passed on his last turn; -1 if he
        did something else.
    may_knock
        Whether the rules let him knock.
    """
    # Numba is wanted from here on only.
    from advisor.playout.widow import game_for  # noqa: PLC0415
    from advisor.playout.widow_state import state_of  # noqa: PLC0415
    from advisor.playout.widow_table import table_move  # noqa: PLC0415

    rules, seats = position.rules, len(position.order)
    seat = position.order.index(position.seat)
    move, _ = table_move(
        np.array(position.hand, dtype=np.int64),
        np.array(position.widow, dtype=np.int64),
        score(position.hand, rules),
        may_knock,
        seat,
        state_of(position, passed_at),
        seats,
        game_for(rules, ["solved"] * seats),
        0,
        0.0,
        np.uint64(0),
        np.empty(21, dtype=np.float64),
    )
    return action_of(int(move), position.hand, position.widow)


def action_of(move: int, hand: Sequence[Card], widow: Sequence[Card]) -> Action:
    """Turn a move as the compiled loop writes it into an action at the table."""
    from advisor.playout.widow_swaps import KNOCK, PASS  # noqa: PLC0415  # as above

    if move in (KNOCK, PASS):
        return Knock() if move == KNOCK else Pass()
    chosen = [
        tuple(card for place, card in enumerate(cards) if places >> place & 1)
        for places, cards in ((move >> 3, hand), (move & 7, widow))
    ]
    return Swap(*chosen)


def move_of(give: Sequence[Card], get: Sequence[Card], position: Position) -> int:
    """Write a swap as the compiled loop does; giving nothing is a pass."""
    mine = sum(1 << place for place, card in enumerate(position.hand) if card in give)
    return 8 * mine + sum(1 << place for place, card in enumerate(position.widow) if card in get)


@cache
def widow_table(rules: Rules, seats: int) -> WidowTable:
    """Load the table of the preset nearest to some rules.

    Raises
    ------
    WidowTableError
        If there is none for so many players, or it is damaged.
    """
    preset = nearest_preset(rules)
    arrays = _arrays(preset)
    if f"values-{seats}" not in arrays:
        raise WidowTableError(f"there is no table for {seats} players of {preset}")
    values = arrays[f"values-{seats}"].astype(np.float32) / np.float32(GRAIN)
    danger = arrays["danger"].astype(np.uint8)[suit_classes()]
    values.flags.writeable = danger.flags.writeable = False
    return WidowTable(values, danger)


def to_bytes(danger: NDArray[np.uint8], values: dict[int, NDArray[np.float32]]) -> bytes:
    """Pack tables into the bytes of an archive; `danger` has an entry for each suit class."""
    archive = io.BytesIO()
    worths = {
        f"values-{seats}": np.round(of * GRAIN).astype(np.int16) for seats, of in values.items()
    }
    np.savez_compressed(archive, danger=danger, **worths)  # type: ignore[arg-type]
    return archive.getvalue()


def save(path: Path, archive: bytes, provenance: dict[str, Any]) -> None:
    """Write an archive and, beside it, the JSON file that says where it comes from."""
    path.write_bytes(archive)
    paper = provenance | {"sha256": hashlib.sha256(archive).hexdigest()}
    text = json.dumps(paper, indent=1, ensure_ascii=False)
    path.with_suffix(".json").write_text(text + "\n", encoding="utf-8")


def provenance_of(preset: str) -> dict[str, Any]:
    """Read where the shipped tables of a preset come from, and how strong they are."""
    path = _path(preset).with_suffix(".json")
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    if found.get("format") != FORMAT or found.get("version") != VERSION:
        raise WidowTableError(f"{path.name} is not of format {FORMAT}, version {VERSION}")
    return found


def _path(preset: str) -> Path:
    try:
        return data_path(f"exchange-{preset}.npz")
    except FileNotFoundError as missing:
        raise WidowTableError(f"there are no tables for {preset}") from missing


@cache
def _arrays(preset: str) -> dict[str, NDArray[np.int16]]:
    path, paper = _path(preset), provenance_of(preset)
    archive = path.read_bytes()
    if len(archive) > MAX_BYTES or hashlib.sha256(archive).hexdigest() != paper["sha256"]:
        raise WidowTableError(
            f"{path.name} is damaged: its checksum is not the one in {path.stem}.json"
        )
    # allow_pickle is off: nothing in the file can run.
    with np.load(io.BytesIO(archive), allow_pickle=False) as opened:
        return {name: opened[name] for name in opened.files}
