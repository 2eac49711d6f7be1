"""Reasons that lie in the others' hands must be what the beliefs say."""

from __future__ import annotations

import re

import numpy as np
import pytest

from advisor.advise import advise
from advisor.belief import believe
from advisor.cards import parse_cards
from advisor.hands import best_discard, hand_cards, score
from advisor.moves import Move, legal_moves
from advisor.odds.draw import draw_odds
from advisor.others import reasons_from
from advisor.position import Position, parse_position

HEADS_UP = parse_position("scat hand:AhTh4c tokens:4.4 seat:0 dealer:1 log:8d>d3s.d3h")
FOUR = parse_position("scat hand:TcJcAd tokens:4.4.4.4 seat:0 dealer:3 log:9c>d9h.t5d.d3h.dQd")


def said(position: Position, move: Move) -> list[str]:
    """Give the reasons for one move."""
    return reasons_from(believe(position), [move], draw_odds(position))[0]


def share(sentence: str) -> float:
    """Read the last percentage of a sentence."""
    return float(re.findall(r"([0-9.]+) %", sentence)[-1]) / 100


def test_a_throw_helps_the_next_as_often_as_his_hands_say() -> None:
    """What a card thrown gives the next player is counted hand by hand."""
    weights = believe(HEADS_UP).of(1)
    discard = parse_cards("4c")[0]
    helped = 0.0
    for index in np.flatnonzero(weights):
        hand = hand_cards()[index].tolist()
        rules = HEADS_UP.rules
        if best_discard(hand, discard, rules, keep=True)[1] > score(hand, rules):
            helped += weights[index]
    (sentence,) = said(HEADS_UP, Move("take", HEADS_UP.top, discard))
    assert "4♣" in sentence
    assert share(sentence) == pytest.approx(helped, abs=0.006)


def test_a_knock_names_everybodys_chance_to_be_ahead() -> None:
    """Each opponent's chance to hold more is that of his belief."""
    (sentence,) = said(FOUR, Move("knock"))
    belief, own = believe(FOUR), score(FOUR.hand, FOUR.rules)
    named = [float(found) / 100 for found in re.findall(r"([0-9.]+) %", sentence)]
    true = [belief.score_at_least(seat, own + 1) for seat in belief.seats]
    assert named == pytest.approx(true, abs=0.006)


def test_who_took_a_card_seems_to_collect_its_suit() -> None:
    """Seat 1 took the heart that was thrown, which the reasons for a draw must tell."""
    hearts = [reason for reason in said(FOUR, Move("draw")) if "seat 1" in reason]
    assert hearts
    assert "hearts" in hearts[0]
    assert share(hearts[0]) >= 0.5


def test_no_reason_where_nobody_can_use_the_card() -> None:
    """After a knock by the next player, what is thrown helps nobody."""
    last = parse_position("scat hand:AhTh4c tokens:4.4 seat:0 dealer:1 log:8d>d3s.k")
    for move in legal_moves(last):
        if move.action == "take":
            assert said(last, move) == []


def test_the_advice_gives_them() -> None:
    """They stand among the reasons of every option that was played out."""
    options = {option.move.words(): option for option in advise(FOUR, trials=500).options}
    assert any("now: seat 1" in reason for reason in options["knock"].reasons)
    assert any("on average" in reason for reason in options["draw from the stock"].reasons)
