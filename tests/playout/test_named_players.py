"""Every named player of scat plays the same hands compiled and at the referee's table."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import numpy as np
import pytest

from advisor.belief import believe
from advisor.cards import parse_cards
from advisor.exact import knock_outcomes
from advisor.hands import hand_cards, hands_within, mask_of, score, scores
from advisor.knock import knock_risk
from advisor.players.published import PUBLISHED, reference
from advisor.players.thumb import PlayerError
from advisor.playout import batch, scat
from advisor.playout.keeping import keep_best, keep_carefully
from advisor.playout.lineup import play_lineup
from advisor.playout.style import holds_less
from advisor.position import ask
from advisor.rules import PRESETS, Rules
from tests.playout import decks

if TYPE_CHECKING:
    from collections.abc import Sequence

SCAT = PRESETS["scat"]
NAMES = [
    *(player.name.replace("N", "23") for player in PUBLISHED if "scat" in player.games),
    "solved",
    "basic",
]
PRESET_RULES = [rules for rules in PRESETS.values() if rules.game == "scat"]


def check_deals(rules: Rules, names: Sequence[str], deals: int, seed: int) -> None:
    """Play some deals in both ways and compare who pays and how many turns it took."""
    players = len(names)
    compiled = play_lineup(rules, names, deals, seed=seed)
    for deal in range(deals):
        deck, key = decks.kernel_deck(seed, deal, players, rules)
        seated = [reference(name, rules, key) for name in names]
        end = decks.play_out(decks.deal(rules, players, deck), seated, key, scat.MAX_TURNS)
        assert compiled.capped[deal] == (end is None)
        if end is not None:
            assert end.result is not None
            assert compiled.paid[deal].tolist() == list(end.result.paid), (deal, end.result.why)
            assert compiled.turns[deal] == end.turn


@pytest.mark.parametrize("rules", PRESET_RULES, ids=lambda rules: rules.name)
@pytest.mark.parametrize("name", NAMES)
def test_same_decks_same_outcome(name: str, rules: Rules) -> None:
    """A named player among others pays the same tokens compiled as at the referee's table."""
    line_ups = [
        (name, name),
        ("rising", name),
        (name, "cautious", name),
        ("witty", name, "flat:20", name),
        (name, "falling", "cautious", "steps", name, "witty"),
    ]
    for seed, names in enumerate(line_ups):
        check_deals(rules, names, max(decks.decks(60) // len(line_ups), 1), seed)


def test_same_decks_same_outcome_in_random_houses() -> None:
    """Any mixture of players under any switches pays alike, compiled and at the referee's table."""
    rng = random.Random(31)
    for house in range(150):
        rules = decks.random_rules(rng)
        # Nobody has solved the game for a smaller pack.
        playing = NAMES if rules.pack == 52 else NAMES[:-2]
        names = rng.choices(playing, k=rng.randint(2, min(rules.max_players, 6)))
        check_deals(rules, names, max(decks.decks(300) // 150, 1), seed=house)


def test_threads_and_parts_change_nothing() -> None:
    """Deal number t under a seed is the same deal however the work is cut, chance included."""
    names = ("random", "cautious", "witty", "rising")
    whole = play_lineup(SCAT, names, 3_001, seed=5)
    parts = [
        play_lineup(SCAT, names, count, seed=5, first=first, threads=threads)
        for first, count, threads in ((0, 1_000, 3), (1_000, 1, 1), (1_001, 2_000, 2))
    ]
    for field in ("paid", "pot", "capped", "turns"):
        glued = np.concatenate([getattr(part, field) for part in parts])
        assert np.array_equal(getattr(whole, field), glued)
    assert not whole.pot.any()


def test_who_sits_where_changes_no_card() -> None:
    """All line-ups meet the same decks: dealt hands, and so who is dealt 31, do not change."""
    one = batch.play_deals(SCAT, batch.seats(["greedy"] * 3, SCAT), 2_000, seed=7)
    others = batch.seats(["random", "witty", "cautious"], SCAT)
    other = batch.play_deals(SCAT, others, 2_000, seed=7)
    assert np.array_equal(one.dealt, other.dealt)
    assert not np.array_equal(one.paid, other.paid)


def test_identical_players_pay_equally_often_in_each_rotation() -> None:
    """Four of a kind pay the same however they are turned: only the seat matters."""
    names = ("flat:22", "cautious", "flat:22", "cautious")
    once = play_lineup(SCAT, names, 20_000, seed=3).paid
    turned = play_lineup(SCAT, (*names[2:], *names[:2]), 20_000, seed=3).paid
    assert np.array_equal(once, turned)
    halves = play_lineup(SCAT, ("rising",) * 4, 200_000, seed=4).paid.reshape(2, 100_000, 4)
    first, second = halves.mean(axis=1)
    assert np.abs(first - second).max() < 4 * np.sqrt(2 * 0.25 / 100_000)


def test_flat_22_against_flat_25() -> None:
    """The known figure of the design: heads-up 22 beats 25 by 50.3 ± 0.2 %, both seats averaged."""
    deals = 500_000
    first = play_lineup(SCAT, ("flat:22", "flat:25"), deals, seed=1).paid.astype(float)
    second = play_lineup(SCAT, ("flat:25", "flat:22"), deals, seed=1).paid.astype(float)
    won = (first[:, 1] + second[:, 0]) / 2
    error = won.std() / np.sqrt(deals)
    assert abs(won.mean() - 0.503) < 0.002
    assert won.mean() - 4 * error > 0.5


@pytest.mark.parametrize("own", [20, 36, 44, 52, 58])
def test_proof_that_a_hand_is_lower(own: int) -> None:
    """What the witty player takes for proved must hold for every single hand that fits."""
    rng = random.Random(own)
    rules = PRESETS["scat-pub"] if own % 3 else SCAT
    proved = 0
    for _ in range(60):
        drawn = rng.sample(range(52), rng.randint(3, 45))
        known, unseen = drawn[: rng.randint(1, 3)], sorted(set(range(52)) - set(drawn))
        fitting = hand_cards()[hands_within(mask_of((*known, *unseen)))].tolist()
        fitting = [hand for hand in fitting if set(known) <= set(hand)]
        expected = all(score(hand, rules) < own or score(hand, rules) >= 62 for hand in fitting)
        found = holds_less(own, mask_of(known), mask_of(unseen), scores(rules))
        assert found == expected
        proved += found
    assert 0 < proved < 60


def test_what_a_careful_player_throws() -> None:
    """He gives up at most so many points for a card that does not feed the next player."""
    hand = np.array(parse_cards("9h Kh Ah"), dtype=np.int8)
    two, hearts = parse_cards("2c")[0], mask_of(range(2, 52, 4))
    clubs = mask_of(range(0, 52, 4))
    table = scores(SCAT)
    assert keep_best(hand, two, 0, table) == (two, 60)
    assert keep_carefully(hand, two, 0, hearts, 4, table) == (two, 60)
    nine = parse_cards("9h")[0]
    assert keep_carefully(hand, two, 0, clubs, 17, table) == (two, 60)
    assert keep_carefully(hand, two, 0, clubs, 18, table) == (nine, 42)
    # With nothing else to throw he feeds him after all.
    assert keep_carefully(hand, two, 0, hearts | clubs, 60, table) == (two, 60)


def test_last_turns_that_are_not_greedy_are_played_out() -> None:
    """The exact risk of a knock holds for greedy last turns only; the others are simulated."""
    asked = ask(parse_cards("Jc Tc 2d"), top=parse_cards("4h")[0], players=2)
    greedy, cautious, chance = (
        knock_risk(asked, opponents=name, trials=20_000).pays
        for name in ("greedy", "cautious", "random")
    )
    assert greedy == cautious
    assert greedy.method == "exact"
    assert chance.method == "simulated"
    assert chance.mean < greedy.mean / 2
    assert knock_outcomes(asked, believe(asked, "cautious")) is not None
    assert knock_outcomes(asked, believe(asked, "witty")) is None


def test_nobody_else_can_sit_down() -> None:
    """A line-up with a name that nobody has is refused before a card is dealt."""
    with pytest.raises(PlayerError, match="there is no player 'magnus'"):
        play_lineup(SCAT, ("rising", "magnus"), 10, seed=0)
