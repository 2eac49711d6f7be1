"""The compiled loop of widow and the referee must never disagree on the same decks."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import numpy as np
import pytest

from advisor.cards import first_card
from advisor.players.widow import reference
from advisor.playout.chance import below, world_key
from advisor.playout.scat import MAX_TURNS
from advisor.playout.widow import play_widow
from advisor.referee import game
from advisor.rules import PRESETS, SWITCHES, Rules, with_switches
from tests.playout.decks import deal as deal_cards
from tests.playout.decks import decks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from advisor.playout.played import Played
    from advisor.referee.state import State

DEALS = decks(20_000) // 4
"""Decks compared in each of the two large tests below."""
PATIENCE = 40
"""Turns after which the referee stops watching a hand that the compiled loop must play on."""
HOUSES = 200

NAMES = ["swap:20", "swap:25", "swap:30.5", "closer", "confidence", "random", "solved"]
WIDOWS = {name: rules for name, rules in PRESETS.items() if rules.game == "widow"}


def random_rules(rng: random.Random) -> Rules:
    """Set every switch of widow at random; tokens only where they are paid."""
    chosen = {
        switch.name: rng.choice(list(switch.values))
        for switch in SWITCHES
        if "widow" in switch.games
    }
    if chosen["loser"] == "highest":
        del chosen["tokens"], chosen["free_ride"]
    return with_switches(Rules(game="widow"), chosen)


def first_state(rules: Rules, seats: int, key: np.uint64) -> State:
    """Deal to the referee what the compiled loop deals: seat by seat, then the widow."""
    deck = list(range(first_card(rules.pack), 52))
    for place in range(len(deck)):
        other = place + below(len(deck) - place, key, place)
        deck[place], deck[other] = deck[other], deck[place]
    return deal_cards(rules, seats, deck)


def play_out(state: State, names: Sequence[str], key: np.uint64, patience: int) -> State:
    """Let everybody decide from what he sees, until the hand is over or lasts too long."""
    players = [reference(name, key) for name in names]
    while state.result is None and (state.turn < patience or state.offers):
        seat = state.seat
        assert seat is not None
        legal = game.legal_actions(state)
        state = game.apply(state, players[seat].act(game.position(state, seat), legal))
    return state


def compare(played: Played, deal: int, end: State, patience: int) -> None:
    """Compare everything that both know about one hand."""
    if end.result is None:
        assert played.turns[deal] >= patience
        assert played.capped[deal] == (played.turns[deal] == MAX_TURNS)
        return
    why = (deal, end.rules.name, end.result.why)
    assert not played.capped[deal], why
    assert played.paid[deal].tolist() == list(end.result.paid), why
    shares = np.array([float(share) for share in end.result.pot], dtype=np.float32)
    assert played.pot[deal].tolist() == shares.tolist(), why
    assert played.turns[deal] == end.turn, why


def check(
    rules: Rules, names: Sequence[str], deals: int, *, seed: int, patience: int = PATIENCE
) -> int:
    """Play some deals in both ways, compare them, and count those that both gave up."""
    played = play_widow(rules, names, deals, seed=seed)
    for deal in range(deals):
        key = np.uint64(world_key(seed, deal))
        end = play_out(first_state(rules, len(names), key), names, key, patience)
        compare(played, deal, end, patience)
        if patience == MAX_TURNS:
            assert played.capped[deal] == (end.result is None)
    return int(np.count_nonzero(played.capped))


@pytest.mark.parametrize("preset", WIDOWS)
@pytest.mark.parametrize("name", NAMES)
def test_same_decks_same_outcome(preset: str, name: str) -> None:
    """Every player, alone among his kind at 2 to 7 seats, ends every hand as the referee does."""
    deals = DEALS // len(WIDOWS) // len(NAMES) // 6
    for seats in range(2, 8):
        check(WIDOWS[preset], [name] * seats, deals, seed=seats)


def test_same_decks_same_outcome_in_random_houses() -> None:
    """Mixed line-ups under any combination of switches end alike, share by share."""
    rng = random.Random(31)
    for house in range(HOUSES):
        rules = random_rules(rng)
        names = [rng.choice(NAMES) for _ in range(rng.randint(2, rules.max_players))]
        check(rules, names, DEALS // HOUSES, seed=house)


def test_the_last_three_cards_are_a_widow_too() -> None:
    """A fresh widow is laid as long as three cards are left, down to the very last."""
    rules = Rules(game="widow", pack=36, fresh_widow="all-pass", first_round_knock="forbidden")
    names, patience, used_up = ["swap:31"] * 7, 100, 0
    played = play_widow(rules, names, 400, seed=8)
    for deal in range(400):
        key = np.uint64(world_key(8, deal))
        end = play_out(first_state(rules, 7, key), names, key, patience)
        compare(played, deal, end, patience)
        used_up += not end.stock
    assert used_up > 5


def test_a_hand_is_given_up_only_if_it_never_ends() -> None:
    """Hands that the compiled loop gives up early last to the limit at the referee's table."""
    given_up = [
        check(PRESETS["widow"], ["swap:25"] * 3, 25, seed=1, patience=MAX_TURNS),
        check(PRESETS["widow-any"], ["swap:30"] * 2, 15, seed=2, patience=MAX_TURNS),
        check(PRESETS["widow"], ["confidence", "swap:29"], 15, seed=3, patience=MAX_TURNS),
    ]
    assert min(given_up) > 2


def test_rare_events_are_among_the_decks() -> None:
    """The decks compared above hold split pots, fresh widows and immediate showdowns."""
    pots = play_widow(PRESETS["widow"], ["random"] * 3, DEALS, seed=3).pot
    turns = play_widow(PRESETS["widow"], ["closer"] * 3, DEALS, seed=3).turns
    fresh = 0
    for deal in range(200):
        key = np.uint64(world_key(3, deal))
        start = first_state(PRESETS["schwimmen"], 3, key)
        fresh += bool(play_out(start, ["swap:30.5"] * 3, key, PATIENCE).gone)
    assert np.count_nonzero((pots > 0).sum(axis=1) > 1) > 5
    assert np.count_nonzero(turns == 1) > 5
    assert fresh > 5
