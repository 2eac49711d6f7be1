"""Worlds that fit what one player can see, and every move of his played on the same ones.

The opponents are dealt one after another. The hand of each follows the chain of
:mod:`advisor.odds.prior`, given that it shares no card with those dealt before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numba import njit

from advisor.hands import THIRTY_ONE
from advisor.playout.chance import below, world_key
from advisor.playout.codes import ZERO
from advisor.playout.keeping import keep_all_but, keep_best, score_of, sort_three
from advisor.playout.scat import finish

if TYPE_CHECKING:
    from numpy.typing import NDArray


@njit(nogil=True, cache=True)
def walk_chain(
    hand: NDArray[np.int8],
    unseen: NDArray[np.int8],
    taken: int,
    known: NDArray[np.int8],
    n_known: int,
    turns: int,
    thresholds: NDArray[np.int8],
    watched: int,
    knocked: bool,
    scores: NDArray[np.int8],
    key: np.uint64,
    counter: int,
) -> tuple[int, int]:
    """Deal a hand and let it draw once for each turn; once, whether it fits or not.

    Returns its score, or -1 if it breaks a condition, and the new counter.
    """
    stays = 0
    for index in range(n_known):
        hand[index] = known[index]
        stays |= 1 << known[index]
    # Without a draw it is the same, and quicker, to deal from the cards that are left.
    shut = stays | taken if turns == 0 else stays
    count = n_known
    while count < 3:
        card = unseen[below(unseen.size, key, counter)]
        counter += 1
        if not (shut >> card) & 1:
            shut |= 1 << card
            hand[count] = card
            count += 1
    sort_three(hand)
    score = score_of(hand[0], hand[1], hand[2], scores)
    last_round = thresholds.shape[0] - 1
    for past in range(turns):
        if score >= THIRTY_ONE or (past < watched and score >= thresholds[min(past, last_round)]):
            return -1, counter
        if n_known == 3:
            continue
        card = hand[0]
        while card == hand[0] or card == hand[1] or card == hand[2]:
            card = unseen[below(unseen.size, key, counter)]
            counter += 1
        thrown, score = keep_best(hand, card, stays, scores)
        keep_all_but(hand, card, thrown)
    if score >= THIRTY_ONE or (knocked and score < thresholds[min(turns, last_round)]):
        return -1, counter
    return score, counter


@njit(nogil=True, cache=True)
def deal_opponent(
    hand: NDArray[np.int8],
    unseen: NDArray[np.int8],
    taken: int,
    known: NDArray[np.int8],
    n_known: int,
    turns: int,
    thresholds: NDArray[np.int8],
    watched: int,
    knocked: bool,
    scores: NDArray[np.int8],
    key: np.uint64,
    counter: int,
    max_failures: int,
) -> tuple[int, int, int]:
    """Walk the chain until the hand fits and shares no card with the set `taken`.

    Returns its score (-1 if it broke the conditions too often), the new counter, and how
    often it broke the conditions.
    """
    failures = 0
    while failures <= max_failures:
        score, counter = walk_chain(
            hand, unseen, taken, known, n_known, turns, thresholds, watched, knocked, scores,
            key, counter,
        )  # fmt: skip
        if score < 0:
            failures += 1
            continue
        mine = (1 << hand[0]) | (1 << hand[1]) | (1 << hand[2])
        if not mine & taken:
            return score, counter, failures
    return -1, counter, failures


@njit(nogil=True, cache=True)
def play_worlds(
    seed: int,
    first: int,
    unseen: NDArray[np.int8],
    hand: NDArray[np.int8],
    top: int,
    pile: NDArray[np.int8],
    known: NDArray[np.int8],
    n_known: NDArray[np.int64],
    turns: NDArray[np.int64],
    watched: NDArray[np.int64],
    turn: int,
    knocker: int,
    thresholds: NDArray[np.int8],
    styles: NDArray[np.int64],
    own: NDArray[np.int8],
    own_styles: NDArray[np.int64],
    scores: NDArray[np.int8],
    codes: NDArray[np.int64],
    max_failures: int,
    moves: NDArray[np.int64],
    discards: NDArray[np.int64],
    paid: NDArray[np.uint8],
    final: NDArray[np.int8],
    ending: NDArray[np.uint8],
) -> int:
    """Play every move on the same worlds, dealt from what seat 0 cannot see.

    Parameters
    ----------
    seed, first
        Seed; number of the first world.
    unseen, hand, top, pile
        Unseen cards; own cards ascending; top card; discards below it.
    known, n_known
        Cards known in each seat's hand, shape (players, 3), and how many.
    turns, watched
        Turns each seat has had (a knock not counted); at the start of how many of them it
        could have knocked and did not.
    turn, knocker
        Turns taken by all; seat that has knocked or -1.
    thresholds, styles, scores, codes
        As in :func:`finish`.
    own, own_styles
        Thresholds and styles by which seat 0 plays on after each move, shapes (m, rounds)
        and (m, N_STYLE).
    max_failures
        Hands that may break their conditions, in all worlds together, before giving up.
    moves, discards
        The moves to compare, shape (m,).
    paid, final, ending
        Results, shape (worlds, m, players), (worlds, m, players), (worlds, m).

    Returns
    -------
    int
        Hands dealt that broke their conditions; -1 if there were too many.
    """
    players = thresholds.shape[0]
    table = thresholds.copy()
    ways = styles.copy()
    public = np.zeros(players, dtype=np.int64)
    stock = np.empty(52, dtype=np.int8)
    world_hands = np.empty((players, 3), dtype=np.int8)
    hands = np.empty((players, 3), dtype=np.int8)
    world_scores = np.empty(players, dtype=np.int8)
    now = np.empty(players, dtype=np.int8)
    pays = np.empty(players, dtype=np.uint8)
    below_top = np.empty(64, dtype=np.int8)
    reshuffled = np.empty(64, dtype=np.int8)
    fixed = np.zeros(1, dtype=np.int64)
    record = np.zeros(2, dtype=np.int64)
    for index in range(3):
        world_hands[0, index] = hand[index]
    world_scores[0] = score_of(hand[0], hand[1], hand[2], scores)
    failures = 0
    for world in range(paid.shape[0]):
        key = world_key(seed, first + world)
        counter = int(ZERO)
        taken = int(ZERO)
        for step in range(1, players):
            # The knocker first: he is the one of whose hand most is known.
            seat = step
            if knocker > 0:
                seat = knocker if step == 1 else (step - 1 if step <= knocker else step)
            score, counter, failed = deal_opponent(
                world_hands[seat], unseen, taken, known[seat], n_known[seat], turns[seat],
                thresholds[seat], watched[seat], seat == knocker, scores, key, counter,
                max_failures - failures,
            )  # fmt: skip
            failures += failed
            if score < 0:
                return -1
            world_scores[seat] = score
            for index in range(3):
                taken |= 1 << world_hands[seat, index]
        stock_size = int(ZERO)
        for index in range(unseen.size):
            if not (taken >> unseen[index]) & 1:
                stock[stock_size] = unseen[index]
                stock_size += 1
        fixed[0] = 0
        for option in range(moves.size):
            for seat in range(players):
                now[seat] = world_scores[seat]
                public[seat] = 0
                for index in range(n_known[seat]):
                    public[seat] |= 1 << known[seat, index]
                for index in range(3):
                    hands[seat, index] = world_hands[seat, index]
            for index in range(pile.size):
                below_top[index] = pile[index]
            for index in range(own.shape[1]):
                table[0, index] = own[option, index]
            for index in range(own_styles.shape[1]):
                ways[0, index] = own_styles[option, index]
            # The seats from 0 up to the knocker have their last turn still to come.
            left = max(knocker, 0)
            ending[world, option] = finish(
                moves[option], discards[option], hands, now, top, below_top, pile.size, stock,
                int(ZERO), stock_size, fixed, key, players, turn, knocker, left, public, table,
                ways, scores, codes, reshuffled, pays, record,
            )  # fmt: skip
            for seat in range(players):
                paid[world, option, seat] = pays[seat]
                final[world, option, seat] = now[seat]
    return failures
