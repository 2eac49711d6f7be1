"""The solved player: his table, his file, and the same hands compiled and with the referee."""

from __future__ import annotations

import hashlib
import json
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from advisor.cards import parse_cards
from advisor.hands import N_HANDS, hand_cards, hand_index, scores
from advisor.players.clues import KNOCKING, PASSED, THROWING, Clue, group
from advisor.players.published import reference
from advisor.players.solved import (
    FORMAT,
    N_FOUR_CLASSES,
    N_PAIRS,
    VERSION,
    Solved,
    SolvedError,
    compact,
    load,
    nearest,
    save,
    solved,
)
from advisor.players.tabled import TabledPlayer
from advisor.players.told import Told, told_move, told_throw
from advisor.players.written import DOUBT, DRAW, INSTEAD, KNOCK, TAKES_LAST, UNIT
from advisor.playout import batch, clues, codes, scat
from advisor.playout.tabled import look_up_move, look_up_throw
from advisor.rules import PRESETS, Rules, RulesError, with_switches
from advisor.solve.duel import among, duel
from advisor.solve.refine import GROUPS
from advisor.suits import N_FOURS, RANKS, four_cards, pair_numbers, swapped
from tests.playout import decks

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from advisor.players.solved import Solved as Table
    from advisor.players.written import Ways

SCAT, PUB = PRESETS["scat"], PRESETS["scat-pub"]

PAPER: dict[str, Any] = {
    "format": FORMAT,
    "version": VERSION,
    "rules": "scat",
    "players": 2,
    "seed": 1,
    "settings": {},
    "code": "0.1.0",
    "date": "2026-01-01",
    "strength": {},
    "sha256": "",
}


def random_table(seed: int, turns: int = 6, players: int = 2) -> Table:
    """Make a table of any moves, doubts and clues, seldom a knock so that hands last."""
    rng = np.random.default_rng(seed)
    other = rng.choice([1, 2, 3, DRAW], (turns, N_PAIRS), p=[0.16, 0.16, 0.16, 0.52])
    knocks = rng.random(other.shape) < 0.05
    moves = np.where(knocks, KNOCK | other << INSTEAD, other | KNOCK << INSTEAD)
    moves |= (
        TAKES_LAST * rng.integers(0, 2, moves.shape) | rng.integers(9, 32, moves.shape) << DOUBT
    )
    throws = rng.integers(0, 256, (turns, N_FOUR_CLASSES))
    return Solved(
        moves.astype(np.uint16),
        throws.astype(np.uint8),
        np.rint(rng.normal(0, 0.05 / UNIT, (turns, *KNOCKING))).astype(np.int16),
        np.rint(rng.normal(0, 0.05 / UNIT, (turns, *THROWING))).astype(np.int16),
        PAPER | {"players": players},
        players,
    )


@pytest.fixture(scope="module")
def table() -> Table:
    """A table that no sensible player follows, so that every entry is met."""
    return random_table(1)


def play(rules: Rules, players: Sequence[Table | str], deals: int, *, seed: int) -> batch.Deals:
    """Play whole hands compiled."""
    ways = [one.expanded() if isinstance(one, Solved) else one for one in players]
    return batch.play_deals(rules, batch.seats(ways, rules), deals, seed=seed)


LINE_UPS = {
    "alone": ("table", "table"),
    "first": ("table", "rising"),
    "second": ("flat:22", "table"),
    "three": ("table", "rising", "table"),
    "five": ("flat:25", "table", "table", "greedy", "table"),
}


@pytest.mark.parametrize("rules", [SCAT, PUB], ids=lambda rules: str(rules.name))
@pytest.mark.parametrize("names", LINE_UPS.values(), ids=LINE_UPS)
def test_same_decks_same_outcome(names: tuple[str, ...], rules: Rules) -> None:
    """Whole hands end alike, payment by payment, compiled and with players who see positions."""
    same_outcome(names, rules, deals=200)


@pytest.mark.parametrize(
    "settings",
    [
        {"first_round_knock": "forbidden", "stock_out": "void"},
        {"first_round_knock": "ends", "thirty_one_after_knock": "double"},
        {"put_back_taken": "yes", "stand_pat_last_turn": "yes", "three_aces": "33"},
    ],
    ids=str,
)
def test_rules_that_the_table_was_not_made_for(settings: dict[str, str]) -> None:
    """Under other switches the table leads to no illegal move, and to the same ones compiled."""
    same_outcome(("table", "table", "rising"), with_switches(SCAT, settings), deals=150)


def same_outcome(names: tuple[str, ...], rules: Rules, *, deals: int) -> None:
    """Compare the compiled loop with the referee, who refuses every illegal move."""
    seats = len(names)
    table = random_table(1, 3 * seats, seats)
    way = table.expanded()
    compiled = play(rules, [table if name == "table" else name for name in names], deals, seed=3)
    endings = set()
    for deal in range(deals):
        deck, key = decks.kernel_deck(3, deal, seats, rules)
        seated = [
            TabledPlayer(way) if name == "table" else reference(name, rules, key) for name in names
        ]
        end = decks.play_out(decks.deal(rules, seats, deck), seated, key, scat.MAX_TURNS)
        endings.add(int(compiled.ending[deal]))
        assert (end is None) == (compiled.ending[deal] == codes.CAPPED)
        if end is not None:
            assert end.result is not None
            assert compiled.paid[deal].tolist() == list(end.result.paid), (deal, end.result.why)
            assert compiled.turns[deal] == end.turn
            assert compiled.knocker[deal] == (-1 if end.knocker is None else end.knocker)
    assert endings >= {codes.BY_KNOCK, codes.BY_THIRTY_ONE}


def test_stock_is_reshuffled_alike() -> None:
    """A table that never knocks and always draws comes to the end of the stock and beyond."""
    moves = np.full((2, N_PAIRS), DRAW, dtype=np.uint8)
    throws = random_table(5, 2).throws & np.uint8(3)
    never = compact(moves, throws, 2)
    compiled = play(SCAT, [never, never], 40, seed=8)
    assert np.count_nonzero(compiled.turns > 45) > 5
    for deal in range(40):
        deck, key = decks.kernel_deck(8, deal, 2, SCAT)
        seated = [TabledPlayer(never.expanded()) for _ in range(2)]
        end = decks.play_out(decks.deal(SCAT, 2, deck), seated, key, scat.MAX_TURNS)
        assert compiled.turns[deal] == (scat.MAX_TURNS if end is None else end.turn)


def test_both_seats_on_the_same_decks(table: Table) -> None:
    """A player against himself wins half of the hands and no token, exactly."""
    met = duel(SCAT, table, table, 2_000, seed=1)
    assert met.tokens.mean == 0
    assert met.wins.mean == pytest.approx(0.5 - met.capped / 2 / 4_000)


def test_all_seats_on_the_same_decks() -> None:
    """One player among his like pays his fair share, exactly."""
    table = random_table(1, 6, 3)
    met = among(SCAT, table, table, 3, 2_000, seed=1)
    assert met.tokens.mean == pytest.approx(0, abs=1e-12)
    assert met.pays.mean == pytest.approx(met.fair.mean)
    assert 0.3 < met.fair.mean < 0.6
    assert met.capped % 3 == 0


def test_one_among_others_is_counted_seat_by_seat() -> None:
    """What he pays, and what is fair, are means over the seats of the plain payments."""
    table, deals = random_table(1, 6, 3), 3_000
    met = among(SCAT, "flat:25", table, 3, deals, seed=4)
    mine, total = 0, 0
    for seat in range(3):
        players: list[Table | str] = [table, table, table]
        players[seat] = "flat:25"
        paid = play(SCAT, players, deals, seed=4).paid
        mine, total = mine + int(paid[:, seat].sum()), total + int(paid.sum())
    assert met.pays.mean == pytest.approx(mine / 3 / deals)
    assert met.fair.mean == pytest.approx(total / 9 / deals)
    assert met.tokens.mean == pytest.approx((total - 3 * mine) / 2 / 3 / deals)
    assert met.pays.mean < met.fair.mean


def read(way: Ways, turn: int, cards: Sequence[int], clue: Clue) -> tuple[Told, int]:
    """Look up a move with three cards under a fourth one, and a throw after drawing a fifth."""
    *hand, top, drawn = cards
    hand.sort()
    own = int(scores(SCAT)[hand_index(hand)])
    told = told_move(way, turn, hand=hand, own=own, top=top, clue=clue)
    return told, told_throw(way, turn, hand=hand, drawn=drawn, top=top, clue=clue)


CLUES = (
    Clue(),
    Clue(1, tuple(parse_cards("2c"))),
    Clue(3, tuple(parse_cards("9d Kd"))),
    Clue(5, tuple(parse_cards("Ah Kh 2s"))),
)


def test_a_table_is_read_alike_compiled_and_plainly(table: Table) -> None:
    """For any hand, top card, draw and clue both give the same move and the same cards."""
    way, says, seen = table.expanded(), batch.game(SCAT), set()
    assert way.moves.shape == (6, RANKS, N_HANDS)
    assert way.throws.shape == (6, N_FOURS)
    rng = Random(6)
    for _ in range(3_000):
        cards, turn, clue = rng.sample(range(52), 5), rng.randrange(6), rng.choice(CLUES)
        hand, top, drawn = sorted(cards[:3]), cards[3], cards[4]
        told, thrown = read(way, turn, cards, clue)
        array = np.array(hand, dtype=np.int8)
        own = int(scores(SCAT)[hand_index(hand)])
        more = int(way.knocking[turn, clue.last, clue.level, own // 2])
        found = look_up_move(array, top, way.moves[turn], more, says)
        card = -1 if told.thrown is None else told.thrown
        assert found == (told.move, card, told.takes_last)
        row, about = way.throws[turn], way.throwing[turn]
        assert look_up_throw(array, drawn, top, clue.in_suits, row, about) == thrown
        usual, usually_thrown = read(way, turn, cards, Clue())
        seen.add((usual.move == told.move, usually_thrown == thrown))
    # Clues change moves, throws, both and neither.
    assert len(seen) == 4


def test_clues_are_counted_alike_compiled_and_plainly() -> None:
    """Points and cards that a hand is known to hold are the same numbers for both."""
    rng, levels = Random(5), set()
    for _ in range(500):
        hand = sorted(rng.sample(range(52), 3))
        known = tuple(card for card in hand if rng.random() < 0.6)
        cards, bits = np.array(hand, dtype=np.int8), sum(1 << card for card in known)
        clue = Clue(1, known)
        assert clues.known_level(cards, bits) == clue.level
        assert clues.known_in_suits(cards, bits) == clue.in_suits
        levels.add(clue.level)
    assert len(levels) == KNOCKING[1]
    for top in range(52):
        assert clues.last_done(took=False, top=top) == PASSED + group(top)
        assert GROUPS[top // 4] == group(top)


def test_names_of_suits_do_not_matter(table: Table) -> None:
    """Renaming the suits of hand, cards and clue renames what is thrown, unless two are alike."""
    rng, way = Random(7), table.expanded()
    for _ in range(500):
        cards, clue = rng.sample(range(52), 5), rng.choice(CLUES)
        order = rng.sample(range(4), 4)
        renamed = [card - card % 4 + order[card % 4] for card in cards]
        known = tuple(card - card % 4 + order[card % 4] for card in clue.known)
        told, _ = read(way, 0, cards, clue)
        other, _ = read(way, 0, renamed, Clue(clue.last, known))
        assert told.takes_last == other.takes_last
        if told.thrown is None:
            assert (told.move, other.thrown) == (other.move, None)
        else:
            assert other.thrown is not None
            assert told.thrown // 4 == other.thrown // 4


def test_classes_are_as_many_as_they_should_be() -> None:
    """63,193 pairs of hand and top card and 16,432 sets of four, and none is left out."""
    numbers = pair_numbers()
    assert np.array_equal(np.unique(numbers), np.arange(-1, N_PAIRS))
    held = (hand_cards()[None] == 4 * np.arange(RANKS)[:, None, None]).any(axis=2)
    assert np.array_equal(numbers < 0, held)
    assert len(four_cards()) == N_FOURS
    assert np.array_equal(swapped()[2][swapped()[2]], np.arange(N_HANDS))
    assert np.array_equal(scores(SCAT)[swapped()[3]], scores(SCAT))


def test_saved_and_loaded(table: Table, tmp_path: Path) -> None:
    """What is saved is what is loaded, read-only, with its paper; the bytes do not change."""
    path = tmp_path / "table.npz"
    save(path, table)
    first = path.read_bytes()
    save(path, table)
    assert path.read_bytes() == first
    again = load(path)
    assert np.array_equal(again.moves, table.moves)
    assert np.array_equal(again.throws, table.throws)
    assert np.array_equal(again.knocking, table.knocking)
    assert np.array_equal(again.throwing, table.throwing)
    assert again.provenance["rules"] == "scat"
    with pytest.raises(ValueError, match="read-only"):
        again.moves[0, 0] = 1


def _damage(path: Path) -> None:
    archive = bytearray(path.read_bytes())
    archive[len(archive) // 2] ^= 1
    path.write_bytes(archive)


def _paper(path: Path, **changes: object) -> None:
    paper = path.with_suffix(".json")
    paper.write_text(json.dumps(json.loads(paper.read_text()) | changes))


def _other_arrays(path: Path, **arrays: NDArray[Any]) -> None:
    np.savez(path, **arrays)  # type: ignore[arg-type]  # no array is named allow_pickle
    _sign(path)


def _pickle(path: Path) -> None:
    _other_arrays(path, **_full(0, moves=np.array([{}], dtype=object)))


def _no_archive(path: Path) -> None:
    path.write_bytes(b"no")
    _sign(path)


def _sign(path: Path) -> None:
    _paper(path, sha256=hashlib.sha256(path.read_bytes()).hexdigest())


def _full(move: int, turns: int = 2, **other: object) -> dict[str, Any]:
    return {
        "moves": np.full((turns, N_PAIRS), move, dtype=np.uint16),
        "throws": np.zeros((turns, N_FOUR_CLASSES), dtype=np.uint8),
        "knocking": np.zeros((turns, *KNOCKING), dtype=np.int16),
        "throwing": np.zeros((turns, *THROWING), dtype=np.int16),
    } | other


REFUSED: dict[str, Callable[[Path], object]] = {
    "damaged: its checksum": _damage,
    "is not an archive": _no_archive,
    "cannot be read as JSON": lambda path: path.with_suffix(".json").write_text("{"),
    "does not describe a solved table": lambda path: _paper(path, format="other"),
    "says no rules": lambda path: _paper(path, rules=None),
    "has version 9": lambda path: _paper(path, version=9),
    "expected moves, throws, knocking, throwing": lambda path: _other_arrays(
        path, moves=np.zeros(3)
    ),
    "not an archive of arrays: Object": _pickle,
    "moves has shape": lambda path: _other_arrays(path, **_full(0, moves=np.zeros(3))),
    "throws has shape": lambda path: _other_arrays(path, **_full(0, throws=np.zeros(3))),
    "knocking has shape": lambda path: _other_arrays(path, **_full(0, knocking=np.zeros(3))),
    "entry 13 that does not": lambda path: _other_arrays(path, **_full(13)),
    "entry 96 that does not": lambda path: _other_arrays(path, **_full(96)),
    "entry 8192 that does not": lambda path: _other_arrays(path, **_full(8192)),
    "the same multiple of 2": lambda path: _other_arrays(path, **_full(0, turns=3)),
    "is for 1 players": lambda path: _paper(path, players=1),
}


@pytest.mark.parametrize("reason", REFUSED)
def test_damaged_and_foreign_files(reason: str, table: Table, tmp_path: Path) -> None:
    """A file that is damaged, foreign or dangerous is refused with its reason."""
    path = tmp_path / "table.npz"
    save(path, table)
    REFUSED[reason](path)
    with pytest.raises(SolvedError, match=reason):
        load(path)


def test_no_table_for_these_rules() -> None:
    """Asking for a table that is not shipped says so."""
    with pytest.raises(SolvedError, match="no solved table for 12 players of scat"):
        solved(SCAT, 12)
    with pytest.raises(SolvedError, match="for a pack of 32 cards; only for 52"):
        nearest(with_switches(SCAT, {"pack": "32"}), 2)
    with pytest.raises(RulesError, match="the game widow"):
        solved(PRESETS["widow"], 2)


@pytest.mark.parametrize(
    ("base", "settings", "said"),
    [
        ("scat", {}, ""),
        ("scat-pub", {}, ""),
        ("scat", {"tokens": "7"}, "that of scat; these rules differ: tokens=7"),
        ("scat", {"stock_out": "void"}, "that of scat; these rules differ: stock_out=void"),
        ("scat-pub", {"tokens": "4"}, "that of scat-pub; these rules differ: tokens=4"),
        (
            "scat",
            {"three_of_a_kind": "none", "knocker_tied_lowest": "safe"},
            "that of scat-pub; these rules differ: tokens=4, free_ride=off, knocker_lowest_pays=1",
        ),
    ],
)
def test_the_nearest_table_is_said(base: str, settings: dict[str, str], said: str) -> None:
    """Other rules get the table of the preset that plays most alike, and are told by what."""
    table, sentence = nearest(with_switches(PRESETS[base], settings), 2)
    assert sentence == (f"the solved table is {said}" if said else "")
    if said:
        assert table.provenance["rules"] == said.split(";", maxsplit=1)[0].removeprefix("that of ")
    else:
        assert table.provenance["rules"] == base
