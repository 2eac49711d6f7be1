"""The trained exploiter: nothing learned is the table itself, and a leak is found and used."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from advisor.players.nearest import nearest_way
from advisor.players.solved import solved
from advisor.playout import batch, responder
from advisor.playout import responder_cells as cells
from advisor.playout.codes import DRAW, PLAY_ON, STOPPED, TAKE
from advisor.playout.hand import (
    DRAWN,
    KNOCKER,
    SEAT,
    STOCK,
    STOCK_END,
    TOP,
    copy_hand,
    deal_hand,
    new_hand,
)
from advisor.playout.responder_samples import NO, Samples
from advisor.playout.responder_worth import new_room
from advisor.playout.scat import finish
from advisor.rules import RulesError, preset
from advisor.solve import response
from advisor.solve.duel import duel
from advisor.solve.exploit import KINDS
from advisor.solve.response import FIRST_DECK, Trained, fitted, measure, nothing, train

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from advisor.playout.hand import Hand
    from advisor.playout.responder_worth import Learned
    from advisor.playout.seats import Seats
    from advisor.solve.response import Against, Played

SCAT = preset("scat")
LEAK = "flat:18"
"""Knocks with 18 points and more, which is far too early."""
DEALS = 100_000


def trained_on(name: str, threads: int) -> Trained:
    """Train somebody in a few seconds."""
    return train(SCAT, name=name, rounds=2, deals=DEALS, seed=5, turns=4, threads=threads)


@pytest.fixture(scope="module")
def trained() -> Trained:
    """Somebody who learned to answer who knocks too early."""
    return trained_on(LEAK, 2)


def seats_of(name: str) -> Seats:
    """Both seats play the table of one name."""
    way = nearest_way(name, SCAT, 2)
    return batch.seats([way.ways] * 2, SCAT)


def played(
    learned: Learned, may: int, deals: int, seat: int
) -> tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.int64]]:
    """Play deals with one seat responding: tokens paid, endings, how often he left the table."""
    paid, ending = np.zeros((deals, 2), np.uint8), np.zeros(deals, np.uint8)
    left = np.zeros((deals, 3), np.int64)
    game = batch.game(SCAT)
    responder.play_responding(
        9, 0, seat, seats_of("solved"), game, learned, may, paid, ending, left
    )
    return paid, ending, left


def test_nothing_learned_is_the_table_itself() -> None:
    """The gain is a difference from the table; it must be 0 where nothing differs."""
    table = batch.play_deals(SCAT, seats_of("solved"), 2_000, seed=9)
    for seat in range(2):
        paid, ending, left = played(nothing(), 0b111, 2_000, seat)
        np.testing.assert_array_equal(paid, table.paid)
        np.testing.assert_array_equal(ending, table.ending)
        assert not left.any()
    found = measure(train(SCAT, rounds=0, seed=2), 500)
    assert found.exploit.gain.mean == 0
    assert set(found.exploit.leaves.values()) == {0.0}


def test_the_seed_decides_alone(trained: Trained) -> None:
    """What is learned must not depend on how many threads there are."""
    again = trained_on(LEAK, 1)
    for one, other in zip(trained.learned, again.learned, strict=True):
        np.testing.assert_array_equal(one, other)
    assert measure(trained, 600, threads=2) == measure(again, 600, threads=1)


def test_he_wins_more_from_a_leak_than_the_solved_table(trained: Trained) -> None:
    """Who is trained against one strategy must beat it by more than who plays well in general."""
    found = measure(trained, 60_000, threads=2).exploit
    met = duel(SCAT, solved(SCAT, 2), LEAK, 60_000, seed=trained.seed, threads=2)
    assert found.wins is not None
    assert found.wins.mean - met.wins.mean > 3 * (found.wins.se**2 + met.wins.se**2) ** 0.5
    assert found.gain.mean == pytest.approx(2 * (found.wins.mean - 0.5), abs=0.02)


@pytest.mark.parametrize("kind", KINDS)
def test_he_leaves_the_strategy_in_the_allowed_kind_only(trained: Trained, kind: str) -> None:
    """Where his gain comes from can be told apart only if each kind can be allowed alone."""
    found = measure(trained, 500, only=(kind,)).exploit
    assert [name for name, often in found.leaves.items() if often] == [kind]


def test_no_deck_is_both_trained_on_and_measured_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """A gain on decks that were trained on would be partly luck remembered."""
    used: dict[str, list[range]] = {"train": [], "measure": []}
    sample, play = response.sampled, response.both_seats

    def sampled(table: Against, decks: tuple[int, int, int]) -> Samples:
        used["train"].append(range(decks[1], decks[1] + decks[2]))
        return sample(table, decks)

    def both_seats(trained: Trained, may: int) -> Callable[[int, int], Played]:
        def played_from(first: int, count: int) -> Played:
            used["measure"].append(range(first, first + count))
            return play(trained, may)(first, count)

        return played_from

    monkeypatch.setattr(response, "sampled", sampled)
    monkeypatch.setattr(response, "both_seats", both_seats)
    measure(train(SCAT, name=LEAK, rounds=2, deals=400, seed=3, turns=4), 1_500)
    assert sum(map(len, used["train"])) == 800
    assert sum(map(len, used["measure"])) == 1_500
    assert all(
        trained_on_these.start >= FIRST_DECK >= decks.stop
        for trained_on_these in used["train"]
        for decks in used["measure"]
    )


def hands_on_the_way() -> Iterator[tuple[Hand, NDArray[np.int64]]]:
    """Hands after five turns, and what the seat to move remembers of the other one."""
    game, seats = batch.game(SCAT), seats_of("solved")
    paid = np.zeros(2, np.uint8)
    for number in range(400):
        hand, past = new_hand(2), np.full(cells.PAST, -1, np.int64)
        key = np.uint64(1 + 7919 * number)
        deal_hand(key, hand, game)
        for turn in range(5):
            top, drawn = int(hand.at[TOP]), int(hand.at[DRAWN])
            if finish(turn + 1, PLAY_ON, -1, key, hand, seats, game, paid) != STOPPED:
                break
            if turn % 2 == 0:
                move = TAKE if hand.at[DRAWN] == drawn else DRAW
                cells.remember(move, top, int(hand.at[TOP]), past)
        else:
            if hand.at[KNOCKER] < 0:
                yield hand, past


def test_he_does_not_see_hidden_cards(trained: Trained) -> None:
    """An exploiter who peeks would prove nothing: other hidden cards must change no decision."""
    game, room = batch.game(SCAT), new_room()
    seen = 0
    for hand, past in hands_on_the_way():
        seat = hand.at[SEAT]
        other = new_hand(2)
        copy_hand(other, hand)
        if hand.known[1 - seat]:
            continue
        # The stock changes places with the other one's hand and is turned around.
        low, high = hand.at[STOCK] + hand.at[DRAWN], hand.at[STOCK_END]
        stock = other.deck[low:high].copy()[::-1]
        other.hands[1 - seat], stock[:3] = np.sort(stock[:3]), hand.hands[1 - seat]
        other.deck[low:high] = stock
        other.final[1 - seat] = 4
        chosen = []
        for shown in (hand, other):
            room.past[:] = past
            chosen.append(responder.respond_move(DRAW, -1, shown, game, trained.learned, 7, room))
        assert chosen[0] == chosen[1]
        seen += 1
    assert seen > 20


def planted(deals: int, more: float) -> Samples:
    """Throws of which the one that is not the table's wins `more` tokens in a cell of its own."""
    rng = np.random.default_rng(4)
    throws = np.tile(np.arange(cells.THROW_CELLS, dtype=np.uint16), (deals, 4, 1))
    throws[:, 1, 0] = 777
    said = np.full((deals, 4), NO, np.float32)
    said[:, :2] = 0.0
    won = np.zeros((deals, 4), np.int8)
    won[:, 1] = rng.random(deals) < more
    none = (
        np.zeros((0, cells.MOVE_CELLS), np.uint16),
        np.zeros((0, 3), np.float32),
        np.zeros((0, 3), np.int8),
        np.zeros(0, np.int8),
    )
    last = np.zeros((0, cells.LAST_CELLS), np.uint16), np.zeros((0, 2), np.int8)
    return Samples(*none, throws, said, won, np.zeros(deals, np.int8), *last)


def test_he_learns_what_many_deals_show_and_mistrusts_few() -> None:
    """Noise must not be taken for knowledge: cells that few deals reached stay close to 0."""
    many = fitted(nothing(), [planted(100_000, 0.4)]).throws
    assert many[777] - many[0] == pytest.approx(0.4, abs=0.02)
    few = fitted(nothing(), [planted(5, 1.0)]).throws
    assert 0 < few[777] - few[0] < 0.02
    assert np.count_nonzero(many) == 2


def test_the_other_game_is_refused() -> None:
    """In widow there are no such decisions to learn."""
    with pytest.raises(RulesError, match="widow"):
        train(preset("widow"), rounds=1, deals=10)


def test_the_answer_names_the_training() -> None:
    """A lower bound can be repeated only if rounds, deals and seed are told."""
    found = measure(train(SCAT, name=LEAK, rounds=0, deals=11, seed=8), 50).to_json()
    assert found["trained"] == {"rounds": 0, "deals": 11, "seed": 8}
    assert found["exploiter"] == "trained"
    assert found["rollouts"] is None
