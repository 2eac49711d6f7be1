"""The compiled loop that plays a hand of ``scat`` to its end, at any of 2 to 16 seats.

Everybody plays by thresholds, a style or a table (:mod:`advisor.playout.choose`); only the
first move may be given. :mod:`advisor.playout.worlds` and :mod:`advisor.playout.deals` deal
the cards.

Within a world the stock and each reshuffle have random streams of their own, so that every
move meets the same cards in the same order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from advisor.hands import THIRTY_ONE
from advisor.playout.chance import below, mix
from advisor.playout.choose import choose_move, choose_throw, tabled_throw
from advisor.playout.clues import last_done
from advisor.playout.codes import (
    BY_KNOCK,
    BY_STOCK_OUT,
    BY_THIRTY_ONE,
    CAPPED,
    FIRST_ROUND_ENDS,
    KNOCK,
    OUT_RESHUFFLE,
    OUT_VOID,
    PASS,
    PLAY_ON,
    SHOW,
    STOCK_OUT,
    STOPPED,
    TAKE,
    VOID,
)
from advisor.playout.compiled import inlined, uncounted
from advisor.playout.hand import (
    DRAWN,
    KNOCKER,
    LAST,
    LEFT,
    PILE,
    SEAT,
    SHUFFLES,
    STOCK,
    STOCK_END,
    TOP,
    TURN,
)
from advisor.playout.keeping import in_order, keep_all_but, score_of
from advisor.playout.settle import settle_showdown, settle_thirty_one

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from advisor.playout.hand import Hand
    from advisor.playout.seats import Game, Seats

MAX_TURNS: Final = 500
"""Turns after which a hand is given up and counted as nobody's loss."""

STOCK_STREAM: Final = np.uint64(0xD1B54A32D192ED03)
SHUFFLE_STREAM: Final = np.uint64(0x8CB92BA72F3D8DD7)


@inlined
def shuffle_key(key: np.uint64, number: int) -> np.uint64:
    """Give the key of a world's reshuffle, the first one being number 1."""
    return mix(key + np.uint64(number) * SHUFFLE_STREAM)


@inlined
def place_of_next(key: np.uint64, hand: Hand) -> int:
    """Find the place in the deck of the next card of the stock."""
    at = hand.at
    here = at[STOCK] + at[DRAWN]
    if at[SHUFFLES]:
        return int(here)
    # Before the first reshuffle the order of the stock is drawn as it is needed.
    return int(here + below(at[STOCK_END] - here, key ^ STOCK_STREAM, at[DRAWN]))


@inlined
def draw_card(key: np.uint64, hand: Hand) -> int:
    """Turn up the next card of the stock."""
    deck, at = hand.deck, hand.at
    here, place = at[STOCK] + at[DRAWN], place_of_next(key, hand)
    deck[here], deck[place] = deck[place], deck[here]
    at[DRAWN] += 1
    return int(deck[here])


@uncounted
def finish(
    stop: int,
    move: int,
    given: int,
    key: np.uint64,
    hand: Hand,
    seats: Seats,
    game: Game,
    paid: NDArray[np.uint8],
) -> int:
    """Play a hand to its end, or to the turn `stop` if nobody has knocked by then.

    Parameters
    ----------
    stop
        Turn at which to stop; -1 for the end.
    move, given
        First move, or :data:`PLAY_ON`; what a TAKE throws, or the place, 0 to 3, of the card
        to throw of the four after a DRAW (-1 for what the seat would throw).
    key
        Key of this world.
    hand
        The hand; changed.
    seats, game
        How everybody plays; the rules.
    paid
        Receives the tokens each seat pays, shape (seats,).

    Returns
    -------
    int
        Why the hand ended, or :data:`STOPPED`.
    """
    at, final, players = hand.at, hand.final, len(hand.final)
    opened = at[TURN]
    while at[TURN] - opened < MAX_TURNS:
        turn, seat, knocker = at[TURN], at[SEAT], at[KNOCKER]
        if knocker >= 0:
            if at[LEFT] == 0:
                settle_showdown(final, players, knocker, game.codes, paid)
                return BY_KNOCK
            at[LEFT] -= 1
        elif turn == stop:
            return STOPPED
        if move == PLAY_ON:
            action, thrown = choose_move(key, hand, seats, game)
            place = -1
        else:
            action, thrown, place = move, int(given), int(given)
            move = PLAY_ON
        done = last_done(action == TAKE, int(at[TOP]))
        if action == SHOW:
            settle_thirty_one(players, seat, knocker, game.codes, paid)
            return BY_THIRTY_ONE
        if action == KNOCK:
            at[KNOCKER], at[LEFT] = seat, players - 1
            if turn < players and game.codes[FIRST_ROUND_ENDS]:
                at[LEFT] = 0
        elif action != PASS and (action != TAKE or thrown != at[TOP]):
            if action == TAKE:
                take_top(thrown, hand, game)
            else:
                draw_and_throw(place, key, hand, seats, game)
            if final[seat] >= THIRTY_ONE:
                at[TURN] = turn + 1
                settle_thirty_one(players, seat, knocker, game.codes, paid)
                return BY_THIRTY_ONE
            # When the last lap is over, nobody misses the stock.
            if at[DRAWN] == at[STOCK_END] - at[STOCK] and (knocker < 0 or at[LEFT] > 0):
                out = game.codes[STOCK_OUT]
                if out != OUT_RESHUFFLE:
                    at[TURN] = turn + 1
                    return stock_out(out, hand, game, paid)
                shuffle_pile(key, hand)
        at[TURN], at[LAST] = turn + 1, done
        at[SEAT] = seat + 1 if seat + 1 < players else 0
    for index in range(players):
        paid[index] = 0
    return CAPPED


@inlined
def take_top(thrown: int, hand: Hand, game: Game) -> None:
    """Take the top card and throw another one."""
    at, seat = hand.at, hand.at[SEAT]
    top = int(at[TOP])
    hand.known[seat] = (hand.known[seat] | (1 << top)) & ~(1 << thrown)
    at[TOP] = thrown
    cards = hand.hands[seat]
    keep_all_but(cards, top, thrown)
    hand.final[seat] = score_of(cards[0], cards[1], cards[2], game.scores)


@inlined
def draw_and_throw(place: int, key: np.uint64, hand: Hand, seats: Seats, game: Game) -> None:
    """Draw a card and throw one: the one at a place of the four, or (-1) as the seat plays."""
    at, seat = hand.at, hand.at[SEAT]
    cards = hand.hands[seat]
    card = draw_card(key, hand)
    thrown, kept = choose_throw(key, card, hand, seats, game)
    # 31 is shown, and on the last turn only the score counts.
    if kept < THIRTY_ONE and at[KNOCKER] < 0:
        if place >= 0:
            thrown = in_order(cards, card)[place]
        else:
            tabled = tabled_throw(card, hand, seats)
            thrown = tabled if tabled >= 0 else thrown
    hand.known[seat] &= ~(1 << thrown)
    hand.pile[at[PILE]] = at[TOP]
    at[PILE] += 1
    at[TOP] = thrown
    keep_all_but(cards, card, thrown)
    hand.final[seat] = score_of(cards[0], cards[1], cards[2], game.scores)


@inlined
def stock_out(out: int, hand: Hand, game: Game, paid: NDArray[np.uint8]) -> int:
    """End a hand because the stock is empty, under rules that do not shuffle the pile."""
    if out == OUT_VOID:
        for index in range(len(paid)):
            paid[index] = 0
        return VOID
    settle_showdown(hand.final, len(hand.final), hand.at[KNOCKER], game.codes, paid)
    return BY_STOCK_OUT


@inlined
def shuffle_pile(key: np.uint64, hand: Hand) -> None:
    """Make the pile below the top card the new stock."""
    at, deck = hand.at, hand.deck
    at[SHUFFLES] += 1
    shuffled_by = shuffle_key(key, at[SHUFFLES])
    for index in range(at[PILE]):
        other = below(index + 1, shuffled_by, index)
        deck[index] = deck[other]
        deck[other] = hand.pile[index]
    at[STOCK], at[STOCK_END] = 0, at[PILE]
    at[PILE] = at[DRAWN] = 0
