"""Everybody against everybody: definitions, table, picture."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import TYPE_CHECKING

import pytest

from advisor.estimate import Estimate
from advisor.match.errors import MatchError
from advisor.match.picture import ratings_svg, save_picture
from advisor.match.plan import Plan
from advisor.match.robin import everybody, round_robin
from advisor.match.run import match, play_part
from advisor.rules import PRESETS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from advisor.match.plan import Part
    from advisor.match.robin import Robin
    from advisor.match.sums import Sums

SCAT = PRESETS["scat"]
NAMES = ("greedy", "rising", "flat:25")


@pytest.fixture(scope="module")
def robin() -> Robin:
    """Play a short one."""
    return round_robin(SCAT, NAMES, games=20_000, seed=3)


def test_heads_up_pairing_is_a_match(robin: Robin) -> None:
    """A pairing of two seats is the match of the two: the share of tokens the other paid."""
    assert [(pairing.first, pairing.second) for pairing in robin.pairings] == [
        *((0, 1), (0, 2), (1, 2)),
    ]
    result = match(Plan(SCAT, ("greedy", "rising"), 3), 20_000)
    paid = [line.tokens.mean for line in result.lines]
    wins = robin.pairings[0].wins
    assert wins.mean == pytest.approx(paid[1] / sum(paid))
    # Nearly all hands cost one token, so the share moves half as fast as the difference.
    expected = result.differences[0].tokens.se / sum(paid) / 2
    assert wins.se == pytest.approx(expected, rel=0.02)


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_two_players_share_a_larger_table(seats: int) -> None:
    """Half of the seats each, both ways if odd; each seat counts the same."""
    paired = round_robin(SCAT, ("rising", "greedy"), seats=seats, games=6000, seed=5)
    more, less = -(-seats // 2), seats // 2
    lineups = [("rising",) * more + ("greedy",) * less, ("rising",) * less + ("greedy",) * more]
    rising: list[float] = []
    greedy: list[float] = []
    for way, names in enumerate(lineups[: 1 + seats % 2]):
        games = 6000 // (1 + seats % 2)
        lines = match(Plan(SCAT, names, 5 + way), games).lines
        for name, paid in (("rising", rising), ("greedy", greedy)):
            tokens = [line.tokens.mean for line in lines if line.name == name]
            paid.append(sum(tokens) / len(tokens))
    share = sum(greedy) / (sum(rising) + sum(greedy))
    assert paired.pairings[0].wins.mean == pytest.approx(share)
    assert paired.pairings[0].hands >= 6000


def test_error_of_a_pairing_is_what_repetitions_scatter() -> None:
    """Pairings on other decks scatter as their standard errors say."""
    wins = [
        round_robin(SCAT, ("rising", "flat:22"), seats=3, games=600, seed=seed).pairings[0].wins
        for seed in range(0, 160, 2)
    ]
    mean = sum(won.mean for won in wins) / len(wins)
    scatter = (sum((won.mean - mean) ** 2 for won in wins) / (len(wins) - 1)) ** 0.5
    error = sum(won.se for won in wins) / len(wins)
    assert scatter == pytest.approx(error, rel=0.3)


def test_where_antes_are_taken_pots_count() -> None:
    """Where the highest hand takes the antes, the share is of pots won, not of tokens paid."""
    paired = round_robin(PRESETS["widow"], ("swap:25", "random"), games=2000)
    lines = match(Plan(PRESETS["widow"], ("swap:25", "random")), 2000).lines
    assert paired.pairings[0].wins.mean == pytest.approx(lines[0].pot.mean, abs=1e-6)
    assert paired.pairings[0].wins.mean > 0.55


def test_table_and_json_agree(robin: Robin) -> None:
    """The table has a row for each player, best first, and mirrored shares."""
    table = robin.table()
    assert [row[0] for row in table.rows] == list(table.columns[2:])
    assert table.rows[0][0] == "rising"
    assert table.rows[-1][0] == "greedy"
    upper, lower = table.rows[0][4], table.rows[2][2]
    assert isinstance(upper, Estimate)
    assert isinstance(lower, Estimate)
    assert upper.mean + lower.mean == pytest.approx(1)
    assert table.rows[1][3] == ""
    plain = robin.to_json()
    assert [player["name"] for player in plain["players"]] == [row[0] for row in table.rows]  # type: ignore[attr-defined]
    assert "60,000 hands in 3 pairings, seed 3" in table.notes


def test_picture_is_an_svg_of_all_players(robin: Robin, tmp_path: Path) -> None:
    """The picture is well-formed and has a dot inside its bar for every player, best first."""
    path = tmp_path / "elo.svg"
    save_picture(str(path), robin)
    tree = ET.fromstring(path.read_text())  # noqa: S314  # our own file
    space = "{http://www.w3.org/2000/svg}"
    dots, bars = tree.findall(f"{space}circle"), tree.findall(f"{space}line[@class='bar']")
    at = [float(dot.attrib["cx"]) for dot in dots]
    assert at == sorted(at, reverse=True)
    assert len(at) == len(bars) == 3
    for dot, bar in zip(at, bars, strict=True):
        assert float(bar.attrib["x1"]) < dot < float(bar.attrib["x2"])
    with pytest.raises(MatchError, match=r"elo\.svg"):
        save_picture("elo.png", robin)
    with pytest.raises(MatchError, match="cannot be written"):
        save_picture(str(tmp_path / "no" / "elo.svg"), robin)


def interrupted_after(games: int) -> object:
    """Give a worker who is interrupted after some parts of all matches together."""
    left = [games]

    def play(plan: Plan, parts: Iterable[Part]) -> Iterator[Sums]:
        for part in parts:
            if not left[0]:
                raise KeyboardInterrupt
            left[0] -= 1
            yield play_part(plan, *part)

    return play


def test_interrupt_keeps_complete_pairings() -> None:
    """Pairings that are complete are shown; what is missing is empty and nobody is rated."""
    part = round_robin(SCAT, NAMES, games=600, share=interrupted_after(1))  # type: ignore[arg-type]
    assert part.interrupted
    assert len(part.pairings) == 1
    assert part.ratings is None
    assert part.chart() == []
    assert [row[1] for row in part.table().rows] == [""] * 3
    assert ET.fromstring(ratings_svg(part)).tag.endswith("svg")  # noqa: S314  # our own text
    with pytest.raises(KeyboardInterrupt):
        round_robin(SCAT, NAMES, games=600, share=interrupted_after(0))  # type: ignore[arg-type]


@pytest.mark.parametrize("game", ["scat", "widow"])
def test_everybody_can_play(game: str) -> None:
    """The names that are taken if nobody is named all sit down, two at a time."""
    rules = PRESETS[game]
    names = everybody(rules)
    assert len(names) == len(set(names)) > 3
    played = round_robin(rules, names, games=4)
    assert len(played.pairings) == len(names) * (len(names) - 1) // 2


def test_impossible_robins() -> None:
    """A round-robin needs different players, and a table that seats them."""
    for names in (("rising",), ("rising", "rising")):
        with pytest.raises(MatchError, match="two or more different players"):
            round_robin(SCAT, names)
    with pytest.raises(MatchError, match="expected 2 to 9"):
        round_robin(SCAT, NAMES, seats=12)
    with pytest.raises(MatchError, match="expected 2 to 9"):
        round_robin(SCAT, NAMES, seats=1)
