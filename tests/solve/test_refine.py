"""Comparing moves on the same cards, against the referee; and what is made of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from advisor.cards import parse_cards
from advisor.hands import N_HANDS, best_discard, hand_cards, score, scores
from advisor.players.solved import Solved, SolvedPlayer
from advisor.playout import batch, scat
from advisor.playout.chance import below, world_key
from advisor.playout.solved import TURN_STREAM, compare_moves
from advisor.referee import game
from advisor.referee.actions import Draw, Knock, Reshuffle, Take, Throw
from advisor.rules import PRESETS, Rules
from advisor.solve import meanfield
from advisor.solve.duel import duel
from advisor.solve.pack import most_likely
from advisor.solve.refine import GROUPS, POINTS, Values, refine
from advisor.suits import RANKS, swapped
from tests.playout import decks
from tests.solve.test_solved import random_table

if TYPE_CHECKING:
    from advisor.referee.state import State

SCAT, PUB = PRESETS["scat"], PRESETS["scat-pub"]
TURNS, DEALS, SEED = 6, 100, 12


def won(state: State, seat: int, table: Solved, key: np.uint64) -> int:
    """Let the table finish a hand at the referee's table: tokens won by a seat."""
    players = [SolvedPlayer(table), SolvedPlayer(table)]
    end = decks.play_out(state, players, key, scat.MAX_TURNS - state.turn)
    if end is None or end.result is None:
        return 0
    return end.result.paid[1 - seat] - end.result.paid[seat]


def until(state: State, turn: int, table: Solved, key: np.uint64) -> State | None:
    """Play up to a turn; None if somebody knocks or the hand ends before."""
    player = SolvedPlayer(table)
    while state.result is None and (state.turn < turn or state.needs_reshuffle):
        if state.needs_reshuffle:
            order = decks.reshuffled(state.pile[:-1], np.uint64(scat.shuffle_key(key, 1)))
            state = game.apply(state, Reshuffle(order))
            continue
        assert state.seat is not None
        seen = game.position(state, state.seat)
        if state.drawn is None:
            state = game.apply(state, player.act(seen, game.legal_actions(state)))
        else:
            state = game.apply(state, player.throw(seen, state.drawn))
    return None if state.result is not None or state.knocker is not None else state


@pytest.mark.parametrize("rules", [SCAT, PUB], ids=["scat", "scat-pub"])
def test_moves_are_compared_as_the_referee_plays_them(rules: Rules) -> None:
    """Every move at the chosen turn wins in the sums what it wins at the referee's table."""
    table = random_table(4, TURNS)
    moves, throws = (array[None] for array in table.expanded())
    groups = int(GROUPS.max()) + 1
    of_moves = np.zeros((2, TURNS, 3, POINTS, groups))
    of_throws = np.zeros((2, TURNS, POINTS, groups))
    nothing = np.zeros((TURNS, RANKS, N_HANDS), dtype=np.float32)
    # The take of the middle card is said to be the best one.
    said = np.zeros((TURNS, 5, RANKS, N_HANDS), dtype=np.float32)
    said[:, 2] = 0.25
    compare_moves(
        SEED, 0, DEALS, moves, throws, said, nothing, GROUPS, swapped(), hand_cards(),
        scores(rules), batch.rule_codes(rules), of_moves, of_throws,
    )  # fmt: skip
    expected, expected_throws = np.zeros_like(of_moves), np.zeros_like(of_throws)
    for deal in range(DEALS):
        deck, key = decks.kernel_deck(SEED, deal, 2, rules)
        turn = int(below(TURNS, np.uint64(world_key(SEED, deal)) ^ TURN_STREAM, 0))
        state = until(decks.deal(rules, 2, deck), turn, table, key)
        if state is None:
            continue
        seat, top = turn % 2, state.pile[-1]
        cell = (score(state.hands[seat], rules) // 2, GROUPS[top // 4])
        # The middle card once clubs and the suit of the top card have changed places.
        suits = {0: top % 4, top % 4: 0}
        turned = {
            card - card % 4 + suits.get(card % 4, card % 4): card for card in state.hands[seat]
        }
        middle = turned[sorted(turned)[1]]
        player = SolvedPlayer(table)
        drawn = game.apply(state, Draw())
        assert drawn.drawn is not None
        usual = game.apply(drawn, player.throw(game.position(drawn, seat), drawn.drawn))
        after = [game.apply(state, Knock()), game.apply(state, Take(middle)), usual]
        for number, next_state in enumerate(after):
            gained = won(next_state, seat, table, key) - (0.25 if number == 1 else 0)
            expected[:, turn, number, cell[0], cell[1]] += (gained, 1)
        if best_discard(state.hands[seat], drawn.drawn, rules, keep=False)[1] >= 62:
            continue
        four = sorted((*state.hands[seat], drawn.drawn))
        gains = [won(game.apply(drawn, Throw(card)), seat, table, key) for card in four]
        for card, gained in zip(four, gains, strict=True):
            kept = score([other for other in four if other != card], rules) // 2
            more = gained - sum(gains) / 4
            expected_throws[:, turn, kept, GROUPS[card // 4]] += (more, 1)
    assert expected[1].sum() > 100
    assert np.allclose(of_moves, expected)
    assert np.allclose(of_throws, expected_throws)


def test_self_play_makes_a_better_table() -> None:
    """Corrected by self-play, the table of a rough solution wins against that of before."""
    strategy = meanfield.start(SCAT, 4)
    for weight in (1.0, 2 / 3):
        meanfield.improve(SCAT, strategy, weight, heat=0.02)
    before = Solved(*most_likely(strategy), {})
    values = Values(*meanfield.values(SCAT, strategy, 0.02))
    after = refine(SCAT, strategy, values, before, rounds=2, deals=100_000, seed=1)
    met = duel(SCAT, after, before, 40_000, seed=2)
    assert met.wins.mean - 4 * met.wins.se > 0.5


def test_a_take_that_makes_31_is_never_passed_up() -> None:
    """Whatever self-play says, who can show 31 by taking the top card does."""
    strategy = meanfield.start(SCAT, 2)
    meanfield.improve(SCAT, strategy, 1.0, heat=0.02)
    values = Values(*meanfield.values(SCAT, strategy, 0.02))
    table = Solved(*most_likely(strategy), {})
    after = refine(SCAT, strategy, values, table, rounds=1, deals=2_000, seed=1)
    for text, card, thrown in (("Ah Kh 2c", "Th", "2c"), ("Js 9d As", "Ks", "9d")):
        hand, top = sorted(parse_cards(text)), parse_cards(card)[0]
        for turn in range(2):
            assert after.move(turn, hand, top)[1] == parse_cards(thrown)[0]
