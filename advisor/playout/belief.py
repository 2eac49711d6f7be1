"""What a player may hold after what everybody saw him do: Bayes over the 22,100 hands, compiled.

A belief is a weight for every hand, shape (22100,). It is told every turn of its owner. Which
move a hand would have made comes from his table; with a small chance, `slip`, he is taken to
have chosen at random instead, so that no surprise rules a hand out.

Only public things go into it. What one looker-on sees besides, his own hand, rules hands out
when the belief is read: cards that he threw before are public by now, and nobody else can
have held those that he still has.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from numba import njit

from advisor.hands import THIRTY_ONE
from advisor.players.written import DRAW as DRAWS
from advisor.players.written import KNOCK as KNOCKS
from advisor.players.written import PLACE
from advisor.playout.compiled import inlined
from advisor.playout.keeping import in_order, keep_best
from advisor.playout.tabled import look_up_move, look_up_throw, one_of, rank_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from advisor.players.written import Plays
    from advisor.playout.seats import Game

MOVES: Final = 5
"""Moves among which a slip chooses: knock, three takes, draw; on a last turn all but the knock."""


@njit(nogil=True, cache=True)
def dealt(weights: NDArray[np.float64], outside: int, game: Game) -> None:
    """Believe what is known after the deal: nobody holds a 31, or a card of `outside` (bits)."""
    for index in range(len(weights)):
        fits = game.scores[index] < THIRTY_ONE and not held(index, game) & outside
        weights[index] = 1.0 if fits else 0.0


@njit(nogil=True, cache=True)
def held(index: int, game: Game) -> int:
    """Give the cards of a hand as a set (bits)."""
    cards = game.cards[index]
    return int((1 << cards[0]) | (1 << cards[1]) | (1 << cards[2]))


@njit(nogil=True, cache=True)
def rule_out(weights: NDArray[np.float64], cards: int, game: Game) -> None:
    """Drop all hands with one of some cards (bits)."""
    for index in range(len(weights)):
        if weights[index] > 0.0 and held(index, game) & cards:
            weights[index] = 0.0


@njit(nogil=True, cache=True)
def normalise(weights: NDArray[np.float64]) -> bool:
    """Make the weights sum to 1; False if nothing is left."""
    total = weights.sum()
    if total <= 0.0:
        return False
    weights /= total
    return True


@inlined
def chance_of(
    wanted: int, index: int, top: int, last: bool, slip: float, plays: Plays, game: Game
) -> float:
    """Chance that a hand makes a move.

    Parameters
    ----------
    wanted
        KNOCKS, DRAWS, or the card that a take throws plus 8.
    index, top
        The hand; the top card.
    last
        Whether somebody has knocked: he takes by his mark, and throws for the score.
    slip
        Chance that he chooses at random.
    plays
        How he plays in this turn.
    """
    cards, more = game.cards[index], int(plays.knocking[game.scores[index] >> 1])
    found, thrown, takes_last = look_up_move(cards, top, plays.moves, more, game)
    if last:
        found = DRAWS
        if takes_last:
            thrown = keep_best(cards, top, 1 << top, game.scores)[0]
            found = KNOCKS
    if found != DRAWS and (last or found != KNOCKS):
        found = thrown + 8
    options = MOVES - 1 if last else MOVES
    return (1.0 - slip if found == wanted else 0.0) + slip / options


@njit(nogil=True, cache=True)
def after_knock(
    weights: NDArray[np.float64], top: int, slip: float, plays: Plays, game: Game
) -> None:
    """Believe a knock."""
    for index in range(len(weights)):
        if weights[index] > 0.0:
            weights[index] *= chance_of(KNOCKS, index, top, False, slip, plays, game)


@njit(nogil=True, cache=True)
def after_take(
    weights: NDArray[np.float64],
    top: int,
    thrown: int,
    last: bool,
    slip: float,
    plays: Plays,
    game: Game,
    before: NDArray[np.float64],
) -> None:
    """Believe that he took the top card and threw another one; `before` is room for a copy."""
    before[:] = weights
    weights[:] = 0.0
    for index in range(len(weights)):
        if before[index] == 0.0:
            continue
        cards = game.cards[index]
        if cards[0] != thrown and cards[1] != thrown and cards[2] != thrown:
            continue
        a, b, c, d = in_order(cards, top)
        after = without(a, b, c, d, thrown)
        if game.scores[after] < THIRTY_ONE:
            chance = chance_of(thrown + 8, index, top, last, slip, plays, game)
            weights[after] = before[index] * chance


@njit(nogil=True, cache=True)
def without(a: int, b: int, c: int, d: int, thrown: int) -> int:
    """Give the hand left of four cards in ascending order."""
    if thrown == a:
        return rank_of(b, c, d)
    if thrown == b:
        return rank_of(a, c, d)
    return rank_of(a, b, d) if thrown == c else rank_of(a, b, c)


@njit(nogil=True, cache=True)
def after_draw(
    weights: NDArray[np.float64],
    top: int,
    thrown: int,
    drawable: int,
    last: bool,
    slip: float,
    plays: Plays,
    game: Game,
    before: NDArray[np.float64],
) -> None:
    """Believe that he drew from the stock and threw a card.

    Parameters
    ----------
    weights
        The belief; changed.
    top
        The top card that he passed up.
    thrown
        What he threw.
    drawable
        Cards (bits) that may have been in the stock.
    last, slip, plays
        As in :func:`chance_of`.
    before
        Room for a copy of the weights.
    """
    for index in range(len(weights)):
        before[index] = 0.0
        if weights[index] > 0.0:
            chance = chance_of(DRAWS, index, top, last, slip, plays, game)
            before[index] = weights[index] * chance
    for index in range(len(weights)):
        weights[index] = 0.0
        cards = game.cards[index]
        if cards[0] == thrown or cards[1] == thrown or cards[2] == thrown:
            continue
        a, b, c, d = in_order(cards, thrown)
        if last:
            chosen = int(keep_best(cards, thrown, 0, game.scores)[0])
        else:
            chosen = look_up_throw(cards, thrown, top, plays.known, plays.throws, plays.throwing)
        if chosen != thrown and slip == 0.0:
            continue
        chance = (1.0 - slip if chosen == thrown else 0.0) + slip / 4
        came = came_from(a, b, c, d, drawable, before, game)
        if came > 0.0:
            weights[index] = chance * came


@njit(nogil=True, cache=True)
def came_from(
    a: int, b: int, c: int, d: int, drawable: int, before: NDArray[np.float64], game: Game
) -> float:
    """Add up the weights of the hands that make these four cards with one that can be drawn.

    Nothing if three of the four are 31: he would have shown them.
    """
    total = 0.0
    for drawn, rest in (
        (a, rank_of(b, c, d)),
        (b, rank_of(a, c, d)),
        (c, rank_of(a, b, d)),
        (d, rank_of(a, b, c)),
    ):
        if game.scores[rest] >= THIRTY_ONE:
            return 0.0
        if (drawable >> drawn) & 1:
            total += before[rest]
    return total


@njit(nogil=True, cache=True)
def not_knocking(
    weights: NDArray[np.float64],
    tops: NDArray[np.int64],
    knocks: bool,
    slip: float,
    plays: Plays,
    game: Game,
) -> None:
    """Believe that he knocked, or did not, when one of some cards lay on top; all alike likely."""
    for index in range(len(weights)):
        if weights[index] == 0.0:
            continue
        chance, number = 0.0, 0
        hand = held(index, game)
        for top in tops:
            if not (hand >> top) & 1:
                chance += chance_of(KNOCKS, index, top, False, slip, plays, game)
                number += 1
        if number:
            weights[index] *= chance / number if knocks else 1.0 - chance / number


@njit(nogil=True, cache=True)
def after_any_turn(
    weights: NDArray[np.float64],
    cards: NDArray[np.int64],
    fixed: int,
    throws: NDArray[np.uint8],
    game: Game,
    before: NDArray[np.float64],
) -> None:
    """Believe that he got one of some cards, all alike likely, and threw one nobody saw.

    Parameters
    ----------
    weights
        The belief; changed.
    cards
        Cards that he may hold or draw, ascending.
    fixed
        Cards (bits) that he is known to hold, and so did not throw.
    throws
        His row of what he throws, shape (270725,); what clues say is not known.
    game, before
        The rules; room for a copy of the weights.
    """
    before[:] = weights
    weights[:] = 0.0
    for fourth in range(3, len(cards)):
        d = cards[fourth]
        for third in range(2, fourth):
            c = cards[third]
            for second in range(1, third):
                b = cards[second]
                for first in range(second):
                    a = cards[first]
                    came = came_from(a, b, c, d, ~fixed, before, game)
                    if came == 0.0:
                        continue
                    four = d * (d - 1) * (d - 2) * (d - 3) // 24 + rank_of(a, b, c)
                    thrown = one_of(throws[four] & PLACE, a, b, c, d)
                    if not (fixed >> thrown) & 1:
                        weights[without(a, b, c, d, thrown)] += came
