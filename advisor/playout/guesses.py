"""Worlds that fit beliefs: hands of the others drawn from their weights, the rest in the stock."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from numba import njit

from advisor.playout.belief import held
from advisor.playout.chance import below, mix, world_key
from advisor.playout.codes import FIRST_CARD
from advisor.playout.hand import DRAWN, PILE, SHUFFLES, STOCK, STOCK_END, TOP
from advisor.playout.style import ALL

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from advisor.playout.hand import Hand
    from advisor.playout.seats import Game

SPREAD: Final = 0.6180339887498949
"""Multiples of the golden ratio fill the numbers from 0 to 1 evenly, however many are used."""
FINE: Final = 1 << 30
"""Steps into which a random number from 0 to 1 is cut."""
WORLD_STREAM: Final = np.uint64(0x9FB21C651E98DF25)
TOGETHER: Final = 4
"""Most opponents whose hands are drawn all at once."""
ROUNDS: Final = 2
"""Times that the hands of more opponents are drawn anew, one given the others."""
MAX_TRIES: Final = 100_000
"""Times that the others' hands may share a card before a world is given up."""


@njit(nogil=True, cache=True)
def in_sight(hand: Hand, seat: int) -> int:
    """Cards (bits) whose place a seat knows: its own, the pile, what others are known to hold."""
    at = hand.at
    cards = hand.hands[seat]
    seen = 1 << at[TOP]
    for index in range(3):
        seen |= 1 << cards[index]
    for index in range(at[PILE]):
        seen |= 1 << hand.pile[index]
    for other in range(len(hand.final)):
        seen |= hand.known[other]
    return int(seen)


@njit(nogil=True, cache=True)
def drawable(hand: Hand, game: Game) -> int:
    """Cards (bits) that may lie in the stock, for all that is public."""
    first = game.codes[FIRST_CARD]
    seen = 1 << hand.at[TOP]
    for index in range(hand.at[PILE]):
        seen |= 1 << hand.pile[index]
    for other in range(len(hand.final)):
        seen |= hand.known[other]
    return int((ALL >> first << first) & ~seen)


@njit(nogil=True, cache=True)
def add_up(weights: NDArray[np.float64], seen: int, game: Game, sums: NDArray[np.float64]) -> float:
    """Running sums of a belief without the hands that hold a card of `seen`; gives the last."""
    total = 0.0
    for index in range(len(weights)):
        if weights[index] > 0.0 and not held(index, game) & seen:
            total += weights[index]
        sums[index] = total
    return total


@njit(nogil=True, cache=True)
def find(sums: NDArray[np.float64], wanted: float) -> int:
    """First hand whose running sum is above `wanted`."""
    low, high = 0, len(sums) - 1
    while low < high:
        middle = (low + high) >> 1
        if sums[middle] > wanted:
            high = middle
        else:
            low = middle + 1
    return low


@njit(nogil=True, cache=True)
def guess_hands(
    key: np.uint64,
    number: int,
    sums: NDArray[np.float64],
    game: Game,
    found: NDArray[np.int64],
) -> bool:
    """Draw a hand for each opponent, together by their beliefs, none sharing a card.

    Given what was public, the hands of several players depend on each other only in that no
    card is in two of them. So hands drawn one by one are kept if they share no card, and else
    all are drawn again: that is exact. With one opponent the draws are spread evenly, with
    many of them it would take too long: see :func:`draw_in_turn`.

    Parameters
    ----------
    key
        Key of the worlds.
    number
        Number of this world.
    sums
        Running sums of every opponent's belief, shape (opponents, 22100).
    game
        The rules.
    found
        Receives the hands, shape (opponents,).

    Returns
    -------
    bool
        Whether hands were found that share no card.
    """
    others, last = sums.shape
    if others == 1:
        chance = (below(FINE, key, 0) / FINE + number * SPREAD) % 1.0
        found[0] = find(sums[0], chance * sums[0, last - 1])
        return True
    world = mix(key ^ (np.uint64(number + 1) * WORLD_STREAM))
    if others <= TOGETHER:
        return draw_together(world, sums, game, found)
    return draw_in_turn(world, sums, game, found)


@njit(nogil=True, cache=True)
def draw_one(world: np.uint64, drawn: int, sums: NDArray[np.float64]) -> int:
    """Draw a hand from one belief by the random number number `drawn` of a world."""
    return find(sums, below(FINE, world, drawn) / FINE * sums[len(sums) - 1])


@njit(nogil=True, cache=True)
def draw_together(
    world: np.uint64, sums: NDArray[np.float64], game: Game, found: NDArray[np.int64]
) -> bool:
    """Draw all hands again until no two share a card."""
    drawn = 0
    for _ in range(MAX_TRIES):
        taken, fits = 0, True
        for other in range(len(sums)):
            found[other] = draw_one(world, drawn, sums[other])
            drawn += 1
            cards = held(found[other], game)
            fits = cards & taken == 0
            if not fits:
                break
            taken |= cards
        if fits:
            return True
    return False


@njit(nogil=True, cache=True)
def draw_in_turn(
    world: np.uint64, sums: NDArray[np.float64], game: Game, found: NDArray[np.int64]
) -> bool:
    """Draw one hand after the other from what is left; then each of them anew, given the rest.

    Every such round leaves the right chances as they are and brings others nearer to them
    (Gibbs sampling).
    """
    others = len(sums)
    drawn, taken = 0, 0
    for step in range(others * (1 + ROUNDS)):
        other = step % others
        if step >= others:
            taken &= ~held(found[other], game)
        tries = 0
        while True:
            hand = draw_one(world, drawn, sums[other])
            drawn += 1
            if held(hand, game) & taken == 0:
                break
            tries += 1
            if tries == MAX_TRIES:
                return False
        found[other] = hand
        taken |= held(hand, game)
    return True


@njit(nogil=True, cache=True)
def lay_out(found: NDArray[np.int64], seat: int, besides: int, hand: Hand, game: Game) -> None:
    """Put guessed hands and the stock they leave into a hand whose public part is right.

    Parameters
    ----------
    found
        The others' hands, in the order of their turns after `seat`.
    seat
        Who guesses; his own cards are in the hand.
    besides
        Cards (bits) that he knows not to be in the stock, apart from what is in sight.
    hand
        The hand; changed.
    game
        The rules.
    """
    at, players = hand.at, len(hand.final)
    gone = in_sight(hand, seat) | besides
    for other in range(players - 1):
        where = (seat + 1 + other) % players
        cards = game.cards[found[other]]
        for index in range(3):
            hand.hands[where, index] = cards[index]
            gone |= 1 << cards[index]
        hand.final[where] = game.scores[found[other]]
    size = 0
    for card in range(game.codes[FIRST_CARD], 52):
        if not (gone >> card) & 1:
            hand.deck[size] = card
            size += 1
    # The order of this stock is drawn as it is needed, whatever was shuffled before.
    at[STOCK], at[STOCK_END], at[DRAWN], at[SHUFFLES] = 0, size, 0, 0


@njit(nogil=True, cache=True)
def sample_hands(seed: int, sums: NDArray[np.float64], game: Game, found: NDArray[np.int64]) -> int:
    """Fill `found`, shape (worlds, opponents), with hands; gives how many worlds there are."""
    key = world_key(seed, 0)
    for world in range(len(found)):
        if not guess_hands(key, world, sums, game, found[world]):
            return world
    return len(found)
