"""Tokens → chance to win the pot, against two other ways to find it."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor.cards import parse_cards
from advisor.equity import (
    MODELS,
    EquityError,
    equity,
    equity_notes,
    fair_equity,
    pot_chances,
)
from advisor.outcomes import payments
from advisor.position import OUT, Position, PositionError, ask
from advisor.referee.pot import after_payments
from advisor.rules import PRESETS, Rules, RulesError

if TYPE_CHECKING:
    from collections.abc import Sequence

RULES = Rules()
PUB = PRESETS["scat-pub"]
FREE_RIDE = Rules(free_ride=True)


@st.composite
def tokens_of_tables(draw: st.DrawFn) -> tuple[int, ...]:
    """Draw the tokens of two to five seats, at least one of them still in."""
    seats = st.lists(st.sampled_from([OUT, 1, 2, 3, 4]), min_size=2, max_size=5)
    return tuple(draw(seats.filter(lambda drawn: any(left != OUT for left in drawn))))


@cache
def plain_equity(lives: tuple[int, ...]) -> tuple[Fraction, ...]:
    """Follow every way the hands can go, seat by seat, in exact fractions."""
    alive = [seat for seat, life in enumerate(lives) if life]
    if len(alive) == 1:
        return tuple(Fraction(seat == alive[0]) for seat in range(len(lives)))
    total = [Fraction(0)] * len(lives)
    for payer in alive:
        after = (*lives[:payer], lives[payer] - 1, *lives[payer + 1 :])
        for seat, chance in enumerate(plain_equity(after)):
            total[seat] += chance / len(alive)
    return tuple(total)


def simulated_wins(lives: Sequence[int], matches: int, seed: int) -> list[int]:
    """Play matches in which chance alone says who pays, and count who is left."""
    random_numbers = random.Random(seed)
    wins = [0] * len(lives)
    for _ in range(matches):
        left = list(lives)
        while sum(life > 0 for life in left) > 1:
            payer = random_numbers.choice([seat for seat, life in enumerate(left) if life])
            left[payer] -= 1
        wins[next(seat for seat, life in enumerate(left) if life)] += 1
    return wins


@given(tokens_of_tables())
def test_equal_to_following_every_hand(tokens: tuple[int, ...]) -> None:
    """Merging players with equal tokens changes no chance: the plain recursion agrees."""
    lives = tuple(0 if left == OUT else left for left in tokens)
    assert fair_equity(tokens, RULES) == pytest.approx([float(p) for p in plain_equity(lives)])


@pytest.mark.parametrize("tokens", [(4, 2, 1), (1, 3, OUT, 2), (4, 4, 4, 4, 1)], ids=str)
def test_equal_to_playing_it_out(tokens: tuple[int, ...]) -> None:
    """The exact chances lie within four standard errors of matches played at random."""
    matches = 20_000
    lives = [max(left, 0) for left in tokens]
    wins = simulated_wins(lives, matches, seed=7)
    for chance, won in zip(fair_equity(tokens, RULES), wins, strict=True):
        error = math.sqrt(chance * (1 - chance) / matches)
        assert abs(won / matches - chance) <= 4 * error


def test_known_chances() -> None:
    """Two players are a gambler's ruin, and equals share the pot."""
    assert fair_equity((4, 4, 4, 4), RULES) == pytest.approx([0.25] * 4)
    assert fair_equity((2, 1), RULES) == pytest.approx([0.75, 0.25])
    assert fair_equity((3, 1), RULES) == pytest.approx([0.875, 0.125])
    assert fair_equity((3, 2), RULES) == pytest.approx([11 / 16, 5 / 16])
    assert fair_equity((OUT, 2, OUT), RULES) == (0.0, 1.0, 0.0)


@given(tokens_of_tables(), st.booleans())
def test_chances_sum_to_one(tokens: tuple[int, ...], ride: bool) -> None:  # noqa: FBT001
    """Somebody wins the pot, and nobody who is out does."""
    chances = fair_equity(tokens, Rules(free_ride=ride))
    assert sum(chances) == pytest.approx(1)
    in_play = [left != OUT for left in tokens]
    assert [chance > 0 for chance in chances] == in_play


@given(tokens_of_tables(), st.data())
def test_more_tokens_never_hurt(tokens: tuple[int, ...], data: st.DataObject) -> None:
    """One more token raises the own chance and raises nobody else's."""
    seat = data.draw(st.sampled_from([place for place, left in enumerate(tokens) if left != OUT]))
    richer = (*tokens[:seat], tokens[seat] + 1, *tokens[seat + 1 :])
    before, after = fair_equity(tokens, RULES), fair_equity(richer, RULES)
    for other in range(len(tokens)):
        if other == seat:
            assert after[other] >= before[other] - 1e-12
        else:
            assert after[other] <= before[other] + 1e-12


@given(tokens_of_tables().flatmap(lambda drawn: st.tuples(st.just(drawn), st.permutations(drawn))))
def test_seats_are_alike(pair: tuple[tuple[int, ...], list[int]]) -> None:
    """Under luck alone only the tokens count: who sits where moves the chances along."""
    tokens, moved = pair
    chance_of = dict(zip(tokens, fair_equity(tokens, RULES), strict=True))
    assert fair_equity(moved, RULES) == pytest.approx([chance_of[left] for left in moved])


@given(tokens_of_tables())
def test_a_free_ride_is_one_more_life(tokens: tuple[int, ...]) -> None:
    """With the free ride everybody has one loss more than tokens; a seat that is out has none."""
    more = tuple(left if left == OUT else left + 1 for left in tokens)
    assert fair_equity(tokens, FREE_RIDE) == fair_equity(more, RULES)


def test_no_tokens_left() -> None:
    """A seat without tokens rides free where the rules allow it, and is out where they do not."""
    assert fair_equity((0, 0), FREE_RIDE) == (0.5, 0.5)
    assert fair_equity((0, 1), RULES) == (0.0, 1.0)


@pytest.mark.parametrize(
    ("tokens", "message"),
    [
        ((), "nobody has a token left"),
        ((OUT, OUT), "nobody has a token left"),
        ((0, 0), "nobody has a token left"),
        ((4, -2), "seat 1 has -2 tokens; expected 0 to 9, or x for a seat that is out"),
        ((10, 4), "seat 0 has 10 tokens; expected 0 to 9, or x for a seat that is out"),
    ],
    ids=str,
)
def test_tokens_that_cannot_be(tokens: tuple[int, ...], message: str) -> None:
    """Impossible tokens are an error about tokens, not an endless recursion."""
    with pytest.raises(PositionError, match=f"^{message}") as refused:
        fair_equity(tokens, RULES)
    assert [one.field for one in refused.value.problems] == ["tokens"]


@given(tokens_of_tables(), st.sampled_from(list(MODELS)), st.booleans(), st.integers(0, 9))
def test_models_share_the_whole_pot(
    tokens: tuple[int, ...],
    model: str,
    ride: bool,  # noqa: FBT001
    dealer: int,
) -> None:
    """Under every model the seats share one pot, and a seat that is out gets nothing."""
    chances = equity(tokens, Rules(free_ride=ride), dealer=dealer % len(tokens), model=model)
    assert sum(chances) == pytest.approx(1)
    assert [chance > 0 for chance in chances] == [left != OUT for left in tokens]


def test_solved_follows_the_turns() -> None:
    """Whoever deals, the same tokens in the same order of turns have the same chances."""
    for dealer in range(4):
        turned = [(4, 2, 1, 3)[(seat - dealer - 1) % 4] for seat in range(4)]
        chances = equity(turned, RULES, dealer=dealer, model="solved")
        found = [chances[(place + dealer + 1) % 4] for place in range(4)]
        assert found == pytest.approx(equity((4, 2, 1, 3), RULES, model="solved"))


def test_solved_knows_who_is_first() -> None:
    """With one token each the first of two wins as often as the other one pays in a hand."""
    way = payments("scat", 2)
    first, second = (float(way.chance[way.paid[:, seat] > 0].sum()) for seat in (0, 1))
    nobody = 1 - first - second
    # A hand that costs nobody passes the deal on.
    expected = (second + nobody * first) / (1 - nobody**2)
    assert equity((1, 1), RULES, model="solved")[0] == pytest.approx(expected)
    assert equity((1, 1), RULES, dealer=0, model="solved")[1] == pytest.approx(expected)


def question(tokens: tuple[int, ...], seat: int, dealer: int, rules: Rules) -> Position:
    """Ask in a position with these tokens."""
    (top,) = parse_cards("4h")
    return ask(parse_cards("JcTcAd"), top=top, tokens=tokens, seat=seat, dealer=dealer, rules=rules)


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize(
    ("tokens", "seat", "dealer", "rules"),
    [
        ((4, 4), 0, 1, RULES),
        ((1, 2, 4, 1), 2, 0, RULES),
        ((1, OUT, 2, 1, 4), 3, 0, RULES),
        ((0, 2, 1), 1, 2, PUB),
        ((4,) * 9, 5, 2, RULES),
    ],
    ids=str,
)
def test_pot_chances_are_the_equity_after_the_hand(
    model: str, tokens: tuple[int, ...], seat: int, dealer: int, rules: Rules
) -> None:
    """Each way to pay is worth what the stand after it is worth, the deal having moved on."""
    position = question(tokens, seat, dealer, rules)
    order = position.order
    paids = [
        tuple((other in payers) * (1 + twice) for other in range(len(tokens)))
        for payers in ((), order[:1], order[-1:], order[1:], order[:-1])
        for twice in (False, True)
    ]
    found = pot_chances(position, paids, model)
    for paid, chance in zip(paids, found.tolist(), strict=True):
        after = after_payments(tokens, paid, rules)
        nxt = next(other for other in order if after[other] != OUT)
        expected = equity(after, rules, dealer=nxt, model=model)[seat]
        # At a large table places are told apart only once some are out.
        assert chance == pytest.approx(expected, abs=1e-12 if len(order) < 8 else 0.01)


def test_paying_costs_and_others_paying_helps() -> None:
    """Under the solved model too a token paid is a chance lost, and one of the others' is won."""
    position = question((2, 1, 3, 1), 2, 1, RULES)
    nobody, mine, other = pot_chances(
        position, [(0, 0, 0, 0), (0, 0, 1, 0), (1, 0, 0, 0)], "solved"
    )
    assert mine < nobody < other


def test_a_leader_is_worth_more_to_good_players_than_by_luck() -> None:
    """Hands in which all but one pay take the last tokens of many at once: a lead counts more."""
    tokens = (4, 1, 1, 1)
    assert equity(tokens, RULES, model="solved")[0] > fair_equity(tokens, RULES)[0] + 0.01


def test_notes_name_the_model_and_what_it_leaves_out() -> None:
    """An answer says its model, rules that were not counted, and a table too large for places."""
    assert equity_notes((4, 4), RULES) == ("model fair: luck alone decides every hand",)
    (only,) = equity_notes((4, 4), RULES, "solved")
    assert only.startswith("model solved: ")
    notes = equity_notes((4,) * 9, Rules(pack=36), "solved")
    assert "without pack=36" in notes[1]
    assert "only tokens count, not the deal" in notes[2]
    assert "model fair" in equity_notes((9,) * 9, Rules(tokens=9), "solved")[1]
    assert equity((9,) * 9, Rules(tokens=9), model="solved") == pytest.approx([1 / 9] * 9)


def test_models_that_cannot_answer() -> None:
    """An unknown model, and a game whose hands were not counted, are refused by name."""
    with pytest.raises(EquityError, match="no model 'best'; there are fair, solved"):
        equity((1, 1), RULES, model="best")
    with pytest.raises(RulesError, match="widow"):
        equity((1, 1), PRESETS["widow"], model="solved")
    with pytest.raises(PositionError, match="nobody has a token left"):
        equity((OUT, 0), RULES, model="solved")
