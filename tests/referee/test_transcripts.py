"""Whole games, written down once and looked through, replayed line by line."""

from typing import TYPE_CHECKING

import pytest

from advisor.referee.history import History, parse_history
from advisor.referee.match import Match
from advisor.referee.replay import matches, positions, replay, seen_by
from advisor.rules import PRESETS, nearest_preset
from tests.referee.write_transcripts import TRANSCRIPTS

if TYPE_CHECKING:
    from pathlib import Path

FILES = sorted(TRANSCRIPTS.glob("*.txt"))


@pytest.fixture(params=FILES, ids=lambda path: path.stem)
def text(request: pytest.FixtureRequest) -> str:
    """Give one transcript after the other."""
    path: Path = request.param
    return path.read_text(encoding="utf-8")


def test_every_preset_has_one() -> None:
    """A preset without a transcript of its own fails the suite."""
    played = [parse_history(path.read_text(encoding="utf-8")).rules for path in FILES]
    assert {name for name, rules in PRESETS.items() if rules in played} == set(PRESETS)
    assert {nearest_preset(rules) for rules in played} == set(PRESETS)


def test_text_is_what_is_printed(text: str) -> None:
    """Without its remarks a transcript is exactly what is printed for it."""
    lines = [line for line in text.splitlines(keepends=True) if not line.startswith("#")]
    assert str(parse_history(text)) == "".join(lines)


def test_every_line_is_legal(text: str) -> None:
    """Every hand replays, its result is the referee's, and the sentence above it says why."""
    history = parse_history(text)
    remarks = [line[2:] for line in text.splitlines() if line.startswith("# ")][1:]
    for hand, remark in zip(history.hands, remarks, strict=True):
        played = replay(hand)
        assert played.certain
        assert played.end.result is not None
        assert played.end.result.why == remark


def test_every_cut_is_a_game(text: str) -> None:
    """Cut after any line of a hand, a transcript replays to the very same states."""
    hand = parse_history(text).hands[0]
    lines = [f"rules {hand.rules.name}", *hand.lines()]
    whole = replay(hand).states
    dealt = len(lines) - len(hand.events) - 1
    for cut in range(dealt, len(lines)):
        if lines[cut].startswith("widow"):
            # All have passed, and what lies there now comes in the next line.
            continue
        part = replay(parse_history("\n".join(lines[:cut])).hands[0]).states
        assert [state.hands for state in part] == [state.hands for state in whole[: len(part)]]
        assert [state.turn for state in part] == [state.turn for state in whole[: len(part)]]


def test_the_match_goes_on(text: str) -> None:
    """Tokens and the deal pass from hand to hand as the rules say, and the pot adds up."""
    history = parse_history(text)
    course = matches(history)
    assert len(course) == len(history.hands) + 1
    pot_game = history.rules.game == "widow" and history.rules.loser == "highest"
    for match in course:
        assert match.pot + sum(max(left, 0) for left in match.tokens) == _all_tokens(match)
        assert sum(match.score) == 0
    assert (course[-1].winner is None) == pot_game


def _all_tokens(match: Match) -> int:
    return match.rules.tokens * len(match.tokens)


def test_each_seat_saw_its_own(text: str) -> None:
    """What one seat saw alone gives the same positions and the same result."""
    history = parse_history(text)
    for hand in history.hands:
        for seat, cards in enumerate(hand.dealt):
            if cards:
                alone = parse_history(str(History(hand.rules, (seen_by(hand, seat),)))).hands[0]
                assert positions(alone, seat) == positions(hand, seat)
                ends = [replay(one).end.result for one in (alone, hand)]
                assert len({(end.paid, end.pot) for end in ends if end is not None}) == 1


def test_one_has_a_reshuffle() -> None:
    """At least one transcript goes through the stock."""
    hands = [
        hand for path in FILES for hand in parse_history(path.read_text(encoding="utf-8")).hands
    ]
    assert any(event.kind == "reshuffle" for hand in hands for event in hand.events)
