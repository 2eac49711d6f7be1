"""The same questions answered the slow and obvious way, from card names and plain loops."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
from hypothesis import strategies as st

from advisor.cards import Card, name
from advisor.position import Position, ask
from advisor.rules import PRESETS, Rules

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

RANKS = "23456789TJQKA"
PIPS = dict(zip(RANKS, (2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 11), strict=True))

HOUSES = (
    Rules(),
    PRESETS["scat-pub"],
    Rules(pack=32),
    Rules(pack=36, three_of_a_kind="30.5", three_aces="33"),
    Rules(three_aces="32"),
)
"""Rules that differ in what hands score and in the pack."""


def naive_score(hand: Iterable[Card], rules: Rules) -> int:
    """Half points of a hand, read off the names of its cards."""
    return _score(frozenset(hand), rules.three_of_a_kind, rules.three_aces)


@cache
def _score(hand: frozenset[Card], three_of_a_kind: str, three_aces: str) -> int:
    texts = [name(card) for card in hand]
    best = max(2 * sum(PIPS[t[0]] for t in texts if t[1] == suit) for suit in "cdhs")
    ranks = {t[0] for t in texts}
    if len(ranks) > 1:
        return best
    if three_of_a_kind != "none":
        best = int(2 * float(three_of_a_kind))
    if ranks == {"A"} and three_aces != "same":
        best = 2 * int(three_aces)
    return best


def throwing_order(card: Card) -> tuple[int, int, str]:
    """Sort key: fewest points first, then lowest rank, then c, d, h, s."""
    text = name(card)
    rank, suit = text[0], text[1]
    return PIPS[rank], RANKS.index(rank), suit


def naive_keep(
    hand: Sequence[Card], card: Card, rules: Rules, never: Sequence[Card] = ()
) -> tuple[Card, tuple[Card, ...]]:
    """Card a greedy player throws after one comes, and the three he keeps."""
    four = [*hand, card]
    kept = {
        thrown: tuple(other for other in four if other != thrown)
        for thrown in four
        if thrown not in never
    }
    best = max(naive_score(three, rules) for three in kept.values())
    as_good = [thrown for thrown, three in kept.items() if naive_score(three, rules) == best]
    thrown = min(as_good, key=throwing_order)
    return thrown, kept[thrown]


def naive_reach(
    hand: frozenset[Card], unseen: frozenset[Card], target: int, draws: int, rules: Rules
) -> Fraction:
    """Best chance to reach a score, by trying every discard after every draw."""
    known: dict[tuple[frozenset[Card], frozenset[Card], int], Fraction] = {}

    def chance(held: frozenset[Card], left: frozenset[Card], more: int) -> Fraction:
        if naive_score(held, rules) >= target:
            return Fraction(1)
        if not more or not left:
            return Fraction(0)
        if (key := (held, left, more)) not in known:
            total = sum(
                max(
                    chance((held | {card}) - {thrown}, left - {card}, more - 1)
                    for thrown in held | {card}
                )
                for card in left
            )
            known[key] = Fraction(total) / len(left)
        return known[key]

    return chance(hand, unseen, draws)


def hands_of(unseen: Iterable[Card], known: Sequence[Card] = ()) -> Iterator[tuple[Card, ...]]:
    """All hands that hold the known cards, the rest unseen."""
    for rest in combinations(sorted(unseen), 3 - len(known)):
        yield (*known, *rest)


def last_turn_scores(
    hand: Sequence[Card], top: Card, unseen: Iterable[Card], rules: Rules
) -> dict[int, Fraction]:
    """Chances of the final half points of a greedy player after his last turn."""
    swapped = max(
        naive_score((*(card for card in hand if card != thrown), top), rules) for thrown in hand
    )
    if swapped > naive_score(hand, rules):
        return {swapped: Fraction(1)}
    drawn = [card for card in unseen if card not in hand]
    result: defaultdict[int, Fraction] = defaultdict(Fraction)
    for card in drawn:
        _, kept = naive_keep(hand, card, rules)
        result[naive_score(kept, rules)] += Fraction(1, len(drawn))
    return dict(result)


@st.composite
def positions(
    draw: st.DrawFn,
    *,
    houses: Sequence[Rules] = HOUSES,
    players: int = 2,
    unseen: tuple[int, int] = (7, 48),
    knocked_by: int | None = None,
) -> Position:
    """Positions with a number of unseen cards between two bounds, as far as the pack allows."""
    rules = draw(st.sampled_from(houses))
    seed = draw(st.integers(0, 2**32 - 1))
    left = draw(st.integers(max(unseen[0], 3 * players - 2), min(unseen[1], rules.pack - 4)))
    return random_position(rules, seed, left, players=players, knocked_by=knocked_by)


def random_position(
    rules: Rules, seed: int, unseen: int, *, players: int = 2, knocked_by: int | None = None
) -> Position:
    """A position with a random hand, top card and discards, given how many cards are unseen."""
    pack = np.arange(52 - rules.pack, 52)
    cards: list[int] = np.random.default_rng(seed).permutation(pack).tolist()
    return ask(
        cards[:3],
        top=cards[3],
        discards=cards[4 : rules.pack - unseen],
        rules=rules,
        players=players,
        seat=0,
        knocked_by=knocked_by,
    )


def renamed(card: Card, order: Sequence[int]) -> Card:
    """The card with its suit renamed."""
    return card - card % 4 + order[card % 4]


def case_id(case: dict[str, Any]) -> str:
    """Name of a case in the list of tests."""
    parts = (case["rules"], *case["hand"], *case.get("seen", ()), case.get("target", ""))
    return " ".join(str(part) for part in parts if part)
