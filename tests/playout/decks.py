"""The same decks and the same players for the compiled loop and for the referee."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import numpy as np

from advisor.cards import Card, first_card
from advisor.playout import scat
from advisor.playout.chance import below, world_key
from advisor.referee import game
from advisor.referee.actions import Reshuffle
from advisor.rules import PRESETS, SWITCHES, Rules, with_switches

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from advisor.referee.state import State
    from advisor.referee.table import Player


def decks(by_default: int) -> int:
    """Give the number of decks to compare: THIRTYONE_DECKS, when it is set, is a long run."""
    return int(os.environ.get("THIRTYONE_DECKS", by_default))


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


def deal(rules: Rules, players: int, deck: Sequence[Card]) -> State:
    """Deal a deck of :func:`kernel_deck` with the referee; seat 0 is first to act."""
    hands = [deck[3 * seat : 3 * seat + 3] for seat in range(players)]
    dealt = [hands[seat][card] for card in range(3) for seat in range(players)]
    return game.deal(rules, (rules.tokens,) * players, players - 1, [*dealt, *deck[3 * players :]])


def reshuffled(pile: Sequence[Card], key: np.uint64) -> tuple[Card, ...]:
    """Put the discards below the top card in the order of the compiled loop."""
    stock: list[Card] = []
    for index, card in enumerate(pile):
        other = below(index + 1, key, index)
        stock.append(card)
        stock[index], stock[other] = stock[other], card
    return tuple(stock)


def play_out(state: State, players: Sequence[Player], key: np.uint64, left: int) -> State | None:
    """Let the players finish a hand at the referee's table; None if it takes too long.

    Nobody is told more than his position, the legal moves and the card he has drawn.
    """
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
        player, seen = players[state.seat], game.position(state, state.seat)
        if state.drawn is None:
            state = game.apply(state, player.act(seen, game.legal_actions(state)))
        else:
            state = game.apply(state, player.throw(seen, state.drawn))
    return state
