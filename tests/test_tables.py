"""The study tables: the published figures, and the three ways to write them."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest

from advisor.cards import POINTS, first_card, parse_hand
from advisor.estimate import Estimate, exact, proportion
from advisor.hands import THIRTY_ONE
from advisor.knock import knock_risk
from advisor.odds.reach import reach
from advisor.position import ask
from advisor.rules import PRESETS, Rules, RulesError
from advisor.tables import (
    FEWEST,
    TOO_FEW,
    Table,
    TableError,
    cell_text,
    deal_table,
    estimate_text,
    knock_table,
    reach_table,
)

SCAT = PRESETS["scat"]
DEALS = 400_000


def plain_score(hand: tuple[int, ...], rules: Rules) -> float:
    """Score a hand by its definition, card by card."""
    in_suits = [sum(POINTS[card] for card in hand if card % 4 == suit) for suit in range(4)]
    in_suit: float = max(in_suits)
    if len({card // 4 for card in hand}) > 1:
        return in_suit
    if hand[0] // 4 == 12 and rules.three_aces != "same":
        return float(rules.three_aces)
    alike = {"30": 30.0, "30.5": 30.5, "none": 0.0}[rules.three_of_a_kind]
    return max(in_suit, alike)


@pytest.mark.parametrize("name", PRESETS)
def test_deal_table_is_plain_enumeration(name: str) -> None:
    """Counts and chances are those of dealing every hand of the pack once."""
    rules = PRESETS[name]
    hands = list(combinations(range(first_card(rules.pack), 52), 3))
    counts = Counter(plain_score(hand, rules) for hand in hands)
    expected = [
        (
            score,
            counts[score],
            Fraction(counts[score], len(hands)),
            Fraction(sum(count for other, count in counts.items() if other >= score), len(hands)),
        )
        for score in sorted(counts)
    ]
    assert deal_table(rules).rows == tuple(expected)


def test_deal_table_of_scat() -> None:
    """The figures that the rules pages print, at both ends, with mean and somebody's 31."""
    table = deal_table(SCAT)
    assert [row[:2] for row in table.rows[:2]] == [(3, 24), (4, 72)]
    assert [row[:2] for row in table.rows[-2:]] == [(30, 84), (31, 24)]
    assert table.notes[0] == "of 22,100 hands; mean 13.141, median 11"
    assert "0.22 % of 2, 0.33 % of 3" in table.notes[1]
    assert table.notes[1].endswith("1.72 % of 16 players' hands")


def cell(table: Table, score: int, place: str) -> Estimate:
    """Give a number of a table of knocks."""
    (row,) = (row for row in table.rows if row[0] == score)
    found = row[table.columns.index(place)]
    assert isinstance(found, Estimate)
    return found


@pytest.fixture(scope="module")
def four_players() -> Table:
    """Table of knocks for four players."""
    return knock_table(SCAT, 4, deals=DEALS, seed=1)


@pytest.fixture(scope="module")
def heads_up() -> Table:
    """Table of knocks for two players."""
    return knock_table(SCAT, 2, deals=DEALS, seed=1)


@pytest.mark.parametrize(("score", "low", "high"), [(13, 49, 50), (16, 81, 82), (20, 96, 97)])
def test_knock_survives_first_of_four(four_players: Table, score: int, low: int, high: int) -> None:
    """Knocking at once is as safe as measured elsewhere: 13, 16 and 20, first of four."""
    found = cell(four_players, score, "first")
    assert low - 400 * found.se < 100 * found.mean < high + 400 * found.se


@pytest.mark.parametrize(("score", "percent"), [(18, 55), (20, 69)])
def test_knock_survives_heads_up(heads_up: Table, score: int, percent: int) -> None:
    """Knocking at once heads-up is as safe as measured elsewhere."""
    found = cell(heads_up, score, "first")
    assert abs(100 * found.mean - percent) < 0.5 + 400 * found.se


def test_knocking_later_is_riskier(four_players: Table) -> None:
    """Who has had a turn holds more: the same score is safer the earlier one sits."""
    chances = [cell(four_players, 16, place).mean for place in four_players.columns[1:]]
    assert chances == sorted(chances, reverse=True)
    assert chances[0] > chances[-1] + 0.1


def test_knock_table_agrees_with_exact_risk(heads_up: Table) -> None:
    """A score's survival is the mean over its hands and top cards of the exact heads-up risk."""
    # 29 is ace, ten-card and an eight of a suit, or ten-cards and a nine: by suit all alike.
    hands = [hand for hand in combinations(range(0, 52, 4), 3) if plain_score(hand, SCAT) == 29]
    safe = [
        1 - knock_risk(ask(hand, top=top, players=2)).pays.mean
        for hand in hands
        for top in set(range(52)) - set(hand)
    ]
    found = cell(heads_up, 29, "first")
    assert len(hands) == 10
    assert abs(sum(safe) / len(safe) - found.mean) < 4 * found.se


def test_knock_table_depends_on_the_seed_alone() -> None:
    """Threads and progress reports change no number."""
    told: list[float] = []
    one = knock_table(SCAT, 3, deals=120_000, seed=5)
    two = knock_table(SCAT, 3, deals=120_000, seed=5, threads=2, progress=told.append)
    assert one == two
    assert one != knock_table(SCAT, 3, deals=120_000, seed=6)
    assert told == sorted(told)
    assert len(told) == 6
    assert told[-1] == 1


def test_too_few_deals_are_called_so() -> None:
    """A cell without enough deals holds no number that could be taken for one."""
    table = knock_table(SCAT, 2, deals=2_000)
    cells = {row[0]: row[1:] for row in table.rows}
    assert cells[3] == (TOO_FEW, TOO_FEW)
    assert all(isinstance(found, Estimate) and found.trials >= FEWEST for found in cells[11])
    assert 31 not in cells
    assert f"| 3 | {TOO_FEW} | {TOO_FEW} |" in table.to_markdown()
    assert f"\n3,{TOO_FEW},,{TOO_FEW},\n" in table.to_csv()


@pytest.mark.parametrize(
    ("rules", "players", "deals", "named"),
    [
        (Rules(first_round_knock="forbidden"), 4, 1000, "first_round_knock=forbidden"),
        (SCAT, 17, 1000, "17 players; expected 2 to 16"),
        (SCAT, 1, 1000, "1 players"),
        (SCAT, 2, 0, "0 deals"),
    ],
)
def test_knock_table_refuses(rules: Rules, players: int, deals: int, named: str) -> None:
    """What cannot be knocked or dealt is refused by name."""
    with pytest.raises(TableError, match=named):
        knock_table(rules, players, deals=deals)


@pytest.mark.parametrize("make", [reach_table, lambda rules: knock_table(rules, 2)])
def test_tables_of_scat_refuse_the_other_game(make: object) -> None:
    """A table about stock and pile is not printed for a game without them."""
    assert callable(make)
    with pytest.raises(RulesError, match="widow"):
        make(PRESETS["widow"])


def test_reach_table_gives_what_reach_gives() -> None:
    """Every row is the exact answer for the hand that it names."""
    table = reach_table(SCAT, draws=3)
    assert table.columns == ("hand", "example", "1", "2", "3")
    assert len(table.rows) >= 10
    for _, text, *chances in table.rows:
        (top,) = parse_hand("7c", size=1)
        position = ask(parse_hand(str(text)), top=top)
        assert chances == reach(position, THIRTY_ONE, 3)
        assert all(isinstance(chance, Estimate) and chance.se == 0 for chance in chances)


@pytest.mark.parametrize("pack", [52, 36, 32])
def test_reach_table_exists_for_every_pack(pack: int) -> None:
    """The example hands are in every pack, and chances grow with the draws."""
    for _, _, *chances in reach_table(Rules(pack=pack), draws=10).rows:
        means = [chance.mean for chance in chances if isinstance(chance, Estimate)]
        assert len(means) == 10
        assert means == sorted(means)
        assert means[-1] > means[0]


SMALL = Table(
    "Small",
    ("score", "chance", "safe", "sure", "words"),
    (
        (30.5, Fraction(1, 4), proportion(250, 1000), exact(0.5), "a|b"),
        (31, Fraction(1, 3), TOO_FEW, exact(1), 'c "d", e'),
    ),
    ("a note",),
)


def test_json_has_every_cell_under_its_column() -> None:
    """Scripts read numbers as numbers, and uncertain ones with their method."""
    read = json.loads(json.dumps(SMALL.to_json(), allow_nan=False))
    assert read["columns"] == list(SMALL.columns)
    assert read["rows"][0]["score"] == 30.5
    assert read["rows"][1]["chance"] == pytest.approx(1 / 3)
    assert read["rows"][0]["safe"] == proportion(250, 1000).to_json()
    assert read["rows"][1]["safe"] == TOO_FEW
    assert read["notes"] == ["a note"]


def test_csv_has_errors_beside_simulated_numbers() -> None:
    """A spreadsheet gets full precision, and errors in a column of their own."""
    head, first, second = csv.reader(io.StringIO(SMALL.to_csv()))
    assert head == ["score", "chance", "safe", "safe se", "sure", "words"]
    assert first[:3] == ["30.5", "0.25", "0.25"]
    assert float(first[3]) == proportion(250, 1000).se
    assert second == ["31", str(1 / 3), TOO_FEW, "", "1.0", 'c "d", e']


def test_markdown_is_a_table_for_people() -> None:
    """Chances are in per cent, errors are ±, and no cell breaks the table."""
    lines = SMALL.to_markdown().splitlines()
    assert lines[0] == "### Small"
    assert lines[4] == "| 30.5 | 25 % | 25 ± 1 % | 50 % | a/b |"
    assert lines[-1] == "- a note"
    assert {line.count("|") for line in lines[2:6]} == {6}


@pytest.mark.parametrize(
    ("estimate", "text"),
    [
        (exact(0.25), "25 %"),
        (exact(0.0210), "2.1 %"),
        (Estimate(0.25064, 0.0021, 100, "simulated"), "25.1 ± 0.2 %"),
        (Estimate(0.25064, 0.021, 100, "simulated"), "25 ± 2 %"),
        (Estimate(0.25064, 0.21, 100, "simulated"), "25 ± 21 %"),
        (Estimate(0.25064, 0.0000021, 100, "simulated"), "25.064 ± 0.000 %"),
    ],
)
def test_an_estimate_shows_no_more_digits_than_it_has(estimate: Estimate, text: str) -> None:
    """A number is written as precisely as its error allows, and an exact one without error."""
    assert estimate_text(estimate) == text
    assert cell_text(estimate) == text
