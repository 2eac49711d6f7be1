"""Reading and printing cards."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor.cards import (
    CARDS,
    MAX_TEXT,
    POINTS,
    CardError,
    counted,
    duplicates,
    first_card,
    name,
    names,
    pack_words,
    parse_cards,
    parse_hand,
    pretty,
    quoted,
    rank_of,
    suit_of,
    words,
)
from tests.cases import cases
from tests.strategies import (
    CONTROLS,
    INVISIBLE,
    is_one_clear_line,
    phrases,
    spellings,
    typed_text,
    written_cards,
)

PACKS = (52, 36, 32)
ONE_PLACE = "; a card is in one place"


@pytest.mark.parametrize("case", cases("input"), ids=lambda case: case["text"])
def test_cases_of_typed_cards(case: dict[str, Any]) -> None:
    """Texts that other programs misread are read, or refused, as the collected cases say."""
    if case.get("error"):
        with pytest.raises(CardError) as refused:
            parse_cards(case["text"])
        assert is_one_clear_line(str(refused.value))
    else:
        assert [name(card) for card in parse_cards(case["text"])] == case["cards"]


def test_the_numbers_of_the_cards() -> None:
    """Tables in data/ are indexed by these numbers, so they must never change."""
    assert names(CARDS, "") == (
        "2c2d2h2s3c3d3h3s4c4d4h4s5c5d5h5s6c6d6h6s7c7d7h7s8c8d8h8s9c9d9h9s"
        "TcTdThTsJcJdJhJsQcQdQhQsKcKdKhKsAcAdAhAs"
    )
    assert [rank_of(card) for card in (0, 3, 4, 51)] == [0, 0, 1, 12]
    assert [suit_of(card) for card in (0, 1, 2, 3, 51)] == [0, 1, 2, 3, 3]


def test_points() -> None:
    """Ace 11, court cards 10, the others their pips: the rule that every score rests on."""
    expected = [*range(2, 11), 10, 10, 10, 11]
    assert [POINTS[4 * rank] for rank in range(13)] == expected
    assert all(POINTS[card] == expected[card // 4] for card in CARDS)


def test_the_order_of_cards_is_the_order_of_throwing_away() -> None:
    """Greedy play throws the lowest number: fewest points, then lowest rank, then c d h s."""
    keys = [(POINTS[card], "23456789TJQKA".index(name(card)[0]), name(card)[1]) for card in CARDS]
    assert keys == sorted(keys)


def test_names_that_people_see() -> None:
    """The printed forms of a card are part of the interface."""
    ten, ace = parse_cards("Tc As")
    assert (name(ten), pretty(ten), words(ten)) == ("Tc", "10♣", "ten of clubs")
    assert (name(ace), pretty(ace), words(ace)) == ("As", "A♠", "ace of spades")
    assert names((ace, ten)) == "As Tc"
    assert names((ace, ten), "") == "AsTc"


@pytest.mark.parametrize("card", CARDS, ids=name)
def test_every_way_to_write_a_card(card: int) -> None:
    """Whatever the interface promises to read, and whatever we print, is read as that card."""
    forms = [*spellings(card), *phrases(card), name(card), pretty(card), words(card)]
    assert {form: parse_cards(form) for form in forms} == dict.fromkeys(forms, (card,))


@given(written_cards())
def test_lists_of_cards_in_mixed_writing(written: tuple[str, tuple[int, ...]]) -> None:
    """Cards may be written in any mixture of ways, run together or apart."""
    text, listed = written
    assert parse_cards(text) == listed


@given(written_cards(), st.data())
def test_nothing_is_dropped(written: tuple[str, tuple[int, ...]], data: st.DataObject) -> None:
    """One foreign character anywhere makes the whole text an error; it is never skipped."""
    text, _ = written
    foreign = data.draw(st.sampled_from(f"{INVISIBLE}{CONTROLS}XxСо!1?-"))
    place = data.draw(st.integers(0, len(text)))
    with pytest.raises(CardError) as refused:
        parse_cards(text[:place] + foreign + text[place:])
    assert is_one_clear_line(str(refused.value))


@given(typed_text(), st.sampled_from(PACKS))
def test_arbitrary_text_gives_cards_or_a_card_error(text: str, pack: int) -> None:
    """No text whatever leads to a traceback, a card twice or a card from outside the pack."""
    try:
        found = parse_cards(text, pack=pack)
    except CardError as error:
        assert is_one_clear_line(str(error))  # noqa: PT017  # most texts are errors, not all
    else:
        assert len(set(found)) == len(found)
        assert all(first_card(pack) <= card <= 51 for card in found)
        assert parse_cards(names(found)) == found


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Xh", ("'X'", "character 1 ", "expected a rank")),
        ("KhX", ("'X'", "character 3 ", "expected a rank")),
        ("Ah 1h", ("'1h'", "character 4:", "expected A for an ace or 10 for a ten")),
        ("1,Kh", ("'1' at character 1:", "expected A for an ace")),
        ("11d", ("'11d'", "character 1:", "no rank '11'", "expected a rank")),
        ("100h", ("'100h'", "character 1:", "no rank '100'")),
        ("0s", ("'0s'", "character 1:", "no rank '0'")),
        ("Ah 6сTc9h", ("'с' (cyrillic small letter es)", "'6сTc9h'", "character 5 ", "expected")),
        ("Кh", ("'К' (cyrillic capital letter ka)", "character 1 ", "expected")),
        ("Ａｈ", ("fullwidth latin capital letter a", "character 1 ", "expected")),
        ("٣h", ("arabic-indic digit three", "character 1 ", "expected")),
        ("A\u200bh", ("U+200B (zero width space)", "character 2 ", "expected")),
        ("A\u0301h", ("U+0301 (combining acute accent)", "character 2 ", "expected")),
        ("A\ufe0fh", ("U+FE0F (variation selector-16)", "character 2 ", "expected")),
        ("Ah\ufe0f", ("U+FE0F", "character 3 ", "expected")),
        ("\ufe0fAh", ("U+FE0F", "character 1 ", "expected")),
        ("A\x00h", ("U+0000", "character 2 ", "expected")),
        ("Ah\x1cKh", ("U+001C", "character 3 ", "expected")),
        ("\ud800", ("U+D800", "character 1 ", "expected")),
        ("🂬", ("playing card knight of spades", "character 1 ", "expected ace to ten")),
        ("Ah🃏", ("playing card black joker", "character 3 ", "expected ace to ten")),
        ("🂠", ("playing card back", "character 1 ", "expected ace to ten")),
        ("\U0001f0af", ("U+1F0AF", "character 1 ", "expected ace to ten")),
        ("77", ("'77'", "character 1 ", "no suit", "expected")),
        ("HH", ("'HH'", "character 1 ", "no rank", "expected")),
        ("Ah K", ("'K'", "character 4 ", "no suit", "expected")),
        ("Ah ♥", ("'♥'", "character 4 ", "no rank", "expected")),
        ("10 h", ("'10'", "character 1 ", "no suit", "expected")),
        ("A🂡♥", ("'A'", "character 1 ", "no suit", "expected")),
        ("Kh A🂡", ("'A'", "character 4 ", "no suit", "expected")),
        ("ten", ("'e' in 'ten'", "character 2 ", "expected")),
        ("eleven of hearts", ("'eleven'", "character 1 ", "not a rank", "expected two to ten")),
        ("Ah, ten of cups", ("'cups'", "character 12 ", "not a suit", "expected clubs")),
        ("Ah Kh ah", ("'ah'", "twice", "characters 1 and 7")),
        ("10h🂺", ("'🂺'", "twice", "characters 1 and 4")),
        ("Th\nten  of\thearts", ("'ten of hearts'", "twice", "characters 1 and 4")),
        ("A" * (MAX_TEXT + 1), ("2001 characters", "at most 2000")),
        ("1" * 500 + "h", ("'111", "…'", "character 1:")),
        ("ten of " + "x" * 1900, ("'xxx", "…'", "character 8 ")),
        ("x" * 1900 + " of hearts", ("'xxx", "…'", "character 1 ")),
    ],
    ids=lambda value: ascii(value[:20]) if isinstance(value, str) else None,
)
def test_an_error_names_the_token_its_place_and_what_was_expected(
    text: str, parts: tuple[str, ...]
) -> None:
    """Whoever mistypes a card learns from one sentence what to change and where."""
    with pytest.raises(CardError) as refused:
        parse_cards(text)
    message = str(refused.value)
    assert [part for part in parts if part not in message] == []
    assert is_one_clear_line(message)


@pytest.mark.parametrize("blank", [" ", "\t", "\n", "\r\n", "\u00a0", "\u3000", ",", ";", ""])
def test_what_may_stand_between_cards(blank: str) -> None:
    """Blanks, commas, semicolons and nothing separate cards, also those of other keyboards."""
    assert names(parse_cards(f"{blank}Ah{blank}Kd{blank}")) == "Ah Kd"


@pytest.mark.parametrize(("pack", "lowest", "too_low"), [(36, "6c", "5s"), (32, "7c", "6s")])
def test_a_card_that_the_pack_lacks(pack: int, lowest: str, too_low: str) -> None:
    """A small pack begins exactly where the rules say, and the error says where."""
    assert parse_cards(lowest, pack=pack) == (first_card(pack),)
    with pytest.raises(CardError, match=rf"^'{too_low}' at character 4 is not in the {pack}-card"):
        parse_cards(f"Ah {too_low}", pack=pack)


def test_packs_in_words() -> None:
    """Errors and pages say what a pack holds."""
    assert [pack_words(pack) for pack in PACKS] == [
        "the 52-card pack (2 to ace)",
        "the 36-card pack (6 to ace)",
        "the 32-card pack (7 to ace)",
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a hand has 3 cards; this has 0"),
        (" , ", "a hand has 3 cards; this has 0"),
        ("Kh Ah", "a hand has 3 cards; this has 2: Kh Ah"),
        ("AhKhQhJh", "a hand has 3 cards; this has 4: Ah Kh Qh Jh"),
    ],
)
def test_a_hand_has_three_cards(text: str, message: str) -> None:
    """Two or four cards are refused, and the cards that were read are listed."""
    with pytest.raises(CardError) as refused:
        parse_hand(text)
    assert str(refused.value) == message


def test_hands_of_other_sizes_are_named() -> None:
    """The same reader serves the top card and the widow, and says which of them is wrong."""
    assert names(parse_hand("Kd 2c Ah")) == "2c Kd Ah"
    assert names(parse_hand("10h", size=1)) == "Th"
    with pytest.raises(CardError, match=r"^the top card has 1 card; this has 2: Ah Kh$"):
        parse_hand("Ah Kh", size=1, what="the top card")


@pytest.mark.parametrize(
    ("groups", "sentences"),
    [
        ([("the hand", [0, 4]), ("the widow", [8])], []),
        (
            [("the hand", [0, 4]), ("the top card", [0])],
            ["2c is given twice, for the hand and for the top card" + ONE_PLACE],
        ),
        (
            [("the hand", [4, 4])],
            ["3c is given twice for the hand" + ONE_PLACE],
        ),
        (
            [("the hand", [4, 8]), ("the top", [8]), ("the widow", [4, 8])],
            [
                "3c is given twice, for the hand and for the widow" + ONE_PLACE,
                "4c is given 3 times, for the hand, for the top and for the widow" + ONE_PLACE,
            ],
        ),
    ],
)
def test_duplicates_name_all_places(
    groups: list[tuple[str, list[int]]], sentences: list[str]
) -> None:
    """A card in two places is reported once, with every place that it was given for."""
    assert duplicates(groups) == sentences


@pytest.mark.parametrize("pair", list(combinations(range(3), 2)))
def test_a_card_twice_in_a_text_wherever_it_stands(pair: tuple[int, int]) -> None:
    """The two places of a card given twice are the right ones, in whichever order."""
    listed = ["2c", "3d", "4h"]
    listed[pair[1]] = listed[pair[0]]
    first, second = (3 * place + 1 for place in pair)
    with pytest.raises(CardError, match=rf"twice, at characters {first} and {second}$"):
        parse_cards(" ".join(listed))


def test_counted_and_quoted() -> None:
    """Numbers agree with their nouns, and what an error repeats is short and visible."""
    assert [counted(number, "turn") for number in (0, 1, 2)] == ["0 turns", "1 turn", "2 turns"]
    assert quoted("a\u202eb\n") == r"'a\u202eb\n'"
    assert quoted("it's") == '"it\'s"'
    assert len(quoted("\U000e0001" * 1000)) <= 33
