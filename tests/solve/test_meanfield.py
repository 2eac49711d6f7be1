"""The backward induction against plain sums, and the way from rules to a table."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from advisor.cards import parse_cards
from advisor.hands import N_HANDS, best_drawing, best_taking, hand_cards, hand_index, scores
from advisor.odds.showdown import payments
from advisor.players.solved import SolvedError, load, save
from advisor.playout import induction
from advisor.rules import PRESETS, Rules, RulesError
from advisor.solve import meanfield
from advisor.solve.table import Settings, solve_table
from advisor.suits import RANKS, four_cards, fours_with, kept_of_four, renamed, swapped

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

SCAT, PUB = PRESETS["scat"], PRESETS["scat-pub"]
QUICK = Settings(rounds=2, turns=2, refine_rounds=2, refine_deals=2_000, deals=500)


@pytest.fixture(scope="module")
def strategy() -> meanfield.Strategy:
    """Chances after two rounds, when all of them differ."""
    found = meanfield.start(SCAT, 4)
    for weight in (1.0, 0.5):
        meanfield.improve(SCAT, found, weight, heat=0.1)
    return found


def test_valuing_changes_nothing(strategy: meanfield.Strategy) -> None:
    """To ask what choices are worth leaves the strategy as it was, and moves sum up to it."""
    arrays: list[NDArray[Any]] = [
        strategy.move,
        strategy.throw,
        strategy.last,
        strategy.tail,
    ]
    before = [array.copy() for array in arrays]
    moves, waiting = meanfield.values(SCAT, strategy, heat=0.1)
    assert all(np.array_equal(one, other) for one, other in zip(before, arrays, strict=True))
    assert np.abs(moves).max() <= 1
    assert np.abs(waiting).max() <= 1
    assert moves.std() > 0.1


def test_chances_sum_to_one(strategy: meanfield.Strategy) -> None:
    """At every turn each hand does something, and the hands sum up to 1."""
    playable = meanfield.facts(SCAT).level < meanfield.facts(SCAT).levels
    free = fours_with()[:, 4 * np.arange(RANKS)].T >= 0
    total = strategy.move.sum(axis=1)
    assert np.allclose(total[:, free & playable], 1, atol=1e-5)
    shows = meanfield.facts(SCAT).four_shows
    assert np.allclose(strategy.throw[:, ~shows].sum(axis=2), 1, atol=1e-5)
    meanfield.forward(SCAT, strategy)
    assert np.allclose(strategy.acting.sum(axis=1), 1)
    assert np.allclose(strategy.waiting.sum(axis=1), 1)
    assert strategy.acting[:, ~playable].max() == 0


def test_renaming_suits_changes_no_chance(strategy: meanfield.Strategy) -> None:
    """Hands and top cards that differ in the names of suits only have the same chances."""
    turned = renamed(hand_cards(), (0, 3, 1, 2))
    # Which card is the low one may change with the names, what to do may not.
    for move in (induction.KNOCK, induction.DRAW):
        mine = strategy.move[:, move]
        assert np.allclose(mine[..., turned], mine, atol=1e-5)
        assert mine.std() > 0.01
    assert np.allclose(strategy.last[..., turned], strategy.last, atol=1e-5)
    turned = renamed(hand_cards(), (2, 0, 3, 1))
    assert np.allclose(strategy.acting[:, turned], strategy.acting, atol=1e-12)


def apart(hand: tuple[int, ...], top: int) -> NDArray[np.bool_]:
    """Mark the hands without these cards."""
    return np.asarray(~np.isin(hand_cards(), [*hand, top]).any(axis=1))


@pytest.mark.parametrize("rules", [SCAT, PUB], ids=lambda rules: str(rules.name))
@pytest.mark.parametrize("held", ["Kh 9h 2s", "Ac Kc 4d", "7d 7h 7s", "2d 3h 4s"])
def test_value_of_a_knock(held: str, rules: Rules) -> None:
    """A knock is worth the plain sum over the other's hands, his last move and his draw."""
    known, hand = meanfield.facts(rules), tuple(parse_cards(held))
    top, rank, rng = 4 * 8, 8, np.random.default_rng(5)
    prior = rng.random(N_HANDS) * (scores(rules) < 62)
    last = (rng.integers(0, 5, N_HANDS) / 4).astype(np.float32)
    width = known.levels + 1
    value = np.zeros(N_HANDS)
    induction.knock_values(
        rank, prior, last, known.hands, known.level, known.levels, known.best_taking,
        known.best_drawing, known.drawing_counts, known.pays, np.zeros((N_HANDS, width)),
        np.zeros((induction.PLACES, width)), value,
    )  # fmt: skip
    own = int(scores(rules)[hand_index(hand)])
    gain = np.zeros(70)
    for final in range(70):
        mine, his = payments((own, final), 0, rules)
        gain[final] = his - mine
    # He draws any card that he does not hold and does not see.
    free = np.stack([~(hand_cards() == card).any(axis=1) for card in range(52)], axis=1)
    free[:, top] = False
    drawn = np.where(free, gain[best_drawing(rules)], 0).sum(axis=1) / 48
    each = last * gain[best_taking(rules)[:, top]] + (1 - last) * drawn
    weight = prior * apart(hand, top)
    expected = (weight * each).sum() / weight.sum()
    assert value[hand_index(hand)] == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("held", ["Kh 9h 2s", "Ac 6c 4d", "7d 7h 7s"])
def test_value_of_waiting(held: str, strategy: meanfield.Strategy) -> None:
    """What is kept is worth the plain sum over the other's hands and all that he may do."""
    known, hand = meanfield.facts(SCAT), tuple(parse_cards(held))
    rank, turn, index = 8, 1, hand_index(parse_cards(held))
    top, rng = 4 * rank, np.random.default_rng(6)
    later = rng.random((RANKS, N_HANDS))
    prior = strategy.acting[turn] * (rng.random(N_HANDS) < 0.05)
    tables = (fours_with(), four_cards(), known.four_shows)
    rows, width = np.zeros((N_HANDS, 53)), 53 + known.levels
    own, sums = np.zeros((N_HANDS, width)), np.zeros((induction.PLACES, width))
    induction.after_draws(strategy.throw[turn], *tables, known.hands, rows)
    induction.answer_rows(
        rank, prior, strategy.move[turn], strategy.throw[turn], rows, known.hands,
        known.level, known.levels, known.taking, *tables, own, sums,
    )  # fmt: skip
    value, last = np.zeros(N_HANDS), np.zeros(N_HANDS)
    induction.waiting_values(
        rank, own, sums, later, known.hands, swapped(), known.levels, known.best_taking,
        known.best_drawing, known.pays, 1e-9, value, last,
    )  # fmt: skip
    total, found, met = 0.0, 0.0, np.zeros(63)
    for other in np.flatnonzero(apart(hand, top) & (prior > 0)).tolist():
        weight = float(prior[other])
        move = weight * strategy.move[turn, :, rank, other].astype(float)
        met[int(scores(SCAT)[other])] += move[0]
        ways = _ways(strategy.throw[turn], move, other, top)
        for kept, card, chance in ways:
            if scores(SCAT)[kept] >= 62:
                total, found = total + chance, found - chance
            elif card not in hand:
                total += chance
                found += chance * later[card // 4, swapped()[card % 4, index]]
    won = np.array([(met[: mine + 1].sum() - met[mine + 1 :].sum()) for mine in range(63)])
    won[62] = met.sum()
    taken = won[int(best_taking(SCAT)[index, top])]
    cards = [card for card in range(52) if card not in (*hand, top)]
    drawn = won[best_drawing(SCAT)[index, cards]].mean()
    assert last[index] == (taken > drawn)
    expected = (found + max(taken, drawn)) / (total + met.sum())
    assert value[index] == pytest.approx(expected, abs=1e-9)


def _ways(
    throw: NDArray[np.float32], move: NDArray[np.float64], hand: int, top: int
) -> list[tuple[int, int, float]]:
    """List what a hand may become without a knock: the hand kept, the card thrown, the chance."""
    cards = hand_cards()[hand].tolist()
    ways = []
    for place, card in enumerate(cards):
        kept = hand_index([top, *cards[:place], *cards[place + 1 :]])
        ways.append((kept, card, float(move[1 + place])))
    for drawn in range(52):
        if drawn in (*cards, top):
            continue
        four = int(fours_with()[hand, drawn])
        kept_hands = kept_of_four()[four]
        shows = scores(SCAT)[kept_hands] >= 62
        if shows.any():
            ways.append((int(kept_hands[shows][0]), -1, float(move[4] / 48)))
            continue
        ways += [
            (
                int(kept_hands[at]),
                int(four_cards()[four, at]),
                float(move[4] / 48 * throw[four, at]),
            )
            for at in range(4)
        ]
    return ways


def test_from_rules_to_a_file_with_a_break(tmp_path: Path) -> None:
    """Work that was interrupted comes to the same table and paper as without a break."""
    kept, told, resumed_told = tmp_path / "kept.npz", list[str](), list[str]()
    whole = solve_table(PUB, 2, seed=3, settings=QUICK, progress=told.append)
    assert [sentence.split(":")[0] for sentence in told] == [
        "induction, round 1",
        "induction, round 2",
        "self-play, round 1",
        "self-play, round 2",
        "measuring",
    ]
    save(tmp_path / "one.npz", whole)
    again = load(tmp_path / "one.npz")
    assert again.provenance == whole.provenance
    assert again.provenance["settings"]["turns"] == 2
    assert again.provenance["strength"]["rising"]["wins"]["trials"] == 500
    solve_table(PUB, 2, seed=3, settings=replace(QUICK, rounds=1), checkpoint=kept)
    resumed = solve_table(
        PUB, 2, seed=3, settings=QUICK, checkpoint=kept, threads=2, progress=resumed_told.append
    )
    assert resumed_told == told[1:]
    assert resumed.provenance == whole.provenance
    with pytest.raises(SolvedError, match="belongs to"):
        solve_table(SCAT, 2, seed=3, settings=QUICK, checkpoint=kept)
    with pytest.raises(SolvedError, match="has 2 rounds already; expected 1 or fewer"):
        solve_table(PUB, 2, seed=3, settings=replace(QUICK, rounds=1), checkpoint=kept)
    kept.write_bytes(b"no")
    with pytest.raises(SolvedError, match="cannot be read"):
        solve_table(PUB, 2, seed=3, settings=QUICK, checkpoint=kept)


def test_what_is_not_solved() -> None:
    """Other games, other switches and other numbers of players are refused by name."""
    with pytest.raises(RulesError, match="the game widow"):
        solve_table(PRESETS["widow"], 2, seed=1)
    with pytest.raises(RulesError, match="stock_out=void"):
        solve_table(Rules(stock_out="void"), 2, seed=1)
    with pytest.raises(SolvedError, match="3 players"):
        solve_table(SCAT, 3, seed=1)
