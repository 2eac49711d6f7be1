"""A card stands in one place: given twice, it is refused wherever it stands."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

import pytest

from advisor.position import Position, problems
from tests.position.samples import C, card, scat, widow

if TYPE_CHECKING:
    from collections.abc import Callable

PLACES: dict[str, Callable[[int], dict[str, Any]]] = {
    "the hand": lambda twin: {"hand": (twin, *C("Tc Jc"))},
    "the top card": lambda twin: {"top": twin},
    "the discards": lambda twin: {"discards": (twin, *C("2c"))},
    "the hand of seat 1": lambda twin: {"held": ((), (twin,), (), ())},
    "the hand of seat 2": lambda twin: {"held": ((), (), (twin,), ())},
}
WIDOW_PLACES: dict[str, Callable[[int], dict[str, Any]]] = {
    "the hand": PLACES["the hand"],
    "the widow": lambda twin: {"widow": (twin, *C("Qd Kd"))},
    "the hand of seat 1": lambda twin: {"held": ((), (twin,), ())},
}


@pytest.mark.parametrize(
    ("build", "places", "pair"),
    [
        *((scat, PLACES, pair) for pair in combinations(list(PLACES)[:4], 2)),
        (scat, PLACES, ("the hand", "the hand of seat 2")),
        *((widow, WIDOW_PLACES, pair) for pair in combinations(WIDOW_PLACES, 2)),
    ],
)
def test_a_card_twice_wherever_it_stands(
    build: Callable[..., Position],
    places: dict[str, Callable[[int], dict[str, Any]]],
    pair: tuple[str, str],
) -> None:
    """A card in two places is refused whichever two they are, and both are named."""
    twin = card("As")
    position = build(turn=12, **places[pair[0]](twin), **places[pair[1]](twin))
    (got,) = problems(position)
    assert got.text == (
        f"As is given twice, for {pair[0]} and for {pair[1]}; a card is in one place"
    )
    fields = {"the hand": "hand", "the top card": "top", "the discards": "discards"}
    assert got.field == (fields | {"the widow": "widow"}).get(pair[1], "held")


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"hand": C("As Tc") + C("As")}, "the hand"),
        ({"discards": C("As") + C("As"), "turn": 4}, "the discards"),
        ({"held": ((), C("As") + C("As"))}, "the hand of seat 1"),
    ],
)
def test_a_card_twice_in_one_place(changes: dict[str, Any], place: str) -> None:
    """A card twice in the same place is refused too."""
    (got,) = problems(scat(**changes))
    assert got.text == f"As is given twice for {place}; a card is in one place"


def test_a_card_held_by_two_others() -> None:
    """Two opponents cannot hold the same card."""
    (got,) = problems(scat(held=((), C("As"), C("As"))))
    assert got.text.startswith("As is given twice, for the hand of seat 1 and for the hand of")
    assert got.field == "held"
