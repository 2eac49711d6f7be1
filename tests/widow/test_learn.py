"""Tables of widow: how they are learnt, and what a learner must achieve."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
import pytest

from advisor.cards import parse_cards
from advisor.hands import hand_index, suit_classes
from advisor.limits import LimitError
from advisor.odds.exchange import best_after
from advisor.players.widow import TABLE, codes
from advisor.playout.widow import game_of
from advisor.playout.widow_hands import play_hands
from advisor.rules import PRESETS, RulesError
from advisor.widow.danger import danger_classes, offers
from advisor.widow.learn import Settings, answer_to, learn_table, smoothed

if TYPE_CHECKING:
    from advisor.players.widow_solved import WidowTable
    from advisor.rules import Rules

WIDOW, SCHWIMMEN = PRESETS["widow"], PRESETS["schwimmen"]
SHORT = Settings(rounds=4, deals=20_000)
DEALS = 20_000


def share(rules: Rules, table: WidowTable, opponent: str) -> float:
    """Mean share of the pot, or tokens paid less, of a table heads-up from both seats."""
    results = []
    for seat in range(2):
        players = codes([opponent] * 2)
        players[seat] = TABLE, 0
        paid, pot = np.empty((DEALS, 2), dtype=np.uint8), np.empty((DEALS, 2), dtype=np.float32)
        capped, turns = np.empty(DEALS, dtype=np.bool_), np.empty(DEALS, dtype=np.int64)
        play_hands(9, 0, players, game_of(rules, table), paid, pot, capped, turns)
        ahead = paid[:, 1 - seat].astype(float) - paid[:, seat]
        results.append(ahead.mean() if rules.loser == "lowest" else pot[:, seat].mean())
    return float(np.mean(results))


def test_a_short_lesson_beats_the_rules_of_thumb() -> None:
    """After a few rounds of self-play the learner beats chance and those who swap and knock."""
    table = learn_table(WIDOW, 2, seed=1, settings=SHORT)
    assert share(WIDOW, table, "random") > 0.7
    assert share(WIDOW, table, "closer") > 0.52
    assert share(WIDOW, table, "swap:25") > 0.51


def test_a_lesson_where_the_lowest_pays() -> None:
    """In Schwimmen the learner makes chance and the confidence player pay more than he does."""
    table = learn_table(SCHWIMMEN, 2, seed=1, settings=SHORT)
    assert share(SCHWIMMEN, table, "random") > 0.3
    assert share(SCHWIMMEN, table, "confidence") > 0.1


def test_the_same_seed_gives_the_same_table() -> None:
    """A table is a function of rules, seats, settings and seed."""
    short = Settings(rounds=1, deals=500)
    one, two, other = (learn_table(WIDOW, 3, seed=seed, settings=short) for seed in (7, 7, 8))
    np.testing.assert_array_equal(one.values, two.values)
    assert (one.values != other.values).any()


def test_an_answer_beats_whom_it_answers() -> None:
    """Who learns against a player does at least as well against him as one who learns alone."""
    answer = answer_to(WIDOW, ["swap:29", "swap:29"], seed=1, settings=SHORT)
    assert share(WIDOW, answer, "swap:29") > 0.52


def test_worths_are_means_where_visits_are_many() -> None:
    """A cell that was seen often is worth its mean; one never seen lies among its neighbours."""
    from advisor.playout.widow_table import cell_of, count_cells  # noqa: PLC0415  # numba

    sums, counts = np.zeros(count_cells(2)), np.zeros(count_cells(2))
    often, near = cell_of(3, 40, 7, 2), cell_of(3, 42, 7, 2)
    sums[often], counts[often] = 70_000.0, 100_000.0
    values = smoothed(sums, counts, 2)
    assert values[often] == pytest.approx(0.7, abs=0.001)
    assert 0 < values[near] <= 0.7 + 1e-6


def test_offers_are_means_over_all_hands() -> None:
    """What a widow offers equals the plain mean over all hands that share no card with it."""
    means, classes = offers(WIDOW), danger_classes(WIDOW)
    for text in ("Ah Ks Qd", "2c 3d 4h"):
        widow = parse_cards(text)
        best = best_after(widow, WIDOW)
        rest = [card for card in range(52) if card not in widow]
        plain = np.mean([best[hand_index(hand)] for hand in combinations(rest, 3)])
        number = suit_classes()[hand_index(widow)]
        assert means[number] == pytest.approx(plain)
        assert classes[number] == (4 if text.startswith("A") else 0)


def test_wrong_questions_are_refused() -> None:
    """The other game, too many players and seeds out of range are errors that say so."""
    with pytest.raises(RulesError, match="scat"):
        learn_table(PRESETS["scat"], 2, seed=1)
    with pytest.raises(RulesError, match="8 players"):
        learn_table(WIDOW, 8, seed=1)
    with pytest.raises(LimitError, match="seed"):
        learn_table(WIDOW, 2, seed=-1)
