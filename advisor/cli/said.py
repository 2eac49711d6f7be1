"""What options mean together: the rules in force, the threads, and what excludes what."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from advisor.question import QuestionError, rules_from
from advisor.rules import Rules, require


def house_rules(preset: str | None, settings: Sequence[str] | None) -> Rules:
    """Rules of a preset, with the switches that were set."""
    return rules_from("scat" if preset is None else preset, settings or [])


def scat_rules(preset: str | None, settings: Sequence[str] | None, *, doing: str) -> Rules:
    """Rules of the game that can be answered; what else is wrong matters only then."""
    house = house_rules(preset, settings)
    require(house, game="scat", doing=doing)
    return house


def threads(workers: int | None) -> int:
    """As many threads as asked for, by default one for each processor."""
    from advisor.limits import MAX_THREADS  # noqa: PLC0415

    return min(os.cpu_count() or 1, MAX_THREADS) if workers is None else workers


def refuse(wrong: bool, sentence: str) -> None:
    """Refuse the question with `sentence` if it is wrong."""
    if wrong:
        raise QuestionError(sentence)


def refuse_pairs(*pairs: Mapping[str, object]) -> None:
    """Refuse two options that exclude each other."""
    for pair in pairs:
        one, other = pair
        refuse(
            all(said is not None and said is not False for said in pair.values()),
            f"{one} and {other} exclude each other; give one of them",
        )
