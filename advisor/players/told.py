"""What a written way (:mod:`advisor.players.ways`) says about one hand, read without compiling."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from advisor.cards import Card
from advisor.hands import hand_cards, hand_index, scores
from advisor.players.clues import Clue, group
from advisor.players.solved import row_of
from advisor.players.ways import ways
from advisor.players.written import (
    CERTAIN,
    DOUBT,
    DRAW,
    INSTEAD,
    KNOCK,
    MOVE,
    OTHER,
    PLACE,
    SURE,
    TAKES_LAST,
    THROW_DOUBT,
)
from advisor.suits import set_rank, swapped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from advisor.players.written import Ways
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
    """Look up what a named player does at the start of a turn of whose past nothing is known.

    Parameters
    ----------
    name, rules, players
        As for :func:`~advisor.players.ways.ways`.
    turn
        Turns taken before by all players.
    hand, top
        His cards and the top card.
    """
    way = ways(name, rules, players)
    row, own = row_of(turn, len(way.moves), players), int(scores(rules)[hand_index(hand)])
    return told_move(way, row, hand=hand, own=own, top=top, clue=Clue())


def told_move(
    way: Ways, row: int, *, hand: Sequence[Card], own: int, top: Card, clue: Clue
) -> Told:
    """Look up the start of a turn.

    Parameters
    ----------
    way, row
        The tables, and the row of the turn.
    hand, own, top
        His cards, their score in half points, the top card.
    clue
        What he saw of the other player.
    """
    turned = int(swapped()[top % 4, hand_index(hand)])
    entry = int(way.moves[row, top // 4, turned])
    move, doubt = entry & MOVE, entry >> DOUBT
    more = int(way.knocking[row, clue.last, clue.level, own // 2])
    if doubt < CERTAIN and (-more if move == KNOCK else more) > doubt * doubt:
        move = (entry >> INSTEAD) & MOVE
    last = bool(entry & TAKES_LAST)
    if move in (KNOCK, DRAW):
        return Told(move, None, last)
    return Told(move, suit_exchanged(int(hand_cards()[turned, move - 1]), top % 4), last)


def told_throw(
    way: Ways, row: int, *, hand: Sequence[Card], drawn: Card, top: Card, clue: Clue
) -> Card:
    """Look up which of four cards to throw after a draw; the arguments of :func:`told_move`."""
    four = sorted((*hand, drawn))
    entry = int(way.throws[row, int(set_rank(np.array([four], dtype=np.int64))[0])])
    first, doubt = four[entry & PLACE], entry >> THROW_DOUBT
    if doubt == SURE:
        return first
    second = four[(entry >> OTHER) & PLACE]
    first_worth, second_worth = (
        int(way.throwing[row, int(card % 4 == top % 4), clue.in_suit(card % 4), group(card)])
        for card in (first, second)
    )
    return second if second_worth - first_worth > 2 * doubt * doubt else first


def suit_exchanged(card: int, suit: int) -> Card:
    """Give back a card's suit after clubs and `suit` changed places."""
    if card % 4 == suit:
        return card - suit
    return card + suit if card % 4 == 0 else card
