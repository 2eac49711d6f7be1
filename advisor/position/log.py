"""What everybody at the table saw happen in a hand of ``scat``, turn by turn.

From a log follow the pile, the cards known in every hand, the turn and the knock: see
:func:`trace`. What a player drew is not in it; what he took and what he threw is.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from advisor.cards import (
    Card,
    CardError,
    counted,
    first_card,
    name,
    pack_words,
    parse_cards,
    quoted,
)

if TYPE_CHECKING:
    from advisor.rules import Rules

KINDS: Final = {"draw": "d", "take": "t", "knock": "k", "pass": "p"}
"""What can be done in a turn, and its letter in the notation."""
THROWING: Final = ("draw", "take")
"""Turns that end with a card thrown."""
_BY_LETTER: Final = {letter: kind for kind, letter in KINDS.items()}


class LogError(ValueError):
    """A log that cannot have happened, or cannot be read; the message says why."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What everybody saw of one turn.

    Parameters
    ----------
    kind
        ``draw``, ``take``, ``knock`` or ``pass``.
    thrown
        The card thrown; None after a knock or a pass.
    """

    kind: str
    thrown: Card | None = None


@dataclass(frozen=True, slots=True)
class Log:
    """What everybody saw since the deal.

    Parameters
    ----------
    first
        The card that started the pile.
    turns
        Every turn taken, in the order of the seats that are in.
    """

    first: Card
    turns: tuple[Turn, ...] = ()

    def __str__(self) -> str:
        said = ".".join(
            KINDS[turn.kind] + ("" if turn.thrown is None else name(turn.thrown))
            for turn in self.turns
        )
        return f"{name(self.first)}>{said}"


@dataclass(frozen=True, slots=True)
class Shown:
    """What lies open between two turns.

    Parameters
    ----------
    top
        The top card of the pile.
    pile
        The cards below it, from the bottom up.
    held
        Cards known in each hand, ascending, by place in the order of the turns.
    stock
        Cards left in the stock.
    knocker
        Place in that order of who has knocked, or None.
    left
        Last turns still to come after a knock.
    """

    top: Card
    pile: tuple[Card, ...]
    held: tuple[tuple[Card, ...], ...]
    stock: int
    knocker: int | None = None
    left: int = 0


def parse_log(text: str, pack: int = 52) -> Log:
    """Read a log, such as ``4h>d9c.t7d.k``.

    First the card that started the pile; then for every turn ``d`` (drew and threw) or ``t``
    (took the top card and threw) with the card thrown, ``k`` (knocked) or ``p`` (stood pat).

    Raises
    ------
    LogError
        With the entry that cannot be read.
    """
    first, arrow, rest = text.partition(">")
    if not arrow:
        raise LogError(f"{quoted(text)} is not a log; expected such as 4h>d9c.t7d.k")
    turns = [_turn(entry, pack) for entry in rest.split(".")] if rest else []
    return Log(_card(first, pack), tuple(turns))


def trace(log: Log, players: int, rules: Rules) -> list[Shown]:
    """Follow a log from the deal.

    Parameters
    ----------
    log
        What happened.
    players
        Seats that are in.
    rules
        The rules in force.

    Returns
    -------
    list of Shown
        What lay open before every turn, and last what lies open now.

    Raises
    ------
    LogError
        If this cannot have happened, with the first turn that cannot.
    """
    if log.first < first_card(rules.pack):
        raise LogError(f"{name(log.first)} is not in {pack_words(rules.pack)}")
    shown = [Shown(log.first, (), ((),) * players, rules.pack - 3 * players - 1)]
    for number, turn in enumerate(log.turns):
        if why := _refused(shown[-1], turn, number, players, rules):
            raise LogError(f"turn {number + 1} of the log cannot have been: {why}")
        shown.append(_after(shown[-1], turn, number % players, players, rules))
    if shown[-1].knocker is not None and shown[-1].left == 0:
        raise LogError("after the last turn of the log the hand is over")
    return shown


def _refused(shown: Shown, turn: Turn, number: int, players: int, rules: Rules) -> str:
    """Say why a turn cannot have been; nothing if it can."""
    if shown.knocker is not None and shown.left == 0:
        return "everybody had had a last turn"
    if turn.kind == "knock":
        if shown.knocker is not None:
            return "somebody had knocked before"
        early = number < players and rules.first_round_knock != "allowed"
        return "no hand goes on after a knock in the first round" if early else ""
    if turn.kind == "pass":
        stood = shown.knocker is not None and rules.stand_pat_last_turn
        return "" if stood else "one must take, draw or knock"
    return _throw_refused(shown, turn, number % players, rules)


def _throw_refused(shown: Shown, turn: Turn, place: int, rules: Rules) -> str:
    if turn.thrown is None:
        return f"a {turn.kind} ends with a card thrown"
    card = name(turn.thrown)
    if turn.thrown < first_card(rules.pack):
        return f"{card} is not in {pack_words(rules.pack)}"
    mine, back = shown.held[place], turn.kind == "take" and rules.put_back_taken
    others = [held for seat, held in enumerate(shown.held) if seat != place]
    wrong = {
        f"{card} was the top card": turn.thrown == shown.top and not back,
        f"{card} lay in the pile": turn.thrown in shown.pile,
        f"another player held {card}": any(turn.thrown in held for held in others),
        f"the player held three other cards than {card}": (
            turn.kind == "take" and len(mine) == 3 and turn.thrown not in (*mine, shown.top)
        ),
    }
    return next((words for words, is_so in wrong.items() if is_so), "")


def _after(shown: Shown, turn: Turn, place: int, players: int, rules: Rules) -> Shown:
    """Give what lies open after a turn."""
    left = shown.left - (shown.knocker is not None)
    if turn.kind == "knock":
        return replace(shown, knocker=place, left=players - 1)
    if turn.thrown is None:
        return replace(shown, left=left)
    mine = {*shown.held[place], *((shown.top,) if turn.kind == "take" else ())} - {turn.thrown}
    held = (*shown.held[:place], tuple(sorted(mine)), *shown.held[place + 1 :])
    drew = turn.kind == "draw"
    pile, stock = (*shown.pile, shown.top) if drew else shown.pile, shown.stock - drew
    goes_on = shown.knocker is None or left > 0
    if stock == 0 and goes_on and rules.stock_out == "reshuffle":
        pile, stock = (), len(pile)
    return Shown(turn.thrown, pile, held, stock, shown.knocker, left)


def _turn(text: str, pack: int) -> Turn:
    kind = _BY_LETTER.get(text[:1])
    if kind is None or (kind not in THROWING and len(text) > 1):
        raise LogError(
            f"{quoted(text)} is not a turn of a log; expected d or t and the card thrown, k or p"
        )
    return Turn(kind, _card(text[1:], pack) if kind in THROWING else None)


def _card(text: str, pack: int) -> Card:
    try:
        cards = parse_cards(text, pack=pack)
    except CardError as error:
        raise LogError(f"log: {error}") from error
    if len(cards) != 1:
        raise LogError(f"{quoted(text)} in the log is {counted(len(cards), 'card')}; expected one")
    return cards[0]
