"""The named players of widow, asked one position at a time."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING

import numpy as np
import pytest

from advisor.cards import first_card, parse_cards, parse_hand
from advisor.players.thumb import PlayerError
from advisor.players.widow import WIDOW_PLAYERS, codes, reference
from advisor.position import Position
from advisor.referee import game
from advisor.referee.actions import Action, Knock, Pass, Show, Swap, Wait
from advisor.rules import PRESETS, with_switches

if TYPE_CHECKING:
    from advisor.referee.state import State

KEYS = [np.uint64(number) * np.uint64(0x1234567) for number in range(4_000)]


def state(hand: str, widow: str, *, rules: str = "schwimmen", turn: int = 0) -> State:
    """Deal so that the seat to move holds `hand` after `turn` passed turns, 2 players."""
    # The widow stays as it was laid, whoever passes.
    house = with_switches(PRESETS[rules], {"fresh_widow": "no"})
    mine, there = parse_hand(hand), parse_hand(widow)
    others = [card for card in range(first_card(house.pack), 52) if card not in (*mine, *there)]
    # The other hand must have no 31 that would be asked for first.
    his, stock = others[:3], others[3:]
    hands = (mine, his) if turn % 2 == 0 else (his, mine)
    deck = [hands[seat][card] for card in range(3) for seat in range(2)] + [*there, *stock]
    dealt = game.deal(house, (house.tokens,) * 2, 1, deck)
    for _ in range(turn):
        dealt = game.apply(dealt, Pass())
    return dealt


def choice(name: str, asked: State, key: np.uint64 = KEYS[0]) -> Action:
    """What a player does in a state."""
    assert asked.seat is not None
    return reference(name, key).act(game.position(asked, asked.seat), game.legal_actions(asked))


def choices(name: str, asked: State) -> dict[str, float]:
    """How often a player does what, over many deals' keys."""
    counts = Counter(str(choice(name, asked, key)) for key in KEYS)
    return {move: count / len(KEYS) for move, count in counts.items()}


def one(give: str, get: str) -> Swap:
    """A swap from its cards as text."""
    return Swap(parse_cards(give), parse_cards(get))


def near(share: float, chance: float) -> bool:
    """Whether a share of all keys is within 4 standard errors of a chance."""
    return abs(share - chance) < 4 * math.sqrt(chance * (1 - chance) / len(KEYS))


def test_swap_player_knocks_swaps_and_passes() -> None:
    """He knocks with N or more where he may, else swaps if that helps, else passes."""
    strong = "Ah Kh 7h"
    assert choice("swap:28", state(strong, "8c 9d Ts", rules="widow")) == Knock()
    assert choice("swap:28", state(strong, "8c 9d Ts")) == Pass()
    assert choice("swap:28", state(strong, "8c 9d Ts", rules="widow", turn=3)) == Knock()
    assert choice("swap:29", state(strong, "8h 9d Ts", rules="widow")) == one("7h", "8h")
    assert choice("swap:29", state(strong, "8c 9d Ts", rules="widow")) == Pass()
    assert choice("swap:30.5", state("Ah 8c 9d", "Kh 7h 7d", rules="widow-any")) == one(
        "8c 9d", "7h Kh"
    )


def test_closer_knocks_when_no_swap_helps() -> None:
    """He swaps as long as that raises his score, and else knocks at any score where he may."""
    assert choice("closer", state("Ah 8c 9d", "Kh 7h 7d", rules="widow")) == one("8c", "Kh")
    assert choice("closer", state("Ah 8h Kc", "7d 8d 9s", rules="widow")) == Knock()
    assert choice("closer", state("Ah 8h Kc", "7d 8d 9s")) == Pass()


@pytest.mark.parametrize("name", ["swap:25", "closer", "confidence", "solved"])
def test_a_31_is_shown_at_once(name: str) -> None:
    """Nobody but chance waits with a 31, dealt or reached."""
    assert choice(name, state("Ah Kh Th", "7c 8d 9s")) == Show()


def test_confidence_takes_the_best_or_sometimes_the_second() -> None:
    """One swap at .7 beats all three at .6; the second best comes 15 % of the time."""
    # Pass 19 × .3, one 29 × .7, all three 27 × .6.
    found = choices("confidence", state("Ah 8h Kc", "Th 8d 9h"))
    assert set(found) == {"swap Kc for Th", "swap 8h Kc Ah for 8d 9h Th"}
    assert near(found["swap Kc for Th"], 0.85)


def test_confidence_knocks_from_the_second_round() -> None:
    """With 29 a knock at .95 beats a pass at .9; before the second round there is none."""
    strong, widow = "Ah Kh 8h", "7c 8d 9s"
    assert near(choices("confidence", state(strong, widow, turn=2))["knock"], 0.85)
    assert near(choices("confidence", state(strong, widow, turn=2))["pass"], 0.15)
    assert "knock" not in choices("confidence", state(strong, widow, rules="widow", turn=1))


def test_confidence_tosses_a_coin_from_24() -> None:
    """From 24 to 26 a knock is an option if a coin says so, from 27 always, below 24 never."""

    def knocks(hand: str) -> float:
        return choices("confidence", state(hand, "7c 8d 9s", turn=2)).get("knock", 0.0)

    assert knocks("Ah Kh 7s") == 0
    assert near(knocks("9h 8h 7h"), 0.5 * 0.85)
    assert near(knocks("Th 9h 7h"), 0.5 * 0.85)
    assert near(knocks("Th 9h 8h"), 0.85)


def test_random_player_makes_every_legal_move_equally_often() -> None:
    """Every legal move comes up, each in its share."""
    asked = state("Ah 8h Kc", "Th 8d 9h", rules="widow-any")
    legal = [str(action) for action in game.legal_actions(asked)]
    found = choices("random", asked)
    assert set(found) == set(legal)
    assert len(legal) == 21
    assert all(near(share, 1 / len(legal)) for share in found.values())


def test_random_player_shows_half_the_time() -> None:
    """Chance waits with a 31 as often as it shows it."""
    found = choices("random", state("Ah Kh Th", "7c 8d 9s"))
    assert set(found) == {str(Show()), str(Wait())}
    assert near(found[str(Show())], 0.5)


def test_every_player_is_described_and_can_sit_down() -> None:
    """Each name of the list has words, a source and a compiled code of its own."""
    names = [player.name.replace("N", "25") for player in WIDOW_PLAYERS]
    assert len({int(kind) for kind, _ in codes(names)}) == len(names)
    for player, name in zip(WIDOW_PLAYERS, names, strict=True):
        assert player.games == ("widow",)
        assert player.words
        assert player.source
        asked = state("Ah 8h Kc", "Th 8d 9h")
        assert choice(name, asked) in game.legal_actions(asked)


def test_swap_codes_are_half_points() -> None:
    """The threshold of swap:N reaches the compiled loop in half points."""
    assert [knocks_with for _, knocks_with in codes(["swap:25", "swap:30.5"])] == [50, 61]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("flat:25", "no player of widow is called 'flat:25'; there are swap:N, closer"),
        ("random:2", "no player of widow is called 'random:2'"),
        ("swap", "'swap' needs a score from 3 to 31, such as swap:25"),
        ("swap:32", "'swap:32' needs a score from 3 to 31"),
        ("swap:x", "'swap:x' needs a score from 3 to 31"),
        ("", "no player of widow is called ''"),
    ],
)
def test_unknown_names_are_refused(name: str, message: str) -> None:
    """A name that nobody has is an error that says who there is."""
    for ask in (lambda: codes([name]), lambda: reference(name, KEYS[0])):
        with pytest.raises(PlayerError, match=message):
            ask()


def test_nobody_throws_in_widow() -> None:
    """Asked what to throw after a draw, a widow player says that this is not his game."""
    asked = Position(hand=parse_hand("Ah Kh 2c"), tokens=(4, 4), rules=PRESETS["scat"])
    with pytest.raises(PlayerError, match="plays only widow"):
        reference("closer", KEYS[0]).throw(asked, 5)
