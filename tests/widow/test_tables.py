"""Study tables of widow: rows that can be counted, and what must hold between them."""

from __future__ import annotations

import pytest

from advisor.cards import parse_hand
from advisor.estimate import Estimate
from advisor.odds.exchange import first_turn
from advisor.odds.widow_showdown import standing
from advisor.rules import PRESETS, RulesError
from advisor.tables import TOO_FEW, TableError
from advisor.tables_widow import better_table, first_knock_table, first_move_table, swap_table

WIDOW, ANY, SCHWIMMEN = PRESETS["widow"], PRESETS["widow-any"], PRESETS["schwimmen"]


def test_first_knocks_agree_with_counting() -> None:
    """The simulated share of a 30 and of a 17 is near what counting gives for such hands."""
    table = first_knock_table(WIDOW, deals=60_000, seed=2)
    assert table.columns == ("score", *(f"{players} players" for players in range(2, 8)))
    rows = {row[0]: row[1:] for row in table.rows}
    assert max(rows) == 30  # type: ignore[type-var]
    for text, score in (("Ts 7s 2c", 17), ("9s 8s 2c", 17)):
        hand = parse_hand(text)
        unseen = [card for card in range(52) if card not in hand]
        cell = rows[score][0]
        assert isinstance(cell, Estimate)
        wanted = standing(hand, unseen, 1, WIDOW, shown=True).share.mean
        # Hands of one score differ by the cards that break ties, by a few points.
        assert abs(cell.mean - wanted) < 0.03 + 4 * cell.se
    assert rows[2][0] == TOO_FEW or isinstance(rows[2][0], Estimate)


def test_first_knocks_rise_with_the_score() -> None:
    """A higher score wins more, and a share is smaller among more players."""
    rows = [row for row in first_knock_table(WIDOW, deals=60_000).rows if TOO_FEW not in row]
    for row in rows:
        shares = [cell.mean for cell in row[1:] if isinstance(cell, Estimate)]
        assert shares == sorted(shares, reverse=True)
    low, high = rows[0][1], rows[-1][1]
    assert isinstance(low, Estimate)
    assert isinstance(high, Estimate)
    assert high.mean > low.mean + 0.5


def test_first_moves_of_the_solved_player() -> None:
    """The solved player hardly ever knocks first with little, and mostly with 27."""
    rows = {row[0]: row[1:] for row in first_move_table(WIDOW, deals=20_000).rows}
    weak, strong = rows[9], rows[27]
    assert all(cell.mean < 0.2 for cell in weak if isinstance(cell, Estimate))
    assert all(cell.mean > 0.8 for cell in strong if isinstance(cell, Estimate))


@pytest.mark.parametrize("rules", [WIDOW, ANY, SCHWIMMEN], ids=lambda rules: rules.name)
def test_swaps_add_up_to_the_whole(rules: object) -> None:
    """Gains are never negative, and more is made of more."""
    table = swap_table(rules)  # type: ignore[arg-type]
    gains = {row[0]: row[2] for row in table.rows}
    assert all(gain >= 0 for gain in gains.values())  # type: ignore[operator]
    assert gains[max(gains)] == 0  # type: ignore[type-var]
    whole = first_turn(rules)  # type: ignore[arg-type]
    assert f"{float(whole.mean_after):.6f}" in " ".join(table.notes)


def test_something_better() -> None:
    """The chance of more falls with the score, from 1 to 0, and a swap only adds to it."""
    rows = better_table(WIDOW).rows
    for _, dealt, made in rows:
        assert dealt <= made  # type: ignore[operator]
    chances = [float(row[2]) for row in rows]  # type: ignore[arg-type]
    assert chances == sorted(chances, reverse=True)
    assert chances[-1] == 0
    by_score = {row[0]: row[2] for row in rows}
    assert by_score[30] == first_turn(WIDOW).thirty_one


def test_wrong_questions_are_refused() -> None:
    """The other game, a forbidden knock and senseless numbers are errors that say so."""
    with pytest.raises(RulesError, match="scat"):
        first_knock_table(PRESETS["scat"])
    with pytest.raises(RulesError, match="scat"):
        swap_table(PRESETS["scat"])
    with pytest.raises(TableError, match="forbidden"):
        first_knock_table(SCHWIMMEN)
    with pytest.raises(TableError, match="0 deals"):
        first_knock_table(WIDOW, deals=0)
