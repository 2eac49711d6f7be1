"""Tokens → chance to win the pot, if luck alone decides hands or if everybody plays well."""

from __future__ import annotations

import math
from functools import cache, lru_cache, partial
from typing import TYPE_CHECKING, Final

import numpy as np

from advisor.cards import counted, quoted
from advisor.outcomes import payments
from advisor.position import OUT, PositionError, Problem, turn_order
from advisor.pot_table import AlikeTable, PotTable, by_lives, by_place
from advisor.referee.pot import after_payments
from advisor.well_played import MAX_PLAYERS, nearest

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from advisor.position import Position
    from advisor.rules import Rules

MAX_TOKENS: Final = 9
"""Most tokens that the rules know."""

FAIR: Final = "fair"
SOLVED: Final = "solved"
MODELS: Final = {
    FAIR: "luck alone decides every hand",
    SOLVED: "every hand ends as often in each way as among players who all follow the solved table",
}
"""Names of the models, and what each assumes."""


class EquityError(ValueError):
    """A question about chances to win the pot that has no answer; one clear sentence."""


def equity(
    tokens: Sequence[int], rules: Rules, *, dealer: int | None = None, model: str = FAIR
) -> tuple[float, ...]:
    """Chance of every seat to win the pot before the next hand is dealt.

    Parameters
    ----------
    tokens
        Tokens of every seat; :data:`~advisor.position.OUT` for a seat that is out.
    rules
        The rules in force; model ``solved`` knows the game ``scat``.
    dealer
        Seat that deals the next hand, by default the last one. Model ``fair`` does not care.
    model
        ``fair``: each hand one of the players still in pays one token, each with equal
        chance. ``solved``: hands end as among players who all follow the solved table, seat
        by seat in the order of their turns (:class:`~advisor.pot_table.PotTable`); at large
        tables all places are taken for alike (see :func:`equity_notes`).

    Returns
    -------
    tuple of float
        One chance for each seat; they sum to 1.

    Raises
    ------
    EquityError, PositionError, RulesError, WellPlayedError
        If there is no such model or stand, or the model does not know the game.

    Examples
    --------
    >>> from advisor.rules import Rules
    >>> first, last = equity((1, 1), Rules(), model="solved")
    >>> first > last
    True
    """
    if model not in MODELS:
        raise EquityError(f"there is no model {quoted(model)}; there are {', '.join(MODELS)}")
    if model == FAIR:
        return fair_equity(tokens, rules)
    lives = _lives(tokens, rules)
    order = turn_order(tokens, len(tokens) - 1 if dealer is None else dealer)
    order = tuple(seat for seat in order if lives[seat])
    held = [lives[seat] for seat in order]
    found = dict(zip(order, _chances_of(rules, held)(held).tolist(), strict=True))
    return tuple(found.get(seat, 0.0) for seat in range(len(tokens)))


def pot_chances(
    position: Position, paids: Sequence[Sequence[int]], model: str = FAIR
) -> NDArray[np.float64]:
    """Chance of the seat to move to win the pot, after each way to pay for this hand.

    Who is out drops out, and the deal moves on.

    Parameters
    ----------
    position
        Tokens, dealer and rules are read from it.
    paids
        Ways to pay: tokens of every seat, shape (ways, seats).
    model
        As for :func:`equity`.

    Returns
    -------
    ndarray of float, shape (ways,)

    Raises
    ------
    EquityError, RulesError, WellPlayedError
        As :func:`equity`.
    """
    rules, seat = position.rules, position.seat
    stands = [after_payments(position.tokens, paid, rules) for paid in paids]
    if model != SOLVED:
        return np.array([equity(tokens, rules, model=model)[seat] for tokens in stands])
    # One table for all: how precisely it tells places apart must not depend on who pays.
    chances = _chances_of(rules, [life for life in _lives(position.tokens, rules) if life])
    found = np.zeros(len(stands))
    for index, tokens in enumerate(stands):
        # The first one that is still in deals the next hand.
        order = turn_order(tokens, turn_order(tokens, position.dealer)[0])
        if seat in order:
            held = [tokens[other] + rules.free_ride for other in order]
            found[index] = chances(held)[order.index(seat)]
    return found


def equity_notes(tokens: Sequence[int], rules: Rules, model: str = FAIR) -> tuple[str, ...]:
    """Say what the chances of a stand rest on, in sentences.

    Parameters
    ----------
    tokens, rules, model
        As for :func:`equity`.
    """
    notes = [f"model {model}: {MODELS[model]}"]
    if model == FAIR:
        return tuple(notes)
    notes += [said for said in nearest(rules)[1:] if said]
    held = [life for life in _lives(tokens, rules) if life]
    if not by_place(len(held), max(held)):
        notes.append(
            "so large a table is worked out with all places alike: only tokens count, not the deal"
            if _known(held)
            else "so large a table is worked out by model fair"
        )
    return tuple(notes)


def _known(lives: Sequence[int]) -> bool:
    return len(lives) <= MAX_PLAYERS and by_lives(len(lives), max(lives))


def _chances_of(
    rules: Rules, lives: Sequence[int]
) -> Callable[[Sequence[int]], NDArray[np.float64]]:
    """Find what gives the chances of a stand and of all that may follow it."""
    name, _ = nearest(rules)
    players, most = len(lives), max(lives)
    if by_place(players, most):
        # The table of a whole match, if it is small enough, serves all its stands.
        full = max(rules.tokens + rules.free_ride, most)
        return _pot_table(name, players, full if by_place(players, full) else most).chances
    if _known(lives):
        return _alike_table(name).chances
    return lambda held: np.array([_chances(tuple(sorted(held)))[life] for life in held])


@lru_cache(maxsize=16)
def _pot_table(name: str, players: int, lives: int) -> PotTable:
    return PotTable(partial(payments, name), players, lives)


@cache
def _alike_table(name: str) -> AlikeTable:
    return AlikeTable(partial(payments, name))


def fair_equity(tokens: Sequence[int], rules: Rules) -> tuple[float, ...]:
    """Chance of every seat to win the pot, if luck alone decides each hand.

    Model ``fair``: each hand one of the players still in pays one token, each with equal
    chance, until one is left. Computed, not simulated, to about 14 digits.

    Parameters
    ----------
    tokens
        Tokens of every seat; :data:`~advisor.position.OUT` for a seat that is out.
    rules
        Say whether there is a free ride, which is one more loss.

    Returns
    -------
    tuple of float
        One chance for each seat; they sum to 1.

    Raises
    ------
    PositionError
        If a number of tokens is impossible, or nobody is in.

    Examples
    --------
    >>> from advisor.rules import Rules
    >>> fair_equity((1, 1, -1), Rules())
    (0.5, 0.5, 0.0)
    """
    lives = _lives(tokens, rules)
    chances = _chances(tuple(sorted(life for life in lives if life)))
    return tuple(chances.get(life, 0.0) for life in lives)


def _lives(tokens: Sequence[int], rules: Rules) -> tuple[int, ...]:
    """Losses that every seat can still take, 0 if it is out."""
    if found := [
        Problem(
            "tokens",
            f"seat {seat} has {counted(left, 'token')}; "
            f"expected 0 to {MAX_TOKENS}, or x for a seat that is out",
        )
        for seat, left in enumerate(tokens)
        if not OUT <= left <= MAX_TOKENS
    ]:
        raise PositionError(found)
    lives = tuple(0 if left == OUT else left + rules.free_ride for left in tokens)
    if not any(lives):
        msg = "nobody has a token left; expected at least one seat that is still in"
        raise PositionError([Problem("tokens", msg)])
    return lives


@cache
def _time() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Moments and weights that integrate a smooth function over all times from 0.

    The trapezoidal rule after the substitution ``t = exp(x - exp(-x))``, the double
    exponential formula of Takahasi and Mori (1974) for exponentially decaying integrands.
    """
    x = np.linspace(-4.5, 6.5, 240)
    moments = np.exp(x - np.exp(-x))
    return moments, (x[1] - x[0]) * moments * (1 + np.exp(-x))


@lru_cache(maxsize=4096)
def _chances(lives: tuple[int, ...]) -> dict[int, float]:
    """Chance of a player with so many losses left, for each number that occurs in `lives`.

    Let every player lose at the ticks of a clock of his own, all clocks alike and without
    memory. The next tick among those still in is equally likely to be anybody's, as the model
    wants; and the last one left is the one whose clock ticks so many times last. So the
    chance is the integral, over the time of his last tick, of the chance that all the others
    are out by then.
    """
    moments, weights = _time()
    ticks = np.arange(max(lives))
    factorials = np.array([math.factorial(tick) for tick in ticks], dtype=np.float64)
    # Chance of exactly so many ticks until each moment: also the density of the next one.
    exactly = moments ** ticks[:, None] * np.exp(-moments) / factorials[:, None]
    out = np.maximum(1 - np.cumsum(exactly, axis=0), 0)
    # Counts of players with 1, 2, … losses left.
    counts = np.bincount(lives, minlength=len(ticks) + 1)[1:]
    chances = {}
    for own in np.flatnonzero(counts):
        others = counts - (np.arange(len(counts)) == own)
        all_out = np.prod(out ** others[:, None], axis=0)
        chances[int(own) + 1] = float((weights * exactly[own] * all_out).sum())
    # Rounding leaves the sum within 1e-14 of 1.
    total = sum(chances[life] for life in lives)
    return {life: chance / total for life, chance in chances.items()}
