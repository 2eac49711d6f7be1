"""The compiled loop and the referee must never disagree on the same decks and decisions."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import numpy as np
import pytest

from advisor.cards import Card, first_card
from advisor.hands import best_discard, mask_of, score
from advisor.players import thumb
from advisor.players.published import reference
from advisor.playout import batch, codes, scat
from advisor.playout.chance import below, world_key
from advisor.playout.hand import KNOCKER, LEFT, PILE, STOCK_END, TOP, TURN, new_hand
from advisor.referee import game
from advisor.referee.actions import Action, Draw, Knock, Pass, Reshuffle, Take, Throw
from advisor.rules import PRESETS, Rules
from tests.playout import decks
from tests.playout.decks import kernel_deck, play_out, random_rules

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from advisor.position import Position
    from advisor.referee.state import State

DEALS = 2 * decks.decks(4_000)
"""Decks compared in all, shared among the houses and tables below."""

SWITCHED = [
    PRESETS["scat"],
    PRESETS["scat-pub"],
    Rules(three_of_a_kind="30.5", three_aces="33", pack=32, knocker_tied_lowest="double"),
    Rules(pack=36, stock_out="void", thirty_one_after_knock="double", knocker_lowest_pays=2),
    Rules(stock_out="showdown", knocker_tied_lowest="all", three_aces="32"),
    Rules(first_round_knock="forbidden", knocker_tied_lowest="safe"),
    Rules(first_round_knock="ends", put_back_taken=True, stand_pat_last_turn=True),
]
TABLES = [
    ("rising", "rising"),
    ("flat:20", "greedy"),
    ("rising", "flat:25", "greedy"),
    ("flat:22",) * 4,
    ("rising",) * 6,
    ("greedy",) * 9,
]


class GreedyPlayer:
    """Knocks by a row of thresholds and else plays greedily: decides from what he sees."""

    def __init__(self, thresholds: NDArray[np.int8]) -> None:
        self._thresholds = thresholds

    def act(self, seen: Position, legal: Sequence[Action]) -> Action:
        """Knock if he has enough, take what raises his score, else draw."""
        own = score(seen.hand, seen.rules)
        turns = seen.turn // len(seen.order)
        if Knock() in legal and own >= self._thresholds[min(turns, len(self._thresholds) - 1)]:
            return Knock()
        assert seen.top is not None
        discard, kept = best_discard(seen.hand, seen.top, seen.rules, keep=True)
        return Take(discard) if kept > own else Draw()

    def throw(self, seen: Position, drawn: Card) -> Action:
        """Keep the best three."""
        return Throw(best_discard(seen.hand, drawn, seen.rules, keep=False)[0])


def check_deals(rules: Rules, names: Sequence[str], deals: int, seed: int) -> None:
    """Play some deals in both ways and compare everything they have in common."""
    players = len(names)
    table = thumb.table(names, rules)
    compiled = batch.play_deals(rules, batch.by_thresholds(table), deals, seed=seed)
    for deal in range(deals):
        deck, key = kernel_deck(seed, deal, players, rules)
        seated = [GreedyPlayer(row) for row in table]
        end = play_out(decks.deal(rules, players, deck), seated, key, scat.MAX_TURNS)
        if end is None:
            assert compiled.ending[deal] == codes.CAPPED
            continue
        assert end.result is not None
        assert compiled.paid[deal].tolist() == list(end.result.paid), (deal, end.result.why)
        final = [score(hand, rules) for hand in end.hands]
        assert compiled.final[deal].tolist() == final
        assert compiled.turns[deal] == end.turn
        assert compiled.knocker[deal] == (-1 if end.knocker is None else end.knocker)


@pytest.mark.parametrize("names", TABLES, ids="-".join)
def test_same_decks_same_outcome(names: tuple[str, ...]) -> None:
    """Whole hands under presets and hand-picked houses end alike, payment by payment."""
    for index, rules in enumerate(SWITCHED):
        check_deals(rules, names, DEALS // len(SWITCHED) // len(TABLES) * 3 // 4, seed=index)


def test_same_decks_same_outcome_in_random_houses() -> None:
    """Whole hands under any combination of switches end alike, payment by payment."""
    rng = random.Random(4)
    for house in range(250):
        rules = random_rules(rng)
        players = rng.randint(2, min(rules.max_players, 9))
        names = [rng.choice(["rising", "greedy", "flat:20", "flat:27"]) for _ in range(players)]
        check_deals(rules, names, DEALS // 4 // 250, seed=house)


def from_state(
    state: State, move: int, discard: Card, names: Sequence[str], key: np.uint64
) -> tuple[int, list[int]]:
    """Finish a hand of the referee in the compiled loop: why it ended, who paid what."""
    order = state.order
    place = state.turn % len(order)
    seats = order[place:] + order[:place]
    rules, players = state.rules, len(order)
    hand = new_hand(players)
    hand.hands[:] = [state.hands[seat] for seat in seats]
    hand.final[:] = [score(state.hands[seat], rules) for seat in seats]
    hand.known[:] = [mask_of(state.known[seat]) for seat in seats]
    below_top = state.pile[:-1]
    hand.pile[: len(below_top)] = below_top
    hand.deck[: len(state.stock)] = before_drawing(state.stock, key)
    knocker = -1 if state.knocker is None else seats.index(state.knocker)
    hand.at[TURN], hand.at[TOP], hand.at[PILE] = state.turn, state.pile[-1], len(below_top)
    hand.at[STOCK_END], hand.at[KNOCKER], hand.at[LEFT] = len(state.stock), knocker, max(knocker, 0)
    paid = np.zeros(players, dtype=np.uint8)
    playing = batch.seats([names[seat] for seat in seats], rules)
    ending = scat.finish(-1, move, discard, key, hand, playing, batch.game(rules), paid)
    by_seat = [0] * len(state.tokens)
    for seat, tokens in zip(seats, paid.tolist(), strict=True):
        by_seat[seat] = tokens
    return ending, by_seat


def before_drawing(stock: Sequence[Card], key: np.uint64) -> list[Card]:
    """Lay out a stock so that the lazy loop draws it in its order: undo all its swaps."""
    cards = list(stock)
    for drawn in range(len(cards) - 1, -1, -1):
        other = drawn + below(len(cards) - drawn, key ^ scat.STOCK_STREAM, drawn)
        cards[drawn], cards[other] = cards[other], cards[drawn]
    return cards


KINDS = {Knock: codes.KNOCK, Take: codes.TAKE, Draw: codes.DRAW, Pass: codes.PASS}


def random_state(rng: random.Random) -> State:
    """Reach a state at the start of a turn, or the end of a hand, by random legal play."""
    rules = random_rules(rng)
    players = rng.randint(2, min(rules.max_players, 7))
    deck = rng.sample(range(first_card(rules.pack), 52), rules.pack)
    state = game.deal(rules, (rules.tokens,) * players, rng.randrange(players), deck)
    turns = rng.randint(0, 4 * players)
    while state.result is None and (
        state.needs_reshuffle or state.drawn is not None or state.turn < turns
    ):
        if state.needs_reshuffle:
            state = game.apply(state, Reshuffle(tuple(state.pile[:-1])))
        else:
            state = game.apply(state, rng.choice(game.legal_actions(state)))
    return state


def test_every_first_move_from_any_state() -> None:
    """From states reached by random legal play, each move must lead both to the same end."""
    rng = random.Random(9)
    compared = dict.fromkeys(KINDS, 0)
    for number in range(1_000):
        state = random_state(rng)
        names = rng.choices(["rising", "flat:21", "cautious", "witty", "random"], k=7)
        key = np.uint64(world_key(1, number))
        seated = [reference(name, state.rules, key) for name in names]
        for action in game.legal_actions(state):
            compared[type(action)] += 1
            thrown = action.discard if isinstance(action, Take) else -1
            ending, paid = from_state(state, KINDS[type(action)], thrown, names, key)
            after = game.apply(state, action)
            if after.drawn is not None and after.seat is not None:
                seen = game.position(after, after.seat)
                after = game.apply(after, seated[after.seat].throw(seen, after.drawn))
            end = play_out(after, seated, key, scat.MAX_TURNS - 1)
            if end is None:
                assert ending == codes.CAPPED
                continue
            assert end.result is not None
            assert paid == list(end.result.paid), (action, end.result.why, state.rules.name)
    assert min(compared.values()) > 20
