"""The compiled loop and the referee must never disagree on the same decks and decisions."""

from __future__ import annotations

import os
import random
from typing import TYPE_CHECKING

import numpy as np
import pytest

from advisor.cards import Card, first_card
from advisor.hands import best_discard, score, scores
from advisor.players import thumb
from advisor.playout import batch, scat
from advisor.playout.chance import below, world_key
from advisor.referee import game
from advisor.referee.actions import Action, Draw, Knock, Pass, Reshuffle, Take, Throw
from advisor.rules import PRESETS, SWITCHES, Rules, with_switches

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from advisor.referee.state import State

DEALS = int(os.environ.get("THIRTYONE_DECKS", "20000"))
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


def random_rules(rng: random.Random) -> Rules:
    """Set every switch of scat at random."""
    chosen = {
        switch.name: rng.choice(list(switch.values))
        for switch in SWITCHES
        if "scat" in switch.games
    }
    return with_switches(PRESETS["scat"], chosen)


def kernel_deck(seed: int, deal: int, players: int, rules: Rules) -> tuple[list[Card], np.uint64]:
    """Give the cards of a compiled deal in its own order: hands, top card, stock; and its key."""
    key = np.uint64(world_key(seed, deal))
    deck = list(range(first_card(rules.pack), 52))
    size = len(deck)
    for place in range(3 * players + 1):
        other = place + below(size - place, key, place)
        deck[place], deck[other] = deck[other], deck[place]
    start = 3 * players + 1
    for drawn in range(size - start):
        place = start + drawn
        other = place + below(size - place, key ^ scat.STOCK_STREAM, drawn)
        deck[place], deck[other] = deck[other], deck[place]
    return deck, key


def reshuffled(pile: Sequence[Card], key: np.uint64) -> tuple[Card, ...]:
    """Put the discards below the top card in the order of the compiled loop."""
    stock: list[Card] = []
    for index, card in enumerate(pile):
        other = below(index + 1, key, index)
        stock.append(card)
        stock[index], stock[other] = stock[other], card
    return tuple(stock)


def greedy_action(state: State, thresholds: NDArray[np.int8]) -> Action:
    """Decide as a rule of thumb does, from what the player sees."""
    seat = state.seat
    assert seat is not None
    seen = game.position(state, seat)
    own = score(seen.hand, seen.rules)
    if state.drawn is not None:
        return Throw(best_discard(seen.hand, state.drawn, seen.rules, keep=False)[0])
    turns = state.turn // len(state.order)
    if state.knocker is None and own >= thresholds[min(turns, len(thresholds) - 1)]:
        return Knock()
    assert seen.top is not None
    discard, kept = best_discard(seen.hand, seen.top, seen.rules, keep=True)
    return Take(discard) if kept > own else Draw()


def play_out(state: State, table: NDArray[np.int8], key: np.uint64, left: int) -> State | None:
    """Let everybody follow his row of the table; None if the hand takes too long."""
    shuffles = 0
    last = state.turn + left
    while state.result is None:
        if state.needs_reshuffle:
            shuffles += 1
            shuffled_by = np.uint64(scat.shuffle_key(key, shuffles))
            state = game.apply(state, Reshuffle(reshuffled(state.pile[:-1], shuffled_by)))
            continue
        if state.turn >= last:
            return None
        assert state.seat is not None
        row = table[state.seat]
        state = game.apply(state, greedy_action(state, row))
    return state


def check_deals(rules: Rules, names: Sequence[str], deals: int, seed: int) -> None:
    """Play some deals in both ways and compare everything they have in common."""
    players = len(names)
    table = thumb.table(names, rules)
    compiled = batch.play_deals(rules, table, deals, seed=seed)
    for deal in range(deals):
        deck, key = kernel_deck(seed, deal, players, rules)
        hands = [deck[3 * seat : 3 * seat + 3] for seat in range(players)]
        dealt = [hands[seat][card] for card in range(3) for seat in range(players)]
        state = game.deal(
            rules, (rules.tokens,) * players, players - 1, dealt + deck[3 * players :]
        )
        end = play_out(state, table, key, scat.MAX_TURNS)
        if end is None:
            assert compiled.ending[deal] == scat.CAPPED
            continue
        assert end.result is not None
        assert compiled.paid[deal].tolist() == list(end.result.paid), (deal, end.result.why)
        final = [score(hand, rules) for hand in end.hands]
        assert compiled.final[deal].tolist() == final
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
    state: State, move: int, discard: Card, table: NDArray[np.int8], key: np.uint64
) -> tuple[int, list[int]]:
    """Finish a hand of the referee in the compiled loop: why it ended, who paid what."""
    order = state.order
    place = state.turn % len(order)
    seats = order[place:] + order[:place]
    rules, players = state.rules, len(order)
    hands = np.array([state.hands[seat] for seat in seats], dtype=np.int8)
    final = np.array([score(state.hands[seat], rules) for seat in seats], dtype=np.int8)
    pile = np.zeros(64, dtype=np.int8)
    below_top = state.pile[:-1]
    pile[: len(below_top)] = below_top
    knocker = -1 if state.knocker is None else seats.index(state.knocker)
    paid = np.zeros(players, dtype=np.uint8)
    ending = scat.finish(
        move,
        discard,
        hands,
        final,
        state.pile[-1],
        pile,
        len(below_top),
        np.array(state.stock, dtype=np.int8),
        0,
        len(state.stock),
        # The whole stock is in order already.
        np.array([len(state.stock)]),
        key,
        players,
        state.turn,
        knocker,
        max(knocker, 0),
        table[list(seats)],
        scores(rules),
        batch.rule_codes(rules),
        np.zeros(64, dtype=np.int8),
        np.zeros(4, dtype=np.int8),
        paid,
        np.zeros(2, dtype=np.int64),
    )
    by_seat = [0] * len(state.tokens)
    for seat, tokens in zip(seats, paid.tolist(), strict=True):
        by_seat[seat] = tokens
    return ending, by_seat


KINDS = {Knock: scat.KNOCK, Take: scat.TAKE, Draw: scat.DRAW, Pass: scat.PASS}


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
    for number in range(1_500):
        state = random_state(rng)
        names = [rng.choice(["rising", "flat:21"]) for _ in state.tokens]
        table = thumb.table(names, state.rules)
        key = np.uint64(world_key(1, number))
        for action in game.legal_actions(state):
            compared[type(action)] += 1
            thrown = action.discard if isinstance(action, Take) else -1
            ending, paid = from_state(state, KINDS[type(action)], thrown, table, key)
            after = game.apply(state, action)
            if after.drawn is not None:
                after = game.apply(after, greedy_action(after, table[0]))
            end = play_out(after, table, key, scat.MAX_TURNS - 1)
            if end is None:
                assert ending == scat.CAPPED
                continue
            assert end.result is not None
            assert paid == list(end.result.paid), (action, end.result.why, state.rules.name)
    assert min(compared.values()) > 20
