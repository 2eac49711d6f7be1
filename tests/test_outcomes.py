"""Well-played hands: counting them, keeping the counts, and the pot chances that follow."""

from __future__ import annotations

import json
from itertools import permutations, product
from typing import TYPE_CHECKING

import numpy as np
import pytest

from advisor.counting import count_hands
from advisor.match.pots import Tables
from advisor.match.sums import POT
from advisor.match.worth import UNITS
from advisor.outcomes import Payments, payments, payments_of
from advisor.players.solved import SOLVED, solved
from advisor.playout import batch
from advisor.playout.lineup import play_lineup
from advisor.position import OUT, turn_order
from advisor.pot_table import AlikeTable, PotTable, by_place
from advisor.referee.pot import after_payments
from advisor.rules import PRESETS, Rules
from advisor.well_played import (
    ENDINGS,
    SHIPPED,
    WellPlayed,
    WellPlayedError,
    file_name,
    load,
    nearest,
    save,
    well_played,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

SCAT, PUB = PRESETS["scat"], PRESETS["scat-pub"]
COUNTED = 60_000


@pytest.fixture(scope="module")
def three() -> WellPlayed:
    """Hands of three players, counted."""
    return count_hands(SCAT, 3, player="rising", hands=COUNTED, seed=4)


def made_up(players: int, seed: int) -> Payments:
    """Make up chances of payments, nobody, all and two tokens among them."""
    rng = np.random.default_rng(seed)
    paid = np.array(list(product((0, 1, 2), repeat=players)))
    chance = rng.random(len(paid)) ** 4
    return Payments(paid, chance / chance.sum())


def by_equations(
    ways: dict[int, Payments], tokens: Sequence[int], rules: Rules, winner: int = 0
) -> float:
    """Chance of a seat, the last one dealing: all stands at once as linear equations."""
    start = (tuple(tokens), len(tokens) - 1)
    stands, rows = {start: 0}, [start]
    moves: list[tuple[int, int, float]] = []
    for number, (left, dealer) in enumerate(rows):
        order = turn_order(left, dealer)
        if len(order) == 1:
            continue
        way = ways[len(order)]
        for paid, chance in zip(way.paid.tolist(), way.chance.tolist(), strict=True):
            by_seat = [0] * len(left)
            for seat, pays in zip(order, paid, strict=True):
                by_seat[seat] = pays
            after = after_payments(left, by_seat, rules)
            then = (after, turn_order(after, dealer)[0])
            if then not in stands:
                stands[then] = len(rows)
                rows.append(then)
            moves.append((number, stands[then], chance))
    matrix, won = np.eye(len(rows)), np.zeros(len(rows))
    for one, other, chance in moves:
        matrix[one, other] -= chance
    for number, (left, dealer) in enumerate(rows):
        won[number] = turn_order(left, dealer) == (winner,)
    return float(np.linalg.solve(matrix, won)[0])


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("ride", [False, True])
def test_one_pass_solves_the_equations(seed: int, ride: bool) -> None:  # noqa: FBT001
    """The backward pass gives what linear equations over the referee's own moves give."""
    rules = Rules(free_ride=ride, tokens=3)
    ways = {players: made_up(players, seed) for players in (2, 3)}
    table = PotTable(ways.__getitem__, 3, 3)
    least = 0 if ride else 1
    for tokens in product(range(least, 4 - ride), repeat=3):
        lives = [left + ride for left in tokens]
        expected = [by_equations(ways, tokens, rules, seat) for seat in range(3)]
        assert table.chances(lives) == pytest.approx(expected, abs=1e-12)


def test_a_seat_that_is_out_is_skipped() -> None:
    """Equations over four seats, one of them out, agree with a table of three."""
    ways = {players: made_up(players, 9) for players in (2, 3)}
    found = PotTable(ways.__getitem__, 3, 2).chances([2, 1, 2])[0]
    assert found == pytest.approx(by_equations(ways, (2, OUT, 1, 2), Rules()), abs=1e-12)


@pytest.mark.parametrize(("players", "lives"), [(2, 4), (2, 9), (3, 9), (4, 5), (5, 4), (6, 4)])
@pytest.mark.parametrize("rules", SHIPPED)
def test_every_stand_of_lives(rules: str, players: int, lives: int) -> None:
    """From every stand somebody wins, and one more life never hurts: all stands, shipped counts."""
    assert by_place(players, lives)
    table = PotTable(lambda seats: payments(rules, seats), players, lives)
    grid = np.array(list(product(range(1, lives + 1), repeat=players)))
    chances = np.array([table.chances(stand) for stand in grid.tolist()])
    assert np.allclose(chances.sum(axis=1), 1, atol=1e-12)
    assert chances.min() > 0
    shape = (*[lives] * players, players)
    by_lives = chances.reshape(shape)
    for place in range(players):
        assert np.diff(by_lives[..., place], axis=place).min() > 0


def test_places_alike_is_the_mean_over_places() -> None:
    """Where payments do not depend on places, both tables give the same chances."""
    chances = {}
    for players in (2, 3, 4):
        way = made_up(players, players)
        order = list(permutations(range(players)))
        paid = np.concatenate([way.paid[:, list(places)] for places in order])
        chances[players] = Payments(paid, np.tile(way.chance, len(order)) / len(order))
    table, alike = PotTable(chances.__getitem__, 4, 3), AlikeTable(chances.__getitem__)
    for lives in product(range(1, 4), repeat=4):
        assert table.chances(lives) == pytest.approx(alike.chances(lives), abs=1e-10)


@pytest.mark.parametrize("lives", [(4, 4), (1, 3), (4, 2, 1), (2, 1, 3, 1)], ids=str)
def test_chances_are_those_of_whole_matches(lives: tuple[int, ...]) -> None:
    """Pots played to the end by the players that were counted are won as often as computed."""
    matches, players = 20_000, len(lives)
    counts = {
        seats: count_hands(SCAT, seats, player="flat:25", hands=400_000, seed=8)
        for seats in range(2, players + 1)
    }
    table = PotTable(lambda seats: payments_of(counts[seats]), players, 4)
    seating = np.tile(np.arange(players), (matches, 1))
    tables = Tables(SCAT, ("flat:25",) * players, seating, np.arange(matches))
    tables._tokens[:] = lives
    tables.play(seed=77)
    won = (tables.measured[:, POT, :] / UNITS).mean(axis=0)
    for chance, share in zip(table.chances(lives), won, strict=True):
        assert abs(chance - share) < 4 * np.sqrt(chance * (1 - chance) / matches) + 0.001


def test_counts_are_those_of_the_hands_themselves(three: WellPlayed) -> None:
    """Payments, endings, knocks and losers come out as counted hand by hand."""
    seats = batch.seats(("rising",) * 3, SCAT)
    deals = batch.play_deals(SCAT, seats, COUNTED, seed=4)
    kept = [hand for hand in range(COUNTED) if deals.ending[hand] != 4]
    assert three.counted == len(kept)
    assert three.paid["100"] == sum(deals.paid[hand].tolist() == [1, 0, 0] for hand in kept)
    knocks = losers = score = pays = 0
    for hand in kept:
        knocker = deals.knocker[hand]
        if knocker < 0:
            continue
        # Whoever knocked, in the second round: after 3, 4 or 5 turns.
        after = deals.turns[hand] - 3
        if deals.ending[hand] == 0 and 3 <= after < 6:
            assert after % 3 == knocker
            payer = deals.paid[hand].tolist().index(1)
            losers += 1
            score += int(deals.final[hand, payer])
        knocks += knocker == 1
        pays += knocker == 1 and deals.paid[hand, 1] > 0
    assert three.knockers[1] == (knocks, pays)
    assert three.losers[1][:2] == (losers, score)
    assert sum(row[0] for row in three.knocks) == sum(row[0] for row in three.knockers)
    assert three.ended["dealt 31"] == three.turns[0]
    twenty = [hand for hand in kept if deals.dealt[hand, 2] == 40]
    paid = int(deals.paid[twenty, 2].sum())
    assert (40, len(twenty), paid, paid) in three.dealt[2]
    assert list(three.ended) == list(ENDINGS)


def test_counts_depend_on_the_seed_alone(three: WellPlayed) -> None:
    """Threads and progress reports change no count, and the payments are a match's payments."""
    told: list[float] = []
    again = count_hands(
        SCAT, 3, player="rising", hands=COUNTED, seed=4, threads=2, progress=told.append
    )
    assert again == three
    assert told[-1] == 1
    assert count_hands(SCAT, 3, player="rising", hands=COUNTED, seed=5) != three
    paid = play_lineup(SCAT, ("rising",) * 3, COUNTED, seed=4).paid.sum(axis=0)
    counted = [
        sum(int(key[seat]) * hands for key, hands in three.paid.items()) for seat in range(3)
    ]
    assert counted == paid.tolist()


def test_counts_are_read_back(three: WellPlayed, tmp_path: Path) -> None:
    """What was written is read back, with where it comes from."""
    save(tmp_path / "counts.json", SCAT, [three], code="1.2.3")
    assert load(tmp_path / "counts.json") == {3: three}
    written = json.loads((tmp_path / "counts.json").read_text())
    assert (written["rules"], written["code"]) == ("scat", "1.2.3")


def damaged(text: str, case: str) -> str:
    """Damage a file of counts in one way."""
    written = json.loads(text)
    if case == "not JSON":
        return text[:-10]
    if case == "foreign":
        return json.dumps({"hands": []})
    if case == "version":
        return json.dumps(written | {"version": 99})
    written["hands"][0]["turns"][5] += 1
    return json.dumps(written)


@pytest.mark.parametrize(
    ("case", "said"),
    [
        ("not JSON", "cannot be read as JSON"),
        ("foreign", "does not hold well-played hands"),
        ("version", "has version 99; this program reads 1"),
        ("changed", "is damaged: its checksum"),
    ],
)
def test_damaged_counts_are_refused(
    three: WellPlayed, tmp_path: Path, case: str, said: str
) -> None:
    """A damaged or foreign file is refused with its reason, whatever is wrong with it."""
    path = tmp_path / "counts.json"
    save(path, SCAT, [three], code="1")
    path.write_text(damaged(path.read_text(), case))
    with pytest.raises(WellPlayedError, match=said):
        load(path)


def test_counts_that_cannot_be_are_refused(three: WellPlayed) -> None:
    """Counts that do not belong together are refused, not averaged."""
    fields = {name: getattr(three, name) for name in WellPlayed.__slots__}
    for change, said in (
        ({"turns": three.turns[:-1]}, "sum to"),
        ({"players": 4}, "one digit, 0 to 2, for each seat"),
        ({"knocks": three.knocks[1:]}, "shapes"),
        ({"knockers": three.knockers[1:]}, "2 and 3 seats"),
        ({"dealt": three.dealt[1:]}, "3 and 2 seats"),
        ({"capped": COUNTED}, "0 were counted"),
    ):
        with pytest.raises(WellPlayedError, match=said):
            WellPlayed(**(fields | change))


@pytest.mark.parametrize("rules", SHIPPED)
@pytest.mark.parametrize("players", range(2, 10))
def test_shipped_counts(rules: str, players: int) -> None:
    """Counts of both presets are there for 2 to 9 players, and they pay what the rules say."""
    found = well_played(PRESETS[rules], players)
    assert found.players == players
    assert found.player == SOLVED
    assert found.hands >= 1_000_000
    assert found.capped < found.hands / 500
    for paid in found.paid:
        assert ("2" in paid) <= (rules == "scat-pub")
        assert paid.count("0") >= 1


@pytest.mark.parametrize("rules", SHIPPED)
@pytest.mark.parametrize("players", range(2, 10))
def test_shipped_counts_are_of_the_shipped_tables(rules: str, players: int) -> None:
    """Whoever replaces a solved table must count again: ``thirtyone count``."""
    table = solved(PRESETS[rules], players)
    assert well_played(PRESETS[rules], players).table == table.provenance["sha256"]


def test_nearest_counts_say_so() -> None:
    """Tokens change nothing in a hand; another switch is answered from the nearest, and said."""
    assert nearest(Rules(tokens=9, free_ride=True)) == ("scat", "")
    assert nearest(PUB) == ("scat-pub", "")
    name, said = nearest(Rules(pack=32, tokens=2))
    assert name == "scat"
    assert said == "well-played hands were counted under scat, without pack=32"


def test_no_counts_for_so_many() -> None:
    """More players than were counted are refused by number."""
    with pytest.raises(WellPlayedError, match="no well-played hands of 10 players"):
        well_played(SCAT, 10)
    assert file_name(SCAT) == "well-played-scat.json"
