"""A game in the terminal: one person, and players that only see their own positions.

What is typed are the words of :mod:`advisor.referee.history`. Everything is read from one text
stream and written to another, so that a test can sit down as well.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Final, Protocol, TextIO

from advisor.cards import Card, CardError, parse_hand, pretty
from advisor.hands import points_text, score
from advisor.position import OUT, Position
from advisor.referee.actions import (
    Draw,
    IllegalAction,
    Knock,
    Move,
    Pass,
    Reshuffle,
    Show,
    Swap,
    Take,
    Throw,
    Wait,
)
from advisor.referee.game import apply, legal_actions, pack, position, shuffled
from advisor.referee.history import Hand, History, HistoryError, parse_move
from advisor.referee.match import Match, after_hand, next_hand, start
from advisor.referee.replay import actions_of, record, seen_by
from advisor.referee.state import State
from advisor.rules import describe

if TYPE_CHECKING:
    from collections.abc import Iterable

    from advisor.referee.actions import Action
    from advisor.rules import Rules

MAX_TURNS: Final = 1000
"""A hand may be endless; one that lasts longer is broken off and nobody pays."""

HELP: Final = {
    "scat": "draw, then throw 2c; take throw 2c; knock; pass (to stand pat, where allowed)",
    "widow": "swap Qd for Ad; pass; knock; show; wait",
}
ALSO: Final = "hint, undo (until the others act), history, rules, quit"


class Player(Protocol):
    """Anybody who can sit down: he sees positions and nothing else."""

    def act(self, position: Position, legal: tuple[Action, ...], /) -> Action:
        """Choose one of the legal actions at the start of a turn."""

    def throw(self, position: Position, drawn: Card, /) -> Action:
        """Choose what to throw after a draw."""


class _Quit(Exception):  # noqa: N818  # not an error: the person has had enough
    """The person leaves the table."""


@dataclass(slots=True)
class _Table:
    """Who sits where, how to talk to the person, and what has happened."""

    others: Mapping[int, Player]
    source: TextIO
    target: TextIO
    rng: Random
    hint: Callable[[Position, Card | None], str] | None
    seat: int
    hands: list[Hand] = field(default_factory=list)
    first: State | None = None
    moves: list[Move] = field(default_factory=list)

    def say(self, text: str) -> None:
        """Write a line to the person."""
        self.target.write(f"{text}\n")

    def ask(self, prompt: str) -> str:
        """Read a line from the person; the end of the stream and ``quit`` mean quit."""
        self.target.write(f"{prompt} > ")
        self.target.flush()
        line = self.source.readline()
        if not line or line.strip().lower() in ("quit", "q", "exit"):
            raise _Quit
        return line.strip()

    def close_hand(self) -> None:
        """Keep the hand being played as the person saw it."""
        if self.first is not None:
            self.hands.append(seen_by(record(self.first, self.moves), self.seat))
        self.first, self.moves = None, []


def play_terminal(
    rules: Rules,
    others: Mapping[int, Player],
    streams: tuple[TextIO, TextIO],
    *,
    seed: int = 0,
    hint: Callable[[Position, Card | None], str] | None = None,
) -> History | None:
    """Play until the match is over, the person is out or has had enough.

    Parameters
    ----------
    rules
        The rules in force.
    others
        Seat to the player there; one seat of 0 to ``len(others)`` is left for the person.
    streams
        Where the person's lines come from, and where to write.
    seed
        Seed of the shuffles: the same seed and the same moves give the same game.
    hint
        Says what to do, from the person's position and the card he has drawn.

    Returns
    -------
    History or None
        What the person saw, the last hand perhaps not finished; None if nothing was dealt.

    Raises
    ------
    RulesError
        If two switches make no sense together.
    PositionError
        If so many cannot play.
    """
    (seat,) = set(range(len(others) + 1)) - set(others)
    rng = Random(seed)  # noqa: S311  # a card game
    table = _Table(others, *streams, rng, hint, seat)
    match = start(rules, len(others) + 1)
    table.say(f"{rules.name}: {'; '.join(describe(rules))}.")
    table.say(f"You are seat {seat}. Type help for the words to use.")
    try:
        match = _play_hand(table, match)
        while match.winner is None and match.tokens[seat] != OUT:
            table.ask("Enter for the next hand, or quit")
            match = _play_hand(table, match)
        _say_farewell(table, match)
    except _Quit:
        table.say("Goodbye.")
    table.close_hand()
    return History(rules, tuple(table.hands)) if table.hands else None


def _say_farewell(table: _Table, match: Match) -> None:
    if match.winner is None:
        table.say("You are out.")
    else:
        who = "You take" if match.winner == table.seat else f"Seat {match.winner} takes"
        table.say(f"{who} the pot.")


def _play_hand(table: _Table, match: Match) -> Match:
    """Play one hand; give the match after it."""
    table.close_hand()
    state = next_hand(match, shuffled(pack(match.rules), table.rng))
    table.first = state
    table.say(f"\nSeat {state.dealer} deals; seat {state.order[0]} begins.")
    while state.result is None and state.turn < MAX_TURNS:
        if state.seat == table.seat:
            state = _person_acts(table, state)
        else:
            state = _other_acts(table, state)
    if state.result is None:
        table.say(f"After {MAX_TURNS} turns the hand is broken off and dealt anew; nobody pays.")
        table.first = None
        return match
    for seat in state.order:
        table.say(f"Seat {seat} had {_hand_text(state.hands[seat], state.rules)}.")
    table.say(f"The hand is over: {state.result.why}.")
    match = after_hand(match, state)
    pot_game = match.rules.game == "widow" and match.rules.loser == "highest"
    stand = match.score if pot_game else ("out" if n == OUT else n for n in match.tokens)
    table.say(f"{'Antes won' if pot_game else 'Tokens'}: {', '.join(map(str, stand))}.")
    return match


def _other_acts(table: _Table, state: State) -> State:
    """Let chance or a player act, and tell the person what can be seen of it."""
    move: Move
    if state.seat is None:
        move = Reshuffle(shuffled(state.pile[:-1], table.rng))
    else:
        player, view = table.others[state.seat], position(state, state.seat)
        if state.drawn is None:
            move = player.act(view, legal_actions(state))
        else:
            move = player.throw(view, state.drawn)
    after = apply(state, move)
    if news := _news(state, move):
        table.say(news)
    if after.gone != state.gone:
        table.say(f"All have passed; the fresh widow is {_pretty(after.widow)}.")
    table.moves.append(move)
    return after


def _person_acts(table: _Table, state: State) -> State:
    """Ask the person until he has acted and not taken it back."""
    while True:
        table.say(_view(state, table.seat))
        action = _asked(table, state)
        try:
            after = apply(state, action)
        except IllegalAction as refusal:
            table.say(f"{refusal}.")
            continue
        if isinstance(action, Draw):
            # What was drawn has been seen: there is no way back.
            break
        table.say(f"You {action}.")
        if table.ask("Enter to go on, undo to take it back").lower() not in ("undo", "u"):
            break
    table.moves.append(action)
    if after.gone != state.gone:
        table.say(f"All have passed; the fresh widow is {_pretty(after.widow)}.")
    return after


def _asked(table: _Table, state: State) -> Action:
    """Ask the person for one action, answering other questions on the way."""
    while True:
        line = table.ask("You")
        word = line.lower()
        if word == "help":
            table.say(f"{HELP[state.rules.game]}; {ALSO}")
        elif word == "hint":
            table.say(_hint(table, state))
        elif word == "rules":
            table.say("\n".join(describe(state.rules)))
        elif word == "history" and table.first is not None:
            so_far = seen_by(record(table.first, table.moves), table.seat)
            table.say(str(History(state.rules, (so_far,))))
        elif word == "undo":
            table.say("There is nothing to take back.")
        else:
            try:
                return _read_action(line, state)
            except HistoryError as error:
                table.say(f"{error.text}; type help for the words to use.")
            except (CardError, IllegalAction) as error:
                table.say(f"{error}.")


def _hint(table: _Table, state: State) -> str:
    if table.hint is None:
        return "There are no hints at this table."
    return table.hint(position(state, table.seat), state.drawn)


def _read_action(line: str, state: State) -> Action:
    """Read what the person at turn wants to do."""
    word = line.lower()
    single: dict[str, Action] = {"draw": Draw(), "wait": Wait(), "show": Show()}
    if word in single:
        return single[word]
    if word.startswith("throw"):
        (card,) = parse_hand(line[5:], pack=state.rules.pack, size=1, what="a throw")
        return Throw(card)
    if state.pile:
        # The top card need not be named.
        line = re.sub(
            r"^take\s+throw", f"take {pretty(state.pile[-1])} throw", line, flags=re.IGNORECASE
        )
    event = parse_move(line, state.seat or 0, state.rules)
    actions = actions_of(state, event)
    if len(actions) != 1:
        raise IllegalAction("first draw, then say what to throw")
    return actions[0]


def _view(state: State, seat: int) -> str:
    """Write what the person sees when he must act."""
    view = position(state, seat)
    parts = [f"Your hand: {_hand_text(view.hand, view.rules)}"]
    if state.drawn is not None:
        parts.append(f"you drew {pretty(state.drawn)}")
    if view.top is not None:
        parts.append(f"top card {pretty(view.top)}")
    if view.widow:
        parts.append(f"widow {_pretty(view.widow)}")
    if view.knocked_by is not None:
        parts.append(f"seat {view.knocked_by} has knocked, this is your last turn")
    if state.offers:
        parts.append("show, or wait?")
    return "; ".join(parts)


def _news(state: State, move: Move) -> str:
    """Write what the others do, as the person can see it."""
    texts = {
        Knock: "knocks",
        Pass: "passes",
        Show: f"shows {_pretty(state.hands[state.seat])}" if state.seat is not None else "",
    }
    match move:
        case Throw(discard):
            did = f"draws and throws {pretty(discard)}"
        case Take(discard):
            did = f"takes {pretty(state.pile[-1])} and throws {pretty(discard)}"
        case Swap(give, get):
            did = f"swaps {_pretty(give)} for {_pretty(get)}"
        case Reshuffle():
            return "The stock has run out; the discards are shuffled into a new one."
        case _:
            did = texts.get(type(move), "")
    return f"Seat {state.seat} {did}." if did else ""


def _hand_text(hand: Iterable[Card], rules: Rules) -> str:
    cards = tuple(hand)
    return f"{_pretty(cards)} ({points_text(score(cards, rules))})"


def _pretty(cards: Iterable[Card]) -> str:
    return " ".join(pretty(card) for card in cards)
