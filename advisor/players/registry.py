"""What is written down about a player who can sit down by name."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Published:
    """A rule of thumb under its name.

    Parameters
    ----------
    name
        The name, such as ``rising``; ``N`` in it stands for a number: ``flat:N``.
    games
        The games he plays: ``scat``, ``widow``.
    words
        What he does, in a sentence without a subject.
    source
        Where the rule was published.
    """

    name: str
    games: tuple[str, ...]
    words: str
    source: str
