"""What one seat sees: the cards that are known, the stock, and when somebody knocked."""

from __future__ import annotations

import pytest
from hypothesis import given

from advisor.cards import first_card
from advisor.position import OUT, Position, knocked_at
from tests.position.samples import C, scat
from tests.strategies import positions, seats_in_turn


@given(positions())
def test_the_turn_of_a_knock(position: Position) -> None:
    """After a knock the number of turns says when it was, and the lap is not over."""
    if position.knocked_by is not None:
        walked = seats_in_turn(position.tokens, position.dealer, position.turn + 1)
        knock = knocked_at(position)
        assert walked[knock] == position.knocked_by
        assert 0 < position.turn - knock < len(position.order)
    else:
        assert knocked_at(position) < 0


@given(positions())
def test_known_and_unseen_cards_make_up_the_pack(position: Position) -> None:
    """No card of the pack is lost, and none is in two places."""
    pack = range(first_card(position.rules.pack), 52)
    assert sorted([*position.known, *position.unseen]) == list(pack)
    assert set(position.hand) <= position.known


@given(positions("scat"))
def test_there_are_cards_for_the_stock_and_for_the_other_hands(position: Position) -> None:
    """Unseen cards are enough for the hands of the others and, with a known pile, the stock."""
    hidden = 3 * (len(position.order) - 1) - sum(len(known) for known in position.held)
    assert position.stock_size >= 1
    assert len(position.unseen) == hidden + position.stock_size


@pytest.mark.parametrize(
    ("tokens", "discards", "stock"),
    [((4, 4), "", 45), ((4, OUT, 4), "2c", 44), ((4,) * 9, "2c 3c", 22), ((4,) * 16, "2c", 2)],
)
def test_the_stock(tokens: tuple[int, ...], discards: str, stock: int) -> None:
    """52 cards less three for each player, the top card and what lies below it."""
    assert scat(tokens=tokens, discards=C(discards), turn=len(tokens)).stock_size == stock


def test_positions_do_not_depend_on_how_held_cards_are_padded() -> None:
    """A position built without naming anybody's cards equals the one read from text."""
    assert scat(held=()) == scat(held=((), (), (), ()))
    assert scat(held=((), (), (), (), ())) == scat()
    assert scat(held=((), C("Kc"))).held == ((), C("Kc"), (), ())
