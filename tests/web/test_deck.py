"""The deck: what comes from the browser, cards in other hands, and taking back."""

from __future__ import annotations

import pytest

from advisor.cards import parse_cards
from advisor.web.card_deck import MOST_TAPS, _new_taps
from tests.web.page import cards_in, checked, choose, headline, link, opened, press, tap, type_in

JACKS = "scat hand:JcTcAd top:4h players:3"


def test_taps_are_counted_once() -> None:
    """A list of taps is read from where the last one ended, each deck for itself."""
    told = {"id": "a", "taps": [[1, "As"], [2, "Ks"], [3, "As"]]}
    ace, king = parse_cards("As Ks")
    assert [card for _, card in _new_taps(told, {})] == [ace, king, ace]
    assert [card for _, card in _new_taps(told, {"a": 2})] == [ace]
    assert _new_taps(told, {"a": 3}) == []
    assert len(_new_taps(told, {"b": 3})) == 3


@pytest.mark.parametrize(
    "told",
    [
        None,
        "As",
        7,
        [],
        {},
        {"id": "a"},
        {"id": 1, "taps": [[1, "As"]]},
        {"id": "a", "taps": "As"},
        {"id": "a", "taps": [[1, "1h"], ["1", "As"], [1], "As", {"As": 1}, [1, ["As"]]]},
        {"id": "a", "taps": [[1, "<script>"]]},
        {"id": "a", "taps": [[number, "As"] for number in range(1, MOST_TAPS + 2)]},
    ],
)
def test_what_is_no_tap_is_passed_over(told: object) -> None:
    """Nothing that a browser may send is taken for a card but a card."""
    assert _new_taps(told, {}) == []


def test_a_card_in_another_hand() -> None:
    """A card that somebody took is written into his hand, and taken out of it by a second tap."""
    page = opened(pos=JACKS)
    assert page.segmented_control(key="mode").options[3:] == ["Seat 1", "Seat 2"]
    page.segmented_control(key="mode").set_value("held2")
    page = tap(page.run(), "9s")
    assert "held:2.9s" in link(page)
    again = opened(pos=link(page))
    assert again.segmented_control(key="deck_3").value == ["9s"]
    assert "held" not in link(tap(page, "9s"))


def test_cards_of_a_draft_stay_in_the_link() -> None:
    """Before the question is complete the link holds the other hands too."""
    page = press(opened(pos=JACKS), "Clear")
    page.segmented_control(key="mode").set_value("held1")
    page = tap(page.run(), "9s", "8s")
    assert "held:1.9s8s" in link(page)
    assert opened(pos=link(page)).segmented_control(key="deck_3").value == ["9s", "8s"]


def test_my_own_hand_is_nobody_elses() -> None:
    """Who acts from another seat marks no card in his own hand as somebody's."""
    page = choose(opened(pos=JACKS), "seat", 1)
    assert page.segmented_control(key="mode").options[3:] == ["Seat 0", "Seat 2"]


def test_no_fourth_card_in_the_hand() -> None:
    """A tap while the hand is full goes where a card is wanted next."""
    page = opened(pos=JACKS)
    page.segmented_control(key="mode").set_value("hand")
    page = tap(page.run(), "2s")
    assert cards_in(page) == ("A♦ J♣ 10♣", "4♥", "2♠")


def test_undo_and_redo() -> None:
    """Taps, typing and clearing are taken back one by one, and made again."""
    page = type_in(tap(opened(pos=JACKS), "2s"), "top", "5h")
    page = press(page, "Clear")
    assert cards_in(page) == ("", "", "")
    seen = []
    for _ in range(3):
        page.button(key="undo").click()
        seen.append(cards_in(checked(page.run())))
    before = ("A♦ J♣ 10♣", "4♥", "")
    assert seen == [("A♦ J♣ 10♣", "5h", "2♠"), ("A♦ J♣ 10♣", "4♥", "2♠"), before]
    assert page.button(key="undo").disabled
    for _ in range(3):
        page.button(key="redo").click()
        checked(page.run())
    assert cards_in(page) == ("", "", "")
    assert page.button(key="redo").disabled
    assert headline(page) == "Tap or type your three cards"


def test_undo_brings_back_what_cannot_be_read() -> None:
    """A mistake that was mended is there again, as it was typed."""
    page = type_in(type_in(opened(pos=JACKS), "hand", "Jx Tc"), "hand", "Jc Tc Ad")
    page.button(key="undo").click()
    assert cards_in(checked(page.run()))[0] == "Jx Tc"


def test_a_new_change_forgets_what_was_taken_back() -> None:
    """After something new there is nothing to make again."""
    page = tap(opened(pos=JACKS), "2s")
    page.button(key="undo").click()
    page = tap(checked(page.run()), "3s")
    assert page.button(key="redo").disabled
    page.button(key="undo").click()
    assert cards_in(checked(page.run()))[2] == ""


def test_the_simple_deck_is_a_choice() -> None:
    """The toggle draws the other deck, and the address keeps the choice."""
    page = opened(pos=JACKS)
    assert page.toggle(key="simple_deck").value
    page.toggle(key="simple_deck").set_value(False)
    checked(page.run())
    assert not [row for row in page.segmented_control if str(row.key).startswith("deck_")]
    assert "deck" not in page.query_params
