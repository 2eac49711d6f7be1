"""Exercises: positions in which people err, drawn from played hands, and what was answered.

An exercise is a decision of a hand that named players played. It is instructive where players
of different habits would choose differently and the best choice is clear. Everything follows
from the drill and the exercise's number, so that a missed one can be asked again.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Final

import numpy as np

from advisor.advise import CONFIDENT, Advice, advise
from advisor.cards import POINTS, Card, suit_of
from advisor.graded import GOOD, grade
from advisor.players.published import reference
from advisor.players.seated import ThumbPlayer
from advisor.players.styled import CautiousPlayer, WittyPlayer
from advisor.position import Position
from advisor.referee.actions import Draw, Knock, Reshuffle, Take, Throw
from advisor.referee.game import apply, deal, legal_actions, pack, position, shuffled
from advisor.review import holding_four
from advisor.rules import PRESETS, Rules, require
from advisor.throwing import of_throws

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from advisor.advise import Option
    from advisor.moves import Move
    from advisor.referee.actions import Action

CLEAR: Final = 0.003
"""Least loss of the second best option, in chance to win the pot."""
OBVIOUS: Final = 0.08
"""Loss of the second best option from which nobody would err."""
TRIALS: Final = 6_000
"""Worlds for each exercise."""
MOST_TRIED: Final = 12
"""Positions evaluated before the clearest of them is taken as it is."""
MOST_TURNS: Final = 60
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


@dataclass(frozen=True, slots=True)
class Drill:
    """What to train.

    Parameters
    ----------
    rules
        The rules in force; the game ``scat``.
    players
        Number of players.
    seed
        Seed of the exercises.
    """

    rules: Rules = PRESETS["scat"]
    players: int = 4
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Exercise:
    """One question.

    Parameters
    ----------
    number
        Its number in the drill, from 0.
    position
        What the person sees at the start of the turn.
    drawn
        The card drawn, where the question is what to throw; else None.
    advice
        The answer.
    """

    number: int
    position: Position
    drawn: Card | None
    advice: Advice

    @property
    def options(self) -> tuple[Option, ...]:
        """What can be chosen, best first."""
        if self.drawn is None:
            return self.advice.options
        return of_throws(self.advice)

    @property
    def best(self) -> Option:
        """The best choice."""
        return self.options[0]


@dataclass(frozen=True, slots=True)
class Answer:
    """What somebody answered.

    Parameters
    ----------
    number
        Which exercise.
    kind
        A key of :data:`KINDS`; empty if the answer was right.
    loss
        Chance to win the pot that it cost.
    """

    number: int
    kind: str = ""
    loss: float = 0.0


def draw_exercise(drill: Drill, number: int, *, threads: int = 1) -> Exercise:
    """Draw an instructive position.

    Parameters
    ----------
    drill
        What to train.
    number
        Number of the exercise, from 0.
    threads
        Threads to use; the exercise does not depend on them.

    Returns
    -------
    Exercise
        The first of the candidates whose best choice is clear but not obvious; if none of
        some is, the one whose second best choice costs most.

    Raises
    ------
    RulesError
        If the game is another one.
    """
    require(drill.rules, game="scat", doing="the trainer")
    rng = Random(f"{drill.rules.name}/{drill.players}/{drill.seed}/{number}")  # noqa: S311
    best: Exercise | None = None
    for tried, (seen, drawn) in enumerate(_tempting(drill, rng)):
        asked = seen if drawn is None else holding_four(seen, drawn)
        advice = advise(asked, trials=TRIALS, seed=drill.seed, threads=threads)
        found = Exercise(number, seen, drawn, advice)
        if len(found.options) < 2:
            continue
        if _is_instructive(found):
            return found
        if best is None or _margin(found) > _margin(best):
            best = found
        if tried + 1 >= MOST_TRIED:
            break
    assert best is not None  # noqa: S101  # there is always another hand with two options
    return best


def judge(exercise: Exercise, chosen: Move) -> Answer:
    """Grade an answer.

    Raises
    ------
    ValueError
        If the move is none of the exercise's options.
    """
    for option in exercise.options:
        if option.move == chosen:
            kind = "" if grade(option.loss) == GOOD else _kind(exercise, chosen)
            return Answer(exercise.number, kind, max(option.loss.mean, 0.0))
    raise ValueError(f"{chosen.words()} is none of the choices")


def _kind(exercise: Exercise, chosen: Move) -> str:
    """Name what is wrong about a choice."""
    best = exercise.best.move
    if chosen.action == "knock":
        return "early"
    if best.action == "knock":
        return "late"
    if chosen.action != best.action:
        return "take" if chosen.action == "take" else "leave"
    return "feed" if _feeds(exercise.position, chosen, best) else "throw"


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


def _margin(exercise: Exercise) -> float:
    return exercise.options[1].loss.mean


def _is_instructive(exercise: Exercise) -> bool:
    """Whether the best choice is clear, and yet somebody might choose another one."""
    second = exercise.options[1].loss
    return CLEAR <= second.mean <= OBVIOUS and second.mean > 2 * CONFIDENT * second.se


def _tempting(drill: Drill, rng: Random) -> Iterator[tuple[Position, Card | None]]:
    """Give decisions, one of each hand, in which players of different habits disagree."""
    while True:
        found = [
            (seen, drawn)
            for seen, drawn in _decisions(drill, rng)
            if len(_choices(seen, drawn)) > 1
        ]
        throws = [one for one in found if one[1] is not None]
        turns = [one for one in found if one[1] is None]
        wanted = throws if rng.random() < THROWS else turns
        if wanted:
            yield rng.choice(wanted)


def _decisions(drill: Drill, rng: Random) -> list[tuple[Position, Card | None]]:
    """Play a hand; give every position and, after a draw, the card drawn."""
    rules = drill.rules
    tokens = tuple(rng.randint(1, rules.tokens) for _ in range(drill.players))
    names = [rng.choice(NAMES) for _ in range(drill.players)]
    seats = [reference(name, rules, np.uint64(rng.getrandbits(32))) for name in names]
    state = deal(rules, tokens, rng.randrange(drill.players), shuffled(pack(rules), rng))
    found: list[tuple[Position, Card | None]] = []
    while state.result is None and state.turn < MOST_TURNS:
        if state.seat is None:
            state = apply(state, Reshuffle(shuffled(state.pile[:-1], rng)))
            continue
        seen, player = position(state, state.seat), seats[state.seat]
        action: Action
        if state.drawn is None:
            found.append((seen, None))
            action = player.act(seen, legal_actions(state))
        else:
            found.append((seen, state.drawn))
            action = player.throw(seen, state.drawn)
        state = apply(state, action)
    return found


_PANEL: Final = (
    ThumbPlayer("flat:21"),
    ThumbPlayer("flat:28"),
    ThumbPlayer("rising"),
    CautiousPlayer("cautious"),
    WittyPlayer("witty"),
)
"""Players of different habits."""


def _choices(seen: Position, drawn: Card | None) -> set[Action]:
    """Give what players of different habits would do."""
    if drawn is None:
        legal: Sequence[Action] = _legal(seen)
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
