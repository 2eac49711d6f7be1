"""A played hand or match, graded: what every decision cost, and what was luck.

A decision is compared with the best option of :func:`~advisor.advise.advise` in its position;
the loss is the difference in the chance to win the pot. A turn at the stock is two decisions:
to draw, and which of four cards to throw. Luck is what the deal and the stock brought: the
value of the cards that came less the mean value of all that could have come. The mean over
these is 0 whatever the values are, so luck is unbiased; good values make it precise. In
`widow` luck is what the deal and fresh open cards brought (:mod:`advisor.review_widow`).
"""

from __future__ import annotations

from dataclasses import replace
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
    scaled,
    total,
)
from advisor.hands import THIRTY_ONE, best_discard
from advisor.limits import check_limits
from advisor.moves import Move, legal_moves
from advisor.review_views import View, decided, move_of, views
from advisor.review_widow import WidowJudge, luck_words, worth_words
from advisor.well_played import MAX_PLAYERS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from advisor.advise import Advice
    from advisor.estimate import Estimate
    from advisor.position import Position
    from advisor.referee.history import Event, History
    from advisor.rules import Rules

TRIALS: Final = 10_000
"""Worlds for every decision unless told otherwise."""
LUCK: Final = (
    "luck: what was dealt or drawn, less the mean of all that could have come; what "
    "others were dealt and drew is not in it"
)
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
        Hands of one match, of either game.
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
    check_limits(trials=trials, seed=seed, threads=threads)
    seen = list(views(history, seat))
    judging = WidowJudge if history.rules.game == "widow" else _Judge
    judge: _Judge | WidowJudge = judging(opponents, trials, seed, threads)
    decisions: dict[int, list[Decision]] = {view.position.seat: [] for view in seen}
    chances: dict[int, list[Luck]] = {view.position.seat: [] for view in seen}
    for done, view in enumerate(seen, start=1):
        if view.event is not None:
            decisions[view.position.seat] += judge.decisions(view, view.event)
        if with_luck:
            chances[view.position.seat] += judge.luck(view)
        if progress is not None:
            progress(done / len(seen))
    return Review(
        rules=history.rules.name,
        seats=tuple(
            SeatReview(number, tuple(decisions[number]), tuple(chances[number]))
            for number in sorted(decisions)
        ),
        opponents=opponents,
        seed=seed,
        notes=_notes(history.rules, opponents, trials, with_luck=with_luck),
    )


class _Judge:
    """Says what positions and moves are worth."""

    def __init__(self, opponents: str, trials: int, seed: int, threads: int) -> None:
        self._opponents, self._trials = opponents, trials
        self._seed, self._threads = seed, threads

    def decisions(self, view: View, event: Event) -> Iterator[Decision]:
        """Grade what was decided in a turn."""
        advice = self._advice(view.position)
        if len(advice.options) > 1:
            yield _decision(view, "turn", advice, move_of(event))
        if view.drawn is not None and event.gives:
            throws = self._throws(view.position, view.drawn)
            yield _decision(view, "throw", throws, Move("take", view.drawn, event.gives[0]))

    def luck(self, view: View) -> Iterator[Luck]:
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


def _decision(view: View, kind: str, advice: Advice, made: Move) -> Decision:
    best = max(advice.options, key=lambda option: option.pot.mean)
    loss = next(option.loss for option in advice.options if option.move == made)
    words = _throw_words if kind == "throw" else Move.words
    return decided(view, words(made), words(best.move), loss, best.pot, kind=kind)


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


def _notes(rules: Rules, opponents: str, trials: int, *, with_luck: bool) -> tuple[str, ...]:
    widow = rules.game == "widow"
    worth = worth_words(rules) if widow else "chance to win the pot"
    grades = ", ".join(f"{word} from {100 * least:g} points" for least, word in GRADES)
    rates = ", ".join(f"{word} up to {100 * most:g}" for most, word in RATES[:-1])
    notes = [
        f"loss: {worth} of the best option less that of the one chosen, in points",
        f"{trials} trials a decision; everybody is taken to play {opponents}",
        f"grades: {grades}; whatever is within {CONFIDENT} standard errors of the best is good",
        f"rate: mean loss of a decision in points: {rates}",
    ]
    if with_luck:
        notes.append(luck_words() if widow else LUCK)
    return tuple(notes)
