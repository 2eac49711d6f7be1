"""The tables: every one for every preset, as a chart, a table and CSV."""

from unittest.mock import patch

import pytest

from advisor.rules import PRESETS
from advisor.tables import cell_text, deal_table, reach_table
from advisor.tables_played import seat_table
from advisor.web.table_charts import numbers
from tests.web.page import checked, choose, drawn, said

SCAT = [name for name, rules in PRESETS.items() if rules.game == "scat"]
SIMPLE = ("Deal", "Knock", "Reach 31")
PLAYED = ("Seats", "Length", "Scores", "Endings", "Tokens", "Strategy")


@pytest.fixture(autouse=True)
def _few_deals() -> object:
    """Simulate few deals: what the tables hold is tested with the tables."""
    with patch("advisor.web.compute.KNOCK_DEALS", 2_000):
        yield


@pytest.mark.parametrize("preset", SCAT)
@pytest.mark.parametrize("table", SIMPLE)
def test_every_simple_table_of_scat(table: str, preset: str) -> None:
    """Each table is drawn with its chart and its download."""
    page = choose(drawn("tables_page"), "table_rules", preset)
    page.segmented_control(key="table").set_value(table)
    checked(page.run())
    assert len(page.dataframe[0].value) > 8
    assert page.get("vega_lite_chart")
    assert page.get("download_button")


@pytest.mark.parametrize("preset", SCAT)
@pytest.mark.parametrize("table", PLAYED)
def test_tables_of_well_played_hands(table: str, preset: str) -> None:
    """Each is drawn with its chart and its CSV, for all numbers of players and for one."""
    page = choose(drawn("tables_page"), "table_rules", preset)
    page.segmented_control(key="table").set_value(table)
    checked(page.run())
    assert len(page.dataframe[0].value) > 2
    assert page.get("vega_lite_chart")
    assert page.get("download_button")
    if table in {"Seats", "Length", "Scores"}:
        page.segmented_control(key="table_seats").set_value(3)
        checked(page.run())
        assert len(page.dataframe[0].value) >= 3


def test_numbers_of_the_seats_are_the_cores() -> None:
    """The rows are those of the public table."""
    page = drawn("tables_page")
    page.segmented_control(key="table").set_value("Seats")
    checked(page.run())
    page.segmented_control(key="table_seats").set_value(3)
    shown = checked(page.run()).dataframe[0].value
    table = seat_table(PRESETS["scat"], 3)
    assert list(shown["place"]) == ["first", "second", "third"]
    assert list(shown["tokens a hand"]) == [cell_text(row[1]) for row in table.rows]


def test_every_number_of_a_chart_has_its_interval() -> None:
    """What a chart draws are the numbers of the table, with intervals around them."""
    table = seat_table(PRESETS["scat"])
    rows = numbers(table)
    assert len(rows) == sum(range(2, 10))
    assert (rows["low"] < rows["value"]).all()
    assert (rows["value"] < rows["high"]).all()
    assert set(numbers(table, ["first"])["what"]) == {"first"}


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
