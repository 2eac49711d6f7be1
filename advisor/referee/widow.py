"""The moves of widow: swap with the three open cards, pass, knock, show 31."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from advisor.cards import names
from advisor.hands import THIRTY_ONE, score
from advisor.odds.exchange import SWAP_SIZES
from advisor.referee.actions import Action, Knock, Pass, Show, Swap, Wait
from advisor.referee.showdown import end_showdown, end_thirty_one
from advisor.referee.state import State, exchanged, knock_refused, replaced


def candidates(state: State, seat: int) -> list[Action]:
    """Every move that any house rule could allow `seat` now; :func:`refused` sorts them out."""
    if state.offers:
        return [Show(), Wait()]
    hand, widow = state.hands[seat], state.widow
    swaps = [
        Swap(give, get)
        for size in SWAP_SIZES[state.rules.exchange]
        for give in combinations(hand, size)
        for get in combinations(widow, size)
    ]
    return [Knock(), Pass(), *swaps, Show()]


def refused(state: State, seat: int, action: Action) -> str | None:
    """Name the rule that forbids `action`, in a sentence; None if it is legal."""
    if state.offers:
        return None if isinstance(action, Show | Wait) else "first he shows his 31 or waits with it"
    reason: str | None = None
    match action:
        case Knock():
            reason = knock_refused(state)
        case Swap():
            reason = _swap_refused(state, seat, action)
        case Show():
            shown = score(state.hands[seat], state.rules) >= THIRTY_ONE
            reason = None if shown else "only 31 or more is shown before the showdown"
        case Pass():
            pass
        case Wait():
            reason = "only he who is asked to show 31 can wait with it"
        case _:
            reason = "it is not a move of widow"
    return reason


def after(state: State, seat: int, action: Action) -> State:
    """Carry out a legal action of `seat`."""
    match action:
        case Show():
            return end_thirty_one(state, (seat,))
        case Wait():
            return _settled(replace(state, offers=state.offers[1:]))
        case Knock():
            return _knocked(state, seat)
        case Swap(give, get):
            return _swapped(state, seat, give, get)
    return _passed(state)


def _swap_refused(state: State, seat: int, swap: Swap) -> str | None:
    sizes = SWAP_SIZES[state.rules.exchange]
    if len(swap.give) != len(swap.get):
        return f"{len(swap.give)} cards are given for {len(swap.get)}; a swap is card for card"
    if len(swap.give) not in sizes:
        allowed = " or ".join(str(size) for size in sizes)
        return f"a turn swaps {allowed} card{'s' * (sizes != (1,))}, not {len(swap.give)}"
    for cards, place, words in (
        (swap.give, state.hands[seat], "the hand"),
        (swap.get, state.widow, "the widow"),
    ):
        if not all(card in place for card in cards) or len(set(cards)) < len(cards):
            return f"{names(cards)} cannot be taken from {words} {names(place)}"
    return None


def _swapped(state: State, seat: int, give: tuple[int, ...], get: tuple[int, ...]) -> State:
    hand = exchanged(state.hands[seat], give, get)
    held = score(hand, state.rules) >= THIRTY_ONE
    after_swap = replace(
        state,
        hands=replaced(state.hands, seat, hand),
        known=replaced(state.known, seat, exchanged(state.known[seat], give, get)),
        widow=exchanged(state.widow, get, give),
        exchanged=True,
        passes=0,
        turn=state.turn + 1,
        # 31 may be shown the moment it is held: the swapper is asked before play goes on.
        offers=(seat,) if held else (),
    )
    return _settled(after_swap)


def _knocked(state: State, seat: int) -> State:
    after_knock = replace(state, knocker=seat, knock_turn=state.turn, passes=0, turn=state.turn + 1)
    if not state.exchanged:
        return end_showdown(after_knock, f"seat {seat} knocked before any card was exchanged")
    if state.first_round and state.rules.first_round_knock == "ends":
        return end_showdown(after_knock, f"seat {seat} knocked in the first round")
    return after_knock


def _passed(state: State) -> State:
    passes = state.passes + 1
    after_pass = replace(state, passes=passes, turn=state.turn + 1)
    if passes == len(state.order) and state.rules.fresh_widow == "all-pass":
        after_pass = _fresh_widow(after_pass)
    return _settled(after_pass)


def _fresh_widow(state: State) -> State:
    """Lay out three fresh cards for the old ones, or leave all if there are not three."""
    if len(state.stock) < 3:
        return replace(state, passes=0)
    return replace(
        state,
        widow=tuple(sorted(state.stock[:3])),
        stock=state.stock[3:],
        gone=tuple(sorted((*state.gone, *state.widow))),
        passes=0,
    )


def _settled(state: State) -> State:
    """Compare hands if the last lap is over and nobody is asked for 31."""
    if state.lap_over and not state.offers:
        return end_showdown(state, f"seat {state.knocker} knocked and all others had a last turn")
    return state
