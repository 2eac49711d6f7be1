"""Which cards have been tapped for a swap or a fresh widow, and what is complete by that."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from advisor.live import lay_out, swap
from advisor.odds.exchange import SWAP_SIZES
from advisor.web.live_state import change, table, wholly

if TYPE_CHECKING:
    from advisor.cards import Card
    from advisor.live import Live


def tapped_in_row(what: str, now: list[Card]) -> None:
    """Count a tap: what was tapped last is chosen now, or no longer."""
    before = chosen_now().get(what, [])
    added = [card for card in now if card not in before]
    gone = [card for card in before if card not in now]
    for card in (added or gone)[-1:]:
        _tapped(what, card)


def tapped_on_deck(card: Card) -> None:
    """Count a tap: an open card was taken, any other laid down or laid out.

    Whoever is quick taps before the page has answered; what counts is what is due by then.
    """
    wholly(lambda: _count(card))


def _count(card: Card) -> None:
    live = table()
    if live is None or live.moment.due not in ("move", "widow") or live.moment.seat == live.seat:
        return
    taken = live.moment.due == "move" and how_many(live) < 3 and card in live.moment.view.widow
    _tapped("get" if taken else "give", card)


def _tapped(what: str, card: Card) -> None:
    """Choose a card or no longer, and write down what is complete by that."""
    live, chosen = table(), chosen_now()
    if live is None:
        return
    many, before = how_many(live), chosen.get(what, [])
    kept = [other for other in before if other != card]
    # One too many takes the place of the last.
    new = chosen | {what: kept if card in before else [*kept[: many - 1], card]}
    give, get = new.get("give", []), new.get("get", [])
    if live.moment.due == "widow":
        complete, make = len(give) == 3, lambda: lay_out(live, give)
    else:
        taken = live.moment.view.widow if many == 3 else get
        complete, make = len(give) == len(taken) == many, lambda: swap(live, give, taken)
    if complete:
        if not change(make):
            # What is refused is chosen anew.
            chosen[what] = kept
    else:
        chosen[what] = new[what]


def how_many(live: Live) -> int:
    """How many cards are tapped for what is due."""
    if live.moment.due == "widow":
        return 3
    first = SWAP_SIZES[live.history.rules.exchange][0]
    return int(st.session_state.get(key_of("many")) or first)


def chosen_now() -> dict[str, list[Card]]:
    """The cards that have been tapped for what is due now."""
    state, now = st.session_state, key_of("chosen")
    if state.get("live_chosen_for") != now:
        state.live_chosen, state.live_chosen_for = {}, now
    chosen: dict[str, list[Card]] = state.live_chosen
    return chosen


def key_of(what: str) -> str:
    """Another key for every event, so that the next one starts anew."""
    live = table()
    at = () if live is None else (len(live.history.hands), len(live.hand.events))
    return f"live_{what}_{at}"
