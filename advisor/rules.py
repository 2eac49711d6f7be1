"""The house rules: every switch of the two games, and the five presets.

A :class:`Rules` value says completely which game is being played. Code that needs a switch
reads it here; code that cannot honour a value refuses it by name (:func:`require`).
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from difflib import get_close_matches
from typing import Any, Final

from advisor.cards import quoted

RULES_VERSION: Final = "1"
"""Stamped into every table; changes when an outcome under some `Rules` changes."""


class RulesError(ValueError):
    """A switch, value or combination that does not exist or cannot be honoured here."""


@dataclass(frozen=True, slots=True)
class Switch:
    """One house rule: its name, its values, and what each means in plain words."""

    name: str
    values: dict[str, str]
    games: tuple[str, ...] = ("scat", "widow")


SWITCHES: Final = (
    Switch(
        "three_of_a_kind",
        {
            "30": "three of a kind counts 30",
            "30.5": "three of a kind counts 30½, between 30 and 31",
            "none": "three of a kind does not count",
        },
    ),
    Switch(
        "three_aces",
        {
            "same": "three aces count as any three of a kind",
            "32": "three aces count 32 and end the hand; every other player pays",
            "33": "three aces count 33 and end the hand; every other player pays",
        },
    ),
    Switch(
        "pack",
        {"52": "52 cards", "36": "36 cards, six to ace", "32": "32 cards, seven to ace"},
    ),
    Switch("tokens", {str(n): f"{n} token{'s' * (n > 1)} each" for n in range(1, 10)}),
    Switch(
        "free_ride",
        {
            "off": "a player without tokens is out",
            "on": "a player without tokens rides free: one more loss and he is out",
        },
    ),
    Switch(
        "knocker_lowest_pays",
        {"1": "a knocker who is lowest pays 1", "2": "a knocker who is lowest pays 2"},
        ("scat",),
    ),
    Switch(
        "knocker_tied_lowest",
        {
            "alone": "a knocker tied for lowest pays alone",
            "safe": "a knocker tied for lowest is safe, the others tied pay",
            "all": "a knocker tied for lowest pays like the others tied",
            "double": "a knocker tied for lowest pays 2, the others tied pay 1",
        },
        ("scat",),
    ),
    Switch(
        "thirty_one_after_knock",
        {
            "one": "a 31 after a knock: everyone else pays 1",
            "double": "a 31 after a knock: the knocker pays 2, the others 1",
        },
        ("scat",),
    ),
    Switch(
        "first_round_knock",
        {
            "allowed": "a knock is allowed from the first turn",
            "forbidden": "no knock before everybody has had a turn",
            "ends": "a knock before everybody has had a turn ends the hand at once",
        },
    ),
    Switch(
        "stock_out",
        {
            "reshuffle": "when the stock runs out, all discards but the top one are reshuffled",
            "void": "when the stock runs out, the hand is void and nobody pays",
            "showdown": "when the stock runs out, hands are compared",
        },
        ("scat",),
    ),
    Switch(
        "put_back_taken",
        {
            "no": "the card taken from the pile may not be put back",
            "yes": "the card taken from the pile may be put back",
        },
        ("scat",),
    ),
    Switch(
        "stand_pat_last_turn",
        {
            "no": "on the last turn one must take or draw",
            "yes": "on the last turn one may stand pat",
        },
        ("scat",),
    ),
    Switch(
        "exchange",
        {
            "one": "a turn swaps one card",
            "any": "a turn swaps one, two or three cards",
            "one-or-three": "a turn swaps one card or all three",
        },
        ("widow",),
    ),
    Switch(
        "fresh_widow",
        {
            "no": "when all pass, the widow stays",
            "all-pass": "when all pass, three fresh cards are laid out",
        },
        ("widow",),
    ),
    Switch(
        "loser",
        {
            "highest": "the highest hand takes the pot",
            "lowest": "the lowest hand pays a token",
        },
        ("widow",),
    ),
)
"""Every switch, in the order of the rules page; the first value of each is the seed's."""

_BY_NAME: Final = {switch.name: switch for switch in SWITCHES}

# Other ways to write a value: people type yes for on, and whole phrases from the rules page.
_ALIASES: Final = {
    "three_aces": {"as the others": "same", "none": "same"},
    "free_ride": {"yes": "on", "no": "off", "true": "on", "false": "off"},
    "put_back_taken": {"on": "yes", "off": "no", "true": "yes", "false": "no"},
    "stand_pat_last_turn": {"on": "yes", "off": "no", "true": "yes", "false": "no"},
    "knocker_tied_lowest": {
        "knocker alone pays": "alone",
        "knocker": "alone",
        "knocker safe": "safe",
        "knocker safe, others tied pay": "safe",
        "all tied pay": "all",
        "knocker 2 and others 1": "double",
        "knocker 2, others 1": "double",
    },
    "thirty_one_after_knock": {
        "1": "one",
        "all pay 1": "one",
        "2": "double",
        "knocker 2, others 1": "double",
    },
    "first_round_knock": {
        "yes": "allowed",
        "no": "forbidden",
        "ends the hand at once": "ends",
        "ends-hand": "ends",
    },
    "stock_out": {"hand is void": "void"},
    "fresh_widow": {"when all pass": "all-pass", "yes": "all-pass"},
    "loser": {
        "pot to the highest": "highest",
        "pot to highest": "highest",
        "lowest pays a token": "lowest",
        "lowest pays": "lowest",
    },
}


@dataclass(frozen=True, slots=True)
class Rules:
    """One way of playing one of the two games.

    Parameters
    ----------
    game
        ``"scat"`` (stock and discard pile) or ``"widow"`` (three open cards).
    three_of_a_kind, three_aces, pack, tokens, free_ride, knocker_lowest_pays
    knocker_tied_lowest, thirty_one_after_knock, first_round_knock, stock_out
    put_back_taken, stand_pat_last_turn, exchange, fresh_widow, loser
        The house switches; :data:`SWITCHES` says what each value means.

    Raises
    ------
    RulesError
        If a value does not exist or two values contradict each other.
    """

    game: str = "scat"
    three_of_a_kind: str = "30"
    three_aces: str = "same"
    pack: int = 52
    tokens: int = 4
    free_ride: bool = False
    knocker_lowest_pays: int = 1
    knocker_tied_lowest: str = "alone"
    thirty_one_after_knock: str = "one"
    first_round_knock: str = "allowed"
    stock_out: str = "reshuffle"
    put_back_taken: bool = False
    stand_pat_last_turn: bool = False
    exchange: str = "one"
    fresh_widow: str = "no"
    loser: str = "highest"

    def __post_init__(self) -> None:
        for setting in fields(self):
            # 30 is not "30": what is looked up by its value must have the right type too.
            value = getattr(self, setting.name)
            if type(value) is not type(setting.default):
                kind = type(setting.default).__name__
                msg = f"{setting.name} is {quoted(repr(value))}; expected a value of type {kind}"
                raise RulesError(msg)
        if self.game not in ("scat", "widow"):
            msg = f"there is no game {quoted(self.game)}; there are scat and widow"
            raise RulesError(msg)
        for switch in SWITCHES:
            if (text := value_text(self, switch.name)) not in switch.values:
                raise RulesError(_no_such_value(switch, text))
            seed = next(iter(switch.values))
            if self.game not in switch.games and text != seed:
                msg = f"{switch.name} is a switch of {switch.games[0]}, not of {self.game}"
                raise RulesError(msg)

    @property
    def max_players(self) -> int:
        """Most players the rules and the pack allow (for 52 cards: 16 in scat, 7 in widow)."""
        if self.game == "widow":
            return min(7, (self.pack - 3) // 3)
        # Three cards each, one on the pile, and at least one in the stock.
        return (self.pack - 2) // 3

    @property
    def name(self) -> str:
        """Preset name, followed by ``[switch=value,…]`` where the rules differ from it."""
        preset = nearest_preset(self)
        changes = differences(PRESETS[preset], self)
        listed = ",".join(f"{switch}={value}" for switch, value in changes.items())
        return f"{preset}[{listed}]" if listed else preset


def value_text(rules: Rules, switch: str) -> str:
    """Value of a switch as it is written: ``on``/``off`` or ``yes``/``no`` for the two-way ones."""
    value = getattr(rules, switch)
    if isinstance(value, bool):
        return list(_BY_NAME[switch].values)[value]
    return str(value)


def differences(base: Rules, rules: Rules) -> dict[str, str]:
    """Switches whose value in `rules` is not that in `base`, with the value in `rules`."""
    return {
        switch.name: value_text(rules, switch.name)
        for switch in SWITCHES
        if getattr(base, switch.name) != getattr(rules, switch.name)
    }


def _no_such_value(switch: Switch, value: str) -> str:
    return f"{switch.name} cannot be {quoted(value)}; it can be {', '.join(switch.values)}"


PRESETS: Final = {
    "scat": Rules(),
    "scat-pub": Rules(
        three_of_a_kind="none",
        knocker_tied_lowest="safe",
        knocker_lowest_pays=2,
        tokens=3,
        free_ride=True,
    ),
    "widow": Rules(game="widow", three_of_a_kind="none"),
    "widow-any": Rules(game="widow", three_of_a_kind="none", exchange="any"),
    "schwimmen": Rules(
        game="widow",
        pack=32,
        exchange="one-or-three",
        three_of_a_kind="30.5",
        three_aces="33",
        fresh_widow="all-pass",
        loser="lowest",
        tokens=3,
        free_ride=True,
        first_round_knock="forbidden",
    ),
}
"""The named presets."""

PRESET_WORDS: Final = {
    "scat": "Scat: draw and discard, three of a kind 30, four tokens",
    "scat-pub": "Scat as in American pubs: three of a kind off, three tokens and a free ride",
    "widow": "Widow: swap one card with three open ones, highest takes the pot",
    "widow-any": "Widow, swapping any number of cards",
    "schwimmen": "Schwimmen: 32 cards, swap one or three, lowest pays",
}


def nearest_preset(rules: Rules) -> str:
    """Name of the preset of the same game that differs in the fewest switches."""
    same_game = [name for name, preset in PRESETS.items() if preset.game == rules.game]
    return min(same_game, key=lambda name: len(differences(PRESETS[name], rules)))


def preset(name: str) -> Rules:
    """Rules of a named preset.

    Raises
    ------
    RulesError
        If there is no such preset.
    """
    if name not in PRESETS:
        msg = f"there are no rules {quoted(name)}; the presets are {', '.join(PRESETS)}"
        raise RulesError(msg)
    return PRESETS[name]


def with_switches(rules: Rules, settings: dict[str, str]) -> Rules:
    """Rules with some switches set from text.

    Parameters
    ----------
    rules
        Rules to start from.
    settings
        Switch name to value, both as typed, such as ``{"three_of_a_kind": "30.5"}``.

    Raises
    ------
    RulesError
        If a switch or value does not exist, or does not belong to the game.
    """
    kinds = {setting.name: type(setting.default) for setting in fields(rules)}
    changes: dict[str, Any] = {}
    for name, text in settings.items():
        value = _read_value(rules.game, name, text)
        if kinds[name] is bool:
            changes[name] = list(_BY_NAME[name].values).index(value) == 1
        else:
            changes[name] = int(value) if kinds[name] is int else value
    return replace(rules, **changes)


def parse_rules(text: str) -> Rules:
    """Read what :attr:`Rules.name` prints: ``scat`` or ``scat[pack=32,tokens=3]``."""
    name, bracket, rest = text.partition("[")
    if not bracket:
        return preset(name)
    if not rest.endswith("]"):
        msg = f"the rules {quoted(text)} lack the closing bracket; expected scat[switch=value,…]"
        raise RulesError(msg)
    return with_switches(preset(name), parse_settings(rest[:-1].split(",")))


def parse_settings(texts: list[str]) -> dict[str, str]:
    """Read ``switch=value`` texts; a switch named twice is an error."""
    settings: dict[str, str] = {}
    for text in texts:
        switch, equals, value = text.partition("=")
        switch = switch.strip().replace("-", "_")
        if not equals:
            msg = f"{quoted(text)} is not a setting; expected switch=value, such as pack=32"
            raise RulesError(msg)
        if switch in settings:
            msg = f"the switch {quoted(switch)} is set twice; give it once"
            raise RulesError(msg)
        settings[switch] = value.strip()
    return settings


def require(rules: Rules, *, game: str, doing: str) -> None:
    """Refuse the other game by name.

    Parameters
    ----------
    rules
        The rules asked for.
    game
        The only game that can be answered.
    doing
        What was asked, as the start of a sentence: ``"advise"``.
    """
    if rules.game != game:
        msg = (
            f"{doing} does not know the game {rules.game} yet (rules {rules.name}); it knows {game}"
        )
        raise RulesError(msg)


def describe(rules: Rules) -> list[str]:
    """Say the rules in force, one plain sentence for each switch of the game."""
    return [
        switch.values[value_text(rules, switch.name)]
        for switch in SWITCHES
        if rules.game in switch.games
    ]


def _read_value(game: str, name: str, text: str) -> str:
    if name not in _BY_NAME:
        raise RulesError(_no_such_switch(game, name))
    value = text.strip().lower()
    value = _ALIASES.get(name, {}).get(value, value)
    if value not in _BY_NAME[name].values:
        raise RulesError(_no_such_value(_BY_NAME[name], text))
    return value


def _no_such_switch(game: str, name: str) -> str:
    if near := get_close_matches(name, _BY_NAME):
        return f"there is no switch {quoted(name)}; the nearest are {', '.join(near)}"
    listed = ", ".join(switch.name for switch in SWITCHES if game in switch.games)
    return f"there is no switch {quoted(name)}; {game} has {listed}"
