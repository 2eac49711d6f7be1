"""The players there are by name, and what those of scat do in single positions."""

from __future__ import annotations

import math
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest

from advisor.cards import parse_cards
from advisor.players.published import PUBLISHED, check, reference
from advisor.players.styled import must_be_lower
from advisor.players.thumb import PlayerError
from advisor.position import Position, ask
from advisor.referee.actions import Draw, Knock, Take, Throw
from advisor.referee.game import apply, legal_actions, position
from advisor.rules import PRESETS, Rules
from tests.referee.play import random_hand, random_match, random_rules

if TYPE_CHECKING:
    from advisor.players.registry import Published

KEY = np.uint64(7)
SCAT, WIDOW = PRESETS["scat"], PRESETS["widow"]
LEGAL = (Knock(), Draw())
"""Enough for who does not choose at random: he asks only whether he may knock."""


def seen(hand: str, top: str, **said: object) -> Position:
    """Build what a player of two (or more) sees."""
    said.setdefault("players", 2)
    return ask(parse_cards(hand), top=parse_cards(top)[0], **said)  # type: ignore[arg-type]


def test_everybody_is_written_down() -> None:
    """Each name stands once for each game, with what he does and where that comes from."""
    keys = [(player.name, game) for player in PUBLISHED for game in player.games]
    assert len(set(keys)) == len(keys)
    assert {"greedy", "flat:N", "rising", "steps", "falling", "witty", "cautious", "random"} <= {
        player.name for player in PUBLISHED if "scat" in player.games
    }
    for player in PUBLISHED:
        assert len(player.words) > 10
        assert player.source
        assert not player.words.endswith(".")


@pytest.mark.parametrize("player", PUBLISHED, ids=lambda player: f"{player.name}-{player.games[0]}")
def test_everybody_makes_legal_moves(player: Published) -> None:
    """Whoever sits down plays whole hands of his games without breaking a rule."""
    name, games = player.name.replace("N", "25"), player.games
    rng, played = Random(name), 0
    while played < 12:
        rules = random_rules(rng)
        if rules.game not in games:
            continue
        played += 1
        seat = reference(name, rules, KEY)
        for state, _ in random_hand(random_match(rules, rng), rng):
            if state.seat is None:
                continue
            view, legal = position(state, state.seat), legal_actions(state)
            action = seat.act(view, legal) if state.drawn is None else seat.throw(view, state.drawn)
            assert action in legal


@pytest.mark.parametrize(
    ("name", "rules", "message"),
    [
        ("magnus", SCAT, "no player of scat is called 'magnus'; there are greedy, flat:N, rising"),
        ("swap:25", SCAT, "no player of scat is called 'swap:25'; there are greedy"),
        ("rising", WIDOW, "no player of widow is called 'rising'; there are swap:N"),
        ("rising:3", SCAT, "no player of scat is called 'rising:3'; there are "),
        ("flat", SCAT, "no player of scat is called 'flat'; there are "),
        ("flat:99", SCAT, "'flat:99' needs a score from 3 to 31"),
        ("swap:99", WIDOW, "'swap:99' needs a score from 3 to 31"),
    ],
)
def test_who_cannot_sit_down(name: str, rules: Rules, message: str) -> None:
    """A mistyped name, or a player of the other game, is refused with the names there are."""
    for refuse in (check, lambda name, rules: reference(name, rules, KEY)):
        with pytest.raises(PlayerError) as refused:
            refuse(name, rules)
        assert str(refused.value).startswith(message)


@pytest.mark.parametrize(
    ("hand", "top", "held", "action"),
    [
        # 30 is enough for a knock.
        ("9c Tc Ac", "2d", "", Knock()),
        # 29 is not, and the top card raises nothing.
        ("8c Tc Ac", "2d", "", Draw()),
        # 27: but two low cards of two suits were taken, at most 2 + 11 = 13 or 3 + 11.
        ("6c Tc Ac", "2d", "3d 4h", Knock()),
        # Two of a kind may be three: 30.
        ("6c Tc Ac", "2d", "3d 3h", Draw()),
        # +1 by a low card: not worth showing it.
        ("2c 6c Kd", "3c", "", Draw()),
        # +5 by a low card.
        ("2c 6c Kd", "7c", "", Take(parse_cards("Kd")[0])),
        # A ten that improves by 2.
        ("2c 8c 9c", "Tc", "", Take(parse_cards("2c")[0])),
        # From 28 to 29 by a low card.
        ("7c Tc Ac", "8c", "", Take(parse_cards("7c")[0])),
    ],
)
def test_witty(hand: str, top: str, held: str, action: object) -> None:
    """He knocks with 30 or a proof, and takes for 5 points, a ten that helps, or 29."""
    asked = seen(hand, top, turn=4, held={1: parse_cards(held)} if held else {})
    assert reference("witty", SCAT, KEY).act(asked, LEGAL) == action


def test_a_proof_counts_every_card_that_was_seen() -> None:
    """With the last card that could help him in the discards, a hand is proved lower."""
    held = {1: parse_cards("3d 3h")}
    open_ = seen("6c Tc Ac", "2d", turn=6, held=held, discards=parse_cards("3s"))
    shut = seen("6c Tc Ac", "2d", turn=6, held=held, discards=parse_cards("3s 3c"))
    assert not must_be_lower(open_, held[1])
    assert must_be_lower(shut, held[1])


@pytest.mark.parametrize(
    ("hand", "drawn", "held", "thrown"),
    [
        # Nothing known of the next player: the card that scores least.
        ("Kc 9c 5h", "2d", "", "2d"),
        # He collects diamonds: the five of hearts goes instead, it costs nothing.
        ("Kc 9c 5h", "2d", "Qd", "5h"),
        # To keep the diamond would cost 3 points.
        ("Kc 9c 3c", "2d", "Qd", "2d"),
        # 2 points are what he gives up.
        ("Kc 9c 2c", "3d", "Qd", "2c"),
        # There is nothing but diamonds and clubs to throw.
        ("Kc 9c 3c", "2d", "Qd 5c", "2d"),
    ],
)
def test_cautious_throws(hand: str, drawn: str, held: str, thrown: str) -> None:
    """He gives up to 2 points to keep from the next player the suits that he collects."""
    asked = seen(hand, "7s", turn=4, held={1: parse_cards(held)} if held else {})
    card, expected = parse_cards(drawn)[0], parse_cards(thrown)[0]
    assert reference("cautious", SCAT, KEY).throw(asked, card) == Throw(expected)


def test_cautious_is_greedy_once_somebody_has_knocked() -> None:
    """On his last turn only his own score counts."""
    asked = seen("Kc 9c 2c", "7s", turn=5, knocked_by=0, held={0: parse_cards("Qd")})
    thrown = reference("cautious", SCAT, KEY).throw(asked, parse_cards("3d")[0])
    assert thrown == Throw(parse_cards("3d")[0])


def test_cautious_takes_what_still_helps_after_a_careful_throw() -> None:
    """A card of the pile is taken for what he then keeps, not for what he could keep."""
    player, hand = reference("cautious", SCAT, KEY), "Kc Qd 2d"
    free, careful = (
        seen(hand, "3c", turn=4, held={1: parse_cards(known)}) for known in ("Jh", "Jd")
    )
    assert player.act(free, LEGAL) == Take(parse_cards("2d")[0])
    # 12 now; 3c would make 13, but only by throwing a diamond. Without Kc it leaves the 12.
    assert player.act(careful, LEGAL) == Draw()


def test_random_makes_every_legal_move_equally_often() -> None:
    """Over many deals each legal move comes up its share of the time."""
    rules = PRESETS["scat"]
    rng = Random(5)
    state, _ = random_hand(random_match(rules, rng), rng)[0]
    assert state.seat is not None
    view, legal = position(state, state.seat), legal_actions(state)
    trials = 4_000
    counts = dict.fromkeys(legal, 0)
    for key in range(trials):
        action = reference("random", rules, np.uint64(key)).act(view, legal)
        apply(state, action)
        counts[action] += 1
    share = 1 / len(legal)
    error = math.sqrt(trials * share * (1 - share))
    assert max(abs(count - trials * share) for count in counts.values()) < 4 * error
