"""Who can sit down to scat, and what some of them do otherwise than the greedy player.

When they knock is in :mod:`advisor.players.thumb`. The rules were written anew from what is
published about them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from advisor.players.registry import Published

SCAT_PLAYERS: Final = (
    Published(
        "greedy",
        ("scat",),
        "takes the top card if it raises his score, else draws; never knocks",
        "common to nearly all programs that play the game, under whatever rule to knock",
    ),
    Published(
        "flat:N",
        ("scat",),
        "greedy, and knocks with N or more",
        "most programs and advice pages: N = 25 (playerules.com), 28, 27 or 25 by strength of "
        "play (dingxinghu/Scat31), 30 (the base player of tony-nowatzki/thirty-one)",
    ),
    Published(
        "rising",
        ("scat",),
        "greedy, and knocks with 21 or more, 2 more for each turn he has had, at most 30",
        "the timing player of tony-nowatzki/thirty-one",
    ),
    Published(
        "steps",
        ("scat",),
        "greedy, and knocks with 20 or more on his first three turns, then with 26 or more",
        "vracton/dr-dong-teaches-me-to-play-games",
    ),
    Published(
        "falling",
        ("scat",),
        "greedy, and knocks with 29 or more, 27 from his third turn on, 25 after five turns",
        "mdanley1234/thirtyone",
    ),
    Published(
        "cautious",
        ("scat",),
        "plays like rising, but until somebody has knocked gives up to 2 points to keep from the "
        "next player the suits of which he took a card and still holds it",
        "the guard on what the next player can take in a Scala program for West Lansing "
        "cut-throat, and the tip not to feed the neighbour on the left",
    ),
    Published(
        "witty",
        ("scat",),
        "knocks with 30 or more, or when the cards that he saw somebody take prove that this "
        "hand is lower than his; takes the top card only if it raises his score by 5 or more, "
        "or raises it at all and counts ten or more or brings it to 29 or more",
        "the witty player of tony-nowatzki/thirty-one",
    ),
    Published(
        "random",
        ("scat",),
        "makes any legal move, all equally likely, and throws any card",
        "the random players of brothersw/31-ai and of a classroom tournament",
    ),
)
"""Everybody who can sit down to scat."""


@dataclass(frozen=True, slots=True)
class Style:
    """What a player does otherwise than the greedy one, scores in half points.

    Parameters
    ----------
    gain, reach, tens
        He takes the top card if it raises his score, and that by `gain` or more, or to
        `reach` or more, or (if `tens`) by a card that counts ten or more.
    caution
        What he gives up, until somebody has knocked, to throw a card of a suit of which the
        next player is not known to hold one.
    proves
        Whether he knocks too when a hand of which a card is known must be lower than his.
    at_random
        Whether he makes any legal move.
    """

    gain: int = 1
    reach: int = 127
    tens: bool = False
    caution: int = 0
    proves: bool = False
    at_random: bool = False


GREEDY: Final = Style()

_STYLES: Final = {
    "cautious": Style(caution=2 * 2),
    "witty": Style(gain=2 * 5, reach=2 * 29, tens=True, proves=True),
    "random": Style(at_random=True),
}


def style(name: str) -> Style:
    """How a named player plays, apart from when he knocks."""
    return _STYLES.get(name, GREEDY)
