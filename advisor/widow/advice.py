"""Options → values → ranking for the game `widow`: what to do in a position."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from advisor.advise import CONFIDENT, GOES_ON, SAME, Advice, Option, is_close, ranking
from advisor.equity import FAIR, equity_notes
from advisor.hands import points, score
from advisor.limits import MAX_TRIALS, check_limits
from advisor.moves import Move, legal_moves
from advisor.players.widow import WIDOW_PLAYERS, codes
from advisor.players.widow_solved import widow_table
from advisor.rules import nearest_preset, preset, require
from advisor.widow.reasons import reasons_for
from advisor.widow.seen import OWN, Seen
from advisor.widow.values import Tally, all_exact, known_value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from advisor.position import Position
    from advisor.referee.history import Event
    from advisor.values import Values

DEFAULT: Final = "solved"
"""Who the others are taken to be, unless somebody says otherwise."""
PLAYOUTS: Final = 20_000
"""Worlds times players for each move that may be the best, unless told otherwise."""
FIRST_LOOK: Final = 400
"""Worlds in which every legal move is played."""
KNOWN_AFTER: Final = 2_000
"""Worlds before which no move is called known to be the best."""
CHUNK: Final = 20_000
SHOW_AGAIN: Final = 4


def refine_widow(
    position: Position,
    *,
    opponents: str = DEFAULT,
    trials: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    threads: int = 1,
    equity: str = FAIR,
    log: Sequence[Event] = (),
    enough: Callable[[], bool] | None = None,
) -> Iterator[Advice]:
    """Answer soon, then better and better.

    Parameters
    ----------
    position
        The question; the game ``widow``.
    opponents
        A name of :data:`~advisor.players.widow.WIDOW_PLAYERS`: how the others play.
    trials
        Worlds in which the best moves are played; None for 20,000 divided by the number of
        players, or for as many as `seconds` allow.
    seconds
        Stop after about so many seconds, with the trials done by then.
    seed
        Seed of the random numbers. Without `seconds` the answer depends on it alone, not on
        `threads`.
    threads
        Threads to use.
    equity
        Where the lowest hand pays: how the hands to come are taken to end, a name of
        :data:`advisor.equity.MODELS`.
    log
        All turns of the hand so far, as a history has them (the events of its
        :class:`~advisor.referee.history.Hand`); empty if they are not known.
    enough
        Whether somebody has enough, see :func:`advisor.advise.refine`.

    Yields
    ------
    Advice
        All legal moves, best first. ``pays`` is the chance to pay a token (0 where the highest
        hand takes the antes), ``pot`` the mean share of the pot: of the antes, or where the
        lowest pays the chance to win the match.

    Raises
    ------
    LimitError, PlayerError, RulesError, BeliefError
        If the question cannot be answered.
    """
    started = time.perf_counter()
    require(position.rules, game="widow", doing="advice on the widow")
    check_limits(trials=trials, seconds=seconds, seed=seed, threads=threads)
    codes([opponents])
    moves = legal_moves(position)
    seen = Seen(position, opponents, log)
    known = [known_value(seen, move, equity) for move in moves]

    def answer(values: Values, stopped: str) -> Advice:
        found = _ranked(seen, moves, values, opponents, seed=seed)
        notes = _notes(position, values, opponents, equity, told=bool(log))
        spent = time.perf_counter() - started
        return replace(found, notes=tuple(notes), stopped=stopped, elapsed_s=spent)

    exactly = [pair for pair in known if pair is not None]
    if len(exactly) == len(moves):
        yield answer(all_exact(position, exactly), "exact")
        return
    tally = Tally(position, len(moves), equity)
    total = trials or (MAX_TRIALS if seconds is not None else PLAYOUTS // len(position.order))
    done, shown, size = 0, 0, FIRST_LOOK
    while done < total:
        count = min(size, total - done)
        active = [moves[number] for number in tally.active]
        tally.add(seen.play(active, count, seed=seed, first=done, threads=threads))
        done, size = done + count, min(2 * size, CHUNK)
        late = seconds is not None and time.perf_counter() - started > seconds
        values = tally.values(known)
        stopped = "time" if late or (shown and enough and enough()) else GOES_ON
        if trials is None and done >= KNOWN_AFTER and _is_known(values):
            stopped = "known"
        elif done == total:
            stopped = "trials"
        if stopped != GOES_ON or done >= SHOW_AGAIN * shown:
            shown = done
            yield answer(values, stopped)
        if late or stopped in {"trials", "known"}:
            return
        tally.drop()


def advise_widow(
    position: Position,
    *,
    opponents: str = DEFAULT,
    trials: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    threads: int = 1,
    equity: str = FAIR,
    log: Sequence[Event] = (),
) -> Advice:
    """Rank all legal moves; see :func:`refine_widow`."""
    for answer in refine_widow(
        position,
        opponents=opponents,
        trials=trials,
        seconds=seconds,
        seed=seed,
        threads=threads,
        equity=equity,
        log=log,
    ):
        last = answer
    return last


def _ranked(
    seen: Seen,
    moves: Sequence[Move],
    values: Values,
    opponents: str,
    *,
    seed: int,
) -> Advice:
    position = seen.position
    p_best = values.p_best()
    why = reasons_for(seen, moves, values)
    options = tuple(
        Option(
            move=moves[index],
            score_after=points(score(_after(position, moves[index]), position.rules)),
            pays=values.pays[index],
            pot=values.pot[index],
            p_best=float(p_best[index]),
            loss=values.loss(index),
            reasons=tuple(why[index]),
        )
        for index in ranking(values)
    )
    close = tuple(option for option in options if is_close(option.loss))
    return Advice(
        position=position,
        options=options,
        toss_up=close if len(close) > 1 else (),
        opponents=opponents,
        seed=seed,
        trials=values.trials,
        elapsed_s=0.0,
        notes=(),
    )


def _after(position: Position, move: Move) -> list[int]:
    return sorted({*position.hand, *move.get} - set(move.give))


def _is_known(values: Values) -> bool:
    """Whether the best move is known at 99 %, or its rivals are as good to a thousandth."""
    losses = [values.loss(move) for move in range(len(values.pot))]
    return all(
        loss.mean == 0 or loss.mean > CONFIDENT * loss.se or loss.mean + CONFIDENT * loss.se < SAME
        for loss in losses
    )


def _notes(
    position: Position, values: Values, opponents: str, equity: str, *, told: bool
) -> list[str]:
    family = opponents.partition(":")[0]
    words = next(
        player.words for player in WIDOW_PLAYERS if player.name.partition(":")[0] == family
    )
    notes = [f"opponents: {opponents} ({words})"]
    if told and family not in ("random", "confidence"):
        notes.append("what they may hold follows from every swap, pass and knock so far")
    elif position.turn:
        notes.append(
            "what they may hold: the cards they were seen to keep, and the scores that such "
            "players hold after so many turns"
        )
    else:
        notes.append("their hands are any unseen cards; whoever is dealt 31 shows it")
    if opponents == OWN or values.trials:
        rules = position.rules
        nearest = nearest_preset(rules)
        widow_table(rules, len(position.order))
        if rules != preset(nearest):
            notes.append(f"the table of {nearest} stands in for {rules.name}, which has none")
        notes.append("afterwards you play by the solved table yourself")
    if position.rules.loser == "highest":
        notes.append("pot: mean share of the antes; nobody pays a token")
    else:
        notes.append("pot: chance to win the match")
        notes += equity_notes(position.tokens, position.rules, equity)
    if values.capped:
        notes.append(f"{values.capped} hands were given up after too many turns; nobody wins there")
    return notes
