"""The link: a position in one line ↔ what stands in the fields of the page.

Nothing here draws or remembers anything: plain dictionaries of field values in and out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from advisor.cards import MAX_TEXT, CardError, names, parse_cards, pretty
from advisor.position import OUT, Position, PositionError, Problem, parse_position
from advisor.question import ask_text
from advisor.rules import PRESETS, Rules, RulesError, parse_rules
from advisor.web.fields import ALL_PLACES, EMPTY, MOST_SEATS, NOBODY, rule_fields

if TYPE_CHECKING:
    from collections.abc import Mapping

_NUMBERS: Final = {
    "players": "players",
    "seat": "seat",
    "dealer": "dealer",
    "turn": "turn",
    "knocked": "knocked_by",
}
"""Numbers of the notation, and the fields that show them."""

# Fields that show their own problems, because they keep any text.
_TEXTS: Final = ("hand", "top", "discards", "widow", "tokens")


def fields_of_link(link: str) -> tuple[dict[str, Any], list[Problem]]:
    """Field values that a link says, and what is wrong with it that no field can show.

    What can be read of a broken link is kept.
    """
    try:
        return fields_of(parse_position(link)), []
    except PositionError as error:
        doubtful = {problem.field for problem in error.problems}
        lasting = [problem for problem in error.problems if problem.field not in _TEXTS]
        return _fields_of_broken(link, doubtful), lasting


def fields_of(position: Position) -> dict[str, Any]:
    """Field values that say a position; what follows from the rest is left open."""
    rules = position.rules
    top = () if position.top is None else (position.top,)
    cards = {
        "hand": position.hand[::-1],
        "top": top,
        "seen": position.discards,
        "widow": position.widow[::-1],
    }
    fresh = (rules.tokens,) * position.players
    knocker = NOBODY if position.knocked_by is None else position.knocked_by
    fields = {
        **EMPTY,
        **{place: " ".join(map(pretty, cards[place])) for place in ALL_PLACES},
        **rule_fields(rules),
        "players": position.players,
        "tokens": "" if position.tokens == fresh else _tokens_text(position.tokens),
        "seat": position.seat,
        "knocked_by": knocker,
        "exchanged": position.exchanged,
        "dealer": position.dealer,
        "held": {seat: names(held) for seat, held in enumerate(position.held) if held},
        "ordered": position.ordered,
        "log": str(position.log or ""),
    }
    try:
        follows = position_of(rules, fields) == position
    except PositionError:
        follows = False
    return fields if follows else fields | {"turn": position.turn}


def position_of(rules: Rules, fields: Mapping[str, Any]) -> Position:
    """The position that the fields say.

    Raises
    ------
    PositionError
        With every problem and its field.
    """
    seen = {"pile" if fields["ordered"] else "seen": fields["seen"]}
    knocker = fields["knocked_by"]
    return ask_text(
        rules=rules,
        hand=fields["hand"],
        top=fields["top"],
        widow=fields["widow"],
        held=fields["held"],
        players=int(fields["players"]),
        tokens=fields["tokens"].strip() or None,
        seat=fields["seat"],
        dealer=fields["dealer"],
        turn=fields["turn"],
        knocked_by=None if knocker == NOBODY else knocker,
        exchanged=fields["exchanged"],
        log=fields["log"],
        **seen,
    )


def link_of_draft(rules: Rules, fields: Mapping[str, Any]) -> str:
    """A link for a question that is not complete: whatever can be read of the fields."""
    knocker = None if fields["knocked_by"] == NOBODY else fields["knocked_by"]
    seen = "pile" if fields["ordered"] else "seen"
    tokens = fields["tokens"].replace(" ", "").replace(",", ".")
    parts = {
        "hand": _compact(fields["hand"]),
        "top": _compact(fields["top"]),
        seen: _compact(fields["seen"]),
        "widow": _compact(fields["widow"]),
        "held": "/".join(
            f"{seat}.{cards}" for seat, text in fields["held"].items() if (cards := _compact(text))
        ),
        "tokens": tokens,
        "players": None if tokens else fields["players"],
        "seat": fields["seat"],
        "dealer": fields["dealer"],
        "turn": fields["turn"],
        "knocked": knocker,
        "exchanged": "yes" if fields["exchanged"] else "",
        "log": fields["log"],
    }
    listed = [f"{key}:{value}" for key, value in parts.items() if value not in ("", None)]
    return " ".join([rules.name, *listed])


def _fields_of_broken(link: str, doubtful: set[str]) -> dict[str, Any]:
    """Fields of a link that is not a position; numbers that are in doubt stay as they are."""
    first, *parts = link[:MAX_TEXT].split() or [""]
    said = {key: value for key, _, value in (part.partition(":") for part in parts)}
    try:
        rules = parse_rules(first)
    except RulesError:
        rules = PRESETS["scat"]
    fields = EMPTY | rule_fields(rules) | {place: said.get(place, "") for place in ALL_PLACES}
    fields["seen"] = said.get("seen", said.get("pile", ""))
    fields["ordered"] = "pile" in said
    fields["exchanged"] = said.get("exchanged") == "yes"
    fields["held"] = _held_of(said.get("held", ""))
    fields["log"] = said.get("log", "")
    fields["tokens"] = said.get("tokens", "").replace(".", ",")
    for key, name in _NUMBERS.items():
        if name not in doubtful and said.get(key, "").isdecimal():
            fields[name] = int(said[key])
    if fields["tokens"] and "tokens" not in doubtful and "players" not in doubtful:
        fields["players"] = fields["tokens"].count(",") + 1
    return fields


def _held_of(text: str) -> dict[int, str]:
    """Cards of other seats, as far as they can be read: ``1.KcQc/2.9s``."""
    parts = [part.partition(".") for part in text.split("/")]
    seats = set(map(str, range(MOST_SEATS)))
    return {int(seat): cards for seat, _, cards in parts if seat in seats and _compact(cards)}


def _compact(text: str) -> str:
    """Cards without blanks, as the notation wants them; nothing if they cannot be read."""
    try:
        return names(parse_cards(text), "")
    except CardError:
        return ""


def _tokens_text(tokens: tuple[int, ...]) -> str:
    return ",".join("x" if left == OUT else str(left) for left in tokens)
