"""Reach: the two exact methods against each other, against trying everything, and sampled."""

from __future__ import annotations

from itertools import combinations, permutations
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from advisor.cards import parse_cards
from advisor.hands import hand_cards, hand_index, mask_of, score, scores
from advisor.odds.keeping import four_ways
from advisor.odds.reach import MAX_DRAWS, ReachError, reach
from advisor.odds.reach_any import _most_outs, exact_chance, outs_of_hands, simulated_chances
from advisor.position import Position, ask
from advisor.rules import PRESETS, Rules, RulesError
from tests.cases import cases
from tests.odds.naive import (
    HOUSES,
    case_id,
    naive_keep,
    naive_reach,
    naive_score,
    positions,
    random_position,
    renamed,
)
from tests.odds.test_draw import position_of

if TYPE_CHECKING:
    from collections.abc import Sequence

FEW_LEFT = (4, 8)
TARGETS = st.integers(16, 66)


def by_trying(position: Position, target: int, draws: int) -> float:
    """Answer by trying every discard after every draw."""
    hand, unseen = frozenset(position.hand), frozenset(position.unseen)
    return float(naive_reach(hand, unseen, target, draws, position.rules))


def means(position: Position, target: int, draws: int) -> list[float]:
    """Give the chances without their errors."""
    return [found.mean for found in reach(position, target, draws)]


@pytest.mark.parametrize("case", cases("reach"), ids=case_id)
def test_reach_cases(case: dict[str, Any]) -> None:
    """Protects the chances that two people must find alike."""
    found = reach(position_of(case), 2 * case["target"], case["draws"])[-1]
    assert found.mean == pytest.approx(case["p"], abs=1e-9)
    assert found.method == "exact"


@given(positions(), st.sampled_from([62, 64, 66]))
@settings(max_examples=15)
def test_31_by_trying_two_draws(position: Position, target: int) -> None:
    """Protects the small states of 31 on any position, all houses, for two draws."""
    expected = [by_trying(position, target, draws) for draws in (1, 2)]
    assert means(position, target, 2) == pytest.approx(expected, abs=1e-12)


@given(positions(unseen=FEW_LEFT), st.sampled_from([62, 64, 66]), st.integers(3, 5))
@settings(max_examples=25)
def test_31_by_trying_more_draws(position: Position, target: int, draws: int) -> None:
    """Protects the small states of 31 where few cards are left, for up to five draws."""
    expected = [by_trying(position, target, count + 1) for count in range(draws)]
    assert means(position, target, draws) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("rules", HOUSES, ids=lambda rules: rules.name)
def test_31_three_draws_by_the_other_method(rules: Rules) -> None:
    """Protects the small states of 31 against following every draw over the real hands."""
    for seed in range(4):
        position = random_position(rules, seed, rules.pack - 6)
        hand, outs = hand_index(position.hand), outs_of_hands(rules, 62)
        if score(position.hand, rules) < 62:
            expected = [exact_chance(hand, position.unseen, outs, k) for k in (1, 2, 3)]
            assert means(position, 62, 3) == pytest.approx(expected, abs=1e-12)


def test_31_three_draws_by_trying() -> None:
    """Protects both exact methods with the 32-card pack and every card but ten unseen."""
    position = random_position(Rules(pack=32), 3, 22)
    assert means(position, 62, 3)[2] == pytest.approx(by_trying(position, 62, 3), abs=1e-12)
    assert means(position, 56, 3)[2] == pytest.approx(by_trying(position, 56, 3), abs=1e-12)


@pytest.mark.parametrize(
    ("rules", "hand"),
    [
        (Rules(), "Kc Qd Jh"),
        (Rules(), "As Ks Ac"),
        (Rules(three_aces="33"), "As Ac Kc"),
        (Rules(three_aces="33"), "Ac Kd Qd"),
    ],
    ids=lambda value: value if isinstance(value, str) else value.name,
)
def test_31_where_four_cards_matter(rules: Rules, hand: str) -> None:
    """Protects the choice among four cards that all matter, in several suits at once."""
    cards = parse_cards(hand)
    live = [card for card in parse_cards("AcAdAhAs KcQc KdQd KhJh KsQs") if card not in cards]
    rest = [card for card in range(51) if card not in (*cards, *live[-7:])]
    position = ask(cards, top=rest[0], discards=rest[1:], rules=rules, players=2)
    assert len(position.unseen) >= 7
    expected = [by_trying(position, 62, count) for count in range(1, 5)]
    assert means(position, 62, 4) == pytest.approx(expected, abs=1e-12)
    assert expected[-1] > 0


@given(positions(unseen=FEW_LEFT), TARGETS)
@settings(max_examples=25)
def test_any_target_by_trying(position: Position, target: int) -> None:
    """Protects every target, three of a kind included, for three draws."""
    expected = [by_trying(position, target, draws) for draws in (1, 2, 3)]
    assert means(position, target, 3) == pytest.approx(expected, abs=1e-12)


@given(positions(unseen=(20, 48)), st.sampled_from([40, 50, 60, 61]))
@settings(max_examples=6)
def test_any_target_by_trying_many_left(position: Position, target: int) -> None:
    """Protects every target for two draws where most cards are unseen."""
    expected = [by_trying(position, target, draws) for draws in (1, 2)]
    assert means(position, target, 2) == pytest.approx(expected, abs=1e-12)


@given(positions(), st.sampled_from([44, 52, 58, 60, 61, 62, 66]))
@settings(max_examples=15)
def test_more_draws_never_hurt(position: Position, target: int) -> None:
    """Protects the order: each further draw can only add to the chance."""
    found = means(position, target, MAX_DRAWS)
    assert len(found) == MAX_DRAWS
    assert all(0 <= chance <= 1 for chance in found)
    assert np.all(np.diff(found) > -1e-12)


@given(positions(), st.sampled_from([52, 62]), st.sampled_from(list(permutations(range(4)))))
@settings(max_examples=15)
def test_suits_and_order_do_not_matter(
    position: Position, target: int, order: tuple[int, ...]
) -> None:
    """Protects against a suit, or a place in the hand, that is treated differently."""
    assert position.top is not None
    other = ask(
        [renamed(card, order) for card in position.hand[::-1]],
        top=renamed(position.top, order),
        discards=[renamed(card, order) for card in position.discards[::-1]],
        rules=position.rules,
        players=2,
    )
    assert means(position, target, 3) == pytest.approx(means(other, target, 3), abs=1e-12)


@given(positions(), TARGETS)
def test_one_draw_is_the_outs(position: Position, target: int) -> None:
    """Protects the agreement of reach with the list of outs."""
    assume(naive_score(position.hand, position.rules) < target)
    kept = [naive_keep(position.hand, card, position.rules)[1] for card in position.unseen]
    outs = sum(naive_score(three, position.rules) >= target for three in kept)
    assert means(position, target, 1) == pytest.approx([outs / len(kept)], abs=1e-12)


def test_already_there() -> None:
    """Protects the certain answer: who holds the score has reached it without a draw."""
    position = ask(parse_cards("Kc Qc 2d"), top=parse_cards("4h")[0])
    found = reach(position, 40, 10)
    assert [(e.mean, e.method) for e in found] == [(1.0, "exact")] * 10


def test_pack_runs_out() -> None:
    """Protects small packs: with every unseen card drawn, the chance stays what it is."""
    position = random_position(Rules(), 11, 4)
    for target in (50, 62):
        found = reach(position, target, 10)
        expected = [by_trying(position, target, min(count, 4)) for count in (1, 2, 3)]
        assert [e.mean for e in found[:3]] == pytest.approx(expected, abs=1e-12)
        assert found[4].mean == pytest.approx(found[9].mean, abs=1e-12)


def test_31_agrees_with_playing() -> None:
    """Protects ten draws for 31 against playing them: keeping a pair of the suit by hand."""
    # Only spades can make 31, so what to keep is plain and the play needs no search.
    position = ask(
        parse_cards("As Ks 2c"), top=parse_cards("3h")[0], discards=parse_cards("Ac Ad Ah")
    )
    rng = np.random.default_rng(62)
    trials = 20_000
    order = rng.random((trials, len(position.unseen))).argsort(axis=1)[:, :MAX_DRAWS]
    drawn = np.array(position.unseen)[order]
    hits = np.isin(drawn, parse_cards("Qs Js Ts")).any(axis=1)
    found = reach(position, 62, MAX_DRAWS)[-1].mean
    assert abs(hits.mean() - found) < 4 * (found * (1 - found) / trials) ** 0.5


def test_simulated_agrees_with_playing_the_policy() -> None:
    """Protects the simulated chances against playing the stated policy card by card."""
    position, target, draws = random_position(Rules(), 17, 20), 56, 5
    rules = position.rules
    rng = np.random.default_rng(7)
    trials = 2_000
    hits = 0
    for _ in range(trials):
        hand = position.hand
        stock = rng.permutation(position.unseen).tolist()
        for count in range(draws):
            hand = most_outs(hand, stock[count], set(stock[count + 1 :]), target, rules)
            if naive_score(hand, rules) >= target:
                hits += 1
                break
    found = reach(position, target, draws, seed=1)[-1]
    assert found.method == "simulated"
    assert 0.05 < found.mean < 0.95
    error = (found.mean * (1 - found.mean) / trials + found.se**2) ** 0.5
    assert abs(hits / trials - found.mean) < 4 * error


def most_outs(
    hand: tuple[int, ...], card: int, left: set[int], target: int, rules: Rules
) -> tuple[int, ...]:
    """Keep the three cards with the most outs, among equals those of the highest score."""
    four = (*hand, card)
    ways = [tuple(kept for kept in four if kept != thrown) for thrown in four]
    reached = [way for way in ways if naive_score(way, rules) >= target]
    if reached:
        return reached[0]

    return max(ways, key=lambda way: worth(way, left, target, rules))


def worth(way: Sequence[int], left: set[int], target: int, rules: Rules) -> tuple[int, int]:
    """Number of outs to the target, then the score."""
    outs = sum(naive_score(naive_keep(way, new, rules)[1], rules) >= target for new in left)
    return outs, naive_score(way, rules)


@given(positions(unseen=(8, 30)), st.sampled_from([44, 54, 60, 62]))
@settings(max_examples=20)
def test_policy_keeps_the_most_outs(position: Position, target: int) -> None:
    """Protects the stated policy, and its choice among equals, card by card."""
    rules = position.rules
    outs, scored = outs_of_hands(rules, target), scores(rules)
    for card in position.unseen[:4]:
        left = set(position.unseen) - {card}
        four = {*position.hand, card}
        ways = four_ways(np.array([hand_index(position.hand)]), np.array([card]))
        available = np.array([mask_of(left)], dtype=np.uint64)
        kept = hand_cards()[_most_outs(ways, available, outs, scored)[0]].tolist()
        worths = [worth(way, left, target, rules) for way in combinations(four, 3)]
        assert worth(kept, left, target, rules) == max(worths)


def test_policy_never_beats_the_best() -> None:
    """Protects the claim that the simulated policy can only fall short of the exact chance."""
    for seed in range(6):
        position = random_position(Rules(), seed, 44)
        hand, outs = hand_index(position.hand), outs_of_hands(position.rules, 56)
        if score(position.hand, position.rules) >= 56:
            continue
        policy = simulated_chances(
            hand, position.unseen, outs, np.zeros(22_100, dtype=np.int8), 3, seed=seed, trials=2_000
        )
        for draws in (1, 2, 3):
            best = exact_chance(hand, position.unseen, outs, draws)
            assert policy[draws - 1].mean < best + 4 * policy[draws - 1].se
        assert policy[0].mean == pytest.approx(exact_chance(hand, position.unseen, outs, 1))


def test_seed_decides() -> None:
    """Protects the promise: same seed, same numbers; another seed, other numbers."""
    position = ask(parse_cards("Ks 9s 4d"), top=parse_cards("4h")[0])
    assert reach(position, 58, 6, seed=3) == reach(position, 58, 6, seed=3)
    assert reach(position, 58, 6, seed=3) != reach(position, 58, 6, seed=4)


@pytest.mark.parametrize(
    ("target", "draws", "sentence"),
    [
        (62, 0, "0 draws; expected 1 to 10"),
        (62, 11, "11 draws; expected 1 to 10"),
        (70, 3, "the target is 35; expected a score from 2 to 33"),
        (1, 3, "the target is 0½; expected a score from 2 to 33"),
    ],
)
def test_bad_questions(target: int, draws: int, sentence: str) -> None:
    """Protects the one sentence for a target or number of draws out of range."""
    position = ask(parse_cards("Ks 9s 4d"), top=parse_cards("4h")[0])
    with pytest.raises(ReachError, match=f"^{sentence}$"):
        reach(position, target, draws)


def test_widow_has_no_stock() -> None:
    """Protects against reach in a game without a stock."""
    position = ask(
        parse_cards("2c 3c 4c"), widow=parse_cards("5c 6c 7c"), rules=PRESETS["widow"], players=2
    )
    with pytest.raises(RulesError, match=r"^reach does not know "):
        reach(position, 62, 3)
