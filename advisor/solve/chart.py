"""How the chart of basic strategy is found: one number at a time, by simulation.

One player sits among others who all play alike, in every seat in turn, and all charts meet the
same decks. A number of the chart is changed as long as the gain shows: as long as it is larger
than one and a half of its standard errors.

:mod:`advisor.solve.chart_file` makes the shipped file with it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from advisor.players.basic import NO_KNOCK, ROUNDS, Basic
from advisor.solve.bench import Bench, mean

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import numpy as np
    from numpy.typing import NDArray

START: Final = Basic(
    knock=(21, 21, 21, 21),
    two_cards=0,
    high_top=0,
    took=0,
    take_to=21,
    take_least=1,
    take_gain=5,
    last_to=21,
    last_gain=5,
    pair=0,
)
"""Where the search begins: a plain rule, to which nothing is added that does not gain."""

SCREEN: Final = 5
"""A change is first tried on one in so many deals."""
SURE: Final = 1.5
"""Standard errors of its gain that a change must show."""
MOST_POINTS: Final = 31
MORE: Final = {"two_cards": 6, "high_top": 6, "took": 10}
"""What is asked for on top, and the most points of it before it is said: never."""
CAREFUL: Final = replace(START, took=MORE["took"])
"""Where it begins once more between two, who asks for much after a taken card: that pays
only when much is asked for, and nothing points the way there."""
STEPS: Final = (1, -1, 3, -3)
"""Points by which numbers are changed; the longer steps lead across where nothing gains."""


def search_all(bench: Bench, progress: Callable[[str], None] | None = None) -> Basic:
    """Search from every beginning, and give the best chart found; as :func:`search`."""
    starts = (START, CAREFUL) if bench.players == 2 else (START,)
    found = [search(bench, start, progress) for start in starts]
    return max(found, key=lambda chart: mean(bench.of_chart(chart)).mean)


def search(
    bench: Bench, start: Basic = START, progress: Callable[[str], None] | None = None
) -> Basic:
    """Change one number after the other as long as that gains.

    Parameters
    ----------
    bench
        The table at which charts are tried.
    start
        Where to begin.
    progress
        Called after each change with a sentence.
    """
    best, won = start, bench.of_chart(start)
    changed = True
    while changed:
        changed = False
        for better in _ways_to_change(bench.players):
            chart, now = _followed(bench, best, won, better)
            if chart != best:
                best, won, changed = chart, now, True
                if progress:
                    progress(f"{mean(won).mean:+.4f} tokens: {best}")
    return best


def _followed(
    bench: Bench, best: Basic, won: NDArray[np.float64], step: tuple[tuple[str, ...], int]
) -> tuple[Basic, NDArray[np.float64]]:
    """Go in one direction as long as it gains."""
    while (chart := _changed(best, *step)) is not None:
        few = bench.deals // SCREEN
        if mean(bench.of_chart(chart, few) - won[:few]).mean < 0:
            break
        now = bench.of_chart(chart)
        gain = mean(now - won)
        if gain.mean <= SURE * gain.se:
            break
        best, won = chart, now
    return best, won


def _ways_to_change(players: int) -> Iterator[tuple[tuple[str, ...], int]]:
    """Give the numbers to change together, and by how much; a minus marks the other direction.

    First what is worth most, then the scores to knock with.
    """
    # Of more than one other nobody remembers who took a card.
    left_out = {"knock"} if players == 2 else {"knock", "took"}
    knocks = tuple(f"knock{place}" for place in range(ROUNDS))
    takes = (("take_gain", "last_gain"), ("take_to", "last_to"))
    alone = [(name,) for name in (*Basic.__slots__, *knocks) if name not in left_out]
    early = [knocks[:number] for number in range(2, ROUNDS + 1)]
    late = [knocks[number:] for number in range(1, ROUNDS - 1)]
    more = sorted(set(MORE) - left_out)
    traded = [(*some, f"-{name}") for some in (*early, knocks[:1]) for name in more]
    for names in (*takes, ("pair",), *early, *late, *alone, *traded):
        for step in STEPS:
            yield names, step


def _stepped(name: str, number: int, step: int) -> int:
    """Add to a number; so much more that hardly any hand has it is never."""
    after = number + step
    if name in MORE and after > MORE[name]:
        return NO_KNOCK if step > 0 else MORE[name]
    return after


def _changed(chart: Basic, names: tuple[str, ...], step: int) -> Basic | None:
    """Change numbers of a chart; None if that makes no sense or falls from turn to turn."""
    knock, numbers = list(chart.knock), {}
    for name in names:
        if name.startswith("knock"):
            knock[int(name[-1])] += step
        else:
            plain = name.removeprefix("-")
            way = step if plain == name else -step
            numbers[plain] = _stepped(plain, getattr(chart, plain), way)
    least = {"take_least": 1, "take_gain": 1, "last_gain": 1}
    possible = all(least.get(name, 0) <= number <= MOST_POINTS for name, number in numbers.items())
    if knock != sorted(knock) or not possible:
        return None
    first, second, third, later = knock
    return replace(chart, knock=(first, second, third, later), **numbers)
