"""Who can sit down to widow: the best swap, confidence, chance; for the referee and compiled.

Each player exists twice: as a number (:func:`codes`) that the compiled loop of
:mod:`advisor.playout.widow_hands` reads, and as an object (:func:`reference`) that decides
from a position. Both take the same random numbers, so that they play the same hands alike.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from advisor.cards import Card, pretty, quoted
from advisor.hands import score
from advisor.players.registry import Published
from advisor.players.seated import ThumbPlayer, greedy_swap
from advisor.players.thumb import NEVER, PlayerError, thresholds
from advisor.players.widow_solved import SolvedWidowPlayer
from advisor.referee.actions import Knock, Pass, Show, Swap, Wait
from advisor.referee.state import exchanged

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from advisor.position import Position
    from advisor.referee.actions import Action
    from advisor.referee.table import Player

WIDOW_PLAYERS: Final = (
    Published(
        "swap:N",
        ("widow",),
        "knocks with N or more, else makes the best swap if that raises his score, else passes",
        "the bar of the Schwimmen programs: best exchange, closing at a fixed score (25 to 29)",
    ),
    Published(
        "closer",
        ("widow",),
        "makes the best swap if that raises his score; knocks as soon as none does, at any score",
        "sdaqo/schwimmen-card-game on GitHub: exchanges what improves, else closes",
    ),
    Published(
        "confidence",
        ("widow",),
        "weighs pass, best single swap, all three and knock by fixed confidence factors; "
        "takes the second best 15 % of the time",
        "spossner/schwimmen on GitHub",
    ),
    Published(
        "solved",
        ("widow",),
        "looks up what each move is worth in a table learnt by self-play",
        "made here, see data/",
    ),
    Published("random", ("widow",), "makes any legal move, all equally likely", "none: chance"),
)
"""Everybody who can sit down to widow."""

SWAP: Final = 0
CLOSER: Final = 1
CONFIDENCE: Final = 2
RANDOM: Final = 3
TABLE: Final = 4
_KINDS: Final = {
    "swap": SWAP,
    "closer": CLOSER,
    "confidence": CONFIDENCE,
    "random": RANDOM,
    "solved": TABLE,
}

# What a random number is for; see advisor.playout.chance.decide.
MOVES: Final = 0
SHOWS: Final = 1
COIN: Final = 2
SECOND: Final = 3

# The confidence player: each option is worth the score it leads to times so many hundredths.
PASSES_STRONG: Final = 90
PASSES: Final = 30
SWAPS_ONE: Final = 70
SWAPS_ALL: Final = 60
KNOCKS_STRONG: Final = 95
KNOCKS: Final = 70
STRONG_FOR_PASS: Final = 2 * 28
STRONG_FOR_KNOCK: Final = 2 * 29
KNOCKS_WITH: Final = 2 * 27
TOSSES_WITH: Final = 2 * 24
"""From here to :data:`KNOCKS_WITH` a coin says whether a knock is an option."""
SECOND_BEST: Final = 3
"""Times out of :data:`OUT_OF` that he takes the second best option."""
OUT_OF: Final = 20


def codes(names: Sequence[str]) -> NDArray[np.int64]:
    """Players as the compiled loop reads them.

    Parameters
    ----------
    names
        One name for each seat.

    Returns
    -------
    ndarray of int64, shape (len(names), 2)
        Kind of player, and the half points with which he knocks (or the number of his table).

    Raises
    ------
    PlayerError
        If widow has no such player.
    """
    return np.array([_code(name) for name in names], dtype=np.int64).reshape(len(names), 2)


def reference(name: str, key: np.uint64) -> Player:
    """Seat a named player at the referee's table.

    Parameters
    ----------
    name
        A name of :data:`WIDOW_PLAYERS`, with a number for N.
    key
        The deal's key: who plays by chance takes his random numbers from it.

    Raises
    ------
    PlayerError
        If widow has no such player.
    """
    kind, _ = _code(name)
    if kind == SWAP:
        return ThumbPlayer(f"flat:{name.partition(':')[2]}")
    if kind == CLOSER:
        return CloserPlayer()
    if kind == TABLE:
        return SolvedWidowPlayer()
    return ConfidencePlayer(key) if kind == CONFIDENCE else RandomPlayer(key)


class _NeverDraws:
    """Widow has no stock to draw from."""

    @staticmethod
    def throw(position: Position, drawn: Card) -> Action:
        """Refuse: only scat asks what to throw."""
        game = position.rules.game
        raise PlayerError(f"{pretty(drawn)} was drawn in {game}, but this player plays only widow")


class CloserPlayer(_NeverDraws):
    """Makes the best swap as long as one raises the score, then knocks."""

    @staticmethod
    def act(position: Position, legal: Sequence[Action]) -> Action:
        """Choose at the start of a turn, or say whether to show a 31."""
        if Show() in legal:
            return Show()
        best = greedy_swap(position, legal)
        return Knock() if best == Pass() and Knock() in legal else best


class RandomPlayer(_NeverDraws):
    """Makes any legal move, all equally likely.

    Parameters
    ----------
    key
        The deal's key, from which he takes his random numbers.
    """

    def __init__(self, key: np.uint64) -> None:
        self._key = key

    def act(self, position: Position, legal: Sequence[Action]) -> Action:
        """Choose among the legal moves in the order in which they are listed."""
        purpose = SHOWS if Wait() in legal else MOVES
        return legal[_chance(len(legal), self._key, position, purpose)]


class ConfidencePlayer(_NeverDraws):
    """Weighs every option by a fixed confidence, and sometimes takes the second best.

    Passing, his best single swap, taking all three and knocking are worth the score that he
    then holds, times .9 or .3 (pass with 28 or more, with less), .7, .6, and .95 or .7 (knock
    with 29 or more, with less). To swap one card is an option if it raises the score, all
    three always, where the rules allow it; to knock is one from the second round on with 27
    or more, and with 24 or more if a coin says so. He never swaps two. Between options of
    equal worth the order of this list decides, between swaps of one card that of
    :func:`~advisor.players.seated.greedy_swap`. Source: spossner/schwimmen on GitHub.

    Parameters
    ----------
    key
        The deal's key, from which he takes his random numbers.
    """

    def __init__(self, key: np.uint64) -> None:
        self._key = key

    def act(self, position: Position, legal: Sequence[Action]) -> Action:
        """Choose at the start of a turn, or say whether to show a 31."""
        if Show() in legal:
            return Show()
        # Sorting keeps the order of equals.
        options = sorted(self._options(position, legal), key=lambda option: -option[0])
        second = _chance(OUT_OF, self._key, position, SECOND) < SECOND_BEST
        return options[min(int(second), len(options) - 1)][1]

    def _options(self, position: Position, legal: Sequence[Action]) -> Iterator[tuple[int, Action]]:
        """Every option, behind its worth."""
        rules, own = position.rules, score(position.hand, position.rules)
        yield own * (PASSES_STRONG if own >= STRONG_FOR_PASS else PASSES), Pass()
        ones = [swap for swap in legal if isinstance(swap, Swap) and len(swap.give) == 1]
        one = greedy_swap(position, ones)
        if isinstance(one, Swap):
            yield score(exchanged(position.hand, one.give, one.get), rules) * SWAPS_ONE, one
        everything = Swap(position.hand, position.widow)
        if everything in legal:
            yield score(position.widow, rules) * SWAPS_ALL, everything
        if Knock() in legal and self._thinks_of_knocking(position, own):
            yield own * (KNOCKS_STRONG if own >= STRONG_FOR_KNOCK else KNOCKS), Knock()

    def _thinks_of_knocking(self, position: Position, own: int) -> bool:
        if position.turn < len(position.order) or own < TOSSES_WITH:
            return False
        return own >= KNOCKS_WITH or _chance(2, self._key, position, COIN) == 1


def _chance(limit: int, key: np.uint64, position: Position, purpose: int) -> int:
    """Draw the random number that the compiled loop draws at the same moment."""
    # Numba is imported only when chance plays.
    from advisor.playout.chance import decide  # noqa: PLC0415

    # The dealt 31s of several seats are shown in the same turn, so each seat has its own key.
    own_key = key ^ np.uint64(position.order.index(position.seat))
    return int(decide(limit, own_key, position.turn, purpose))


def _code(name: str) -> tuple[int, int]:
    family, colon, number = name.partition(":")
    if family not in _KINDS or (colon and family != "swap"):
        known = ", ".join(player.name for player in WIDOW_PLAYERS)
        raise PlayerError(f"no player of widow is called {quoted(name)}; there are {known}")
    if family == "solved":
        return TABLE, 0
    if family != "swap":
        return _KINDS[family], NEVER
    try:
        return SWAP, int(thresholds(f"flat:{number}")[0])
    except PlayerError:
        message = f"{quoted(name)} needs a score from 3 to 31, such as swap:25"
        raise PlayerError(message) from None
