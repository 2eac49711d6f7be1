"""Every player who can sit down by name: published rules of thumb, and who plays what."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from advisor.cards import quoted
from advisor.players import widow
from advisor.players.basic import BASIC
from advisor.players.registry import Published
from advisor.players.scat import SCAT_PLAYERS
from advisor.players.seated import ThumbPlayer
from advisor.players.solved import SOLVED, check_rules
from advisor.players.styled import CautiousPlayer, RandomPlayer, WittyPlayer
from advisor.players.tabled import TabledPlayer
from advisor.players.thinking import THINKING, assumed, thinks
from advisor.players.thumb import PlayerError, thresholds
from advisor.players.widow import WIDOW_PLAYERS

if TYPE_CHECKING:
    import numpy as np

    from advisor.referee.table import Player
    from advisor.rules import Rules

PUBLISHED: Final[tuple[Published, ...]] = (*SCAT_PLAYERS, *WIDOW_PLAYERS)
"""Everybody, first those who play scat; ``random`` plays both games and stands here twice."""

ALSO: Final = (
    Published(
        SOLVED,
        ("scat",),
        "follows the solved table for his number of players, 2 to 9",
        "made by thirtyone solve; see data/",
    ),
    Published(
        BASIC,
        ("scat",),
        "follows the chart of basic strategy",
        "printed by thirtyone table strategy",
    ),
    Published(
        THINKING,
        ("scat",),
        "plays out what he may meet, as the advice does, taking the others for solved; "
        "thinking:NAME takes them for NAME",
        "the advice of this program",
    ),
)
"""Who follows what this program has found, and so is not among those whom it measures."""

_FOUND: Final = frozenset({SOLVED, BASIC})
_OWN_CLASSES: Final = {"cautious": CautiousPlayer, "witty": WittyPlayer}


def check(name: str, rules: Rules) -> None:
    """Refuse a name that nobody has, or whose player does not play this game.

    Raises
    ------
    PlayerError
        With the names there are.
    RulesError
        If nobody has solved these rules.
    """
    if rules.game == "scat" and (name in _FOUND or thinks(name)):
        check_rules(rules)
        if thinks(name):
            check(assumed(name), rules)
        return
    family, colon, _ = name.partition(":")
    players = [player for player in PUBLISHED if rules.game in player.games]
    if not any(player.name.partition(":")[:2] == (family, colon) for player in players):
        known = ", ".join(player.name for player in players)
        raise PlayerError(f"no player of {rules.game} is called {quoted(name)}; there are {known}")
    if rules.game == "widow":
        widow.codes([name])
    else:
        thresholds(name)


def reference(name: str, rules: Rules, key: np.uint64) -> Player:
    """Seat a named player at the referee's table.

    Parameters
    ----------
    name
        A name of :data:`PUBLISHED`, with a number for N.
    rules
        Say which game is played.
    key
        The deal's key (:func:`advisor.playout.chance.world_key`): who plays by chance makes
        the choices of his compiled twin.

    Raises
    ------
    PlayerError
        If nobody has this name, or he does not play this game.
    """
    check(name, rules)
    if rules.game == "widow":
        return widow.reference(name, key)
    if thinks(name):
        raise PlayerError(f"{quoted(name)} plays in matches only")
    if name in _FOUND:
        return TabledPlayer(name)
    if name == "random":
        return RandomPlayer(key)
    return _OWN_CLASSES.get(name, ThumbPlayer)(name)
