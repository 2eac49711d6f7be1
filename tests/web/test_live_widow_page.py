"""The page of the live table in the game widow, driven without a browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from streamlit.runtime.scriptrunner import RerunData, RerunException

from advisor.cards import Card, parse_cards
from advisor.live import act, lay_out, settle, show, swap
from advisor.live_text import from_link, to_link, to_text
from advisor.rules import PRESETS
from advisor.web.live_state import wholly
from tests.test_live_widow import a_round, all_passed, begun, cards, last_turns
from tests.web.page import checked, choose, press, said
from tests.web.test_live_page import heading, opened, table_of, tap
from tests.web.visits import visited

if TYPE_CHECKING:
    from streamlit.testing.v1 import AppTest

    from advisor.live import Live


def at(live: Live) -> AppTest:
    """Open the page at a table."""
    return opened(to_link(live)[0])


def pick(page: AppTest, label: str, *names: str) -> AppTest:
    """Tap cards of a short row, one after the other."""
    for name in names:
        (row,) = [row for row in page.segmented_control if row.label == label]
        (card,) = parse_cards(name)
        before: list[Card] = list(row.value or [])
        row.set_value([one for one in before if one != card] if card in before else [*before, card])
        checked(page.run())
    return page


def how_many(page: AppTest, number: int) -> AppTest:
    """Say how many cards are swapped."""
    (row,) = [row for row in page.segmented_control if row.label == "How many cards are swapped"]
    return checked(row.set_value(number).run())


def labels(page: AppTest) -> list[str]:
    """What stands on the buttons."""
    return [button.label for button in page.button]


def test_a_hand_is_begun_by_six_taps() -> None:
    """Three taps are my hand and three the open cards; one too many takes the last one's place."""
    page = choose(visited("live_page", deck="simple"), "live_rules", "widow")
    tap(page, "Jc", "Tc", "Ad", "9h", "Ks", "2c", "7c")
    assert page.text_input(key="live_top").value == "9♥ K♠ 7♣"
    assert page.text_input(key="live_top").label == "Three open cards"
    assert not [field for field in page.text_input if field.key == "live_tokens"]
    press(page, "Start")
    assert heading(page)[0] == "Seat 1's turn"
    assert table_of(page).hand.laid == cards("9h Ks 7c")
    assert table_of(page).hand.rules == PRESETS["widow"]


def test_fewer_can_play_than_in_scat() -> None:
    """Sixteen players of scat are not carried over to a game for seven."""
    page = choose(visited("live_page", deck="simple"), "live_players", 16)
    choose(page, "live_rules", "widow")
    assert int(page.selectbox(key="live_players").options[-1]) == 7
    tap(page, "Jc", "Tc", "Ad", "9h", "Ks", "7c")
    press(page, "Start")
    assert 2 <= len(table_of(page).hand.tokens) <= 7


def test_swaps_by_two_taps() -> None:
    """An opponent's swap is two taps, in any order; mine too, with advice before it."""
    page = at(begun())
    pick(page, "He took", "Ks")
    tap(page, "Qc")
    assert table_of(page) == swap(begun(), cards("Qc"), cards("Ks"))
    assert heading(page)[:2] == ["Your turn", "Swap :blue[A♦] for :green[Q♣]"]
    assert "follows from every swap" in said(page)
    pick(pick(page, "I take", "Qc"), "I give", "Ad")
    press(page, "Passed")
    press(page, "Knocked")
    assert table_of(page) == a_round()
    # Another card takes the place of one that was tapped by mistake.
    other = tap(at(begun()), "2c", "Qc", "Ks")
    assert table_of(other) == swap(begun(), cards("Qc"), cards("Ks"))


def test_several_cards_are_swapped() -> None:
    """Two of each, and all three, where the rules allow it."""
    live = begun(PRESETS["widow-any"])
    page = how_many(at(live), 2)
    pick(page, "He took", "Ks", "9h")
    tap(page, "Qc", "2c")
    live = swap(live, cards("Qc 2c"), cards("Ks 9h"))
    assert table_of(page) == live
    press(page, "Swap all three")
    live = swap(live, cards("Jc Tc Ad"), cards("Qc 2c 7c"))
    assert table_of(page) == live
    tap(how_many(page, 3), "5s", "6s", "8s")
    assert table_of(page) == swap(live, cards("5s 6s 8s"), cards("Jc Tc Ad"))


def test_a_refused_tap_is_chosen_anew() -> None:
    """A card that he cannot have given is refused; what he took stays chosen."""
    page = tap(pick(at(begun()), "He took", "Ks"), "Jc")
    assert "cannot hold Jc" in said(page)
    assert table_of(page) == begun()
    assert page.session_state.live_chosen == {"get": [*cards("Ks")], "give": []}
    assert table_of(tap(page, "Qc")) == swap(begun(), cards("Qc"), cards("Ks"))


def test_a_tap_is_not_lost_by_the_next_one() -> None:
    """What a tap does is done to its end when the next one comes; only then that one is heard."""
    begun_at: list[int] = []
    done: list[int] = []

    def work() -> None:
        begun_at.append(len(begun_at))
        if len(begun_at) == 1:
            raise RerunException(RerunData())
        done.append(1)

    with pytest.raises(RerunException):
        wholly(work)
    assert done == [1]


def test_what_is_chosen_is_forgotten_with_the_turn() -> None:
    """A card tapped before a pass does not count for the next player's swap."""
    page = press(pick(at(begun(PRESETS["schwimmen"])), "He took", "Ks"), "Passed")
    press(page, "Pass")
    assert table_of(tap(page, "Qc")).hand.events == table_of(page).hand.events
    assert len(table_of(page).hand.events) == 2


def test_fresh_cards_by_three_taps() -> None:
    """After everybody's pass three taps lay out the fresh cards, refused if they cannot be."""
    page = at(all_passed())
    assert heading(page)[0] == "All have passed"
    tap(page, "8h", "8s", "Jc")
    assert "Jc" in said(page)
    tap(page, "As")
    assert table_of(page) == lay_out(all_passed(), cards("8h 8s As"))
    press(page, "Take back")
    assert heading(page)[0] == "All have passed"


def test_my_31_is_shown_by_one_tap() -> None:
    """Whoever has just made 31 is offered to show it; nobody else is."""
    assert "I show 31" not in labels(at(begun()))
    live = swap(swap(begun(), cards("Ac"), cards("Ks")), cards("Ad"), cards("Ac"))
    page = press(at(live), "I show 31")
    assert table_of(page) == show(live, 1, cards("Ac Jc Tc"))
    assert "You take the pot" in said(page)


def test_no_knock_is_offered_where_it_is_forbidden() -> None:
    """In the first round of schwimmen nobody may knock."""
    assert "Knocked" in labels(at(begun()))
    page = at(begun(PRESETS["schwimmen"]))
    assert "Knocked" not in labels(page)
    assert "Knock" not in labels(press(page, "Passed"))


def test_the_end_of_a_hand_and_the_next() -> None:
    """Who takes the pot is tapped; antes and dealer move on."""
    page = at(last_turns())
    assert heading(page)[0] == "Hands are compared"
    page.button_group(key="live_taking").set_value([1]).run()
    press(page, "Write it down")
    assert table_of(page) == settle(last_turns(), pot=[1])
    told = said(page).replace("\N{NO-BREAK SPACE}", " ")
    assert "Seat 0: −1 ante, deals" in told
    assert "You: +2 antes" in told
    tap(page, "2c", "3c", "4c", "Ah", "5h", "6d")
    press(page, "Deal the next hand")
    assert heading(page)[0] == "Your turn"
    assert table_of(page).hand.dealer == 0


def test_who_pays_in_schwimmen() -> None:
    """Where the lowest pays, it is asked who that is, and his life is gone."""
    live = begun(PRESETS["schwimmen"])
    for give, get in (("8c", "Ks"), ("Ad", "8c"), ("8d", "Ad")):
        live = swap(live, cards(give), cards(get))
    for action in ("knock", "pass", "pass"):
        live = act(live, action)
    page = at(live)
    page.button_group(key="live_paying").set_value([2]).run()
    press(page, "Write it down")
    assert table_of(page).match.tokens == (3, 3, 2)


def test_moves_are_corrected_and_taken_back() -> None:
    """A swap is corrected in the words of a history."""
    page = at(a_round())
    assert "3. Seat 2 passes" in said(page)
    (which,) = [box for box in page.selectbox if box.label == "Correct a move"]
    checked(which.set_value(2).run())
    (text,) = [field for field in page.text_input if field.label == "What happened"]
    checked(text.set_value("swap 2d for 9h").run())
    press(page, "Correct it")
    assert str(table_of(page).hand.events[2]) == "2 swap 2d for 9h"


def test_what_the_others_may_hold() -> None:
    """The card that was taken is held, and tells the suit; another model tells other scores."""
    page = at(a_round())
    rows = page.dataframe[-1].value
    assert list(rows["Player"]) == ["Seat 2", "Seat 0"]
    assert rows["Collects"][1].startswith("♠")
    choose(page, "live_widow_opponents", "random")
    assert list(page.dataframe[-1].value["Score"]) != list(rows["Score"])


@pytest.mark.parametrize("live", [a_round(), all_passed(), last_turns()])
def test_a_saved_history_opens_again(live: Live) -> None:
    """What is saved as a file gives the same table."""
    page = visited("live_page", deck="simple")
    page.text_area(key="live_pasted").set_value(to_text(live)).run()
    press(page, "Open what is pasted")
    assert table_of(page) == live
    assert from_link(to_link(table_of(page))[0]) == live
