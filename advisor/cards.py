"""The 52 cards as small integers, and the many ways people write them.

A card is ``4 * rank + suit`` with ranks ``23456789TJQKA`` and suits ``cdhs``. The order of
these integers is the order in which the rules of thumb throw cards away: fewest points
first, then lowest rank, then clubs, diamonds, hearts, spades. The 36- and 32-card packs are
the cards from :func:`first_card` upwards.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

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
MAX_QUOTED: Final = 30
"""Longest piece of somebody's text that an error repeats."""

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
_BLANKS: Final = " \t\r\n"
_DIGITS: Final = re.compile(r"[0-9]+")
_RANKS_IN_DIGITS: Final = re.compile(r"(?:10|[2-9])+")
# Text or emoji look of the suit sign before it.
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
    """Say what a pack holds: ``"the 32-card pack (7 to ace)"``."""
    return f"the {pack}-card pack ({RANKS[first_card(pack) // 4]} to ace)"


def quoted(text: str) -> str:
    """Quote what somebody typed, for an error: cut where long, invisible characters spelled out."""
    shown = repr(text[: MAX_QUOTED + 1])
    return shown if len(shown) <= MAX_QUOTED + 2 else f"{shown[:MAX_QUOTED]}…{shown[0]}"


def counted(number: int, noun: str) -> str:
    """Count things in words that agree: ``"1 player"``, ``"2 players"``."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


_Found: TypeAlias = tuple[Card, str, int]
"""A card, the token it was written as, and the place of its first character, from 1."""


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
    found = _read_all(text)
    _check_distinct(found)
    for card, token, place in found:
        if card < first_card(pack):
            msg = f"{quoted(token)} at character {place} is not in {pack_words(pack)}"
            raise CardError(msg)
    return tuple(card for card, _, _ in found)


def parse_hand(
    text: str, *, pack: int = 52, size: int = 3, what: str = "a hand"
) -> tuple[Card, ...]:
    """Read exactly `size` cards, in ascending order; see :func:`parse_cards`."""
    cards = parse_cards(text, pack=pack)
    if len(cards) != size:
        listed = f": {names(cards)}" if cards else ""
        msg = f"{what} has {counted(size, 'card')}; this has {len(cards)}{listed}"
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
    return [_twice(card, where) for card, where in sorted(places.items()) if len(where) > 1]


def _twice(card: Card, places: Sequence[str]) -> str:
    times = "twice" if len(places) == 2 else f"{len(places)} times"
    different = list(dict.fromkeys(places))
    if len(different) == 1:
        return f"{name(card)} is given {times} for {different[0]}; a card is in one place"
    *others, last = (f"for {place}" for place in different)
    return f"{name(card)} is given {times}, {', '.join(others)} and {last}; a card is in one place"


def _check_distinct(found: Sequence[_Found]) -> None:
    first: dict[Card, int] = {}
    for card, token, place in found:
        if card in first:
            msg = f"{quoted(token)} stands twice, at characters {first[card]} and {place}"
            raise CardError(msg)
        first[card] = place


def _is_blank(character: str) -> bool:
    # Not str.isspace, to which some control characters are blank.
    return character in _BLANKS or unicodedata.category(character) == "Zs"


def _run_end(text: str, start: int) -> int:
    """Where the unbroken run of characters ends that begins at `start`."""
    for position in range(start, len(text)):
        if text[position] in _SEPARATORS or _is_blank(text[position]):
            return position
    return len(text)


def _read_all(text: str) -> list[_Found]:
    found: list[_Found] = []
    position = 0
    while position < len(text):
        if text[position] in _SEPARATORS or _is_blank(text[position]):
            position += 1
        elif (spelled := _three_words(text, position)) is not None:
            card, position = spelled
            found.append(card)
        else:
            end = _run_end(text, position)
            found += _read_run(text[position:end], position + 1)
            position = end
    return found


def _three_words(text: str, start: int) -> tuple[_Found, int] | None:
    """Read ``ten of hearts`` and where it ends, or return None if no such phrase starts here."""
    pieces: list[tuple[str, int]] = []
    position = start
    while len(pieces) < 3 and position < len(text) and text[position] not in _SEPARATORS:
        end = _run_end(text, position)
        if end > position:
            pieces.append((text[position:end], position + 1))
        position = max(end, position + 1)
    if len(pieces) < 3 or pieces[1][0].lower() != "of":
        return None
    (rank, place), _, (suit, suit_place) = pieces
    card = 4 * _rank_word(rank, place) + _suit_word(suit, suit_place)
    return (card, f"{rank} of {suit}", place), position


def _rank_word(word: str, place: int) -> int:
    if (rank := _RANK_OF_WORD.get(word.lower())) is not None:
        return rank
    if (rank := _RANK_OF.get("T" if word == "10" else word.upper())) is not None:
        return rank
    msg = (
        f"{quoted(word)} at character {place} is not a rank; "
        "expected two to ten, jack, queen, king or ace"
    )
    raise CardError(msg)


def _suit_word(word: str, place: int) -> int:
    if (suit := _SUIT_OF_WORD.get(word.lower())) is not None:
        return suit
    msg = (
        f"{quoted(word)} at character {place} is not a suit; "
        "expected clubs, diamonds, hearts or spades"
    )
    raise CardError(msg)


def _read_run(run: str, first: int) -> list[_Found]:
    """Read cards that nothing separates; `first` is the place of the run's first character."""
    cards: list[_Found] = []
    marks: list[_Mark] = []
    at = 0
    while at < len(run):
        if ord(run[at]) in _GLYPH_BLOCK:
            _refuse_half(marks)
            cards.append((_glyph(run[at], first + at), run[at], first + at))
            at += 1
            continue
        mark = _read_mark(run, at, first + at)
        at += len(mark.text)
        marks.append(mark)
        if len(marks) == 2:
            cards.append(_pair(*marks))
            marks.clear()
    _refuse_half(marks)
    return cards


def _read_mark(run: str, at: int, place: int) -> _Mark:
    character = run[at]
    if character in _SUIT_OF:
        styled = not character.isascii() and run[at + 1 : at + 2] in (*_VARIATION_SELECTORS,)
        return _Mark(run[at : at + 1 + styled], place, suit=_SUIT_OF[character])
    if (digits := _DIGITS.match(run, at)) is not None:
        return _read_number(run, digits, place)
    if character.upper() in _RANK_OF and character.isascii():
        return _Mark(character, place, rank=_RANK_OF[character.upper()])
    within = f" in {quoted(run)}" if len(run) > 1 else ""
    msg = (
        f"{_describe(character)}{within} at character {place} is not part of a card; "
        f"expected {EXPECTED}"
    )
    raise CardError(msg)


def _read_number(run: str, digits: re.Match[str], place: int) -> _Mark:
    number = digits.group()
    if _RANKS_IN_DIGITS.fullmatch(number):
        text = "10" if number.startswith("10") else number[0]
        return _Mark(text, place, rank=_RANK_OF["T" if text == "10" else text])
    expected = "A for an ace or 10 for a ten" if number == "1" else EXPECTED
    token = quoted(run[digits.start() : digits.end() + 1])
    msg = f"{token} at character {place}: there is no rank {quoted(number)}; expected {expected}"
    raise CardError(msg)


def _pair(first: _Mark, second: _Mark) -> tuple[Card, str, int]:
    token = first.text + second.text
    rank = first.rank if first.rank is not None else second.rank
    suit = first.suit if first.suit is not None else second.suit
    if rank is None:
        msg = f"{quoted(token)} at character {first.place} has no rank; expected {EXPECTED}"
        raise CardError(msg)
    if suit is None:
        msg = f"{quoted(token)} at character {first.place} has no suit; expected {EXPECTED}"
        raise CardError(msg)
    return 4 * rank + suit, token, first.place


def _refuse_half(marks: Sequence[_Mark]) -> None:
    if marks:
        token, place = quoted(marks[0].text), marks[0].place
        missing = "suit" if marks[0].suit is None else "rank"
        msg = f"{token} at character {place} has no {missing}; expected {EXPECTED}"
        raise CardError(msg)


def _glyph(character: str, place: int) -> Card:
    row, column = divmod(ord(character) - 0x1F000, 16)
    if row in _GLYPH_SUITS and column in _GLYPH_RANKS:
        return 4 * _GLYPH_RANKS[column] + _GLYPH_SUITS[row]
    msg = (
        f"{_describe(character)} at character {place} is not one of the 52 cards; "
        "expected ace to ten, jack, queen or king"
    )
    raise CardError(msg)


def _describe(character: str) -> str:
    """Name a character so that look-alikes and invisible ones can be told apart."""
    visible = unicodedata.category(character)[0] not in "CMZ"
    shown = repr(character) if visible else f"U+{ord(character):04X}"
    label = "" if character.isascii() else unicodedata.name(character, "").lower()
    return f"{shown} ({label})" if label else shown
