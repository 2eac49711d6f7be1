"""How much work a question may ask for."""

from __future__ import annotations

from typing import Final

MAX_TRIALS: Final = 10_000_000
MAX_SECONDS: Final = 600.0
MAX_SEED: Final = 2**63 - 1
MAX_THREADS: Final = 64


class LimitError(ValueError):
    """An amount of work that makes no sense; one clear sentence."""


def check_limits(
    *,
    trials: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    threads: int = 1,
) -> None:
    """Refuse senseless numbers of trials, seconds or threads, and seeds out of range.

    Raises
    ------
    LimitError
        Naming the first that is wrong, and what would be right.
    """
    if trials is not None and not 1 <= trials <= MAX_TRIALS:
        raise LimitError(f"{trials} trials; expected 1 to {MAX_TRIALS}")
    if seconds is not None and not 0 < seconds <= MAX_SECONDS:
        raise LimitError(f"{seconds} seconds; expected more than 0 and at most {MAX_SECONDS:g}")
    if not 0 <= seed <= MAX_SEED:
        raise LimitError(f"the seed is {seed}; expected a whole number from 0 to 2**63 - 1")
    if not 1 <= threads <= MAX_THREADS:
        raise LimitError(f"{threads} threads; expected 1 to {MAX_THREADS}")
