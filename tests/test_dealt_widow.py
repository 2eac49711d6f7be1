"""What a deal of widow is worth: no bias over all deals, and better cards are better luck."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
import pytest

from advisor import dealt_widow
from advisor.cards import parse_cards
from advisor.dealt_widow import luck_of_fresh_cards, luck_of_the_deal, self_played
from advisor.hands import (
    THIRTY_ONE,
    hand_cards,
    hand_index,
    hand_masks,
    hands_within,
    pack_mask,
    scores,
)
from advisor.odds.exchange import N_SCORES, best_each, exchanges
from advisor.position import Position
from advisor.rules import PRESETS, Rules

if TYPE_CHECKING:
    from collections.abc import Iterable

    from advisor.cards import Card

SCHWIMMEN = PRESETS["schwimmen"]


def position(
    hand: Iterable[Card],
    widow: Iterable[Card],
    rules: Rules,
    players: int = 3,
    **said: object,
) -> Position:
    """Give a seat's view right after the deal; seat 0 begins."""
    said.setdefault("tokens", (rules.tokens,) * players)
    return Position(
        hand=tuple(sorted(hand)),
        widow=tuple(sorted(widow)),
        rules=rules,
        dealer=players - 1,
        **said,  # type: ignore[arg-type]
    )


def dealt(hand: str, widow: str, rules: Rules, players: int = 3, **said: object) -> Position:
    """Give a seat's view right after the deal, from texts."""
    return position(parse_cards(hand), parse_cards(widow), rules, players, **said)


@pytest.fixture
def any_values(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every hand worth anything at all."""
    known, rng = dealt_widow._worth, np.random.default_rng(5)
    of = {
        (rules, players): replace(
            known(rules, players), value=rng.random(known(rules, players).value.shape)
        )
        for rules, players in ((SCHWIMMEN, 3), (PRESETS["widow"], 2))
    }
    monkeypatch.setattr(dealt_widow, "_worth", lambda rules, players: of[rules, players])


@pytest.mark.usefixtures("any_values")
def test_the_mean_over_all_deals_is_nothing() -> None:
    """Over every hand with every three open cards luck sums to 0, even if all values are wrong."""
    inside = hands_within(pack_mask(SCHWIMMEN))
    own = scores(SCHWIMMEN).astype(np.int64)
    deals: dict[int, int] = {}
    example: dict[int, tuple[int, int]] = {}
    for widow in inside.tolist():
        apart = inside[(hand_masks()[inside] & hand_masks()[widow]) == 0]
        pairs = N_SCORES * own[apart] + best_each(apart, widow, SCHWIMMEN)
        kinds, first, counts = np.unique(pairs, return_index=True, return_counts=True)
        for kind, at, count in zip(kinds.tolist(), first, counts.tolist(), strict=True):
            deals[kind] = deals.get(kind, 0) + count
            example.setdefault(kind, (int(apart[at]), widow))
    lucks = {
        kind: luck_of_the_deal(
            position(hand_cards()[hand].tolist(), hand_cards()[widow].tolist(), SCHWIMMEN, seat=1)
        ).mean
        for kind, (hand, widow) in example.items()
    }
    total = sum(deals.values())
    assert total == 4960 * 3654
    assert len(set(lucks.values())) > 50
    assert sum(lucks[kind] * deals[kind] / total for kind in deals) == pytest.approx(0, abs=1e-9)


@pytest.mark.usefixtures("any_values")
@pytest.mark.parametrize("preset", ["schwimmen", "widow"])
def test_the_mean_over_all_fresh_cards_is_nothing(preset: str) -> None:
    """Over all cards that could be laid out luck sums to 0, even if all values are wrong."""
    rules = PRESETS[preset]
    players = 3 if preset == "schwimmen" else 2
    seen = dealt("KhQh8c", "7d8s9d", rules, players, turn=4, discards=parse_cards("7h7cTs"))
    could = sorted({*seen.unseen, *seen.widow})
    lucks = [
        luck_of_fresh_cards(replace(seen, widow=three)).mean for three in combinations(could, 3)
    ]
    assert len(set(lucks)) > 5
    assert sum(lucks) == pytest.approx(0, abs=1e-9)


def test_more_is_better() -> None:
    """A dealt 31, or one within reach, beats a 20 with little open, and that a 10."""
    rules = PRESETS["widow"]
    cards = (("KhQhAh", "7c8c9d"), ("KhQh8c", "Ah8d9d"), ("KhQh8c", "7d8s9d"), ("Th7d9c", "7s8d9s"))
    held, near, good, bad = (luck_of_the_deal(dealt(*of, rules, 2)) for of in cards)
    assert held.mean == pytest.approx(near.mean, abs=0.03)
    assert near.mean > good.mean + 4 * (near.se + good.se)
    assert good.mean > bad.mean + 4 * (good.se + bad.se)
    assert bad.mean < 0
    made, blank = (luck_of_fresh_cards(dealt(*of, rules, 2)) for of in cards[1:3])
    assert made.mean > 0 > blank.mean


def test_fresh_cards_are_worth_most_to_who_acts_first() -> None:
    """Who is first counts from the turn at which the cards are laid out."""
    rules = PRESETS["widow"]

    def luck(seat: int, turn: int) -> float:
        seen = dealt("Th7d9c", "KhQh9s", rules, 2, seat=seat, turn=turn)
        return luck_of_fresh_cards(seen).mean

    assert luck(1, 3) == luck(0, 2) > luck(0, 3) == luck(1, 2)


def test_the_last_life_makes_luck_greater() -> None:
    """The same cards matter more to whoever is about to be out."""
    rich, poor = (
        luck_of_the_deal(dealt("Th7d9c", "7s8d9s", SCHWIMMEN, tokens=(left,) * 3))
        for left in (3, 0)
    )
    assert poor.mean < rich.mean < 0


def test_cards_and_results_are_those_of_one_hand() -> None:
    """Whoever is dealt the only 31 takes the pot of that very hand."""
    played = self_played(PRESETS["widow"], 3)
    holds = played.own >= THIRTY_ONE
    alone = holds.sum(axis=1) == 1
    assert alone.sum() > 50
    assert (played.pot[alone] == holds[alone]).all()
    assert (played.best >= played.own).all()


@pytest.mark.parametrize("preset", ["widow", "widow-any", "schwimmen"])
def test_best_scores_are_those_of_the_list_of_swaps(preset: str) -> None:
    """Each hand at its own three open cards makes what the best of all its swaps makes."""
    rules, rng = PRESETS[preset], np.random.default_rng(7)
    pack = np.arange(52 - rules.pack, 52)
    six = np.array([rng.permutation(pack)[:6] for _ in range(200)])
    hands, widows = (
        np.array([hand_index(three) for three in part.tolist()])
        for part in (six[:, :3], six[:, 3:])
    )
    expected = [
        max(
            int(scores(rules)[hand]),
            *(swap.half_points for swap in exchanges(cards[:3], cards[3:], rules)),
        )
        for hand, cards in zip(hands, six.tolist(), strict=True)
    ]
    assert best_each(hands, widows, rules).tolist() == expected
