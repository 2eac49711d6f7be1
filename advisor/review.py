"""A played hand or match, graded: what every decision cost, and what was luck.

A decision is compared with the best option of :func:`~advisor.advise.advise` in its position;
the loss is the difference in the chance to win the pot. A turn at the stock is two decisions:
to draw, and which of four cards to throw. Luck is what the deal and the stock brought: the
value of the cards that came less the mean value of all that could have come. The mean over
these is 0 whatever the values are, so luck is unbiased; good values make it precise.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from advisor.advise import CONFIDENT, DEFAULT, advise
from advisor.cards import Card, pretty
from advisor.dealt import luck_of_the_deal
from advisor.graded import (
    GRADES,
    RATES,
    Decision,
    Luck,
    Review,
    SeatReview,
    grade,
    scaled,
    total,
)
from advisor.hands import THIRTY_ONE, best_discard
from advisor.limits import check_limits
from advisor.moves import Move, legal_moves
from advisor.position import Position
from advisor.referee import game
from advisor.referee.history import Event, HistoryError
from advisor.referee.replay import positions, replay
from advisor.rules import require
from advisor.well_played import MAX_PLAYERS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from advisor.advise import Advice
    from advisor.estimate import Estimate
    from advisor.referee.history import Hand, History

TRIALS: Final = 10_000
"""Worlds for every decision unless told otherwise."""
NODES: Final = 4
"""Cards from the stock that are played out to find what luck a card was."""


def review(
    history: History,
    *,
    seat: int | None = None,
    opponents: str = DEFAULT,
    trials: int = TRIALS,
    seed: int = 0,
    threads: int = 1,
    with_luck: bool = True,
    progress: Callable[[float], None] | None = None,
) -> Review:
    """Grade a history.

    Parameters
    ----------
    history
        Hands of the game ``scat``.
    seat
        The seat to grade; None for every seat whose cards are all known in a hand.
    opponents
        How all others are taken to play.
    trials
        Worlds to play out for each decision.
    seed, threads
        As for :func:`~advisor.advise.advise`.
    with_luck
        Whether to work out luck as well; it takes about as long as the decisions.
    progress
        Called with the share done, from 0 to 1.

    Returns
    -------
    Review
        Every decision of these seats.

    Raises
    ------
    HistoryError
        If a hand breaks a rule, or no hand shows all cards of the seat.
    LimitError, PlayerError, RulesError
        If the question cannot be answered.
    """
    require(history.rules, game="scat", doing="review")
    check_limits(trials=trials, seed=seed, threads=threads)
    views = list(_views(history, seat))
    judge = _Judge(opponents, trials, seed, threads)
    decisions: dict[int, list[Decision]] = {view.position.seat: [] for view in views}
    chances: dict[int, list[Luck]] = {view.position.seat: [] for view in views}
    for done, view in enumerate(views, start=1):
        if view.event is not None:
            decisions[view.position.seat] += judge.decisions(view, view.event)
        if with_luck:
            chances[view.position.seat] += judge.luck(view)
        if progress is not None:
            progress(done / len(views))
    return Review(
        rules=history.rules.name,
        seats=tuple(
            SeatReview(number, tuple(decisions[number]), tuple(chances[number]))
            for number in sorted(decisions)
        ),
        opponents=opponents,
        seed=seed,
        notes=_notes(opponents, trials, with_luck=with_luck),
    )


@dataclass(frozen=True, slots=True)
class _View:
    """What a seat saw, after the deal or before a turn, and what it then did."""

    hand: int
    line: int
    position: Position
    event: Event | None = None

    @property
    def drawn(self) -> Card | None:
        """The card it drew, if it went to the stock."""
        return self.event.gets[0] if self.event and self.event.kind == "draw" else None


def _made(event: Event) -> Move:
    if event.kind == "take":
        return Move("take", event.gets[0], event.gives[0])
    return Move(event.kind)


def _views(history: History, seat: int | None) -> Iterator[_View]:
    """Give deals and turns of the seats that can be graded, in order."""
    shown = False
    for number, hand in enumerate(history.hands, start=1):
        graded = _graded(hand, seat)
        shown = shown or bool(graded)
        for one in graded:
            yield _View(number, hand.line, game.position(replay(hand).states[0], one))
        turns = ((index, view) for one in graded for index, view in positions(hand, one))
        for index, view in sorted(turns, key=lambda turn: turn[0]):
            # Showing 31, and a turn that has not begun, are no decisions.
            if index < len(hand.events) and hand.events[index].kind != "show":
                yield _View(number, hand.events[index].line, view, hand.events[index])
    if not shown:
        whose = "any seat" if seat is None else f"seat {seat}"
        raise HistoryError(
            history.hands[0].line, f"in no hand all cards of {whose} are written down"
        )


def _graded(hand: Hand, seat: int | None) -> list[int]:
    """Seats whose own cards are all written down in a hand."""
    asked: Iterable[int] = range(len(hand.dealt)) if seat is None else [seat]
    return [
        one
        for one in asked
        if 0 <= one < len(hand.dealt)
        and hand.dealt[one]
        and None not in hand.dealt[one]
        and all(event.gets != (None,) for event in hand.events if event.seat == one)
    ]


class _Judge:
    """Says what positions and moves are worth."""

    def __init__(self, opponents: str, trials: int, seed: int, threads: int) -> None:
        self._opponents, self._trials = opponents, trials
        self._seed, self._threads = seed, threads

    def decisions(self, view: _View, event: Event) -> Iterator[Decision]:
        """Grade what was decided in a turn."""
        advice = self._advice(view.position)
        if len(advice.options) > 1:
            yield _decision(view, "turn", advice, _made(event))
        if view.drawn is not None and event.gives:
            throws = self._throws(view.position, view.drawn)
            yield _decision(view, "throw", throws, Move("take", view.drawn, event.gives[0]))

    def luck(self, view: _View) -> Iterator[Luck]:
        """Compare what was dealt or drawn with all that could have come."""
        found = view.position
        place = (view.hand, view.line, found.seat, found.turn)
        if view.drawn is not None:
            yield Luck(*place, "draw", (view.drawn,), self.luck_of_a_draw(found, view.drawn))
        elif view.event is None and len(found.order) <= MAX_PLAYERS:
            yield Luck(*place, "deal", found.hand, luck_of_the_deal(found))

    def luck_of_a_draw(self, position: Position, drawn: Card) -> Estimate:
        """Value of a card less the mean of all that could have been drawn."""
        cards = position.unseen
        kept = {
            card: best_discard(position.hand, card, position.rules, keep=False)[1] for card in cards
        }
        values = {score: self._value(position, card) for score, card in _nodes(kept).items()}
        weights = dict.fromkeys(values, 0.0)
        for card in cards:
            share = (card == drawn) - 1 / len(cards)
            for score, part in _between(list(values), kept[card]):
                weights[score] += share * part
        return total([scaled(values[score], weight) for score, weight in weights.items()])

    def _value(self, position: Position, drawn: Card) -> Estimate:
        """Chance to win the pot after a card from the stock and the best throw."""
        return max((one.pot for one in self._throws(position, drawn).options), key=_mean)

    def _throws(self, position: Position, drawn: Card) -> Advice:
        """Compare the four throws after a draw."""
        four = holding_four(position, drawn)
        return self._advice(four, [move for move in legal_moves(four) if move.action == "take"])

    def _advice(self, position: Position, moves: Sequence[Move] | None = None) -> Advice:
        return advise(
            position,
            opponents=self._opponents,
            trials=self._trials,
            seed=self._seed,
            threads=self._threads,
            moves=moves,
        )


def holding_four(position: Position, drawn: Card) -> Position:
    """Make a position of having drawn a card, in which its takes are the four throws.

    The card drawn lies on the pile, to be taken for any of the three or put back. The log of
    what the others did stays, so that their hands are weighed as before the draw.
    """
    top = () if position.top is None else (position.top,)
    return replace(
        position,
        rules=replace(position.rules, put_back_taken=True),
        top=drawn,
        discards=(*position.discards, *top),
    )


def _decision(view: _View, kind: str, advice: Advice, made: Move) -> Decision:
    best = max(advice.options, key=lambda option: option.pot.mean)
    loss = next(option.loss for option in advice.options if option.move == made)
    words = _throw_words if kind == "throw" else Move.words
    return Decision(
        hand=view.hand,
        line=view.line,
        seat=view.position.seat,
        turn=view.position.turn,
        kind=kind,
        made=words(made),
        best=words(best.move),
        loss=loss,
        pot=best.pot,
        grade=grade(loss),
        position=str(view.position),
    )


def _mean(estimate: Estimate) -> float:
    return estimate.mean


def _throw_words(move: Move) -> str:
    return "" if move.discard is None else f"throw {pretty(move.discard)}"


def _nodes(kept: Mapping[Card, int]) -> dict[int, Card]:
    """Choose a few scores that a draw can leave, and a card for each: lowest to highest."""
    by_score: dict[int, Card] = {}
    for card, score in kept.items():
        by_score.setdefault(score, card)
    scores = sorted(score for score in by_score if score < THIRTY_ONE)
    inner = max(min(NODES, len(scores)) - 1, 1)
    chosen = (
        {scores[len(scores[1:]) * step // inner] for step in range(inner + 1)} if scores else set()
    )
    # 31 ends the hand, so it lies between no other scores.
    chosen |= {score for score in by_score if score >= THIRTY_ONE}
    return {score: by_score[score] for score in sorted(chosen)}


def _between(nodes: Sequence[int], score: int) -> list[tuple[int, float]]:
    """Write a score as a mixture of the two nodes around it."""
    if score in nodes:
        return [(score, 1.0)]
    low = max(node for node in nodes if node < score)
    high = min(node for node in nodes if node > score)
    part = (score - low) / (high - low)
    return [(low, 1 - part), (high, part)]


def _notes(opponents: str, trials: int, *, with_luck: bool) -> tuple[str, ...]:
    grades = ", ".join(f"{word} from {100 * least:g} points" for least, word in GRADES)
    rates = ", ".join(f"{word} up to {100 * most:g}" for most, word in RATES[:-1])
    notes = [
        "loss: chance to win the pot of the best option less that of the one chosen, in points",
        f"{trials} trials a decision; everybody is taken to play {opponents}",
        f"grades: {grades}; whatever is within {CONFIDENT} standard errors of the best is good",
        f"rate: mean loss of a decision in points: {rates}",
    ]
    if with_luck:
        notes.append(
            "luck: what was dealt or drawn, less the mean of all that could have come; what "
            "others were dealt and drew is not in it"
        )
    return tuple(notes)
