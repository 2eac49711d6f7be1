"""Who sits where, who is still in, and whose turn it is after how many turns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from advisor.cards import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from advisor.cards import Card
    from advisor.rules import Rules

OUT: Final = -1
"""Tokens of a seat that is out of the match."""


def turn_order(tokens: Sequence[int], dealer: int) -> tuple[int, ...]:
    """Seats that are still in, from the first one left of the dealer."""
    seats = len(tokens)
    around = ((dealer + step) % seats for step in range(1, seats + 1))
    return tuple(seat for seat in around if tokens[seat] != OUT)


def turns_behind(discards: Sequence[Card], players: int, rules: Rules) -> int:
    """Fewest turns that lay out so many discards (scat), or cards of old widows (widow)."""
    if rules.game == "scat":
        return len(discards)
    return len(discards) // 3 * players


def fewest_turns(
    order: Sequence[int],
    seat: int,
    knocked_by: int | None,
    discards: int,
    *,
    before_knock: int = 0,
) -> int:
    """Fewest turns after which it is a seat's turn, given what has happened.

    Parameters
    ----------
    order
        Seats still in, in the order of their turns.
    seat
        The seat whose turn it is.
    knocked_by
        Seat that has knocked, if any.
    discards
        Turns, other than the knock, that must have been taken.
    before_knock
        Turns that must have been taken before the knock.

    Returns
    -------
    int
        Turns taken by all players, the knock included; 0 if one of the seats is not in.
    """
    players = len(order)
    if seat not in order or (knocked_by is not None and knocked_by not in order):
        return 0
    place = order.index(seat)
    least = discards
    if knocked_by is not None:
        knock = order.index(knocked_by)
        knock += players * -(-max(before_knock - knock, 0) // players)
        least = max(knock + (place - knock) % players, discards + 1)
    return least + (place - least) % players


def round_of(turn: int, players: int) -> int:
    """Round in which a turn is taken: 1 until everybody has had one."""
    return turn // players + 1


def turn_in_round(
    order: Sequence[int], seat: int, number: int, knocked_by: int | None = None
) -> int:
    """Fewest turns after which it is a seat's turn in a round, or in a later one if it must be.

    Parameters
    ----------
    order, seat, knocked_by
        As for :func:`fewest_turns`.
    number
        The round, from 1.
    """
    # The knock takes a turn, too.
    others = (number - 1) * len(order) - (knocked_by is not None)
    return fewest_turns(order, seat, knocked_by, max(others, 0))


def seat_to_act(order: Sequence[int], turn: int | None, knocked_by: int | None) -> int:
    """Seat whose turn it is, as far as turns and knock say; the first one where neither is said."""
    if not order:
        return 0
    if turn is not None:
        return order[turn % len(order)]
    if knocked_by in order:
        return order[(order.index(knocked_by) + 1) % len(order)]
    return order[0]


def players_text(count: int, rules: Rules) -> str:
    """Say that so many players are too few or too many for one hand."""
    said = counted(count, "player")
    if count <= rules.max_players:
        return f"{said}; a hand needs at least 2"
    if rules.game == "widow" and rules.max_players == 7:
        return f"{said}; widow is for 2 to 7"
    return (
        f"{said}; with {rules.pack} cards at most {rules.max_players} can play, or no stock is left"
    )


def seats_text(seats: int) -> str:
    """Say which seats there are."""
    return f"the seats are 0 to {seats - 1}"
