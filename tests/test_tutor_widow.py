"""Whole games with three open cards: played again from what was done, warned before errors."""

from __future__ import annotations

from random import Random

import pytest

from advisor.cards import parse_cards
from advisor.hands import THIRTY_ONE, score
from advisor.live import Live
from advisor.live_text import to_text
from advisor.moves import Move, legal_moves
from advisor.referee.actions import Swap
from advisor.referee.history import parse_history
from advisor.referee.replay import matches
from advisor.rules import PRESETS
from advisor.tutor import (
    ME,
    NEXT,
    OPPONENTS,
    Game,
    TutorError,
    model_for,
    new_game,
    parse_game,
    scene,
    warning,
)
from advisor.tutor_codes import action_of, code_of

WIDOW = PRESETS["widow"]


def played(game: Game, *, seed: int, most: int = 60) -> Game:
    """Let chance play for the person."""
    rng = Random(seed)
    for _ in range(most):
        at = scene(game)
        if at.over:
            break
        code = NEXT if at.why else code_of(rng.choice(legal_moves(at.view)))
        game = game.doing(code)
    return game


@pytest.mark.parametrize(
    ("preset", "opponents"),
    [("widow", "swap:27"), ("widow-any", "solved"), ("schwimmen", "closer"), ("widow", "random")],
)
def test_a_whole_game_is_played_again(preset: str, opponents: str) -> None:
    """The same text gives the same game, and its history is one that the referee accepts."""
    game = played(new_game(PRESETS[preset], 3, opponents, 5), seed=1)
    at = scene(game)
    assert len(at.history.hands) > 1
    scene.cache_clear()
    again = parse_game(str(game))
    assert (again, scene(again)) == (game, at)
    before = matches(parse_history(to_text(Live(at.history, ME))))
    hands = len(at.history.hands) if at.why else len(at.history.hands) - 1
    if before[-1].hands == hands:
        assert (before[-1].tokens, before[-1].score) == (at.match.tokens, at.match.score)


def test_the_match_ends_with_the_last_life() -> None:
    """Where the lowest pays, the person is out or takes the pot; antes go on as one likes."""
    lives = scene(played(new_game(PRESETS["schwimmen"], 2, "swap:27", 3), seed=2, most=200))
    assert lives.over
    antes = scene(played(new_game(WIDOW, 2, "swap:27", 3), seed=2))
    assert not antes.over
    assert antes.match.score[0] == -antes.match.score[1]


def test_31_is_shown_for_the_person() -> None:
    """Whoever makes 31 is not asked what to do with it: the hand is over."""
    shown = 0
    for seed in range(300):
        at = scene(new_game(WIDOW, 2, "swap:29", seed))
        if at.why:
            continue
        made = [
            move
            for move in legal_moves(at.view)
            if score({*at.view.hand, *move.get} - {*move.give}, WIDOW) >= THIRTY_ONE
        ]
        for move in made[:1]:
            after = scene(new_game(WIDOW, 2, "swap:29", seed).doing(code_of(move)))
            assert after.why
            assert after.match.score[ME] == 1
            shown += 1
    assert shown > 0


def test_nothing_unseen_is_told() -> None:
    """While a hand goes on, the history has no card of the others that was not open."""
    at = scene(new_game(WIDOW, 3, "solved", 8))
    assert at.log == at.history.hands[-1].events
    assert [None in cards for cards in at.history.hands[-1].dealt] == [False, True, True]
    assert at.shown == ()


def test_moves_are_written_and_read() -> None:
    """A swap is its cards, those given first; what is no swap is refused."""
    give, get = parse_cards("2c Kd"), parse_cards("Ad 9h")
    move = Move("swap", give=tuple(sorted(give)), get=tuple(sorted(get)))
    assert code_of(move) == "s2cKd9hAd"
    assert action_of("s2cKd9hAd") == Swap(give, get)
    assert code_of(Move("pass")) == "p"
    for text in ("s2c", "s2cKd9h", "q"):
        with pytest.raises(ValueError, match="nothing that can be done"):
            action_of(text)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("widow~3~rising~5~", "no player of widow"),
        ("widow~8~solved~5~", "expected 2 to 7"),
        ("widow~3~solved~5~d", "not a move of widow"),
        ("widow~3~solved~5~s2c3c", "cannot"),
    ],
)
def test_what_cannot_be_played_is_refused(text: str, why: str) -> None:
    """Strangers of the other game and moves against the rules are refused with a sentence."""
    with pytest.raises(TutorError, match=why):
        parse_game(text)


@pytest.mark.parametrize("opponents", OPPONENTS["widow"])
def test_everybody_sits_down(opponents: str) -> None:
    """Every opponent on the list plays, and is who the tutor takes him for."""
    assert scene(new_game(WIDOW, 2, opponents, 4)).view.seat == ME
    assert model_for(opponents, WIDOW) == opponents


def test_the_tutor_warns_before_an_error() -> None:
    """The worst move is warned of, with what is better; the best one never is."""
    at = scene(new_game(WIDOW, 3, "swap:27", 6))
    assert not at.why
    best = None
    for move in legal_moves(at.view):
        if (said := warning(at, move, "swap:27", 0.05)) is not None:
            assert said.chosen.move == move
            assert said.chosen.loss.mean >= 0.05
            best = said.best.move
    assert best is not None
    assert warning(at, best, "swap:27", 0.0) is None
