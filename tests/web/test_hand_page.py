"""The page of one hand: numbers of the core, any hand, any mistake."""

from advisor.cards import parse_hand
from advisor.explorer import one_draw, standing
from advisor.reasons import percent
from advisor.rules import PRESETS
from tests.web.page import checked, drawn, said, type_in


def test_numbers_are_the_cores() -> None:
    """The numbers of a typed hand are those of the public functions."""
    page = type_in(drawn("hand_page"), "hand_explored", "As Ks 2h")
    shown = {metric.label: metric.value for metric in page.metric}
    hand, rules = parse_hand("As Ks 2h"), PRESETS["scat"]
    assert shown["Score"] == "21"
    assert shown["Beats"] == percent(float(standing(hand, rules).beats))
    assert shown["A draw helps"] == percent(float(one_draw(hand, rules).improves))
    assert len(page.get("vega_lite_chart")) == 2
    assert page.get("download_button")


def test_a_mistake_has_its_sentence() -> None:
    """What is no hand is said, and nothing else is drawn."""
    page = type_in(drawn("hand_page"), "hand_explored", "As Kx 2h")
    assert "there is no rank" in said(page).lower() or "not part of a card" in said(page)
    assert not page.metric


def test_every_table_and_player() -> None:
    """Any number of players, turn, place and player has an answer."""
    page = drawn("hand_page")
    for players, turn, place, name in (
        (4, 2, 3, "basic"),
        (9, 6, 9, "rising"),
        (5, 1, 1, "solved"),
    ):
        page.select_slider(key="hand_players").set_value(players)
        checked(page.run())
        page.select_slider(key="hand_turn").set_value(turn)
        page.select_slider(key="hand_place").set_value(place)
        page.selectbox(key="hand_who").set_value(name)
        checked(page.run())
        assert len(page.get("vega_lite_chart")) == 2
