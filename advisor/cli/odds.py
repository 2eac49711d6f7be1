"""``thirtyone odds``: what one draw may bring, and the chance to reach a score."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from advisor.cards import name
from advisor.cli.options import Hand, Json, Preset, Seed, Seen, Settings, Top, number
from advisor.cli.output import put_json, show
from advisor.cli.question import question_json
from advisor.cli.said import scat_rules
from advisor.position import Position
from advisor.question import ask_text, parse_target

if TYPE_CHECKING:
    from advisor.estimate import Estimate
    from advisor.odds.draw import DrawOdds


def odds(
    hand: Hand,
    top: Top,
    seen: Seen = None,
    target: Annotated[str, typer.Option(help="Score to reach.", metavar="SCORE")] = "31",
    draws: Annotated[int, number("--draws", "Most own draws.")] = 3,
    seed: Seed = 0,
    rules: Preset = None,
    settings: Settings = None,
    as_json: Json = False,
) -> None:
    """Say what one draw may bring, and the chance to reach a score."""
    # How many play makes no difference to these numbers.
    house = scat_rules(rules, settings, doing="the odds of a draw")
    asked = ask_text(rules=house, hand=hand, top=top, seen=seen or "", players=2)
    half_points = parse_target(target)
    from advisor.odds.draw import draw_odds  # noqa: PLC0415
    from advisor.odds.reach import reach  # noqa: PLC0415

    after_one, reached = draw_odds(asked), reach(asked, half_points, draws, seed=seed)
    if as_json:
        put_json(_odds_json(asked, after_one, half_points, reached))
        return
    from advisor.printing import odds_view  # noqa: PLC0415

    show(odds_view(asked, after_one, half_points, reached))


def _odds_json(
    position: Position, odds: DrawOdds, target: int, reached: Sequence[Estimate]
) -> dict[str, object]:
    from advisor.hands import points  # noqa: PLC0415

    take = odds.take
    return {
        **question_json(position),
        "score": points(odds.score),
        "unseen": odds.unseen,
        "after_draw": {
            str(points(half)): float(chance) for half, chance in odds.after_draw.items()
        },
        "improve": float(odds.improve),
        "mean": float(odds.mean),
        "outs": [{"card": name(out.card), "score": points(out.half_points)} for out in odds.outs],
        "take": take and {"discard": name(take.discard), "score": points(take.half_points)},
        "reach": {"target": points(target), "draws": [chance.to_json() for chance in reached]},
    }
