"""Exercises of `scat`: decisions in which players of different habits disagree, and errors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from advisor.cards import POINTS, suit_of
from advisor.players.seated import ThumbPlayer
from advisor.players.styled import CautiousPlayer, WittyPlayer
from advisor.referee.actions import Draw, Knock, Take, Throw
from advisor.trainer_hands import play_hand

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from advisor.moves import Move
    from advisor.position import Position
    from advisor.referee.actions import Action
    from advisor.rules import Rules
    from advisor.trainer_hands import Task

NAMES: Final = ("rising", "flat:25", "flat:22", "cautious", "steps")
"""Who plays the hands that exercises are taken from."""
THROWS: Final = 0.3
"""Share of the exercises that ask what to throw after a draw."""

KINDS: Final = {
    "early": "knocks too early",
    "late": "misses the knock",
    "take": "takes what should be left",
    "leave": "leaves what should be taken",
    "feed": "throws what the next player collects",
    "throw": "throws the wrong card",
}
"""Kinds of error, in words that go on from a player's name."""

_PANEL: Final = (
    ThumbPlayer("flat:21"),
    ThumbPlayer("flat:28"),
    ThumbPlayer("rising"),
    CautiousPlayer("cautious"),
    WittyPlayer("witty"),
)
"""Players of different habits."""


def tempting(rules: Rules, players: int, rng: Random) -> Iterator[Task]:
    """Give decisions, one of each hand, in which players of different habits disagree."""
    while True:
        tasks = play_hand(rules, players, NAMES, rng)
        found = [task for task in tasks if len(_choices(task)) > 1]
        throws = [task for task in found if task.drawn is not None]
        turns = [task for task in found if task.drawn is None]
        wanted = throws if rng.random() < THROWS else turns
        if wanted:
            yield rng.choice(wanted)


def kind_of(seen: Position, chosen: Move, best: Move) -> str:
    """Name what is wrong about a choice, a key of :data:`KINDS`."""
    if chosen.action == "knock":
        return "early"
    if best.action == "knock":
        return "late"
    if chosen.action != best.action:
        return "take" if chosen.action == "take" else "leave"
    return "feed" if _feeds(seen, chosen, best) else "throw"


def _feeds(seen: Position, chosen: Move, best: Move) -> bool:
    """Whether the card thrown is of a suit that the next player is known to hold, unlike the best.

    On a last turn nobody throws for the next player's sake.
    """
    if chosen.discard is None or best.discard is None:
        return False
    order = seen.order
    follower = order[(order.index(seen.seat) + 1) % len(order)]
    suits = {suit_of(card) for card in seen.held[follower]}
    return suit_of(chosen.discard) in suits and suit_of(best.discard) not in suits


def _choices(task: Task) -> set[Action]:
    """Give what players of different habits would do."""
    seen, drawn = task.position, task.drawn
    if drawn is None:
        legal = _legal(seen)
        return {player.act(seen, legal) for player in _PANEL}
    if seen.knocked_by is not None:
        return set()
    # To keep points, to keep from the next player what he collects, or to keep high cards.
    lowest = min((*seen.hand, drawn), key=lambda card: (POINTS[card], card))
    return {Throw(lowest), *(player.throw(seen, drawn) for player in _PANEL)}


def _legal(seen: Position) -> tuple[Action, ...]:
    """Give the actions that the panel chooses among."""
    first = seen.turn < len(seen.order) and seen.rules.first_round_knock == "forbidden"
    knock: tuple[Action, ...] = () if seen.knocked_by is not None or first else (Knock(),)
    return (*knock, *(Take(card) for card in seen.hand), Draw())
