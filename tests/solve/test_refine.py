"""Comparing moves on the same cards, against the referee; and what is made of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from advisor.cards import parse_cards
from advisor.hands import best_discard, hand_index, score
from advisor.players.clues import Clue, clue_of
from advisor.players.solved import N_PAIRS, Solved
from advisor.players.tabled import TabledPlayer
from advisor.players.told import told_move
from advisor.playout import batch, scat
from advisor.playout.chance import below, world_key
from advisor.playout.compare import CLOSE_KNOCK, TURN_STREAM, Said, compare_moves
from advisor.referee import game
from advisor.referee.actions import Draw, Knock, Reshuffle, Take, Throw
from advisor.rules import PRESETS, Rules
from advisor.solve import meanfield
from advisor.solve.duel import among, duel
from advisor.solve.pack import most_likely
from advisor.solve.refine import GROUPS, Values, cells, refine
from advisor.suits import hand_classes, pair_numbers
from tests.playout import decks
from tests.solve.test_solved import random_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from advisor.players.written import Ways
    from advisor.referee.state import State

SCAT, PUB = PRESETS["scat"], PRESETS["scat-pub"]
DEALS, SEED = 100, 12


def won(state: State, seat: int, way: Ways, key: np.uint64) -> float:
    """Let the table finish a hand at the referee's table: tokens won by a seat."""
    players = [TabledPlayer(way) for _ in state.order]
    end = decks.play_out(state, players, key, scat.MAX_TURNS - state.turn)
    if end is None or end.result is None:
        return 0
    paid = end.result.paid
    return (sum(paid) - paid[seat]) / (len(paid) - 1) - paid[seat]


def until(state: State, turn: int, way: Ways, key: np.uint64) -> State | None:
    """Play up to a turn; None if somebody knocks or the hand ends before."""
    player = TabledPlayer(way)
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


def said(turns: int) -> Said:
    """Say that the take of the middle card is the best one, worth a quarter of a token."""
    options = np.zeros((turns, N_PAIRS, 3), dtype=np.float32)
    options[:, :, 1] = 0.25
    rng = np.random.default_rng(9)
    return Said(
        options,
        np.ones((turns, N_PAIRS), dtype=np.uint8),
        np.zeros((turns, N_PAIRS), dtype=np.float32),
        np.ascontiguousarray(pair_numbers()),
        hand_classes().places,
        GROUPS,
        *(rng.normal(0, 0.05, array.shape[1:]) for array in cells(turns)),
    )


def middle(hand: Sequence[int], top: int) -> int:
    """Find the card that the middle one of the hand standing for its class is in this hand."""
    swap = {0: top % 4, top % 4: 0}
    turned = sorted((card - card % 4 + swap.get(card % 4, card % 4), card) for card in hand)
    index = hand_index([card for card, _ in turned])
    return int(turned[hand_classes().places[index][1]][1])


@pytest.mark.parametrize(("rules", "players"), [(SCAT, 2), (PUB, 2), (SCAT, 3)])
def test_moves_are_compared_as_the_referee_plays_them(rules: Rules, players: int) -> None:
    """Every move at the chosen turn wins in the sums what it wins at the referee's table."""
    turns = 3 * players
    way, says = random_table(4, turns, players).expanded(), said(turns)
    found, expected = cells(turns), cells(turns)
    compare_moves(
        SEED, 0, DEALS, batch.seats([way] * players, rules), batch.game(rules), says, found
    )
    for deal in range(DEALS):
        deck, key = decks.kernel_deck(SEED, deal, players, rules)
        turn = int(below(turns, np.uint64(world_key(SEED, deal)) ^ TURN_STREAM, 0))
        state = until(decks.deal(rules, players, deck), turn, way, key)
        if state is None:
            continue
        seat, top = turn % players, state.pile[-1]
        seen = game.position(state, seat)
        mine, clue = score(state.hands[seat], rules) // 2, clue_of(seen)
        player = TabledPlayer(way)
        drawn = game.apply(state, Draw())
        assert drawn.drawn is not None
        usual = game.apply(drawn, player.throw(game.position(drawn, seat), drawn.drawn))
        after = [
            game.apply(state, Knock()),
            game.apply(state, Take(middle(state.hands[seat], top))),
            usual,
        ]
        gained = [won(end, seat, way, key) for end in after]
        more = np.array(gained) - (0, 0.25, 0)
        added = says.usual[turn, :, mine, GROUPS[top // 4]]
        about = says.knocking[turn, clue.level, mine]
        expected.usual[0, turn, :, mine, GROUPS[top // 4]] += more - (about, 0, 0)
        expected.usual[1, turn, :, mine, GROUPS[top // 4]] += 1
        other = 1 if 0.25 + added[1] > added[2] else 2
        worth = np.array([0, 0.25, 0]) + added
        if players == 2 and abs(worth[0] - worth[other]) < CLOSE_KNOCK:
            cell = expected.knocking[:, turn, clue.level, mine]
            cell += (gained[0] - gained[other] - worth[0] + worth[other], 1)
        if best_discard(state.hands[seat], drawn.drawn, rules, keep=False)[1] >= 62:
            continue
        four = sorted((*state.hands[seat], drawn.drawn))
        places = [
            (score([other for other in four if other != card], rules) // 2, GROUPS[card // 4])
            for card in four
        ]
        abouts = [
            (int(card % 4 == top % 4), clue.in_suit(card % 4), GROUPS[card // 4]) for card in four
        ]
        gains = np.array([won(game.apply(drawn, Throw(card)), seat, way, key) for card in four])
        usually = np.array([says.usual_throws[turn, *place] for place in places])
        clues = np.array([says.throwing[turn, *place] for place in abouts])
        rest = gains - (gains - usually - clues).mean()
        for number in range(4):
            expected.usual_throws[:, turn, *places[number]] += (rest[number] - clues[number], 1)
            expected.throwing[:, turn, *abouts[number]] += (rest[number] - usually[number], 1)
    assert expected.usual[1].sum() > 100
    for name, array in found._asdict().items():
        assert np.allclose(array, getattr(expected, name)), name
    if players == 2:
        assert np.count_nonzero(expected.knocking[1].sum(axis=(0, 2))) > 3
        assert expected.throwing[1, :, :, 1:].any()


@pytest.fixture(scope="module", params=[2, 3])
def rough(request: pytest.FixtureRequest) -> tuple[meanfield.Strategy, Values, Solved]:
    """A rough solution for two and for three, what it says of choices, and its table."""
    strategy = meanfield.start(SCAT, request.param, 2 * request.param)
    for weight in (1.0, 2 / 3):
        meanfield.improve(SCAT, strategy, weight, heat=0.02)
    return strategy, Values(*meanfield.values(SCAT, strategy, 0.02)), most_likely(strategy)


def test_self_play_makes_a_better_table(rough: tuple[meanfield.Strategy, Values, Solved]) -> None:
    """Corrected by self-play, the table of a rough solution wins against that of before."""
    strategy, values, before = rough
    after = refine(SCAT, strategy, values, before, rounds=2, deals=60_000, seed=1)
    assert after.players == before.players
    if after.players == 2:
        met = duel(SCAT, after, before, 40_000, seed=2)
        assert met.wins.mean - 4 * met.wins.se > 0.5
    else:
        among_before = among(SCAT, after, before, after.players, 30_000, seed=2)
        assert among_before.tokens.mean - 4 * among_before.tokens.se > 0


def test_a_take_that_makes_31_is_never_passed_up(
    rough: tuple[meanfield.Strategy, Values, Solved],
) -> None:
    """Whatever self-play says, who can show 31 by taking the top card does."""
    strategy, values, table = rough
    way = refine(SCAT, strategy, values, table, rounds=1, deals=2_000, seed=1).expanded()
    for text, card, thrown in (("Ah Kh 2c", "Th", "2c"), ("Js 9d As", "Ks", "9d")):
        hand, top = sorted(parse_cards(text)), parse_cards(card)[0]
        for turn in range(len(way.moves)):
            told = told_move(way, turn, hand=hand, own=score(hand, SCAT), top=top, clue=Clue())
            assert told.thrown == parse_cards(thrown)[0]
