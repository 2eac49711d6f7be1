"""How much hangs on whom the others are taken to play like: one question, two answers."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from advisor.advise import Advice, Assumption, advise, is_close
from advisor.equity import FAIR
from advisor.estimate import exact
from advisor.players.solved import SOLVED
from advisor.rules import require

if TYPE_CHECKING:
    from advisor.estimate import Estimate
    from advisor.moves import Move
    from advisor.position import Position

EXTREMES: Final = ("greedy", "flat:18")
"""The two most different opponents there are: one never knocks, one knocks with nearly anything."""

QUICK: Final = 4_000
"""Worlds for each of them: enough to tell moves apart that differ by a percent of the pot."""


def contrast(
    position: Position,
    opponents: tuple[str, str] = EXTREMES,
    *,
    trials: int = QUICK,
    seed: int = 0,
    threads: int = 1,
    equity: str = FAIR,
) -> tuple[Advice, Advice]:
    """Answer the same question twice, quickly, for the two most different opponents.

    Under both assumptions you play on by the solved table, so that the answers differ by the
    opponents alone.

    Parameters
    ----------
    position
        The question, of the game ``scat``.
    opponents
        The two names.
    trials, seed, threads, equity
        As for :func:`advisor.advise.advise`.

    Raises
    ------
    PlayerError, RulesError
        If there is no such player, or the game is widow.
    """
    require(position.rules, game="scat", doing="two assumptions about the opponents")
    one, other = (
        advise(
            position,
            opponents=name,
            trials=trials,
            seed=seed,
            threads=threads,
            equity=equity,
            then=SOLVED,
        )
        for name in opponents
    )
    return one, other


def contrasted(found: Advice, pair: tuple[Advice, Advice]) -> Advice:
    """Add to an answer what would be advised under two other assumptions, and a sentence."""
    move = found.best.move
    assumptions = tuple(
        Assumption(other.opponents, _chosen(other, move), _loss(other, move)) for other in pair
    )
    return replace(
        found,
        assumptions=assumptions,
        notes=(*found.notes, _sentence(move, assumptions)),
    )


def _loss(advice: Advice, move: Move) -> Estimate:
    """What a move loses against the best one of an answer."""
    return next((option.loss for option in advice.options if option.move == move), exact(0.0))


def _chosen(advice: Advice, move: Move) -> Move:
    """Recommend the same move again where it cannot be told from the best."""
    same = any(option.move == move and is_close(option.loss) for option in advice.options)
    return move if same else advice.best.move


def _sentence(move: Move, assumptions: tuple[Assumption, ...]) -> str:
    said = "; ".join(_against(move, one) for one in assumptions)
    if all(one.move == move for one in assumptions):
        return f"the advice does not depend on whom they play like: {said}"
    return f"the advice depends on whom they play like: {said}"


def _against(move: Move, one: Assumption) -> str:
    if one.move == move:
        return f"against {one.opponents}: {one.move.words()}"
    lost = f"{100 * one.loss.mean:.1f} ± {100 * one.loss.se:.1f} %"
    return (
        f"against {one.opponents}: {one.move.words()} (the move above would lose {lost} of the pot)"
    )
