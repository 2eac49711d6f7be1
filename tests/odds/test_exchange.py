"""What swaps with the widow can make, against plain loops over names and over all deals."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
import pytest

from advisor.cards import first_card, parse_cards, parse_hand
from advisor.hands import hand_index
from advisor.odds.exchange import (
    best_after,
    best_exchange,
    can_make,
    exchanges,
    first_turn,
    left_for_next,
)
from advisor.odds.widow_showdown import MOST_EXACT, standing
from advisor.rules import PRESETS, RulesError, with_switches
from tests.cases import cases
from tests.odds.enumerate_widow import PIPS, enumerate_deals
from tests.odds.naive import naive_score

if TYPE_CHECKING:
    from collections.abc import Sequence

    from advisor.rules import Rules

WIDOW, ANY, SCHWIMMEN = PRESETS["widow"], PRESETS["widow-any"], PRESETS["schwimmen"]
SIZES = {"one": (1,), "any": (1, 2, 3), "one-or-three": (1, 3)}
KEPT = {"one": (2, 3), "any": (0, 1, 2, 3), "one-or-three": (0, 2, 3)}


def random_cards(rng: random.Random, rules: Rules, count: int) -> list[int]:
    """Some different cards of the pack."""
    return rng.sample(range(first_card(rules.pack), 52), count)


def reached(hand: Sequence[int], widow: Sequence[int], rules: Rules) -> int:
    """Best score of keeping and all swaps, from all choices of three of the six cards."""
    return max(
        naive_score((*kept, *taken), rules)
        for size in KEPT[rules.exchange]
        for kept in combinations(hand, size)
        for taken in combinations(widow, 3 - size)
    )


@pytest.mark.parametrize("case", cases("widow_swap"), ids=lambda case: case["rules"])
def test_cases(case: dict[str, object]) -> None:
    """The best swap of every situation with a known answer reaches its score."""
    hand, widow = (parse_cards(" ".join(case[name])) for name in ("hand", "widow"))  # type: ignore[arg-type]
    rules = PRESETS[str(case["rules"])]
    assert best_exchange(hand, widow, rules).half_points == 2 * int(str(case["best_after"]))
    assert best_after(widow, rules)[hand_index(hand)] == 2 * int(str(case["best_after"]))


@pytest.mark.parametrize("rules", [WIDOW, ANY, SCHWIMMEN], ids=lambda rules: rules.name)
def test_every_swap_is_there_once(rules: Rules) -> None:
    """The swaps are all pairs of as many cards given as taken, and the cards add up."""
    rng = random.Random(1)
    for _ in range(100):
        six = random_cards(rng, rules, 6)
        found = exchanges(six[:3], six[3:], rules)
        wanted = {
            (tuple(sorted(give)), tuple(sorted(get)))
            for size in SIZES[rules.exchange]
            for give in combinations(six[:3], size)
            for get in combinations(six[3:], size)
        }
        assert {(swap.give, swap.get) for swap in found} == wanted
        assert len(found) == len(wanted)
        for swap in found:
            assert sorted((*swap.hand, *swap.widow)) == sorted(six)
            assert set(swap.get) <= set(swap.hand)
            assert swap.half_points == naive_score(swap.hand, rules)


@pytest.mark.parametrize("rules", [WIDOW, ANY, SCHWIMMEN], ids=lambda rules: rules.name)
def test_best_after_is_the_best_of_all_choices(rules: Rules) -> None:
    """For every hand the array holds the best of keeping and all swaps tried by hand."""
    rng = random.Random(2)
    for _ in range(300):
        six = random_cards(rng, rules, 6)
        hand, widow = six[:3], six[3:]
        best = reached(hand, widow, rules)
        assert best_after(widow, rules)[hand_index(hand)] == best
        swaps = [swap.half_points for swap in exchanges(hand, widow, rules)]
        assert best_exchange(hand, widow, rules).half_points == max(swaps)


def test_first_turn_of_a_short_pack_equals_plain_enumeration() -> None:
    """The sums by symmetry equal a plain count over all 18 million pairs of the short pack."""
    short = with_switches(ANY, {"pack": "32"})
    deals, before, one, several, one_31, any_31 = enumerate_deals(20, PIPS).tolist()
    found = first_turn(short)
    assert found.deals == deals
    assert found.mean_before == Fraction(before, deals)
    assert found.mean_after == Fraction(several, deals)
    assert found.thirty_one == Fraction(any_31, deals)
    single = first_turn(with_switches(WIDOW, {"pack": "32"}))
    assert single.mean_after == Fraction(one, deals)
    assert single.thirty_one == Fraction(one_31, deals)


def test_first_turn_figures() -> None:
    """The figures over all 407,170,400 pairs are those of ``tests.odds.enumerate_widow``."""
    one, several = first_turn(WIDOW), first_turn(ANY)
    assert one.deals == several.deals == 407_170_400
    assert f"{float(one.mean_before):.6f}" == "13.087964"
    assert f"{float(one.mean_after):.6f}" == "18.754877"
    assert f"{float(several.mean_after):.6f}" == "20.625957"
    assert f"{float(one.thirty_one):.6%}" == "1.024656%"
    assert f"{float(several.thirty_one):.6%}" == "1.996353%"


@pytest.mark.parametrize("rules", [WIDOW, ANY, SCHWIMMEN], ids=lambda rules: rules.name)
def test_what_is_left_for_the_next_player(rules: Rules) -> None:
    """His chances equal a plain count over all hands that he may hold."""
    rng = random.Random(3)
    cards = random_cards(rng, rules, 15)
    widow, unseen = cards[:3], cards[3:]
    hands = list(combinations(unseen, 3))
    after = [reached(hand, widow, rules) for hand in hands]
    before = [naive_score(hand, rules) for hand in hands]
    left = left_for_next(widow, unseen, rules)
    assert left.mean == Fraction(sum(after), 2 * len(hands))
    assert left.thirty_one == Fraction(sum(half >= 62 for half in after), len(hands))
    assert left.improve == Fraction(
        sum(now > then for now, then in zip(after, before, strict=True)), len(hands)
    )
    for half, chance in can_make(widow, unseen, rules).items():
        assert chance == Fraction(sum(now >= half for now in after), len(hands))


def naive_standing(
    hand: Sequence[int], unseen: Sequence[int], opponents: int, *, shown: bool
) -> list[Fraction]:
    """Chance that nobody is higher and 0, 1, … are equal, by dealing every hand in turn."""
    counts = [0] * (opponents + 1)
    total = 0

    def deal(left: tuple[int, ...], dealt: int, equal: int, *, beaten: bool) -> None:
        nonlocal total
        if dealt == opponents:
            total += 1
            if not beaten:
                counts[equal] += 1
            return
        for his in combinations(left, 3):
            if shown and naive_score(his, WIDOW) >= 62:
                continue
            mine, other = key(hand), key(his)
            rest = tuple(card for card in left if card not in his)
            deal(rest, dealt + 1, equal + (other == mine), beaten=beaten or other > mine)

    deal(tuple(unseen), 0, 0, beaten=False)
    return [Fraction(count, total) for count in counts]


def key(hand: Sequence[int]) -> tuple[int, tuple[int, ...]]:
    """Score and the ranks of the scoring suit, highest first; the better of equal suits."""
    suits = [
        sorted((card // 4 for card in hand if card % 4 == suit), reverse=True) for suit in range(4)
    ]
    return max((sum(int(PIPS[rank]) for rank in ranks), tuple(ranks)) for ranks in suits)


@pytest.mark.parametrize("opponents", [1, 2, 3])
@pytest.mark.parametrize("shown", [False, True])
def test_standing_equals_plain_dealing(opponents: int, *, shown: bool) -> None:
    """Wins and ties against one to three opponents equal a count over all deals of a few cards."""
    rng = random.Random(opponents)
    for _ in range(2):
        cards = random_cards(rng, SCHWIMMEN, 13 if opponents < 3 else 12)
        hand, unseen = cards[:3], cards[3:]
        found = standing(hand, unseen, opponents, WIDOW, shown=shown)
        wanted = naive_standing(hand, unseen, opponents, shown=shown)
        assert found.best.method == "exact"
        assert found.best.mean == pytest.approx(float(wanted[0]), abs=1e-12)
        assert [tie.mean for tie in found.tied] == pytest.approx(
            [float(chance) for chance in wanted[1:]], abs=1e-12
        )
        share = sum(chance / (tied + 1) for tied, chance in enumerate(wanted))
        assert found.share.mean == pytest.approx(float(share), abs=1e-12)


def test_standing_with_ties() -> None:
    """Where equal hands are about, their shares are counted, in a deal with a known answer."""
    hand = parse_hand("Kh Qh 2c")
    unseen = parse_cards("Ks Qs 2d Kd Qd 2s")
    found = standing(hand, unseen, 2, WIDOW)
    wanted = naive_standing(hand, unseen, 2, shown=False)
    assert min(wanted[1:]) > 0
    assert [tie.mean for tie in found.tied] == pytest.approx(
        [float(chance) for chance in wanted[1:]]
    )


@pytest.mark.parametrize(
    ("hand", "about"), [("Ks Qs 7s", 0.98), ("Js Ts 2d", 0.70), ("Ts 7s 2c", 0.45)]
)
def test_immediate_showdown_figures(hand: str, about: float) -> None:
    """A 27 against three unknown hands wins about 98 %, a 20 about 70 %, a 17 about 45 %."""
    # A 20 is worth 66 % (J-9) to 82 % (A-9), by the cards that break ties.
    cards = parse_hand(hand)
    unseen = [card for card in range(52) if card not in cards]
    found = standing(cards, unseen, 3, WIDOW)
    assert found.best.method == "exact"
    assert found.best.mean == pytest.approx(about, abs=0.01)
    assert found.share.mean == pytest.approx(
        found.best.mean + sum(tie.mean / (k + 2) for k, tie in enumerate(found.tied))
    )


def test_standing_simulated_beside_exact() -> None:
    """What is simulated for more opponents agrees, where both can be had, within 4 errors."""
    hand = parse_hand("Kh Qh 4c")
    unseen = [card for card in range(52) if card not in hand]
    rng = np.random.default_rng(5)
    dealt = rng.permuted(np.tile(unseen, (40_000, 1)), axis=1)[:, : 3 * MOST_EXACT]
    wins = sum(
        all(key(row[3 * seat : 3 * seat + 3]) < key(hand) for seat in range(MOST_EXACT))
        for row in dealt.tolist()
    )
    exact = standing(hand, unseen, MOST_EXACT, WIDOW).best.mean
    assert abs(wins / 40_000 - exact) < 4 * (exact * (1 - exact) / 40_000) ** 0.5
    more = standing(hand, unseen, MOST_EXACT + 1, WIDOW, seed=1)
    assert more.best.method == "simulated"
    # One more opponent is worse, but not as if he were there twice.
    assert exact**2 < more.best.mean < exact


def test_wrong_questions_are_refused() -> None:
    """Another game, no opponent and too few cards are errors that say so."""
    hand, widow = parse_hand("Kh Qh 4c"), parse_hand("2c 3c 5c")
    with pytest.raises(RulesError, match="scat"):
        exchanges(hand, widow, PRESETS["scat"])
    with pytest.raises(RulesError, match="scat"):
        first_turn(PRESETS["scat"])
    with pytest.raises(ValueError, match="0 opponents"):
        standing(hand, range(20, 30), 0, WIDOW)
    with pytest.raises(ValueError, match="4 opponents and 10 unseen cards"):
        standing(hand, range(20, 30), 4, WIDOW)
