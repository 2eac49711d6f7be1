"""Grading hands of `widow`: what decisions cost, and what luck the deal and fresh cards were."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from advisor.advise import advise
from advisor.dealt_widow import DEALS, luck_of_fresh_cards, luck_of_the_deal
from advisor.graded import Luck
from advisor.review_views import decided, move_of
from advisor.widow.seen import Seen
from advisor.widow.values import Tally, known_value

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from advisor.graded import Decision
    from advisor.moves import Move
    from advisor.position import Position
    from advisor.referee.history import Event
    from advisor.review_views import View
    from advisor.rules import Rules
    from advisor.values import Values

FRESH: Final = "widow"
"""Kind of the event that lays out fresh open cards."""


class WidowJudge:
    """Says what decisions and cards of `widow` are worth.

    Parameters
    ----------
    opponents, trials, seed, threads
        As for :func:`advisor.review.review`.
    """

    def __init__(self, opponents: str, trials: int, seed: int, threads: int) -> None:
        self._opponents, self._trials = opponents, trials
        self._seed, self._threads = seed, threads

    def decisions(self, view: View, event: Event) -> Iterator[Decision]:
        """Grade what was decided in a turn."""
        if event.kind == FRESH:
            return
        advice = advise(
            view.position,
            opponents=self._opponents,
            trials=self._trials,
            seed=self._seed,
            threads=self._threads,
            log=view.log,
        )
        # Whoever holds 31 and does not show it chooses what no advice compares.
        if len(advice.options) == 1:
            return
        best = max(advice.options, key=lambda option: option.pot.mean)
        made = next(option for option in advice.options if option.move == move_of(event))
        if made.pot.method == "exact" or made.pot.trials == self._trials:
            yield decided(view, made.move.words(), best.move.words(), made.loss, best.pot)
        else:
            yield self._closer(view, best.move, made.move)

    def luck(self, view: View) -> Iterator[Luck]:
        """Compare what was dealt or laid out with all that could have come."""
        seen = view.position
        place = (view.hand, view.line, seen.seat, seen.turn)
        if view.event is None:
            yield Luck(*place, "deal", seen.hand, luck_of_the_deal(seen))
        elif view.event.kind == FRESH:
            yield Luck(*place, "fresh", seen.widow, luck_of_fresh_cards(seen))

    def _closer(self, view: View, best: Move, made: Move) -> Decision:
        """Compare two moves on all worlds, where the advice has given up one of them early."""
        values = compared(
            view.position,
            (best, made),
            opponents=self._opponents,
            trials=self._trials,
            seed=self._seed,
            threads=self._threads,
            log=view.log,
        )
        if values.pot[1].mean > values.pot[0].mean:
            best = made
        pot = max(values.pot, key=lambda one: one.mean)
        return decided(view, made.words(), best.words(), values.loss(1), pot)


def compared(
    position: Position,
    moves: Sequence[Move],
    *,
    opponents: str,
    trials: int,
    seed: int,
    threads: int,
    log: Sequence[Event],
) -> Values:
    """Play a few moves on all worlds, even those that the advice soon gives up.

    Parameters
    ----------
    position, opponents, trials, seed, threads, log
        As for :func:`advisor.widow.advice.advise_widow`.
    moves
        The moves.

    Returns
    -------
    Values
        In the order of the moves.
    """
    seen, tally = Seen(position, opponents, log), Tally(position, len(moves))
    tally.add(seen.play(moves, trials, seed=seed, threads=threads))
    return tally.values([known_value(seen, move) for move in moves])


def worth_words(rules: Rules) -> str:
    """Say what is won or lost in these rules."""
    return "mean share of the pot" if rules.loser == "highest" else "chance to win the match"


def luck_words() -> str:
    """Say what luck is."""
    return (
        "luck: the hand dealt with the cards that lay open, and every time fresh cards were "
        "laid out, less the mean of all that could have come; a hand counts by its score and "
        f"the best score that one exchange makes of it, as it went in {DEALS:,} hands of "
        "self-play; what others were dealt is not in it"
    )
