"""A game in the terminal, with a test at the keyboard."""

import io
import re
from collections.abc import Callable
from random import Random

import pytest

from advisor.cards import Card, parse_cards
from advisor.players.seated import ThumbPlayer
from advisor.position import OUT, Position, PositionError
from advisor.referee.history import History, parse_history
from advisor.referee.replay import matches, positions, replay
from advisor.referee.table import play_terminal
from advisor.rules import PRESETS, RulesError, parse_rules

Hint = Callable[[Position, Card | None], str]


class Keyboard(io.StringIO):
    """Types what `answer` says to everything written since the last line typed."""

    def __init__(self, answer: Callable[[str], str | None]) -> None:
        super().__init__()
        self.screen = io.StringIO()
        self._answer = answer
        self._read = 0

    def readline(self, _size: int | None = -1, /) -> str:  # type: ignore[override]
        """Give the next line; nothing is the end of the stream."""
        shown = self.screen.getvalue()[self._read :]
        self._read += len(shown)
        line = self._answer(shown)
        return "" if line is None else f"{line}\n"


def sit_down(
    rules: str,
    answer: Callable[[str], str | None],
    *,
    seats: int = 3,
    seat: int = 0,
    seed: int = 0,
    hint: Hint | None = None,
) -> tuple[History | None, str]:
    """Play against rules of thumb; give the history and all that was on the screen."""
    keyboard = Keyboard(answer)
    others = {other: ThumbPlayer("rising") for other in range(seats) if other != seat}
    streams = (keyboard, keyboard.screen)
    history = play_terminal(parse_rules(rules), others, streams, seed=seed, hint=hint)
    return history, keyboard.screen.getvalue()


def typed(lines: list[str]) -> Callable[[str], str | None]:
    """Type these lines one after the other, then end."""
    rest = iter(lines)
    return lambda _shown: next(rest, None)


def simple_play(shown: str, rng: Random) -> str:
    """Throw what was drawn, show 31, knock with 16 or at random, else draw or pass."""
    *_, prompt = shown.splitlines()
    if prompt.startswith("Enter"):
        return ""
    if drawn := re.search(r"you drew (\S+);", shown):
        return f"throw {drawn[1]}"
    if "show, or wait?" in shown:
        return "show"
    hand = re.search(r"Your hand: .*?\((\d+)", shown)
    assert hand is not None
    if (int(hand[1]) >= 16 or rng.random() < 0.1) and "has knocked" not in shown:
        return "knock"
    return "draw" if "top card" in shown else "pass"


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seat", [0, 2])
def test_a_whole_match(preset: str, seat: int) -> None:
    """A match is played to its end, and the history returned is what the person saw of it."""
    hands, rng = 0, Random(7)

    def answer(shown: str) -> str | None:
        nonlocal hands
        hands += "next hand" in shown
        if "cannot knock" in shown:
            # Schwimmen forbids it in the first round.
            return "pass"
        return None if hands == 8 else simple_play(shown, rng)

    history, screen = sit_down(preset, answer, seat=seat)
    assert history is not None
    assert parse_history(str(history)) == history
    assert f"You are seat {seat}." in screen
    assert screen.count("The hand is over: ") == len(history.hands)
    after = matches(history)[-1]
    if hands < 8:
        assert after.winner is not None or after.tokens[seat] == OUT
        assert "the pot." in screen or "You are out." in screen
    else:
        assert screen.endswith("Goodbye.\n")
    for hand in history.hands:
        assert replay(hand).certain
        own = [at for at, event in enumerate(hand.events) if event.seat == seat]
        turns = [at for at in own if hand.events[at].kind != "show"]
        assert {at for at, _ in positions(hand, seat)} >= set(turns)
        hidden = [cards for other, cards in enumerate(hand.dealt) if other != seat and cards]
        assert set(hidden) == {(None, None, None)}


def test_undo_before_the_others_act() -> None:
    """A move can be taken back until Enter is pressed; a card drawn stays drawn."""
    lines = ["draw", "undo", "throw Tc", "history", "quit"]
    _, screen = sit_down("scat", typed(["take throw 9c", "undo", *lines]), seed=4)
    views = re.findall(r"Your hand: .*", screen)
    assert views[0] == views[1]
    assert "You take and throw 9c." in screen
    assert "you drew" in views[2]
    assert "There is nothing to take back." in screen
    assert "not one of" in screen
    assert "0 take" not in screen
    assert "Seat 1" not in screen


def test_enter_lets_the_others_act() -> None:
    """After Enter a move stands, the others act, and it can no longer be taken back."""
    _, screen = sit_down("scat", typed(["take throw 9c", "", "undo", "quit"]), seed=4)
    assert screen.index("You take and throw 9c.") < screen.index("Seat 1 ")
    assert screen.rindex("There is nothing to take back.") > screen.index("Seat 2 ")


def test_same_seed_same_game() -> None:
    """The seed and the moves decide the whole game."""
    games = []
    for seed in (1, 1, 2):
        rng, answers = Random(7), iter(range(200))
        answer = lambda shown, rng=rng, rest=answers: (  # noqa: E731  # one person for each game
            simple_play(shown, rng) if next(rest, None) is not None else None
        )
        games.append(sit_down("widow-any", answer, seed=seed, seats=4)[1])
    assert games[0] == games[1]
    assert games[1] != games[2]


def test_hint_knows_only_the_position() -> None:
    """A hint is asked with what the person sees, and with the card drawn if there is one."""
    asked: list[tuple[Position, Card | None]] = []

    def hint(view: Position, drawn: Card | None) -> str:
        asked.append((view, drawn))
        return "think hard"

    _, screen = sit_down("scat", typed(["hint", "draw", "hint"]), seed=4, hint=hint)
    assert screen.count("think hard") == 2
    (first, nothing), (second, drawn) = asked
    assert first == second
    assert nothing is None
    assert drawn is not None
    assert drawn not in first.known
    assert first.held == ((), (), ())


def test_what_cannot_be_read() -> None:
    """Wrong words are answered by one clear sentence and asked again."""
    lines = [
        "help",
        "rules",
        "fold",
        "take 5c throw 9c",
        "take throw 2s",
        "draw 2c throw 2c",
        "throw Xx",
    ]
    history, screen = sit_down("scat", typed(lines), seed=4)
    assert "draw, then throw 2c" in screen
    assert screen.count("three of a kind counts 30") == 2
    assert "seat 0 cannot 'fold'" in screen
    assert "the top card is Qs" in screen
    assert "that card is not in the hand 7d 9c Jd" in screen
    assert "first draw, then say what to throw" in screen
    assert "'Xx'" in screen or "'X'" in screen
    assert history is not None
    assert history.hands[0].events == ()
    assert history.hands[0].dealt[0] == parse_cards("7d 9c Jd")


def test_a_table_that_cannot_be() -> None:
    """Rules that mean nothing together and too many players are refused before the deal."""
    with pytest.raises(RulesError, match="means nothing"):
        sit_down("widow[free_ride=on]", typed([]))
    with pytest.raises(PositionError, match="2 to 7"):
        sit_down("widow", typed([]), seats=8)


def test_widow_at_the_table() -> None:
    """Swaps and a fresh widow are told to the person as they happen."""
    rng = Random(3)

    def answer(shown: str) -> str | None:
        if shown.splitlines()[-1].startswith("Enter"):
            return ""
        widow = re.search(r"widow (\S+) ", shown)
        hand = re.search(r"Your hand: (\S+) ", shown)
        if rng.random() < 0.1:
            return "knock"
        if widow is None or hand is None or rng.random() < 0.5:
            return "pass"
        return f"swap {hand[1]} for {widow[1]}"

    for seed in range(20):
        history, screen = sit_down("schwimmen", answer, seats=2, seed=seed)
        assert history is not None
        fresh = sum(event.kind == "widow" for hand in history.hands for event in hand.events)
        assert screen.count("the fresh widow is") == fresh
        if fresh:
            return
    pytest.fail("no fresh widow in 20 matches")
