"""What is written down next at a live table: one panel for each thing that can be due."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import streamlit as st

from advisor.cards import Card, pretty
from advisor.live import Live, Moment, act
from advisor.live_text import act_by_text
from advisor.live_words import seat_name
from advisor.moves import legal_moves
from advisor.web.entry import colours
from advisor.web.live_deck import tap_deck
from advisor.web.live_end import over, payment
from advisor.web.live_state import change, table, wholly, write
from advisor.web.live_widow_entry import fresh_widow, my_swap, other_swap
from advisor.web.show import sentence, suits_coloured

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from advisor.moves import Move

DREW: Final = "draw"
TOOK: Final = "take"
MINE: Final = ("✓", "my hand")
TOP: Final = ("▲", "top card")
PILE: Final = ("○", "in the pile")


EXAMPLES: Final = {"scat": "9s", "widow": "swap Qd for Ad"}
TYPED: Final = {
    "scat": "A card: drawn (by you) or thrown (by others). take 4d: took the top card and threw "
    "4♦. knock. pass. show 2 Ah Kh Qh: seat 2 shows 31.",
    "widow": "swap Qd for Ad: Q♦ goes from the hand, A♦ comes. knock. pass. show 2 Ah Kh Qh: seat "
    "2 shows 31. Three cards: those of a fresh widow, when all have passed.",
}


def panel(live: Live, moment: Moment) -> None:
    """Draw what is due now."""
    game, mine = live.history.rules.game, moment.seat == live.seat
    moves = {"scat": (_other_move, _my_move), "widow": (other_swap, my_swap)}
    panels: dict[str, Callable[[Live, Moment], None]] = {
        "move": moves[game][mine],
        "throw": _my_throw,
        "widow": fresh_widow,
        "payment": payment,
        "deal": over,
    }
    panels[moment.due](live, moment)
    if moment.due in ("move", "throw", "widow"):
        st.text_input(
            "Or type it",
            key="live_typed",
            on_change=_typed,
            placeholder=EXAMPLES[game],
            help=TYPED[game],
            width=220,
        )


def _buttons(moves: Sequence[tuple[str, Callable[[], Live]]], key: str) -> None:
    """Buttons that write something down at a tap."""
    inks = colours()
    with st.container(horizontal=True, gap="xsmall"):
        for number, (label, make) in enumerate(moves):
            st.button(
                suits_coloured(label, inks), key=f"{key}_{number}", on_click=write, args=(make,)
            )


def _my_move(live: Live, moment: Moment) -> None:
    """My turn: one tap on a button, or on the card that I have drawn."""
    moves = [move for move in legal_moves(moment.view) if move.action in ("knock", "take", "pass")]
    _buttons([(_label(move), _done(live, move)) for move in moves], "live_mine")
    st.markdown("**Or draw, and tap the card that you drew:**")
    _deck(live, moment)


def _label(move: Move) -> str:
    return sentence(move.words()).rstrip(".")


def _done(live: Live, move: Move) -> Callable[[], Live]:
    return lambda: act(live, move.action, threw=move.discard)


def _my_throw(live: Live, moment: Moment) -> None:
    """After my draw: which of the four goes."""
    drawn = () if moment.drawn is None else (moment.drawn,)

    def thrown(card: Card) -> Callable[[], Live]:
        return lambda: act(live, "throw", threw=card)

    four = (*moment.view.hand, *drawn)
    _buttons([(f"Throw {pretty(card)}", thrown(card)) for card in four], "live_throw")


def _other_move(live: Live, moment: Moment) -> None:
    """Somebody else's turn: tap the card that he threw, having drawn unless said otherwise."""
    top = "" if moment.view.top is None else pretty(moment.view.top)
    who = seat_name(moment.seat or 0, live.seat)
    inks = colours()
    with st.container(horizontal=True, gap="xsmall", vertical_alignment="center"):
        st.segmented_control(
            f"How {who} got a card",
            [DREW, TOOK],
            format_func={DREW: "Drew", TOOK: suits_coloured(f"Took {top}", inks)}.__getitem__,
            default=DREW,
            required=True,
            key=_how_key(live),
            label_visibility="collapsed",
        )
        if moment.may_knock:
            st.button("Knocked", on_click=write, args=(lambda: act(live, "knock"),))
        elif moment.view.knocked_by is not None and live.history.rules.stand_pat_last_turn:
            st.button("Stood pat", on_click=write, args=(lambda: act(live, "pass"),))
    st.markdown(f"**Tap the card that {who} threw:**")
    _deck(live, moment)


def _deck(live: Live, moment: Moment) -> None:
    """Draw the deck with what is known on it: mine, on the pile, in others' hands."""
    view = moment.view
    marks = dict.fromkeys(view.hand, MINE) | dict.fromkeys(view.discards, PILE)
    if view.top is not None:
        marks[view.top] = TOP
    for seat, cards in enumerate(view.held):
        marks |= dict.fromkeys(cards, (str(seat), f"hand of seat {seat}"))
    following = MINE if moment.seat == live.seat else TOP
    tap_deck(live.history.rules.pack, colours(), marks=marks, next_mark=following, tapped=_tapped)
    st.caption(
        f"{MINE[0]} mine, {TOP[0]} top card, {PILE[0]} in the pile, a number: held by that seat"
    )


def _tapped(card: Card) -> None:
    """Log a tap: my draw, or what somebody else threw.

    Whoever is quick taps before the page has answered; what counts is what is due by then.
    """
    wholly(lambda: _log(card))


def _log(card: Card) -> None:
    live = table()
    if live is None or live.moment.due != "move":
        return
    if live.moment.seat == live.seat:
        change(lambda: act(live, DREW, got=card))
    else:
        how = st.session_state.get(_how_key(live)) or DREW
        change(lambda: act(live, how, threw=card))


def _typed() -> None:
    """Log what was typed; what is refused stays to be mended."""
    live, text = table(), st.session_state.live_typed
    if live is not None and text and change(lambda: act_by_text(live, text)):
        st.session_state.live_typed = ""


def _how_key(live: Live) -> str:
    """Another key for every move, so that the next one starts with a draw again."""
    return f"live_how_{len(live.history.hands)}_{len(live.hand.events)}"
