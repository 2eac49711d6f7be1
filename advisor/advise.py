"""Options → values → ranking: what to do in a position."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Final, TypeAlias

from advisor.cards import Card, name
from advisor.equity import FAIR
from advisor.estimate import Estimate
from advisor.exact import ends_at_once, knock_outcomes, last_turn_outcomes, showing
from advisor.hands import points, score
from advisor.limits import MAX_TRIALS, check_limits
from advisor.moves import Move, legal_moves
from advisor.odds.draw import DrawOdds, Kept, draw_odds
from advisor.others import reasons_from
from advisor.players import thumb
from advisor.players.solved import SOLVED
from advisor.players.thumb import PlayerError
from advisor.position import Position
from advisor.reasons import reasons_for
from advisor.values import Tally, Values, exact_values, joined

if TYPE_CHECKING:
    from advisor.belief import Belief
    from advisor.exact import Outcomes
    from advisor.playout.seen import Table, Worlds
    from advisor.referee.history import Event

CONFIDENT: Final = 2.33
"""Standard errors of the difference beyond which an option is called worse (99 %)."""

PLAYOUTS: Final = 200_000
"""Trials times players that an answer spends unless told otherwise."""

SAME: Final = 0.001
"""Differences in the chance to win the pot up to this are called none."""

DEFAULT: Final = SOLVED
"""Whom the others are taken to play like unless told otherwise."""

Opponents: TypeAlias = str | Mapping[int, str]
"""Whom the others are taken to play like: one name for all, or one for each of their seats."""

GOES_ON: Final = "goes on"
"""How an answer on the way says that it is not the last one."""
STOPS: Final = {
    GOES_ON: "it is being made better still",
    "exact": "everything could be computed",
    "known": "the best move is known at 99 %",
    "trials": "all the hands asked for were played out",
    "time": "the time was up",
}
"""Why an answer is not made better still."""
SURE: Final = 2.81
"""Standard errors by which the best must lead for an answer to stop there: 99 %, looking four
times and more often the nearer the moves are."""
KNOWN_AFTER: Final = 2_000
"""Worlds before which no move is called known to be the best."""

CONTINUATIONS: Final = ("rising", *(f"flat:{score}" for score in range(18, 32, 2)), "greedy")
"""Ways for the player himself to play on; each move is judged by the one that suits it best."""

PILOT_WORLDS: Final = 4_000
FINALISTS: Final = 3
"""Ways to play on after a move that are tried for longer."""
PILOT_SEED: Final = 0x5DEECE66D
FIRST_CHUNK: Final = 500
CHUNK: Final = 50_000
PIECE: Final = 4_000
"""Worlds after which somebody who may have enough is asked."""
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
        Player like whom he himself plays on in the simulation, ``solved`` or a rule of thumb,
        chosen as the best after this move; None if he has no further turn.
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
            **self.move.to_json(),
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
class Assumption:
    """What would be advised if the others played like somebody else.

    Parameters
    ----------
    opponents
        Their name.
    move
        What would be recommended.
    loss
        What the move recommended by the answer itself would lose against them, in the chance
        to win the pot.
    """

    opponents: str
    move: Move
    loss: Estimate

    def to_json(self) -> dict[str, object]:
        """The assumption as the JSON interface has it."""
        return {"opponents": self.opponents, **self.move.to_json(), "loss": self.loss.to_json()}


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
        Name of the assumed opponents; where each seat has its own, all of them in words.
    seed
        Seed of the random numbers.
    trials
        Worlds played out; 0 if everything is exact.
    stopped
        Why it ended there, a name of :data:`STOPS`.
    elapsed_s
        Seconds it took.
    notes
        What the answer assumes or could not know, in sentences.
    assumptions
        What would be advised under other assumptions, if that was asked
        (:func:`advisor.contrast.contrasted`).
    """

    position: Position
    options: tuple[Option, ...]
    toss_up: tuple[Option, ...]
    opponents: str
    seed: int
    trials: int
    elapsed_s: float
    notes: tuple[str, ...]
    stopped: str = "trials"
    assumptions: tuple[Assumption, ...] = ()

    @property
    def best(self) -> Option:
        """The recommended option."""
        return self.options[0]

    def to_json(self) -> dict[str, object]:
        """The JSON of the ``advise`` command."""
        answer: dict[str, object] = {
            "rules": self.position.rules.name,
            "position": str(self.position),
            "recommendation": {
                **self.best.move.to_json(),
                "toss_up": [option.move.to_json() for option in self.toss_up],
            },
            "options": [option.to_json() for option in self.options],
            "opponents": self.opponents,
            "seed": self.seed,
            "trials": self.trials,
            "stopped": self.stopped,
            "elapsed_s": round(self.elapsed_s, 4),
            "notes": list(self.notes),
        }
        if self.assumptions:
            answer["assumptions"] = [one.to_json() for one in self.assumptions]
        return answer


def advise(
    position: Position,
    *,
    opponents: Opponents = DEFAULT,
    trials: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    threads: int = 1,
    equity: str = FAIR,
    moves: Sequence[Move] | None = None,
    log: Sequence[Event] = (),
    then: str | None = None,
) -> Advice:
    """Rank all legal options.

    Parameters
    ----------
    position
        The question.
    opponents
        Whom the others play like: a rule of thumb (see :mod:`advisor.players.thumb`), or
        ``solved``. In scat also one name for each of their seats.
    trials
        Worlds to play out. None for up to 200,000 divided by the number of players, or for as
        many as `seconds` allow, and no more once the best move is known at 99 %.
    seconds
        Stop after about so many seconds, with the trials done by then.
    seed
        Seed of the random numbers. Without `seconds` the answer depends on it alone, not on
        `threads`.
    threads
        Threads to use.
    equity
        How the hands to come are taken to end: a name of :data:`advisor.equity.MODELS`.
    moves
        Those of the legal moves to rank (scat); None for all of them.
    log
        All turns of the hand so far, as a history has them (widow); empty if they are not
        known. In scat the position itself holds them.
    then
        Player like whom he himself plays on after every move (scat); None to find the best
        for each, which takes longer.

    Returns
    -------
    Advice
        All legal options, best first.

    Raises
    ------
    EquityError, LimitError, PlayerError, RulesError
        If the question cannot be answered.
    """
    for answer in refine(
        position,
        opponents=opponents,
        trials=trials,
        seconds=seconds,
        seed=seed,
        threads=threads,
        equity=equity,
        moves=moves,
        log=log,
        then=then,
    ):
        last = answer
    return last


def refine(
    position: Position,
    *,
    opponents: Opponents = DEFAULT,
    trials: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    threads: int = 1,
    equity: str = FAIR,
    moves: Sequence[Move] | None = None,
    log: Sequence[Event] = (),
    then: str | None = None,
    enough: Callable[[], bool] | None = None,
) -> Iterator[Advice]:
    """Answer soon, then better and better; see :func:`advise`.

    Parameters
    ----------
    position, opponents, trials, seconds, seed, threads, equity, moves, log, then
        As in :func:`advise`.
    enough
        Asked again and again once there is an answer. If it says yes the answer is given as it
        stands, stopped by the time; whoever then asks for the next one has it bettered further.

    Yields
    ------
    Advice
        First after a small share of the trials, then after more and more; all but the last one
        say that it goes on. If nobody had enough the last one is the answer of :func:`advise`.
        Can be stopped at any time.
    """
    if position.rules.game == "widow":
        from advisor.widow.advice import refine_widow  # noqa: PLC0415  # it ranks by this module

        if not isinstance(opponents, str):
            raise PlayerError("in widow all opponents play alike; expected one name for them all")
        yield from refine_widow(
            position,
            opponents=opponents,
            trials=trials,
            seconds=seconds,
            seed=seed,
            threads=threads,
            equity=equity,
            log=log,
            enough=enough,
        )
        return
    started = time.perf_counter()
    opponents = _of_opponents(position, opponents)
    if then is not None:
        check_name(then)
    check_limits(trials=trials, seconds=seconds, seed=seed, threads=threads)
    ranked = legal_moves(position) if moves is None else tuple(moves)
    asked = _Asked(position, ranked, draw_odds(position), opponents, seed, equity, then)
    if (computed := last_turn_outcomes(position, asked.moves, opponents)) is not None:
        outcomes, conditioned = computed
        values = exact_values(position, outcomes, conditioned=conditioned, equity=equity)
        yield asked.answer(values, (), "exact", time.perf_counter() - started)
        return
    # Numba is wanted from here on only.
    from advisor.playout.seen import Table  # noqa: PLC0415

    table = Table(position, opponents=opponents)
    tally = Tally(position, asked.moves, _outcomes(asked, table.belief), equity)
    plans = _best_continuations(asked, table)
    total = trials or _trials_by_default(position, seconds)
    done, shown, size = 0, 0, FIRST_CHUNK
    play = partial(table.play, asked.moves, plans, seed=seed, threads=threads)
    while True:
        worlds, had_enough = _played(play, done, min(size, total - done), enough if done else None)
        tally.add(worlds)
        done, size = done + len(worlds), min(2 * size, CHUNK)
        spent = time.perf_counter() - started
        late = seconds is not None and spent > seconds
        values = tally.values()
        stopped = "time" if late or had_enough else GOES_ON
        if trials is None and done >= KNOWN_AFTER and _is_known(values):
            stopped = "known"
        elif done == total:
            stopped = "trials"
        if stopped != GOES_ON or done >= SHOW_AGAIN * shown:
            shown = done
            yield asked.answer(values, plans, stopped, spent, table.belief)
        if late or stopped in {"trials", "known"}:
            return


def _played(
    play: Callable[..., Worlds], first: int, count: int, enough: Callable[[], bool] | None
) -> tuple[Worlds, bool]:
    """Play some worlds, or only the first pieces of them if somebody has enough before."""
    if enough is None:
        return play(worlds=count, first=first), False
    pieces: list[Worlds] = []
    for start in range(first, first + count, PIECE):
        pieces.append(play(worlds=min(PIECE, first + count - start), first=start))
        if had_enough := enough():
            break
    return joined(pieces), had_enough


@dataclass(frozen=True, slots=True)
class _Asked:
    """The question, and what can be said of it before anything is played out."""

    position: Position
    moves: tuple[Move, ...]
    odds: DrawOdds
    opponents: Opponents
    seed: int
    equity: str
    then: str | None = None

    def answer(
        self,
        values: Values,
        then: Sequence[str],
        stopped: str,
        spent: float,
        belief: Belief | None = None,
    ) -> Advice:
        """Give the answer that some values make."""
        found = _ranked(
            self.position,
            self.moves,
            values,
            then,
            self.odds,
            opponents=in_words(self.opponents),
            seed=self.seed,
            spent=spent,
            belief=belief,
        )
        notes = _notes(self, values, then, belief)
        return replace(found, stopped=stopped, notes=tuple(notes))


def check_name(opponents: str) -> None:
    """Refuse the name of opponents that nobody has.

    Raises
    ------
    PlayerError
        With the names there are.
    """
    if opponents != SOLVED:
        thumb.thresholds(opponents)


def _of_opponents(position: Position, opponents: Opponents) -> Opponents:
    """Check the names, and leave out those of seats that are nobody's or his own."""
    if isinstance(opponents, str):
        check_name(opponents)
        return opponents
    others = [seat for seat in sorted(position.order) if seat != position.seat]
    if missing := [seat for seat in others if seat not in opponents]:
        raise PlayerError(f"seat {missing[0]} has no name; expected one for every opponent")
    for seat in others:
        check_name(opponents[seat])
    return {seat: opponents[seat] for seat in others}


def in_words(opponents: Opponents) -> str:
    """Name the opponents in one line."""
    if isinstance(opponents, str):
        return opponents
    return ", ".join(f"seat {seat} {opponents[seat]}" for seat in sorted(opponents))


def words_for(opponents: str) -> str:
    """Say how players of a name play."""
    if opponents == SOLVED:
        return "follow the solved table"
    return thumb.describe(opponents)


def _is_known(values: Values) -> bool:
    """Whether the best move is known at 99 %, or its rivals are as good to a thousandth."""
    best = max(range(len(values.pot)), key=lambda move: values.pot[move].mean)
    losses = [values.loss(move) for move in range(len(values.pot)) if move != best]
    return all(loss.mean > SURE * loss.se or loss.mean + SURE * loss.se <= SAME for loss in losses)


def _trials_by_default(position: Position, seconds: float | None) -> int:
    if seconds is not None:
        return MAX_TRIALS
    return PLAYOUTS // len(position.order)


def _outcomes(asked: _Asked, belief: Belief) -> list[Outcomes | None]:
    """Outcomes of every move, where they can be computed."""
    found: list[Outcomes | None] = []
    for move in asked.moves:
        if ends_at_once(asked.position, move):
            found.append(showing(asked.position))
        else:
            knocks = move.action == "knock"
            found.append(knock_outcomes(asked.position, belief) if knocks else None)
    return found


def _best_continuations(asked: _Asked, table: Table) -> list[str]:
    """For each move the player like whom it is best to play on.

    Among players who follow the solved table, that table. Against others, judged on worlds of
    their own, so that the choice does not flatter the move's value.
    """
    position, moves = asked.position, asked.moves
    if position.knocked_by is not None:
        return [thumb.DEFAULT] * len(moves)
    if asked.then is not None:
        return [asked.then] * len(moves)
    named = asked.opponents
    if {*([named] if isinstance(named, str) else named.values())} == {SOLVED}:
        return [SOLVED] * len(moves)
    left = [(SOLVED, *CONTINUATIONS)] * len(moves)
    # A short trial leaves a few for each move, a longer one decides between them.
    for worlds, most in ((PILOT_WORLDS // 8, FINALISTS), (PILOT_WORLDS, 1)):
        left = _best_of(asked, table, left, worlds, most)
    return [best for (best,) in left]


def _best_of(
    asked: _Asked, table: Table, left: Sequence[Sequence[str]], worlds: int, most: int
) -> list[tuple[str, ...]]:
    """Keep the best few ways to play on after each move, the best one first."""
    tried = [(move, own) for move, owns in zip(asked.moves, left, strict=True) for own in owns]
    moves, owns = [move for move, _ in tried], [own for _, own in tried]
    pilot = Tally(asked.position, moves, equity=asked.equity)
    # Other worlds than those that the moves are compared on.
    pilot.add(table.play(moves, owns, worlds, seed=asked.seed ^ PILOT_SEED ^ most))
    mean = dict(zip(tried, pilot.pot_means().tolist(), strict=True))
    return [
        tuple(sorted(some, key=lambda own: -mean[move, own])[:most])
        for move, some in zip(asked.moves, left, strict=True)
    ]


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
    belief: Belief | None,
) -> Advice:
    p_best = values.p_best()
    why = reasons_for(position, moves, values, odds)
    if belief is not None:
        others = reasons_from(belief, moves, odds)
        why = [[*one, *more] for one, more in zip(why, others, strict=True)]
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
        notes=(),
    )


def _playing_on(option: Option, own: str) -> Option:
    plan = "play on by the solved table" if own == SOLVED else thumb.plan(own)
    why = f"after it: {plan}"
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


def _notes(asked: _Asked, values: Values, then: Sequence[str], belief: Belief | None) -> list[str]:
    position, opponents = asked.position, in_words(asked.opponents)
    notes = _assumed(asked.opponents)
    notes += () if belief is None else belief.notes
    notes.append(_dealt(position, values, opponents))
    if values.trials and position.knocked_by is None:
        notes.append(
            "afterwards you play by the solved table too"
            if {*then} == {SOLVED}
            else f"afterwards you {thumb.plan(asked.then)}"
            if asked.then is not None
            else "afterwards you play by the solved table, or greedily with whichever of a few "
            "thresholds for a knock suits the move best"
        )
    if not values.conditioned:
        notes.append(f"{opponents} would hardly have played like this so far; that is ignored")
    if values.capped:
        notes.append(f"{values.capped} hands were given up after too many turns; nobody pays there")
    if position.discards and not position.ordered:
        notes.append("the discards named are taken to be all that were made")
    notes.append(
        "chance to win the pot: after this hand every player still in pays equally often"
        if asked.equity == FAIR
        else f"chance to win the pot: model {asked.equity}"
    )
    return notes


def _assumed(opponents: Opponents) -> list[str]:
    """Say how the others are taken to play."""
    if isinstance(opponents, str):
        return [f"opponents: {opponents} ({words_for(opponents)})"]
    return [
        f"seat {seat}: {opponents[seat]} ({words_for(opponents[seat])})"
        for seat in sorted(opponents)
    ]


def _dealt(position: Position, values: Values, opponents: str) -> str:
    """Say where the hands of the others come from."""
    if position.log is not None and values.conditioned:
        return (
            "their hands are weighed by all they took, passed up and threw, "
            f"as players like {opponents} would have done it"
        )
    dealt = f"their hands are dealt at random from the {len(position.unseen)} unseen cards"
    if position.turn:
        dealt += ", with one card drawn for every turn a player has had"
        if values.conditioned:
            dealt += ", given that a player who did not knock had no reason to"
    return dealt
