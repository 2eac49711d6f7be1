"""The backward induction against plain sums, and the way from rules to a table."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from advisor.cards import parse_cards
from advisor.hands import N_HANDS, best_drawing, best_taking, hand_cards, hand_index, scores
from advisor.players.solved import SolvedError, load, save
from advisor.playout import induction
from advisor.rules import PRESETS, Rules, RulesError
from advisor.solve import meanfield
from advisor.solve.known import known
from advisor.solve.table import Settings, solve_table
from advisor.suits import (
    four_cards,
    four_classes,
    fours_with,
    hand_classes,
    kept_of_four,
    pair_numbers,
    renamed,
    swapped,
)

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

SCAT, PUB = PRESETS["scat"], PRESETS["scat-pub"]
QUICK = Settings(rounds=2, turns=4, refine_rounds=2, refine_deals=2_000, hands=1_000)


def two_rounds(players: int) -> meanfield.Strategy:
    """Chances after two rounds, when all of them differ."""
    found = meanfield.start(SCAT, players, 2 * players)
    for weight in (1.0, 0.5):
        meanfield.improve(SCAT, found, weight, heat=0.1)
    return found


@pytest.fixture(scope="module")
def strategy() -> meanfield.Strategy:
    """Two players' chances after two rounds."""
    return two_rounds(2)


@pytest.fixture(scope="module", params=[2, 3, 5])
def any_strategy(request: pytest.FixtureRequest) -> meanfield.Strategy:
    """The same for several numbers of players."""
    return two_rounds(request.param)


def test_valuing_changes_nothing(any_strategy: meanfield.Strategy) -> None:
    """To ask what choices are worth leaves the strategy as it was; nobody wins more than 1."""
    arrays: list[NDArray[Any]] = [
        any_strategy.move,
        any_strategy.throw,
        any_strategy.last,
        any_strategy.tail,
    ]
    before = [array.copy() for array in arrays]
    moves, waiting = meanfield.values(SCAT, any_strategy, heat=0.1)
    assert all(np.array_equal(one, other) for one, other in zip(before, arrays, strict=True))
    assert np.abs(moves).max() <= 1
    assert np.abs(waiting).max() <= 1
    assert moves.std() > 0.1


def test_chances_sum_to_one(any_strategy: meanfield.Strategy) -> None:
    """At every turn each hand does something, and the hands and top cards sum up to 1."""
    facts = known(SCAT)
    first = hand_classes().first
    playable = facts.level[first] < facts.levels
    numbers = pair_numbers()[:, first[playable]]
    total = any_strategy.move.sum(axis=2)[:, numbers[numbers >= 0]]
    assert np.allclose(total, 1, atol=1e-5)
    shows = facts.four_shows[four_classes().first]
    assert np.allclose(any_strategy.throw[:, ~shows].sum(axis=2), 1, atol=1e-5)
    meanfield.forward(SCAT, any_strategy)
    assert np.allclose(any_strategy.acting.sum(axis=1), 1)
    assert np.allclose(any_strategy.tops.sum(axis=1), 1 / 4)
    assert any_strategy.acting[:, facts.level == facts.levels].max() == 0


def test_renaming_suits_changes_no_chance(any_strategy: meanfield.Strategy) -> None:
    """Hands that differ in the names of suits only are held equally often."""
    turned = renamed(hand_cards(), (2, 0, 3, 1))
    meanfield.forward(SCAT, any_strategy)
    assert np.allclose(any_strategy.acting[:, turned], any_strategy.acting, atol=1e-12)
    assert any_strategy.acting[-1].std() > 1e-5


def test_more_is_worth_more(any_strategy: meanfield.Strategy) -> None:
    """Whatever is thrown, 30 in the hand is better than 3, and a knock with 30 better still."""
    moves, waiting = meanfield.values(SCAT, any_strategy, heat=0.1)
    strong, weak = (hand_index(parse_cards(text)) for text in ("Ah Kh 9h", "2d 3h 4s"))
    for rank in (0, 5, 8):
        high, low = (int(pair_numbers()[rank, hand]) for hand in (strong, weak))
        assert (waiting[:, high] > waiting[:, low] + 0.1).all()
        assert (moves[:, high, 0] > moves[:, low, 0] + 0.3).all()


def apart(hand: tuple[int, ...], top: int) -> NDArray[np.bool_]:
    """Mark the hands without these cards."""
    return np.asarray(~np.isin(hand_cards(), [*hand, top]).any(axis=1))


@pytest.mark.parametrize("held", ["Kd 9d 2h", "Ac 6c 4d", "7d 7h 7s"])
def test_value_of_waiting(held: str, strategy: meanfield.Strategy) -> None:
    """What is kept is worth the plain sum over the other's hands and all that he may do."""
    facts, hand = known(SCAT), tuple(parse_cards(held))
    rank, turn, index = 8, 1, hand_index(parse_cards(held))
    top, rng, number = 4 * rank, np.random.default_rng(6), int(pair_numbers()[rank, index])
    later = rng.random(len(strategy.move[0]))
    prior = strategy.acting[turn] * (rng.random(N_HANDS) < 0.05)
    rows, width = np.zeros((N_HANDS, 53)), 53 + facts.levels
    own, sums = np.zeros((N_HANDS, 54)), np.zeros((induction.PLACES, width))
    induction.after_draws(strategy.throw[turn], facts, rows)
    induction.answer_rows(
        rank, prior, strategy.move[turn], strategy.throw[turn], rows, facts, own,
        sums,
    )  # fmt: skip
    value, last = np.zeros(len(later)), np.zeros(len(later))
    induction.waiting_values(rank, own, sums, later, facts, 1e-9, value, last)
    total, found, met = 0.0, 0.0, np.zeros(63)
    for other in np.flatnonzero(apart(hand, top) & (prior > 0)).tolist():
        weight = float(prior[other])
        move = weight * strategy.move[turn, pair_numbers()[rank, other]].astype(float)
        met[int(scores(SCAT)[other])] += move[0]
        ways = _ways(strategy.throw[turn], move, other, top)
        for kept, card, chance in ways:
            if scores(SCAT)[kept] >= 62:
                total, found = total + chance, found - chance
            elif card not in hand:
                total += chance
                seen = pair_numbers()[card // 4, swapped()[card % 4, index]]
                found += chance * later[seen]
    won = np.array([(met[: mine + 1].sum() - met[mine + 1 :].sum()) for mine in range(63)])
    won[62] = met.sum()
    taken = won[int(best_taking(SCAT)[index, top])]
    cards = [card for card in range(52) if card not in (*hand, top)]
    drawn = won[best_drawing(SCAT)[index, cards]].mean()
    assert last[number] == (taken > drawn)
    expected = (found + max(taken, drawn)) / (total + met.sum())
    assert value[number] == pytest.approx(expected, abs=1e-9)


def _ways(
    throw: NDArray[np.float32], move: NDArray[np.float64], hand: int, top: int
) -> list[tuple[int, int, float]]:
    """List what a hand may become without a knock: the hand kept, the card thrown, the chance."""
    cards = hand_cards()[hand].tolist()
    ways = []
    for choice, place in enumerate(hand_classes().places[hand].tolist()):
        kept = hand_index([top, *cards[:place], *cards[place + 1 :]])
        ways.append((kept, cards[place], float(move[1 + choice])))
    for drawn in range(52):
        if drawn in (*cards, top):
            continue
        four = int(fours_with()[hand, drawn])
        kept_hands = kept_of_four()[four]
        shows = scores(SCAT)[kept_hands] >= 62
        if shows.any():
            ways.append((int(kept_hands[shows][0]), -1, float(move[4] / 48)))
            continue
        chances = throw[four_classes().number[four]]
        ways += [
            (
                int(kept_hands[at]),
                int(four_cards()[four, at]),
                float(move[4] / 48 * chances[choice]),
            )
            for choice, at in enumerate(four_classes().places[four].tolist())
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
    assert again.provenance["settings"]["turns"] == 4
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


def test_a_table_for_three(tmp_path: Path) -> None:
    """A table for three is made, kept and measured in company, whatever the threads."""
    settings = replace(QUICK, turns=6)
    table = solve_table(SCAT, 3, seed=5, settings=settings)
    save(tmp_path / "three.npz", table)
    again = load(tmp_path / "three.npz")
    assert again.players == 3
    assert len(again.moves) == 6
    strength = again.provenance["strength"]
    assert strength["solved among greedy"]["pays"]["trials"] == 333
    assert (
        strength["solved among greedy"]["pays"]["mean"]
        < (strength["solved among greedy"]["fair"]["mean"])
    )
    assert set(strength) >= {"flat:25 among solved", "rising among solved"}
    same = solve_table(SCAT, 3, seed=5, settings=settings, threads=2)
    assert same.provenance == table.provenance


def test_values_of_both_players_cancel_out() -> None:
    """What the first of two players wins on average is what the second loses.

    Up to what is forgotten: each takes the other's hand for independent of what he saw. So
    hot that everybody plays at random, the values need no time to settle.
    """
    strategy = meanfield.start(SCAT, 2, 8)
    for weight in (1.0, 0.5):
        meanfield.improve(SCAT, strategy, weight, heat=1e6)
    moves, _ = meanfield.values(SCAT, strategy, heat=1e6)
    facts, numbers = known(SCAT), pair_numbers()
    free = (numbers >= 0) & (facts.level < facts.levels)
    mean = (moves * strategy.move).sum(axis=2)
    first = mean[0][numbers[free]].mean()
    sweep = meanfield._Sweep(SCAT, strategy, 0.0, 1e6)
    second = sweep._wait(-1, mean[1].astype(float))[numbers[free]].mean()
    assert abs(first) > 0.02
    assert first + second == pytest.approx(0, abs=0.01)


def test_what_is_not_solved() -> None:
    """Other games, other switches and other numbers of players are refused by name."""
    with pytest.raises(RulesError, match="the game widow"):
        solve_table(PRESETS["widow"], 2, seed=1)
    with pytest.raises(RulesError, match="stock_out=void"):
        solve_table(Rules(stock_out="void"), 2, seed=1)
    for players in (1, 10):
        with pytest.raises(SolvedError, match=f"{players} players; the solver knows 2 to 9"):
            solve_table(SCAT, players, seed=1)
    for turns in (16, 3):
        with pytest.raises(SolvedError, match=f"{turns} turns for 3 players; .* of 3, 6 or more"):
            solve_table(SCAT, 3, seed=1, settings=replace(QUICK, turns=turns))
