"""The ways of named players say what their twins at the referee's table do."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest

from advisor.cards import parse_cards
from advisor.hands import hand_cards, hand_index, score
from advisor.players.published import reference
from advisor.players.solved import SolvedError
from advisor.players.thumb import PlayerError
from advisor.players.ways import ways
from advisor.position import ask
from advisor.referee.actions import Action, Draw, Knock, Take, Throw
from advisor.referee.game import legal_actions, position
from advisor.rules import PRESETS, with_switches
from advisor.suits import set_rank, swapped
from tests.referee.play import random_hand, random_match

if TYPE_CHECKING:
    from collections.abc import Iterator

    from advisor.position import Position

SCAT = PRESETS["scat"]
NO_KEY = np.uint64(0)


def situations(seed: int, hands: int) -> Iterator[tuple[Position, tuple[Action, ...]]]:
    """Give what the seats to act see at the start of all turns of some random hands."""
    rng = Random(seed)
    for number in range(hands):
        rules = PRESETS[("scat", "scat-pub")[number % 2]]
        for state, _ in random_hand(random_match(rules, rng), rng):
            if state.seat is not None and state.drawn is None:
                yield position(state, state.seat), legal_actions(state)


def entry_of(name: str, view: Position) -> int:
    """Look up what a way says at the start of a turn."""
    assert view.top is not None
    players = len(view.order)
    moves = ways(name, view.rules, players).moves
    turns = len(moves)
    row = view.turn if view.turn < turns else turns - players + view.turn % players
    return int(moves[row, view.top // 4, swapped()[view.top % 4, hand_index(view.hand)]]) & 15


def kept(view: Position, thrown: int) -> tuple[int, int]:
    """Score after taking the top card, and the rank thrown."""
    assert view.top is not None
    left = {*view.hand, view.top} - {thrown}
    return score(left, view.rules), thrown // 4


def thrown_by(entry: int, view: Position) -> int:
    """Card of the hand that an entry throws for the top card."""
    assert view.top is not None
    suit = view.top % 4
    turned = hand_cards()[swapped()[suit, hand_index(view.hand)]].tolist()[entry % 8 - 1]
    other = {0: suit, suit: 0}.get(turned % 4, turned % 4)
    return int(turned - turned % 4 + other)


@pytest.mark.parametrize("name", ["flat:25", "flat:8", "rising", "falling", "greedy"])
def test_ways_and_twins_move_alike(name: str) -> None:
    """On every turn of random hands the way and the referee's player make the same move."""
    seen = set()
    for view, legal in situations(seed=len(name), hands=60):
        action = reference(name, view.rules, NO_KEY).act(view, legal)
        entry = entry_of(name, view)
        if view.knocked_by is not None:
            assert isinstance(action, Take) == (entry >= 8)
        elif isinstance(action, Take):
            assert kept(view, thrown_by(entry, view)) == kept(view, action.discard)
        else:
            assert entry % 8 == (0 if action == Knock() else 4)
        seen.add((type(action), view.knocked_by is None))
    assert {(Draw, True), (Take, True), (Draw, False), (Take, False)} <= seen


@pytest.mark.parametrize("name", ["witty", "cautious"])
def test_ways_of_players_who_watch(name: str) -> None:
    """Where nobody has shown a card, the way takes and knocks as the witty and the cautious do."""
    takes = 0
    for view, legal in situations(seed=5, hands=120):
        if any(view.held):
            continue
        action = reference(name, view.rules, NO_KEY).act(view, legal)
        entry = entry_of(name, view)
        if view.knocked_by is not None:
            assert isinstance(action, Take) == (entry >= 8)
        else:
            assert isinstance(action, Take) == (entry % 8 in {1, 2, 3})
            assert (action == Knock()) == (entry % 8 == 0)
        takes += isinstance(action, Take)
    assert takes > 10


def test_throws_after_a_draw() -> None:
    """After a draw the way throws the very card that the referee's player throws."""
    rng = Random(3)
    throws = ways("rising", SCAT, 3).throws & 3
    player = reference("rising", SCAT, NO_KEY)
    for _ in range(300):
        *hand, drawn, top = rng.sample(range(52), 5)
        action = player.throw(ask(tuple(sorted(hand)), top=top, players=3), drawn)
        assert isinstance(action, Throw)
        four = np.array([sorted((*hand, drawn))])
        assert four[0, throws[7, set_rank(four)[0]]] == action.discard


def test_turns_are_whole_rounds() -> None:
    """A way has rows until the threshold rests, for every seat as many."""
    assert [len(ways(name, SCAT, 5).moves) for name in ("greedy", "flat:25", "steps")] == [5, 5, 20]
    moves, throws, *_ = ways("rising", SCAT, 3)
    assert len(moves) == len(throws) == 18
    assert np.array_equal(moves[15], moves[17])
    assert not np.array_equal(moves[14], moves[15])


def test_knocks_by_round() -> None:
    """The rising player knocks with 22 in the first round and not in the second."""
    moves = ways("rising", SCAT, 2).moves
    hand = hand_index(parse_cards("Kd Qd 2d"))
    assert (moves[:4, 1, hand] % 8).tolist() == [0, 0, 4, 4]
    assert (moves[-2:, 1, hand_index(parse_cards("Kd Qd Td"))] % 8 == 0).all()


def test_no_knock_in_a_forbidden_round() -> None:
    """Where the first round knows no knock, the first round's rows have none."""
    moves, *_ = ways("flat:20", with_switches(SCAT, {"first_round_knock": "forbidden"}), 2)
    assert len(moves) == 4
    assert (moves[:2] % 8 != 0).all()
    assert (moves[2:] % 8 == 0).any()


def test_who_has_no_way() -> None:
    """Chance cannot be written down, and nobody is invented."""
    with pytest.raises(PlayerError, match="'random' plays by chance"):
        ways("random", SCAT, 2)
    with pytest.raises(PlayerError, match="there is no player 'magnus'"):
        ways("magnus", SCAT, 2)
    with pytest.raises(SolvedError, match="no solved table for 16 players"):
        ways("solved", SCAT, 16)


def test_ways_cannot_be_changed() -> None:
    """What is kept for the next caller cannot be written over, and lies in one piece."""
    for name in ("solved", "rising"):
        for array in ways(name, SCAT, 2):
            assert array.flags.c_contiguous
            with pytest.raises(ValueError, match="read-only"):
                array[0] = 1
