"""A trained exploiter of a strategy for two: a best response that knows more than it does.

The strategy sees the hand, the top card and the turn. The responder sees all that is public
(:mod:`advisor.playout.responder`). First the backward induction answers the strategy, without
noise but taking the other hand for independent of what its owner did. Then, for some rounds,
hands are played against the strategy, every choice of one turn is played out on the same cards,
and what each choice won more than it was said to is explained, by least squares, by cells of
the public history; the next round plays by that. Cells that few deals reached stay close to 0,
so that noise is not believed.

What he gains is measured on decks that he did not train on, against the strategy itself in his
seat on the same decks.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np

from advisor.estimate import Estimate, sample_mean
from advisor.players.nearest import nearest_way
from advisor.rules import require
from advisor.solve import meanfield
from advisor.solve.exploit import KINDS, Exploit
from advisor.solve.known import known
from advisor.suits import four_cards, four_classes

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from advisor.playout.responder_samples import Samples
    from advisor.playout.responder_worth import Learned
    from advisor.playout.seats import Game, Seats
    from advisor.rules import Rules

    Played: TypeAlias = tuple[NDArray[np.float64], NDArray[np.float64]]

ROUNDS: Final = 2
"""Rounds of training."""
DEALS: Final = 4_000_000
"""Deals for each round."""
FIRST_DECK: Final = 1 << 40
"""Number of the first deal of the training; the decks before it are for measuring."""
PARTS: Final = 8
"""A round is always cut into so many parts, so that threads do not change what is learned."""
CHUNK: Final = 1_000
"""Deals between two reports of how far the measurement is."""
TURNS: Final = 16
"""Turns that the induction tells apart."""
SWEEPS: Final = 3
"""Sweeps of the induction: what comes after its last turn is as it was one sweep ago."""
HEAT: Final = 0.002
"""Temperature of the induction, in tokens: it answers all but exactly."""
TRUST: Final = 1_000
"""Deals after which what a cell alone has learned counts half."""
ALL: Final = (1 << len(KINDS)) - 1
"""All that he may do otherwise than the strategy (bits)."""
STEPS: Final = 25
"""Most steps of the least squares."""


class Trained:
    """An exploiter who has learned to answer a strategy.

    Parameters
    ----------
    rules, name, notes
        The rules; the strategy, and what is to be said of it.
    learned
        What he knows; without rounds of training nothing: then he plays the strategy itself.
    rounds, deals, seed
        Rounds of training, deals for each, and the seed of their decks.
    """

    def __init__(
        self,
        rules: Rules,
        name: str,
        notes: tuple[str, ...],
        learned: Learned,
        *,
        rounds: int,
        deals: int,
        seed: int,
    ) -> None:
        self.rules, self.name, self.notes = rules, name, notes
        self.learned = learned
        self.rounds, self.deals, self.seed = rounds, deals, seed


@dataclass(frozen=True, slots=True)
class Response:
    """What a trained exploiter gained.

    Parameters
    ----------
    exploit
        What he gained, as of any exploiter.
    rounds, deals
        Rounds of training, and deals for each.
    """

    exploit: Exploit
    rounds: int
    deals: int

    def to_json(self) -> dict[str, object]:
        """The JSON of the ``exploit`` command."""
        trained = {"rounds": self.rounds, "deals": self.deals, "seed": self.exploit.seed}
        found = {"exploiter": "trained", "trained": trained, "rollouts": None, "guard": None}
        return self.exploit.to_json() | found


def train(
    rules: Rules,
    *,
    name: str = "solved",
    rounds: int = ROUNDS,
    deals: int = DEALS,
    seed: int = 0,
    turns: int = TURNS,
    threads: int = 1,
    progress: Callable[[float], None] | None = None,
) -> Trained:
    """Let somebody learn to answer a strategy of ``scat`` for two.

    Parameters
    ----------
    rules
        The rules.
    name
        The strategy: a player's name as :func:`advisor.players.ways.ways` knows it.
    rounds, deals
        Rounds of training, and deals for each. Without rounds he plays the strategy itself.
    seed, threads
        Seed of the decks; threads. The result depends on the seed alone.
    turns
        Turns that the induction tells apart: an even number from 4.
    progress
        Told how many deals are done, now and then.

    Returns
    -------
    Trained
        The exploiter.

    Raises
    ------
    PlayerError, SolvedError
        If there is no such strategy.
    RulesError
        If this is not ``scat``.
    """
    from advisor.playout import batch  # noqa: PLC0415  # Numba from here on

    require(rules, game="scat", doing="training an exploiter")
    way = nearest_way(name, rules, 2)
    seats, game = batch.seats([way.ways] * 2, rules), batch.game(rules)
    learned = answered(rules, seats, game, turns) if rounds else nothing()
    samples: list[Samples] = []
    for number in range(rounds):
        first = FIRST_DECK + number * deals
        # In the first round nothing is learned yet: everybody plays on by the table.
        table = Against(seats, game, learned, ALL if number else 0)
        samples += _collect(table, (seed, first, deals), threads, number * deals, progress)
        learned = fitted(learned, samples)
    return Trained(rules, name, way.notes, learned, rounds=rounds, deals=deals, seed=seed)


def measure(
    trained: Trained,
    hands: int,
    *,
    only: tuple[str, ...] = KINDS,
    threads: int = 1,
    progress: Callable[[float], None] | None = None,
) -> Response:
    """Measure what a trained exploiter gains, on decks that he did not train on.

    Parameters
    ----------
    trained
        The exploiter.
    hands
        Deals, each played from both seats; at least 2.
    only
        Of :data:`advisor.solve.exploit.KINDS`, what he may do otherwise than the strategy.
    threads, progress
        Threads; told how many deals are done, now and then.

    Returns
    -------
    Response
        A lower bound on how exploitable the strategy is.
    """
    from advisor.playout.thinkers import spread_deals  # noqa: PLC0415

    won, left = np.empty((hands, 2)), np.zeros((hands, len(KINDS)))
    may = sum(1 << KINDS.index(kind) for kind in only)
    play_against = both_seats(trained, may)

    def play(first: int, count: int) -> None:
        rows = slice(first, first + count)
        won[rows], left[rows] = play_against(first, count)

    spread_deals(hands, CHUNK, threads, play, progress)
    wins, tokens = (_mean(column) for column in won.T)
    found = Exploit(
        name=trained.name,
        players=2,
        hands=hands,
        wins=Estimate(0.5 + wins.mean, wins.se, hands, "simulated"),
        gain=tokens,
        leaves=dict(zip(KINDS, map(float, left.mean(axis=0)), strict=True)),
        rollouts=0,
        guard=0.0,
        only=only,
        seed=trained.seed,
        notes=trained.notes,
    )
    return Response(found, trained.rounds, trained.deals)


def both_seats(trained: Trained, may: int) -> Callable[[int, int], Played]:
    """Give what plays some deals from both seats: wins and tokens gained, how often he left."""
    from advisor.playout import batch  # noqa: PLC0415
    from advisor.playout.responder import play_responding  # noqa: PLC0415

    way = nearest_way(trained.name, trained.rules, 2)
    seats = batch.seats([way.ways] * 2, trained.rules)
    game = batch.game(trained.rules)

    def play(first: int, count: int) -> Played:
        base = batch.play_deals(trained.rules, seats, count, seed=trained.seed, first=first).paid
        won, left = np.zeros((count, 2)), np.zeros((count, len(KINDS)))
        for seat in range(2):
            paid, ending = np.zeros((count, 2), np.uint8), np.zeros(count, np.uint8)
            leaves = np.zeros((count, len(KINDS)), np.int64)
            play_responding(
                trained.seed, first, seat, seats, game, trained.learned, may, paid, ending, leaves
            )
            more, less = (lost.astype(float) for lost in (paid, base))
            other = 1 - seat
            won[:, 0] += ((more[:, other] > 0) - 1.0 * (less[:, other] > 0)) / 2
            won[:, 1] += (more[:, other] - more[:, seat] - less[:, other] + less[:, seat]) / 2
            left += leaves / 2
        return won, left

    return play


def _mean(values: NDArray[np.float64]) -> Estimate:
    return sample_mean(float(values.sum()), float((values**2).sum()), len(values))


class Against:
    """Who plays, the rules, what the exploiter knows, and what he may do (bits)."""

    def __init__(self, seats: Seats, game: Game, learned: Learned, may: int) -> None:
        self.seats, self.game, self.learned, self.may = seats, game, learned, may


def nothing() -> Learned:
    """Give what somebody knows who plays the strategy itself."""
    from advisor.playout import responder_cells as cells  # noqa: PLC0415
    from advisor.playout.responder_worth import Learned  # noqa: PLC0415
    from advisor.suits import pair_numbers  # noqa: PLC0415

    numbers = np.ascontiguousarray(pair_numbers())
    none = np.zeros((2, int(numbers.max()) + 1), np.float32)
    sizes = cells.N_MOVES, cells.N_THROWS, cells.N_LASTS
    learned = [np.zeros(size, np.float32) for size in sizes]
    return Learned(none, none, none, numbers, 0.0, *learned)


def answered(rules: Rules, seats: Seats, game: Game, turns: int = TURNS) -> Learned:
    """Value all choices by the backward induction, against a strategy that does not change."""
    strategy = frozen(rules, seats, game, turns)
    for _ in range(SWEEPS - 1):
        meanfield.improve(rules, strategy, 0.0, HEAT)
    moves, waiting = meanfield.values(rules, strategy, HEAT)
    knock, draw = (np.ascontiguousarray(moves[:, :, move]) for move in (0, 4))
    return nothing()._replace(knock=knock, draw=draw, waiting=waiting, shows=1.0)


def frozen(rules: Rules, seats: Seats, game: Game, turns: int) -> meanfield.Strategy:
    """Write a strategy that never chooses by chance as the induction wants it."""
    from advisor.playout.responder_table import write_out  # noqa: PLC0415

    strategy, facts = meanfield.start(rules, 2, turns), known(rules)
    ranks, places = np.nonzero(facts.numbers[:, facts.first] >= 0)
    fours = four_cards()[four_classes().first]
    moves = np.zeros((turns, len(ranks)), np.int8)
    takes, throws = np.zeros(moves.shape, np.bool_), np.zeros((turns, len(fours)), np.int8)
    write_out(ranks, facts.first[places], fours, seats, game, moves, takes, throws)
    strategy.move[:] = np.eye(5, dtype=np.float32)[moves]
    strategy.throw[:] = np.eye(4, dtype=np.float32)[throws]
    strategy.last[:] = takes
    meanfield.forward(rules, strategy)
    return strategy


def _collect(
    table: Against,
    decks: tuple[int, int, int],
    threads: int,
    done: int,
    progress: Callable[[float], None] | None,
) -> list[Samples]:
    """Compare all choices on some decks: seed, first, how many."""
    seed, first, deals = decks
    edges = [first + deals * part // PARTS for part in range(PARTS + 1)]
    found = []
    with ThreadPoolExecutor(threads) as pool:
        work = [
            pool.submit(sampled, table, (seed, edges[part], edges[part + 1] - edges[part]))
            for part in range(PARTS)
        ]
        for part, job in enumerate(work):
            found.append(job.result())
            if progress is not None:
                progress(done + edges[part + 1] - first)
    return found


def sampled(table: Against, decks: tuple[int, int, int]) -> Samples:
    """Compare all choices at one turn of each of some decks: seed, first, how many."""
    from advisor.playout import responder_cells as cells  # noqa: PLC0415
    from advisor.playout.responder_samples import Samples, sample  # noqa: PLC0415

    seed, first, deals = decks
    room = Samples(
        np.zeros((deals, cells.MOVE_CELLS), np.uint16),
        np.zeros((deals, 3), np.float32),
        np.zeros((deals, 3), np.int8),
        np.zeros(deals, np.int8),
        np.zeros((deals, 4, cells.THROW_CELLS), np.uint16),
        np.zeros((deals, 4), np.float32),
        np.zeros((deals, 4), np.int8),
        np.zeros(deals, np.int8),
        np.zeros((deals, cells.LAST_CELLS), np.uint16),
        np.zeros((deals, 2), np.int8),
    )
    seats, game, learned = table.seats, table.game, table.learned
    found = sample(seed, first, deals, seats, game, learned, table.may, room)
    # Copies, so that the empty rows can be forgotten.
    arrays: tuple[NDArray[Any], ...] = room
    filled = np.repeat(found, (4, 4, 2))
    return Samples(*(array[:rows].copy() for array, rows in zip(arrays, filled, strict=True)))


def fitted(learned: Learned, samples: list[Samples]) -> Learned:
    """Explain what choices won more than they were said to, and learn it."""
    from advisor.playout import responder_cells as cells  # noqa: PLC0415
    from advisor.playout.responder_samples import Samples  # noqa: PLC0415

    every = Samples(*map(np.concatenate, zip(*samples, strict=True)))
    throws = _of_choices(
        every.throws.astype(np.int32),
        every.throws_said,
        every.throws_won,
        every.throws_base,
        cells.N_THROWS,
    )
    moves = _of_choices(
        every.moves[:, None].astype(np.int32) * cells.MOVES + np.arange(3, dtype=np.int32)[:, None],
        every.moves_said,
        every.moves_won,
        every.moves_base,
        cells.N_MOVES,
    )
    take, draw = every.lasts_won.T.astype(np.float32)
    lasts = _least_squares([every.lasts.astype(np.int32)], take - draw, cells.N_LASTS)
    return learned._replace(moves=moves, throws=throws, lasts=lasts)


def _of_choices(
    cells: NDArray[np.int32],
    said: NDArray[np.float32],
    won: NDArray[np.int8],
    base: NDArray[np.int8],
    size: int,
) -> NDArray[np.float32]:
    """Learn from choices of which each that was played out is compared with the table's own.

    Shapes (n, choices, cells of each) and (n, choices).
    """
    from advisor.playout.responder_samples import NO  # noqa: PLC0415

    played = said > NO
    played[np.arange(len(base)), base] = False
    rows, choices = np.nonzero(played)
    own = base[rows]
    more = won[rows, choices] - won[rows, own] - (said[rows, choices] - said[rows, own])
    return _least_squares([cells[rows, choices], cells[rows, own]], more, size)


def _least_squares(
    cells: list[NDArray[np.int32]], wanted: NDArray[np.float32], size: int
) -> NDArray[np.float32]:
    """Find numbers whose sum over the first cells, minus that over the second, comes closest.

    Each number is drawn towards 0 as if :data:`TRUST` deals more had found nothing.
    """
    from scipy.sparse.linalg import LinearOperator, lsmr  # noqa: PLC0415

    from advisor.playout.responder_sums import spread_over, sums_of  # noqa: PLC0415

    if not len(wanted):
        return np.zeros(size, np.float32)
    signs = np.repeat([1, -1][: len(cells)], cells[0].shape[1]).astype(np.int8)
    places = np.concatenate(cells, axis=1)
    sums = LinearOperator(
        (len(wanted), size),
        matvec=lambda numbers: sums_of(places, signs, numbers.ravel()),
        rmatvec=lambda rows: spread_over(places, signs, rows.ravel(), size),
        dtype=np.float64,
    )
    found = lsmr(sums, wanted.astype(np.float64), damp=float(np.sqrt(TRUST)), maxiter=STEPS)
    return np.asarray(found[0], np.float32)
