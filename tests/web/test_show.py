"""How things look: escaping, colours, words."""

import pytest

from advisor.cards import parse_cards
from advisor.estimate import Estimate, exact
from advisor.rules import PRESETS, with_switches
from advisor.web import show


@pytest.mark.parametrize("text", ["<b>x</b>", "![x](y)", "$x$", ":red[x]", "`x`", "a_b_", "# x"])
def test_markdown_and_html_are_shown_as_typed(text: str) -> None:
    """Nothing that somebody types is formatted, fetched or executed."""
    escaped = show.plain(text)
    assert escaped.replace("\\", "") == text
    assert all(
        escaped[place - 1] == "\\" for place, sign in enumerate(escaped) if sign in "<![`$:_#"
    )


def test_a_thrown_card_says_so_in_words() -> None:
    """What happens to a card is written beneath it, not only drawn."""
    (card,) = parse_cards("Th")
    face = show.card_face(card, show.TWO_COLOURS, "throw")
    assert "10" in face
    assert "throw</span>" in face


def test_every_card_of_a_sentence_has_its_suits_colour() -> None:
    """Ten is one card, and a bare suit sign is coloured as well."""
    told = show.suits_coloured("take 10♥, throw A♠; ♦", show.TWO_COLOURS)
    assert told == "take :red[10♥], throw A♠; :red[♦]"


def test_four_colours_are_four() -> None:
    """Each suit can be told from each other one."""
    assert len(set(show.FOUR_COLOURS)) == 4


@pytest.mark.parametrize(
    ("place", "words"), [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (22, "22nd")]
)
def test_ordinals(place: int, words: str) -> None:
    """Places read as English."""
    assert show.ordinal(place) == words


def test_seats_in_words() -> None:
    """A seat that is out has no turn, and the dealer acts last."""
    assert show.seat_words((4, 4, -1, 2), 3) == ["1st", "2nd", "out", "3rd, dealer"]


def test_the_best_move_costs_nothing() -> None:
    """The best move has a dash; the others have points with their error."""
    assert show.cost(exact(0.0)) == "–"
    assert show.cost(Estimate(0.0278, 0.0003, 1000, "simulated")) == "2.78 ± 0.03"


def test_rules_in_one_line() -> None:
    """The line names every switch that differs from the preset, in words."""
    rules = with_switches(PRESETS["scat"], {"pack": "36", "tokens": "3"})
    line = show.rules_line(rules)
    assert line.endswith("but 36 cards, six to ace; 3 tokens each")
