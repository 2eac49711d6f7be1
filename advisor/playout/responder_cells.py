"""Cells: small facts that a choice falls into: "turn 3, a ten, of the suit that he threw last".

They are of what is public and the table forgets: what the other one threw, took and passed up,
what he is known to hold, and which cards lie below the top card. Each kind of choice (moves,
throws, last turns) has its own tables of cells, which lie one after another; a choice falls into
one cell of each table.

Two players only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from advisor.playout.clues import group_of
from advisor.playout.codes import TAKE
from advisor.playout.compiled import uncounted
from advisor.playout.hand import PILE, SEAT, TOP
from advisor.playout.keeping import keep_best
from advisor.playout.style import ONE_SUIT

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from advisor.playout.hand import Hand
    from advisor.playout.seats import Game

PAST: Final = 7
"""What is kept of the other one's turns: the cards of his last three throws, the top cards that
he passed up at the last two (-1 for a take), the top cards he took (-1 for a draw)."""

STAGES: Final = 12
"""Turns that are told apart; later ones are like the last. Coarser: :data:`PHASES`."""
PHASES: Final = 6
POINTS: Final = 32
HIGH: Final = 24
"""Points from 8 to 31. Coarser, by threes: :data:`STEPS`."""
STEPS: Final = 8
KINDS: Final = 5
"""No card, twos to sixes, sevens to nines, tens to kings, aces."""
GROUPS: Final = 4
"""The same without no card."""
RANKS: Final = 13
HELD: Final = 8
"""Bands of the points that he is known to hold in one suit."""
DEAD: Final = 6
"""Cards of a suit that the other one cannot get: none to five or more."""
MOVES: Final = 3
"""Knock, take, draw: each has its own number in a cell of moves."""


def places(*sizes: int) -> tuple[int, ...]:
    """Give where tables of some sizes begin if they lie one after another, and where they end."""
    return (0, *map(int, np.cumsum(sizes)))


THROWS_AT: Final = places(
    STAGES * POINTS * GROUPS,
    PHASES * 2 * 3 * RANKS,
    PHASES * 8 * RANKS,
    PHASES * 8 * KINDS * GROUPS,
    PHASES * 3 * 2 * KINDS * GROUPS,
    PHASES * HELD * RANKS,
    PHASES * DEAD * 2 * RANKS,
    16 * 3 * RANKS,
    STEPS * HELD * RANKS,
    STEPS * 4 * RANKS,
    PHASES * KINDS * KINDS * 2 * RANKS,
    2 * STAGES * HIGH,
    2 * PHASES * RANKS,
)
"""Where the tables of the cells of throws begin; see :func:`throw_cells`."""
THROW_CELLS: Final = len(THROWS_AT) - 1
N_THROWS: Final = THROWS_AT[-1]

MOVES_AT: Final = places(
    STAGES * POINTS * GROUPS,
    3 * STAGES * HIGH,
    STAGES * HELD * HIGH,
    PHASES * (RANKS + 1) * HIGH,
    PHASES * (RANKS + 1) * HIGH,
    PHASES * KINDS * HIGH,
    PHASES * KINDS * KINDS * HIGH,
    PHASES * KINDS * KINDS * HIGH,
    PHASES * 8 * HIGH,
    STAGES * HELD,
    STAGES * KINDS * KINDS,
    STAGES * KINDS * KINDS,
    STAGES * KINDS * KINDS,
    HELD * STEPS,
    KINDS * KINDS * STEPS,
    KINDS * KINDS * STEPS,
    KINDS * KINDS * STEPS,
    STAGES * HIGH,
)
"""Where the tables of the cells of moves begin; see :func:`move_cells`."""
MOVE_CELLS: Final = len(MOVES_AT) - 1
N_MOVES: Final = MOVES * MOVES_AT[-1]

LASTS_AT: Final = places(
    STAGES * POINTS * 2,
    POINTS * POINTS * 3,
    HELD * POINTS,
    KINDS * KINDS * POINTS,
    STAGES * KINDS * POINTS,
    STAGES * POINTS,
)
"""Where the tables of the cells of last turns begin; see :func:`last_cells`."""
LAST_CELLS: Final = len(LASTS_AT) - 1
N_LASTS: Final = LASTS_AT[-1]


@uncounted
def kind_of(card: int) -> int:
    """Group of a card, counted from 1; 0 for no card."""
    if card < 0:
        return 0
    return 1 + group_of(card)


@uncounted
def points_of(card: int) -> int:
    """Points of a card."""
    rank = card >> 2
    return rank + 2 if rank < 8 else (10 if rank < 12 else 11)


@uncounted
def alike(one: int, suit: int) -> int:
    """1 if there is such a card and it is of that suit."""
    return 1 if one >= 0 and one & 3 == suit else 0


@uncounted
def held_in(known: int, suit: int) -> tuple[int, int]:
    """Count the cards of a suit in a set (bits), and their points."""
    cards = (known >> suit) & ONE_SUIT
    number, points, rank = 0, 0, 0
    while cards:
        if cards & 1:
            number += 1
            points += points_of(rank << 2)
        cards >>= 4
        rank += 1
    return number, points


@uncounted
def band_of(points: int) -> int:
    """Band of the points known in one suit, 0 to 7."""
    return (
        (points > 0) + (points > 5) + (points > 8) + (points > 10) + (points > 15) + (points > 19)
        + (points > 20)
    )  # fmt: skip


@uncounted
def dead_in(suit: int, hand: Hand) -> int:
    """Count the cards of a suit below the top card."""
    number = 0
    for place in range(hand.at[PILE]):
        number += hand.pile[place] & 3 == suit
    return number


@uncounted
def start(past: NDArray[np.int64]) -> None:
    """Know nothing of the other one yet."""
    for place in range(PAST):
        past[place] = -1


@uncounted
def remember(action: int, top: int, thrown: int, past: NDArray[np.int64]) -> None:
    """Remember a turn of the other one: what lay on top before, what he threw."""
    past[2], past[1], past[0] = past[1], past[0], thrown
    past[4], past[3] = past[3], -1 if action == TAKE else top
    past[6], past[5] = past[5], top if action == TAKE else -1


@uncounted
def throw_cells(
    turn: int,
    kept: int,
    thrown: int,
    told: int,
    hand: Hand,
    past: NDArray[np.int64],
    game: Game,
    cells: NDArray[np.int64],
) -> None:
    """Write the cells of a throw by the seat to move.

    Parameters
    ----------
    turn
        Turns taken before.
    kept, thrown
        Number of the hand kept; the card thrown.
    told
        1 if the table throws that card.
    hand, past, game
        The hand, of which only what the seat sees is read; what the other one did; the rules.
    cells
        Receives the places in :attr:`~advisor.playout.responder_worth.Learned.throws`, shape
        (:data:`THROW_CELLS`,).
    """
    stage, suit, rank = min(turn, STAGES - 1), thrown & 3, thrown >> 2
    phase, points, group = stage >> 1, game.scores[kept] >> 1, kind_of(thrown) - 1
    high = max(points - 8, 0)
    number, held = held_in(hand.known[1 - hand.at[SEAT]], suit)
    number, held = min(number, 2), band_of(held)
    same, before, earlier = alike(past[0], suit), alike(past[1], suit), alike(past[2], suit)
    passed, once = alike(past[3], suit), alike(past[4], suit)
    last = kind_of(past[0])
    dead = dead_in(suit, hand)
    for place in range(3):
        dead += game.cards[kept, place] & 3 == suit
    dead = min(dead, DEAD - 1)
    # A suit he collects is one of which he throws nothing.
    threw = (past[0] >= 0) + (past[1] >= 0) + (past[2] >= 0)
    of_it = 4 * threw + same + before + earlier
    at = THROWS_AT
    cells[0] = at[0] + (stage * POINTS + points) * GROUPS + group
    cells[1] = at[1] + ((phase * 2 + same) * 3 + number) * RANKS + rank
    cells[2] = at[2] + (((phase * 2 + before) * 2 + earlier) * 2 + same) * RANKS + rank
    which = ((phase * 2 + passed) * 2 + once) * 2 + same
    cells[3] = at[3] + (which * KINDS + kind_of(past[3])) * GROUPS + group
    cells[4] = at[4] + (((phase * 3 + number) * 2 + same) * KINDS + last) * GROUPS + group
    cells[5] = at[5] + (phase * HELD + held) * RANKS + rank
    cells[6] = at[6] + ((phase * DEAD + dead) * 2 + same) * RANKS + rank
    cells[7] = at[7] + (of_it * 3 + number) * RANKS + rank
    cells[8] = at[8] + (high // 3 * HELD + held) * RANKS + rank
    cells[9] = at[9] + ((high // 3 * 2 + same) * 2 + before) * RANKS + rank
    which = (phase * KINDS + last) * KINDS + kind_of(past[1])
    cells[10] = at[10] + (which * 2 + same) * RANKS + rank
    cells[11] = at[11] + (told * STAGES + stage) * HIGH + high
    cells[12] = at[12] + (told * PHASES + phase) * RANKS + rank


@uncounted
def most_held(known: int) -> int:
    """Band of the points in that suit of a set of cards (bits) in which there are most."""
    most = 0
    if known:
        for suit in range(4):
            most = max(most, held_in(known, suit)[1])
    return band_of(most)


@uncounted
def cards_in_one_suit(cards: NDArray[np.int8]) -> int:
    """Count the cards of a hand that are most in one suit."""
    low, middle, high = cards[0] & 3, cards[1] & 3, cards[2] & 3
    if low == middle and middle == high:
        return 3
    return 2 if low in (middle, high) or middle == high else 1


@uncounted
def rank_or_none(card: int) -> int:
    """Rank of a card plus 1; 0 for no card."""
    return (card >> 2) + 1


@uncounted
def one_suit(one: int, other: int) -> int:
    """1 if there are both cards and they are of one suit."""
    return 1 if one >= 0 and other >= 0 and (one ^ other) & 3 == 0 else 0


@uncounted
def move_cells(
    turn: int, base: int, hand: Hand, past: NDArray[np.int64], cells: NDArray[np.int64]
) -> None:
    """Write the cells of a turn of the seat to move.

    Parameters
    ----------
    turn
        Turns taken before.
    base
        What the table does: 0 knock, 1 take, 2 draw.
    hand, past
        The hand, of which only what the seat sees is read; what the other one did.
    cells
        Receives the numbers of the cells, shape (:data:`MOVE_CELLS`,): three times that is the
        place in :attr:`~advisor.playout.responder_worth.Learned.moves` of the knock; take and draw
        come after it.
    """
    seat, top = hand.at[SEAT], int(hand.at[TOP])
    stage, points = min(turn, STAGES - 1), hand.final[seat] >> 1
    phase, high = stage >> 1, max(points - 8, 0)
    step, group = high // 3, kind_of(top) - 1
    held = most_held(hand.known[1 - seat])
    last, before, earlier = kind_of(past[0]), kind_of(past[1]), kind_of(past[2])
    now = KINDS * kind_of(past[3]) + kind_of(past[5])
    once = KINDS * kind_of(past[4]) + kind_of(past[6])
    suits = one_suit(past[0], past[1]) + 2 * one_suit(past[1], past[2])
    suits += 4 * one_suit(past[0], past[3])
    at = MOVES_AT
    cells[0] = at[0] + (stage * POINTS + points) * GROUPS + group
    cells[1] = at[1] + (base * STAGES + stage) * HIGH + high
    cells[2] = at[2] + (stage * HELD + held) * HIGH + high
    cells[3] = at[3] + (phase * (RANKS + 1) + rank_or_none(past[1])) * HIGH + high
    cells[4] = at[4] + (phase * (RANKS + 1) + rank_or_none(past[2])) * HIGH + high
    cells[5] = at[5] + (phase * KINDS + last) * HIGH + high
    cells[6] = at[6] + (phase * KINDS * KINDS + now) * HIGH + high
    cells[7] = at[7] + (phase * KINDS * KINDS + once) * HIGH + high
    cells[8] = at[8] + (phase * 8 + suits) * HIGH + high
    cells[9] = at[9] + stage * HELD + held
    cells[10] = at[10] + (stage * KINDS + last) * KINDS + before
    cells[11] = at[11] + (stage * KINDS + before) * KINDS + earlier
    cells[12] = at[12] + stage * KINDS * KINDS + now
    cells[13] = at[13] + held * STEPS + step
    cells[14] = at[14] + (last * KINDS + before) * STEPS + step
    cells[15] = at[15] + (before * KINDS + earlier) * STEPS + step
    cells[16] = at[16] + now * STEPS + step
    cells[17] = at[17] + stage * HIGH + high


@uncounted
def last_cells(
    turn: int, base: int, hand: Hand, past: NDArray[np.int64], game: Game, cells: NDArray[np.int64]
) -> None:
    """Write the cells of a last turn, the other one having knocked.

    Parameters
    ----------
    turn
        Turns taken before, the knock included.
    base
        1 if the table takes the top card.
    hand, past, game
        The hand, of which only what the seat sees is read; what the other one did; the rules.
    cells
        Receives the places in :attr:`~advisor.playout.responder_worth.Learned.lasts`, shape
        (:data:`LAST_CELLS`,).
    """
    seat, top = hand.at[SEAT], int(hand.at[TOP])
    cards = hand.hands[seat]
    stage, own = min(turn, STAGES - 1), hand.final[seat] >> 1
    made = keep_best(cards, top, 1 << top, game.scores)[1] >> 1
    held = most_held(hand.known[1 - seat])
    last, before = kind_of(past[0]), kind_of(past[1])
    at = LASTS_AT
    cells[0] = at[0] + (stage * POINTS + made) * 2 + base
    cells[1] = at[1] + (own * POINTS + made) * 3 + cards_in_one_suit(cards) - 1
    cells[2] = at[2] + held * POINTS + made
    cells[3] = at[3] + (last * KINDS + before) * POINTS + made
    cells[4] = at[4] + (stage * KINDS + kind_of(past[3])) * POINTS + made
    cells[5] = at[5] + stage * POINTS + own
