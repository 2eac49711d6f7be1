"""Options → values → ranking: what to do in a position."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from advisor.cards import Card, name
from advisor.estimate import Estimate
from advisor.exact import ends_at_once, knock_outcomes, last_turn_outcomes, showing
from advisor.hands import points, score
from advisor.limits import MAX_TRIALS, check_limits
from advisor.moves import Move, legal_moves
from advisor.odds.draw import DrawOdds, Kept, draw_odds
from advisor.players import thumb
from advisor.position import Position
from advisor.reasons import reasons_for
from advisor.rules import require
from advisor.values import Tally, Values, exact_values

if TYPE_CHECKING:
    from advisor.exact import Outcomes
    from advisor.playout.batch import Table

CONFIDENT: Final = 2.33
"""Standard errors of the difference beyond which an option is called worse (99 %)."""

PLAYOUTS: Final = 200_000
"""Trials times players that an answer spends unless told otherwise."""

SAME: Final = 0.001
"""Differences in the chance to win the pot up to this are called none."""

CONTINUATIONS: Final = ("rising", *(f"flat:{score}" for score in range(18, 32, 2)), "greedy")
"""Ways for the player himself to play on; each move is judged by the one that suits it best."""

PILOT_WORLDS: Final = 4_000
PILOT_SEED: Final = 0x5DEECE66D
FIRST_CHUNK: Final = 500
CHUNK: Final = 50_000
SHOW_AGAIN: Final = 4
"""An answer on the way is given whenever the trials are so many times those of the last one."""


@dataclass(frozen=True, slots=True)
class Option:
    """One legal move and what it is worth.

    Parameters
    ----------
    move
        The move.
    score_after
        Score after the move in points; for ``draw`` the exact mean over all unseen cards.
    pays
        Chance to pay a token in this hand.
    pot
        Chance to win the pot.
    p_best
        Chance that no other option has a higher pot chance, given the errors.
    loss
        Highest pot chance of all options minus that of this one.
    reasons
        Short sentences.
    then
        Rule of thumb by which the player himself plays on in the simulation, chosen from a
        few as the best after this move; None if he has no further turn.
    after_draw
        For ``draw``: every unseen card, what to throw then.
    """

    move: Move
    score_after: float
    pays: Estimate
    pot: Estimate
    p_best: float
    loss: Estimate
    reasons: tuple[str, ...] = ()
    then: str | None = None
    after_draw: Mapping[Card, Kept] = field(default_factory=dict)

    def to_json(self) -> dict[str, object]:
        """The option as the JSON interface promises it."""
        answer = {
            **_move_json(self.move),
            "score_after": self.score_after,
            "pays": self.pays.to_json(),
            "pot": self.pot.to_json(),
            "p_best": self.p_best,
            "loss": self.loss.to_json(),
            "reasons": list(self.reasons),
            "then": self.then,
        }
        if self.after_draw:
            answer["after_draw"] = {
                name(card): {"discard": name(then.discard), "score": points(then.half_points)}
                for card, then in self.after_draw.items()
            }
        return answer


@dataclass(frozen=True, slots=True)
class Advice:
    """The answer: all options, best first, and what it rests on.

    Parameters
    ----------
    position
        The question.
    options
        All legal options, best first.
    toss_up
        Options that cannot be told from the best, within noise or within a thousandth of the
        pot, the recommended one first; empty if the best is clear.
    opponents
        Name of the assumed opponents.
    seed
        Seed of the random numbers.
    trials
        Worlds played out; 0 if everything is exact.
    elapsed_s
        Seconds it took.
    notes
        What the answer assumes or could not know, in sentences.
    """

    position: Position
    options: tuple[Option, ...]
    toss_up: tuple[Option, ...]
    opponents: str
    seed: int
    trials: int
    elapsed_s: float
    notes: tuple[str, ...]

    @property
    def best(self) -> Option:
        """The recommended option."""
        return self.options[0]

    def to_json(self) -> dict[str, object]:
        """The JSON of the ``advise`` command."""
        return {
            "rules": self.position.rules.name,
            "position": str(self.position),
            "recommendation": {
                **_move_json(self.best.move),
                "toss_up": [_move_json(option.move) for option in self.toss_up],
            },
            "options": [option.to_json() for option in self.options],
            "opponents": self.opponents,
            "seed": self.seed,
            "trials": self.trials,
            "elapsed_s": round(self.elapsed_s, 4),
            "notes": list(self.notes),
        }


def advise(
    position: Position,
    *,
    opponents: str = thumb.DEFAULT,
    trials: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    threads: int = 1,
) -> Advice:
    """Rank all legal options.

    Parameters
    ----------
    position
        The question; the game ``scat``.
    opponents
        Rule of thumb the others play by (see :mod:`advisor.players.thumb`).
    trials
        Worlds to play out; None for 200,000 divided by the number of players, or for as many
        as `seconds` allow.
    seconds
        Stop after about so many seconds, with the trials done by then.
    seed
        Seed of the random numbers. Without `seconds` the answer depends on it alone, not on
        `threads`.
    threads
        Threads to use.

    Returns
    -------
    Advice
        All legal options, best first.

    Raises
    ------
    LimitError, PlayerError, RulesError
        If the question cannot be answered.
    """
    for answer in refine(
        position, opponents=opponents, trials=trials, seconds=seconds, seed=seed, threads=threads
    ):
        last = answer
    return last


def refine(
    position: Position,
    *,
    opponents: str = thumb.DEFAULT,
    trials: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    threads: int = 1,
) -> Iterator[Advice]:
    """Answer soon, then better and better; see :func:`advise`.

    Yields
    ------
    Advice
        First after a small share of the trials, then after more and more; the last one is
        the answer of :func:`advise`. Can be stopped at any time.
    """
    started = time.perf_counter()
    require(position.rules, game="scat", doing="advice")
    thumb.thresholds(opponents)
    check_limits(trials=trials, seconds=seconds, seed=seed, threads=threads)
    moves = legal_moves(position)
    odds = draw_odds(position)

    def answer(values: Values, then: Sequence[str] = ()) -> Advice:
        spent = time.perf_counter() - started
        return _ranked(
            position, moves, values, then, odds, opponents=opponents, seed=seed, spent=spent
        )

    if (computed := last_turn_outcomes(position, moves, opponents)) is not None:
        outcomes, conditioned = computed
        yield answer(exact_values(position, outcomes, conditioned=conditioned))
        return
    # Numba is wanted from here on only.
    from advisor.playout.batch import Table  # noqa: PLC0415

    table = Table(position, opponents=opponents)
    known = [_outcomes(position, move, opponents, table) for move in moves]
    tally = Tally(position, moves)
    then = _best_continuations(position, moves, table, seed)
    total = trials or _trials_by_default(position, seconds)
    done, shown, size = 0, 0, FIRST_CHUNK
    while done < total:
        count = min(size, total - done)
        tally.add(table.play(moves, then, count, seed=seed, first=done, threads=threads))
        done, size = done + count, min(2 * size, CHUNK)
        late = seconds is not None and time.perf_counter() - started > seconds
        if done >= SHOW_AGAIN * shown or done == total or late:
            shown = done
            yield answer(tally.values(known), then)
        if late:
            return


def _trials_by_default(position: Position, seconds: float | None) -> int:
    if seconds is not None:
        return MAX_TRIALS
    return PLAYOUTS // len(position.order)


def _outcomes(position: Position, move: Move, opponents: str, table: Table) -> Outcomes | None:
    if ends_at_once(position, move):
        return showing(position)
    if move.action == "knock":
        return knock_outcomes(position, opponents, conditioned=table.conditioned)
    return None


def _best_continuations(
    position: Position, moves: Sequence[Move], table: Table, seed: int
) -> list[str]:
    """For each move the rule of thumb by which it is best to play on.

    Judged on worlds of their own, so that the choice does not flatter the move's value.
    """
    if position.knocked_by is not None:
        return [thumb.DEFAULT] * len(moves)
    tried = [move for move in moves for _ in CONTINUATIONS]
    pilot = Tally(position, tried)
    owns = CONTINUATIONS * len(moves)
    pilot.add(table.play(tried, owns, PILOT_WORLDS, seed=seed ^ PILOT_SEED))
    means = pilot.pot_means().reshape(len(moves), len(CONTINUATIONS))
    return [CONTINUATIONS[best] for best in means.argmax(axis=1)]


def _ranked(
    position: Position,
    moves: Sequence[Move],
    values: Values,
    then: Sequence[str],
    odds: DrawOdds,
    *,
    opponents: str,
    seed: int,
    spent: float,
) -> Advice:
    p_best = values.p_best()
    why = reasons_for(position, moves, values, odds)
    order = ranking(values)
    options = [
        Option(
            move=moves[index],
            score_after=_score_after(position, moves[index], odds),
            pays=values.pays[index],
            pot=values.pot[index],
            p_best=float(p_best[index]),
            loss=values.loss(index),
            reasons=tuple(why[index]),
            after_draw=odds.after_draw_plan if moves[index].action == "draw" else {},
        )
        for index in order
    ]
    for place, index in enumerate(order):
        if then and goes_on(position, moves[index]):
            options[place] = _playing_on(options[place], then[index])
    close = tuple(option for option in options if is_close(option.loss))
    return Advice(
        position=position,
        options=tuple(options),
        toss_up=close if len(close) > 1 else (),
        opponents=opponents,
        seed=seed,
        trials=values.trials,
        elapsed_s=spent,
        notes=tuple(_notes(position, values, opponents)),
    )


def _playing_on(option: Option, own: str) -> Option:
    why = f"after it: {thumb.plan(own)}"
    return replace(option, then=own, reasons=(*option.reasons, why))


def ranking(values: Values) -> list[int]:
    """Numbers of the moves, best first.

    By the chance to win the pot. But among moves that cannot be told from the best, or are
    worth the same to a thousandth, the one that pays a token least often comes first.
    """
    by_pot = sorted(range(len(values.pot)), key=lambda move: -values.pot[move].mean)
    close = [move for move in by_pot if is_close(values.loss(move))]
    first = min(close, key=lambda move: values.pays[move].mean)
    return [first, *(move for move in by_pot if move != first)]


def is_close(loss: Estimate) -> bool:
    """Whether a loss is within noise, or too small for anybody to mind."""
    return loss.mean <= max(CONFIDENT * loss.se, SAME)


def goes_on(position: Position, move: Move) -> bool:
    """Whether the player may have another turn after a move."""
    return (
        position.knocked_by is None
        and move.action in ("take", "draw")
        and not ends_at_once(position, move)
    )


def _score_after(position: Position, move: Move, odds: DrawOdds) -> float:
    if move.action == "draw":
        return float(odds.mean)
    hand = set(position.hand)
    if move.take is not None:
        hand = (hand | {move.take}) - {move.discard}
    return points(score(hand, position.rules))


def _notes(position: Position, values: Values, opponents: str) -> list[str]:
    notes = [f"opponents: {opponents} ({thumb.describe(opponents)})"]
    dealt = f"their hands are dealt at random from the {len(position.unseen)} unseen cards"
    if position.turn:
        dealt += ", with one card drawn for every turn a player has had"
        if values.conditioned:
            dealt += ", given that a player who did not knock had no reason to"
    notes.append(dealt)
    if values.trials and position.knocked_by is None:
        notes.append(
            "afterwards you play greedily too, and knock by whichever of a few thresholds "
            "suits the move best"
        )
    if not values.conditioned:
        notes.append(f"{opponents} would hardly have played like this so far; that is ignored")
    if values.capped:
        notes.append(f"{values.capped} hands were given up after too many turns; nobody pays there")
    if position.discards and not position.ordered:
        notes.append("the discards named are taken to be all that were made")
    notes.append("chance to win the pot: after this hand every player still in pays equally often")
    return notes


def _move_json(move: Move) -> dict[str, object]:
    return {
        "action": move.action,
        "discard": None if move.discard is None else name(move.discard),
        "take": None if move.take is None else name(move.take),
    }
