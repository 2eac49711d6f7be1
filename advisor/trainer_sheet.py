"""What somebody has answered in a drill: streak, error rate, weak spots, what comes again."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Final

from advisor.estimate import wilson
from advisor.rules import PRESETS
from advisor.trainer import KINDS, Answer, Drill

AGAIN: Final = (3, 8)
"""Other exercises between a mistake and its first repetition, and from there to the second."""
MOST_ANSWERS: Final = 300
"""Answers that are kept; the oldest ones are forgotten."""
MOST_TEXT: Final = 4_000

_RIGHT: Final = "r"
_LETTERS: Final = {**dict(zip(KINDS, "eltafwskxogcn", strict=True)), "": _RIGHT}
_KIND_OF: Final = {letter: kind for kind, letter in _LETTERS.items()}
_WRITTEN: Final = re.compile(rf"([0-9]{{1,4}})([{''.join(_KIND_OF)}])([0-9]{{0,4}})")
_SHEET: Final = re.compile(r"([a-z-]{1,20})~([0-9]{1,2})~([0-9]{1,9})~([0-9a-z-]*)")
_UNREADABLE: Final = "the answers in the address cannot be read; a new sheet begins"


class SheetError(ValueError):
    """A text that is not a sheet of answers."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """Everything that was answered in one drill, in order.

    Parameters
    ----------
    drill
        What was asked.
    answers
        The answers, the latest last.
    """

    drill: Drill = field(default_factory=Drill)
    answers: tuple[Answer, ...] = ()

    def __str__(self) -> str:
        asked = f"{self.drill.rules.name}~{self.drill.players}~{self.drill.seed}"
        return f"{asked}~{'-'.join(map(_written, self.answers))}"

    def adding(self, answer: Answer) -> Sheet:
        """Give the sheet with one answer more."""
        return replace(self, answers=(*self.answers, answer)[-MOST_ANSWERS:])

    @property
    def wrong(self) -> int:
        """How many answers were wrong."""
        return sum(bool(answer.kind) for answer in self.answers)

    @property
    def streak(self) -> int:
        """How many answers in a row were right, up to now."""
        length = 0
        for answer in reversed(self.answers):
            if answer.kind:
                break
            length += 1
        return length

    @property
    def best_streak(self) -> int:
        """The longest row of right answers."""
        runs = "".join("x" if answer.kind else "." for answer in self.answers)
        return max(map(len, runs.split("x")))

    @property
    def error_rate(self) -> tuple[float, float, float]:
        """Share of wrong answers, and both ends of its 95 % interval."""
        low, high = wilson(self.wrong, len(self.answers))
        return self.wrong / max(len(self.answers), 1), low, high

    @property
    def mean_loss(self) -> float:
        """Chance to win the pot lost with an answer, in the mean."""
        return sum(answer.loss for answer in self.answers) / max(len(self.answers), 1)

    @property
    def weak_spots(self) -> list[tuple[str, int, float]]:
        """Kinds of error, how often each was made and what it cost in all, the dearest first."""
        losses: dict[str, list[float]] = {}
        for answer in self.answers:
            if answer.kind:
                losses.setdefault(answer.kind, []).append(answer.loss)
        found = [(kind, len(each), sum(each)) for kind, each in losses.items()]
        return sorted(found, key=lambda spot: -spot[2])

    def next_number(self) -> int:
        """Number of the exercise that comes next.

        A missed one comes again after a few others, and once more after a few more; a wrong
        answer starts that anew. Else the next new one comes.
        """
        for number, (last, stage) in self._to_repeat().items():
            if len(self.answers) - 1 - last >= AGAIN[stage]:
                return number
        return 1 + max((answer.number for answer in self.answers), default=-1)

    def is_repetition(self, number: int) -> bool:
        """Whether an exercise has been answered before."""
        return any(answer.number == number for answer in self.answers)

    def _to_repeat(self) -> dict[int, tuple[int, int]]:
        """Missed exercises: place of the last answer, and how often it was right since."""
        open_ones: dict[int, tuple[int, int]] = {}
        for place, answer in enumerate(self.answers):
            if answer.kind:
                open_ones[answer.number] = place, 0
            elif answer.number in open_ones:
                _, stage = open_ones.pop(answer.number)
                if stage + 1 < len(AGAIN):
                    open_ones[answer.number] = place, stage + 1
        return open_ones


def parse_sheet(text: str) -> Sheet:
    """Read what ``str()`` of a sheet writes.

    Raises
    ------
    SheetError
        If it is something else, or too long.
    """
    if len(text) > MOST_TEXT:
        raise SheetError(f"the answers have {len(text)} characters; at most {MOST_TEXT} are read")
    if (said := _SHEET.fullmatch(text)) is None or said[1] not in PRESETS:
        raise SheetError(_UNREADABLE)
    rules, players = PRESETS[said[1]], int(said[2])
    if not 2 <= players <= rules.max_players:
        raise SheetError(f"the answers are said to be those of {players} players of {said[1]}")
    answers = tuple(map(_answer, said[4].split("-"))) if said[4] else ()
    if len(answers) > MOST_ANSWERS:
        raise SheetError(f"there are {len(answers)} answers; at most {MOST_ANSWERS} are read")
    return Sheet(Drill(rules, players, int(said[3])), answers)


def _answer(text: str) -> Answer:
    if (one := _WRITTEN.fullmatch(text)) is None:
        raise SheetError(_UNREADABLE)
    return Answer(int(one[1]), _KIND_OF[one[2]], int(one[3] or 0) / 10_000)


def _written(answer: Answer) -> str:
    """Number, letter of the kind, loss in hundredths of a point (nothing for 0)."""
    loss = round(min(answer.loss, 0.9999) * 10_000)
    return f"{answer.number}{_LETTERS[answer.kind]}{loss or ''}"
