"""What every opponent may hold: a chance for each of the 22,100 hands, from all that was seen.

With a log (:class:`advisor.position.Log`) every turn of his is an event, and Bayes' rule weighs
each hand by how likely it was to lead to what he did: to take or pass up that top card, to
throw that card, to knock or not. How a hand plays is said by a model, the table of a named
player (:func:`advisor.players.ways.ways`); now and then, :data:`SLIP` of the time, he is taken
to choose at random, so that no surprise rules a hand out.

Given what was public, the hands of several players depend on each other only in that no card
is in two of them: everybody's choices look at his own cards and at what lies open, and every
order of the pack is as likely as any other. So one vector for each opponent says all there is;
:meth:`Belief.sample` draws them together.

Without a log the chain of :mod:`advisor.odds.prior` is followed: a random card for every turn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from advisor.cards import first_card
from advisor.hands import (
    N_HANDS,
    THIRTY_ONE,
    hand_cards,
    hand_masks,
    mask_of,
    scores,
)
from advisor.odds.prior import PriorError, hand_distribution
from advisor.players import thumb
from advisor.players.clues import Clue, last_of
from advisor.players.nearest import nearest_way
from advisor.players.scat import style
from advisor.players.solved import SOLVED
from advisor.players.ways import best_throws
from advisor.position import Position, knocked_at, trace
from advisor.turns import turns_had, turns_watched

if TYPE_CHECKING:
    from advisor.cards import Card
    from advisor.players.nearest import Way
    from advisor.players.written import Plays
    from advisor.playout.seats import Game
    from advisor.position import Log, Shown, Turn

SLIP: Final = 0.02
"""Chance that a player is taken to choose his move, or his throw, at random."""


@dataclass(frozen=True, slots=True)
class Belief:
    """What the player to move may think of everybody's hand.

    Parameters
    ----------
    position
        What he sees.
    seats
        His opponents, in the order of their turns after his.
    weights
        Chance of every hand of each of them, shape (opponents, 22100). For several opponents:
        before it is considered that no card is in two hands.
    models
        Name of each one's assumed way to play.
    notes
        What the models are not, in sentences.
    conditioned
        Whether what they did, or at least that they knocked or did not, was considered; False
        where it contradicts the model.
    """

    position: Position
    seats: tuple[int, ...]
    weights: NDArray[np.float64]
    models: tuple[str, ...]
    notes: tuple[str, ...] = ()
    conditioned: bool = True

    def of(self, seat: int) -> NDArray[np.float64]:
        """Chance of every hand of one opponent, shape (22100,)."""
        return np.asarray(self.weights[self.seats.index(seat)])

    def holds(self) -> NDArray[np.float64]:
        """Chance that each opponent holds each card, shape (opponents, 52)."""
        found = np.zeros((len(self.seats), 52))
        for place in range(3):
            for row, weights in enumerate(self.weights):
                found[row] += np.bincount(hand_cards()[:, place], weights, minlength=52)
        return found

    def stock(self) -> NDArray[np.float64]:
        """Chance of each card to be the next of the stock, shape (52,).

        Exact with one opponent; with several the chances to be in their hands are added up.
        """
        unseen = np.zeros(52)
        unseen[list(self.position.unseen)] = 1.0
        left = np.maximum(unseen * (1.0 - self.holds().sum(axis=0)), 0.0)
        return np.asarray(left / left.sum())

    def score_at_least(self, seat: int, half_points: int) -> float:
        """Chance that an opponent scores so much now."""
        return float(self.of(seat)[scores(self.position.rules) >= half_points].sum())

    def sample(self, worlds: int, *, seed: int) -> NDArray[np.int64]:
        """Draw the hands of all opponents together, shape (worlds, opponents).

        Every opponent's hand is drawn from his own vector, and all of them again if two share
        a card. That is exact: see the top of this module.
        """
        from advisor.playout.batch import game  # noqa: PLC0415
        from advisor.playout.guesses import sample_hands  # noqa: PLC0415

        sums = np.cumsum(self.weights, axis=1)
        found = np.zeros((worlds, len(self.seats)), dtype=np.int64)
        sample_hands(seed, sums, game(self.position.rules), found)
        return found


def believe(
    position: Position,
    opponents: str | Mapping[int, str] = SOLVED,
    *,
    slip: float = SLIP,
    turns: Sequence[int] | None = None,
    conditioned: bool = True,
) -> Belief:
    """Work out what every opponent may hold.

    Parameters
    ----------
    position
        The question; the game ``scat``.
    opponents
        Name of the players whose ways the opponents are taken to follow; or one for each seat.
    slip
        With a log, the chance that a player is taken to choose at random.
    turns
        Without a log, turns each seat has had; None to count them.
    conditioned
        Whether a knock, and not having knocked, tells anything.

    Returns
    -------
    Belief
        One vector for every opponent.

    Raises
    ------
    PlayerError
        If there is no such player.
    """
    order = position.order
    place = order.index(position.seat)
    others = (*order[place + 1 :], *order[:place])
    named = {seat: opponents if isinstance(opponents, str) else opponents[seat] for seat in others}
    told = _Told(position, named, slip, turns)
    fits = conditioned
    try:
        rows = [told.of(seat, conditioned=conditioned) for seat in others]
    except PriorError:
        rows, fits = [told.of(seat, conditioned=False) for seat in others], False
    return Belief(
        position,
        others,
        np.stack(rows),
        tuple(named[seat] for seat in others),
        tuple(dict.fromkeys(note for seat in others for note in told.notes(seat))),
        fits,
    )


@dataclass(frozen=True, slots=True)
class _Told:
    """What is said about a question."""

    position: Position
    named: Mapping[int, str]
    slip: float
    turns: Sequence[int] | None

    def of(self, seat: int, *, conditioned: bool) -> NDArray[np.float64]:
        """Chance of every hand of an opponent.

        Raises
        ------
        PriorError
            If no hand fits.
        """
        position, name = self.position, self.named[seat]
        if position.log is not None and self.turns is None and conditioned:
            slip = 1.0 if style_is_random(name) else self.slip
            return _seen_by_me(position, seat, _from_log(position, seat, self._way(seat), slip))
        if name == SOLVED and self.turns is None and conditioned:
            return _seen_by_me(position, seat, _from_turns(position, seat, self._way(seat)))
        had = turns_had(position, seat) if self.turns is None else self.turns[seat]
        return _by_rule(position, seat, name, had, conditioned=conditioned)

    def notes(self, seat: int) -> tuple[str, ...]:
        """Where a model is not the opponent's own."""
        return self._way(seat).notes if self.named[seat] == SOLVED else ()

    def _way(self, seat: int) -> Way:
        name = self.named[seat]
        rules, players = self.position.rules, len(self.position.order)
        return nearest_way("greedy" if style_is_random(name) else name, rules, players)


def style_is_random(name: str) -> bool:
    """Whether a named player chooses by chance."""
    return name != SOLVED and style(name).at_random


def _by_rule(
    position: Position, seat: int, name: str, had: int, *, conditioned: bool
) -> NDArray[np.float64]:
    """Follow the chain of :mod:`advisor.odds.prior` under the thresholds of a rule of thumb."""
    watched, knocked = turns_watched(position, seat), seat == position.knocked_by
    table = None
    if conditioned and name != SOLVED:
        table = thumb.table([name], position.rules)[0]
        if had >= len(table):
            table = np.append(table, np.full(had - len(table) + 1, table[-1], dtype=np.int8))
        # Turns at which his not knocking says nothing: as if he never knocked there.
        table[watched : had if knocked else None] = thumb.NEVER
    return hand_distribution(
        position.unseen,
        position.rules,
        turns=had,
        known=position.held[seat] if position.held else (),
        thresholds=table,
        knocked=knocked,
    )


def _from_log(position: Position, seat: int, way: Way, slip: float) -> NDArray[np.float64]:
    """Follow a seat through the log, by what is public alone."""
    from advisor.playout import belief  # noqa: PLC0415  # Numba is wanted from here on only
    from advisor.playout.batch import game  # noqa: PLC0415

    log, order, rules = position.log, position.order, position.rules
    assert log is not None  # noqa: S101  # the caller has looked
    shown = trace(log, len(order), rules)
    place, says = order.index(seat), game(rules)
    weights = np.zeros(N_HANDS)
    belief.dealt(weights, outside(rules.pack) | 1 << log.first, says)
    for number, turn in enumerate(log.turns):
        if number % len(order) == place:
            plays = way.plays(number, clue_before(log, number, shown[number]))
            weigh(weights, turn, shown[number], plays, slip, says, rules.pack)
        elif turn.thrown is not None:
            belief.rule_out(weights, 1 << turn.thrown, says)
        belief.normalise(weights)
    return weights


def clue_before(log: Log, number: int, shown: Shown) -> Clue:
    """Say what the player of a turn of a log saw of the other one; nothing if more play."""
    if len(shown.held) != 2:
        return Clue()
    return Clue(last_of(log, number), shown.held[1 - number % 2])


def weigh(  # noqa: PLR0917  # one event needs all that lay open
    weights: NDArray[np.float64],
    turn: Turn,
    shown: Shown,
    plays: Plays,
    slip: float,
    says: Game,
    pack: int,
    drawn: Card | None = None,
) -> None:
    """Weigh the hands by one turn of their owner.

    Parameters
    ----------
    weights
        Weight of every hand, shape (22100,); changed. The sum becomes less by the chance of
        what he did (and of what he drew, as if each card of the stock had weight 1).
    turn, shown
        What he did, and what lay open before it.
    plays, slip
        How he is taken to play in this turn, and the chance that he chooses at random.
    says, pack
        The rules, and the cards of the pack.
    drawn
        What he drew, if that was seen.
    """
    from advisor.playout import belief  # noqa: PLC0415

    last, room = shown.knocker is not None, np.empty(N_HANDS)
    top, thrown = shown.top, turn.thrown
    if turn.kind == "knock":
        belief.after_knock(weights, top, slip, plays, says)
    elif thrown is None:
        return
    elif turn.kind == "take":
        belief.after_take(weights, top, thrown, last, slip, plays, says, room)
    else:
        lies_open = mask_of((top, *shown.pile, *(card for held in shown.held for card in held)))
        stock = ((1 << 52) - 1) & ~lies_open & ~outside(pack)
        if drawn is not None:
            stock = 1 << drawn
        belief.after_draw(weights, top, thrown, stock, last, slip, plays, says, room)


def _from_turns(position: Position, seat: int, way: Way) -> NDArray[np.float64]:
    """Follow a seat through turns of which only the number is known.

    At each he did not knock, whatever lay on top; he got a card that may be any unseen one,
    and threw one nobody remembers, but none of those he is known to hold.
    """
    from advisor.playout import belief  # noqa: PLC0415
    from advisor.playout.batch import game  # noqa: PLC0415

    says, order = game(position.rules), position.order
    known = position.held[seat]
    fixed = mask_of(known)
    cards = np.array(sorted((*position.unseen, *known)), dtype=np.int64)
    tops = np.array(position.unseen, dtype=np.int64)
    weights, room = np.zeros(N_HANDS), np.empty(N_HANDS)
    holds = (hand_masks() & np.uint64(fixed)) == fixed
    within = (hand_masks() & ~np.uint64(mask_of(cards))) == 0
    weights[holds & within & (scores(position.rules) < THIRTY_ONE)] = 1.0
    knocked = seat == position.knocked_by
    end = position.turn if position.knocked_by is None else knocked_at(position)
    # What he saw of the one to move, as far as that is known.
    clue = Clue(known=position.held[position.seat]) if len(order) == 2 else Clue()
    for number in range(order.index(seat), position.turn, len(order)):
        plays = way.plays(number, clue)
        throws = plays.throws
        if number > end or (number == end and not knocked):
            # After the knock he took or drew for the score alone.
            throws = best_throws(position.rules)
        elif not known or (knocked and number == end):
            at_knock = np.array([position.top]) if position.turn == number + 1 else tops
            seen = at_knock if knocked and number == end else tops
            belief.not_knocking(weights, seen, knocked and number == end, SLIP, plays, says)
        if not (knocked and number == end):
            belief.after_any_turn(weights, cards, fixed, throws, says, room)
            weights[~holds] = 0.0
        belief.normalise(weights)
    return weights


def outside(pack: int) -> int:
    """Cards (bits) that are not in the pack."""
    return mask_of(range(first_card(pack)))


def _seen_by_me(position: Position, seat: int, weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Keep the hands that fit what the player to move sees; of these the chances sum to 1."""
    known = mask_of(position.held[seat])
    shut = mask_of(position.known) & ~known
    masks = hand_masks()
    fits = ((masks & np.uint64(shut)) == 0) & ((masks & np.uint64(known)) == known)
    found = np.where(fits, weights, 0.0)
    if not found.sum():
        # Nothing that he did can be believed; his cards are all that is left to go by.
        inside = (masks & np.uint64(outside(position.rules.pack))) == 0
        found = np.where(fits & inside & (scores(position.rules) < THIRTY_ONE), 1.0, 0.0)
    return np.asarray(found / found.sum())
