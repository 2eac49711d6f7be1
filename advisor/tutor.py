"""A whole game against players of this package, with a tutor who warns before an error.

Shuffles and opponents follow from the seed, so a game is what the person has done so far and
nothing else: a reload or another machine plays it again to the same point.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Final

import numpy as np

from advisor.advise import DEFAULT, Option, advise, check_name
from advisor.cards import Card
from advisor.graded import GOOD, grade
from advisor.players.basic import BasicError
from advisor.players.published import reference
from advisor.players.solved import SolvedError
from advisor.players.tabled import TabledPlayer
from advisor.players.thumb import PlayerError
from advisor.players.ways import ways
from advisor.position import OUT, Position
from advisor.referee.actions import Action, IllegalAction, Reshuffle, Show
from advisor.referee.game import apply, legal_actions, pack, position, shuffled
from advisor.referee.history import Hand, History
from advisor.referee.match import Match, after_hand, next_hand, start
from advisor.referee.replay import record, seen_by
from advisor.review import holding_four
from advisor.rules import Rules, RulesError, parse_rules
from advisor.throwing import of_throws
from advisor.trainer import PLAYOUTS, TRIALS
from advisor.trainer_widow import weighed
from advisor.tutor_codes import action_of

if TYPE_CHECKING:
    from advisor.moves import Move
    from advisor.referee.actions import Move as Event
    from advisor.referee.history import Event as Written
    from advisor.referee.state import State
    from advisor.referee.table import Player

ME: Final = 0
"""The person's seat; the others follow on his left."""
WRITTEN: Final = ("solved", "basic")
"""Players of scat whose way is a table."""
OPPONENTS: Final = {
    "scat": ("rising", "basic", "solved", "cautious", "flat:25", "flat:28", "steps", "random"),
    "widow": ("swap:27", "solved", "swap:25", "closer", "confidence", "random"),
}
"""Opponents to choose from in each game."""
NEXT: Final = "n"
"""What stands for going on to the next hand."""
MOST_DONE: Final = 800
MOST_TEXT: Final = 4_000
MOST_TURNS: Final = 1_000

_TEXT: Final = re.compile(
    r"([a-z-]{1,20})~([0-9]{1,2})~([a-z:0-9.]{1,20})~([0-9]{1,9})~([a-zA-Z0-9.]*)"
)


class TutorError(ValueError):
    """A game that cannot be played, or a text that is none; one sentence."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game as far as the person has played it.

    Parameters
    ----------
    rules
        The rules in force, of either game.
    players
        Number of players.
    opponents
        Name of the player who sits in all other seats.
    seed
        Seed of the shuffles.
    done
        What the person has done: ``n`` next hand, else as
        :func:`~advisor.tutor_codes.code_of` writes it.
    """

    rules: Rules
    players: int
    opponents: str
    seed: int
    done: tuple[str, ...] = ()

    def __str__(self) -> str:
        done = ".".join(self.done)
        return f"{self.rules.name}~{self.players}~{self.opponents}~{self.seed}~{done}"

    def doing(self, what: str) -> Game:
        """Give the game after the person has done something.

        Raises
        ------
        TutorError
            If the rules forbid it.
        """
        after = replace(self, done=(*self.done, what))
        scene(after)
        return after


@dataclass(frozen=True, slots=True)
class Scene:
    """Where a game stands: the person is to act, or a hand is over.

    Parameters
    ----------
    match
        Tokens, dealer and hands played; those of this hand are paid when it is over.
    view
        What the person sees.
    history
        What he has seen so far, hand by hand.
    drawn
        The card he has drawn and must throw one for.
    why
        How the hand ended; empty while it goes on.
    shown
        Hands of all seats when it is over.
    """

    match: Match
    view: Position
    history: History
    drawn: Card | None = None
    why: str = ""
    shown: tuple[tuple[Card, ...], ...] = ()

    @property
    def log(self) -> tuple[Written, ...]:
        """What has happened in this hand, as the advice wants it: in scat the view holds it."""
        return self.history.hands[-1].events if self.view.rules.game == "widow" else ()

    @property
    def over(self) -> bool:
        """Whether the person has nothing more to play for."""
        return bool(self.why) and (self.match.winner is not None or self.match.tokens[ME] == OUT)


@dataclass(frozen=True, slots=True)
class Warned:
    """What the tutor says before an error.

    Parameters
    ----------
    chosen, best
        What the person wants to do, and what is better.
    """

    chosen: Option
    best: Option


def new_game(rules: Rules, players: int, opponents: str, seed: int) -> Game:
    """Sit down.

    Raises
    ------
    TutorError
        If so many cannot play, or there is no such player.
    """
    game = Game(rules, players, opponents, seed)
    scene(game)
    return game


def parse_game(text: str) -> Game:
    """Read what ``str()`` of a game writes.

    Raises
    ------
    TutorError
        If it is something else, too long, or breaks a rule.
    """
    if len(text) > MOST_TEXT:
        raise TutorError(f"the game has {len(text)} characters; at most {MOST_TEXT} are read")
    if (said := _TEXT.fullmatch(text)) is None:
        raise TutorError("the game in the address cannot be read; begin a new one")
    done = tuple(said[5].split(".")) if said[5] else ()
    try:
        game = Game(parse_rules(said[1]), int(said[2]), said[3], int(said[4]), done)
    except RulesError as error:
        raise TutorError(str(error)) from error
    if len(done) > MOST_DONE:
        raise TutorError(f"the game has {len(done)} moves; at most {MOST_DONE} are read")
    scene(game)
    return game


@lru_cache(maxsize=64)
def scene(game: Game) -> Scene:
    """Play a game again up to where the person is asked.

    Raises
    ------
    TutorError
        If the game cannot be played, or something the person did breaks a rule.
    """
    if not 2 <= game.players <= game.rules.max_players:
        raise TutorError(f"{game.players} players; expected 2 to {game.rules.max_players}")
    try:
        return _Room(game).scene()
    except (IllegalAction, PlayerError, RulesError, SolvedError, BasicError) as error:
        raise TutorError(str(error)) from error


def model_for(opponents: str, rules: Rules) -> str:
    """Whom the tutor takes the opponents to follow: themselves, or the solved table."""
    if rules.game == "widow":
        return opponents
    try:
        check_name(opponents)
    except PlayerError:
        return DEFAULT
    return opponents


def warning(at: Scene, chosen: Move, opponents: str, least: float) -> Warned | None:
    """Look at a move before it is made.

    Parameters
    ----------
    at
        Where the game stands.
    chosen
        What the person wants to do; after a draw, a take of the card drawn.
    opponents
        How the others play.
    least
        Loss in chance to win the pot from which the tutor speaks.

    Returns
    -------
    Warned or None
        What is better; None if nothing is by so much.
    """
    options = _options(at, chosen, model_for(opponents, at.view.rules))
    mine = next((option for option in options if option.move == chosen), None)
    if mine is None or mine.loss.mean < least or grade(mine.loss) == GOOD:
        return None
    return Warned(mine, options[0])


def _options(at: Scene, chosen: Move, model: str) -> tuple[Option, ...]:
    """Find out what everything that can be done is worth, best first."""
    if at.view.rules.game == "widow":
        trials = PLAYOUTS // len(at.view.order)
        return weighed(at.view, chosen, at.log, opponents=model, trials=trials).options
    asked = at.view if at.drawn is None else holding_four(at.view, at.drawn)
    found = advise(asked, opponents=model, trials=TRIALS)
    return found.options if at.drawn is None else of_throws(found)


@dataclass(slots=True)
class _Room:
    """Plays a game again."""

    game: Game
    hands: list[Hand] = field(default_factory=list)
    done: list[str] = field(default_factory=list)

    def scene(self) -> Scene:
        """Play hand after hand until the person is asked."""
        self.done = list(self.game.done)
        match = start(self.game.rules, self.game.players)
        while True:
            found = self._hand(match)
            if not found.why or not self.done:
                return found
            if self.done.pop(0) != NEXT or found.over:
                raise TutorError("this hand is over; nothing more can be done in it")
            self.hands.append(found.history.hands[-1])
            match = found.match

    def _hand(self, match: Match) -> Scene:
        """Play a hand until it is over or the person is asked."""
        game = self.game
        rng = Random(f"{game.seed}/{match.hands}")  # noqa: S311
        key = np.uint64(rng.getrandbits(32))
        # Somebody may remember what he did in this hand, so each is a player of his own.
        others = [_opponent(game, key) for _ in range(game.players)]
        first = state = next_hand(match, shuffled(pack(game.rules), rng))
        moves: list[Event] = []
        while state.result is None and state.turn < MOST_TURNS:
            if state.seat == ME and not self.done and not state.offers:
                return self._scene(match, first, state, moves)
            moves.append(self._next(state, others, rng))
            state = apply(state, moves[-1])
        if state.result is None:
            raise TutorError(f"after {MOST_TURNS} turns the hand is broken off")
        return self._scene(after_hand(match, state), first, state, moves)

    def _next(self, state: State, others: list[Player], rng: Random) -> Event:
        """Let chance, another player or the person act; whoever may show 31 shows it."""
        if state.seat is None:
            return Reshuffle(shuffled(state.pile[:-1], rng))
        if state.seat == ME:
            return Show() if state.offers else _done(self.done.pop(0))
        seen, other = position(state, state.seat), others[state.seat]
        if state.drawn is not None:
            return other.throw(seen, state.drawn)
        return other.act(seen, legal_actions(state))

    def _scene(self, match: Match, first: State, state: State, moves: list[Event]) -> Scene:
        hand = seen_by(record(first, moves), ME)
        over = state.result is not None
        return Scene(
            match=match,
            view=position(state, ME),
            history=History(self.game.rules, (*self.hands, hand)),
            drawn=state.drawn if state.seat == ME else None,
            why=state.result.why if state.result is not None else "",
            shown=state.hands if over else (),
        )


def _opponent(game: Game, key: np.uint64) -> Player:
    """Seat the other players: all of one name."""
    if game.rules.game == "scat" and game.opponents in WRITTEN:
        ways(game.opponents, game.rules, game.players)
        return TabledPlayer(game.opponents)
    return reference(game.opponents, game.rules, key)


def _done(code: str) -> Action:
    """Read one thing that the person did."""
    try:
        return action_of(code)
    except ValueError as error:
        raise TutorError(str(error)) from error
