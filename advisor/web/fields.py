"""What stands in the fields of the page: their names, and where cards can lie in each game."""

from __future__ import annotations

from typing import Any, Final

from advisor.position import DEFAULT_PLAYERS
from advisor.rules import SWITCHES, Rules, Switch, nearest_preset, value_text

MOST_SEATS: Final = 16
NOBODY: Final = -1
"""Says that no seat has knocked; a choice, unlike None."""

PLACES: Final = {"hand": "My hand", "top": "Top card", "seen": "Seen"}
"""Where a card can lie in scat, and what the field is called."""
WIDOW_PLACES: Final = {"hand": "My hand", "widow": "Open cards"}
"""The same for widow; cards that lay open before, where that is possible, are seen ones."""
ALL_PLACES: Final = (*PLACES, "widow")

TABLE_SWITCHES: Final = tuple(switch for switch in SWITCHES if "scat" in switch.games)
"""The switches that the page offers for scat."""

EMPTY: Final[dict[str, Any]] = {
    **dict.fromkeys(ALL_PLACES, ""),
    "players": DEFAULT_PLAYERS,
    "tokens": "",
    "seat": 0,
    "turn": None,
    "knocked_by": NOBODY,
    "exchanged": False,
    # What only a link can say.
    "dealer": None,
    "held": {},
    "ordered": False,
    "log": "",
}
"""The fields of a table on which no card lies."""


def places_of(rules: Rules) -> dict[str, str]:
    """Where a card can lie under some rules, and what the field is called."""
    if rules.game == "scat":
        return PLACES
    old = {"seen": "Old open cards"} if rules.fresh_widow != "no" else {}
    return WIDOW_PLACES | old


def switches_of(game: str) -> tuple[Switch, ...]:
    """The switches of a game."""
    return tuple(switch for switch in SWITCHES if game in switch.games)


def rule_fields(rules: Rules) -> dict[str, str]:
    """Field values that say the rules."""
    switches = {f"sw_{switch.name}": value_text(rules, switch.name) for switch in SWITCHES}
    return {"preset": nearest_preset(rules), **switches}
