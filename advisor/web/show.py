"""How cards, numbers and other people's words look on the page."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from advisor.cards import SUIT_SYMBOLS, Card, pretty, suit_of, words
from advisor.estimate import Estimate
from advisor.position import turn_order
from advisor.rules import PRESET_WORDS, PRESETS, SWITCHES, Rules, differences, nearest_preset
from advisor.tables import estimate_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

# Names of Streamlit's text colours by suit, clubs first; black suits keep the text's own colour.
TWO_COLOURS: Final = ("", "red", "red", "")
FOUR_COLOURS: Final = ("green", "blue", "red", "")
# Playing cards are light on every theme, so their inks are fixed.
_INKS: Final = {"": "#1D2A23", "red": "#B3261E", "green": "#0B6B3F", "blue": "#2B5FA8"}
_MARKDOWN: Final = re.compile(r"([\\`*_{}\[\]()#+\-.!|<>~$:&^=])")


def plain(text: str) -> str:
    """Text that Markdown shows as it is, whatever somebody has typed into it."""
    return _MARKDOWN.sub(r"\\\1", text)


def ink(colour: str) -> str:
    """The colour of a suit on the face of a playing card, which is light on every theme."""
    return _INKS[colour]


def sentence(text: str) -> str:
    """Text with a capital first letter and a full stop."""
    return f"{text[:1].upper()}{text[1:].rstrip('.')}."


def coloured(text: str, colour: str) -> str:
    """Markdown of a text in one of the theme's colours."""
    return f":{colour}[{text}]" if colour else text


def suits_coloured(text: str, colours: Sequence[str]) -> str:
    """Markdown of one of our own sentences in which every card has its suit's colour."""
    pattern = rf"((?:10|[2-9JQKA])?)([{SUIT_SYMBOLS}])"

    def colour(found: re.Match[str]) -> str:
        return coloured(found.group(), colours[SUIT_SYMBOLS.index(found[2])])

    return re.sub(pattern, colour, text)


def chips(cards: Iterable[Card], colours: Sequence[str]) -> str:
    """Markdown of some cards as a row of small badges."""
    return " ".join(f":{colours[suit_of(card)] or 'gray'}-badge[{pretty(card)}]" for card in cards)


def card_face(card: Card, colours: Sequence[str], note: str = "") -> str:
    """HTML of one playing card with a word beneath it; both are ours, never somebody's text."""
    rank, suit = pretty(card)[:-1], pretty(card)[-1]
    ink = _INKS[colours[suit_of(card)]]
    # A thrown card lies lower, duller and behind a broken line; its ink stays readable.
    look = (
        "background:#E9E4D6;border:1px dashed #4F5B55;transform:translateY(.3rem);"
        if note == "throw"
        else "background:#FFFDF7;border:1px solid #CFC7B4;"
    )
    return _framed(
        f'<div style="{_FACE}{look}color:{ink}">'
        f'<span style="font-size:1.35rem;line-height:1.2">{rank}</span>'
        f'<span style="font-size:1.35rem;line-height:1.1">{suit}</span></div>',
        note,
    )


def card_back(note: str = "") -> str:
    """HTML of a card face down: the next one of the stock."""
    pattern = "repeating-linear-gradient(45deg,#0B6B3F 0 5px,#2B8553 5px 10px)"
    return _framed(
        f'<div style="{_FACE}background:{pattern};border:3px solid #FFFDF7;'
        'outline:1px solid #CFC7B4"></div>',
        note,
    )


_FACE: Final = (
    "width:3.1rem;height:4.2rem;border-radius:.45rem;display:flex;flex-direction:column;"
    "align-items:center;justify-content:center;font-weight:600;box-sizing:border-box;"
    "box-shadow:0 1px 3px rgba(0,0,0,.3);"
)


def _framed(card: str, note: str) -> str:
    return (
        '<div style="display:flex;flex-direction:column;align-items:center;gap:.25rem">'
        f'{card}<span style="font-size:.8rem;min-height:1.1rem">{note}</span></div>'
    )


def row_of_cards(faces: Sequence[str], description: str) -> str:
    """HTML of cards side by side, with a description for those who do not see them."""
    return (
        f'<div role="img" aria-label="{description}" '
        f'style="display:flex;flex-wrap:wrap;gap:.55rem;padding:.2rem 0">{"".join(faces)}</div>'
    )


def spoken(cards: Iterable[Card]) -> str:
    """Cards in words, for screen readers."""
    return ", ".join(words(card) for card in cards)


def cost(loss: Estimate) -> str:
    """A loss in points of percent: ``"0.24 ± 0.04"``; a dash for the best move itself."""
    return "–" if loss == Estimate(0.0) else estimate_text(loss).removesuffix(" %")


def ordinal(place: int) -> str:
    """A place in a row: ``"1st"``, ``"2nd"``."""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(place if place < 20 else place % 10, "th")
    return f"{place}{ending}"


def seat_words(tokens: Sequence[int], dealer: int) -> list[str]:
    """Every seat's place in the order of turns: ``"1st"``, ``"4th, dealer"``, ``"out"``."""
    order = turn_order(tokens, dealer)
    named = ["out"] * len(tokens)
    for place, seat in enumerate(order, start=1):
        named[seat] = ordinal(place) + (", dealer" if seat == dealer else "")
    return named


def rules_line(rules: Rules) -> str:
    """The rules in force in one line: the preset's words, and what differs from it."""
    base = nearest_preset(rules)
    meanings = {switch.name: switch.values for switch in SWITCHES}
    changed = differences(PRESETS[base], rules)
    listed = "; ".join(meanings[name][value] for name, value in changed.items())
    return f"{PRESET_WORDS[base]}{f', but {listed}' if listed else ''}"
