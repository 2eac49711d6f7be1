"""What the others are believed to hold in widow."""

from __future__ import annotations

import math
import random
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
import pytest

from advisor.cards import parse_cards, parse_hand
from advisor.hands import hand_cards, hand_index, score
from advisor.players.widow import reference
from advisor.position import ask
from advisor.referee import game
from advisor.referee.actions import Action, Knock, Pass, Show, Swap
from advisor.referee.history import Event
from advisor.rules import PRESETS
from advisor.widow.beliefs import BY_CHANCE, Belief, BeliefError, beliefs, shown_by_me

if TYPE_CHECKING:
    from collections.abc import Sequence

    from advisor.referee.state import State

WIDOW = PRESETS["widow"]


def start(mine: Sequence[int], his: Sequence[int], widow: Sequence[int]) -> State:
    """Deal to two players, the first of them to move."""
    taken = [card for pair in zip(mine, his, strict=True) for card in pair]
    rest = [card for card in range(52) if card not in (*taken, *widow)]
    return game.deal(WIDOW, (4, 4), 1, [*taken, *widow, *rest])


def event(seat: int, action: Action) -> Event:
    """An action as a history has it."""
    if isinstance(action, Swap):
        return Event("swap", seat, action.get, action.give)
    return Event("pass" if action == Pass() else "knock", seat)


def test_before_the_first_turn_every_unseen_hand_is_as_likely() -> None:
    """Nobody has moved: all hands of unseen cards but those that hold 31 have the same chance."""
    asked = ask(parse_hand("Qd 2c 5s"), rules=WIDOW, widow=parse_cards("Ad Kd 9d"), players=3)
    found = beliefs(asked, "swap:27")
    hands = [hand for hand in combinations(asked.unseen, 3) if score(hand, WIDOW) < 62]
    assert len(found) == 2
    for belief in found:
        assert sorted(belief.hands.tolist()) == sorted(map(hand_index, hands))
        np.testing.assert_allclose(belief.chance, 1 / len(hands))


def test_cards_that_were_taken_are_certain() -> None:
    """Every hand believed of a player holds what he was seen to take, and no card that I see."""
    asked = ask(
        parse_hand("Qd 8d 5s"),
        rules=WIDOW,
        widow=parse_cards("Ad Kc 9h"),
        players=3,
        exchanged=True,
        turn=4,
        seat=1,
        held={0: parse_cards("Kh"), 2: parse_cards("9d 9s")},
    )
    for belief, cards in zip(beliefs(asked, "swap:27"), ("9d 9s", "Kh"), strict=True):
        held = set(parse_cards(cards))
        seen = {*asked.hand, *asked.widow}
        for hand in hand_cards()[belief.hands[belief.chance > 0]].tolist():
            assert held <= set(hand)
            assert not seen & set(hand)
        assert belief.chance.sum() == pytest.approx(1)


def test_a_swap_is_weighed_as_the_player_decides() -> None:
    """With the log a hand counts by whether its holder would have made the swap he made."""
    mine, his = parse_hand("2c 3d 4h"), parse_hand("Kh 5c 6d")
    state = start(mine, his, parse_hand("Ah 9c 7s"))
    state = game.apply(state, Pass())
    done = Swap(parse_cards("5c"), parse_cards("Ah"))
    state = game.apply(state, done)
    (belief,) = beliefs(game.position(state, 0), "swap:27", [event(0, Pass()), event(1, done)])
    player, weights = reference("swap:27", np.uint64(0)), {}
    some = [*range(0, len(belief.hands), 9), int(belief.chance.argmax())]
    for hand in belief.hands[some].tolist():
        cards = hand_cards()[hand].tolist()
        before = sorted({*cards, *done.give} - set(done.get))
        other = game.apply(start(mine, before, parse_hand("Ah 9c 7s")), Pass())
        legal = game.legal_actions(other)
        would = Show() not in legal and player.act(game.position(other, 1), legal) == done
        weights[hand] = (1 - BY_CHANCE) * would + BY_CHANCE / 11
        if score(before, WIDOW) >= 62:
            weights[hand] = 0.0
    wanted = np.array([weights[hand] for hand in belief.hands[some].tolist()])
    found = belief.chance[some]
    np.testing.assert_allclose(found / found.sum(), wanted / wanted.sum(), atol=1e-12)
    assert belief.vector()[hand_index(parse_hand("Kh Ah 6d"))] > 5 * belief.chance.min()


def test_a_knock_without_a_log_means_a_high_score() -> None:
    """Of somebody who knocked more is expected than of somebody who has just played on."""
    said = {
        "rules": WIDOW,
        "widow": parse_cards("Ad Kc 9h"),
        "players": 2,
        "exchanged": True,
        "turn": 4,
        "seat": 0,
    }
    hand = parse_hand("Qd 8d 5s")
    means = []
    for knocker in (None, 1):
        (belief,) = beliefs(ask(hand, knocked_by=knocker, **said), "swap:24")  # type: ignore[arg-type]
        half = [score(cards, WIDOW) for cards in hand_cards()[belief.hands].tolist()]
        means.append(float(np.dot(half, belief.chance)))
    assert means[1] > means[0] + 10
    assert means[1] > 45


def played(rng: random.Random, turns: int) -> tuple[State, list[Event]] | None:
    """Let two solved players make some turns; None if the hand ends before."""
    deck = list(range(52))
    rng.shuffle(deck)
    state = game.deal(WIDOW, (4, 4), 1, deck)
    players = [reference("solved", np.uint64(seat)) for seat in range(2)]
    log: list[Event] = []
    while state.result is None and len(log) < turns:
        seat = state.seat
        assert seat is not None
        action = players[seat].act(game.position(state, seat), game.legal_actions(state))
        if isinstance(action, Swap | Pass | Knock):
            log.append(event(seat, action))
        state = game.apply(state, action)
    return None if state.result is not None else (state, log)


def surprise(belief: Belief, hand: Sequence[int]) -> float:
    """How unlikely the hand was believed that somebody turns out to hold."""
    return -math.log(max(belief.vector()[hand_index(hand)], 1e-12))


def test_beliefs_foresee_what_is_held() -> None:
    """The truth is less of a surprise the more is made of what was seen."""
    rng = random.Random(4)
    with_log, without, blind = [], [], []
    for number in range(120):
        if (found := played(rng, 2 + number % 3)) is None:
            continue
        state, log = found
        assert state.seat is not None
        seen = game.position(state, state.seat)
        truth = state.hands[1 - state.seat]
        (belief,) = beliefs(seen, "solved", log)
        with_log.append(surprise(belief, truth))
        without.append(surprise(beliefs(seen, "solved")[0], truth))
        blind.append(math.log(len(belief.hands)))
    assert len(blind) > 50
    assert np.mean(with_log) < np.mean(without) - 0.1
    assert np.mean(without) < np.mean(blind)


def test_a_log_of_another_hand_is_refused() -> None:
    """A log that leaves out turns is an error, not a wrong belief."""
    asked = ask(
        parse_hand("Qd 8d 5s"), rules=WIDOW, widow=parse_cards("Ad Kc 9h"), players=2, turn=2
    )
    with pytest.raises(BeliefError, match="the log has 1 turns, but 2 have been taken"):
        beliefs(asked, "swap:27", [event(0, Pass())])


def test_what_the_others_saw_me_take() -> None:
    """The cards I took and kept are known to the others; those I gave back are not."""
    asked = ask(
        parse_hand("Ah 9c 5s"), rules=WIDOW, widow=parse_cards("2c 3d 7s"), players=2, turn=4,
        exchanged=True,
    )  # fmt: skip
    log = [
        event(0, Swap(parse_cards("2c"), parse_cards("Ah"))),
        event(1, Pass()),
        event(0, Swap(parse_cards("3d"), parse_cards("9c"))),
        event(1, Pass()),
    ]
    assert shown_by_me(asked, log) == parse_cards("9c Ah")
    log[2] = event(0, Swap(parse_cards("Ah"), parse_cards("9c")))
    assert shown_by_me(asked, log) == parse_cards("9c")
    assert shown_by_me(asked, []) == ()
