"""Reading the one-line notation, and tokens as people type them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from advisor.cards import Card, CardError, names, parse_cards, quoted
from advisor.position.asking import ask
from advisor.position.log import Log, LogError, parse_log
from advisor.position.seats import OUT
from advisor.position.view import Position, PositionError, Problem
from advisor.rules import RulesError, parse_rules

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

MAX_NOTATION: Final = 6000

# Fields of the notation whose argument in `ask` has another name.
_ARGUMENTS: Final = {"knocked": "knocked_by", "seen": "discards", "pile": "discards"}


def parse_position(text: str) -> Position:
    """Read the one-line notation.

    Parameters
    ----------
    text
        Rules, then ``key:value`` fields in any order, such as
        ``scat hand:JcTcAd top:4h seen:2s9d tokens:4.4.2.1 seat:2 dealer:3 turn:6``. Fields
        that are not there are filled in as in :func:`~advisor.position.ask`; ``players:4`` may
        stand for ``tokens``.

    Raises
    ------
    PositionError
        If the text is not a position or the position cannot exist.
    """
    if len(text) > MAX_NOTATION:
        msg = f"the position has {len(text)} characters; a position has at most {MAX_NOTATION}"
        raise PositionError([Problem("position", msg)])
    try:
        rules_text, *parts = text.split() or [""]
        rules = parse_rules(rules_text)
    except RulesError as error:
        raise PositionError([Problem("position", str(error))]) from error
    fields, found = _split_fields(parts)
    reader = _FieldReader(rules.pack)
    values: dict[str, Any] = {
        _ARGUMENTS.get(key, key): reader.read(key, value) for key, value in fields.items()
    }
    if found := [*found, *reader.found]:
        raise PositionError(found)
    hand = values.pop("hand", ())
    return ask(hand, rules=rules, ordered="pile" in fields, **values)


def parse_tokens(text: str) -> tuple[int, ...]:
    """Read tokens seat by seat, such as ``4,4,2,1``; ``x`` or ``-`` is a seat that is out.

    Raises
    ------
    PositionError
        If an entry is neither a whole number nor ``x``.
    """
    tokens = []
    for entry in text.replace(".", ",").split(","):
        number = entry.strip().lower()
        if number in ("x", "-", "out"):
            tokens.append(OUT)
        elif number.isascii() and number.isdigit() and len(number) <= 3:
            tokens.append(int(number))
        else:
            msg = (
                f"{quoted(entry.strip())} is not a number of tokens; "
                "expected whole numbers such as 4,4,2,1"
            )
            raise PositionError([Problem("tokens", msg)])
    return tuple(tokens)


def _split_fields(parts: Sequence[str]) -> tuple[dict[str, str], list[Problem]]:
    fields: dict[str, str] = {}
    found = []
    for part in parts:
        key, colon, value = part.partition(":")
        if not colon or key not in _FieldReader.KEYS:
            known = ", ".join(_FieldReader.KEYS)
            msg = f"{quoted(part)} is not a field; the fields are {known}"
            found.append(Problem("position", msg))
        elif key in fields:
            found.append(Problem("position", f"the field {key} stands twice; give it once"))
        else:
            fields[key] = value
    if "seen" in fields and "pile" in fields:
        found.append(Problem("position", "seen and pile both stand; give one of them"))
    return fields, found


def _is_whole(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 4


class _FieldReader:
    """Reads the fields of the notation, gathering every problem instead of stopping."""

    KEYS: Final = (
        *("hand", "top", "seen", "pile", "widow", "held", "players", "tokens"),
        *("seat", "dealer", "turn", "knocked", "exchanged", "log"),
    )

    def __init__(self, pack: int) -> None:
        self._pack = pack
        self._readers: dict[str, Callable[[str], object]] = {
            **dict.fromkeys(("hand", "seen", "pile", "widow"), self._cards),
            "top": self._one_card,
            "held": self._held,
            "tokens": parse_tokens,
            "exchanged": self._yes_no,
            "log": self._log,
        }
        self.found: list[Problem] = []

    def read(self, key: str, text: str) -> object:
        """Value of a field, or None after noting what is wrong with it."""
        where = _ARGUMENTS.get(key, key)
        try:
            if key in self._readers:
                return self._readers[key](text)
            return self._number(where, text)
        except LogError as error:
            self.found.append(Problem(where, str(error)))
        except CardError as error:
            self.found.append(Problem(where, f"{key}: {error}"))
        except PositionError as error:
            self.found += error.problems
        return None

    def _cards(self, text: str) -> tuple[Card, ...]:
        return parse_cards(text, pack=self._pack)

    def _log(self, text: str) -> Log:
        return parse_log(text, self._pack)

    def _one_card(self, text: str) -> Card:
        cards = self._cards(text)
        if len(cards) != 1:
            listed = f": {names(cards)}" if cards else ""
            msg = f"expected one card; this has {len(cards)}{listed}"
            raise CardError(msg)
        return cards[0]

    def _held(self, text: str) -> dict[int, tuple[Card, ...]]:
        held: dict[int, tuple[Card, ...]] = {}
        for part in text.split("/"):
            seat, _, cards = part.partition(".")
            if not _is_whole(seat):
                msg = f"held: {quoted(part)} is not a seat and its cards; expected such as 1.KcQc"
                raise PositionError([Problem("held", msg)])
            number = int(seat)
            if number in held:
                msg = f"held names seat {number} twice; give all its cards at once"
                raise PositionError([Problem("held", msg)])
            held[number] = self._cards(cards)
        return held

    @staticmethod
    def _number(key: str, text: str) -> int:
        if not _is_whole(text):
            msg = f"{key} is {quoted(text)}; expected a whole number"
            raise PositionError([Problem(key, msg)])
        return int(text)

    @staticmethod
    def _yes_no(text: str) -> bool:
        if text not in ("yes", "no"):
            msg = f"exchanged is {quoted(text)}; expected yes or no"
            raise PositionError([Problem("exchanged", msg)])
        return text == "yes"
