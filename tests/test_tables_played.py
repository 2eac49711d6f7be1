"""Tables of well-played hands: every number is what the counts say, with its error."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from advisor import tables_played as played
from advisor.counting import count_hands
from advisor.equity import equity
from advisor.estimate import Estimate
from advisor.playout import batch
from advisor.rules import PRESETS, Rules, RulesError
from advisor.tables import TOO_FEW, Amount, Table, TableError, amount_text, cell_text
from advisor.well_played import SHIPPED, WellPlayed, well_played

if TYPE_CHECKING:
    from collections.abc import Callable

    from advisor.tables import Cell

SCAT, PUB = PRESETS["scat"], PRESETS["scat-pub"]
HANDS = 30_000


@pytest.fixture(scope="module")
def pub() -> WellPlayed:
    """Hands of three players of ``scat-pub``, where some pay two tokens, counted."""
    return count_hands(PUB, 3, player="flat:20", hands=HANDS, seed=2)


def number(cell: Cell) -> Estimate:
    """Give the estimate in a cell."""
    found = cell.estimate if isinstance(cell, Amount) else cell
    assert isinstance(found, Estimate)
    return found


def column(table: Table, name: str) -> list[Cell]:
    """Give the cells of a column."""
    return [row[table.columns.index(name)] for row in table.rows]


def test_means_and_errors_are_those_of_the_hands(pub: WellPlayed) -> None:
    """Tokens and turns come out of the counts as out of the single hands, errors too."""
    deals = batch.play_deals(PUB, batch.seats(("flat:20",) * 3, PUB), HANDS, seed=2)
    assert pub.capped == 0
    for seat in range(3):
        found, paid = played.tokens_paid(pub, seat), deals.paid[:, seat]
        assert found.mean == pytest.approx(paid.mean())
        assert found.se == pytest.approx(paid.std(ddof=1) / math.sqrt(HANDS))
    turns = played.mean_turns(pub)
    assert turns.mean == pytest.approx(deals.turns.mean())
    assert turns.se == pytest.approx(deals.turns.std(ddof=1) / math.sqrt(HANDS))
    ended = played.rounds_played(pub)
    assert ended[0] == (deals.turns == 0).sum()
    assert ended[2] == ((deals.turns > 3) & (deals.turns <= 6)).sum()
    assert sum(ended) == HANDS


@pytest.mark.parametrize("rules", SHIPPED)
def test_who_acts_later_pays_more(rules: str) -> None:
    """The first seat pays least and the last most, at every table and by far more than noise."""
    table = played.seat_table(PRESETS[rules])
    assert [row[0] for row in table.rows] == list(range(2, 10))
    for row in table.rows:
        paid = [number(cell) for cell in row[1 : 1 + int(str(row[0]))]]
        assert set(row[1 + len(paid) :]) <= {""}
        for before, after in pairwise(paid):
            assert before.mean < after.mean
        assert paid[-1].mean - paid[0].mean > 10 * (paid[0].se + paid[-1].se)


def test_seats_of_one_table() -> None:
    """One number of players has a row for each place, with knocks and the pot as computed."""
    table, counts = played.seat_table(SCAT, 4), well_played(SCAT, 4)
    assert column(table, "place") == ["first", "second", "third", "fourth"]
    pots = [number(cell).mean for cell in column(table, "share of the pot")]
    assert pots == list(equity((4, 4, 4, 4), SCAT, model="solved"))
    knocks = [number(cell).mean for cell in column(table, "knocks")]
    compared = number(column(played.ends_table(SCAT, 4), "somebody knocks")[0])
    assert sum(knocks) == pytest.approx(compared.mean)
    pays = number(column(table, "pays when knocking")[0])
    assert pays.trials == counts.knockers[0][0]


def test_lengths() -> None:
    """Rounds are turns by players, and the shares of all rounds sum to one."""
    for turns, rounds, players in zip(
        *(column(played.length_table(SCAT), name) for name in ("turns, mean", "rounds, mean")),
        range(2, 10),
        strict=True,
    ):
        assert number(rounds).mean == pytest.approx(number(turns).mean / players)
        assert number(rounds).se == pytest.approx(number(turns).se / players)
    by_round = played.length_table(SCAT, 5)
    assert sum(number(cell).mean for cell in column(by_round, "hands")) == pytest.approx(1)
    so_far = [number(cell).mean for cell in column(by_round, "by then")]
    assert so_far == sorted(so_far)
    assert so_far[-1] == 1
    median = column(played.length_table(SCAT), "turns, median")[3]
    assert isinstance(median, int)
    assert sum(well_played(SCAT, 5).turns[:median]) < well_played(SCAT, 5).counted / 2


@pytest.mark.parametrize("players", [2, 4, 9])
def test_scores_by_round_make_up_the_whole(players: int) -> None:
    """Weighted by how often they come, the rounds give the means over all rounds."""
    by_round, whole = played.scores_table(SCAT, players), played.scores_table(SCAT)
    (row,) = (row for row in whole.rows if row[0] == players)
    shares = [number(cell).mean for cell in column(by_round, "of all hands")]
    assert sum(shares) == pytest.approx(number(row[1]).mean)
    for place, name in ((2, "knocker's score"), (3, "knocker pays")):
        cells = column(by_round, name)
        total = sum(
            share * number(cell).mean
            for share, cell in zip(shares, cells, strict=True)
            if cell != TOO_FEW
        )
        assert total / sum(shares) == pytest.approx(number(row[place]).mean, rel=1e-3)
    assert number(row[2]).mean > number(row[4]).mean + 2


@pytest.mark.parametrize("rules", SHIPPED)
def test_endings(rules: str) -> None:
    """Every hand ends in one way, and a dealt 31 comes as often as is computed exactly."""
    from advisor.odds.deal import somebody_dealt_31  # noqa: PLC0415

    house = PRESETS[rules]
    for players, *cells in played.ends_table(house).rows:
        dealt, later, knock, stock = (number(cell) for cell in cells[:4])
        assert sum(one.mean for one in (dealt, later, knock, stock)) == pytest.approx(1)
        exactly = float(somebody_dealt_31(house, int(str(players))))
        assert abs(dealt.mean - exactly) < 4.5 * dealt.se
        assert stock.mean == 0


def test_tokens_and_pot() -> None:
    """Every stand of tokens stands once, and a row is what the equity of its stand is."""
    table = played.equity_table(PUB, 3)
    assert len(table.rows) == 20
    for tokens, *cells in table.rows:
        stand = [int(left) for left in str(tokens).split()]
        chances = [number(cell).mean for cell in cells]
        assert chances == list(equity(stand, PUB, model="solved"))
    assert table.rows[-1][0] == "0 0 0"


def test_notes_say_what_was_counted() -> None:
    """Hands, player and seed stand under each table, and rules that were not counted."""
    assert "hands or more of" in played.length_table(SCAT).notes[0]
    assert played.ends_table(Rules(pack=32)).notes[-1].endswith("without pack=32")


@pytest.mark.parametrize(
    ("make", "named"),
    [
        (lambda: played.seat_table(SCAT, 10), "10 players; expected 2 to 9"),
        (lambda: played.scores_table(SCAT, 1), "1 players"),
        (lambda: played.equity_table(Rules(tokens=9), 9), "more than 1000 rows"),
    ],
)
def test_tables_that_cannot_be(make: Callable[[], Table], named: str) -> None:
    """Players that were not counted, and a table without end, are refused by name."""
    with pytest.raises(TableError, match=named):
        make()


def test_the_other_game_is_refused() -> None:
    """No table of well-played hands is printed for a game whose hands were not counted."""
    with pytest.raises(RulesError, match="widow"):
        played.seat_table(PRESETS["widow"])


@pytest.mark.parametrize(
    ("estimate", "text"),
    [
        (Estimate(2.5), "2.5"),
        (Estimate(0.251946), "0.2519"),
        (Estimate(2.513, 0.021, 100, "simulated"), "2.51 ± 0.02"),
        (Estimate(0.24031, 0.00021, 100, "simulated"), "0.2403 ± 0.0002"),
        (Estimate(21.3, 12.0, 100, "simulated"), "21 ± 12"),
    ],
    ids=str,
)
def test_a_mean_is_no_percentage(estimate: Estimate, text: str) -> None:
    """Tokens and points are written as they are, as precisely as their error allows."""
    assert amount_text(estimate) == text
    cell = Amount(estimate)
    assert cell_text(cell) == text
    table = Table("Small", ("what", "tokens"), (("a", cell),))
    assert table.to_json()["rows"] == [{"what": "a", "tokens": estimate.to_json()}]
    errors = estimate.method == "simulated"
    expected = f"a,{estimate.mean},{estimate.se}" if errors else f"a,{estimate.mean}"
    assert table.to_csv().splitlines()[1] == expected
