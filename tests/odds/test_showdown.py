"""Who pays, for every house rule about the knocker and 31."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor.cards import parse_cards
from advisor.odds.showdown import payments
from advisor.rules import PRESETS, SWITCHES, Rules
from tests.cases import cases
from tests.odds.naive import naive_score

TIED = next(list(switch.values) for switch in SWITCHES if switch.name == "knocker_tied_lowest")
SCORES = st.lists(st.integers(4, 61), min_size=2, max_size=9)


@pytest.mark.parametrize("case", cases("showdown"), ids=lambda case: case["why"])
def test_showdown_cases(case: dict[str, Any]) -> None:
    """Protects the rulings on ties and lowest hands."""
    paid = payments(
        [2 * total for total in case["scores"]], case["knocker"], PRESETS[case["rules"]]
    )
    assert [seat for seat, tokens in enumerate(paid) if tokens] == case["pays"]
    assert max(paid) == 1


@pytest.mark.parametrize(
    ("tied", "lowest_pays", "expected"),
    [
        ("alone", 1, (1, 0, 0)),
        ("alone", 2, (2, 0, 0)),
        ("safe", 2, (0, 1, 0)),
        ("all", 2, (1, 1, 0)),
        ("double", 1, (2, 1, 0)),
    ],
)
def test_knocker_tied_lowest(tied: str, lowest_pays: int, expected: tuple[int, ...]) -> None:
    """Protects each value of the switch: knocker and one other tied, a third above."""
    rules = Rules(knocker_tied_lowest=tied, knocker_lowest_pays=lowest_pays)
    assert payments((40, 40, 44), 0, rules) == expected


@pytest.mark.parametrize("lowest_pays", [1, 2])
@pytest.mark.parametrize("tied", TIED)
def test_knocker_alone_lowest(tied: str, lowest_pays: int) -> None:
    """Protects what a knocker pays who is lowest by himself, whatever the rule for ties."""
    rules = Rules(knocker_tied_lowest=tied, knocker_lowest_pays=lowest_pays)
    assert payments((40, 41, 44), 0, rules) == (lowest_pays, 0, 0)


@pytest.mark.parametrize(
    ("after", "knocker", "expected"),
    [
        ("one", 1, (0, 1, 1)),
        ("double", 1, (0, 2, 1)),
        ("double", None, (0, 1, 1)),
        ("double", 0, (0, 1, 1)),
    ],
)
def test_thirty_one(after: str, knocker: int | None, expected: tuple[int, ...]) -> None:
    """Protects what a 31 costs the others, with and without a knock before."""
    assert payments((62, 20, 20), knocker, Rules(thirty_one_after_knock=after)) == expected


def test_two_thirty_ones() -> None:
    """Protects the ruling that no 31 pays, a higher three of a kind included."""
    assert payments((62, 20, 62), None, Rules()) == (0, 1, 0)
    assert payments((66, 20, 62), None, Rules(three_aces="33")) == (0, 1, 0)


@given(SCORES, st.data())
def test_seed_rule_in_words(found: list[int], data: st.DataObject) -> None:
    """Protects the seed's sentence: if all others are equal or higher, the knocker alone pays."""
    knocker = data.draw(st.integers(0, len(found) - 1))
    paid = payments(found, knocker, Rules())
    if all(other >= found[knocker] for other in found):
        assert paid == tuple(int(seat == knocker) for seat in range(len(found)))
    else:
        assert paid == tuple(int(half == min(found)) for half in found)
    assert all(
        not tokens for half, tokens in zip(found, paid, strict=True) if half > found[knocker]
    )


@given(SCORES, st.sampled_from(TIED), st.data())
def test_a_higher_score_never_pays_more(found: list[int], tied: str, data: st.DataObject) -> None:
    """Protects keeping the best three on the last turn: more points never cost a player."""
    rules = replace(PRESETS["scat-pub"], knocker_tied_lowest=tied)
    knocker = data.draw(st.integers(0, len(found) - 1))
    seat = data.draw(st.integers(0, len(found) - 1))
    more = data.draw(st.integers(found[seat], 62))
    before = payments(found, knocker, rules)[seat]
    assert payments([*found[:seat], more, *found[seat + 1 :]], knocker, rules)[seat] <= before


def test_naive_scores_of_cases() -> None:
    """Protects the scores that the showdown cases state."""
    for case in cases("showdown"):
        assert [naive_score(hand, Rules()) // 2 for hand in read(case)] == case["scores"]


def read(case: dict[str, Any]) -> list[tuple[int, ...]]:
    """Read the hands of a case."""
    return [parse_cards(" ".join(hand)) for hand in case["hands"]]
