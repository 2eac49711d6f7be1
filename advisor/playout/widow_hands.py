"""The compiled loop that deals and plays whole hands of `widow`, at 2 to 7 seats.

Seats are counted in the order of their turns: seat 0 moves first. Hands and the widow are
kept ascending; some cards of three are a set of places, bit ``n`` for the card at place ``n``.
The rules are those of :mod:`advisor.referee.widow`, the players those of
:mod:`advisor.players.widow`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from numba import njit

from advisor.hands import THIRTY_ONE
from advisor.players.widow import (
    CLOSER,
    COIN,
    CONFIDENCE,
    KNOCKS,
    KNOCKS_STRONG,
    KNOCKS_WITH,
    MOVES,
    OUT_OF,
    PASSES,
    PASSES_STRONG,
    RANDOM,
    SECOND,
    SECOND_BEST,
    SHOWS,
    STRONG_FOR_KNOCK,
    STRONG_FOR_PASS,
    SWAPS_ALL,
    SWAPS_ONE,
    TOSSES_WITH,
)
from advisor.playout.chance import below, decide, world_key
from advisor.playout.scat import MAX_TURNS

if TYPE_CHECKING:
    from numpy.typing import NDArray

# Places of the rule codes in the array that the kernels take (see widow.rule_codes).
FIRST_CARD: Final = 0
SIZES: Final = 1
FRESH_WIDOW: Final = 2
LOWEST_PAYS: Final = 3
FIRST_ROUND: Final = 4
N_CODES: Final = 5

KNOCK_ALLOWED, KNOCK_FORBIDDEN, KNOCK_ENDS = 0, 1, 2

# What a seat does: a knock, a show, or a swap of the places `give` for the places `get`,
# written 8 * give + get; passing is the swap of nothing.
PASS: Final = 0
KNOCK: Final = 64
SHOW: Final = 65
ALL_THREE: Final = 8 * 0b111 + 0b111

_ALL: Final = 0b111
# Places of one card, lowest first, and of two, in the order of their lists.
_ONES: Final = (0b001, 0b010, 0b100)
_TWOS: Final = (0b011, 0b101, 0b110)


@njit(nogil=True, cache=True)
def sort3(cards: NDArray[np.int64]) -> None:
    """Put three cards in ascending order."""
    low, middle, high = cards[0], cards[1], cards[2]
    if low > middle:
        low, middle = middle, low
    if middle > high:
        middle, high = high, middle
    if low > middle:
        low, middle = middle, low
    cards[0], cards[1], cards[2] = low, middle, high


@njit(nogil=True, cache=True)
def pair_of(low: int, high: int) -> int:
    """Rank of a pair of cards in the table of pairs."""
    return high * (high - 1) // 2 + low


@njit(nogil=True, cache=True)
def hand_of(cards: NDArray[np.int64]) -> int:
    """Rank of three cards in ascending order; :func:`advisor.hands.hand_index`, compiled."""
    high = cards[2]
    return int(high * (high - 1) * (high - 2) // 6 + pair_of(cards[0], cards[1]))


@njit(nogil=True, cache=True)
def best_swap(
    hand: NDArray[np.int64],
    widow: NDArray[np.int64],
    own: int,
    sizes: int,
    scores: NDArray[np.int8],
) -> tuple[int, int]:
    """Find the swap that raises the score most, and the score after it.

    Parameters
    ----------
    hand, widow
        Three cards each, ascending.
    own
        Score of the hand, half points.
    sizes
        Set of the numbers of cards that may be swapped: bit ``n`` for ``n`` cards.
    scores
        Half points of each pair with each third card, shape (1326, 52).

    Returns
    -------
    tuple of int
        The swap, and the score after it; ``PASS`` and `own` if no swap raises it. Among equal
        scores the fewest and lowest cards are given, and the highest taken.
    """
    best, found = PASS, own
    if sizes & 0b0010:
        # Giving the card at place 0 keeps the two higher ones, and so on.
        kept = (pair_of(hand[1], hand[2]), pair_of(hand[0], hand[2]), pair_of(hand[0], hand[1]))
        for give in range(3):
            for get in range(2, -1, -1):
                after = int(scores[kept[give], widow[get]])
                if after > found:
                    best, found = 8 * _ONES[give] + _ONES[get], after
    if sizes & 0b0100:
        taken = (
            pair_of(widow[0], widow[1]),
            pair_of(widow[0], widow[2]),
            pair_of(widow[1], widow[2]),
        )
        for give in range(3):
            stays = hand[2 - give]
            for get in range(2, -1, -1):
                after = int(scores[taken[get], stays])
                if after > found:
                    best, found = 8 * _TWOS[give] + _TWOS[get], after
    if sizes & 0b1000:
        after = int(scores[pair_of(widow[0], widow[1]), widow[2]])
        if after > found:
            best, found = ALL_THREE, after
    return best, found


@njit(nogil=True, cache=True)
def swap(hand: NDArray[np.int64], widow: NDArray[np.int64], move: int) -> None:
    """Exchange the places `give` of a hand for the places `get` of the widow; both ascending."""
    give, get = move >> 3, move & _ALL
    there = 0
    for here in range(3):
        if (give >> here) & 1:
            while not (get >> there) & 1:
                there += 1
            hand[here], widow[there] = widow[there], hand[here]
            there += 1
    sort3(hand)
    sort3(widow)


@njit(nogil=True, cache=True)
def numbered_swap(number: int, sizes: int) -> int:
    """Give swap `number` of the list in which the referee names them."""
    if sizes & 0b0010:
        if number < 9:
            return 8 * _ONES[number // 3] + _ONES[number % 3]
        number -= 9
    if sizes & 0b0100 and number < 9:
        return 8 * _TWOS[number // 3] + _TWOS[number % 3]
    return ALL_THREE


@njit(nogil=True, cache=True)
def random_move(
    own: int, may_knock: bool, sizes: int, n_swaps: int, key: np.uint64, turn: int
) -> int:
    """Choose any legal move, listed as by the referee: knock, pass, swaps, show."""
    legal = may_knock + 1 + n_swaps + (own >= THIRTY_ONE)
    number = decide(legal, key, turn, MOVES) - may_knock
    if number < 0:
        return KNOCK
    if number == 0:
        return PASS
    return numbered_swap(number - 1, sizes) if number <= n_swaps else SHOW


@njit(nogil=True, cache=True)
def confidence_move(
    hand: NDArray[np.int64],
    widow: NDArray[np.int64],
    own: int,
    may_knock: bool,
    second_round: bool,
    sizes: int,
    scores: NDArray[np.int8],
    key: np.uint64,
    turn: int,
) -> tuple[int, bool]:
    """Choose as :class:`advisor.players.widow.ConfidencePlayer` does.

    Returns the move, and whether it was a pass for want of any other option.
    """
    best, second = PASS, PASS
    worth = own * (PASSES_STRONG if own >= STRONG_FOR_PASS else PASSES)
    below_it = -1
    one, after = best_swap(hand, widow, own, sizes & 0b0010, scores)
    all_three = int(scores[pair_of(widow[0], widow[1]), widow[2]])
    may_think_of_it = may_knock and second_round and own >= TOSSES_WITH
    thinks_of_it = may_think_of_it and (own >= KNOCKS_WITH or decide(2, key, turn, COIN) == 1)
    for option in range(3):
        if option == 0 and one != PASS:
            move, value = one, after * SWAPS_ONE
        elif option == 1 and sizes & 0b1000:
            move, value = ALL_THREE, all_three * SWAPS_ALL
        elif option == 2 and thinks_of_it:
            move, value = KNOCK, own * (KNOCKS_STRONG if own >= STRONG_FOR_KNOCK else KNOCKS)
        else:
            continue
        if value > worth:
            best, second, worth, below_it = move, best, value, worth
        elif value > below_it:
            second, below_it = move, value
    if best == PASS and second == PASS:
        return PASS, not may_think_of_it
    return second if decide(OUT_OF, key, turn, SECOND) < SECOND_BEST else best, False


@njit(nogil=True, cache=True)
def pay_lowest(
    points: NDArray[np.int64], players: int, shower: int, paid: NDArray[np.uint8]
) -> None:
    """All who tie for lowest pay one token; he who shows 31 (or -1) is left out."""
    lowest = 127
    for seat in range(players):
        if seat != shower and points[seat] < lowest:
            lowest = points[seat]
    for seat in range(players):
        if seat != shower and points[seat] == lowest:
            paid[seat] = 1


@njit(nogil=True, cache=True)
def compare(
    hands: NDArray[np.int64],
    points: NDArray[np.int64],
    players: int,
    lowest_pays: bool,
    ranks: NDArray[np.int32],
    paid: NDArray[np.uint8],
    pot: NDArray[np.float32],
) -> None:
    """End a hand by a showdown."""
    if lowest_pays:
        pay_lowest(points, players, -1, paid)
        return
    best, winners = -1, 0
    for seat in range(players):
        rank = ranks[hand_of(hands[seat])]
        if rank > best:
            best, winners = rank, 0
        winners += rank == best
    for seat in range(players):
        if ranks[hand_of(hands[seat])] == best:
            pot[seat] = 1.0 / winners


@njit(nogil=True, cache=True)
def show(
    shower: int,
    points: NDArray[np.int64],
    players: int,
    lowest_pays: bool,
    paid: NDArray[np.uint8],
    pot: NDArray[np.float32],
) -> None:
    """End a hand because a seat shows 31 or more."""
    if not lowest_pays:
        pot[shower] = 1.0
    elif points[shower] > THIRTY_ONE:
        for seat in range(players):
            paid[seat] = seat != shower
    else:
        pay_lowest(points, players, shower, paid)


@njit(nogil=True, cache=True)
def shows(kind: int, key: np.uint64, turn: int) -> bool:
    """Say whether a player who is asked shows his 31; only chance ever waits."""
    return kind != RANDOM or decide(2, key, turn, SHOWS) == 0


@njit(nogil=True, cache=True)
def next_cards(
    deck: NDArray[np.int8],
    start: int,
    size: int,
    key: np.uint64,
    cards: NDArray[np.int64],
) -> int:
    """Deal three cards, ascending, and return how many have left the deck then."""
    for index in range(3):
        other = start + below(size - start, key, start)
        deck[start], deck[other] = deck[other], deck[start]
        cards[index] = deck[start]
        start += 1
    sort3(cards)
    return start


@njit(nogil=True, cache=True)
def play_hand(
    hands: NDArray[np.int64],
    points: NDArray[np.int64],
    widow: NDArray[np.int64],
    deck: NDArray[np.int8],
    start: int,
    players: NDArray[np.int64],
    codes: NDArray[np.int64],
    scores: NDArray[np.int8],
    ranks: NDArray[np.int32],
    key: np.uint64,
    paid: NDArray[np.uint8],
    pot: NDArray[np.float32],
) -> int:
    """Play a hand that has been dealt to its end.

    Parameters
    ----------
    hands, points, widow
        Cards of every seat, shape (seats, 3), their half points, and the open cards; changed.
    deck, start
        The pack, and how many cards have been dealt from its front; changed.
    players
        Kind of every seat and the half points with which it knocks, shape (seats, 2).
    codes, scores, ranks
        Switches; half points of pairs and third cards; places at a showdown.
    key
        The deal's key.
    paid, pot
        Results for every seat; all 0 before.

    Returns
    -------
    int
        Turns taken; -1 if the hand was given up.
    """
    seats = hands.shape[0]
    sizes, lowest_pays = codes[SIZES], codes[LOWEST_PAYS] == 1
    fresh, first_round = codes[FRESH_WIDOW] == 1, codes[FIRST_ROUND]
    n_swaps = 9 * ((sizes >> 1) & 1) + 9 * ((sizes >> 2) & 1) + ((sizes >> 3) & 1)
    size = 52 - codes[FIRST_CARD]
    for seat in range(seats):
        if points[seat] >= THIRTY_ONE and shows(players[seat, 0], key ^ np.uint64(seat), 0):
            show(seat, points, seats, lowest_pays, paid, pot)
            return 0
    exchanged, knocked = False, False
    last = MAX_TURNS + 1
    # Passes in a row, as the rule of the fresh widow counts them; and those in a row that only
    # other cards could have made another move.
    passes, idle = 0, 0
    turn, seat = 0, -1
    while turn < last:
        seat = seat + 1 if seat + 1 < seats else 0
        own, kind, own_key = points[seat], players[seat, 0], key ^ np.uint64(seat)
        may_knock = not knocked and (first_round != KNOCK_FORBIDDEN or turn >= seats)
        hand, settled = hands[seat], True
        if kind == RANDOM:
            move, settled = random_move(own, may_knock, sizes, n_swaps, own_key, turn), False
        elif kind == CONFIDENCE:
            move, settled = confidence_move(
                hand, widow, own, may_knock, turn >= seats, sizes, scores, own_key, turn
            )
        elif may_knock and own >= players[seat, 1]:
            move = KNOCK
        else:
            move, _ = best_swap(hand, widow, own, sizes, scores)
            if move == PASS and kind == CLOSER and may_knock:
                move = KNOCK
        if move == SHOW:
            show(seat, points, seats, lowest_pays, paid, pot)
            return turn
        turn += 1
        if move == KNOCK:
            if not exchanged or (first_round == KNOCK_ENDS and turn <= seats):
                break
            knocked = True
            # Everybody else has one turn more.
            last = turn + seats - 1
            passes = 0
        elif move == PASS:
            passes += 1
            idle = idle + 1 if settled else 0
            if fresh and passes == seats:
                passes = 0
                if size - start >= 3:
                    start = next_cards(deck, start, size, key, widow)
                    idle = 0
            # After the first round the same hands pass for ever at the same widow.
            if idle == 2 * seats and not knocked:
                return -1
        else:
            swap(hand, widow, move)
            points[seat] = scores[pair_of(hand[0], hand[1]), hand[2]]
            exchanged = True
            passes = idle = 0
            if points[seat] >= THIRTY_ONE and shows(kind, own_key, turn):
                show(seat, points, seats, lowest_pays, paid, pot)
                return turn
        if turn == MAX_TURNS and turn < last:
            return -1
    compare(hands, points, seats, lowest_pays, ranks, paid, pot)
    return turn


@njit(nogil=True, cache=True)
def play_hands(
    seed: int,
    first: int,
    players: NDArray[np.int64],
    codes: NDArray[np.int64],
    scores: NDArray[np.int8],
    ranks: NDArray[np.int32],
    paid: NDArray[np.uint8],
    pot: NDArray[np.float32],
    capped: NDArray[np.bool_],
    turns: NDArray[np.int64],
) -> None:
    """Deal whole hands and play them.

    Parameters
    ----------
    seed, first
        Seed; number of the first deal.
    players, codes, scores, ranks
        As in :func:`play_hand`.
    paid, pot, capped, turns
        Results: tokens paid and shares of the pot, shape (deals, seats); whether the hand was
        given up, and the turns taken, shape (deals,).
    """
    seats = players.shape[0]
    first_card = codes[FIRST_CARD]
    size = 52 - first_card
    deck = np.empty(52, dtype=np.int8)
    hands = np.empty((seats, 3), dtype=np.int64)
    points = np.empty(seats, dtype=np.int64)
    widow = np.empty(3, dtype=np.int64)
    for deal in range(capped.shape[0]):
        key = world_key(seed, first + deal)
        for index in range(size):
            deck[index] = first_card + index
        start = 0
        for seat in range(seats):
            start = next_cards(deck, start, size, key, hands[seat])
            points[seat] = scores[pair_of(hands[seat, 0], hands[seat, 1]), hands[seat, 2]]
            paid[deal, seat] = 0
            pot[deal, seat] = 0.0
        start = next_cards(deck, start, size, key, widow)
        taken = play_hand(
            hands, points, widow, deck, start, players, codes, scores, ranks, key, paid[deal],
            pot[deal],
        )  # fmt: skip
        capped[deal] = taken < 0
        turns[deal] = MAX_TURNS if taken < 0 else taken
