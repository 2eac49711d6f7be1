"""The sums of a match in a file, to go on from later; JSON with a checksum.

A file is believed only if it is whole, and of this program's version, these rules, this
line-up and this seed.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any, Final

from advisor import __version__
from advisor.cards import quoted
from advisor.match.errors import MatchError
from advisor.match.plan import MAX_HANDS, MAX_PLAYERS, Plan
from advisor.match.sums import MEASURES, Sums
from advisor.rules import RULES_VERSION, parse_rules

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

FORMAT: Final = "thirtyone match"
MAX_BYTES: Final = 200_000
"""Nine players fill about a tenth of this."""

_KEYS: Final = {
    *("format", "program", "rules_version", "rules", "players", "seed", "pots"),
    *("sets", "hands", "capped", "totals", "products", "checksum"),
}


def save(path: Path, plan: Plan, sums: Sums) -> None:
    """Write the sums; the file is replaced as a whole or not at all.

    Raises
    ------
    MatchError
        If it cannot be written.
    """
    content: dict[str, object] = {
        "format": FORMAT,
        "program": __version__,
        "rules_version": RULES_VERSION,
        "rules": plan.rules.name,
        "players": plan.names,
        "seed": plan.seed,
        "pots": plan.pots,
        "sets": sums.sets,
        "hands": sums.hands,
        "capped": sums.capped,
        "totals": sums.totals,
        "products": sums.products,
    }
    text = json.dumps(content | {"checksum": _checksum(content)}, separators=(",", ":"))
    partial = path.with_name(f"{path.name}.part")
    try:
        partial.write_text(f"{text}\n", encoding="ascii")
        partial.replace(path)
    except OSError as error:
        raise MatchError(f"{path} cannot be written: {error.strerror}") from error


def load(path: Path) -> tuple[Plan, Sums]:
    """Read what :func:`save` wrote.

    Raises
    ------
    MatchError
        If the file cannot be read, is damaged, or is of another version; with the reason.
    RulesError, PlayerError
        If its rules or players do not exist.
    """
    content = _content(path)
    for key, ours in (("program", __version__), ("rules_version", RULES_VERSION)):
        if content[key] != ours:
            raise MatchError(
                f"{path} was saved by another version ({key} {quoted(str(content[key]))}, "
                f"this is {ours}); its hands cannot be mixed with new ones"
            )
    plan = Plan(
        parse_rules(content["rules"]), tuple(content["players"]), content["seed"], content["pots"]
    )
    return plan, Sums(
        content["sets"],
        content["hands"],
        content["capped"],
        tuple(content["totals"]),
        tuple(map(tuple, content["products"])),
    )


def _content(path: Path) -> dict[str, Any]:
    """Read a file whose form and checksum are right."""
    try:
        with path.open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise MatchError(f"{path} cannot be read: {error.strerror}") from error
    if len(raw) > MAX_BYTES:
        raise MatchError(f"{path} is no saved match: it is larger than any")
    try:
        content = json.loads(raw)
    except (ValueError, RecursionError) as error:
        raise MatchError(f"{path} is no saved match, or damaged: {error}") from error
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise MatchError(f"{path} is no saved match")
    if set(content) != _KEYS or content.pop("checksum") != _checksum(content):
        raise MatchError(f"{path} is damaged: its checksum is wrong")
    if not _well_formed(content):
        raise MatchError(f"{path} holds numbers that no match leaves behind")
    return content


def _checksum(content: Mapping[str, object]) -> str:
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _well_formed(content: Mapping[str, Any]) -> bool:
    """Check what the checksum cannot: types and sizes, should somebody have written it."""
    names = content["players"]
    if not (
        isinstance(names, list)
        and 2 <= len(names) <= MAX_PLAYERS
        and all(isinstance(name, str) for name in (*names, content["rules"]))
        and isinstance(content["pots"], bool)
    ):
        return False
    size, products = MEASURES * len(names), content["products"]
    rows = [content["totals"], *products] if isinstance(products, list) else []
    return (
        len(rows) == size + 1
        and all(isinstance(row, list) and len(row) == size for row in rows)
        and all(_count(number) for row in rows for number in row)
        and all(_count(content[key]) for key in ("seed", "sets", "hands", "capped"))
        and content["sets"] <= MAX_HANDS
        and all(products[a][b] == products[b][a] for a in range(size) for b in range(a))
    )


def _count(number: object) -> bool:
    return type(number) is int and 0 <= number < 10**40
