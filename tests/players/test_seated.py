"""Rules of thumb at a table: what they do in a position."""

from random import Random

import pytest

from advisor.cards import parse_cards
from advisor.hands import score
from advisor.players.seated import ThumbPlayer
from advisor.players.thumb import PlayerError, thresholds
from advisor.position import ask
from advisor.referee.actions import Draw, Knock, Pass, Show, Swap, Take, Throw
from advisor.referee.game import apply, legal_actions, position
from tests.referee.play import random_hand, random_match, random_rules


@pytest.mark.parametrize("name", ["greedy", "rising", "flat:22", "steps", "falling"])
def test_he_plays_his_rule(name: str) -> None:
    """He shows 31, knocks from his threshold on, and else takes only what raises his score."""
    player, rng = ThumbPlayer(name), Random(name)
    table = thresholds(name)
    for _ in range(60):
        rules = random_rules(rng)
        for state, _ in random_hand(random_match(rules, rng), rng):
            if state.seat is None or state.drawn is not None:
                continue
            view, legal = position(state, state.seat), legal_actions(state)
            action = player.act(view, legal)
            assert action in legal
            own = score(view.hand, rules)
            if Show() in legal:
                assert action == Show()
            elif own >= table[min(state.turn // len(state.order), 15)] and Knock() in legal:
                assert action == Knock()
            else:
                after = [
                    score(apply(state, choice).hands[state.seat], rules)
                    for choice in legal
                    if isinstance(choice, (Take, Swap))
                ]
                kept = apply(state, action).hands[state.seat]
                better = max(after) > own
                assert isinstance(action, (Take, Swap) if better else (Draw, Pass))
                assert score(kept, rules) == max(own, *after)


def test_what_he_throws() -> None:
    """After a draw he keeps the three cards of highest score and throws the lowest of equals."""
    view = ask(parse_cards("Kh 9h 2c"), top=parse_cards("3s")[0])
    player = ThumbPlayer("rising")
    assert player.throw(view, parse_cards("2d")[0]) == Throw(parse_cards("2c")[0])
    assert player.throw(view, parse_cards("Ah")[0]) == Throw(parse_cards("2c")[0])
    assert player.throw(view, parse_cards("8c")[0]) == Throw(parse_cards("2c")[0])


def test_no_such_player() -> None:
    """A name that nobody has is refused when he sits down."""
    with pytest.raises(PlayerError, match="no player"):
        ThumbPlayer("magnus")
