"""What is told of every opponent: scores, suits and cards from the belief about his hand."""

from __future__ import annotations

import numpy as np
import pytest

from advisor.belief import believe
from advisor.cards import parse_cards
from advisor.hands import hand_cards, score, scores
from advisor.position import Position, parse_position
from advisor.reads import reads


@pytest.fixture(scope="module")
def table() -> Position:
    """Seat 2 took the ace of diamonds, seat 3 knocked, seat 0 is to act; I look on."""
    return parse_position(
        "scat hand:TcJcQc top:3c pile:4h9s held:2.Ad tokens:4.4.4.4 seat:0 dealer:3 turn:4 "
        "knocked:3"
    )


def test_the_numbers_are_those_of_the_belief(table: Position) -> None:
    """Mean, chances and cards are sums over the very vector, worked out another way."""
    belief = believe(table, "rising")
    worth = scores(table.rules)
    for read, weights in zip(reads(table, "rising"), belief.weights, strict=True):
        assert read.mean == pytest.approx(np.average(worth, weights=weights) / 2)
        mine = score(table.hand, table.rules)
        likely = np.flatnonzero(weights)
        above = sum(weights[hand] for hand in likely if worth[hand] > mine)
        assert read.ahead == pytest.approx(above)
        assert sum(read.holds) == pytest.approx(3)
        inside = [w for w in likely if read.likely[0] <= worth[w] <= read.likely[1]]
        assert weights[inside].sum() >= 0.8
        spades = [hand for hand in likely if sum(card % 4 == 3 for card in hand_cards()[hand]) > 1]
        assert read.collects[3] == pytest.approx(weights[spades].sum())


def test_a_card_that_was_taken_is_certain(table: Position) -> None:
    """Seat 2 holds the ace that he took, and nobody holds a card that I see."""
    (ace,) = parse_cards("Ad")
    by_seat = {read.seat: read for read in reads(table, "rising")}
    assert by_seat[2].holds[ace] == pytest.approx(1)
    assert by_seat[2].suit == 1
    for read in by_seat.values():
        for card in parse_cards("Tc Jc Qc 3c 4h 9s"):
            assert read.holds[card] == 0


def test_a_card_that_i_drew_is_with_me(table: Position) -> None:
    """What I have drawn and not thrown yet is in no other hand."""
    (king,) = parse_cards("Kd")
    before, after = reads(table, "rising")[1], reads(table, "rising", king)[1]
    assert before.holds[king] > 0
    assert after.holds[king] == 0
    assert sum(after.holds) == pytest.approx(3)
