"""My last turn after a knock: in arrays, in plain loops over all hands, and played."""

from __future__ import annotations

from collections import defaultdict
from itertools import product
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from advisor.cards import Card, parse_cards
from advisor.hands import N_HANDS, hand_cards, hand_index, scores
from advisor.odds.last_turn import KnockError
from advisor.odds.my_last_turn import (
    LastTurnOption,
    best_last_turn_heads_up,
    disjoint_scores,
    last_turn_three,
)
from advisor.odds.prior import hand_distribution
from advisor.odds.showdown import payments
from advisor.position import Position, ask
from advisor.rules import Rules, RulesError, preset
from tests.odds.naive import hands_of, naive_keep, naive_score, random_position

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

HOUSES = (
    Rules(),
    preset("scat-pub"),
    Rules(knocker_tied_lowest="all", put_back_taken=True, thirty_one_after_knock="double"),
    Rules(knocker_tied_lowest="double", stand_pat_last_turn=True, three_aces="33"),
    Rules(pack=32, three_of_a_kind="30.5", stock_out="void"),
)
Outcomes = dict[tuple[int, ...], float]


def random_prior(position: Position, seed: int) -> NDArray[np.float64]:
    """Give the possible hands that do not end the game random chances, some of them zero."""
    rng = np.random.default_rng(seed)
    prior = np.zeros(N_HANDS)
    for hand in hands_of(position.unseen):
        if naive_score(hand, position.rules) < 62:
            prior[hand_index(hand)] = max(0.0, rng.random() - 0.3)
    return np.asarray(prior / prior.sum())


def by_loops(
    position: Position, priors: Sequence[NDArray[np.float64]]
) -> dict[tuple[str, Card | None], Outcomes]:
    """Outcomes of every option, over all hands of the others and all stock cards."""
    rules, top = position.rules, position.top
    assert top is not None
    held = [
        [(hand, prior[hand_index(hand)]) for hand in hands_of(position.unseen)] for prior in priors
    ]
    found: dict[tuple[str, Card | None], defaultdict[tuple[int, ...], float]]
    found = defaultdict(lambda: defaultdict(float))
    four = (*position.hand, top)
    for others in product(*([pair for pair in hands if pair[1]] for hands in held)):
        cards = [card for hand, _ in others for card in hand]
        if len(set(cards)) < len(cards):
            continue
        weight = float(np.prod([chance for _, chance in others]))
        totals = [naive_score(hand, rules) for hand, _ in others]
        for thrown in four if rules.put_back_taken else position.hand:
            own = naive_score([card for card in four if card != thrown], rules)
            found["take", thrown][payments((own, *totals), 1, rules)] += weight
        if rules.stand_pat_last_turn:
            own = naive_score(position.hand, rules)
            found["pass", None][payments((own, *totals), 1, rules)] += weight
        stock = [card for card in position.unseen if card not in cards]
        for card in stock:
            own = naive_score(naive_keep(position.hand, card, rules)[1], rules)
            paid = payments((own, *totals), 1, rules)
            found["draw", None][paid] += weight / len(stock)
    return {move: scaled(outcomes) for move, outcomes in found.items()}


def scaled(outcomes: Outcomes) -> Outcomes:
    """Make the chances sum to 1."""
    total = sum(outcomes.values())
    return {paid: chance / total for paid, chance in outcomes.items()}


def check(found: list[LastTurnOption], expected: dict[tuple[str, Card | None], Outcomes]) -> None:
    """Compare all options and their order."""
    assert {(option.action, option.discard) for option in found} == set(expected)
    for option in found:
        outcomes = expected[option.action, option.discard]
        assert option.outcomes == pytest.approx(outcomes, abs=1e-12)
        assert sum(option.outcomes.values()) == pytest.approx(1)
        assert option.pays() == pytest.approx(sum(p for paid, p in outcomes.items() if paid[0]))
    pays = [option.pays() for option in found]
    assert pays == sorted(pays)


@given(st.sampled_from(HOUSES), st.integers(0, 2**32 - 1), st.integers(4, 14))
@settings(max_examples=20)
def test_heads_up_is_plain_enumeration(rules: Rules, seed: int, unseen: int) -> None:
    """Protects every option, house rule and token against all hands and stock cards."""
    position = random_position(rules, seed, unseen, knocked_by=1)
    if naive_score(position.hand, rules) >= 62:
        return
    prior = random_prior(position, seed)
    check(best_last_turn_heads_up(position, prior), by_loops(position, [prior]))


@given(st.sampled_from(HOUSES), st.integers(0, 2**32 - 1), st.integers(7, 10))
@settings(max_examples=10)
def test_three_is_plain_enumeration(rules: Rules, seed: int, unseen: int) -> None:
    """Protects the sum over hands that share no card against going through all pairs."""
    position = random_position(rules, seed, unseen, players=3, knocked_by=1)
    if naive_score(position.hand, rules) >= 62:
        return
    priors = [random_prior(position, seed), random_prior(position, seed + 1)]
    check(last_turn_three(position, priors[0], priors[1]), by_loops(position, priors))


def test_known_cards_of_both() -> None:
    """Protects the stock card where cards of the others are known."""
    position = random_position(Rules(), 77, 13, players=3, knocked_by=1)
    known = {1: position.unseen[:2], 2: position.unseen[3:4]}
    position = ask(
        position.hand,
        top=position.top,
        discards=position.discards,
        players=3,
        seat=0,
        knocked_by=1,
        held=known,
    )
    priors = [
        hand_distribution(position.unseen, Rules(), turns=1, known=position.held[seat])
        for seat in (1, 2)
    ]
    found = {option.action: option for option in last_turn_three(position, *priors)}["draw"]
    expected: Outcomes = defaultdict(float)
    for one, two in product(*(np.flatnonzero(prior) for prior in priors)):
        others = (*hand_cards()[one].tolist(), *hand_cards()[two].tolist())
        stock = [card for card in position.unseen if card not in others]
        if len(set(others)) == 6:
            for card in stock:
                own = naive_score(naive_keep(position.hand, card, Rules())[1], Rules())
                totals = (own, *(naive_score(three, Rules()) for three in (others[:3], others[3:])))
                paid = payments(totals, 1, Rules())
                expected[paid] += priors[0][one] * priors[1][two] / len(stock)
    assert found.outcomes == pytest.approx(scaled(expected), abs=1e-12)


def test_three_agrees_with_playing() -> None:
    """Protects a full pack with three players against dealing it, playing the draw."""
    position = ask(parse_cards("Kc 8c 3d"), top=14, players=3, seat=0, knocked_by=1)
    priors = [hand_distribution(position.unseen, Rules(), turns=turns) for turns in (0, 1)]
    found = {option.action: option for option in last_turn_three(position, *priors)}["draw"]
    rng = np.random.default_rng(3)
    hands = np.stack([rng.choice(N_HANDS, 30_000, p=prior) for prior in priors], axis=1)
    seen: list[tuple[int, ...]] = []
    for one, two in hands.tolist():
        others = (*hand_cards()[one].tolist(), *hand_cards()[two].tolist())
        if len(set(others)) == 6:
            card = int(rng.choice(position.unseen))
            while card in others:
                card = int(rng.choice(position.unseen))
            own = naive_score(naive_keep(position.hand, card, Rules())[1], Rules())
            seen.append(payments((own, *scores(Rules())[[one, two]].tolist()), 1, Rules()))
    for player in range(3):
        chance = found.pays(player)
        error = (chance * (1 - chance) / len(seen)) ** 0.5
        assert abs(np.mean([paid[player] > 0 for paid in seen]) - chance) < 4 * error


def test_disjoint_scores_count_pairs() -> None:
    """Protects the sum over pairs of hands without a shared card: it counts them all."""
    ones = np.ones(N_HANDS)
    pairs = disjoint_scores(ones, ones, scores(Rules()))
    assert pairs.sum() == pytest.approx(N_HANDS * 18_424)
    assert pairs[62, 62] == pytest.approx(24 * 18)


def test_show_31() -> None:
    """Protects the duty to show 31 on the last turn, and what the knocker pays then."""
    rules = Rules(thirty_one_after_knock="double")
    position = ask(parse_cards("As Ks Qs"), top=14, players=2, knocked_by=1, rules=rules)
    found = best_last_turn_heads_up(position, hand_distribution(position.unseen, rules, turns=0))
    assert [(option.action, option.makes_31) for option in found] == [("show", 1)]
    assert found[0].outcomes == pytest.approx({(0, 2): 1})


def test_chance_of_31() -> None:
    """Protects the chance that the draw makes 31: one card of those the knocker may not hold."""
    position = ask(
        parse_cards("As Ks 2c"), top=14, players=2, knocked_by=1, discards=parse_cards("Qs Js")
    )
    prior = hand_distribution(position.unseen, Rules(), turns=0)
    found = {option.action: option for option in best_last_turn_heads_up(position, prior)}
    holding = np.isin(hand_cards(), parse_cards("Ts")).any(axis=1)
    expected = (1 - prior[holding].sum()) / (len(position.unseen) - 3)
    assert found["draw"].makes_31 == pytest.approx(expected)
    assert found["take"].makes_31 == 0


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        (ask(parse_cards("Ks Qs 2c"), top=14, players=2), "^nobody has knocked; "),
        (ask(parse_cards("Ks Qs 2c"), top=14, players=3, seat=0, knocked_by=1), "^3 players; "),
        (ask(parse_cards("Ks Qs 2c"), top=1, players=2, knocked_by=1), "^the chances of the hands"),
    ],
    ids=["no knock", "three players", "wrong prior"],
)
def test_heads_up_questions_without_an_answer(position: Position, sentence: str) -> None:
    """Protects the sentences for positions and priors that are not a heads-up last turn."""
    prior = hand_distribution(range(20), Rules(), turns=0)
    with pytest.raises(KnockError, match=sentence):
        best_last_turn_heads_up(position, prior)


def test_three_questions_without_an_answer() -> None:
    """Protects the sentences for acting before another, and for hands that must share a card."""
    hand = parse_cards("Ks Qs 2d")
    early = ask(hand, top=14, players=3, knocked_by=2)
    prior = hand_distribution(early.unseen, Rules(), turns=0)
    with pytest.raises(KnockError, match=r"^seat 1 still has a last turn after seat 0"):
        last_turn_three(early, prior, prior)
    last = ask(hand, top=14, players=3, seat=0, knocked_by=1)
    same = np.zeros(N_HANDS)
    same[hand_index(last.unseen[:3])] = 1
    with pytest.raises(KnockError, match=r"^the other hands share a card for certain"):
        last_turn_three(last, same, same)


def test_widow_has_no_last_turn_of_this_kind() -> None:
    """Protects against answers for a game without a discard pile."""
    position = ask(
        parse_cards("2c 3c 4c"), widow=parse_cards("5c 6c 7c"), rules=preset("widow"), players=2
    )
    with pytest.raises(RulesError, match=r"^the last turn "):
        best_last_turn_heads_up(position, np.zeros(N_HANDS))
