"""The risk of knocking now: exact heads-up, simulated against more players."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from advisor.estimate import proportion
from advisor.hands import THIRTY_ONE
from advisor.limits import check_limits
from advisor.moves import Move, legal_moves
from advisor.odds.last_turn import KnockError, KnockRisk, knock_risk_heads_up
from advisor.players import thumb

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from advisor.position import Position

TRIALS: Final = 200_000
"""Worlds that an answer rests on unless told otherwise."""


def knock_risk(
    position: Position,
    *,
    acted: int = 0,
    opponents: str = "greedy",
    trials: int = TRIALS,
    seed: int = 0,
    threads: int = 1,
) -> KnockRisk:
    """Chance that whoever knocks now pays.

    Every opponent's hand is dealt at random from the unseen cards, given that it is not 31;
    those who have acted have then drawn once from the stock and kept the best three. Then
    each has his last turn in order.

    Parameters
    ----------
    position
        A position of the game ``scat`` with no knock so far.
    acted
        Opponents who have had a turn in this hand: the last `acted` ones before the knocker.
    opponents
        Name of the opponents' rule of thumb. Most of them use their last turn alike: greedily.
    trials, seed, threads
        For three or more players, or opponents whose last turn is not greedy: worlds to play
        out, seed, threads.

    Returns
    -------
    KnockRisk
        Exact for two players if the opponent is greedy. An opponent's 31 counts as a loss for
        the knocker.

    Raises
    ------
    KnockError, LimitError, PlayerError, RulesError
        If the question makes no sense.
    """
    thumb.thresholds(opponents)
    check_limits(trials=trials, seed=seed, threads=threads)
    others = len(position.order) - 1
    if not 0 <= acted <= others:
        raise KnockError(f"{acted} opponents have acted; expected 0 to {others}")
    if others == 1 and thumb.last_turn_is_greedy(opponents):
        return knock_risk_heads_up(position, acted=acted)
    move = _only_move(position)
    # Numba is wanted from here on only.
    from advisor.playout.seen import Table  # noqa: PLC0415

    turns = _turns(position, acted)
    table = Table(position, opponents=opponents, turns=turns, conditioned=False)
    worlds = table.play([move], ["greedy"], trials, seed=seed, threads=threads)
    own, final = position.seat, worlds.final[:, 0]
    seats = [seat for seat in table.seats if seat != own]
    return KnockRisk(
        pays=proportion(int(np.count_nonzero(worlds.paid[:, 0, own])), trials),
        somebody_31=proportion(int(np.count_nonzero((final >= THIRTY_ONE).any(axis=1))), trials),
        per_opponent=tuple(
            proportion(int(np.count_nonzero(final[:, seat] >= final[:, own])), trials)
            for seat in seats
        ),
        final=tuple(_distribution(final[:, seat]) for seat in seats),
    )


def _turns(position: Position, acted: int) -> tuple[int, ...]:
    """One turn for each of the last `acted` players before the knocker."""
    order = position.order
    place = order.index(position.seat)
    before = {order[place - step] for step in range(1, acted + 1)}
    return tuple(int(seat in before) for seat in range(position.players))


def _only_move(position: Position) -> Move:
    """Knock, or show a hand that ends the game; refuse where neither is allowed."""
    moves = legal_moves(position)
    for move in (Move("show"), Move("knock")):
        if move in moves:
            return move
    if position.knocked_by is not None:
        raise KnockError(f"seat {position.knocked_by} has knocked; nobody can knock again")
    raise KnockError("the rules forbid a knock before everybody has had a turn")


def _distribution(final: NDArray[np.int8]) -> dict[int, float]:
    scores, counts = np.unique(final, return_counts=True)
    return dict(zip(scores.tolist(), (counts / len(final)).tolist(), strict=True))
