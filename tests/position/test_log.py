"""The public log: what follows from it, how it is written, and what cannot have happened."""

from __future__ import annotations

from random import Random

import pytest

from advisor.position import (
    Log,
    LogError,
    PositionError,
    Turn,
    ask,
    parse_log,
    parse_position,
    problems,
    trace,
)
from advisor.referee.actions import Draw, Knock, Reshuffle
from advisor.referee.game import apply, deal, legal_actions, pack, position, shuffled
from advisor.rules import Rules, preset, with_switches
from tests.position.samples import C, card

SCAT = preset("scat")
HOUSES = [
    SCAT,
    preset("scat-pub"),
    with_switches(SCAT, {"put_back_taken": "yes", "stand_pat_last_turn": "yes"}),
    Rules(pack=32),
]


@pytest.mark.parametrize("rules", HOUSES, ids=lambda rules: rules.name)
@pytest.mark.parametrize("players", [2, 5])
def test_what_the_referee_sees_follows_from_his_log(rules: Rules, players: int) -> None:
    """Pile, known cards, stock, turn and knock are the same, also after the stock ran out."""
    rng = Random(players)
    shuffles = 0
    for _ in range(12):
        state = deal(rules, (rules.tokens,) * players, players - 1, shuffled(pack(rules), rng))
        while state.result is None and state.turn < 120:
            if state.needs_reshuffle:
                state = apply(state, Reshuffle(shuffled(state.pile[:-1], rng)))
                shuffles += 1
                continue
            if state.drawn is None:
                assert state.log is not None
                shown = trace(state.log, players, rules)[-1]
                assert (*shown.pile, shown.top) == state.pile
                assert shown.held == state.known
                assert shown.stock == len(state.stock)
                assert shown.knocker == state.knocker
                asked = position(state, state.order[state.turn % players])
                assert problems(asked) == []
                assert parse_position(str(asked)) == asked
            # Draws are common and knocks rare, so that stocks run out.
            actions = legal_actions(state)
            if Draw() in actions and rng.random() < 0.8:
                actions = (Draw(),)
            elif rng.random() < 0.95:
                actions = tuple(action for action in actions if action != Knock())
            state = apply(state, rng.choice(actions))
    assert shuffles


def test_a_position_is_filled_in_from_its_log() -> None:
    """Who says what happened need say nothing that follows from it."""
    asked = parse_position("scat hand:JcTcAd players:3 log:4h>d2s.t9d.d3c")
    assert asked == ask(
        C("Jc Tc Ad"),
        players=3,
        top=card("3c"),
        discards=C("4h 9d"),
        ordered=True,
        held={1: C("2s")},
        turn=3,
        log=Log(card("4h"), (turn("draw", "2s"), turn("take", "9d"), turn("draw", "3c"))),
    )
    knocked = parse_position("scat hand:JcTcAd players:3 log:4h>d2s.k")
    assert (knocked.seat, knocked.turn, knocked.knocked_by) == (2, 2, 1)
    assert knocked.discards == C("4h")


def turn(kind: str, thrown: str) -> Turn:
    """Build a turn from text."""
    return Turn(kind, card(thrown))


def test_the_notation_of_a_log_literally() -> None:
    """Old lines must stay readable and keep their meaning."""
    log = parse_log("4h>d9c.t7d.p.k")
    assert log == Log(
        card("4h"), (turn("draw", "9c"), turn("take", "7d"), Turn("pass"), Turn("knock"))
    )
    assert str(log) == "4h>d9c.t7d.p.k"
    assert parse_log("4h>") == Log(card("4h"))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("4h", "'4h' is not a log; expected such as 4h>d9c.t7d.k"),
        ("4h>x9c", "'x9c' is not a turn of a log"),
        ("4h>k9c", "'k9c' is not a turn of a log"),
        ("4h>d", "'' in the log is 0 cards; expected one"),
        ("4h5h>d9c", "'4h5h' in the log is 2 cards; expected one"),
        ("4h>d9x", "log: 'x' in '9x' at character 2"),
    ],
)
def test_what_is_no_log(text: str, why: str) -> None:
    """Whoever mistypes a log is told which entry and what was expected."""
    with pytest.raises(LogError) as refused:
        parse_log(text)
    assert str(refused.value).startswith(why)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("4h>d4h", "turn 1 of the log cannot have been: 4h was the top card"),
        ("4h>d2s.d3s.d4h", "turn 3 of the log cannot have been: 4h lay in the pile"),
        ("4h>t2s.d4h", "turn 2 of the log cannot have been: another player held 4h"),
        (
            "4h>t2s.d3s.t5s.d6s.t7s.d8s.t9s",
            "turn 7 of the log cannot have been: the player held three other cards than 9s",
        ),
        ("4h>k.k", "turn 2 of the log cannot have been: somebody had knocked before"),
        ("4h>k.d2s.d3s", "turn 3 of the log cannot have been: everybody had had a last turn"),
        ("4h>k.d2s", "after the last turn of the log the hand is over"),
        ("4h>p", "turn 1 of the log cannot have been: one must take, draw or knock"),
    ],
)
def test_what_cannot_have_happened(text: str, why: str) -> None:
    """A log that breaks a rule is refused with the first turn that does."""
    with pytest.raises(LogError) as refused:
        trace(parse_log(text), 2, SCAT)
    assert str(refused.value) == why


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("top:5h log:4h>d2s.d3s", "after the log the top card is 3s"),
        ("pile:2s log:4h>d2s.d3s", "after the log the pile is another one"),
        ("seen:5s log:4h>d2s.d3s", "after the log the pile is another one"),
        ("turn:4 log:4h>d2s.d3s", "after the log there are 2 turns"),
        ("held:1.9c log:4h>d2s.t3s", "after the log seat 1 holds 2s"),
        ("knocked:1 log:4h>d2s.d3s", "after the log nobody has knocked"),
        ("seat:1 dealer:1 log:4h>t3s", "after the log seat 0 holds 4h"),
        ("log:4h>d4h", "turn 1 of the log cannot have been: 4h was the top card"),
    ],
)
def test_a_log_that_contradicts_the_rest_is_refused(line: str, why: str) -> None:
    """A position must not say two things."""
    held = " held:0.9d" if "t3s" in line and "seat:1" in line else ""
    with pytest.raises(PositionError) as refused:
        parse_position(f"scat hand:JcTcAd players:2 {line}{held}")
    assert why in [problem.text for problem in refused.value.problems]
    assert {problem.field for problem in refused.value.problems} >= {"log"}


def test_widow_has_no_log() -> None:
    """What a log tells are turns of scat."""
    with pytest.raises(PositionError, match="a log tells the turns of scat; widow has none"):
        parse_position("widow hand:JcTcAd widow:2c3c4c log:4h>")
