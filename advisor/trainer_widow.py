"""Exercises of `widow`: decisions in which players of different habits disagree, and errors."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from advisor.advise import DEFAULT, advise
from advisor.hands import score
from advisor.odds.exchange import best_after
from advisor.players.seated import ThumbPlayer
from advisor.players.widow import CloserPlayer
from advisor.players.widow_solved import table_action
from advisor.referee.actions import Knock
from advisor.review_widow import compared
from advisor.trainer_hands import play_hand
from advisor.widow.beliefs import beliefs

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from advisor.advise import Advice
    from advisor.moves import Move
    from advisor.position import Position
    from advisor.referee.actions import Action
    from advisor.referee.history import Event
    from advisor.rules import Rules
    from advisor.trainer_hands import Task

NAMES: Final = ("swap:25", "swap:28", "closer", "confidence", "solved")
"""Who plays the hands that exercises are taken from."""

KINDS: Final = {
    "early": "knocks too early",
    "late": "misses the knock",
    "swap": "swaps when the cards should be kept",
    "keep": "passes when a swap is better",
    "all": "swaps all three cards when fewer are better",
    "few": "holds on to cards when all three should go",
    "offer": "lays open what the next player needs",
    "give": "gives away what should be kept",
    "get": "picks up the wrong open card",
}
"""Kinds of error, in words that go on from a player's name."""
ALL: Final = 3

_PANEL: Final = (
    ThumbPlayer("flat:20"),
    ThumbPlayer("flat:25"),
    ThumbPlayer("flat:29"),
    CloserPlayer(),
)
"""Players of different habits; who plays by the table joins them."""


def tempting(rules: Rules, players: int, rng: Random) -> Iterator[Task]:
    """Give decisions, one of each hand, in which players of different habits disagree."""
    while True:
        tasks = play_hand(rules, players, NAMES, rng)
        if wanted := [task for task in tasks if len(_choices(task)) > 1]:
            yield rng.choice(wanted)


def weighed(
    seen: Position,
    chosen: Move | None,
    log: Sequence[Event],
    *,
    trials: int,
    opponents: str = DEFAULT,
    seed: int = 0,
    threads: int = 1,
) -> Advice:
    """Find the answer, and on all worlds what one move costs against the best.

    Parameters
    ----------
    seen, log, trials, opponents, seed, threads
        As for :func:`advisor.widow.advice.advise_widow`.
    chosen
        The move; None for the second best one, from whose cost it is seen how clear the best is.

    Returns
    -------
    Advice
        The advice, with a better estimate where it had given the move up early.
    """
    found = advise(seen, opponents=opponents, trials=trials, seed=seed, threads=threads, log=log)
    best, *others = found.options
    wanted = [option for option in others if chosen is None or option.move == chosen][:1]
    if not wanted or wanted[0].pot.method == "exact" or wanted[0].pot.trials == trials:
        return found
    values = compared(
        seen,
        (best.move, wanted[0].move),
        opponents=opponents,
        trials=trials,
        seed=seed,
        threads=threads,
        log=log,
    )
    others[others.index(wanted[0])] = replace(
        wanted[0], pays=values.pays[1], pot=values.pot[1], loss=values.loss(1)
    )
    others.sort(key=lambda option: option.loss.mean)
    return replace(found, options=(best, *others))


def kind_of(seen: Position, chosen: Move, best: Move, log: Sequence[Event]) -> str:
    """Name what is wrong about a choice, a key of :data:`KINDS`."""
    if chosen.action == "knock":
        return "early"
    if best.action == "knock":
        return "late"
    if chosen.action != best.action:
        return "swap" if chosen.action == "swap" else "keep"
    if (len(chosen.give) == ALL) != (len(best.give) == ALL):
        return "all" if len(chosen.give) == ALL else "few"
    if _offers(seen, chosen, best, log):
        return "offer"
    return "give" if chosen.get == best.get else "get"


def _choices(task: Task) -> set[Action]:
    """Give what players of different habits would do."""
    seen, legal = task.position, task.legal
    by_table = table_action(seen, -1, may_knock=Knock() in legal)
    return {by_table, *(player.act(seen, legal) for player in _PANEL)}


def _offers(seen: Position, chosen: Move, best: Move, log: Sequence[Event]) -> bool:
    """Whether a swap is no worse for oneself, but leaves more to the next player.

    To the knocker, who has no turn any more, nothing is left.
    """
    order = seen.order
    if order[(order.index(seen.seat) + 1) % len(order)] == seen.knocked_by:
        return False
    following = beliefs(seen, DEFAULT, log)[0]

    def after(move: Move) -> tuple[int, float]:
        hand = sorted({*seen.hand, *move.get} - set(move.give))
        widow = sorted({*seen.widow, *move.give} - set(move.get))
        made = best_after(widow, seen.rules)[following.hands]
        return score(hand, seen.rules), float(following.chance @ made)

    mine, left = after(chosen)
    better, kept = after(best)
    return mine >= better and left > kept
