"""One draw or the top card, against cases with right answers and plain enumeration."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor.cards import parse_cards
from advisor.hands import points
from advisor.odds.draw import Kept, Out, draw_odds
from advisor.position import Position, ask
from advisor.rules import PRESETS, Rules, RulesError
from tests.cases import cases
from tests.odds.naive import case_id, naive_keep, naive_score, positions, random_position, renamed


def position_of(case: dict[str, Any]) -> Position:
    """Read the position of a case."""
    return ask(
        parse_cards(" ".join(case["hand"])),
        top=parse_cards(case["top"])[0],
        discards=parse_cards(" ".join(case["seen"])),
        rules=PRESETS[case["rules"]],
    )


@pytest.mark.parametrize("case", cases("odds"), ids=case_id)
def test_odds_cases(case: dict[str, Any]) -> None:
    """Protects the odds that people have worked out by hand."""
    odds = draw_odds(position_of(case))
    expected = {int(total): Fraction(chance) for total, chance in case["after_draw"].items()}
    assert {points(half): chance for half, chance in odds.after_draw.items()} == expected
    assert odds.unseen == case["unseen"]
    assert points(odds.score) == case["score"]
    assert odds.take is not None
    assert points(odds.take.half_points) == case["take"]
    assert odds.improve == sum(
        chance for total, chance in expected.items() if total > case["score"]
    )


def test_jack_ten_ace() -> None:
    """Protects the figures of the first example of the project: mean, outs, best first."""
    odds = draw_odds(ask(parse_cards("Jc Tc Ad"), top=parse_cards("4h")[0]))
    assert float(odds.mean) == pytest.approx(21.645833, abs=1e-6)
    assert odds.improve == Fraction(15, 48)
    best = [
        Out(card, half)
        for card, half in zip(parse_cards("Ac Qc Kc 9c"), (62, 60, 60, 58), strict=True)
    ]
    assert list(odds.outs[:4]) == best


@given(positions())
def test_draw_is_plain_enumeration(position: Position) -> None:
    """Protects every part of the odds against throwing each of the four cards in turn."""
    rules, odds = position.rules, draw_odds(position)
    plan = {card: naive_keep(position.hand, card, rules) for card in position.unseen}
    kept = {card: naive_score(three, rules) for card, (_, three) in plan.items()}
    assert odds.after_draw_plan == {
        card: Kept(thrown, kept[card]) for card, (thrown, _) in plan.items()
    }
    counts = Counter(kept.values())
    unseen = len(position.unseen)
    assert odds.after_draw == {half: Fraction(n, unseen) for half, n in counts.items()}
    assert sum(odds.after_draw.values()) == 1
    assert odds.mean == Fraction(sum(kept.values()), 2 * unseen)
    own = naive_score(position.hand, rules)
    assert {out.card: out.half_points for out in odds.outs} == {
        card: half for card, half in kept.items() if half > own
    }
    assert odds.improve == Fraction(len(odds.outs), unseen)
    order = [out.half_points for out in odds.outs]
    assert order == sorted(order, reverse=True)


@given(positions())
def test_take_is_plain_enumeration(position: Position) -> None:
    """Protects the best use of the top card, which must stay in the hand."""
    top = position.top
    assert top is not None
    thrown, kept = naive_keep(position.hand, top, position.rules, never=(top,))
    assert draw_odds(position).take == Kept(thrown, naive_score(kept, position.rules))


@pytest.mark.parametrize(("put_back", "best"), [(False, 14), (True, 60)])
def test_put_back_taken(*, put_back: bool, best: int) -> None:
    """Protects the switch: where the taken card may go back, taking never lowers the score."""
    rules = Rules(put_back_taken=put_back)
    odds = draw_odds(ask(parse_cards("7c 7d 7h"), top=parse_cards("2s")[0], rules=rules))
    assert odds.take is not None
    assert odds.take.half_points == best


@given(positions(), st.sampled_from(list(permutations(range(4)))))
def test_suits_have_no_rank(position: Position, order: tuple[int, ...]) -> None:
    """Protects against a suit that is treated differently from the others."""
    assert position.top is not None
    other = ask(
        [renamed(card, order) for card in position.hand[::-1]],
        top=renamed(position.top, order),
        discards=[renamed(card, order) for card in position.discards[::-1]],
        rules=position.rules,
        players=2,
    )
    one, two = draw_odds(position), draw_odds(other)
    assert (one.after_draw, one.mean, one.improve) == (two.after_draw, two.mean, two.improve)
    assert {renamed(out.card, order) for out in one.outs} == {out.card for out in two.outs}


def test_draw_agrees_with_drawing() -> None:
    """Protects the mean after a draw against really drawing cards."""
    position = random_position(Rules(), 5, 40)
    rng = np.random.default_rng(5)
    drawn = rng.choice(position.unseen, 20_000).tolist()
    seen = [naive_score(naive_keep(position.hand, card, Rules())[1], Rules()) / 2 for card in drawn]
    error = np.std(seen) / len(seen) ** 0.5
    assert abs(np.mean(seen) - float(draw_odds(position).mean)) < 4 * error


def test_widow_has_no_stock() -> None:
    """Protects against stock odds for a game that has none."""
    position = ask(
        parse_cards("2c 3c 4c"), widow=parse_cards("5c 6c 7c"), rules=PRESETS["widow"], players=2
    )
    with pytest.raises(RulesError, match=r"^the odds of a draw "):
        draw_odds(position)
