"""Basic strategy does what its words say, written out and at the referee's table."""

from __future__ import annotations

from dataclasses import asdict, replace
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest

from advisor.cards import POINTS, parse_cards
from advisor.hands import score
from advisor.players.basic import NO_KNOCK, Basic, BasicError, basic, document, write_out
from advisor.players.tabled import TabledPlayer
from advisor.players.ways import ways
from advisor.position import ask, parse_position
from advisor.referee.actions import Draw, Knock, Show, Take, Throw
from advisor.referee.game import legal_actions, position
from advisor.rules import PRESETS, with_switches
from tests.referee.play import random_hand, random_match

if TYPE_CHECKING:
    from collections.abc import Sequence

    from advisor.cards import Card
    from advisor.position import Position
    from advisor.referee.actions import Action

SCAT = PRESETS["scat"]


def in_words(chart: Basic, view: Position, legal: Sequence[Action]) -> str:
    """Play a turn by the sentences of the chart: knock, take or draw."""
    assert view.top is not None
    own = score(view.hand, view.rules) / 2
    kept = max(score({*view.hand, view.top} - {card}, view.rules) for card in view.hand) / 2
    more = kept - own
    if view.knocked_by is not None:
        takes = more >= 1 and (kept >= chart.last_to or more >= chart.last_gain)
        return "take" if takes or kept >= 31 else "draw"
    if kept >= 31 or more >= chart.take_gain:
        return "take"
    if kept >= chart.take_to and more >= chart.take_least:
        return "take"
    wanted = chart.knock[min(view.turn // len(view.order), 3)]
    wanted += chart.high_top if POINTS[view.top] >= 10 else 0
    suits, ranks = ({card % 4 for card in view.hand}, {card // 4 for card in view.hand})
    three_cards = len(suits) == 1 or (len(ranks) == 1 and own >= 30)
    wanted += 0 if three_cards else chart.two_cards
    # A position without a log says nothing of the other's last turn.
    took = len(view.order) == 2 and view.log is not None and view.log.turns[-1:]
    wanted += chart.took if took and took[0].kind == "take" else 0
    return "knock" if own >= wanted and Knock() in legal else "draw"


def thrown_in_words(chart: Basic, view: Position, drawn: Card) -> Card:
    """Throw by the sentences of the chart."""
    four = sorted((*view.hand, drawn))
    scores = {card: score({*four} - {card}, view.rules) for card in four}
    if view.knocked_by is not None or max(scores.values()) >= 62:
        return max(four, key=lambda card: (scores[card], -card))

    def worth(card: Card) -> int:
        ranks = {other // 4 for other in four if other != card}
        return scores[card] + (2 * chart.pair if len(ranks) < 3 else 0)

    return max(four, key=lambda card: (worth(card), -card))


def test_he_plays_by_the_words() -> None:
    """On every turn of random hands, at tables of any size, he does what the chart says."""
    rng = Random(4)
    made: set[object] = set()
    player = TabledPlayer("basic")
    for number in range(150):
        rules = PRESETS[("scat", "scat-pub")[number % 2]]
        if number % 5 == 0:
            rules = with_switches(rules, {"first_round_knock": "forbidden"})
        for state, _ in random_hand(random_match(rules, rng), rng):
            if state.seat is None:
                continue
            view, legal = position(state, state.seat), legal_actions(state)
            chart = basic(len(view.order))
            if state.drawn is not None:
                thrown = player.throw(view, state.drawn)
                assert thrown == Throw(thrown_in_words(chart, view, state.drawn))
                made.add("throw")
            elif Show() not in legal:
                action = player.act(view, legal)
                assert action in legal
                words = in_words(chart, view, legal)
                assert type(action).__name__.lower() == words
                made.add((words, view.knocked_by is None))
    assert len(made) == 6


def test_what_he_throws_for_the_top_card() -> None:
    """He keeps the highest score with the card he takes."""
    view = ask(parse_cards("Kh 9h 2c"), top=parse_cards("Qh")[0])
    assert TabledPlayer("basic").act(view, [Draw(), Knock()]) == Take(parse_cards("2c")[0])


def test_every_number_of_a_chart_matters() -> None:
    """Each of the numbers changes what the chart leads to."""
    chart = basic(4)
    moves, throws, *_ = write_out(chart, SCAT, 4)
    for name, number in asdict(chart).items():
        if name == "took":
            # It is for two players alone.
            assert not number
            continue
        if name == "knock":
            for place in range(4):
                knock = tuple(score + 3 * (at == place) for at, score in enumerate(number))
                other, *_ = write_out(replace(chart, knock=knock), SCAT, 4)
                different = np.flatnonzero((moves != other).any(axis=(1, 2)))
                assert different.tolist() == [*range(4 * place, 4 * place + 4)]
            continue
        other, thrown, *_ = write_out(replace(chart, **{name: number + 1}), SCAT, 4)
        assert (moves != other).any() == (name != "pair"), name
        assert (throws != thrown).any() == (name == "pair"), name


def test_who_has_just_taken_a_card_is_feared() -> None:
    """Between two, more is wanted for a knock right after the other one took; never among more."""
    chart = replace(basic(2), knock=(21,) * 4, two_cards=0, high_top=0, took=4, take_gain=31)
    for text, usual, after_take in (
        ("Kd Qd 2d", Knock, Draw),
        ("Kd Qd 4d", Knock, Draw),
        ("Kd Qd 5d", Knock, Knock),
        ("Kd Td 2h", Draw, Draw),
    ):
        for log, players, expected in (
            ("2c>d3s.d4s.d3h", 2, usual),
            ("2c>d3s.d4s.t3h", 2, after_take),
            ("2c>t3s.d4s.d3h", 2, usual),
            ("2c>d3s.d4s.t3h", 3, usual),
        ):
            view = parse_position(f"scat players:{players} hand:{text.replace(' ', '')} log:{log}")
            way = write_out(chart, SCAT, players)
            assert type(TabledPlayer(way).act(view, [Draw(), Knock()])) is expected, (text, log)


def test_taking_comes_before_knocking() -> None:
    """A hand that may knock takes a top card that makes it better, unless told otherwise."""
    chart = basic(2)
    moves, *_ = write_out(chart, SCAT, 2)
    knocks_first, *_ = write_out(chart, SCAT, 2, knocks_first=True)
    changed = (moves & 7) != (knocks_first & 7)
    assert changed.any()
    assert ((knocks_first & 7)[changed] == 0).all()
    assert np.isin((moves & 7)[changed], [1, 2, 3]).all()


def test_the_way_of_basic() -> None:
    """The name leads to the shipped chart for so many players; beyond nine to that for nine."""
    for players in (2, 5):
        assert np.array_equal(
            ways("basic", SCAT, players)[0], write_out(basic(players), SCAT, players)[0]
        )
    assert basic(16) == basic(9)


def test_charts_can_be_remembered() -> None:
    """All charts ask for more, or as much, on later turns, and there is one for 2 to 9 players."""
    assert sorted(map(int, document()["charts"])) == [*range(2, 10)]
    for players in range(2, 10):
        chart = basic(players)
        assert list(chart.knock) == sorted(chart.knock)
        assert 13 <= chart.knock[0] <= chart.knock[3] <= NO_KNOCK


def test_a_chart_of_other_things() -> None:
    """Numbers that are no points are refused in a sentence."""
    chart = basic(2)
    with pytest.raises(BasicError, match="expected 13 points"):
        replace(chart, pair=1.5)  # type: ignore[arg-type]
    with pytest.raises(BasicError, match="expected 13 points"):
        replace(chart, knock=(20, 21, 22))  # type: ignore[arg-type]
