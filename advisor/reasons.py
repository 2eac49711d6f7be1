"""Why: short sentences about a move, each with its number."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from advisor.cards import Card, pretty, words
from advisor.exact import ends_at_once
from advisor.hands import THIRTY_ONE, best_drawing, hand_index, points_text, score

if TYPE_CHECKING:
    from collections.abc import Sequence

    from advisor.moves import Move
    from advisor.odds.draw import DrawOdds
    from advisor.position import Position
    from advisor.values import Values


COUNTS: Final = (
    *("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
)


def percent(chance: float) -> str:
    """A chance as people read it: ``"83 %"``; what is small is not called zero."""
    if 0 < chance < 0.0005:
        return "under 0.1 %"
    if 0.9995 < chance < 1:
        return "over 99.9 %"
    digits = 1 if 0 < chance < 0.0995 or 0.985 < chance < 1 else 0
    return f"{100 * chance:.{digits}f} %"


def reasons_for(
    position: Position, moves: Sequence[Move], values: Values, odds: DrawOdds
) -> list[list[str]]:
    """Reasons for every move, in the order of the moves; `odds` are those of a draw."""
    return [
        [*_about(position, move, odds), *_about_opponents(position, values, index, move)]
        for index, move in enumerate(moves)
    ]


def _about(position: Position, move: Move, odds: DrawOdds) -> list[str]:
    if move.action == "draw":
        return _about_draw(odds)
    if move.take is not None and move.discard is not None:
        return _about_take(position, move.take, move.discard)
    own = points_text(odds.score)
    if move.action == "show":
        return [f"{own} ends the hand: everybody else pays a token"]
    if move.action == "pass":
        return [f"you keep {own}"]
    return [f"you stand on {own}; every other player has one more turn"]


def _about_draw(odds: DrawOdds) -> list[str]:
    found = [
        (
            f"{len(odds.outs)} of {odds.unseen} unseen cards raise your {points_text(odds.score)} "
            f"({percent(float(odds.improve))}); the mean after the draw is {float(odds.mean):.1f}"
        )
    ]
    winners = [out.card for out in odds.outs if out.half_points >= THIRTY_ONE]
    if winners:
        verb = "makes" if len(winners) == 1 else "make"
        chance = percent(len(winners) / odds.unseen)
        found.append(f"{_listed(winners)} {verb} 31 ({chance})")
    return found


def _about_take(position: Position, take: Card, discard: Card) -> list[str]:
    rules, before = position.rules, score(position.hand, position.rules)
    if take == discard:
        return [f"you keep {points_text(before)} and leave {pretty(take)} on the pile"]
    hand = sorted({*position.hand, take} - {discard})
    after = score(hand, rules)
    if after >= THIRTY_ONE:
        return [f"the {words(take)} makes {points_text(after)}: everybody else pays a token"]
    change = "stays at" if after == before else "becomes"
    found = [f"your score {change} {points_text(after)} (now {points_text(before)})"]
    if position.knocked_by is None:
        kept = best_drawing(rules)[hand_index(hand)]
        after_draw = {card: int(kept[card]) for card in position.unseen}
        better = sum(half > after for half in after_draw.values())
        winners = [card for card, half in after_draw.items() if half >= THIRTY_ONE]
        found.append(
            f"after it {better} of {len(after_draw)} cards raise it further"
            + (f", and {_listed(winners)} would make 31" if winners else "")
        )
    return found


def _about_opponents(position: Position, values: Values, index: int, move: Move) -> list[str]:
    """How often the others end lower; only where worlds were played out."""
    if ends_at_once(position, move) or not values.trials:
        return []
    others = [seat for seat in position.order if seat != position.seat]
    chances = [float(values.lower[index, seat]) for seat in others]
    if not any(chances):
        return []
    own = points_text(score(position.hand, position.rules))
    lower = f"below {own}" if move.action == "knock" else "below you"
    if len(others) == 1:
        return [f"your opponent ends {lower} in {percent(chances[0])} of the hands played out"]
    mostly = sum(chance > 0.5 for chance in chances)
    low, high = percent(min(chances)), percent(max(chances))
    each = f"{low} each" if low == high else f"{low} to {high} each"
    return [f"{_of(mostly, len(others))} {lower} most of the time ({each})"]


def _of(some: int, total: int) -> str:
    """Say how many of the opponents end …: ``"two of three opponents end"``."""
    if some == total:
        return "both opponents end" if total == 2 else f"all {_count(total)} opponents end"
    if some == 1:
        return f"one of {_count(total)} opponents ends"
    return f"{_count(some)} of {_count(total)} opponents end"


def _count(number: int) -> str:
    return COUNTS[number] if number < len(COUNTS) else str(number)


def _listed(cards: list[Card]) -> str:
    named = [f"the {words(card)}" for card in cards]
    if len(named) == 1:
        return named[0]
    return f"{', '.join(named[:-1])} and {named[-1]}"
