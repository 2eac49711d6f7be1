"""A position from what a person says, filled in with what follows from the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from advisor.cards import Card, counted
from advisor.position.log import Log, LogError, Shown, trace
from advisor.position.possible import problems
from advisor.position.seats import (
    OUT,
    fewest_turns,
    players_text,
    seat_to_act,
    seats_text,
    turn_order,
    turns_behind,
)
from advisor.position.view import SEED_RULES, Position, PositionError, Problem

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from advisor.rules import Rules

DEFAULT_PLAYERS: Final = 4
MAX_SEATS: Final = 52
"""Most seats that are looked at one by one; more get a single sentence."""


def ask(  # one argument for each thing a person may say
    hand: Iterable[Card],
    *,
    rules: Rules = SEED_RULES,
    top: Card | None = None,
    discards: Iterable[Card] = (),
    ordered: bool = False,
    widow: Iterable[Card] = (),
    held: Mapping[int, Iterable[Card]] | None = None,
    players: int | None = None,
    tokens: Sequence[int] | None = None,
    seat: int | None = None,
    dealer: int | None = None,
    turn: int | None = None,
    knocked_by: int | None = None,
    exchanged: bool = False,
    log: Log | None = None,
) -> Position:
    """Build a position from what a person says, filling in what follows from the rest.

    What is not said: as many players as there are tokens, else 4; all tokens of the rules;
    the last seat deals, so that seat 0 is first; the seat whose turn it is after `turn` turns
    (or after a knock, the seat left of the knocker); the fewest turns that fit. From a log
    follow the top card, the pile, the cards held, the turn and the knock.

    Parameters
    ----------
    hand, rules, top, discards, ordered, widow, exchanged, log
        As in :class:`~advisor.position.Position`, cards in any order.
    held
        Seat to the cards known in that player's hand.
    players, tokens, seat, dealer, turn, knocked_by
        As in :class:`~advisor.position.Position`; None where not said.

    Returns
    -------
    Position
        A position that can exist.

    Raises
    ------
    PositionError
        With every reason why there is no such position.
    """
    seated, found = _seated(players, tokens, rules)
    dealer = len(seated) - 1 if dealer is None else dealer
    order = turn_order(seated, dealer)
    open_now = _open_now(log, len(order), rules)
    known = {other: tuple(sorted(cards)) for other, cards in (held or {}).items()}
    if log is not None and open_now is not None:
        turn = len(log.turns) if turn is None else turn
        top = open_now.top if top is None else top
        if not discards:
            discards, ordered = open_now.pile, True
        if knocked_by is None and open_now.knocker is not None:
            knocked_by = order[open_now.knocker]
        seat = seat_to_act(order, turn, knocked_by) if seat is None else seat
        for other, cards in zip(order, open_now.held, strict=True):
            if cards and other != seat:
                known.setdefault(other, cards)
    if seat is None:
        seat = seat_to_act(order, turn, knocked_by)
    pile = tuple(discards)
    if turn is None:
        # An exchange with the widow comes before the knock, and takes a turn like a discard.
        swaps = int(exchanged)
        first_round = 0 if rules.first_round_knock == "allowed" else len(order)
        before = max(swaps, first_round)
        least = max(turns_behind(pile, len(order), rules), swaps)
        turn = fewest_turns(order, seat, knocked_by, least, before_knock=before)
    position = Position(
        hand=tuple(sorted(hand)),
        tokens=seated,
        rules=rules,
        top=top,
        discards=pile if ordered else tuple(sorted(pile)),
        ordered=ordered,
        widow=tuple(sorted(widow)),
        held=tuple(known.get(other, ()) for other in range(len(seated))),
        seat=seat,
        dealer=dealer,
        turn=turn,
        knocked_by=knocked_by,
        exchanged=exchanged,
        log=log,
    )
    found += [
        Problem("held", f"cards are held by seat {other}, but {seats_text(len(seated))}")
        for other in known
        if not 0 <= other < len(seated)
    ]
    if found := [*found, *problems(position)]:
        raise PositionError(found)
    return position


def _open_now(log: Log | None, players: int, rules: Rules) -> Shown | None:
    """What lies open after a log; None if there is none, or it is impossible (said later)."""
    if log is None or rules.game != "scat" or not 2 <= players <= rules.max_players:
        return None
    try:
        return trace(log, players, rules)[-1]
    except LogError:
        return None


def _seated(
    players: int | None, tokens: Sequence[int] | None, rules: Rules
) -> tuple[tuple[int, ...], list[Problem]]:
    """Tokens of each seat, from whichever of the two was said, and what is wrong with them."""
    said = DEFAULT_PLAYERS if players is None else players
    seats = said if tokens is None else len(tokens)
    if not 1 <= seats <= MAX_SEATS:
        raise PositionError([Problem("players", players_text(seats, rules))])
    found = []
    if tokens is None:
        tokens = (rules.tokens,) * seats
    elif players not in (None, seats):
        msg = (
            f"tokens of {counted(seats, 'seat')} are given for {counted(said, 'player')}; "
            "give one number for each player"
        )
        found.append(Problem("tokens", msg))
    # Without the free ride a player who has no token left is out.
    gone = 0 if rules.free_ride else 1
    return tuple(OUT if 0 <= left < gone else left for left in tokens), found
