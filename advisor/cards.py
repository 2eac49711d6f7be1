"""The 52 cards as small integers, and the many ways people write them.

A card is ``4 * rank + suit`` with ranks ``23456789TJQKA`` and suits ``cdhs``. The order of
these integers is the order in which the rules of thumb throw cards away: fewest points
first, then lowest rank, then clubs, diamonds, hearts, spades. The 36- and 32-card packs are
the cards from :func:`first_card` upwards.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

Card: TypeAlias = int
"""A card, 0 (two of clubs) to 51 (ace of spades)."""

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
SUIT_SYMBOLS: Final = "♣♦♥♠"
RANK_WORDS: Final = (
    *("two", "three", "four", "five", "six", "seven", "eight", "nine"),
    *("ten", "jack", "queen", "king", "ace"),
)
SUIT_WORDS: Final = ("clubs", "diamonds", "hearts", "spades")
CARDS: Final = range(52)
POINTS: Final = tuple((*range(2, 11), 10, 10, 10, 11)[card // 4] for card in CARDS)
"""Points of each card: pips, ten for the court cards, eleven for an ace."""

EXPECTED: Final = "a rank 2-10 J Q K A and a suit c d h s, such as Th or 10♥"
MAX_TEXT: Final = 2000
"""Longest text that is read: far more than 52 cards in words need."""

_RANK_OF: Final = {rank: index for index, rank in enumerate(RANKS)}
_SUIT_OF: Final = {
    mark: index
    for marks in (SUITS, "CDHS", SUIT_SYMBOLS, "♧♢♡♤")
    for index, mark in enumerate(marks)
}
_RANK_OF_WORD: Final = {word: index for index, word in enumerate(RANK_WORDS)}
_SUIT_OF_WORD: Final = {
    form: index for index, word in enumerate(SUIT_WORDS) for form in (word, word[:-1])
}
_SEPARATORS: Final = ",;"
_VARIATION_SELECTORS: Final = "\ufe0e\ufe0f"
_GLYPH_BLOCK: Final = range(0x1F0A0, 0x1F100)
_GLYPH_SUITS: Final = {0xA: 3, 0xB: 2, 0xC: 1, 0xD: 0}
# The Unicode block has a knight (0xC) between jack and queen.
_GLYPH_RANKS: Final = {
    0x1: 12,
    **{pips: pips - 2 for pips in range(2, 11)},
    0xB: 9,
    0xD: 10,
    0xE: 11,
}


class CardError(ValueError):
    """A text that is not a list of distinct cards; the message is one clear sentence."""


def rank_of(card: Card) -> int:
    """Rank of a card, 0 (two) to 12 (ace)."""
    return card >> 2


def suit_of(card: Card) -> int:
    """Suit of a card: 0 clubs, 1 diamonds, 2 hearts, 3 spades."""
    return card & 3


def name(card: Card) -> str:
    """Two-character name of a card, as in JSON: ``"Tc"``."""
    return RANKS[card >> 2] + SUITS[card & 3]


def names(cards: Iterable[Card], separator: str = " ") -> str:
    """Two-character names of some cards in the order given."""
    return separator.join(name(card) for card in cards)


def pretty(card: Card) -> str:
    """Name of a card as people write it: ``"10♣"``."""
    rank = RANKS[card >> 2]
    return ("10" if rank == "T" else rank) + SUIT_SYMBOLS[card & 3]


def words(card: Card) -> str:
    """Name of a card in words, for screen readers and reasons: ``"ten of clubs"``."""
    return f"{RANK_WORDS[card >> 2]} of {SUIT_WORDS[card & 3]}"


def first_card(pack: int) -> Card:
    """Lowest card of a pack of 52, 36 (from the six) or 32 (from the seven) cards."""
    return 52 - pack


def pack_words(pack: int) -> str:
    """What a pack holds, in words: ``"the 32-card pack (7 to ace)"``."""
    return f"the {pack}-card pack ({RANKS[first_card(pack) // 4]} to ace)"


@dataclass(frozen=True, slots=True)
class _Mark:
    """Half a card: a rank or a suit, as it was written and where."""

    text: str
    place: int
    rank: int | None = None
    suit: int | None = None


def parse_cards(text: str, *, pack: int = 52) -> tuple[Card, ...]:
    """Read cards the way people type them.

    Parameters
    ----------
    text
        Cards such as ``10h Th tH ♥10 h10 "ten of hearts" 🂺``, separated by spaces, commas,
        semicolons or nothing.
    pack
        Size of the pack that the cards must belong to.

    Returns
    -------
    tuple of Card
        The cards in the order written, all different.

    Raises
    ------
    CardError
        If anything in the text is not a card, stands twice, or is not in the pack. The
        message names the token and its place (characters count from 1).
    """
    if len(text) > MAX_TEXT:
        msg = f"the text has {len(text)} characters; a list of cards has at most {MAX_TEXT}"
        raise CardError(msg)
    found: list[tuple[Card, str, int]] = []
    position = 0
    while position < len(text):
        if text[position].isspace() or text[position] in _SEPARATORS:
            position += 1
        else:
            cards, position = _read_chunk(text, position)
            found += cards
    _check_distinct(found)
    for card, token, place in found:
        if card < first_card(pack):
            msg = f"{token!r} at character {place} is not in {pack_words(pack)}"
            raise CardError(msg)
    return tuple(card for card, _, _ in found)


def parse_hand(text: str, *, pack: int = 52, size: int = 3, what: str = "a hand") -> tuple[Card, ...]:
    """Read exactly `size` cards, in ascending order; see :func:`parse_cards`."""
    cards = parse_cards(text, pack=pack)
    if len(cards) != size:
        plural = "card" if size == 1 else "cards"
        listed = f": {names(cards)}" if cards else ""
        msg = f"{what} has {size} {plural}; this has {len(cards)}{listed}"
        raise CardError(msg)
    return tuple(sorted(cards))


def duplicates(groups: Sequence[tuple[str, Sequence[Card]]]) -> list[str]:
    """Sentences about cards that stand in two places.

    Parameters
    ----------
    groups
        Pairs of a place in words ("the hand") and the cards there.

    Returns
    -------
    list of str
        One sentence for each card that stands more than once.
    """
    places: dict[Card, list[str]] = {}
    for place, cards in groups:
        for card in cards:
            places.setdefault(card, []).append(place)
    return [
        f"{name(card)} stands in {' and in '.join(where)}"
        for card, where in sorted(places.items())
        if len(where) > 1
    ]


def _check_distinct(found: Sequence[tuple[Card, str, int]]) -> None:
    first: dict[Card, int] = {}
    for card, token, place in found:
        if card in first:
            msg = f"{token!r} stands twice, at characters {first[card]} and {place}"
            raise CardError(msg)
        first[card] = place


def _read_chunk(text: str, start: int) -> tuple[list[tuple[Card, str, int]], int]:
    """Read one unbroken run of characters, or one card in words, from `start`."""
    if (spelled := _read_words(text, start)) is not None:
        return spelled
    marks: list[_Mark] = []
    cards: list[tuple[Card, str, int]] = []
    position = start
    while position < len(text) and not text[position].isspace() and text[position] not in _SEPARATORS:
        if text[position] in _VARIATION_SELECTORS:
            position += 1
            continue
        if ord(text[position]) in _GLYPH_BLOCK:
            _refuse_half(marks)
            cards.append((_glyph(text[position], position + 1), text[position], position + 1))
            position += 1
            continue
        mark = _read_mark(text, position)
        position += len(mark.text)
        marks.append(mark)
        if len(marks) == 2:
            cards.append(_pair(*marks))
            marks.clear()
    _refuse_half(marks)
    return cards, position


def _read_words(text: str, start: int) -> tuple[list[tuple[Card, str, int]], int] | None:
    """Read ``ten of hearts`` (also ``10 of hearts``), or return None if it is not that."""
    pieces: list[tuple[str, int]] = []
    position = start
    while len(pieces) < 3 and position < len(text):
        if text[position] in _SEPARATORS:
            break
        if text[position].isspace():
            position += 1
            continue
        end = position
        while end < len(text) and not text[end].isspace() and text[end] not in _SEPARATORS:
            end += 1
        pieces.append((text[position:end], position))
        position = end
    if len(pieces) < 3 or pieces[1][0].lower() != "of":
        return None
    rank_text, suit_text = pieces[0][0], pieces[2][0]
    token = text[start:position]
    rank = _RANK_OF_WORD.get(rank_text.lower())
    if rank is None:
        rank = _RANK_OF.get("T" if rank_text == "10" else rank_text.upper())
    suit = _SUIT_OF_WORD.get(suit_text.lower())
    if rank is None:
        msg = f"{rank_text!r} at character {start + 1} is not a rank; expected two to ten, jack, queen, king or ace"
        raise CardError(msg)
    if suit is None:
        msg = (
            f"{suit_text!r} at character {pieces[2][1] + 1} is not a suit; "
            "expected clubs, diamonds, hearts or spades"
        )
        raise CardError(msg)
    return [(4 * rank + suit, token, start + 1)], position


def _read_mark(text: str, position: int) -> _Mark:
    character, place = text[position], position + 1
    if character in _SUIT_OF:
        return _Mark(character, place, suit=_SUIT_OF[character])
    if character.isascii() and character.isdigit():
        return _read_number(text, position)
    if character.isascii() and character.upper() in _RANK_OF:
        return _Mark(character, place, rank=_RANK_OF[character.upper()])
    msg = f"{_describe(character)} at character {place} is not part of a card; expected {EXPECTED}"
    raise CardError(msg)


def _read_number(text: str, position: int) -> _Mark:
    end = position
    while end < len(text) and text[end].isascii() and text[end].isdigit():
        end += 1
    digits, place = text[position:end], position + 1
    if digits.startswith("10"):
        return _Mark("10", place, rank=_RANK_OF["T"])
    if digits[0] in _RANK_OF:
        return _Mark(digits[0], place, rank=_RANK_OF[digits[0]])
    token = text[position : end + 1].strip()
    meant = "; write A for an ace or 10 for a ten" if digits == "1" else ""
    msg = f"{token!r} at character {place}: there is no rank {digits}{meant}; expected {EXPECTED}"
    raise CardError(msg)


def _pair(first: _Mark, second: _Mark) -> tuple[Card, str, int]:
    token = first.text + second.text
    rank = first.rank if first.rank is not None else second.rank
    suit = first.suit if first.suit is not None else second.suit
    if rank is None:
        msg = f"{token!r} at character {first.place} has no rank; expected {EXPECTED}"
        raise CardError(msg)
    if suit is None:
        msg = f"{token!r} at character {first.place} has no suit; expected {EXPECTED}"
        raise CardError(msg)
    return 4 * rank + suit, token, first.place


def _refuse_half(marks: Sequence[_Mark]) -> None:
    if marks:
        missing = "suit" if marks[0].suit is None else "rank"
        msg = f"{marks[0].text!r} at character {marks[0].place} has no {missing}; expected {EXPECTED}"
        raise CardError(msg)


def _glyph(character: str, place: int) -> Card:
    row, column = divmod(ord(character) - 0x1F000, 16)
    if row in _GLYPH_SUITS and column in _GLYPH_RANKS:
        return 4 * _GLYPH_RANKS[column] + _GLYPH_SUITS[row]
    msg = f"{_describe(character)} at character {place} is not one of the 52 cards"
    raise CardError(msg)


def _describe(character: str) -> str:
    """Name a character so that look-alikes and invisible ones can be told apart."""
    shown = repr(character) if character.isprintable() else f"U+{ord(character):04X}"
    if character.isascii():
        return shown
    return f"{shown} ({unicodedata.name(character, f'U+{ord(character):04X}').lower()})"


