"""Advice on the game widow, against what can be counted and what must hold."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import TYPE_CHECKING

import numpy as np
import pytest

from advisor.cards import parse_cards, parse_hand
from advisor.hands import hand_index, hand_masks, showdown_ranks
from advisor.limits import LimitError
from advisor.moves import Move, legal_moves
from advisor.odds.widow_showdown import standing
from advisor.players.thumb import PlayerError
from advisor.position import Position, ask
from advisor.rules import PRESETS, RulesError, with_switches
from advisor.widow.advice import advise_widow, refine_widow
from advisor.widow.seen import Seen

if TYPE_CHECKING:
    from advisor.rules import Rules

WIDOW, ANY, SCHWIMMEN = PRESETS["widow"], PRESETS["widow-any"], PRESETS["schwimmen"]


def question(hand: str, widow: str, rules: Rules = WIDOW, **said: object) -> Position:
    """A position from text."""
    return ask(parse_hand(hand), rules=rules, widow=parse_cards(widow), **said)  # type: ignore[arg-type]


def test_31_is_shown() -> None:
    """Whoever holds 31 shows it and takes the pot; there is no other move."""
    advice = advise_widow(question("Ah Kh Th", "2c 3d 4s", players=3))
    assert [option.move for option in advice.options] == [Move("show")]
    assert advice.best.pot.method == "exact"
    assert advice.best.pot.mean == 1
    assert advice.trials == 0
    assert advice.stopped == "exact"


def test_31_is_made() -> None:
    """A swap that makes 31 takes the pot for certain and comes first."""
    advice = advise_widow(question("Qd 2c 5s", "Ad Kd 9d", ANY, players=3), trials=400)
    assert advice.best.move == Move("swap", give=parse_cards("2c 5s"), get=parse_cards("Kd Ad"))
    assert advice.best.pot.mean == 1
    assert advice.best.score_after == 31
    assert advice.best.move.to_json() == {"action": "swap", "discard": "2c 5s", "take": "Kd Ad"}


@pytest.mark.parametrize(
    ("rules", "swaps"), [(WIDOW, 9), (ANY, 19), (SCHWIMMEN, 10)], ids=lambda value: str(value)[:9]
)
def test_every_legal_move_is_ranked(rules: Rules, swaps: int) -> None:
    """All moves are options, best first, their chances to be best sum to 1."""
    asked = question("Qd 8c Js", "Ad Kh 9d", rules, players=3)
    advice = advise_widow(asked, trials=500)
    knock = rules.first_round_knock == "allowed"
    assert {option.move for option in advice.options} == set(legal_moves(asked))
    assert len(advice.options) == swaps + 1 + knock
    assert sum(option.p_best for option in advice.options) == pytest.approx(1)
    assert advice.best.loss.mean <= min(option.loss.mean for option in advice.options) + 0.02
    assert all(option.reasons for option in advice.options)


@pytest.mark.parametrize("players", [2, 3])
def test_a_knock_before_any_exchange_is_counted(players: int) -> None:
    """Hands are compared at once, so the share of the pot is exact and what counting gives."""
    asked = question("Ks 9s 7h", "2c 3d 8h", players=players)
    knock = next(
        option
        for option in advise_widow(asked, trials=400).options
        if option.move.action == "knock"
    )
    wanted = standing(asked.hand, asked.unseen, players - 1, WIDOW, shown=True).share
    assert knock.pot.method == wanted.method == "exact"
    assert knock.pot.mean == pytest.approx(wanted.mean)
    worlds = Seen(asked, "solved").play([Move("knock")], 20_000, seed=1)
    share = worlds.pot[:, 0, 0]
    assert abs(share.mean() - wanted.mean) < 4 * share.std() / np.sqrt(len(share))


def test_the_last_turn_is_counted() -> None:
    """Heads-up after a knock every move is exact: a plain sum over the knocker's hands."""
    asked = question(
        "Qd 8d 5s", "Ad Kc 9h", players=2, seat=0, knocked_by=1, turn=4, exchanged=True,
        held={1: parse_cards("Kh")},
    )  # fmt: skip
    advice = advise_widow(asked, opponents="random")
    assert advice.stopped == "exact"
    assert all(option.pot.method == "exact" for option in advice.options)
    (belief,) = Seen(asked, "random").beliefs
    ranks = showdown_ranks(WIDOW)
    for option in advice.options:
        hand = sorted({*asked.hand, *option.move.get} - set(option.move.give))
        own, wins = ranks[hand_index(hand)], 0.0
        for rank, chance in zip(ranks[belief.hands], belief.chance, strict=True):
            wins += chance * (1 if rank < own else 0.5 if rank == own else 0)
        assert option.pot.mean == pytest.approx(wins)
    assert advice.best.move == Move("swap", give=parse_cards("5s"), get=parse_cards("Ad"))


def test_the_very_last_turn_of_three_is_best_by_rank() -> None:
    """Whoever moves last of all does best with the highest hand he can hold."""
    asked = question(
        "Qd 8d 5s", "Ad Kc 9h", players=3, seat=0, knocked_by=1, turn=6, exchanged=True
    )
    advice = advise_widow(asked, opponents="swap:25", trials=2_000)
    assert advice.best.move == Move("swap", give=parse_cards("5s"), get=parse_cards("Ad"))


def test_numbers_depend_on_the_seed_alone() -> None:
    """Threads change nothing; another seed changes the simulated numbers."""
    asked = question("Qd 8c 5s", "Ah Kd 9d", players=4)
    one = advise_widow(asked, trials=900, seed=3)
    two = advise_widow(asked, trials=900, seed=3, threads=2)
    assert [option.pot for option in one.options] == [option.pot for option in two.options]
    other = advise_widow(asked, trials=900, seed=4)
    assert [option.pot for option in one.options] != [option.pot for option in other.options]


def test_answers_get_better() -> None:
    """Answers come early and rest on ever more worlds."""
    asked = question("Qd 8c 5s", "Ah Kd 9d", players=2)
    trials = [answer.trials for answer in refine_widow(asked, trials=8_000)]
    assert trials == sorted(set(trials))
    assert trials[0] < 1_000
    assert trials[-1] == 8_000


def test_where_the_lowest_pays() -> None:
    """In Schwimmen a move has a chance to lose a life, and one to win the match."""
    asked = question("Qd 8c 7s", "Ad Kd 9d", SCHWIMMEN, tokens=(3, 0, 1))
    advice = advise_widow(asked, trials=2_000)
    assert Move("knock") not in [option.move for option in advice.options]
    for option in advice.options:
        assert 0 <= option.pays.mean <= 1
        assert 0 < option.pot.mean < 1
    worst = advice.options[-1]
    assert worst.pays.mean > advice.best.pays.mean
    assert worst.pot.mean < advice.best.pot.mean


def test_better_hands_are_worth_more() -> None:
    """A higher hand at the same cards never has a clearly smaller share."""
    shares = [
        advise_widow(question(hand, "2c 3d 8h", players=3), trials=1_000).best.pot
        for hand in ("7s 9d 4c", "Ks 9d 4c", "Ks 9s 4c", "Ks 9s 8s", "Ks Qs 9s")
    ]
    for lower, higher in pairwise(shares):
        assert higher.mean > lower.mean - 3 * (higher.se + lower.se)
    assert shares[-1].mean > 0.95


def test_switches_without_a_table_are_named() -> None:
    """Rules that no table was learnt for are answered by the nearest, and the answer says so."""
    rules = with_switches(WIDOW, {"fresh_widow": "all-pass"})
    advice = advise_widow(question("Qd 8c 5s", "Ah Kd 9d", rules, players=3), trials=400)
    assert any("stands in for widow[fresh_widow=all-pass]" in note for note in advice.notes)


def test_wrong_questions_are_refused() -> None:
    """The other game, unknown opponents and senseless limits are errors that say so."""
    asked = question("Qd 8c 5s", "Ah Kd 9d", players=3)
    with pytest.raises(PlayerError, match="no player of widow is called 'rising'"):
        advise_widow(asked, opponents="rising")
    with pytest.raises(LimitError, match="trials"):
        advise_widow(asked, trials=0)
    scat = ask(parse_hand("Qd 8c 5s"), top=parse_cards("Ah")[0], rules=PRESETS["scat"])
    with pytest.raises(RulesError, match="scat"):
        advise_widow(scat)


def test_no_world_shows_a_card_twice() -> None:
    """Hands that are dealt to the others share no card with what is seen, nor with each other."""
    from advisor.playout.widow_worlds import draw_hands  # noqa: PLC0415  # numba

    asked = question("Qd 8c 5s", "Ah Kd 9d", players=7)
    seen = Seen(asked, "solved")
    drawn = np.empty(6, dtype=np.int64)
    may_hold = np.concatenate([belief.hands for belief in seen.beliefs])
    up_to = np.concatenate([np.cumsum(belief.chance) for belief in seen.beliefs])
    starts = np.cumsum([0, *(len(belief.hands) for belief in seen.beliefs)])
    for world in range(200):
        assert draw_hands(np.uint64(world), may_hold, up_to, starts, hand_masks(), drawn)
        for first, second in combinations(drawn.tolist(), 2):
            assert not int(hand_masks()[first]) & int(hand_masks()[second])
