"""The deck as a component: 52 buttons in four rows, for thumbs, mice and keyboards.

Its taps come from the browser numbered and all at once, so that quick ones are neither lost nor
counted twice; what comes is checked like any text of somebody's.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import streamlit as st

from advisor.cards import CARDS, SUIT_WORDS, Card, first_card, name, pretty, suit_of, words
from advisor.web.show import ink

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

ROWS: Final = (3, 2, 0, 1)
"""Spades and hearts first, as most people sort a hand: black, red, black, red."""

MOST_TAPS: Final = 100
_CARDS: Final = {name(card): card for card in CARDS}


@cache
def _component() -> Callable[..., Any]:
    here = Path(__file__).parent
    js, css = ((here / f"deck.{kind}").read_text(encoding="utf-8") for kind in ("js", "css"))
    return st.components.v2.component("thirtyone_deck", js=js, css=css)


def card_deck(
    key: str,
    pack: int,
    colours: Sequence[str],
    *,
    marks: Mapping[Card, tuple[str, str]],
    next_mark: tuple[str, str],
    tapped: Callable[[Card], None],
    before: Callable[[], None],
) -> None:
    """Draw the deck.

    Parameters
    ----------
    key
        Key of the component.
    pack
        Size of the pack.
    colours
        Text colour of every suit.
    marks
        Cards that lie somewhere: a sign, and the place in words.
    next_mark
        Sign and words that a tapped card shows until the page has answered.
    tapped
        Called with the card of every tap, in order.
    before
        Called before the first of them.
    """
    state = st.session_state
    done: dict[str, int] = state.setdefault(f"{key}_done", {})

    def heard() -> None:
        before()
        for (source, number), card in _new_taps(state[key].get("taps"), done):
            done[source] = number
            tapped(card)

    cards = range(51, first_card(pack) - 1, -1)
    sign, place = next_mark
    _component()(
        key=key,
        data={
            "rows": [
                _row([card for card in cards if suit_of(card) == suit], colours) for suit in ROWS
            ],
            "marks": {name(card): list(mark) for card, mark in marks.items()},
            "sign": sign,
            "place": place,
            "done": done,
        },
        on_taps_change=heard,
    )


def _row(cards: Sequence[Card], colours: Sequence[str]) -> dict[str, Any]:
    suit = suit_of(cards[0])
    return {
        "suit": SUIT_WORDS[suit].capitalize(),
        "ink": ink(colours[suit]),
        "cards": [
            {
                "name": name(card),
                "rank": pretty(card)[:-1],
                "sign": pretty(card)[-1],
                "words": words(card),
            }
            for card in cards
        ],
    }


def _new_taps(told: object, done: Mapping[str, int]) -> list[tuple[tuple[str, int], Card]]:
    """Read the taps that have not been counted yet; what is no tap is passed over."""
    if not isinstance(told, dict):
        return []
    source, taps = told.get("id"), told.get("taps")
    if not isinstance(source, str) or not isinstance(taps, list) or len(taps) > MOST_TAPS:
        return []
    found = []
    for tap in taps:
        match tap:
            case [int(number), str(card)] if card in _CARDS and number > done.get(source, 0):
                found.append(((source, number), _CARDS[card]))
    return found
