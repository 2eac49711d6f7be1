"""What a seat may do, told from its position alone, is what the referee allows."""

from random import Random

from advisor.moves import legal_moves
from advisor.referee.actions import Draw, Knock, Pass, Take
from advisor.referee.game import legal_actions, position
from advisor.rules import PRESETS
from tests.referee.play import random_hand, random_match, random_rules

KINDS = {Draw: "draw", Knock: "knock", Pass: "pass", Take: "take"}


def test_positions_allow_what_the_referee_allows() -> None:
    """At every turn of scat the moves offered for a position are the referee's legal actions."""
    rng = Random(8)
    compared = 0
    for number in range(400):
        rules = PRESETS["scat"] if number % 4 == 0 else random_rules(rng)
        if rules.game == "widow":
            continue
        for state, _ in random_hand(random_match(rules, rng), rng):
            if state.seat is None or state.drawn is not None:
                continue
            allowed = {
                (KINDS[type(action)], action.discard if isinstance(action, Take) else None)
                for action in legal_actions(state)
            }
            offered = legal_moves(position(state, state.seat))
            assert len(offered) == len(allowed)
            assert {(move.action, move.discard) for move in offered} == allowed
            compared += 1
    assert compared > 500
