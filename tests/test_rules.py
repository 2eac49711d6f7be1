"""House rules: the presets, their names, and settings that are refused."""

from __future__ import annotations

import pytest
from hypothesis import given

from advisor.rules import (
    PRESET_WORDS,
    PRESETS,
    SWITCHES,
    Rules,
    RulesError,
    describe,
    differences,
    nearest_preset,
    parse_rules,
    parse_settings,
    preset,
    require,
    value_text,
    with_switches,
)
from tests.strategies import is_one_clear_line, rules, typed_text

SEED = {
    "three_of_a_kind": "30",
    "three_aces": "same",
    "pack": "52",
    "tokens": "4",
    "free_ride": "off",
    "knocker_lowest_pays": "1",
    "knocker_tied_lowest": "alone",
    "thirty_one_after_knock": "one",
    "first_round_knock": "allowed",
    "stock_out": "reshuffle",
    "put_back_taken": "no",
    "stand_pat_last_turn": "no",
    "exchange": "one",
    "fresh_widow": "no",
    "loser": "highest",
}
TABLE = {
    "scat": {},
    "scat-pub": {
        "three_of_a_kind": "none",
        "knocker_tied_lowest": "safe",
        "knocker_lowest_pays": "2",
        "tokens": "3",
        "free_ride": "on",
    },
    "widow": {"three_of_a_kind": "none"},
    "widow-any": {"three_of_a_kind": "none", "exchange": "any"},
    "schwimmen": {
        "pack": "32",
        "exchange": "one-or-three",
        "three_of_a_kind": "30.5",
        "three_aces": "33",
        "fresh_widow": "all-pass",
        "loser": "lowest",
        "tokens": "3",
        "free_ride": "on",
        "first_round_knock": "forbidden",
    },
}
"""The presets of the rules page, switch by switch, where they differ from the seed."""


@pytest.mark.parametrize("name", TABLE)
def test_presets_are_those_of_the_rules_page(name: str) -> None:
    """A preset promises exact house rules; no switch may drift."""
    said = {switch.name: value_text(preset(name), switch.name) for switch in SWITCHES}
    assert said == SEED | TABLE[name]
    assert preset(name).game == ("scat" if name.startswith("scat") else "widow")
    assert preset(name).name == name


def test_presets_are_all_listed_and_described() -> None:
    """Nobody can choose a preset that has no description, or read one that does not exist."""
    assert list(PRESETS) == list(PRESET_WORDS) == list(TABLE)
    assert Rules() == preset("scat")


def test_the_switches_and_their_values() -> None:
    """The switches, their values and which is the seed's are promises to users' scripts."""
    assert {switch.name: list(switch.values) for switch in SWITCHES} == {
        "three_of_a_kind": ["30", "30.5", "none"],
        "three_aces": ["same", "32", "33"],
        "pack": ["52", "36", "32"],
        "tokens": ["1", "2", "3", "4", "5", "6", "7", "8", "9"],
        "free_ride": ["off", "on"],
        "knocker_lowest_pays": ["1", "2"],
        "knocker_tied_lowest": ["alone", "safe", "all", "double"],
        "thirty_one_after_knock": ["one", "double"],
        "first_round_knock": ["allowed", "forbidden", "ends"],
        "stock_out": ["reshuffle", "void", "showdown"],
        "put_back_taken": ["no", "yes"],
        "stand_pat_last_turn": ["no", "yes"],
        "exchange": ["one", "any", "one-or-three"],
        "fresh_widow": ["no", "all-pass"],
        "loser": ["highest", "lowest"],
    }


@given(rules())
def test_names_read_back_as_the_same_rules(house: Rules) -> None:
    """Positions and tables carry rules by name; the name must say all of them."""
    assert parse_rules(house.name) == house
    assert (
        with_switches(
            preset(nearest_preset(house)), differences(preset(nearest_preset(house)), house)
        )
        == house
    )


@given(rules())
def test_the_nearest_preset_is_of_the_same_game_and_differs_least(house: Rules) -> None:
    """Advice without a solved table comes from the nearest preset, never from the other game."""
    nearest = preset(nearest_preset(house))
    assert nearest.game == house.game
    counts = [
        len(differences(other, house)) for other in PRESETS.values() if other.game == house.game
    ]
    assert len(differences(nearest, house)) == min(counts)


@given(rules())
def test_rules_are_described_by_the_switches_of_their_game(house: Rules) -> None:
    """A person reads one sentence for each switch that matters, in the words of its value."""
    said = describe(house)
    assert said == [
        switch.values[value_text(house, switch.name)]
        for switch in SWITCHES
        if house.game in switch.games
    ]
    assert len(said) == {"scat": 12, "widow": 9}[house.game]


@pytest.mark.parametrize(
    ("game", "pack", "most"),
    [
        ("scat", 52, 16),
        ("scat", 36, 11),
        ("scat", 32, 10),
        ("widow", 52, 7),
        ("widow", 36, 7),
        ("widow", 32, 7),
    ],
)
def test_the_most_players(game: str, pack: int, most: int) -> None:
    """Three cards each, the top card and a stock of at least one must fit into the pack."""
    assert Rules(game=game, pack=pack).max_players == most


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({"free_ride": "yes"}, Rules(free_ride=True)),
        ({"free_ride": "OFF"}, Rules()),
        ({"put_back_taken": "on"}, Rules(put_back_taken=True)),
        ({"stand_pat_last_turn": "true"}, Rules(stand_pat_last_turn=True)),
        ({"pack": " 36 ", "tokens": "9"}, Rules(pack=36, tokens=9)),
        (
            {"knocker_tied_lowest": "knocker safe, others tied pay"},
            Rules(knocker_tied_lowest="safe"),
        ),
        ({"knocker_tied_lowest": "all tied pay"}, Rules(knocker_tied_lowest="all")),
        ({"thirty_one_after_knock": "all pay 1"}, Rules()),
        ({"first_round_knock": "ends the hand at once"}, Rules(first_round_knock="ends")),
        ({"three_aces": "as the others"}, Rules()),
        ({"stock_out": "hand is void"}, Rules(stock_out="void")),
    ],
)
def test_values_as_the_rules_page_words_them(settings: dict[str, str], expected: Rules) -> None:
    """A value may be typed as the rules page says it, in upper or lower case."""
    assert with_switches(Rules(), settings) == expected


def test_settings_from_the_command_line() -> None:
    """``--set`` takes switch=value with blanks and hyphens as people type them."""
    assert parse_settings(["free-ride = on", "pack=32"]) == {"free_ride": "on", "pack": "32"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "there are no rules ''; the presets are scat, scat-pub, widow, widow-any, schwimmen"),
        ("scta", "there are no rules 'scta'; the presets are "),
        ("scat[pack=32", "the rules 'scat[pack=32' lack the closing bracket; expected "),
        ("scat[]", "'' is not a setting; expected switch=value, such as pack=32"),
        ("scat[pack]", "'pack' is not a setting; expected switch=value, such as pack=32"),
        ("scat[pack=32,pack=36]", "the switch 'pack' is set twice; give it once"),
        ("scat[pck=32]", "there is no switch 'pck'; the nearest are pack"),
        ("scat[tokns=3,pack=32]", "there is no switch 'tokns'; the nearest are tokens"),
        ("scat[game=widow]", "there is no switch 'game'; scat has three_of_a_kind, three_aces, "),
        ("widow[x=1]", "there is no switch 'x'; widow has three_of_a_kind, three_aces, pack, "),
        ("scat[pack=40]", "pack cannot be '40'; it can be 52, 36, 32"),
        ("scat[tokens=0]", "tokens cannot be '0'; it can be 1, 2, 3, 4, 5, 6, 7, 8, 9"),
        ("scat[three_of_a_kind=31]", "three_of_a_kind cannot be '31'; it can be 30, 30.5, none"),
        ("scat[free_ride=maybe]", "free_ride cannot be 'maybe'; it can be off, on"),
        ("scat[exchange=any]", "exchange is a switch of widow, not of scat"),
        ("scat[loser=lowest]", "loser is a switch of widow, not of scat"),
        ("scat-pub[fresh_widow=yes]", "fresh_widow is a switch of widow, not of scat"),
        ("widow[stock_out=void]", "stock_out is a switch of scat, not of widow"),
        ("schwimmen[put_back_taken=yes]", "put_back_taken is a switch of scat, not of widow"),
        ("x" * 900, "there are no rules 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxx…'; the presets are "),
    ],
)
def test_rules_that_do_not_exist(text: str, message: str) -> None:
    """A mistyped rule is named together with what would be right; it is never ignored."""
    with pytest.raises(RulesError) as refused:
        parse_rules(text)
    assert str(refused.value).startswith(message)
    assert is_one_clear_line(str(refused.value))


@pytest.mark.parametrize("switch", [one.name for one in SWITCHES if one.games == ("scat",)])
def test_widow_refuses_the_switches_of_scat(switch: str) -> None:
    """A switch that would change nothing must not look as if it did."""
    for value in list(next(one.values for one in SWITCHES if one.name == switch))[1:]:
        with pytest.raises(RulesError, match=rf"^{switch} is a switch of scat, not of widow$"):
            with_switches(preset("widow"), {switch: value})


@given(typed_text())
def test_arbitrary_text_gives_rules_or_a_rules_error(text: str) -> None:
    """No text whatever leads to a traceback, and every refusal prints as one line."""
    try:
        house = parse_rules(text)
    except RulesError as error:
        assert str(error).isprintable()  # noqa: PT017  # most texts are errors, not all
        assert len(str(error)) < 270  # noqa: PT017
    else:
        assert parse_rules(house.name) == house


@pytest.mark.parametrize(
    ("setting", "value"),
    [("three_of_a_kind", 30), ("pack", "52"), ("free_ride", 1), ("tokens", True), ("game", None)],
)
def test_values_of_the_wrong_type(setting: str, value: object) -> None:
    """A script that writes 30 for "30" hears so at once, not from a lookup deep inside."""
    given_values: dict[str, object] = {setting: value}
    with pytest.raises(
        RulesError, match=rf"^{setting} is .*; expected a value of type "
    ) as refused:
        Rules(**given_values)  # type: ignore[arg-type]  # the mistake under test
    assert is_one_clear_line(str(refused.value))


def test_unknown_games() -> None:
    """A third game is refused by name."""
    with pytest.raises(RulesError, match=r"^there is no game 'poker'; there are scat and widow$"):
        Rules(game="poker")


def test_questions_that_only_one_game_answers() -> None:
    """A question about the other game is refused by name and never answered wrongly."""
    require(preset("scat-pub"), game="scat", doing="knock")
    with pytest.raises(RulesError, match=r"^knock does not know the game widow .*; it knows scat$"):
        require(preset("widow"), game="scat", doing="knock")
