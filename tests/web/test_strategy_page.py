"""Basic strategy on the page: its words, its numbers, its downloads."""

from advisor.players.basic import basic
from advisor.strategy_chart import comparison, cost_for_two, measured, sentences, sizes, worth
from tests.web.page import checked, drawn, said


def test_the_words_of_the_chart() -> None:
    """For every number of players the page says the sentences of the chart."""
    page = drawn("strategy_page")
    for players in sizes():
        page.segmented_control(key="strategy_players").set_value(players)
        told = said(checked(page.run()))
        assert all(text in told for text in sentences(basic(players)))
        found = measured(players)
        assert comparison(found).title in told
        assert worth(found).title in told
        assert (cost_for_two(measured(2)) in told) == (players == 2)


def test_the_sheet_and_its_downloads() -> None:
    """The sheet is shown, and there are four ways to take it along."""
    page = drawn("strategy_page")
    assert page.get("image")
    assert [button.proto.label for button in page.get("download_button")] == [
        "Download as SVG",
        "Download as PNG",
        "Download as CSV",
        "Download as text",
    ]
