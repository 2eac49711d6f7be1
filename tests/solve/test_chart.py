"""The chart of basic strategy: how it is found, what is measured, how it is written."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest
from PIL import Image

from advisor.players.basic import NO_KNOCK, Basic, BasicError, basic, document, write_out
from advisor.players.ways import ways
from advisor.resources import data_path
from advisor.rules import PRESETS, RulesError, with_switches
from advisor.solve.bench import Bench, mean
from advisor.solve.chart import CAREFUL, START, search, search_all
from advisor.solve.chart_file import ITSELF, Settings, main, measure
from advisor.strategy_chart import (
    WORTH,
    comparison,
    markdown,
    measured,
    pot_points,
    sentences,
    sizes,
    strategy_table,
    worth,
)
from advisor.strategy_svg import HEIGHT, WIDTH, svg

if TYPE_CHECKING:
    from pathlib import Path

SCAT = PRESETS["scat"]
CHART = Basic(
    knock=(20, 20, 21, 22),
    two_cards=2,
    high_top=1,
    took=0,
    take_to=21,
    take_least=2,
    take_gain=7,
    last_to=21,
    last_gain=7,
    pair=4,
)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_nobody_gains_among_his_like(players: int) -> None:
    """On every single deal, all seats averaged, one of the others wins nothing."""
    way = ways("flat:22", SCAT, players)
    assert not Bench(SCAT, players, way, 500, 3).won(way).round(9).any()


def test_two_players_win_what_the_other_pays() -> None:
    """What the first wins against the second is what the second loses against the first."""
    one, other = ways("flat:22", SCAT, 2), ways("rising", SCAT, 2)
    there = Bench(SCAT, 2, other, 2_000, 3).won(one)
    back = Bench(SCAT, 2, one, 2_000, 3).won(other)
    assert (there == -back).all()
    assert there.any()


def test_the_search_gains() -> None:
    """From a poor chart the search finds one that does better on other decks, the same always."""
    field, poor = ways("flat:22", SCAT, 2), replace(START, knock=(28,) * 4, take_gain=1)
    found = search(Bench(SCAT, 2, field, 800, 1), poor)
    other = Bench(SCAT, 2, field, 20_000, 2)
    gain = mean(other.of_chart(found) - other.of_chart(poor))
    assert gain.mean > 4 * gain.se
    assert list(found.knock) == sorted(found.knock)
    assert found == search(Bench(SCAT, 2, field, 800, 1, threads=2), poor)


def test_the_best_of_all_beginnings_is_taken() -> None:
    """Between two the search also begins with a careful chart; the better one found is kept."""
    bench = Bench(SCAT, 2, ways("flat:22", SCAT, 2), 800, 1)
    found = [search(bench, start) for start in (START, CAREFUL)]
    assert found[0] != found[1]
    worth = [mean(bench.of_chart(chart)).mean for chart in found]
    assert search_all(bench) == found[worth[1] > worth[0]]


def test_the_shipped_chart_beats_rules_of_thumb() -> None:
    """At every table the chart wins against everybody that was measured with it."""
    for players in sizes():
        found = measured(players)
        thumbs = [tokens for name, tokens in found.among.items() if name != "solved"]
        assert len(thumbs) == 3
        assert all(tokens.mean > 4 * tokens.se for tokens in thumbs)
        for name, tokens in found.others.items():
            assert tokens.mean < (found.among["solved"].mean if found.solved else 0), name


def test_the_cost_is_measured_again() -> None:
    """What the file says for three players is met on other decks within 4 errors."""
    found = measured(3)
    again = measure(SCAT, 3, basic(3), seed=77, hands=30_000)
    for part in ("among", "others", "without"):
        for name, number in again[part].items():
            known = getattr(found, part)[name]
            error = (known.se**2 + number["se"] ** 2) ** 0.5
            assert abs(known.mean - number["mean"]) < 4 * error, (part, name)


def test_the_file_is_made_again(tmp_path: Path) -> None:
    """The same seed and settings write the same charts and numbers."""
    written = []
    for name in ("one.json", "two.json"):
        options = ["--seed", "5", "--players", "9", "--hands", "900", "--measured", "900"]
        main([*options, "--out", str(tmp_path / name)])
        written.append(json.loads((tmp_path / name).read_text(encoding="utf-8")))
    assert written[0]["charts"] == written[1]["charts"]
    assert written[0]["charts"]["9"]["settings"] == {
        "hands": 900,
        "measured": 900,
        "rounds": Settings().rounds,
    }
    assert set(written[0]) == set(document())
    assert written[0]["charts"]["9"]["found_among"] in {ITSELF, "solved"}


def test_the_table() -> None:
    """A row for each number of players holds the numbers of its chart."""
    table = strategy_table(SCAT)
    assert [row[0] for row in table.rows] == [*sizes()]
    row = dict(zip(table.columns, strategy_table(SCAT, 4).rows[0], strict=True))
    chart = basic(4)
    assert (row["players"], row["first turn"], row["later turns"]) == (
        4,
        chart.knock[0],
        chart.knock[3],
    )
    assert row["pair"] == chart.pair
    assert strategy_table(SCAT, 4).notes[:4] == sentences(chart)
    assert table.to_csv().startswith("players,first turn")
    pub = with_switches(SCAT, {"three_of_a_kind": "none"})
    assert "these differ: three_of_a_kind=none" in strategy_table(pub).to_markdown()
    with pytest.raises(RulesError, match="does not know the game widow"):
        strategy_table(PRESETS["widow"])
    with pytest.raises(BasicError, match="no chart for 12 players"):
        strategy_table(SCAT, 12)


def test_sentences() -> None:
    """The words hold every number once it matters, and leave out what does not."""
    said = " ".join(sentences(CHART))
    assert "makes 21 or more and adds 2 or more, or adds 7 or more" in said
    assert "20 or more, 21 from your third turn on, 22 from your fourth turn on" in said
    assert "2 more if only two of your cards make it; 1 more if the top card is a ten" in said
    assert "counting two cards of one rank as 4 points more" in said
    took = " ".join(sentences(replace(CHART, took=4)))
    assert "; 4 more if the other player has just taken the top card." in took
    never = " ".join(sentences(replace(CHART, high_top=NO_KNOCK)))
    assert "make it; but never if the top card is a ten, a court card or an ace." in never
    bare = " ".join(sentences(replace(CHART, two_cards=0, high_top=0, pair=0, knock=(22,) * 4)))
    assert "Otherwise knock with 22 or more." in bare
    assert "Otherwise do not knock" in sentences(replace(CHART, knock=(31,) * 4))[1]
    late = sentences(replace(CHART, knock=(20, 20, 31, 31)))[1]
    assert "20 or more, never from your third turn on" in late
    assert "rank" not in bare
    assert markdown(2).startswith("### Basic strategy for 2 players\n\n1. Take the top card")


def test_points_of_the_pot() -> None:
    """A token a hand between two players decides half a hand."""
    found = measured(2)
    points = pot_points(found.others["flat:25"])
    assert points.mean == pytest.approx(50 * found.others["flat:25"].mean)
    assert points.se == pytest.approx(50 * found.others["flat:25"].se)


def test_tables_of_what_was_measured() -> None:
    """Every rule has its words, and everybody measured his row."""
    found = measured(2)
    assert {*found.without} == {*WORTH}
    assert [row[0] for row in worth(found).rows] == [*WORTH.values()]
    assert [row[0] for row in comparison(found).rows][-3:] == [*found.others]


def test_the_sheet() -> None:
    """The picture is whole, black on white, and nothing stands outside the sheet."""
    root = ET.fromstring(svg())  # noqa: S314  # our own picture
    texts = [(node.get("x"), node.get("y"), node.text or "") for node in root if node.text]
    assert all(0 < int(x or 0) < WIDTH and 0 < int(y or 0) < HEIGHT for x, y, _ in texts)
    numbers = [text for _, _, text in texts]
    for players in sizes():
        assert str(players) in numbers
        assert str(basic(players).take_to) in numbers
    few = svg((2, 3))
    assert few.count("<text") < svg().count("<text")


def test_written_out_and_thumb_are_one() -> None:
    """A chart that says what flat:22 does plays like him, but for names of suits."""
    thumb = replace(START, knock=(22,) * 4, take_gain=1, last_gain=1)
    moves, throws, *_ = write_out(thumb, SCAT, 3)
    flat, best, *_ = ways("flat:22", SCAT, 3)
    # A flat player knocks before he takes.
    knocks_first, *_ = write_out(thumb, SCAT, 3, knocks_first=True)
    assert (knocks_first[:3] == flat).all()
    assert (moves[:3] != flat).any()
    assert (throws[:3] == best).all()


def test_the_pictures_are_those_of_the_chart() -> None:
    """The shipped pictures were drawn from the shipped chart."""
    picture = svg()
    assert data_path("basic-strategy.svg").read_text(encoding="utf-8") == picture
    with Image.open(data_path("basic-strategy.png")) as image:
        drawn_from = image.info["svg-sha256"]
        assert image.size == (2 * WIDTH, 2 * HEIGHT)
    assert drawn_from == hashlib.sha256(picture.encode()).hexdigest()
