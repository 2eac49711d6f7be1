"""Everybody against everybody, two names at a table at a time.

With two seats a pairing is a heads-up match. With more seats half of them are taken by each
player; with an odd number two matches are played, and each player has the seat more in one of
them. Every pairing has decks of its own, so that the errors of two pairings are independent.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import combinations
from math import hypot
from typing import TYPE_CHECKING, Final

import numpy as np

from advisor.estimate import Estimate
from advisor.match.errors import MatchError
from advisor.match.plan import Plan
from advisor.match.rating import Ratings, rate
from advisor.match.result import capped_note, weighted
from advisor.match.run import match
from advisor.match.sums import POT, TOKENS
from advisor.match.worth import for_tokens
from advisor.players.published import PUBLISHED
from advisor.rules import Rules
from advisor.tables import Cell, Table, estimate_text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from advisor.match.run import Share
    from advisor.match.sums import Sums

NUMBERS: Final = ("22", "25", "28")
"""What stands for N, where a name has one and nobody says which."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """What came of two names at the same tables.

    Parameters
    ----------
    first, second
        Numbers of the two players.
    wins
        Share of the first player, each seat counted the same: of the tokens paid, those that
        the second paid; or of the pots won, those that the first won.
    hands, capped
        Hands played; how many were given up.
    """

    first: int
    second: int
    wins: Estimate
    hands: int
    capped: int


@dataclass(frozen=True, slots=True)
class Robin:
    """Everybody against everybody.

    Parameters
    ----------
    rules, names, seats, seed
        What was played.
    pots
        Whether whole pots were played.
    pairings
        One for each two players; fewer if somebody stopped it.
    ratings
        None if the pairings do not connect all players.
    """

    rules: Rules
    names: tuple[str, ...]
    seats: int
    seed: int
    pots: bool
    pairings: tuple[Pairing, ...]
    ratings: Ratings | None

    @property
    def interrupted(self) -> bool:
        """Whether pairings are missing."""
        return len(self.pairings) < len(self.names) * (len(self.names) - 1) // 2

    @property
    def ranking(self) -> list[int]:
        """Numbers of the players, best first; in the order given if they have no ratings."""
        numbers = range(len(self.names))
        if self.ratings is None:
            return list(numbers)
        return sorted(numbers, key=self.ratings.points.__getitem__, reverse=True)

    def chart(self) -> list[dict[str, str | float]]:
        """Rows for a chart, best first: player, rating, and its 95 % interval."""
        if self.ratings is None:
            return []
        rows: list[dict[str, str | float]] = []
        for player in self.ranking:
            points, se = self.ratings.points[player], self.ratings.se[player]
            low, high = Estimate(points, se, 1, "simulated").interval()
            rows.append({"player": self.names[player], "rating": points, "low": low, "high": high})
        return rows

    def table(self) -> Table:
        """A row for each player, best first: his rating, and what he wins against each other."""
        wins = {(p.first, p.second): p.wins for p in self.pairings}
        wins |= {(p.second, p.first): _turned(p.wins) for p in self.pairings}
        return Table(
            f"Everybody against everybody, {self.seats} seats ({self.rules.name})",
            ("player", "rating", *(self.names[other] for other in self.ranking)),
            tuple(
                (
                    self.names[player],
                    self._rating_text(player),
                    *(_cell(wins.get((player, other))) for other in self.ranking),
                )
                for player in self.ranking
            ),
            tuple(self._notes()),
        )

    def to_json(self) -> dict[str, object]:
        """Give ratings and pairings with all digits."""
        rated = self.ratings
        return {
            "rules": self.rules.name,
            "seats": self.seats,
            "seed": self.seed,
            "pots": self.pots,
            "interrupted": self.interrupted,
            "players": [
                {
                    "name": self.names[player],
                    "rating": rated and {"points": rated.points[player], "se": rated.se[player]},
                }
                for player in self.ranking
            ],
            "pairings": [
                {
                    "players": [self.names[pairing.first], self.names[pairing.second]],
                    "wins": pairing.wins.to_json(),
                    "hands": pairing.hands,
                    "capped": pairing.capped,
                }
                for pairing in self.pairings
            ],
        }

    def _rating_text(self, player: int) -> str:
        if self.ratings is None:
            return ""
        points, se = self.ratings.points[player], self.ratings.se[player]
        places = 1 if se >= 0.1 else 2
        return f"{points:+.{places}f} ± {se:.{places}f}"

    def _notes(self) -> list[str]:
        hands = sum(pairing.hands for pairing in self.pairings)
        won = (
            "of the pots won by either, how many the player of the row won"
            if self.pots or not for_tokens(self.rules)
            else "of the tokens paid by either, how many the player of the column paid"
        )
        notes = [
            f"{won}; more than 50 % is better",
            "ratings: 400 points more are odds of ten to one; they sum to 0",
            f"{hands:,} hands in {len(self.pairings)} pairings, seed {self.seed}",
        ]
        if capped := sum(pairing.capped for pairing in self.pairings):
            notes.append(capped_note(self.rules, capped))
        if self.seats > 2:
            notes.append("half of the seats for each of two players, both ways if they are odd")
        return [*notes, *self._misfit()]

    def _misfit(self) -> list[str]:
        """Say where the results contradict the ratings most: one number cannot say it all."""
        if self.ratings is None or not self.pairings:
            return []
        worst = max(self.pairings, key=self._surprise)
        expected = self.ratings.expected(worst.first, worst.second)
        one, other = self.names[worst.first], self.names[worst.second]
        won = estimate_text(worst.wins)
        says = f"{100 * expected:.2f} %"
        return [f"least like the ratings: {one} against {other} {won}, where they say {says}"]

    def _surprise(self, pairing: Pairing) -> float:
        if self.ratings is None:
            return 0.0
        expected = self.ratings.expected(pairing.first, pairing.second)
        return abs(pairing.wins.mean - expected) / pairing.wins.se


def everybody(rules: Rules) -> tuple[str, ...]:
    """Names of all players of a game, some numbers for those whose name has one."""
    return tuple(
        player.name.replace(":N", f":{number}")
        for player in PUBLISHED
        if rules.game in player.games
        for number in (NUMBERS if player.name.endswith(":N") else ("",))
    )


def round_robin(
    rules: Rules,
    names: Sequence[str],
    *,
    seats: int = 2,
    games: int = 1_000_000,
    pots: bool = False,
    seed: int = 0,
    share: Share | None = None,
    progress: Callable[[float], None] | None = None,
) -> Robin:
    """Play everybody against everybody.

    Parameters
    ----------
    rules
        The rules in force.
    names
        The players, each once.
    seats
        Seats at the table.
    games
        Hands (or whole pots) of each pairing, rounded up to whole sets.
    pots
        Whether to play whole pots instead of single hands.
    seed
        Seed of the first pairing; each next one has the next seed.
    share
        As in :func:`~advisor.match.run.match`.
    progress
        Called with the share done, from 0 to 1.

    Raises
    ------
    MatchError, PlayerError
        If so many seats, players or games are impossible, or there is no such player.
    KeyboardInterrupt
        If interrupted before the first pairing is complete; later the result says so.
    """
    names = tuple(names)
    if len(names) < 2 or len(set(names)) < len(names):
        raise MatchError("a round-robin needs two or more different players, each named once")
    pairs = list(combinations(range(len(names)), 2))
    plans = [
        [
            Plan(rules, lineup, seed + 2 * number + way, pots)
            for way, lineup in enumerate(_lineups(names[one], names[other], seats))
        ]
        for number, (one, other) in enumerate(pairs)
    ]
    pairings: list[Pairing] = []
    try:
        for number, (pair, matches) in enumerate(zip(pairs, plans, strict=True)):
            told = partial(_tell, progress, number / len(pairs), len(pairs))
            sums = _play(matches, games, share, told)
            pairings.append(_pairing(*pair, sums, won_pots=pots or not for_tokens(rules)))
    except KeyboardInterrupt:
        if not pairings:
            raise
    wins = {(pairing.first, pairing.second): pairing.wins for pairing in pairings}
    return Robin(rules, names, seats, seed, pots, tuple(pairings), rate(len(names), wins))


def _tell(
    progress: Callable[[float], None] | None, before: float, pairings: int, done: float
) -> None:
    if progress is not None:
        progress(before + done / pairings)


def _play(
    matches: list[Plan], games: int, share: Share | None, told: Callable[[float], None]
) -> list[Sums]:
    """Play the one or two matches of a pairing."""
    each = -(-games // len(matches))
    played: list[Sums] = []
    for plan in matches:
        asked, before = plan.sets(each) * len(matches), len(played) / len(matches)

        def tell(sums: Sums, asked: int = asked, before: float = before) -> None:
            told(before + sums.sets / asked)

        result = match(plan, each, share=share, progress=tell)
        if result.interrupted:
            # A pairing that is not complete is not counted.
            raise KeyboardInterrupt
        played.append(result.sums)
    return played


def _lineups(one: str, other: str, seats: int) -> list[tuple[str, ...]]:
    """Line-ups in which two players share a table evenly."""
    more, less = -(-seats // 2), seats // 2
    if more == less:
        return [(one,) * more + (other,) * less]
    return [(one,) * more + (other,) * less, (one,) * less + (other,) * more]


def _pairing(one: int, other: int, sums: list[Sums], *, won_pots: bool) -> Pairing:
    """Turn the sums of one or two line-ups into the share that the first player wins."""
    measure, seats = POT if won_pots else TOKENS, sums[0].places
    mine = [_first(seats, more=way == 0) for way in range(len(sums))]
    means = [
        [weighted(part, measure, weights).mean / len(sums) for weights in (his, _others(his))]
        for part, his in zip(sums, mine, strict=True)
    ]
    first, second = np.sum(means, axis=0).tolist()
    total = first + second
    # To first order the share moves with both means like this.
    slope = np.array([second, -first]) / total**2 / len(sums)
    errors = [
        weighted(part, measure, slope[0] * his + slope[1] * _others(his)).se
        for part, his in zip(sums, mine, strict=True)
    ]
    share = (first if won_pots else second) / total
    trials = sum(part.sets for part in sums)
    return Pairing(
        one,
        other,
        Estimate(share, hypot(*errors), trials, "simulated"),
        sum(part.hands for part in sums),
        sum(part.capped for part in sums),
    )


def _first(seats: int, *, more: bool) -> NDArray[np.float64]:
    """Weights that average over the first player's places."""
    weights, count = np.zeros(seats), -(-seats // 2) if more else seats // 2
    weights[:count] = 1 / count
    return weights


def _others(weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Weights that average over all other places."""
    others: NDArray[np.float64] = (weights == 0) / np.count_nonzero(weights == 0)
    return others


def _turned(wins: Estimate) -> Estimate:
    return Estimate(1 - wins.mean, wins.se, wins.trials, wins.method)


def _cell(wins: Estimate | None) -> Cell:
    return "" if wins is None else wins
