"""The moves of scat: take, draw and throw, knock."""

from __future__ import annotations

from dataclasses import replace

from advisor.cards import Card, names
from advisor.hands import THIRTY_ONE, score
from advisor.position import Log, Turn
from advisor.referee.actions import Action, Draw, Knock, Pass, Reshuffle, Take, Throw
from advisor.referee.showdown import end_showdown, end_thirty_one, end_void
from advisor.referee.state import State, exchanged, knock_refused, replaced


def candidates(state: State, seat: int) -> list[Action]:
    """Every move that any house rule could allow `seat` now; :func:`refused` sorts them out."""
    hand = state.hands[seat]
    if state.drawn is not None:
        return [Throw(card) for card in (*hand, state.drawn)]
    takes = [Take(card) for card in (*hand, state.pile[-1])]
    return [Knock(), Draw(), *takes, Pass()]


def refused(state: State, seat: int, action: Action) -> str | None:
    """Name the rule that forbids `action`, in a sentence; None if it is legal."""
    if state.drawn is not None:
        return _throw_refused((*state.hands[seat], state.drawn), action)
    reason: str | None = None
    match action:
        case Knock():
            reason = knock_refused(state)
        case Take(discard):
            reason = _take_refused(state, seat, discard)
        case Pass():
            reason = _pass_refused(state)
        case Draw():
            pass
        case Throw():
            reason = "a card is thrown only after a draw"
        case _:
            reason = "it is not a move of scat"
    return reason


def after(state: State, seat: int, action: Action) -> State:
    """Carry out a legal action of `seat`."""
    match action:
        case Draw():
            return replace(state, drawn=state.stock[0], stock=state.stock[1:])
        case Knock():
            knocked = replace(state, knocker=seat, knock_turn=state.turn)
            return _turn_over(knocked, seat, Turn("knock"))
        case Take(discard):
            pile, taken = state.pile[:-1], state.pile[-1]
            swapped = _swapped(state, seat, pile, taken, discard)
            return _turn_over(swapped, seat, Turn("take", discard))
        case Throw(discard) if state.drawn is not None:
            swapped = _swapped(state, seat, state.pile, state.drawn, discard)
            return _turn_over(swapped, seat, Turn("draw", discard))
    return _turn_over(state, seat, Turn("pass"))


def reshuffled(state: State, move: Reshuffle) -> State:
    """Make a new stock of all discards but the top one, in the order given.

    Raises
    ------
    ValueError
        If the cards given are not those discards.
    """
    if sorted(move.stock) != sorted(state.pile[:-1]):
        msg = (
            f"the new stock is {names(move.stock)}; it must hold all discards but the top card: "
            f"{names(sorted(state.pile[:-1]))}"
        )
        raise ValueError(msg)
    return replace(state, stock=tuple(move.stock), pile=state.pile[-1:])


def _swapped(state: State, seat: int, pile: tuple[Card, ...], gained: Card, discard: Card) -> State:
    """Give `seat` a card and lay his discard onto `pile`."""
    # Everybody saw a card that came off the pile.
    seen = () if gained == state.drawn else (gained,)
    hand, known = (
        exchanged((*cards, *more), (discard,), ())
        for cards, more in ((state.hands[seat], (gained,)), (state.known[seat], seen))
    )
    return replace(
        state,
        hands=replaced(state.hands, seat, hand),
        known=replaced(state.known, seat, known),
        pile=(*pile, discard),
        drawn=None,
    )


def _turn_over(state: State, seat: int, seen: Turn) -> State:
    """Go on to the next turn, or end the hand: 31 first, then the last lap, then the stock."""
    rules = state.rules
    early = state.knock_turn == state.turn and rules.first_round_knock == "ends"
    at_once = early and state.first_round
    log = None if state.log is None else Log(state.log.first, (*state.log.turns, seen))
    state = replace(state, turn=state.turn + 1, log=log)
    if score(state.hands[seat], rules) >= THIRTY_ONE:
        return end_thirty_one(state, (seat,))
    if at_once:
        return end_showdown(state, f"seat {seat} knocked in the first round")
    if state.lap_over:
        return end_showdown(state, f"seat {state.knocker} knocked and all others had a last turn")
    if not state.stock and rules.stock_out == "void":
        return end_void(state)
    if not state.stock and rules.stock_out == "showdown":
        return end_showdown(state, "the stock ran out")
    return state


def _throw_refused(four: tuple[Card, ...], action: Action) -> str | None:
    if not isinstance(action, Throw):
        return "after a draw one of the four cards must be thrown"
    return None if action.discard in four else f"it is not one of {names(sorted(four))}"


def _take_refused(state: State, seat: int, discard: Card) -> str | None:
    if discard == state.pile[-1]:
        allowed = state.rules.put_back_taken
        return None if allowed else "the card taken from the pile may not be put back"
    hand = state.hands[seat]
    return None if discard in hand else f"that card is not in the hand {names(hand)}"


def _pass_refused(state: State) -> str | None:
    if state.knocker is None:
        return "one must take, draw or knock"
    return None if state.rules.stand_pat_last_turn else "on the last turn one must take or draw"
