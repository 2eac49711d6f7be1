"""A whole game with the tutor: played again from what was done, warned before errors."""

from __future__ import annotations

from random import Random

import pytest

from advisor.moves import Move, legal_moves
from advisor.referee.replay import matches
from advisor.rules import PRESETS
from advisor.tutor import (
    ME,
    NEXT,
    OPPONENTS,
    Game,
    Scene,
    TutorError,
    new_game,
    parse_game,
    scene,
    warning,
)
from advisor.tutor_codes import code_of

SCAT = PRESETS["scat"]


def moves(at: Scene) -> list[Move]:
    """Everything that the person can do; after a draw, the throws."""
    if at.drawn is None:
        return list(legal_moves(at.view))
    return [Move("take", at.drawn, card) for card in (*at.view.hand, at.drawn)]


def played(game: Game, *, seed: int, most: int = 200) -> Game:
    """Let chance play for the person."""
    rng = Random(seed)
    for _ in range(most):
        at = scene(game)
        if at.over:
            break
        move = rng.choice(moves(at)) if not at.why else None
        code = NEXT if move is None else code_of(move, drawn=at.drawn is not None)
        game = game.doing(code)
    return game


@pytest.mark.parametrize("opponents", ["rising", "random", "basic"])
def test_a_whole_game_is_played_again(opponents: str) -> None:
    """The same text gives the same game, and its history is one that the referee accepts."""
    game = played(new_game(SCAT, 3, opponents, 5), seed=1)
    at = scene(game)
    assert at.over
    scene.cache_clear()
    again = parse_game(str(game))
    assert again == game
    assert scene(again) == at
    assert matches(at.history)[-1].tokens == at.match.tokens


def test_the_person_sees_no_hidden_card() -> None:
    """Before a hand is over no other seat's card or draw is in what the page gets."""
    game = new_game(SCAT, 3, "rising", 8)
    for _ in range(4):
        at = scene(game)
        if at.why:
            break
        hand = at.history.hands[-1]
        assert at.shown == ()
        assert all(set(hand.dealt[seat]) == {None} for seat in (1, 2))
        assert all(
            event.gets == (None,)
            for event in hand.events
            if event.kind == "draw" and event.seat != ME
        )
        move = Move("draw") if at.drawn is None else Move("take", at.drawn, at.drawn)
        game = game.doing(code_of(move, drawn=at.drawn is not None))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "cannot be read"),
        ("scat~3~rising~5~<b>", "cannot be read"),
        ("x" * 5_000, "at most"),
        ("scat~3~rising~5~d.d", "four cards must be thrown"),
        ("scat~3~nobody~5~", "called 'nobody'"),
        ("widow~3~rising~5~", "widow"),
        ("scat~30~rising~5~", "expected 2 to 16"),
        ("scat~3~rising~5~zz", "nothing that can be done"),
        ("scat~3~rising~5~xQQ", "QQ"),
        ("scat~3~rising~5~" + ".".join(["d"] * 900), "at most"),
    ],
)
def test_a_foreign_game_is_refused(text: str, why: str) -> None:
    """What is no game, or breaks a rule, is refused with a sentence."""
    with pytest.raises(TutorError, match=why):
        parse_game(text)


def test_nothing_follows_the_end() -> None:
    """After a game is over nothing can be done any more."""
    game = played(new_game(SCAT, 2, "rising", 3), seed=2)
    assert scene(game).over
    with pytest.raises(TutorError, match="is over"):
        game.doing(NEXT)


def test_the_tutor_warns_of_an_error_alone() -> None:
    """A foolish knock is warned of with its loss and what is better; the better move is not."""
    seeds = (new_game(SCAT, 2, "rising", seed) for seed in range(100))
    game = next(
        game
        for game in seeds
        if not scene(game).why and max(c // 4 for c in scene(game).view.hand) < 4
    )
    at = scene(game)
    said = warning(at, Move("knock"), "rising", 0.02)
    assert said is not None
    assert said.chosen.move == Move("knock")
    assert said.chosen.loss.mean >= 0.02
    assert warning(at, said.best.move, "rising", 0.001) is None
    assert warning(at, Move("knock"), "rising", 0.99) is None


@pytest.mark.parametrize("opponents", OPPONENTS["scat"])
def test_the_tutor_knows_every_opponent(opponents: str) -> None:
    """Whoever sits at the table, a move can be looked at before it is made."""
    at = scene(new_game(SCAT, 2, opponents, 1))
    assert at.why == ""
    assert warning(at, Move("draw"), opponents, 0.99) is None


def test_the_tutor_warns_of_a_throw() -> None:
    """After a draw the throws are compared with each other, not with drawing again."""
    game = new_game(SCAT, 2, "flat:25", 4).doing("d")
    at = scene(game)
    assert at.drawn is not None
    said = [warning(at, move, "flat:25", 0.0001) for move in moves(at)]
    assert None in said
    better = {one.best.move for one in said if one is not None}
    assert len(better) == 1
    assert all(one.chosen.move.action == "take" for one in said if one is not None)
