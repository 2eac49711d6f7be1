"""Beliefs against what players really held, counted over many hands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from numba import njit

from advisor.hands import THIRTY_ONE
from advisor.playout.belief import held
from advisor.playout.chance import world_key
from advisor.playout.choose import chosen_move
from advisor.playout.codes import KNOCK, PLAY_ON, STOPPED
from advisor.playout.guesses import drawable
from advisor.playout.hand import KNOCKER, SEAT, TOP, TURN, deal_hand, new_hand
from advisor.playout.lookahead import Room, look, start_thinking, watch
from advisor.playout.scat import finish
from advisor.playout.tabled import rank_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from advisor.playout.hand import Hand
    from advisor.playout.seats import Game, Seats

BINS: Final = 10

# Places in the sums.
DECISIONS: Final = 0
LOSS: Final = 1
SQUARES: Final = 2
UNIFORM: Final = 3
ALSO_SQUARES: Final = 4
N_SUMS: Final = 5


@njit(nogil=True, cache=True)
def check_beliefs(
    seed: int,
    first: int,
    deals: int,
    good: int,
    slip: float,
    real: Seats,
    mind: Seats,
    game: Game,
    sums: NDArray[np.float64],
    bins: NDArray[np.float64],
) -> None:
    """Play hands, and at every decision ask what is believed of the next player's hand.

    Parameters
    ----------
    seed, first, deals
        Seed; number of the first deal; how many.
    good
        Score in half points: how likely is it that he holds so much?
    slip
        Chance that players are taken to choose at random.
    real, mind, game
        How everybody plays; how everybody is taken to play; the rules.
    sums
        Receives the number of decisions; the sum of the log loss of the belief in nats, and of
        its square; the same two for all hands of unseen cards alike likely. Shape (N_SUMS,).
    bins
        Receives, by tenths of the chance believed that he scores so much: the number, the
        sum of the chances, and how often he did; shape (BINS, 3).
    """
    players = len(mind.which)
    room = Room(
        np.zeros((players, 22_100)),
        np.zeros((1, 22_100)),
        np.zeros(22_100),
        np.zeros((1, 52), dtype=np.int8),
    )
    hand = new_hand(players)
    paid = np.zeros(players, dtype=np.uint8)
    for deal in range(deals):
        key = world_key(seed, first + deal)
        deal_hand(key, hand, game)
        if hand.final.max() >= THIRTY_ONE:
            continue
        start_thinking(hand, game, room)
        at = hand.at
        while at[KNOCKER] < 0:
            seat, turn = at[SEAT], at[TURN]
            ask_belief(hand, good, game, room, sums, bins)
            seen = look(hand, game)
            action, _ = chosen_move(key, hand, real, game)
            if action == KNOCK:
                break
            if finish(turn + 1, PLAY_ON, -1, key, hand, real, game, paid) != STOPPED:
                break
            watch(seat, action, seen, int(at[TOP]), False, slip, mind, game, room)


@njit(nogil=True, cache=True)
def ask_belief(
    hand: Hand,
    good: int,
    game: Game,
    room: Room,
    sums: NDArray[np.float64],
    bins: NDArray[np.float64],
) -> None:
    """Note how much the seat to move believes of what the next one really holds."""
    seat = hand.at[SEAT]
    other = seat + 1 if seat + 1 < len(hand.final) else 0
    mine, his = hand.hands[seat], hand.hands[other]
    my_cards = (1 << mine[0]) | (1 << mine[1]) | (1 << mine[2])
    total, much, unseen = 0.0, 0.0, 0
    weights = room.weights[other]
    for index in range(len(weights)):
        if weights[index] > 0.0 and not held(index, game) & my_cards:
            total += weights[index]
            if game.scores[index] >= good:
                much += weights[index]
    stock = drawable(hand, game) & ~my_cards
    for card in range(52):
        unseen += (stock >> card) & 1
    # What he took and still holds is known to the uniform belief too.
    free = 3
    for card in range(52):
        free -= (hand.known[other] >> card) & 1
    ways = 1.0
    for step in range(free):
        ways *= (unseen - step) / (step + 1)
    loss = -np.log(weights[rank_of(int(his[0]), int(his[1]), int(his[2]))] / total)
    uniform = np.log(ways)
    sums[DECISIONS] += 1.0
    sums[LOSS] += loss
    sums[SQUARES] += loss * loss
    sums[UNIFORM] += uniform
    sums[ALSO_SQUARES] += uniform * uniform
    chance = much / total
    row = bins[min(int(chance * BINS), BINS - 1)]
    row[0] += 1.0
    row[1] += chance
    row[2] += hand.final[other] >= good
