"""One turn from one hand: what the stock may bring, and the best use of the top card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from advisor.cards import Card
from advisor.hands import best_discard, score
from advisor.rules import require

if TYPE_CHECKING:
    from advisor.position import Position


@dataclass(frozen=True, slots=True)
class Kept:
    """What to do with one new card: the card to throw and the score kept, in half points."""

    discard: Card
    half_points: int


@dataclass(frozen=True, slots=True)
class Out:
    """A card that raises the score, and the score it gives, in half points."""

    card: Card
    half_points: int


@dataclass(frozen=True, slots=True)
class DrawOdds:
    """What one turn can make of a hand; every number is exact.

    Parameters
    ----------
    score
        Score of the hand in half points.
    unseen
        Number of cards the stock card may be.
    after_draw
        Best score keepable after one stock draw, in half points, to its chance; ascending.
    improve
        Chance that it is higher than `score`.
    mean
        Its mean, in points.
    outs
        The cards that raise the score, best first.
    take
        Best use of the top card; None if there is none to take.
    after_draw_plan
        Every unseen card to the card to throw for the highest score, among equals the lowest.
    """

    score: int
    unseen: int
    after_draw: Mapping[int, Fraction]
    improve: Fraction
    mean: Fraction
    outs: tuple[Out, ...]
    take: Kept | None
    after_draw_plan: Mapping[Card, Kept]


def draw_odds(position: Position) -> DrawOdds:
    """Exact odds of drawing one card, or taking the top card.

    Any unseen card is equally likely to be the next one of the stock.

    Parameters
    ----------
    position
        A position of the game ``scat``.

    Returns
    -------
    DrawOdds
        Where the rules let the taken card be put back (``put_back_taken``), the best use of
        the top card may be just that, and then never lowers the score.

    Raises
    ------
    RulesError
        If the game has no stock.
    """
    rules = position.rules
    require(rules, game="scat", doing="the odds of a draw")
    own = score(position.hand, rules)
    plan = {
        card: Kept(*best_discard(position.hand, card, rules, keep=False))
        for card in position.unseen
    }
    counts = Counter(kept.half_points for kept in plan.values())
    unseen = len(plan)
    outs = [Out(card, kept.half_points) for card, kept in plan.items() if kept.half_points > own]
    return DrawOdds(
        score=own,
        unseen=unseen,
        after_draw={half: Fraction(count, unseen) for half, count in sorted(counts.items())},
        improve=Fraction(len(outs), unseen),
        mean=Fraction(sum(half * count for half, count in counts.items()), 2 * unseen),
        outs=tuple(sorted(outs, key=lambda out: (-out.half_points, out.card))),
        take=_best_take(position),
        after_draw_plan=plan,
    )


def _best_take(position: Position) -> Kept | None:
    if position.top is None:
        return None
    rules = position.rules
    return Kept(*best_discard(position.hand, position.top, rules, keep=not rules.put_back_taken))
