"""A knock heads-up: in arrays, in plain loops, played, and against published figures."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from advisor.cards import parse_cards
from advisor.hands import hand_cards, hand_index, scores
from advisor.odds.last_turn import (
    KnockError,
    knock_risk_heads_up,
    last_turn_distribution,
)
from advisor.odds.prior import PriorError, hand_distribution
from advisor.odds.showdown import payments
from advisor.position import Position, ask
from advisor.rules import Rules, RulesError, preset
from tests.odds.naive import (
    hands_of,
    last_turn_scores,
    naive_score,
    positions,
    random_position,
    renamed,
)

FEW_LEFT = (6, 16)
FIVE_OF_HEARTS = 14


def heads_up(hand: str, top: str, seen: str = "", rules: Rules | None = None) -> Position:
    """Build a heads-up position as people say it."""
    return ask(
        parse_cards(hand),
        top=parse_cards(top)[0],
        discards=parse_cards(seen),
        rules=rules or Rules(),
        players=2,
    )


def final_by_loops(position: Position) -> dict[int, Fraction]:
    """Distribution of the opponent's final score, hand by hand and draw by draw."""
    rules = position.rules
    hands = [hand for hand in hands_of(position.unseen) if naive_score(hand, rules) < 62]
    assert position.top is not None
    final: defaultdict[int, Fraction] = defaultdict(Fraction)
    for hand in hands:
        for half, chance in last_turn_scores(hand, position.top, position.unseen, rules).items():
            final[half] += chance
    return {half: mass / len(hands) for half, mass in final.items()}


@pytest.mark.parametrize(
    ("hand", "top", "seen", "pays", "somebody_31"),
    [
        ("Kc Tc 3d", "5h", "", 0.250643, 0.002273),
        ("Ac Kc 4h", "9d", "Kd Qs 2s", 0.214932, None),
    ],
)
def test_agreed_figures(
    hand: str, top: str, seen: str, pays: float, somebody_31: float | None
) -> None:
    """Protects the figures that the project promises."""
    risk = knock_risk_heads_up(heads_up(hand, top, seen))
    assert risk.pays.mean == pytest.approx(pays, abs=5e-7)
    assert risk.pays.method == "exact"
    if somebody_31 is not None:
        assert risk.somebody_31.mean == pytest.approx(somebody_31, abs=5e-7)


@given(positions(unseen=FEW_LEFT))
@settings(max_examples=15)
def test_risk_is_plain_enumeration(position: Position) -> None:
    """Protects every part of the risk against playing each hand and each draw."""
    rules = position.rules
    own = naive_score(position.hand, rules)
    if own >= 62:
        assert knock_risk_heads_up(position).pays.mean == 0
        return
    try:
        risk = knock_risk_heads_up(position)
    except PriorError:
        assert all(naive_score(hand, rules) >= 62 for hand in hands_of(position.unseen))
        return
    final = final_by_loops(position)
    assert risk.final[0] == pytest.approx({half: float(mass) for half, mass in final.items()})
    assert sum(risk.final[0].values()) == pytest.approx(1)
    above = sum(mass for half, mass in final.items() if half >= own)
    higher = sum(mass for half, mass in final.items() if half > own)
    assert risk.per_opponent[0].mean == pytest.approx(float(above))
    safe = rules.knocker_tied_lowest == "safe"
    assert risk.pays.mean == pytest.approx(float(higher if safe else above))
    ending = sum(mass for half, mass in final.items() if half >= 62)
    assert risk.somebody_31.mean == pytest.approx(float(ending))


def test_risk_agrees_with_playing() -> None:
    """Protects the risk on a full pack against dealing and playing the last turn."""
    position = heads_up("Kc Tc 3d", "5h")
    assert position.top is not None
    rng = np.random.default_rng(12)
    trials, lost, ended = 12_000, 0, 0
    for _ in range(trials):
        stock = rng.permutation(position.unseen).tolist()
        hand, card = stock[:3], stock[3]
        if naive_score(hand, position.rules) >= 62:
            continue
        ended += 1
        final = last_turn_scores(hand, position.top, [card], position.rules)
        lost += max(final) >= 40
    risk = knock_risk_heads_up(position).pays.mean
    assert abs(lost / ended - risk) < 4 * (risk * (1 - risk) / ended) ** 0.5


@pytest.mark.parametrize(("points", "survives"), [(18, 0.55), (20, 0.69)])
def test_published_survival(points: int, survives: float) -> None:
    """Protects the agreement with the published survival of a first knock, to its percent."""
    rng = np.random.default_rng(points)
    hands = np.flatnonzero(scores(Rules()) == 2 * points)
    kept = []
    for hand in hand_cards()[rng.choice(hands, 80)].tolist():
        top = int(rng.choice([card for card in range(52) if card not in hand]))
        kept.append(1 - knock_risk_heads_up(ask(hand, top=top, players=2)).pays.mean)
    error = float(np.std(kept)) / len(kept) ** 0.5
    assert abs(np.mean(kept) - survives) < 0.005 + 4 * error
    assert error < 0.01


@pytest.mark.parametrize("tied", ["alone", "safe", "all", "double"])
def test_tie_rules(tied: str) -> None:
    """Protects the tie switch: only where the knocker is safe does a tie cost him nothing."""
    rules = Rules(knocker_tied_lowest=tied)
    risk = knock_risk_heads_up(heads_up("Kc Tc 3d", "5h", rules=rules))
    tie = risk.final[0][40]
    assert tie > 0.01
    paid = risk.per_opponent[0].mean - (tie if tied == "safe" else 0)
    assert risk.pays.mean == pytest.approx(paid)


def test_knock_ends_the_hand() -> None:
    """Protects the switch: hands are compared as they are in the first round, only there."""
    rules = Rules(first_round_knock="ends")
    risk = knock_risk_heads_up(heads_up("Kc Tc 3d", "5h", rules=rules))
    unseen = heads_up("Kc Tc 3d", "5h").unseen
    hands = [half for hand in hands_of(unseen) if (half := naive_score(hand, rules)) < 62]
    assert risk.pays.mean == pytest.approx(np.mean(np.array(hands) >= 40))
    assert risk.somebody_31.mean == 0
    later = ask(parse_cards("Kc Tc 3d"), top=FIVE_OF_HEARTS, players=2, turn=2, rules=rules)
    usual = ask(parse_cards("Kc Tc 3d"), top=FIVE_OF_HEARTS, players=2, turn=2)
    assert knock_risk_heads_up(later) == knock_risk_heads_up(usual)


def test_knock_forbidden_in_the_first_round() -> None:
    """Protects the sentence for a knock that the rules forbid, and only in the first round."""
    rules = Rules(first_round_knock="forbidden")
    with pytest.raises(KnockError, match=r"^a knock is forbidden before everybody has had a turn"):
        knock_risk_heads_up(heads_up("Kc Tc 3d", "5h", rules=rules))
    later = ask(parse_cards("Kc Tc 3d"), top=FIVE_OF_HEARTS, players=2, turn=2, rules=rules)
    assert knock_risk_heads_up(later).pays.mean == pytest.approx(0.250643, abs=5e-7)


def test_questions_without_an_answer() -> None:
    """Protects the sentences for three players, a second knock, and a game without stock."""
    hand = parse_cards("Kc Tc 3d")
    with pytest.raises(KnockError, match=r"^3 players; "):
        knock_risk_heads_up(ask(hand, top=FIVE_OF_HEARTS, players=3))
    with pytest.raises(KnockError, match=r"^seat 1 has knocked; "):
        knock_risk_heads_up(ask(hand, top=FIVE_OF_HEARTS, players=2, knocked_by=1))
    widow = ask(hand, widow=parse_cards("5c 6c 7c"), rules=preset("widow"), players=2)
    with pytest.raises(RulesError, match=r"^the risk of a knock "):
        knock_risk_heads_up(widow)


def test_known_cards_and_turns() -> None:
    """Protects what is known of the opponent: his cards, and that his turns made him stronger."""
    hand = parse_cards("Kc Tc 3d")
    strong = knock_risk_heads_up(
        ask(hand, top=FIVE_OF_HEARTS, players=2, held={1: parse_cards("As Ks")})
    )
    weak = knock_risk_heads_up(
        ask(hand, top=FIVE_OF_HEARTS, players=2, held={1: parse_cards("2s 2h")})
    )
    assert strong.per_opponent[0].mean == pytest.approx(1)
    assert weak.pays.mean < knock_risk_heads_up(heads_up("Kc Tc 3d", "5h")).pays.mean
    by_turns = [
        knock_risk_heads_up(heads_up("Kc Tc 3d", "5h"), acted=acted).pays.mean for acted in range(4)
    ]
    assert by_turns == sorted(by_turns)
    assert by_turns[0] < by_turns[3]


def test_last_stock_card_on_the_last_turn_voids_nothing() -> None:
    """Protects the end of the lap: hands are compared even if the stock is empty by then."""
    risks = []
    for stock_out in ("void", "showdown", "reshuffle"):
        position = random_position(Rules(stock_out=stock_out), 8, 4)
        assert position.stock_size == 1
        risks.append(knock_risk_heads_up(position))
    assert risks[0] == risks[1] == risks[2]


@given(positions(), st.sampled_from(list(permutations(range(4)))))
@settings(max_examples=10)
def test_suits_and_order_do_not_matter(position: Position, order: tuple[int, ...]) -> None:
    """Protects against a suit, or a place in the hand, that is treated differently."""
    assert position.top is not None
    other = ask(
        [renamed(card, order) for card in position.hand[::-1]],
        top=renamed(position.top, order),
        discards=[renamed(card, order) for card in position.discards[::-1]],
        rules=position.rules,
        players=2,
    )
    one, two = knock_risk_heads_up(position), knock_risk_heads_up(other)
    assert one.pays.mean == pytest.approx(two.pays.mean, abs=1e-12)
    assert one.final[0] == pytest.approx(two.final[0], abs=1e-12)


@given(positions())
@settings(max_examples=10)
def test_a_better_hand_is_safer(position: Position) -> None:
    """Protects the order: the chance to pay falls as the knocker's score rises."""
    rules = replace(position.rules, knocker_lowest_pays=2)
    prior = hand_distribution(position.unseen, rules, turns=0)
    assert position.top is not None
    final = last_turn_distribution(prior, position.top, position.unseen, rules)
    assert final.sum() == pytest.approx(1)
    risk = [
        sum(mass for other, mass in enumerate(final) if payments((own, other), 0, rules)[0])
        for own in range(4, 62)
    ]
    assert np.all(np.diff(risk) <= 1e-15)


def test_last_turn_from_one_hand() -> None:
    """Protects the distribution of a hand that is known, card by card."""
    position = random_position(Rules(), 21, 30)
    assert position.top is not None
    for hand in list(hands_of(position.unseen))[::400]:
        prior = np.zeros(22_100)
        prior[hand_index(hand)] = 1
        found = last_turn_distribution(prior, position.top, position.unseen, Rules())
        expected = last_turn_scores(hand, position.top, position.unseen, Rules())
        assert {int(half): found[half] for half in np.flatnonzero(found)} == pytest.approx(
            {half: float(chance) for half, chance in expected.items()}
        )
