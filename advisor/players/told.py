"""What a written way (:mod:`advisor.players.ways`) says about one hand under one top card."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from advisor.cards import Card
from advisor.hands import hand_cards, hand_index
from advisor.players.solved import DRAW, KNOCK, TAKES_LAST, row_of, suit_exchanged
from advisor.players.ways import ways
from advisor.suits import swapped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from advisor.rules import Rules


@dataclass(frozen=True, slots=True)
class Told:
    """What a way says at the start of a turn.

    Parameters
    ----------
    move
        Its number, as :func:`~advisor.players.ways.ways` writes it.
    thrown
        Card of the hand to throw for the top card; None if that is not taken.
    takes_last
        Whether the top card is taken on a last turn.
    """

    move: int
    thrown: Card | None
    takes_last: bool


def look_up(
    name: str, rules: Rules, players: int, *, turn: int, hand: Sequence[Card], top: Card
) -> Told:
    """Look up what a named player does at the start of a turn.

    Parameters
    ----------
    name, rules, players
        As for :func:`~advisor.players.ways.ways`.
    turn
        Turns taken before by all players.
    hand, top
        His cards and the top card.
    """
    moves, _ = ways(name, rules, players)
    turned = int(swapped()[top % 4, hand_index(hand)])
    entry = int(moves[row_of(turn, len(moves), players), top // 4, turned])
    move, last = entry % TAKES_LAST, entry >= TAKES_LAST
    if move in (KNOCK, DRAW):
        return Told(move, None, last)
    return Told(move, suit_exchanged(int(hand_cards()[turned, move - 1]), top % 4), last)
