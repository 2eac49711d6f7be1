"""Exercises: positions in which people err, drawn from played hands, and what was answered.

An exercise is a decision of a hand that named players played. It is instructive where players
of different habits would choose differently and the best choice is clear. Everything follows
from the drill and the exercise's number, so that a missed one can be asked again.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Final

from advisor import trainer_scat, trainer_widow
from advisor.advise import CONFIDENT, Advice, advise
from advisor.cards import Card
from advisor.graded import GOOD, grade
from advisor.match.worth import for_tokens
from advisor.position import Position
from advisor.referee.history import Event
from advisor.review import holding_four
from advisor.rules import PRESETS, Rules
from advisor.throwing import of_throws

if TYPE_CHECKING:
    from advisor.advise import Option
    from advisor.moves import Move
    from advisor.trainer_hands import Task

CLEAR: Final = 0.003
"""Least loss of the second best option, in chance to win the pot."""
OBVIOUS: Final = 0.08
"""Loss of the second best option from which nobody would err."""
OBVIOUS_ANTES: Final = 0.2
"""The same where one hand decides who takes the pot."""
TRIALS: Final = 6_000
"""Worlds for each exercise."""
PLAYOUTS: Final = 12_000
"""Worlds times players for one of widow, where a hand takes longer the more play."""
MOST_TRIED: Final = {"scat": 12, "widow": 6}
"""Positions evaluated before the clearest of them is taken as it is."""
KINDS: Final = {**trainer_scat.KINDS, **trainer_widow.KINDS}
"""Kinds of error in both games, in words that go on from a player's name."""
_TEMPTING: Final = {"scat": trainer_scat.tempting, "widow": trainer_widow.tempting}


@dataclass(frozen=True, slots=True)
class Drill:
    """What to train.

    Parameters
    ----------
    rules
        The rules in force, of either game.
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
    log
        What has happened in the hand (widow; in scat the position holds it).
    """

    number: int
    position: Position
    drawn: Card | None
    advice: Advice
    log: tuple[Event, ...] = ()

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
    """
    rng = Random(f"{drill.rules.name}/{drill.players}/{drill.seed}/{number}")  # noqa: S311
    best: Exercise | None = None
    for tried, task in enumerate(_TEMPTING[drill.rules.game](drill.rules, drill.players, rng)):
        found = _exercise(number, task, drill.seed, threads)
        if len(found.options) < 2:
            continue
        if _is_instructive(found):
            return found
        if best is None or _margin(found) > _margin(best):
            best = found
        if tried + 1 >= MOST_TRIED[drill.rules.game]:
            break
    assert best is not None  # noqa: S101  # there is always another hand with two options
    return best


def _exercise(number: int, task: Task, seed: int, threads: int) -> Exercise:
    """Find the answer to a task."""
    seen, drawn = task.position, task.drawn
    if seen.rules.game == "widow":
        trials, log = PLAYOUTS // len(seen.order), task.log
        found = trainer_widow.weighed(seen, None, log, trials=trials, seed=seed, threads=threads)
        return Exercise(number, seen, None, found, log)
    asked = seen if drawn is None else holding_four(seen, drawn)
    advice = advise(asked, trials=TRIALS, seed=seed, threads=threads)
    return Exercise(number, seen, drawn, advice)


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
    seen, best = exercise.position, exercise.best.move
    if seen.rules.game == "scat":
        return trainer_scat.kind_of(seen, chosen, best)
    return trainer_widow.kind_of(seen, chosen, best, exercise.log)


def _margin(exercise: Exercise) -> float:
    return exercise.options[1].loss.mean


def _is_instructive(exercise: Exercise) -> bool:
    """Whether the best choice is clear, and yet somebody might choose another one."""
    second = exercise.options[1].loss
    obvious = OBVIOUS if for_tokens(exercise.position.rules) else OBVIOUS_ANTES
    return CLEAR <= second.mean <= obvious and second.mean > 2 * CONFIDENT * second.se
