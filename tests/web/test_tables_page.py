"""The tables: every one for every preset, as a chart, a table and CSV."""

from unittest.mock import patch

import pytest

from advisor.rules import PRESETS
from advisor.tables import deal_table, reach_table
from tests.web.page import checked, choose, drawn, said

TABLES = ("Deal", "Knock", "Reach 31")


@pytest.fixture(autouse=True)
def _few_deals() -> object:
    """Simulate few deals: what the tables hold is tested with the tables."""
    with patch("advisor.web.compute.KNOCK_DEALS", 2_000):
        yield


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("table", TABLES)
def test_every_table_of_every_preset(table: str, preset: str) -> None:
    """Each table is drawn with its chart and its download, or refused in one sentence."""
    page = choose(drawn("tables_page"), "table_rules", preset)
    page.segmented_control(key="table").set_value(table)
    checked(page.run())
    if PRESETS[preset].game == "scat" or table == "Deal":
        assert len(page.dataframe[0].value) > 8
        assert page.get("vega_lite_chart")
        assert page.get("download_button")
    else:
        assert "does not know the game widow yet" in said(page)


def test_the_deal_is_the_cores() -> None:
    """The rows are those of the public table."""
    page = drawn("tables_page")
    shown = page.dataframe[0].value
    table = deal_table(PRESETS["scat"])
    assert [int(count) for count in shown["hands"]] == [row[1] for row in table.rows]
    assert "22,100 hands" in said(page)


def test_cards_are_written_for_people() -> None:
    """Examples of hands have suit signs, not letters."""
    page = drawn("tables_page")
    page.segmented_control(key="table").set_value("Reach 31")
    shown = checked(page.run()).dataframe[0].value
    assert len(shown) == len(reach_table(PRESETS["scat"]).rows)
    assert shown["example"][0] == "J♠ Q♠ K♠"


def test_players_of_the_knock_table() -> None:
    """There is a column for each place in the order of turns."""
    page = drawn("tables_page")
    page.segmented_control(key="table").set_value("Knock")
    checked(page.run())
    page.select_slider(key="table_players").set_value(3)
    assert list(checked(page.run()).dataframe[0].value) == ["score", "first", "second", "third"]
