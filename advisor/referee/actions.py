"""What a seat can do, and the one thing that only chance does.

=============  ==========================================================================
:class:`Knock`  scat, widow: end the hand after one more turn of everybody else
:class:`Take`   scat: take the top card of the pile and throw another
:class:`Draw`   scat: draw the top card of the stock; :class:`Throw` must follow
:class:`Throw`  scat: throw one of four cards after a draw
:class:`Pass`   widow: leave everything as it is; scat: stand pat (house rule, last turn)
:class:`Swap`   widow: exchange hand cards for as many cards of the widow
:class:`Show`   widow: show 31 (in scat 31 must be shown, so the referee does it)
:class:`Wait`   widow: do not show 31 yet
=============  ==========================================================================
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from advisor.cards import Card, names


@dataclass(frozen=True, slots=True)
class Knock:
    """Knock, instead of any other move."""

    def __str__(self) -> str:
        return "knock"


@dataclass(frozen=True, slots=True)
class Take:
    """Take the top card of the pile and throw `discard`."""

    discard: Card

    def __str__(self) -> str:
        return f"take and throw {names((self.discard,))}"


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw the top card of the stock, unseen until then."""

    def __str__(self) -> str:
        return "draw"


@dataclass(frozen=True, slots=True)
class Throw:
    """Throw one of the four cards after a draw."""

    discard: Card

    def __str__(self) -> str:
        return f"throw {names((self.discard,))}"


@dataclass(frozen=True, slots=True)
class Pass:
    """Change nothing."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class Swap:
    """Lay `give` from the hand into the widow and pick up `get`; both are kept ascending."""

    give: tuple[Card, ...]
    get: tuple[Card, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "give", tuple(sorted(self.give)))
        object.__setattr__(self, "get", tuple(sorted(self.get)))

    def __str__(self) -> str:
        return f"swap {names(self.give)} for {names(self.get)}"


@dataclass(frozen=True, slots=True)
class Show:
    """Show 31 (or three aces that count more) and end the hand."""

    def __str__(self) -> str:
        return "show"


@dataclass(frozen=True, slots=True)
class Wait:
    """Keep 31 hidden for now."""

    def __str__(self) -> str:
        return "wait"


@dataclass(frozen=True, slots=True)
class Reshuffle:
    """Chance, not a seat: the order of the new stock, next card first."""

    stock: tuple[Card, ...]

    def __str__(self) -> str:
        return "reshuffle"


Action: TypeAlias = Knock | Take | Draw | Throw | Pass | Swap | Show | Wait
Move: TypeAlias = Action | Reshuffle


class IllegalAction(ValueError):  # noqa: N818  # it is the action that is illegal
    """A move that the rules forbid; the message names the rule."""
