"""Play very many random hands with every check, and print figures.

``python -m tests.referee.soak --hands 1000000 --workers 2``; CI plays a hundredth of that.
"""

import argparse
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from random import Random

from tests.referee.play import play_checked, rules_to_play


def soak(seed: int, hands: int) -> Counter[str]:
    """Play so many hands from one seed; an assertion fails if a check does."""
    rng = Random(seed)
    figures: Counter[str] = Counter()
    for rules in rules_to_play(rng, hands):
        moves = play_checked(rules, rng)
        figures["hands"] += 1
        figures[f"hands of {rules.game}"] += 1
        figures["hands given up as endless"] += moves is None
        figures["moves"] += moves or 0
        figures["longest"] = max(figures["longest"], moves or 0)
    return figures


def main() -> None:
    """Spread the hands over worker processes, one seed for each thousand."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=1)
    asked = parser.parse_args()
    chunks = [asked.seed + number for number in range(-(-asked.hands // 1000))]
    sizes = [min(1000, asked.hands - 1000 * number) for number in range(len(chunks))]
    total: Counter[str] = Counter()
    longest = 0
    started = time.perf_counter()
    with ProcessPoolExecutor(asked.workers) as workers:
        for figures in workers.map(soak, chunks, sizes):
            longest = max(longest, figures.pop("longest", 0))
            total.update(figures)
    seconds = time.perf_counter() - started
    for name, number in sorted(total.items()):
        print(f"{name}: {number}")  # noqa: T201  # a program that prints figures
    print(f"longest hand: {longest} moves; {seconds:.0f} s")  # noqa: T201


if __name__ == "__main__":
    main()
