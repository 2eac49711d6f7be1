"""A player who thinks: beliefs about the others, then every move tried on worlds that fit them.

Everybody, he himself included, is taken to play on by a table (:class:`Seats`, the *mind*); he
leaves what his own table says where another move is better beyond doubt.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from numba import njit

from advisor.hands import THIRTY_ONE
from advisor.players.written import Plays
from advisor.playout.belief import (
    after_draw,
    after_knock,
    after_take,
    dealt,
    normalise,
    rule_out,
)
from advisor.playout.chance import mix, world_key
from advisor.playout.choose import chosen_move, chosen_throw
from advisor.playout.clues import known_in_suits, known_level, last_done
from advisor.playout.codes import (
    AFTER_KNOCK,
    BY_THIRTY_ONE,
    CAPPED,
    DRAW,
    FIRST_ROUND_ENDS,
    KNOCK,
    KNOCKS,
    PLAY_ON,
    STOPPED,
    TAKE,
    TAKES,
    THROWS,
)
from advisor.playout.guesses import add_up, drawable, guess_hands, lay_out
from advisor.playout.hand import (
    DRAWN,
    KNOCKER,
    LAST,
    LEFT,
    PILE,
    SEAT,
    STOCK,
    STOCK_END,
    TOP,
    TURN,
    copy_hand,
    deal_hand,
    new_hand,
)
from advisor.playout.keeping import in_order, keep_all_but, keep_best, score_of
from advisor.playout.scat import MAX_TURNS, finish, place_of_next, shuffle_pile
from advisor.playout.settle import settle_showdown, value_of
from advisor.playout.style import knock_allowed
from advisor.playout.tabled import look_up_move, row_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from advisor.playout.hand import Hand
    from advisor.playout.seats import Game, Seats

THINK_STREAM: Final = np.uint64(0xE7037ED1A0B428DB)
ROLL_STREAM: Final = np.uint64(0x8EBC6AF09C88C6E3)

OPTIONS: Final = 5
"""Knock, take and throw the low, middle or high card, draw; or throw one of four."""
LATE: Final = 60
"""Turns after which a player no longer thinks but follows his table; hands are over by then."""
UNKNOWN: Final = -1.0e9
"""Stands for the value of a knock that cannot be computed."""
FIRST_CHECK: Final = 64
"""Worlds after which options are looked at for the first time; then after twice as many."""
BEYOND: Final = 3.0
"""Standard errors by which an option must trail to be given up, or lead to be taken early."""


class Thought(NamedTuple):
    """How hard a player thinks.

    Parameters
    ----------
    rollouts
        Worlds on which the moves are compared.
    guard
        Standard errors by which a move must be better than that of the table.
    slip
        Chance that the others choose at random, see :mod:`advisor.playout.belief`.
    may
        What may differ from the table: knocks, take or draw, throws; bits.
    """

    rollouts: int
    guard: float
    slip: float
    may: int


class Seen(NamedTuple):
    """What lies open before a turn.

    Parameters
    ----------
    turn, top
        Turns taken before; the top card.
    stock
        Cards (bits) that can be drawn.
    last, level, known
        What the one whose turn it is sees of the other one of two, as
        :mod:`advisor.playout.clues` says; 0 if more play.
    """

    turn: int
    top: int
    stock: int
    last: int
    level: int
    known: int


class Room(NamedTuple):
    """Arrays to work in, and what is believed.

    Parameters
    ----------
    weights
        Belief about every seat's hand, from what is public; shape (seats, 22100).
    sums
        Running sums of the beliefs about the others, shape (seats - 1, 22100).
    before
        Room for one belief, shape (22100,).
    drawing
        Best score after drawing each card to each hand, shape (22100, 52).
    """

    weights: NDArray[np.float64]
    sums: NDArray[np.float64]
    before: NDArray[np.float64]
    drawing: NDArray[np.int8]


@njit(nogil=True, cache=True)
def start_thinking(hand: Hand, game: Game, room: Room) -> None:
    """Believe what everybody knows after the deal."""
    outside = ~drawable(hand, game)
    for seat in range(len(hand.final)):
        dealt(room.weights[seat], outside, game)
        normalise(room.weights[seat])


@njit(nogil=True, cache=True)
def look(hand: Hand, game: Game) -> Seen:
    """See what lies open before a turn."""
    at, last, level, known = hand.at, 0, 0, 0
    if len(hand.final) == 2:
        other = 1 - at[SEAT]
        last = at[LAST]
        level = known_level(hand.hands[other], hand.known[other])
        known = known_in_suits(hand.hands[other], hand.known[other])
    return Seen(at[TURN], at[TOP], drawable(hand, game), last, level, known)


@njit(nogil=True, cache=True)
def watch(
    seat: int,
    action: int,
    seen: Seen,
    thrown: int,
    last: bool,
    slip: float,
    mind: Seats,
    game: Game,
    room: Room,
) -> None:
    """Learn from a turn of a seat.

    Parameters
    ----------
    seat, action, seen, thrown
        Who; what he did; what lay open before; what he threw (-1 for a knock).
    last, slip
        Whether somebody had knocked; chance that he chose at random.
    mind, game, room
        How he is taken to play; the rules; the beliefs, which change.
    """
    players = len(mind.which)
    table = mind.which[seat]
    row, top = row_of(seen.turn, mind.moves.shape[1], players), seen.top
    plays = Plays(
        mind.moves[table, row],
        mind.throws[table, row],
        mind.knocking[table, row, seen.last, seen.level],
        mind.throwing[table, row],
        seen.known,
    )
    weights = room.weights[seat]
    if action == KNOCK:
        after_knock(weights, top, slip, plays, game)
    elif action == TAKE:
        after_take(weights, top, thrown, last, slip, plays, game, room.before)
    else:
        after_draw(weights, top, thrown, seen.stock, last, slip, plays, game, room.before)
    normalise(weights)
    if thrown >= 0:
        for other in range(players):
            if other != seat:
                rule_out(room.weights[other], 1 << thrown, game)


@njit(nogil=True, cache=True)
def settled(mine: int, his: int, seat: int, knocker: int, game: Game) -> float:
    """Tokens that `seat` of two wins at a showdown of two scores."""
    final = np.empty(2, dtype=np.int8)
    paid = np.zeros(2, dtype=np.uint8)
    final[seat], final[1 - seat] = mine, his
    settle_showdown(final, 2, knocker, game.codes, paid)
    return value_of(paid, seat)


@njit(nogil=True, cache=True)
def knock_value(seat: int, hand: Hand, mind: Seats, game: Game, room: Room) -> float:
    """Tokens won by a knock now with one opponent: exact under the belief.

    `room.sums` is the running sum of the belief about him.
    """
    at = hand.at
    own, top = int(hand.final[seat]), int(at[TOP])
    cards = hand.hands[seat]
    free = drawable(hand, game)
    for index in range(3):
        free &= ~(1 << cards[index])
    row = row_of(at[TURN] + 1, mind.moves.shape[1], 2)
    moves = mind.moves[mind.which[1 - seat], row]
    chances = np.zeros(4)
    may = np.zeros(52, dtype=np.int64)
    size = 0
    for card in range(52):
        may[card] = (free >> card) & 1
        size += may[card]
    sums, before = room.sums[0], 0.0
    for index in range(len(sums)):
        weight = sums[index] - before
        before = sums[index]
        if weight <= 0.0:
            continue
        his = game.cards[index]
        if look_up_move(his, top, moves, 0, game)[2]:
            kept = keep_best(his, top, 1 << top, game.scores)[1]
            chances[place_of(kept, own)] += weight
            continue
        more = same = shows = own_cards = 0
        scores = room.drawing[index]
        for card in range(52):
            more += may[card] * (scores[card] > own)
            same += may[card] * (scores[card] == own)
            shows += may[card] * (scores[card] >= THIRTY_ONE)
        for held_card in range(3):
            card = his[held_card]
            own_cards += may[card]
            more -= may[card] * (scores[card] > own)
            same -= may[card] * (scores[card] == own)
            shows -= may[card] * (scores[card] >= THIRTY_ONE)
        left = size - own_cards
        chances[3] += weight * shows / left
        chances[2] += weight * (more - shows) / left
        chances[1] += weight * same / left
        chances[0] += weight * (left - more - same) / left
    value = chances[0] * settled(own, own - 1, seat, seat, game)
    value += chances[1] * settled(own, own, seat, seat, game)
    value += (chances[2]) * settled(own, own + 1, seat, seat, game)
    value += chances[3] * (-2.0 if game.codes[AFTER_KNOCK] == 1 else -1.0)
    return float(value / before)


@njit(nogil=True, cache=True)
def place_of(his: int, own: int) -> int:
    """Number how another's score compares: 0 lower, 1 equal, 2 higher, 3 a hand of 31."""
    if his >= THIRTY_ONE:
        return 3
    if his > own:
        return 2
    return 1 if his == own else 0


@njit(nogil=True, cache=True)
def takes_last(seat: int, hand: Hand, game: Game, room: Room) -> bool:
    """Whether taking is better than drawing on the own last turn, the one opponent having knocked.

    Exact under the belief; `room.sums` is the running sum of the belief about him.
    """
    top = int(hand.at[TOP])
    cards = hand.hands[seat]
    free = drawable(hand, game)
    for index in range(3):
        free &= ~(1 << cards[index])
    kept = keep_best(cards, top, 1 << top, game.scores)[1]
    # Mass of his hands by score, and of those with each card by score.
    mass = np.zeros(68)
    having = np.zeros((52, 68))
    sums, before = room.sums[0], 0.0
    for index in range(len(sums)):
        weight = sums[index] - before
        before = sums[index]
        if weight > 0.0:
            score = game.scores[index]
            mass[score] += weight
            for place in range(3):
                having[game.cards[index, place], score] += weight
    take, draw = 0.0, 0.0
    number = 0
    for card in range(52):
        number += (free >> card) & 1
    for score in range(68):
        if mass[score] > 0.0:
            take += mass[score] * last_value(kept, score, seat, game)
    for card in range(52):
        if not (free >> card) & 1:
            continue
        made = keep_best(cards, card, 0, game.scores)[1]
        for score in range(68):
            weight = mass[score] - having[card, score]
            if weight > 1e-15:
                draw += weight * last_value(made, score, seat, game)
    # Every hand of his leaves three cards fewer to draw; what he is known to hold is not free.
    expected = 0.0
    for card in range(52):
        if (free >> card) & 1:
            for score in range(68):
                expected += mass[score] - having[card, score]
    return take / before > draw / expected


@njit(nogil=True, cache=True)
def last_value(mine: int, his: int, seat: int, game: Game) -> float:
    """Tokens won by a score on the last turn of two."""
    if mine >= THIRTY_ONE:
        return 2.0 if game.codes[AFTER_KNOCK] == 1 else 1.0
    return settled(mine, his, seat, 1 - seat, game)


@njit(nogil=True, cache=True)
def think_sums(seat: int, cards: int, players: int, game: Game, room: Room) -> bool:
    """Read the beliefs with the eyes of a seat that knows where some cards (bits) are."""
    for other in range(players - 1):
        total = add_up(room.weights[(seat + 1 + other) % players], cards, game, room.sums[other])
        if total <= 0.0:
            return False
    return True


@njit(nogil=True, cache=True)
def throw_of_four(thrown: int, card: int, key: np.uint64, hand: Hand, game: Game) -> None:
    """Throw a card after a draw, in a hand whose stock no longer holds the card drawn."""
    at, seat = hand.at, hand.at[SEAT]
    hand.known[seat] &= ~(1 << thrown)
    at[LAST] = last_done(False, int(at[TOP]))
    hand.pile[at[PILE]] = at[TOP]
    at[PILE] += 1
    at[TOP] = thrown
    cards = hand.hands[seat]
    keep_all_but(cards, card, thrown)
    hand.final[seat] = score_of(cards[0], cards[1], cards[2], game.scores)
    if at[STOCK_END] == at[STOCK] + at[DRAWN]:
        shuffle_pile(key, hand)
    at[TURN] += 1
    at[SEAT] = seat + 1 if seat + 1 < len(hand.final) else 0


@njit(nogil=True, cache=True)
def best_of(
    base: int,
    exact_knock: float,
    options: NDArray[np.int64],
    card: int,
    key: np.uint64,
    hand: Hand,
    mind: Seats,
    game: Game,
    thought: Thought,
    room: Room,
) -> int:
    """Compare options on common worlds; the table's one unless another is better beyond doubt.

    Parameters
    ----------
    base
        The option of the table.
    exact_knock
        Value of a knock where it is known, else :data:`UNKNOWN`; option 0 is the knock.
    options
        1 for options that may be chosen, shape (5,); before a draw the numbers are those of a
        table's entry, after it places of the four cards.
    card
        The card drawn, or -1 before a draw.
    key, hand, mind, game, thought, room
        Key of these worlds; the hand, of which only what the seat sees is read; and the rest.
    """
    players = len(hand.final)
    seat = hand.at[SEAT]
    cards = hand.hands[seat]
    top = int(hand.at[TOP])
    four = in_order(cards, card if card >= 0 else top)
    own = np.empty(3, dtype=np.int64)
    for index in range(3):
        own[index] = cards[index]
    world, play = new_hand(players), new_hand(players)
    found = np.zeros(players - 1, dtype=np.int64)
    paid = np.zeros(players, dtype=np.uint8)
    alive = options.copy()
    alive[base] = 1
    known_knock = card < 0 and exact_knock > UNKNOWN
    if known_knock:
        alive[0] = 1
    value = np.zeros(OPTIONS)
    sums, squares, cross = np.zeros(OPTIONS), np.zeros(OPTIONS), np.zeros(OPTIONS)
    control, control2 = 0.0, 0.0
    done, check = 0, min(FIRST_CHECK, thought.rollouts)
    besides = 1 << card if card >= 0 else 0
    gain, error = np.zeros(OPTIONS), np.zeros(OPTIONS)
    for number in range(thought.rollouts):
        if not guess_hands(key, number, room.sums, game, found):
            return base
        copy_hand(world, hand)
        lay_out(found, seat, besides, world, game)
        roll = mix(key + np.uint64(number + 1) * ROLL_STREAM)
        for option in range(OPTIONS):
            if alive[option] == 0:
                continue
            copy_hand(play, world)
            move, given = PLAY_ON, -1
            if card >= 0:
                throw_of_four(four[option], card, roll, play, game)
            elif option == 0:
                move = KNOCK
            elif option == 4:
                move = DRAW
            else:
                move, given = TAKE, int(own[option - 1])
            finish(-1, move, given, roll, play, mind, game, paid)
            value[option] = value_of(paid, seat)
        done += 1
        against = value[0] if known_knock else 0.0
        control += against
        control2 += against * against
        for option in range(OPTIONS):
            if alive[option]:
                more = value[option] - value[base]
                sums[option] += more
                squares[option] += more * more
                cross[option] += more * against
        if done < check:
            continue
        check = min(2 * check, thought.rollouts)
        open_options, ahead = 0, 0
        for option in range(OPTIONS):
            if alive[option] == 0 or option == base:
                continue
            mean = sums[option] / done
            variance = squares[option] - sums[option] * mean
            gain[option] = mean
            spread_of = control2 - control * control / done
            if known_knock and spread_of > 0.0:
                both = cross[option] - sums[option] * control / done
                gain[option] = mean - both / spread_of * (control / done - exact_knock)
                variance -= both * both / spread_of
            error[option] = np.sqrt(max(variance, 1.0)) / done
            if options[option] == 0:
                continue
            if gain[option] < -BEYOND * error[option]:
                options[option] = 0
                if option != 0 or not known_knock:
                    alive[option] = 0
                continue
            open_options += 1
            ahead += gain[option] > (BEYOND + thought.guard) * error[option]
        if open_options == 0:
            return base
        if open_options == 1 and ahead == 1:
            break
    best, most = base, 0.0
    for option in range(OPTIONS):
        if option == base or options[option] == 0:
            continue
        if gain[option] > max(most, thought.guard * error[option]):
            best, most = option, gain[option]
    return best


@njit(nogil=True, cache=True)
def think_move(
    key: np.uint64, hand: Hand, mind: Seats, game: Game, thought: Thought, room: Room
) -> tuple[int, int]:
    """Choose a move at the start of a turn: the move, and what a TAKE throws."""
    at, players = hand.at, len(hand.final)
    seat, top, turn = at[SEAT], int(at[TOP]), at[TURN]
    action, thrown = chosen_move(key, hand, mind, game)
    cards = hand.hands[seat]
    mine = (1 << cards[0]) | (1 << cards[1]) | (1 << cards[2])
    if at[KNOCKER] >= 0:
        if thought.may & TAKES and players == 2 and think_sums(seat, mine, 2, game, room):
            if takes_last(seat, hand, game, room):
                return TAKE, keep_best(cards, top, 1 << top, game.scores)[0]
            return DRAW, -1
        return action, thrown
    shown, kept = keep_best(cards, top, 1 << top, game.scores)
    may_take = (KNOCKS if action == KNOCK else (TAKES if action == DRAW else THROWS)) & thought.may
    if kept >= THIRTY_ONE and may_take:
        return TAKE, shown
    options = np.zeros(OPTIONS, dtype=np.int64)
    base = 0
    if action == DRAW:
        base = 4
    elif action == TAKE:
        base = 1 if thrown == cards[0] else (2 if thrown == cards[1] else 3)
    if base == 0:
        if thought.may & KNOCKS:
            options[1:] = 1
    else:
        if thought.may & KNOCKS and knock_allowed(turn, players, at[KNOCKER], game.codes):
            options[0] = 1
        if thought.may & TAKES:
            options[1:] = 1
            if base < 4 and not thought.may & THROWS:
                options[1:4] = 0
        elif thought.may & THROWS and base < 4:
            options[1:4] = 1
        options[base] = 0
    if options.sum() == 0 or not think_sums(seat, mine, players, game, room):
        return action, thrown
    exact = UNKNOWN
    if players == 2:
        exact = knock_value(seat, hand, mind, game, room)
    chosen = best_of(base, exact, options, -1, key, hand, mind, game, thought, room)
    if chosen == 0:
        return KNOCK, -1
    if chosen == 4:
        return DRAW, -1
    return TAKE, int(cards[chosen - 1])


@njit(nogil=True, cache=True)
def think_throw(
    card: int, key: np.uint64, hand: Hand, mind: Seats, game: Game, thought: Thought, room: Room
) -> int:
    """Choose which place of the four cards to throw after drawing `card`."""
    at, players = hand.at, len(hand.final)
    seat = at[SEAT]
    cards = hand.hands[seat]
    four = in_order(cards, card)
    thrown = chosen_throw(card, hand, mind)
    base = 0
    for place in range(4):
        if four[place] == thrown:
            base = place
    if not thought.may & THROWS:
        return base
    mine = (1 << cards[0]) | (1 << cards[1]) | (1 << cards[2]) | (1 << card)
    if not think_sums(seat, mine, players, game, room):
        return base
    options = np.zeros(OPTIONS, dtype=np.int64)
    options[:4] = 1
    options[base] = 0
    return best_of(base, UNKNOWN, options, card, key, hand, mind, game, thought, room)


@njit(nogil=True, cache=True)
def play_thinking(
    seed: int,
    first: int,
    thinks: NDArray[np.bool_],
    real: Seats,
    mind: Seats,
    game: Game,
    thought: Thought,
    drawing: NDArray[np.int8],
    paid: NDArray[np.uint8],
    ending: NDArray[np.uint8],
    record: NDArray[np.int64],
    left_table: NDArray[np.int64],
) -> None:
    """Deal hands and play them, some seats thinking.

    Parameters
    ----------
    seed, first
        Seed; number of the first deal.
    thinks
        Which seats think, shape (seats,).
    real, mind
        How the others play; how everybody is taken to play.
    game, thought, drawing
        The rules; how hard they think; best scores after a draw, shape (22100, 52).
    paid, ending, record
        Results as those of :func:`advisor.playout.deals.play_deals`.
    left_table
        How often a thinker left his table: knocks, takes or draws, throws; shape (deals, 3).
    """
    players = len(thinks)
    room = Room(
        np.zeros((players, 22_100)), np.zeros((players - 1, 22_100)), np.zeros(22_100), drawing
    )
    hand = new_hand(players)
    watched = np.zeros(players, dtype=np.bool_)
    for seat in range(players):
        for other in range(players):
            watched[seat] |= other != seat and thinks[other]
    for deal in range(paid.shape[0]):
        key = world_key(seed, first + deal)
        deal_hand(key, hand, game)
        record[deal, 0], record[deal, 1] = -1, 0
        if hand.final.max() >= THIRTY_ONE:
            for seat in range(players):
                paid[deal, seat] = hand.final[seat] < THIRTY_ONE
            ending[deal] = BY_THIRTY_ONE
            continue
        start_thinking(hand, game, room)
        at = hand.at
        while True:
            seat, turn, knocker = at[SEAT], at[TURN], at[KNOCKER]
            if turn >= MAX_TURNS:
                ending[deal], paid[deal] = CAPPED, 0
                break
            deep = mix(key ^ (np.uint64(turn + 1) * THINK_STREAM))
            seen = look(hand, game)
            if thinks[seat] and turn < LATE:
                action, given = think_move(deep, hand, mind, game, thought, room)
                said, told = chosen_move(key, hand, mind, game)
                if action != said:
                    left_table[deal, 0 if KNOCK in (action, said) else 1] += 1
                elif given != told:
                    left_table[deal, 2] += 1
                if action == DRAW and knocker < 0:
                    card = int(hand.deck[place_of_next(key, hand)])
                    if keep_best(hand.hands[seat], card, 0, game.scores)[1] < THIRTY_ONE:
                        again = mix(deep + THINK_STREAM)
                        given = think_throw(card, again, hand, mind, game, thought, room)
                        told = chosen_throw(card, hand, mind)
                        left_table[deal, 2] += in_order(hand.hands[seat], card)[given] != told
            else:
                action, given = chosen_move(key, hand, real, game)
            if action == KNOCK:
                record[deal, 0] = seat
            if (
                action == KNOCK
                and players == 2
                and not (turn < players and game.codes[FIRST_ROUND_ENDS])
            ):
                if watched[seat]:
                    watch(seat, KNOCK, seen, -1, False, thought.slip, mind, game, room)
                at[KNOCKER], at[LEFT] = seat, players - 1
                at[TURN] = turn + 1
                at[SEAT] = seat + 1 if seat + 1 < players else 0
                continue
            step = action
            if action != KNOCK and (not thinks[seat] or turn >= LATE):
                step, given = PLAY_ON, -1
            ended = finish(turn + 1, step, given, key, hand, real, game, paid[deal])
            if ended != STOPPED:
                ending[deal] = ended
                break
            if watched[seat]:
                thrown = int(at[TOP])
                watch(seat, action, seen, thrown, False, thought.slip, mind, game, room)
            elif int(at[TOP]) >= 0:
                for other in range(players):
                    if other != seat:
                        rule_out(room.weights[other], 1 << int(at[TOP]), game)
        record[deal, 1] = at[TURN]
