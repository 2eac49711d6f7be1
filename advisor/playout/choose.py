"""What each seat chooses: by thresholds, by style, or by a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from advisor.players import written
from advisor.players.clues import NOTHING
from advisor.playout.chance import decide
from advisor.playout.clues import known_in_suits, known_level
from advisor.playout.codes import DRAW, KNOCK, TAKE, ZERO
from advisor.playout.compiled import inlined, uncounted
from advisor.playout.hand import KNOCKER, LAST, PILE, SEAT, TOP, TURN
from advisor.playout.keeping import keep_best, keep_carefully
from advisor.playout.style import (
    AT_RANDOM,
    CAUTION,
    PROVES,
    STYLED,
    feeds,
    knock_allowed,
    random_move,
    somebody_holds_less,
    wants,
)
from advisor.playout.tabled import look_up_move, look_up_throw, row_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from advisor.playout.hand import Hand
    from advisor.playout.seats import Game, Seats


@inlined
def choose_move(key: np.uint64, hand: Hand, seats: Seats, game: Game) -> tuple[int, int]:
    """Choose for the seat to move: the move, and what a TAKE throws."""
    at, players = hand.at, len(hand.final)
    turn, seat, top, knocker = at[TURN], at[SEAT], int(at[TOP]), at[KNOCKER]
    cards, own, style = hand.hands[seat], int(hand.final[seat]), seats.styles[seat]
    styled = style[STYLED] != 0
    if knocker < 0:
        wanted = seats.thresholds[seat, min(turn // players, seats.thresholds.shape[1] - 1)]
        if own >= wanted:
            return KNOCK, -1
    shuns = 0
    if styled:
        if style[AT_RANDOM]:
            return random_move(cards, top, key, turn, players, knocker, game.codes)
        if (
            style[PROVES]
            and knock_allowed(turn, players, knocker, game.codes)
            and somebody_holds_less(
                seat, own, cards, top, hand.pile, at[PILE], hand.known, players, game.scores,
                game.codes,
            )
        ):  # fmt: skip
            return KNOCK, -1
        shuns = shunned(hand, seats)
    table = seats.which[seat]
    if table >= 0:
        row = row_of(turn, seats.moves.shape[1], players)
        more = worth_of_knock(seats.knocking[table, row], own, hand)
        entry, thrown, takes_last = look_up_move(cards, top, seats.moves[table, row], more, game)
        if knocker >= 0:
            if takes_last:
                return TAKE, keep_best(cards, top, 1 << top, game.scores)[0]
            return DRAW, -1
        if entry != written.KNOCK:
            return (TAKE, thrown) if thrown >= 0 else (DRAW, -1)
        if knock_allowed(turn, players, knocker, game.codes):
            return KNOCK, -1
    thrown, kept = keep_best(cards, top, 1 << top, game.scores)
    if shuns:
        thrown, kept = keep_carefully(cards, top, 1 << top, shuns, style[CAUTION], game.scores)
    if kept > own and (not styled or wants(style, top, own, kept)):
        return TAKE, thrown
    return DRAW, -1


@inlined
def choose_throw(
    key: np.uint64, card: int, hand: Hand, seats: Seats, game: Game
) -> tuple[int, int]:
    """Choose, for the seat to move, what to throw of his hand and a card just drawn.

    Returns the card, and the highest score that can be kept.
    """
    at = hand.at
    seat = at[SEAT]
    cards, style = hand.hands[seat], seats.styles[seat]
    thrown, kept = keep_best(cards, card, 0, game.scores)
    if style[STYLED]:
        if style[AT_RANDOM]:
            place = decide(4, key, at[TURN], 1)
            thrown = int(cards[place]) if place < 3 else int(card)
        shuns = shunned(hand, seats)
        if shuns:
            thrown, _ = keep_carefully(cards, card, int(ZERO), shuns, style[CAUTION], game.scores)
    return thrown, kept


@inlined
def tabled_throw(card: int, hand: Hand, seats: Seats) -> int:
    """Look up what a seat with a table throws; -1 for a seat without one."""
    at = hand.at
    table = seats.which[at[SEAT]]
    if table < 0:
        return -1
    seat, players = at[SEAT], len(hand.final)
    row = row_of(at[TURN], seats.throws.shape[1], players)
    known = 0
    if players == 2:
        known = known_in_suits(hand.hands[1 - seat], hand.known[1 - seat])
    return look_up_throw(
        hand.hands[seat], card, int(at[TOP]), known, seats.throws[table, row],
        seats.throwing[table, row],
    )  # fmt: skip


@uncounted
def chosen_move(key: np.uint64, hand: Hand, seats: Seats, game: Game) -> tuple[int, int]:
    """Choose as :func:`choose_move`, compiled once for all who ask."""
    return choose_move(key, hand, seats, game)


@uncounted
def chosen_throw(card: int, hand: Hand, seats: Seats) -> int:
    """Choose what to throw as :func:`tabled_throw`, compiled once for all who ask."""
    return int(tabled_throw(card, hand, seats))


@inlined
def worth_of_knock(knocking: NDArray[np.int16], own: int, hand: Hand) -> int:
    """Say what clues add to the worth of a knock, for the seat to move.

    `knocking` is a turn's row of the table, shape (6, 8, 32); `own` the own score.
    """
    last, level = NOTHING, 0
    if len(hand.final) == 2:
        other = 1 - hand.at[SEAT]
        last = hand.at[LAST]
        level = known_level(hand.hands[other], hand.known[other])
    return int(knocking[last, level, own >> 1])


@inlined
def shunned(hand: Hand, seats: Seats) -> int:
    """Cards that the seat to move would rather not throw to the next one, a set (bits)."""
    seat = hand.at[SEAT]
    if seats.styles[seat, CAUTION] == 0 or hand.at[KNOCKER] >= 0:
        return 0
    return feeds(hand.known[seat + 1 if seat + 1 < len(hand.final) else 0])
