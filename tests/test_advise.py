"""Advice: right in the cases that are known, honest about its errors, the same for one seed."""

from __future__ import annotations

import json
import math
import time

import pytest
from hypothesis import assume, given, settings

from advisor.advise import GOES_ON, Advice, advise, refine
from advisor.belief import believe
from advisor.cards import name, parse_cards
from advisor.equity import fair_equity
from advisor.exact import knock_outcomes, last_turn_outcomes
from advisor.hands import THIRTY_ONE, score
from advisor.limits import LimitError
from advisor.moves import Move, legal_moves
from advisor.players.thumb import PlayerError
from advisor.playout.seen import Table
from advisor.position import Position, ask, parse_position
from advisor.referee.pot import after_payments
from advisor.rules import PRESETS, preset, with_switches
from advisor.values import Tally, exact_values
from tests.cases import cases
from tests.strategies import positions

SCAT = PRESETS["scat"]


def position(hand: str, top: str, **said: object) -> Position:
    """Build a position from text."""
    return ask(parse_cards(hand), top=parse_cards(top)[0], **said)  # type: ignore[arg-type]


def by_words(answer: Advice) -> dict[str, float]:
    """Chance to pay after each move."""
    return {option.move.words(): option.pays.mean for option in answer.options}


@pytest.mark.parametrize("case", cases("advice"), ids=lambda case: " ".join(case["hand"]))
def test_known_cases(case: dict[str, object]) -> None:
    """Situations whose right answer is known must get it."""
    answer = advise(
        ask(
            parse_cards(" ".join(case["hand"])),  # type: ignore[arg-type]
            top=parse_cards(str(case["top"]))[0],
            players=case["players"],  # type: ignore[arg-type]
            rules=preset(str(case["rules"])),
        )
    )
    best = answer.best.move
    assert best.action == case["action"]
    if "discard" in case:
        assert best.discard is not None
        assert name(best.discard) == case["discard"]


def test_same_seed_same_answer_with_one_and_two_threads() -> None:
    """The answer must be a function of the question and the seed."""
    asked = position("Jc Tc Ad", "4h", players=4)
    answers = []
    for threads in (1, 2):
        found = advise(asked, trials=60_000, seed=12, threads=threads).to_json()
        found.pop("elapsed_s")
        answers.append(json.dumps(found))
    assert answers[0] == answers[1]
    other = advise(asked, trials=60_000, seed=13).to_json()
    assert other["options"] != json.loads(answers[0])["options"]


def test_different_seeds_agree_within_their_errors() -> None:
    """The standard errors must describe how answers really scatter."""
    asked = position("Jc Tc Ad", "4h", players=3)
    answers = [advise(asked, trials=4_000, seed=seed) for seed in range(30)]
    draws = [
        next(option for option in answer.options if option.move.action == "draw")
        for answer in answers
    ]
    for field in ("pays", "pot"):
        means = [getattr(draw, field).mean for draw in draws]
        spread = math.sqrt(sum((mean - sum(means) / 30) ** 2 for mean in means) / 29)
        claimed = getattr(draws[0], field).se
        # 99.9 % limits of chi with 29 degrees of freedom, over its root.
        assert 0.62 < spread / claimed < 1.42, field


@pytest.mark.parametrize(
    "line",
    [
        "scat hand:JcTcAd players:2 log:4h>d9c.t7d.d2s.d3s",
        "scat hand:KcTc3d players:3 log:5h>",
        "scat hand:2c2dAs top:Ks players:3",
        "scat hand:KcQc5c top:2h players:4",
    ],
)
def test_ten_seeds_give_one_recommendation_or_call_it_a_toss_up(line: str) -> None:
    """Chance in the simulation must not decide what to do, or the answer must say so."""
    answers = [advise(parse_position(line), seed=seed) for seed in range(10)]
    moves = {answer.best.move for answer in answers}
    for answer in answers:
        equal = {answer.best.move, *(option.move for option in answer.toss_up)}
        assert moves <= equal, answer.options
        assert answer.stopped in ("known", "trials")


def test_what_was_seen_changes_the_advice() -> None:
    """Two hands with the same cards on the table and another story deserve other numbers."""
    told = [
        advise(parse_position(f"scat hand:JcTcAd players:2 log:{log}"), trials=2_000)
        for log in ("4h>d9c.t7d.d2s.d3s", "4h>d9c.t2s.d7d.d3s")
    ]
    knocks = [by_words(answer)["knock"] for answer in told]
    assert abs(knocks[0] - knocks[1]) > 0.01
    assert any("took, passed up and threw" in note for note in told[0].notes)


def test_the_value_of_tokens_can_come_from_well_played_hands() -> None:
    """Who knows what hands between good players end like can have the pot chance by that."""
    asked = position("Kc Tc 3d", "5h", tokens=(1, 4, 4))
    fair, solved = (advise(asked, trials=2_000, equity=model) for model in ("fair", "solved"))
    assert {o.move: o.pays for o in fair.options} == {o.move: o.pays for o in solved.options}
    assert [o.pot.mean for o in fair.options] != [o.pot.mean for o in solved.options]
    assert "chance to win the pot: model solved" in solved.notes


def test_an_answer_says_why_it_stopped() -> None:
    """Whether more time would help must be told."""
    assert advise(position("Jc Tc Ad", "4h", players=2)).stopped == "known"
    assert advise(position("Jc Tc Ad", "4h", players=2), trials=500).stopped == "trials"
    knocked = position("Jc Tc 2d", "4h", players=2, knocked_by=0, turn=1)
    assert advise(knocked).stopped == "exact"
    assert advise(knocked).to_json()["stopped"] == "exact"


def test_refine_ends_where_advise_does_and_starts_sooner() -> None:
    """The steps shown on the way must lead to the very answer."""
    asked = position("Jc Tc Ad", "4h", players=3)
    steps = list(refine(asked, trials=20_000, seed=1))
    assert [step.trials for step in steps] == sorted({step.trials for step in steps})
    assert len(steps) >= 3
    assert steps[0].trials < 1_000
    final = advise(asked, trials=20_000, seed=1)
    assert steps[-1].options == final.options


CLOSE = ("Kc Qc 5c", "2h")
"""Takes long until the best move is known."""


def test_somebody_who_never_has_enough_gets_the_very_answer() -> None:
    """Playing in pieces, to be able to stop, must not change a number."""
    asked = position(*CLOSE, players=4)
    steps = list(refine(asked, trials=20_000, seed=1, enough=lambda: False))
    assert steps[-1].options == advise(asked, trials=20_000, seed=1).options
    assert {step.stopped for step in steps[:-1]} == {GOES_ON}


@pytest.mark.parametrize(
    "line",
    ["scat hand:KcQc5c top:2h players:4", "widow hand:7s9sQd widow:8hJsKd players:4"],
)
def test_who_has_enough_gets_what_there_is_and_may_go_on(line: str) -> None:
    """An answer that was stopped says so, with the errors it has; and no hand is lost."""
    steps = refine(parse_position(line), trials=9_000, seed=1, enough=lambda: True)
    first, *stopped, last = list(steps)
    assert first.stopped == GOES_ON
    assert len(stopped) >= 2
    assert {step.stopped for step in stopped} == {"time"}
    trials = [step.trials for step in (first, *stopped, last)]
    assert trials == sorted(set(trials))
    assert (last.trials, last.stopped) == (9_000, "trials")
    for step in (*stopped, last):
        assert step.best.pot.trials in {0, step.trials}


@settings(max_examples=25)
@given(positions("scat"))
def test_any_position_gets_a_sound_answer(asked: Position) -> None:
    """Whatever the position: all legal moves, ranked, with chances that are chances."""
    assume(len(asked.order) <= 9)
    answer = advise(asked, trials=300)
    assert {option.move for option in answer.options} == set(legal_moves(asked))
    assert sum(option.p_best for option in answer.options) == pytest.approx(1)
    best_pot = max(option.pot.mean for option in answer.options)
    for option in answer.options:
        assert 0 <= option.pays.mean <= 1
        assert 0 <= option.pot.mean <= 1
        assert option.loss.mean == pytest.approx(best_pot - option.pot.mean)
        assert option.loss.mean >= 0
        assert option.reasons
    losses = [option.loss.mean for option in answer.options[1:]]
    assert losses == sorted(losses)
    assert answer.best.loss.mean <= max(0.001, 2.33 * answer.best.loss.se)
    assert json.loads(json.dumps(answer.to_json()))["position"] == str(asked)


def test_showing_31_is_exact_and_the_only_move() -> None:
    """Whoever holds 31 shows it; everybody else pays, and nothing is simulated."""
    asked = position("As Qs Ts", "4h", players=3)
    answer = advise(asked)
    assert [option.move for option in answer.options] == [Move("show")]
    assert answer.trials == 0
    assert answer.best.pays.method == answer.best.pot.method == "exact"
    tokens = after_payments(asked.tokens, (0, 1, 1), asked.rules)
    assert answer.best.pot.mean == pytest.approx(fair_equity(tokens, asked.rules)[0])


def test_last_turn_heads_up_is_exact() -> None:
    """After the opponent's knock every option is computed, none simulated."""
    asked = position("Jc Tc 2d", "4h", players=2, knocked_by=0, turn=1)
    answer = advise(asked, opponents="rising")
    assert answer.trials == 0
    assert {option.pays.method for option in answer.options} == {"exact"}
    paid = by_words(answer)
    # He knocked with 21 or more, so that 20 is not enough.
    assert paid["take 4♥, throw 2♦"] == 1.0
    assert paid["draw from the stock"] < 1.0
    assert answer.best.move.action == "draw"


@pytest.mark.parametrize(
    "said",
    [
        {"players": 2, "knocked_by": 0, "turn": 1},
        {"players": 2, "knocked_by": 0, "turn": 5},
        {"players": 2, "knocked_by": 0, "turn": 7, "held": {0: parse_cards("Ah")}},
        {"players": 3, "knocked_by": 0, "seat": 2},
        {"players": 3, "knocked_by": 0, "turn": 8},
        {"players": 3, "knocked_by": 1, "turn": 9, "held": {2: parse_cards("9d")}},
        {"players": 3, "knocked_by": 0, "turn": 8, "rules": PRESETS["scat-pub"]},
        {"tokens": (1, 4, 2, 0), "knocked_by": 0, "turn": 5},
    ],
)
def test_exact_last_turn_agrees_with_worlds_played_out(said: dict[str, object]) -> None:
    """What is computed and what is simulated must rest on one and the same model."""
    asked = position("Jc Tc 2d", "4h", **said)
    moves = legal_moves(asked)
    computed = last_turn_outcomes(asked, moves, "rising")
    assert computed is not None
    expected = exact_values(asked, computed[0])
    tally = Tally(asked, moves)
    table = Table(asked, opponents="rising")
    assert table.conditioned == computed[1]
    tally.add(table.play(moves, ["rising"] * len(moves), 100_000, seed=4))
    found = tally.values()
    for index, move in enumerate(moves):
        for kind in ("pays", "pot"):
            simulated, exact = getattr(found, kind)[index], getattr(expected, kind)[index]
            assert abs(simulated.mean - exact.mean) <= 4 * simulated.se, (move.words(), kind)


@pytest.mark.parametrize("opponents", ["rising", "solved"])
def test_exact_knock_agrees_with_worlds_played_out(opponents: str) -> None:
    """The computed and the simulated knock must rest on the same hands of the opponent."""
    for turn, held in ((0, {}), (4, {}), (8, {1: parse_cards("Kd")})):
        asked = position("Kc Tc 3d", "5h", players=2, turn=turn, held=held)
        outcomes = knock_outcomes(asked, believe(asked, opponents))
        assert outcomes is not None
        assert sum(outcomes.values()) == pytest.approx(1)
        expected = exact_values(asked, [outcomes])
        tally = Tally(asked, [Move("knock")])
        table = Table(asked, opponents=opponents)
        tally.add(table.play([Move("knock")], ["rising"], 100_000, seed=2))
        found = tally.values()
        assert abs(found.pays[0].mean - expected.pays[0].mean) <= 4 * found.pays[0].se
        assert abs(found.pot[0].mean - expected.pot[0].mean) <= 4 * found.pot[0].se


def test_heads_up_knock_is_exact_among_simulated_moves() -> None:
    """What can be computed must not be simulated, also beside moves that must be."""
    answer = advise(position("Kc Tc 3d", "5h", players=2), opponents="greedy", trials=1_000)
    methods = {option.move.action: option.pays.method for option in answer.options}
    assert methods["knock"] == "exact"
    assert methods["draw"] == "simulated"
    assert by_words(answer)["knock"] == pytest.approx(0.250643, abs=5e-7)


def test_knock_is_not_an_option_where_it_is_forbidden() -> None:
    """House rules change what may be done, and the advice must follow."""
    forbidden = with_switches(SCAT, {"first_round_knock": "forbidden"})
    moves = {m.action for m in legal_moves(position("Kc Tc 3d", "5h", rules=forbidden))}
    assert moves == {"take", "draw"}
    later = position("Kc Tc 3d", "5h", rules=forbidden, turn=4)
    assert Move("knock") in legal_moves(later)


def test_switches_add_moves() -> None:
    """Putting back the taken card and standing pat are moves only where the rules say so."""
    both = with_switches(SCAT, {"put_back_taken": "yes", "stand_pat_last_turn": "yes"})
    asked = position("Kc Tc 3d", "5h", rules=both, knocked_by=0)
    moves = legal_moves(asked)
    assert Move("pass") in moves
    assert Move("take", asked.top, asked.top) in moves
    strict = legal_moves(position("Kc Tc 3d", "5h", knocked_by=0))
    assert len(strict) == 4


def test_equal_options_are_called_a_toss_up() -> None:
    """Two moves that are alike by symmetry must not be told apart by noise."""
    answer = advise(position("2c 2d As", "Ks", players=3), trials=20_000)
    best = {option.move.words() for option in answer.toss_up}
    assert best == {"take K♠, throw 2♣", "take K♠, throw 2♦"}
    assert answer.best.move.words() in best


def test_who_pays_matters_when_one_has_a_single_token() -> None:
    """With one token left a chance to pay weighs more than with four."""
    rich = advise(position("Kc Tc 3d", "5h", tokens=(4, 4, 4)), trials=2_000)
    poor = advise(position("Kc Tc 3d", "5h", tokens=(1, 4, 4)), trials=2_000)
    assert rich.best.pot.mean > 1 / 3 > poor.best.pot.mean


def test_seconds_bound_the_time() -> None:
    """A time limit must be kept, and the trials done by then be said."""
    asked = position("Kc Tc 3d", "5h", players=4)
    advise(asked, trials=1_000)
    started = time.perf_counter()
    answer = advise(asked, seconds=0.3, trials=10_000_000)
    assert time.perf_counter() - started < 3
    assert 0 < answer.trials < 10_000_000


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"trials": 0}, "0 trials; expected 1 to 10000000"),
        ({"trials": 10**9}, "expected 1 to 10000000"),
        ({"seconds": 0.0}, "expected more than 0"),
        ({"seconds": math.nan}, "expected more than 0"),
        ({"seed": -1}, "the seed is -1"),
        ({"threads": 0}, "0 threads"),
    ],
)
def test_limits_are_checked(said: dict[str, float], sentence: str) -> None:
    """A senseless limit gets its sentence instead of an endless or empty answer."""
    with pytest.raises(LimitError, match=sentence):
        advise(position("Kc Tc 3d", "5h"), **said)  # type: ignore[arg-type]


def test_unknown_opponents_are_refused() -> None:
    """What the advisor does not know it must name, not guess."""
    with pytest.raises(PlayerError, match="'oracle'"):
        advise(position("Kc Tc 3d", "5h"), opponents="oracle")
    widow = ask(parse_cards("Kc Tc 3d"), widow=parse_cards("Ad Kd 9d"), rules=PRESETS["widow"])
    with pytest.raises(PlayerError, match="'rising'"):
        advise(widow, opponents="rising")


def test_notes_name_every_assumption() -> None:
    """The answer must say whom it assumes, and what it had to drop."""
    asked = position("Kc Tc 3d", "5h", turn=4)
    notes = " ".join(advise(asked, opponents="rising", trials=500).notes)
    assert "rising" in notes
    assert "one card drawn for every turn" in notes
    dropped = advise(position("Kc Tc 3d", "5h", turn=8), opponents="flat:3", trials=500)
    assert any("ignored" in note for note in dropped.notes)


def test_after_draw_names_a_discard_for_every_unseen_card() -> None:
    """The plan after a draw must cover each card and keep the best three."""
    asked = position("Jc Tc Ad", "4h", players=2)
    draw = next(o for o in advise(asked, trials=500).options if o.move.action == "draw")
    assert set(draw.after_draw) == set(asked.unseen)
    for card, then in draw.after_draw.items():
        kept = {*asked.hand, card} - {then.discard}
        assert score(kept, SCAT) == then.half_points
        assert then.half_points >= score(asked.hand, SCAT)
    assert draw.after_draw[parse_cards("Ac")[0]].half_points == THIRTY_ONE
