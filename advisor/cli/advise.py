"""``thirtyone advise``: what to do, and why."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from advisor.cards import quoted
from advisor.cli.options import Held, Json, Preset, Seed, Seen, Settings, Trials, Workers, number
from advisor.cli.output import put_json, show
from advisor.cli.said import house_rules, refuse, threads
from advisor.equity import FAIR
from advisor.position import Position, parse_position
from advisor.question import ask_text, from_history, read_text, split_held
from advisor.rules import Rules

if TYPE_CHECKING:
    from advisor.advise import Advice
    from advisor.learning import Learnt
    from advisor.referee.history import Event


LEARN: Final = "learn"
"""Given as a name of opponents: as they played in the hands before."""


def _seconds(text: str) -> float:
    try:
        seconds = float(text) if text.isascii() and "_" not in text else math.nan
    except ValueError:
        seconds = math.nan
    if not math.isfinite(seconds):
        raise typer.BadParameter(f"{quoted(text)} is not a number of seconds")
    return seconds


def advise(
    hand: Annotated[str | None, typer.Option(help="Your three cards.", metavar="CARDS")] = None,
    top: Annotated[
        str | None, typer.Option(help="Top card of the discard pile.", metavar="CARD")
    ] = None,
    seen: Seen = None,
    pile: Annotated[
        str | None,
        typer.Option(help="Whole pile below the top card, bottom first.", metavar="CARDS"),
    ] = None,
    held: Held = None,
    players: Annotated[int | None, number("--players", "Players, 4 by default.")] = None,
    seat: Annotated[int | None, number("--seat", "Your seat, from 0.")] = None,
    dealer: Annotated[int | None, number("--dealer", "Seat of the dealer.")] = None,
    tokens: Annotated[
        str | None, typer.Option(help="Tokens of every seat, x for out.", metavar="4,4,2,1")
    ] = None,
    turn: Annotated[int | None, number("--turn", "Turns taken in this hand by all.")] = None,
    knocked_by: Annotated[int | None, number("--knocked-by", "Seat that has knocked.")] = None,
    widow: Annotated[
        str | None, typer.Option(help="The three open cards.", metavar="CARDS")
    ] = None,
    exchanged: Annotated[
        bool, typer.Option("--exchanged", help="Somebody has swapped with the widow.")
    ] = False,
    position: Annotated[
        str | None,
        typer.Option(help="The question as one line, instead of all above.", metavar="LINE"),
    ] = None,
    history: Annotated[
        str | None, typer.Option(help="A played hand to take it from.", metavar="FILE")
    ] = None,
    opponents: Annotated[
        str | None,
        typer.Option(
            help="How the others play, solved by default; learn: as they did in the history.",
            metavar="NAME",
        ),
    ] = None,
    contrast: Annotated[
        bool | None,
        typer.Option(
            "--contrast/--no-contrast",
            help="Also say what would be best against the two most different opponents; "
            "by default in scat, unless --seconds is given.",
        ),
    ] = None,
    equity: Annotated[
        str | None,
        typer.Option(help="How the hands to come end: fair or solved.", metavar="MODEL"),
    ] = None,
    seconds: Annotated[
        float | None, typer.Option(parser=_seconds, help="Most time to take.", metavar="S")
    ] = None,
    trials: Trials = None,
    seed: Seed = 0,
    workers: Workers = None,
    rules: Preset = None,
    settings: Settings = None,
    as_json: Json = False,
) -> None:
    """Say what to do: knock, take or draw, and why."""
    said: dict[str, Any] = {
        "hand": hand,
        "top": top,
        "seen": seen,
        "pile": pile,
        "held": held or None,
        "players": players,
        "seat": seat,
        "dealer": dealer,
        "tokens": tokens,
        "turn": turn,
        "knocked_by": knocked_by,
        "widow": widow,
        "exchanged": exchanged or None,
    }
    said = {field: value for field, value in said.items() if value is not None}
    log: tuple[Event, ...] = ()
    played = ""
    learns = opponents == LEARN
    refuse(
        learns and history is None,
        f"--opponents {LEARN} needs --history, the hands that they have played",
    )
    if position is None and history is None:
        asked = _asked(said, house_rules(rules, settings))
    else:
        others = [*said, *_named(rules=rules, set=settings)]
        asked, log, played = _from_line(position, history, others)
    # Long imports come after the question is known to be sound.
    from advisor.advise import DEFAULT  # noqa: PLC0415
    from advisor.advise import advise as best_move  # noqa: PLC0415

    learnt = _learnt(played, asked, threads(workers)) if learns else {}
    named = {seat: one.name for seat, one in learnt.items()} or opponents or DEFAULT
    advice = best_move(
        asked,
        opponents=named,
        trials=trials,
        seconds=seconds,
        seed=seed,
        threads=threads(workers),
        equity=equity or FAIR,
        log=log,
    )
    advice = replace(advice, notes=(*map(str, learnt.values()), *advice.notes))
    if contrast or (contrast is None and seconds is None and asked.rules.game == "scat"):
        advice = _contrasted(advice, trials, threads(workers), equity or FAIR)
    if as_json:
        put_json(
            {**advice.to_json(), "learnt": [one.to_json() for one in learnt.values()]}
            if learns
            else advice.to_json()
        )
        return
    from advisor.printing import advice_view  # noqa: PLC0415

    show(advice_view(advice))


def _learnt(played: str, asked: Position, workers: int) -> dict[int, Learnt]:
    """Learn from the hands before this one how each opponent plays."""
    from advisor.learning import learn  # noqa: PLC0415
    from advisor.referee.history import parse_history  # noqa: PLC0415

    others = [seat for seat in sorted(asked.order) if seat != asked.seat]
    return learn(parse_history(played), seats=others, threads=workers)


def _contrasted(advice: Advice, trials: int | None, workers: int, equity: str) -> Advice:
    """Add what would be best against the two most different opponents."""
    from advisor.contrast import QUICK, contrast, contrasted  # noqa: PLC0415

    pair = contrast(
        advice.position,
        trials=min(trials or QUICK, QUICK),
        seed=advice.seed,
        threads=workers,
        equity=equity,
    )
    return contrasted(advice, pair)


def _named(**said: object) -> list[str]:
    return [field for field, value in said.items() if value]


def _asked(said: Mapping[str, Any], house: Rules) -> Position:
    """Build the position from the options that were given."""
    refuse("hand" not in said, '--hand is missing; expected three cards, such as "Jc Tc Ad"')
    return ask_text(rules=house, **{**said, "held": split_held(said.get("held", []))})


def _from_line(
    line: str | None, history: str | None, others: Sequence[str]
) -> tuple[Position, tuple[Event, ...], str]:
    """Read the position from its notation or from a history, each of which says everything.

    Gives the position, the turns of its hand, and the text of the history.
    """
    which = "position" if history is None else "history"
    both = ["position"] if line is not None and history is not None else []
    flags = ", ".join(f"--{field.replace('_', '-')}" for field in (*both, *others))
    refuse(bool(flags), f"--{which} says everything; leave out {flags}")
    if history is not None:
        text = read_text(history)
        return *from_history(text), text
    return parse_position(line or ""), (), ""
