"""Properties of whole hands of widow that hold whoever plays, and facts about first turns."""

from __future__ import annotations

from itertools import combinations, product
from typing import TYPE_CHECKING

import numpy as np
import pytest

from advisor.cards import first_card, parse_cards, parse_hand
from advisor.hands import pair_scores, score
from advisor.limits import LimitError
from advisor.players.thumb import PlayerError
from advisor.players.widow import codes
from advisor.playout import widow_hands
from advisor.playout.chance import world_key
from advisor.playout.widow import game_for, play_widow
from advisor.playout.widow_game import N_AT
from advisor.playout.widow_swaps import best_swap, swap
from advisor.referee.state import exchanged
from advisor.rules import PRESETS, Rules, RulesError, with_switches

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

WIDOW = PRESETS["widow"]
SCHWIMMEN = PRESETS["schwimmen"]
SIZES = {"one": 0b0010, "one-or-three": 0b1010, "any": 0b1110}
DEALS = 40_000


class Dealt:
    """Cards on a table, ready for the compiled loop."""

    def __init__(self, rules: Rules, hands: Sequence[str], widow: str) -> None:
        self.rules = rules
        self.hands = np.array([parse_hand(hand) for hand in hands], dtype=np.int64)
        self.widow = np.array(parse_hand(widow), dtype=np.int64)
        taken = [*self.hands.flatten().tolist(), *self.widow.tolist()]
        pack = range(first_card(rules.pack), 52)
        rest = [card for card in pack if card not in taken]
        self.deck = np.zeros(52, dtype=np.int8)
        self.deck[: len(pack)] = [*taken, *rest]
        self.start = len(taken)
        self.paid = np.zeros(len(hands), dtype=np.uint8)
        self.pot = np.zeros(len(hands), dtype=np.float32)

    def play(self, *names: str, key: int = 1) -> int:
        """Play the hand to its end and give the turns taken."""
        points = np.array([score(hand, self.rules) for hand in self.hands], dtype=np.int64)
        players, game = codes(names), game_for(self.rules, names)
        at = np.empty(N_AT, dtype=np.int64)
        widow_hands.begin(at, self.start)
        lowest_pays = self.rules.loser == "lowest"
        own_key = np.uint64(key)
        if widow_hands.show_dealt(points, players, lowest_pays, own_key, self.paid, self.pot):
            return 0
        return widow_hands.play_on(
            widow_hands.NEVER,
            widow_hands.AS_THE_SEAT_PLAYS,
            -1,
            0.0,
            self.hands,
            points,
            self.widow,
            self.deck,
            at,
            players,
            game,
            own_key,
            self.paid,
            self.pot,
            np.zeros((1, 2), dtype=np.int64),
        )


def swapped(hand: str, widow: str, exchange: str) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    """Hand and widow after the best swap, and the score that the loop says it leads to."""
    mine, there = (np.array(parse_hand(text), dtype=np.int64) for text in (hand, widow))
    own = score(mine, WIDOW)
    move, after = best_swap(mine, there, own, SIZES[exchange], pair_scores(WIDOW))
    swap(mine, there, move)
    return tuple(mine.tolist()), tuple(there.tolist()), after


@pytest.mark.parametrize("seats", range(2, 8))
@pytest.mark.parametrize("preset", ["widow", "widow-any"])
def test_the_pot_is_taken_whole(preset: str, seats: int) -> None:
    """Where the highest hand takes the pot, its shares sum to 1 and nobody pays a token."""
    names = ["random", "closer", "swap:22", "confidence", "swap:28", "random", "closer"][:seats]
    played = play_widow(PRESETS[preset], names, 5_000, seed=seats)
    assert not played.paid.any()
    np.testing.assert_allclose(played.pot[~played.capped].sum(axis=1), 1, atol=1e-6)
    assert not played.pot[played.capped].any()


@pytest.mark.parametrize("seats", range(2, 8))
def test_somebody_pays_where_the_lowest_loses(seats: int) -> None:
    """Where the lowest hand pays there is no pot, and at least one token is paid in every hand."""
    names = (["swap:27", "random", "confidence"] * 3)[:seats]
    played = play_widow(SCHWIMMEN, names, 5_000, seed=seats)
    assert not played.pot.any()
    assert played.paid[~played.capped].any(axis=1).all()
    assert played.paid.max() == 1


@pytest.mark.parametrize("rules", [WIDOW, PRESETS["widow-any"], SCHWIMMEN], ids=lambda r: r.name)
def test_the_deck_stays_complete(rules: Rules) -> None:
    """After a hand every card of the pack is somewhere once: no swap loses or doubles a card."""
    pack = list(range(first_card(rules.pack), 52))
    for deal in range(400):
        table = Dealt(rules, ["Ah 7c 8d", "Kh 9c Ts"], "Ac Kd 9s")
        table.play("random", "swap:30.5" if deal % 2 else "random", key=deal)
        at_the_table = [*table.hands.flatten().tolist(), *table.widow.tolist()]
        assert sorted(table.deck[: len(pack)].tolist()) == pack
        assert len(set(at_the_table)) == 9
        if rules.fresh_widow == "no":
            assert sorted(at_the_table) == sorted(table.deck[:9].tolist())


def test_numbers_depend_on_seed_and_deal_alone() -> None:
    """Neither threads nor chunks change a hand; another seed does."""
    names = ["random", "confidence", "swap:26"]
    whole = play_widow(SCHWIMMEN, names, 3_000, seed=5)
    shared = play_widow(SCHWIMMEN, names, 3_000, seed=5, threads=2)
    parts = [play_widow(SCHWIMMEN, names, 1_500, seed=5, first=first) for first in (0, 1_500)]
    np.testing.assert_array_equal(whole.paid, shared.paid)
    np.testing.assert_array_equal(whole.turns, shared.turns)
    np.testing.assert_array_equal(whole.paid, np.concatenate([part.paid for part in parts]))
    np.testing.assert_array_equal(whole.turns, np.concatenate([part.turns for part in parts]))
    assert (whole.turns != play_widow(SCHWIMMEN, names, 3_000, seed=6).turns).any()


def test_three_aces_make_every_other_player_pay() -> None:
    """A 33 takes a token of everybody else, while a 31 takes one of the lowest only."""
    aces = Dealt(SCHWIMMEN, ["7c 8c 9c", "As Ah Ad", "Kh Qh Th"], "7d 8d 9s")
    assert aces.play("closer", "closer", "closer") == 0
    assert aces.paid.tolist() == [1, 0, 1]
    court = Dealt(SCHWIMMEN, ["7c 8c Kc", "As Ks Ts", "7h 8h 9d"], "7d 8d 9s")
    assert court.play("closer", "closer", "closer") == 0
    assert court.paid.tolist() == [0, 0, 1]


def test_he_who_shows_never_pays() -> None:
    """Of two who hold 31 heads-up the one who shows first is safe, though both are lowest."""
    table = Dealt(SCHWIMMEN, ["As Ks Ts", "Ah Kh Th"], "7d 8d 9s")
    assert table.play("closer", "closer") == 0
    assert table.paid.tolist() == [0, 1]


def test_first_in_turn_order_shows_first() -> None:
    """Of two dealt 31s the first in turn order takes the pot."""
    table = Dealt(WIDOW, ["2c 3d 4h", "As Ks Ts", "Ah Kh Th"], "7d 8d 9s")
    assert table.play("swap:25", "swap:25", "swap:25") == 0
    assert table.pot.tolist() == [0, 1, 0]


def test_knock_before_any_exchange_is_an_immediate_showdown() -> None:
    """Nobody has a last turn if no card was exchanged; passes before do not count."""
    table = Dealt(WIDOW, ["Ah Kh 2c", "As Ks 3c", "9d 8d 7d"], "2d 3d 4d")
    assert table.play("swap:31", "swap:31", "swap:24") == 3
    assert table.pot.tolist() == [0, 0, 1]


def test_a_forbidden_first_round_knock_comes_a_round_later() -> None:
    """A round in which all pass because nobody may knock yet does not end the hand."""
    rules = with_switches(WIDOW, {"first_round_knock": "forbidden"})
    table = Dealt(rules, ["Ah Kh 9h", "As Ks 8s"], "2c 3c 2d")
    assert table.play("swap:25", "swap:25") == 3
    assert table.pot.tolist() == [1, 0]


def test_last_turns_after_a_knock() -> None:
    """After an exchange everybody but the knocker has exactly one turn more."""
    table = Dealt(WIDOW, ["Ah 5h 2c", "Qs 9s 3c", "9d 8d 7d"], "4h 2h 4s")
    # Seats 0 and 1 take a four each, seat 2 knocks with 24; then one more turn each.
    assert table.play("swap:31", "swap:31", "swap:24") == 5
    assert table.pot.tolist() == [0, 0, 1]


def test_fresh_widow_is_laid_when_all_pass() -> None:
    """When all pass in turn, three cards of the stock replace the widow, where switched on."""
    hands = ["Ah Kh 9h", "As Ks 9s"]
    stays = Dealt(WIDOW, hands, "3c 4d 5c")
    assert stays.play("swap:31", "swap:31") == -1
    assert stays.widow.tolist() == list(parse_hand("3c 4d 5c"))
    fresh = Dealt(with_switches(WIDOW, {"fresh_widow": "all-pass"}), hands, "3c 4d 5c")
    fresh.play("swap:31", "swap:31")
    assert not set(fresh.widow.tolist()) & set(parse_hand("3c 4d 5c"))


@pytest.mark.parametrize(
    ("exchange", "hand", "widow", "given", "taken"),
    [
        # Equal scores: the lowest card goes, the highest comes.
        ("one", "2c 3d Ah", "9h Ts Kc", "2c", "9h"),
        ("one", "2c 2d 9h", "Jh Kh 3s", "2c", "Kh"),
        # One card is enough for 21, so no more are given.
        ("any", "2c 3d Ah", "Kh 4s 5d", "2c", "Kh"),
        ("any", "2c 3d Ah", "Kh Qh 5d", "2c 3d", "Kh Qh"),
        ("any", "2c 3d Ah", "Kh Qh Jh", "2c 3d", "Kh Qh"),
        ("one-or-three", "2c 3d 4h", "Kh Qh 9h", "2c 3d 4h", "Kh Qh 9h"),
        ("one-or-three", "2c 3d Ah", "Kh Qs 9d", "2c", "Kh"),
    ],
)
def test_best_swap_in_plain_cases(
    exchange: str, hand: str, widow: str, given: str, taken: str
) -> None:
    """The best swap and the order among equals are those that the player's description names."""
    mine, there, after = swapped(hand, widow, exchange)
    give, get = parse_cards(given), parse_cards(taken)
    assert mine == exchanged(parse_hand(hand), give, get)
    assert there == exchanged(parse_hand(widow), get, give)
    assert after == score(mine, WIDOW)


def test_no_swap_that_does_not_raise_the_score() -> None:
    """A hand that no swap makes better stays as it is."""
    assert swapped("Ah Kh 9h", "8h 7c As", "any")[0] == parse_hand("Ah Kh 9h")


def first_turns(rules: Rules) -> dict[str, NDArray[np.int64]]:
    """Half points before a first turn, and after the best swap of one card and of any number."""
    table = pair_scores(rules)
    found: dict[str, list[int]] = {"before": [], "one": [], "any": []}
    deck = np.empty(52, dtype=np.int8)
    mine, widow = np.empty(3, dtype=np.int64), np.empty(3, dtype=np.int64)
    for deal in range(DEALS):
        deck[:] = range(52)
        key = np.uint64(world_key(11, deal))
        start = widow_hands.next_cards(deck, 0, 52, key, mine)
        widow_hands.next_cards(deck, start, 52, key, widow)
        own = score(mine, rules)
        found["before"].append(own)
        for exchange in ("one", "any"):
            best = best_swap(mine, widow, own, SIZES[exchange], table)[1]
            found[exchange].append(best)
    return {name: np.array(half_points) for name, half_points in found.items()}


def test_first_turn_facts() -> None:
    """Simulated first turns agree with the counted facts: mean hand and chance of 31."""
    turns = first_turns(WIDOW)
    # Exact mean of all 22,100 hands; the others are published rounded to one decimal.
    for name, mean, rounding in (
        ("before", 13.088, 0.0005),
        ("one", 18.8, 0.05),
        ("any", 20.6, 0.05),
    ):
        points = turns[name] / 2
        error = points.std() / np.sqrt(DEALS)
        assert abs(points.mean() - mean) < rounding + 4 * error, name
    for name, chance in (("one", 0.010), ("any", 0.020)):
        reached = (turns[name] == 62).mean()
        assert abs(reached - chance) < 0.0005 + 4 * np.sqrt(chance / DEALS), name
    assert (turns["before"] <= turns["one"]).all()
    assert (turns["one"] <= turns["any"]).all()


def test_best_swap_is_the_best_of_all_subsets() -> None:
    """No choice of three of the six cards that the rules allow beats the swap that is found."""
    rng = np.random.default_rng(3)
    kept_sizes = {"one": (2, 3), "one-or-three": (0, 2, 3), "any": (0, 1, 2, 3)}
    for rules, exchange in product((WIDOW, SCHWIMMEN), SIZES):
        for _ in range(150):
            six = rng.choice(np.arange(first_card(rules.pack), 52), 6, replace=False)
            mine, there = np.sort(six[:3]), np.sort(six[3:])
            reached = max(
                score((*kept, *taken), rules)
                for size in kept_sizes[exchange]
                for kept in combinations(mine.tolist(), size)
                for taken in combinations(there.tolist(), 3 - size)
            )
            own, table = score(mine, rules), pair_scores(rules)
            _, after = best_swap(mine, there, own, SIZES[exchange], table)
            assert after == reached


def test_wrong_questions_are_refused_by_name() -> None:
    """The other game, too many players, unknown names and senseless switches are errors."""
    with pytest.raises(RulesError, match="scat"):
        play_widow(PRESETS["scat"], ["closer"] * 2, 1, seed=0)
    with pytest.raises(RulesError, match="8 players cannot play; widow is for 2 to 7"):
        play_widow(WIDOW, ["closer"] * 8, 1, seed=0)
    with pytest.raises(RulesError, match="tokens=3 means nothing"):
        play_widow(with_switches(WIDOW, {"tokens": "3"}), ["closer"] * 2, 1, seed=0)
    with pytest.raises(PlayerError, match="there are swap:N, closer, confidence, solved"):
        play_widow(WIDOW, ["closer", "rising"], 1, seed=0)
    with pytest.raises(LimitError, match="seed"):
        play_widow(WIDOW, ["closer"] * 2, 1, seed=-1)
