"""The page of the live table, driven without a browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from advisor.live_text import from_link, to_link
from advisor.packed import packed
from tests.test_live import a_round, begun, last_turns
from tests.web.page import checked, press, said
from tests.web.visits import param, visited

if TYPE_CHECKING:
    from streamlit.testing.v1 import AppTest

    from advisor.live import Live

ROWS = {"c": 0, "d": 1, "h": 2, "s": 3}


def opened(link: str) -> AppTest:
    """Open the page with a table in its address."""
    return visited("live_page", game=link, deck="simple")


def tap(page: AppTest, *cards: str) -> AppTest:
    """Tap cards of the deck one after the other."""
    for card in cards:
        row = page.segmented_control(key=f"live_deck_{ROWS[card[1]]}")
        pressed = list(row.value or [])
        changed = [one for one in pressed if one != card] if card in pressed else [*pressed, card]
        row.set_value(changed)
        checked(page.run())
    return page


def table_of(page: AppTest) -> Live:
    """The table that the address names."""
    return from_link(param(page, "game"))


def heading(page: AppTest) -> list[str]:
    """The large letters."""
    return [str(header.value) for header in page.header]


def test_four_taps_and_a_start() -> None:
    """Three taps are my hand, the fourth the top card; a second tap takes one back."""
    page = tap(visited("live_page", deck="simple"), "Jc", "Tc", "9d", "9d", "Ad", "3h", "4h")
    assert page.text_input(key="live_hand").value == "J♣ 10♣ A♦"
    assert page.text_input(key="live_top").value == "4♥"
    press(page, "Start")
    assert heading(page)[0] == "Seat 1's turn"
    assert table_of(page).moment.view.hand == begun().moment.view.hand


def test_a_bad_start_loses_nothing() -> None:
    """What was typed stays, with a sentence about what is wrong."""
    page = visited("live_page", deck="simple")
    page.text_input(key="live_hand").set_value("Jc Tc").run()
    press(page, "Start")
    assert "your hand has 3 cards; this has 2" in said(page).lower()
    assert page.text_input(key="live_hand").value == "Jc Tc"
    page.text_input(key="live_hand").set_value("Jc <b>Tc").run()
    tap(page, "Ad")
    assert page.text_input(key="live_hand").value == "Jc <b>Tc A♦"


def test_turns_by_one_tap_or_two() -> None:
    """One tap logs a draw, two a take; my own draw is followed by my throw."""
    page = opened(to_link(begun())[0])
    tap(page, "9s")
    assert heading(page)[0] == "Your turn"
    assert len(heading(page)) == 2, "no advice"
    tap(page, "Qc")
    assert heading(page)[1] == "Throw :blue[A♦]"
    (throw,) = [button for button in page.button if "A♦" in button.label]
    checked(throw.click().run())
    (how,) = [one for one in page.segmented_control if (one.key or "").startswith("live_how")]
    how.set_value("take")
    tap(checked(page.run()), "3c")
    press(page, "Knocked")
    assert table_of(page) == a_round()


def test_typed_moves() -> None:
    """A typed card logs a move; what is refused stays where it was typed."""
    page = opened(to_link(begun())[0])
    checked(page.text_input(key="live_typed").set_value("9s").run())
    assert heading(page)[0] == "Your turn"
    assert page.text_input(key="live_typed").value == ""
    checked(page.text_input(key="live_typed").set_value("9z").run())
    assert page.error
    assert page.text_input(key="live_typed").value == "9z"


def test_a_refused_tap_changes_nothing() -> None:
    """A card that cannot be thrown is refused with a sentence; the table stands."""
    page = opened(to_link(a_round())[0])
    tap(page, "Ad")
    assert "cannot hold Ad" in said(page)
    assert table_of(page) == a_round()


def test_take_back_and_again() -> None:
    """What was taken back can be done again."""
    page = opened(to_link(a_round())[0])
    press(page, "Take back")
    press(page, "Take back")
    assert heading(page)[0] == "Seat 2's turn"
    press(page, "Again")
    press(page, "Again")
    assert table_of(page) == a_round()


def test_the_end_of_a_hand_and_the_next() -> None:
    """Who pays is tapped; tokens and dealer move on."""
    page = opened(to_link(last_turns())[0])
    assert heading(page)[0] == "Hands are compared"
    page.button_group(key="live_paying").set_value([2]).run()
    press(page, "Write it down")
    assert "Seat 2 pays a token" in said(page)
    tap(page, "2c", "3c", "4c", "Ah")
    press(page, "Deal the next hand")
    assert table_of(page).hand.tokens == (4, 4, 3, 4)


def test_corrections() -> None:
    """A move is corrected in the words of a history, or refused."""
    page = opened(to_link(a_round())[0])
    (which,) = [box for box in page.selectbox if box.label == "Correct a move"]
    checked(which.set_value(0).run())
    (text,) = [field for field in page.text_input if field.label == "What happened"]
    assert text.value == "draw ? throw 9s"
    checked(text.set_value("draw ? throw 9h").run())
    press(page, "Correct it")
    assert str(table_of(page).hand.events[0]) == "0 draw ? throw 9h"


@pytest.mark.parametrize("link", ["%%%", "A" * 5000, packed("rules scat\n<img src=x>")])
def test_a_broken_address_is_refused(link: str) -> None:
    """A broken link is a sentence, and the page can be used."""
    page = opened(link)
    assert page.error
    assert any(button.label == "Start" for button in page.button)


def test_a_broken_address_keeps_the_table() -> None:
    """Whoever pastes a broken link still has the table that was open."""
    page = opened(to_link(a_round())[0])
    page.query_params["game"] = "broken"
    checked(page.run())
    assert page.error
    assert table_of(page) == a_round()


def test_what_the_others_may_hold() -> None:
    """Each opponent has a row; the card that was taken is said to be held."""
    page = opened(to_link(a_round())[0])
    rows = page.dataframe[0].value
    assert list(rows["Player"]) == ["Seat 2", "Seat 3", "Seat 0"]
    assert rows["Collects"][0].startswith("♦")


def test_paste_and_leave() -> None:
    """A pasted history opens; leaving it can be taken back."""
    page = visited("live_page", deck="simple")
    page.text_area(key="live_pasted").set_value(f"# I am seat 1\n{a_round().history}").run()
    press(page, "Open what is pasted")
    assert table_of(page) == a_round()
    press(page, "Leave this table")
    assert "game" not in page.query_params
    press(page, "Again")
    assert table_of(page) == a_round()
