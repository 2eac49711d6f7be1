"""``thirtyone knock``: what a knock now would risk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from advisor.cli.options import (
    Hand,
    Held,
    Json,
    Preset,
    Seed,
    Seen,
    Settings,
    Top,
    Trials,
    Workers,
    number,
)
from advisor.cli.output import put_json, show
from advisor.cli.question import question_json
from advisor.cli.said import scat_rules, threads
from advisor.position import Position
from advisor.question import ask_text, split_held

if TYPE_CHECKING:
    from advisor.odds.last_turn import KnockRisk


def knock(
    hand: Hand,
    top: Top,
    players: Annotated[int, number("--players", "Players, you included.")],
    seen: Seen = None,
    held: Held = None,
    acted: Annotated[int, number("--acted", "Opponents who have had a turn.")] = 0,
    opponents: Annotated[str, typer.Option(help="How the others play.")] = "greedy",
    trials: Trials = None,
    seed: Seed = 0,
    workers: Workers = None,
    rules: Preset = None,
    settings: Settings = None,
    as_json: Json = False,
) -> None:
    """Say what a knock now would risk."""
    asked = ask_text(
        rules=scat_rules(rules, settings, doing="the risk of a knock"),
        hand=hand,
        top=top,
        seen=seen or "",
        held=split_held(held or []),
        players=players,
        # As many have had a turn as sit before the knocker.
        seat=acted if 0 <= acted < players else 0,
    )
    from advisor.knock import TRIALS, knock_risk  # noqa: PLC0415

    risk = knock_risk(
        asked,
        acted=acted,
        opponents=opponents,
        trials=TRIALS if trials is None else trials,
        seed=seed,
        threads=threads(workers),
    )
    if as_json:
        put_json(_knock_json(asked, risk, acted=acted, opponents=opponents, seed=seed))
        return
    from advisor.printing import knock_view  # noqa: PLC0415

    show(knock_view(asked, risk, opponents))


def _knock_json(
    position: Position, risk: KnockRisk, *, acted: int, opponents: str, seed: int
) -> dict[str, object]:
    from advisor.hands import points, score  # noqa: PLC0415

    return {
        **question_json(position),
        "score": points(score(position.hand, position.rules)),
        "players": position.players,
        "acted": acted,
        "pays": risk.pays.to_json(),
        "somebody_31": risk.somebody_31.to_json(),
        "per_opponent": [chance.to_json() for chance in risk.per_opponent],
        "opponents": opponents,
        "seed": seed,
    }
