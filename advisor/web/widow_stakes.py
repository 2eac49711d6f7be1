"""What is played for, in words: a token, a life, or a share of the antes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from advisor.match.worth import for_tokens

if TYPE_CHECKING:
    from advisor.rules import Rules


@dataclass(frozen=True, slots=True)
class Stakes:
    """The words of one kind of stakes.

    Parameters
    ----------
    pays, pot
        Heads of the two columns of numbers; no `pays` where nobody ever pays.
    pot_help, costs_help
        What the numbers of the pot and the costs mean.
    chart
        What the chart of the moves shows.
    """

    pays: str
    pot: str
    pot_help: str
    costs_help: str
    chart: str


def stakes(rules: Rules) -> Stakes:
    """The words that fit some rules."""
    if rules.game == "scat":
        return _TOKENS
    return _LIVES if for_tokens(rules) else _ANTES


_TOKENS: Final = Stakes(
    pays="You pay a token",
    pot="You win the pot",
    pot_help="How often you are the last one left in the match.",
    costs_help="Points of winning the pot less than the best move.",
    chart="How often each move wins the pot",
)
_LIVES: Final = Stakes(
    pays="You lose a life",
    pot="You win the match",
    pot_help="How often you are the last one left in the match.",
    costs_help="Points of winning the match less than the best move.",
    chart="How often each move wins the match",
)
_ANTES: Final = Stakes(
    pays="",
    pot="Share of the pot",
    pot_help="Mean share of the antes; those who tie for highest share.",
    costs_help="Points of the share of the pot less than the best move.",
    chart="Mean share of the pot of each move",
)
