"""One hand from all sides: its place, its draws, and what players do with it."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from advisor.cards import parse_cards, parse_hand
from advisor.explorer import ACTIONS, one_draw, plays, standing, turn_number
from advisor.hands import best_discard, score
from advisor.players.published import reference
from advisor.players.solved import SOLVED
from advisor.players.thumb import PlayerError
from advisor.position import ask
from advisor.referee.actions import Draw, Knock, Take
from advisor.rules import PRESETS, with_switches

SCAT = PRESETS["scat"]
SMALL = with_switches(SCAT, {"pack": "32"})


def test_where_a_hand_stands() -> None:
    """Lower, equal and higher hands are counted one by one in a small pack."""
    hand = parse_hand("Ks 9s 9h")
    found = standing(hand, SMALL)
    every = [score(other, SMALL) for other in combinations(range(20, 52), 3)]
    own = score(hand, SMALL)
    assert (found.lower, found.equal, found.higher) == (
        sum(other < own for other in every),
        every.count(own),
        sum(other > own for other in every),
    )
    assert found.hands == 4960
    assert found.beats == Fraction(found.lower, 4960)
    assert standing(parse_hand("As Ks Qs"), SCAT).higher == 0


def test_what_a_draw_makes_of_it() -> None:
    """Each of the 49 other cards counts once."""
    hand = parse_hand("Ks 9s 9h")
    found = one_draw(hand, SCAT)
    kept = [best_discard(hand, card, SCAT, keep=False)[1] for card in range(52) if card not in hand]
    assert found.after == {one: Fraction(kept.count(one), 49) for one in sorted(set(kept))}
    assert found.improves == Fraction(sum(one > 38 for one in kept), 49)


@pytest.mark.parametrize("name", ["flat:22", "rising"])
def test_plays_are_those_at_the_table(name: str) -> None:
    """Under every top card the player at the referee's table does the same."""
    rng = Random(6)
    player = reference(name, SCAT, None)  # type: ignore[arg-type]
    for _ in range(5):
        hand = tuple(sorted(rng.sample(range(52), 3)))
        own, place = rng.randint(1, 4), rng.randint(1, 3)
        turn = turn_number(own, place, 3)
        found = plays(hand, SCAT, 3, turn, name=name)
        assert len(found) == 49
        for play in found:
            view = ask(hand, top=play.top, players=3, turn=turn, seat=place - 1)
            action = player.act(view, (Draw(), Knock(), *map(Take, hand)))
            assert type(action).__name__.lower() == play.action
            assert (play.thrown is None) == (play.action != "take")


def test_the_solved_player_has_his_reasons() -> None:
    """With three good cards of a suit he knocks under a low top card of another suit."""
    hand = parse_hand("Ks 9s 5s")
    found = {play.top: play.action for play in plays(hand, SCAT, 2, 0, name=SOLVED)}
    assert found[parse_cards("2h")[0]] == "knock"
    assert set(found.values()) <= set(ACTIONS)
    assert found[parse_cards("As")[0]] == "take"


def test_chance_has_no_plays() -> None:
    """Who plays by chance is refused."""
    with pytest.raises(PlayerError, match="plays by chance"):
        plays(parse_hand("Ks 9s 5s"), SCAT, 2, 0, name="random")
