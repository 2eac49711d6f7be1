"""The advisor and the tables for the game widow, Schwimmen included."""

from unittest.mock import patch

import pytest
from streamlit.testing.v1 import AppTest

from advisor.advise import advise
from advisor.position import parse_position
from advisor.rules import PRESETS
from advisor.web import widow_tables
from advisor.web.answer import headline as expected_headline
from advisor.web.samples import SAMPLES
from advisor.web.show import FOUR_COLOURS, suits_coloured
from tests.web.page import (
    FAST,
    checked,
    choose,
    drawn,
    headline,
    link,
    opened,
    press,
    said,
    tap,
    type_in,
)

WIDOW = [name for name, rules in PRESETS.items() if rules.game == "widow"]
KINGS = "widow hand:8c9hQh widow:8sJsKh players:3"
TABLES = tuple(widow_tables.TABLES)


def _fields(page: AppTest) -> tuple[str, str]:
    hand, there = (page.text_input(key=place).value or "" for place in ("hand", "widow"))
    return hand, there


@pytest.mark.parametrize("preset", WIDOW)
def test_an_example_is_answered_at_once(preset: str) -> None:
    """Choosing the game shows its own example and the core's answer before anything is typed."""
    page = choose(opened(), "preset", preset)
    position = parse_position(link(page))
    assert position.rules == PRESETS[preset]
    answer = advise(position, opponents="solved", trials=int(FAST["trials"]))
    assert headline(page) == suits_coloured(expected_headline(answer), FOUR_COLOURS)
    moves = page.dataframe[0].value
    assert [move.lower() for move in moves["Move"]] == [
        option.move.words().lower() for option in answer.options
    ]
    assert ("Share of the pot" in moves) == (preset != "schwimmen")
    assert ("You lose a life" in moves) == (preset == "schwimmen")
    assert "You pay a token" not in moves


def test_back_to_scat() -> None:
    """The example of the other game comes back with it; a hand of one's own is kept."""
    page = choose(choose(opened(), "preset", "widow"), "preset", "scat")
    assert page.text_input(key="top").value == "8♦"
    assert "Cards that help" in said(page)
    page = choose(type_in(page, "hand", "As Ks 7h"), "preset", "widow")
    assert _fields(page) == ("As Ks 7h", "")
    assert headline(page) == "Now the three open cards"


def test_taps_fill_hand_open_cards_and_another_hand() -> None:
    """Three taps are the hand, three the open cards, the next is known in somebody's hand."""
    page = press(opened(pos=KINGS), "Clear")
    assert headline(page) == "Tap or type your three cards"
    page = tap(page, "Qh", "9h", "8c")
    assert headline(page) == "Now the three open cards"
    page = tap(page, "Kh", "Js", "8s")
    assert _fields(page) == ("Q♥ 9♥ 8♣", "K♥ J♠ 8♠")
    assert parse_position(link(page)) == parse_position(f"{KINGS} seat:0 dealer:2")
    page = tap(page, "9s")
    position = parse_position(link(page))
    assert [len(cards) for cards in position.held] == [0, 1, 0]
    assert position.exchanged, "a card is known because somebody took it"


def test_the_link_holds_everything() -> None:
    """A knock, what was exchanged, known cards and lives come back from the link."""
    told = (
        "schwimmen hand:8c9hQh widow:8sJsKh seen:7c7dTh held:1.9s tokens:2.3.1 seat:0 "
        "dealer:2 turn:6 knocked:2 exchanged:yes"
    )
    page = opened(pos=told)
    assert not page.error
    assert page.selectbox(key="knocked_by").value == 2
    assert page.toggle(key="exchanged").value is True
    assert sorted(str(page.text_input(key="seen").value).split()) == ["10♥", "7♣", "7♦"]
    page = choose(page, "sw_exchange", "any")
    position, before = parse_position(link(page)), parse_position(told)
    assert position.rules.exchange == "any"
    assert (position.hand, position.widow, position.discards, position.held) == (
        before.hand,
        before.widow,
        before.discards,
        before.held,
    )
    assert (position.tokens, position.turn, position.knocked_by, position.exchanged) == (
        before.tokens,
        before.turn,
        before.knocked_by,
        True,
    )


def test_a_knock_says_that_cards_were_exchanged() -> None:
    """Widow goes on after a knock only if somebody has exchanged: the page knows."""
    page = choose(opened(pos=KINGS), "knocked_by", 1)
    assert page.toggle(key="exchanged").value is True
    assert parse_position(link(page)).knocked_by == 1
    assert "Best exchange" in [metric.label for metric in page.metric]


def test_the_panel_is_exact() -> None:
    """The best exchange and what the open cards offer are the core's numbers."""
    page = opened(pos=KINGS)
    metrics = {metric.label: metric.value for metric in page.metric}
    assert (metrics["Your score"], metrics["Best exchange"]) == ("19", "29")
    left = page.dataframe[1].value
    assert list(left["Exchange"])[:2] == ["Keep", "8♣ → K♥"]
    assert left["You"][1] == "29"
    assert len(left) == 10
    assert "improves in" in said(page)


def test_opponents_of_widow() -> None:
    """Each game has its own opponents, which the address can name."""
    page = opened(pos=KINGS, widow_opponents="swap:25", opponents="flat:25")
    assert "opponents: swap:25" in said(page)
    page = opened(pos=KINGS, widow_opponents="nobody-knows")
    assert "No player of widow is called 'nobody-knows'" in said(page)


def test_mistakes_have_their_sentence() -> None:
    """What is wrong with the open cards is said beside them."""
    page = type_in(opened(pos=KINGS), "widow", "Kh Qh 8s 1x")
    assert "there is no rank '1'" in said(page)
    page = type_in(page, "widow", "Kh Qh 8s")
    assert "Qh" in said(page)
    assert headline(page) == "This is not a question yet"


def test_deal() -> None:
    """Deal gives six different cards and an answer."""
    page = press(opened(pos=KINGS), "Deal")
    position = parse_position(link(page))
    assert len({*position.hand, *position.widow}) == 6
    assert page.dataframe


def test_the_sample_is_one_of_every_widow() -> None:
    """The example has no card that a pack lacks."""
    for preset in WIDOW:
        parse_position(SAMPLES["widow"].replace("widow ", f"{preset} ", 1))


@pytest.mark.parametrize("preset", WIDOW)
@pytest.mark.parametrize("table", TABLES)
def test_every_table_of_widow(table: str, preset: str) -> None:
    """Each table is drawn with its chart and its download, or refused in one sentence."""
    page = choose(drawn("tables_page"), "table_rules", preset)
    page.segmented_control(key="table").set_value(table)
    with (
        patch("advisor.web.widow_tables.KNOCK_DEALS", 2_000),
        patch("advisor.web.widow_tables.MOVE_DEALS", 2_000),
    ):
        checked(page.run())
    if preset == "schwimmen" and table.startswith("First"):
        assert page.info
        return
    assert len(page.dataframe[0].value) > 8
    assert page.get("vega_lite_chart")
    assert page.get("download_button")


def test_a_game_without_the_table_shows_the_first() -> None:
    """Changing the game on a table that it lacks leads to one that it has."""
    page = drawn("tables_page")
    page.segmented_control(key="table").set_value("Reach 31")
    page = choose(checked(page.run()), "table_rules", "widow")
    assert page.segmented_control(key="table").value == "Deal"
    assert len(page.dataframe[0].value) > 8
