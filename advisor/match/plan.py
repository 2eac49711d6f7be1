"""What is played: rules, line-up, seed, and whether for hands or for whole pots."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from advisor.cards import counted
from advisor.limits import check_limits
from advisor.match.errors import MatchError
from advisor.match.worth import for_tokens
from advisor.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Iterator

FEWEST: Final = 2
"""Sets that an error needs."""

MAX_PLAYERS: Final = 9
MAX_HANDS: Final = 10**11
"""Most hands, or pots, that a match may have."""

PART: Final = {False: 60_000, True: 20_000}
"""Games in a part: single hands, whole pots."""

Part: TypeAlias = tuple[int, int]
"""Number of the first set, and how many."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is played.

    Parameters
    ----------
    rules
        The rules in force.
    names
        The line-up.
    seed
        Seed of the decks, 0 to 2**63 - 1.
    pots
        Whether each game is a whole pot, tokens to the end, instead of a single hand.

    Raises
    ------
    PlayerError
        If there is no such player, or he does not play this game.
    RulesError, SolvedError
        If a player follows a table that there is not for these rules or so many players.
    MatchError, LimitError
        If so many cannot play, or there are no tokens to play for, or the seed is out of range.
    """

    rules: Rules
    names: tuple[str, ...]
    seed: int = 0
    pots: bool = False

    def __post_init__(self) -> None:
        # Not before they are needed.
        from advisor.players.published import check  # noqa: PLC0415
        from advisor.players.solved import SOLVED, solved  # noqa: PLC0415

        for name in self.names:
            check(name, self.rules)
            if name == SOLVED and self.rules.game == "scat":
                solved(self.rules, len(self.names))
        most = min(MAX_PLAYERS, self.rules.max_players)
        if not 2 <= len(self.names) <= most:
            raise MatchError(f"{counted(len(self.names), 'player')}; expected 2 to {most}")
        if self.pots and not for_tokens(self.rules):
            raise MatchError(
                f"under {self.rules.name} every hand has a pot of its own: "
                "ask for hands instead of pots"
            )
        check_limits(seed=self.seed)

    def sets(self, games: int) -> int:
        """Sets that hold at least so many games; two or more."""
        if not 1 <= games <= MAX_HANDS:
            what = "pots" if self.pots else "hands"
            raise MatchError(f"{games} {what}; expected 1 to {MAX_HANDS}")
        return max(-(-games // len(self.names)), FEWEST)

    def parts(self, first: int, end: int, size: int | None = None) -> Iterator[Part]:
        """Cut the sets `first` to ``end - 1`` at multiples of a fixed size."""
        size = size or max(PART[self.pots] // len(self.names), 1)
        while first < end:
            after = min(first - first % size + size, end)
            yield first, after - first
            first = after
