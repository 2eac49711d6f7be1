"""``thirtyone rules``: the rules in force."""

from __future__ import annotations

from advisor.cli.options import Json, Preset, Settings
from advisor.cli.output import put_json, show
from advisor.cli.said import house_rules
from advisor.rules import SWITCHES, Rules, describe, value_text


def say_rules(rules: Preset = None, settings: Settings = None, as_json: Json = False) -> None:
    """Say the rules in force in plain words."""
    house = house_rules(rules, settings)
    if as_json:
        put_json(_rules_json(house))
        return
    from advisor.printing import rules_view  # noqa: PLC0415

    show(rules_view(house))


def _rules_json(house: Rules) -> dict[str, object]:
    return {
        "rules": house.name,
        "game": house.game,
        "max_players": house.max_players,
        "switches": {
            switch.name: value_text(house, switch.name)
            for switch in SWITCHES
            if house.game in switch.games
        },
        "words": describe(house),
    }
