"""A match is the same however it is split, and what was played is never lost."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

import pytest

from advisor.limits import LimitError
from advisor.match.errors import MatchError
from advisor.match.plan import Plan
from advisor.match.run import match, on_threads, play_part
from advisor.match.sums import nothing
from advisor.players.solved import SolvedError
from advisor.players.thumb import PlayerError
from advisor.rules import PRESETS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from advisor.match.plan import Part
    from advisor.match.sums import Sums

SCAT = PRESETS["scat"]
PLANS = [
    Plan(SCAT, ("flat:22", "flat:25"), 1),
    Plan(SCAT, ("rising", "random", "witty"), 2),
    Plan(PRESETS["widow"], ("swap:25", "closer", "random"), 3),
    Plan(PRESETS["schwimmen"], ("swap:25", "confidence"), 4),
    Plan(SCAT, ("rising", "flat:25", "greedy"), 5, pots=True),
    Plan(PRESETS["schwimmen"], ("swap:25", "closer", "confidence"), 6, pots=True),
]


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: ",".join(plan.names))
def test_any_split_gives_the_same_sums(plan: Plan) -> None:
    """One worker or two, few parts or many, at once or resumed: the sums are equal to the digit."""
    games = 600 * len(plan.names)
    once = match(plan, games).sums
    assert once.sets == 600
    assert match(plan, games, share=on_threads(2), part=17).sums == once
    begun = match(plan, 211 * len(plan.names), part=50).sums
    assert match(plan, games, so_far=begun, share=on_threads(2)).sums == once


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: ",".join(plan.names))
def test_identical_players_share_alike(plan: Plan) -> None:
    """When all play the same, first-seat luck cancels and nobody is ahead but by chance."""
    same = replace(plan, names=(plan.names[0],) * len(plan.names))
    result = match(same, 3000)
    fair = 1 / len(same.names)
    for line in result.lines:
        assert abs(line.pot.mean - fair) < 4 * line.pot.se + 1e-6
    for apart in result.differences:
        assert abs(apart.pays.mean) < 4 * apart.pays.se
        assert abs(apart.pot.mean) < 4 * apart.pot.se + 1e-6
    assert sum(line.pot.mean for line in result.lines) == pytest.approx(1, abs=1e-5)


def test_known_threshold_match() -> None:
    """flat:22 loses 49.7 % of the hands against flat:25, as an independent prototype measured."""
    result = match(Plan(SCAT, ("flat:22", "flat:25")), 300_000, share=on_threads(2))
    pays = result.lines[0].pays
    assert abs(pays.mean - 0.497) < 0.002 + 3 * pays.se
    # Duplicate decks make the difference surer than two independent numbers would.
    independent = (2 * 0.25 / 300_000) ** 0.5
    assert result.differences[0].pays.se < 2 * independent


def test_stops_when_it_is_known() -> None:
    """A clear case ends early, the same way on one worker and on two; equals play to the end."""
    plan = Plan(SCAT, ("rising", "greedy"), 1)
    found = match(plan, 200_000, until_known=True, part=1000)
    assert found.better is True
    assert found.sums.sets < 50_000
    assert found.sums.sets % 1000 == 0
    two = match(plan, 200_000, until_known=True, part=1000, share=on_threads(2))
    assert two.sums == found.sums
    turned = replace(plan, names=plan.names[::-1])
    assert match(turned, 200_000, until_known=True, part=1000).better is False
    equals = match(replace(plan, names=("rising",) * 2), 20_000, until_known=True, part=1000)
    assert equals.better is None
    assert equals.sums.sets == 10_000
    assert "not known" in " ".join(equals.notes)


def test_a_known_answer_is_not_played_again() -> None:
    """Going on with a match whose answer is known plays nothing."""
    plan = Plan(SCAT, ("rising", "greedy"), 1)
    found = match(plan, 200_000, until_known=True, part=1000)
    again = match(plan, 200_000, until_known=True, part=1000, so_far=found.sums)
    assert (again.sums, again.better) == (found.sums, True)


def interrupted_after(parts_done: int) -> object:
    """Give a worker who is interrupted after some parts."""

    def play(plan: Plan, parts: Iterable[Part]) -> Iterator[Sums]:
        yield from (play_part(plan, *part) for part in islice(parts, parts_done))
        raise KeyboardInterrupt

    return play


def test_interrupt_keeps_what_is_done() -> None:
    """The result of an interrupted match is that of the parts that were complete."""
    plan = PLANS[1]
    result = match(plan, 6000, share=interrupted_after(3), part=100)  # type: ignore[arg-type]
    assert result.interrupted
    assert result.sums == match(plan, 900).sums
    assert "interrupted: 300 of 2,000 decks" in " ".join(result.notes)
    with pytest.raises(KeyboardInterrupt):
        match(plan, 6000, share=interrupted_after(0))  # type: ignore[arg-type]


def test_rounds_up_to_whole_sets() -> None:
    """Hands are counted as decks times seats, and an error needs two decks."""
    plan = Plan(SCAT, ("rising", "greedy", "flat:25"))
    assert match(plan, 1).sums.hands == 6
    assert match(plan, 7).sums.hands == 9
    assert match(plan, 9).sums.hands == 9


@pytest.mark.parametrize(
    ("names", "games", "named"),
    [
        (("rising",), 10, "1 player; expected 2 to 9"),
        (("rising",) * 10, 10, "10 players; expected 2 to 9"),
        (("rising", "greedy"), 0, "0 hands; expected 1 to"),
        (("rising", "greedy"), 10**12, "hands; expected 1 to"),
    ],
)
def test_impossible_matches(names: tuple[str, ...], games: int, named: str) -> None:
    """Each refusal says what would be right."""
    with pytest.raises(MatchError, match=named):
        match(Plan(SCAT, names), games)


def test_refusals_of_others_pass_through() -> None:
    """An unknown player and a senseless seed are refused where they are checked."""
    with pytest.raises(PlayerError, match="'nobody'"):
        Plan(SCAT, ("rising", "nobody"))
    with pytest.raises(PlayerError, match="widow"):
        Plan(PRESETS["widow"], ("rising", "rising"))
    with pytest.raises(LimitError, match="seed"):
        Plan(SCAT, ("rising", "rising"), -1)
    with pytest.raises(MatchError, match="pot of its own"):
        Plan(PRESETS["widow"], ("random", "random"), pots=True)
    with pytest.raises(MatchError, match="ask for more"):
        match(PLANS[0], 10, so_far=replace(nothing(2), sets=100))


def test_solved_sits_down_only_where_there_is_a_table() -> None:
    """A match with the solved player is refused before a card is dealt, with the reason."""
    with pytest.raises(SolvedError, match="no solved table for a pack of 32 cards"):
        Plan(replace(SCAT, pack=32), ("rising", "solved", "rising"))


def test_solved_results_do_not_depend_on_parts_or_workers() -> None:
    """The solved player's matches must be as repeatable as anybody's."""
    plan = Plan(SCAT, ("solved", "flat:25"), seed=5)
    whole = match(plan, 4_000).sums
    assert match(plan, 4_000, part=301).sums == whole
    assert match(plan, 4_000, part=500, share=on_threads(2)).sums == whole
