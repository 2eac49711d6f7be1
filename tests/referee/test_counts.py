"""Exact counts and whole hands, by the referee and by a naive second one."""

from random import Random

import pytest

from advisor.referee.actions import (
    Draw,
    Knock,
    Move,
    Pass,
    Reshuffle,
    Show,
    Swap,
    Take,
    Throw,
    Wait,
)
from advisor.referee.game import apply, deal, legal_actions, pack, shuffled
from advisor.referee.state import State
from advisor.rules import PRESETS, Rules, parse_rules
from tests.referee.plain import PlainGame, PlainMove
from tests.referee.play import MAX_MOVES, random_rules

_KINDS: dict[str, type] = {
    "knock": Knock,
    "draw": Draw,
    "take": Take,
    "throw": Throw,
    "pass": Pass,
    "swap": Swap,
    "show": Show,
    "wait": Wait,
}


def sequences(state: State, depth: int) -> list[int]:
    """Count the distinct sequences of 0, 1, … `depth` actions by the referee."""
    counts = [0] * (depth + 1)
    counts[0] = 1
    if depth and state.result is None:
        for action in legal_actions(state):
            for below, count in enumerate(sequences(turned_over(apply(state, action)), depth - 1)):
                counts[below + 1] += count
    return counts


def plain_sequences(game: PlainGame, depth: int) -> list[int]:
    """Count the same by the naive referee."""
    counts = [0] * (depth + 1)
    counts[0] = 1
    if depth:
        for move in game.moves():
            for below, count in enumerate(plain_sequences(game.play(move), depth - 1)):
                counts[below + 1] += count
    return counts


def turned_over(state: State) -> State:
    """Make a new stock, where needed, by turning the pile over."""
    return apply(state, Reshuffle(state.pile[:-1])) if state.needs_reshuffle else state


def small_pack(rules: Rules, seats: int, rest: int, seed: int) -> tuple[int, ...]:
    """Take so many cards beyond the least that a deal needs, the highest cards of the pack."""
    size = 3 * seats + (1 if rules.game == "scat" else 3) + rest
    return shuffled(range(52 - size, 52), Random(seed))


# A stock of one or two cards runs out at once, so that every value of stock_out is met.
COUNTED = [
    ("scat", 2, 2, 5),
    ("scat", 3, 1, 5),
    ("scat-pub", 2, 1, 5),
    ("scat[put_back_taken=yes,stand_pat_last_turn=yes,stock_out=void]", 2, 2, 5),
    ("scat[first_round_knock=forbidden,stock_out=showdown]", 2, 2, 5),
    ("scat[first_round_knock=ends,three_aces=32,thirty_one_after_knock=double]", 2, 1, 5),
    ("widow", 2, 3, 4),
    ("widow", 3, 0, 4),
    ("widow-any", 2, 0, 3),
    ("schwimmen", 2, 6, 4),
    ("schwimmen", 3, 2, 4),
    ("widow[loser=lowest,first_round_knock=ends]", 2, 0, 4),
]


@pytest.mark.parametrize(("name", "seats", "rest", "depth"), COUNTED)
def test_counts_agree(name: str, seats: int, rest: int, depth: int) -> None:
    """Both referees count the same number of action sequences of every length."""
    rules = parse_rules(name)
    for seed in range(3):
        deck = small_pack(rules, seats, rest, seed)
        state = deal(rules, (rules.tokens,) * seats, seats - 1, deck)
        counts = sequences(state, depth)
        assert counts == plain_sequences(PlainGame(rules, seats, list(deck)), depth)


def test_counts_of_one_deal() -> None:
    """The counts of one deal, worked out by hand, do not drift.

    Heads-up scat with one card in the stock: knock, draw or take for one of three cards, so 5
    first moves. After a knock or a take, seat 1 has 4 and 5 of them; a draw leaves 4 throws.
    """
    deck = (0, 1, 5, 10, 19, 28, 33, 38)
    counts = sequences(deal(Rules(), (4, 4), 1, deck), 2)
    assert counts == [1, 5, 4 + 3 * 5 + 4]


def comparable(move: PlainMove) -> Move:
    """Turn a plain move into the referee's."""
    made: Move = _KINDS[move[0]](*move[1:])
    return made


@pytest.mark.parametrize("number", range(40))
def test_hands_agree(number: int) -> None:
    """Both referees allow the same moves and end random hands alike, under random switches."""
    rng = Random(1000 + number)
    for preset in (*PRESETS.values(), *(random_rules(rng) for _ in range(20))):
        seats = rng.randint(2, min(preset.max_players, 5))
        deck = shuffled(pack(preset), rng)
        if number % 2:
            deck = deck[: 3 * seats + 4 + rng.randrange(5)]
        state = deal(preset, (preset.tokens,) * seats, seats - 1, deck)
        plain = PlainGame(preset, seats, list(deck))
        for _ in range(MAX_MOVES):
            moves = plain.moves()
            assert {comparable(move) for move in moves} == set(legal_actions(state))
            if not moves:
                break
            move = rng.choice(moves)
            state, plain = turned_over(apply(state, comparable(move))), plain.play(move)
        if state.result is not None:
            assert list(state.result.paid) == plain.pays
            assert [float(share) for share in state.result.pot] == plain.pot
