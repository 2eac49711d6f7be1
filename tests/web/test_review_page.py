"""The review's page, driven without a browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from advisor.packed import packed, unpacked
from advisor.referee.history import HistoryError, parse_history
from advisor.review import review
from advisor.tables import estimate_text
from advisor.written import card_drawn, seats_written
from tests.web.page import checked, press, said
from tests.web.visits import param, visited

if TYPE_CHECKING:
    from streamlit.testing.v1 import AppTest

GAME = """rules scat
tokens 4 4
dealer 1
deal 0 Jc Tc 2d
deal 1 ? ? ?
top 4h
0 take 4h throw Jc
1 draw ? throw 9s
0 draw 5d throw 5d
1 knock
0 draw Qh throw 2d
result pays 0
"""


def pasted(text: str) -> AppTest:
    """Paste a text and have it reviewed."""
    page = visited("review_page")
    page.text_area(key="rv_pasted").set_value(text)
    checked(page.run())
    return press(page, "Review what is pasted")


def test_the_numbers_are_the_reviews() -> None:
    """The page shows grades and losses of the public review, and the game is in the address."""
    page = pasted(GAME)
    found = review(parse_history(GAME), seat=0, with_luck=False).seats[0]
    metrics = {metric.label: metric.value for metric in page.metric}
    assert metrics["Plays like"] == found.word
    assert metrics["✖ Blunder"] == str(found.grades["blunder"])
    rows = page.dataframe[0].value
    assert list(rows["Did"]) == [decision.made for decision in found.decisions]
    assert list(rows["Best"]) == [decision.best for decision in found.decisions]
    assert unpacked(param(page, "history")) == GAME


def test_the_address_opens_a_game_and_any_decision() -> None:
    """A link shows the same review; a jump shows the cards of that moment and a what-if."""
    page = visited("review_page", history=packed(GAME))
    (jump,) = [box for box in page.selectbox if box.label == "Jump to a decision"]
    checked(jump.set_value(2).run())
    assert "Throw :blue[5♦]" in said(page)
    assert "./?pos=scat%20hand%3A" in said(page)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("<script>alert(1)</script>", "Line 1"),
        ("", "no hand"),
        (GAME.replace("0 take 4h throw Jc", "0 take 4h throw Kc"), "Kc"),
        (GAME.replace("deal 0 Jc Tc 2d", "deal 0 ? ? ?"), "in no hand"),
        (
            "rules widow\ndeal 0 Ac Kc 2d\ndeal 1 ? ? ?\nwidow Ad Kd 9d\n0 swap 3d for Ad",
            "cannot hold 3d",
        ),
    ],
)
def test_a_foreign_text_is_refused(text: str, why: str) -> None:
    """What is no game, breaks a rule or shows no cards is refused with a sentence."""
    assert why in said(pasted(text))


def test_an_example_for_who_has_no_game() -> None:
    """One button shows what a review looks like; the hasty player of the example errs."""
    page = press(visited("review_page"), "Show me an example")
    metrics = {metric.label: metric.value for metric in page.metric}
    good = int(metrics["● Good"])
    assert good > 0
    assert sum(int(metrics[name]) for name in metrics if name[:1] in "✖▼◇") > 0


WIDOW = """rules widow
dealer 1
deal 0 Kh Qh 2c
deal 1 ? ? ?
widow Ah 9d 3s
0 swap 2c for 9d
1 pass
0 knock
1 swap 8s for Ah
"""
SCHWIMMEN = (
    WIDOW.replace("rules widow", "rules schwimmen\ntokens 2 3")
    .replace("2c", "8c")
    .replace("3s", "7s")
    .replace("8s for", "Ts for")
)


@pytest.mark.parametrize(
    ("text", "won"), [(WIDOW, "Share of the pot"), (SCHWIMMEN, "You win the match")]
)
def test_the_game_with_three_open_cards(text: str, won: str) -> None:
    """Its decisions are graded by what is won in it, with the open cards to look at."""
    page = pasted(text)
    found = review(parse_history(text), seat=0, with_luck=False).seats[0]
    rows = page.dataframe[0].value
    assert list(rows["Did"]) == [decision.made for decision in found.decisions]
    assert found.decisions[0].grade == "blunder"
    assert {metric.label: metric.value for metric in page.metric}["Plays like"] == found.word
    shown = said(page)
    assert f"{won[:1].lower()}{won[1:]} after the best move" in shown
    assert "./?pos=" in shown
    assert "not the moves that led to it" in shown
    (jump,) = [box for box in page.selectbox if box.label == "Jump to a decision"]
    checked(jump.set_value(0).run())
    assert "not the moves that led to it" not in said(page)


def test_luck_with_three_open_cards() -> None:
    """Whoever asks for luck sees what the deal was worth, and what that rests on."""
    page = pasted(WIDOW)
    checked(page.toggle(key="rv_luck").set_value(True).run())
    found = review(parse_history(WIDOW), seat=0).seats[0]
    metrics = {metric.label: metric.value for metric in page.metric}
    assert metrics["Luck"] == estimate_text(found.luck)
    assert "hand 1: dealt" in said(page)
    assert "hands of self-play" in said(page)


def test_an_example_with_three_open_cards() -> None:
    """Another button shows what a review of the other game looks like."""
    page = press(visited("review_page"), "One with three open cards")
    assert param(page, "history")
    metrics = {metric.label: metric.value for metric in page.metric}
    assert int(metrics["● Good"]) > 0
    assert int(metrics["✖ Blunder"]) > 0


def test_a_broken_address_is_refused() -> None:
    """A broken link is a sentence and the page asks for a game."""
    page = visited("review_page", history="%%%")
    assert page.error
    assert not page.metric


def test_a_bad_paste_keeps_the_game() -> None:
    """Whoever pastes nonsense still has the review that was open."""
    page = visited("review_page", history=packed(GAME))
    page.text_area(key="rv_pasted").set_value("nonsense")
    checked(page.run())
    press(page, "Review what is pasted")
    assert page.error
    assert page.metric


def test_whose_cards_are_written() -> None:
    """Only seats whose own cards are all known can be graded, and only after a legal game."""
    history = parse_history(GAME)
    assert seats_written(history) == [0]
    line = GAME.splitlines().index("0 draw 5d throw 5d") + 1
    assert card_drawn(history, 1, line) == 4 * 3 + 1
    assert card_drawn(history, 1, line - 1) is None
    with pytest.raises(HistoryError, match="in no hand"):
        seats_written(parse_history(GAME.replace("Qh", "?")))
