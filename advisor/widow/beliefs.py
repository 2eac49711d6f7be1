"""What the others hold in `widow`: a vector of chances over hands for each opponent.

Every opponent holds the cards that he was seen to take and has kept, and any of the unseen
cards besides. What more can be said rests on how he is thought to play:

- With the history of the hand, each hand he may hold is walked back through his turns, and
  counts by the chance that he would have done what he did. A player by table makes a move the
  likelier the more it is worth to him; everybody makes any move at all in one turn of twenty
  (:mod:`advisor.playout.widow_belief`). Turns before a fresh widow are left out.
- Without it, a hand counts by how much more often its score is held, in self-play, after so
  many turns (or by somebody who then knocks) than it is dealt.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from advisor.hands import (
    THIRTY_ONE,
    hand_cards,
    hand_index,
    hand_masks,
    hands_within,
    mask_of,
    pack_mask,
    scores,
)
from advisor.odds.exchange import N_SCORES
from advisor.players.widow import CONFIDENCE, RANDOM, TABLE, codes
from advisor.players.widow_solved import widow_table
from advisor.turns import turns_had

if TYPE_CHECKING:
    from collections.abc import Sequence

    from advisor.cards import Card
    from advisor.position import Position
    from advisor.referee.history import Event
    from advisor.rules import Rules

TURNS: Final = ("swap", "pass", "knock")
"""Events that take a turn."""
DEALS: Final = 20_000
"""Hands of self-play from which scores are counted."""
SEED: Final = 31
BY_CHANCE: Final = 0.05
"""Share of every vector that no rule shapes, so that no surprise rules a hand out."""


@dataclass(frozen=True, slots=True)
class Belief:
    """What one opponent may hold.

    Parameters
    ----------
    hands
        Ranks of the hands he may hold, ascending, shape (n,).
    chance
        Their chances, shape (n,); they sum to 1.
    """

    hands: NDArray[np.int64]
    chance: NDArray[np.float64]

    def vector(self) -> NDArray[np.float64]:
        """Give the chance of every hand, shape (22100,)."""
        whole = np.zeros(len(hand_masks()))
        whole[self.hands] = self.chance
        return whole


class BeliefError(ValueError):
    """No hand fits what somebody is known to hold and to have done."""


def beliefs(position: Position, opponents: str, log: Sequence[Event] = ()) -> tuple[Belief, ...]:
    """Chances of every opponent's hand, in the order of turns after one's own seat.

    Parameters
    ----------
    position
        What a seat sees at the start of its turn; the game ``widow``.
    opponents
        Name of the player that the others are thought to be.
    log
        All swaps, passes, knocks and fresh widows of the hand, in their order; empty if they
        are not known.

    Raises
    ------
    PlayerError
        If there is no such player.
    BeliefError
        If no hand fits, or the log is not that of this hand.
    """
    order = position.order
    place = order.index(position.seat)
    others = (*order[place + 1 :], *order[:place])
    player = codes([opponents])[0]
    deeds = _deeds(position, log) if log else None
    found = []
    for seat in others:
        hands = _may_hold(position, seat)
        weights = np.ones(len(hands))
        if deeds is not None and player[0] not in (RANDOM, CONFIDENCE):
            _weigh(position, seat, player, deeds, hands=hands, weights=weights)
        elif deeds is None:
            weights = _by_score(position, seat, opponents)[scores(position.rules)[hands]]
        if not weights.any():
            # He did what no such player does, such as to wait with a 31: that tells nothing.
            weights = np.ones(len(hands))
        total = weights.sum()
        if total <= 0:
            raise BeliefError(f"no hand fits what seat {seat} holds and did")
        found.append(Belief(hands.astype(np.int64), weights / total))
    return tuple(found)


def shown_by_me(position: Position, log: Sequence[Event]) -> tuple[Card, ...]:
    """Cards that the others have seen me take and that I still hold, from the log of the hand."""
    held: list[frozenset[Card]] = [frozenset()] * len(position.order)
    for number, event in enumerate(event for event in log if event.kind in TURNS):
        _note(held, number, event)
    return tuple(sorted(held[position.order.index(position.seat)]))


def _may_hold(position: Position, seat: int) -> NDArray[np.intp]:
    """Hands of unseen cards and of those he is known to hold; whoever holds 31 shows it.

    Three cards that all have seen are his hand, even if they make a 31 that he does not show.
    """
    held = mask_of(position.held[seat])
    hands = hands_within(mask_of(position.unseen) | held)
    mine = (hand_masks()[hands] & np.uint64(held)) == np.uint64(held)
    seen = len(position.held[seat]) == 3
    return np.asarray(hands[mine & (seen | (scores(position.rules)[hands] < THIRTY_ONE))])


def _by_score(position: Position, seat: int, opponents: str) -> NDArray[np.float64]:
    had = turns_had(position, seat)
    if not had and seat != position.knocked_by:
        return np.ones(N_SCORES)
    playing, knocking = _ratios(position.rules, opponents, len(position.order))
    known = knocking if seat == position.knocked_by else playing
    return np.asarray(known[min(had, len(known) - 1)])


@cache
def _ratios(
    rules: Rules, opponents: str, seats: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """How much more often a score is held after some own turns than dealt, shape (turns, 67)."""
    # Numba is wanted from here on only.
    from advisor.playout.widow import game_for  # noqa: PLC0415
    from advisor.playout.widow_seen import TURNS, count_scores  # noqa: PLC0415

    inside = scores(rules)[hands_within(pack_mask(rules))]
    dealt = np.bincount(inside[inside < THIRTY_ONE], minlength=N_SCORES).astype(np.float64)
    counts = np.zeros((2, TURNS, N_SCORES), dtype=np.int64)
    names = [opponents] * seats
    count_scores(SEED, DEALS, codes(names), game_for(rules, names), counts[0], counts[1])
    # One hand more of each row as dealt: a row that never occurs says nothing.
    seen = counts + dealt / dealt.sum()
    share = seen / seen.sum(axis=2, keepdims=True) * dealt.sum()
    ratio = np.divide(share, dealt, out=np.zeros_like(share), where=dealt > 0)
    ratio = (1 - BY_CHANCE) * ratio + BY_CHANCE
    return ratio[0], ratio[1]


@dataclass(frozen=True, slots=True)
class _Deed:
    """One turn of somebody, and what lay open before it."""

    seat: int
    kind: str
    given: int
    got: int
    widow: tuple[int, ...]
    turn: int
    exchanged: bool
    knocked_at: int | None
    held: tuple[tuple[int, ...], ...]
    passed_at: int = -1


def _deeds(position: Position, log: Sequence[Event]) -> list[_Deed]:
    """Turns since the last fresh widow, walked back from the cards that lie open now."""
    events = list(log)
    last_fresh = max((at for at, event in enumerate(events) if event.kind == "widow"), default=-1)
    turns = [event for event in events if event.kind in TURNS]
    if len(turns) != position.turn:
        raise BeliefError(
            f"the log has {len(turns)} turns, but {position.turn} have been taken; give them all"
        )
    recent = [event for event in events[last_fresh + 1 :] if event.kind in TURNS]
    first = len(turns) - len(recent)
    widows = [frozenset(position.widow)]
    for event in reversed(recent):
        after = widows[-1]
        got = frozenset(card for card in event.gets if card is not None)
        widows.append((after - set(event.gives)) | got if event.kind == "swap" else after)
    widows.reverse()
    exchanged = any(event.kind == "swap" for event in turns[:first])
    knocked: int | None = None
    found: list[_Deed] = []
    held: list[frozenset[int]] = [frozenset()] * len(position.order)
    for number, event in enumerate(turns[:first]):
        _note(held, number, event)
    for number, (event, widow) in enumerate(zip(recent, widows, strict=False), start=first):
        got = frozenset(card for card in event.gets if card is not None)
        found.append(
            _Deed(
                seat=position.order[number % len(position.order)],
                kind=event.kind,
                given=mask_of(event.gives),
                got=mask_of(got),
                widow=tuple(sorted(widow)),
                turn=number,
                exchanged=exchanged,
                knocked_at=knocked,
                held=tuple(tuple(sorted(cards)) for cards in held),
            )
        )
        _note(held, number, event)
        exchanged = exchanged or event.kind == "swap"
        knocked = number if event.kind == "knock" else knocked
    return _with_passes(found)


def _note(held: list[frozenset[int]], number: int, event: Event) -> None:
    """Note what a seat was seen to take in its turn, and what it gave away."""
    place = number % len(held)
    got = frozenset(card for card in event.gets if card is not None)
    if event.kind == "swap":
        held[place] = (held[place] - set(event.gives)) | got


def _with_passes(deeds: list[_Deed]) -> list[_Deed]:
    """Note at every turn the open cards at which the same seat passed the time before."""
    found = list(deeds)
    for seat in {deed.seat for deed in deeds}:
        own = [at for at, deed in enumerate(deeds) if deed.seat == seat]
        for before, now in pairwise(own):
            if deeds[before].kind == "pass":
                widow = hand_index(deeds[before].widow)
                found[now] = replace(found[now], passed_at=widow)
    return found


def _weigh(
    position: Position,
    seat: int,
    player: NDArray[np.int64],
    deeds: list[_Deed],
    *,
    hands: NDArray[np.intp],
    weights: NDArray[np.float64],
) -> None:
    # Numba is wanted from here on only.
    from advisor.playout.widow import game_of  # noqa: PLC0415
    from advisor.playout.widow_belief import SWAPPED, fits  # noqa: PLC0415
    from advisor.playout.widow_state import state_before  # noqa: PLC0415
    from advisor.playout.widow_swaps import KNOCK, PASS  # noqa: PLC0415

    own = [deed for deed in deeds if deed.seat == seat]
    if not own:
        return
    rules, seats = position.rules, len(position.order)
    place = position.order.index(seat)
    table = [widow_table(rules, seats)] if player[0] == TABLE else []

    def before(deed: _Deed) -> NDArray[np.int64]:
        knock, passed_at = deed.knocked_at, deed.passed_at
        return state_before(
            deed.turn, place, seats, knock, passed_at, deed.held, exchanged=deed.exchanged
        )

    kinds = {"pass": PASS, "knock": KNOCK, "swap": SWAPPED}
    fits(
        hands.astype(np.int64),
        hand_cards(),
        np.array([kinds[deed.kind] for deed in own], dtype=np.int64),
        np.array([deed.given for deed in own], dtype=np.uint64),
        np.array([deed.got for deed in own], dtype=np.uint64),
        np.array([deed.widow for deed in own], dtype=np.int64),
        np.stack([before(deed) for deed in own]),
        place,
        seats,
        player,
        game_of(rules, *table),
        weights,
    )
