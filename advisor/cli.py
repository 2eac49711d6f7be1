"""The command ``thirtyone``: questions in, tables or JSON out; no arithmetic of its own.

Exit codes: 0 answered, 2 the question was wrong (one line on the standard error), 1 our fault.
What only some commands need is imported by them, so that the others start fast.
"""

from __future__ import annotations

import json
import math
import os
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, Final, NoReturn, TypeVar

import typer
from typer.core import TyperGroup
from typer.models import OptionInfo

from advisor import __version__
from advisor.cards import name, quoted
from advisor.position import Position, parse_position
from advisor.question import (
    QuestionError,
    ask_text,
    parse_target,
    position_from_history,
    read_text,
    rules_from,
    split_held,
    tokens_in_play,
    write_text,
)
from advisor.rules import SWITCHES, Rules, describe, require, value_text

if TYPE_CHECKING:
    from rich.console import RenderableType

    from advisor.estimate import Estimate
    from advisor.match.run import Share
    from advisor.match.sums import Sums
    from advisor.odds.draw import DrawOdds
    from advisor.odds.last_turn import KnockRisk
    from advisor.tables import Table

MAX_MESSAGE: Final = 600
MAX_DIGITS: Final = 19
LARGEST: Final = 2**63 - 1

_SPECIAL: Final = "♣♦♥♠±½"
_PLAIN: Final = str.maketrans(
    dict(zip("♣♦♥♠–−’×", "cdhs--'x", strict=True)) | {"±": "+/-", "½": ".5", "…": "..."}
)


Choice = TypeVar("Choice", bound=StrEnum)


class Model(StrEnum):
    """How a hand is expected to end, given the tokens."""

    FAIR = "fair"
    SOLVED = "solved"


class Kind(StrEnum):
    """A study table."""

    DEAL = "deal"
    KNOCK = "knock"
    REACH = "reach"
    SEAT = "seat"
    EQUITY = "equity"
    STRATEGY = "strategy"


class Format(StrEnum):
    """How a table is written."""

    MD = "md"
    CSV = "csv"
    JSON = "json"


# Base of whatever typer refuses: unknown options, missing values, text for a number. It is
# click's own class or typer's copy of it, depending on typer's version.
_UsageError: Final = typer.BadParameter.__mro__[1]


class _Door(TyperGroup):
    """The one place where a wrong question becomes one line, and an end becomes an exit code."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: object,
    ) -> int:
        run = partial(super().main, args, prog_name, complete_var, False, windows_expand_args)
        code = _exit_code(partial(run, **extra))
        if standalone_mode:
            sys.exit(code)
        return code


def _exit_code(run: Callable[[], object]) -> int:
    try:
        code = run()
    except (KeyboardInterrupt, typer.Abort):
        return 130
    except SystemExit:
        # How typer ends when nobody reads on while it prints help.
        return 0
    except Exception as error:  # noqa: BLE001  # whatever went wrong, the user learns whose fault it is
        if (sentence := _wrong_question(error)) is None:
            traceback.print_exc()
            _complain("this is a fault of thirtyone; please report the lines above")
            return 1
        _complain(sentence)
        return 2
    return code if isinstance(code, int) else 0


def _wrong_question(error: Exception) -> str | None:
    """Sentence for an error that the question caused; None for a fault of the program."""
    if isinstance(error, _UsageError):
        return str(getattr(error, "format_message", error.__str__)())
    ours = type(error).__module__.partition(".")[0] == "advisor"
    return str(error) if ours and isinstance(error, ValueError) else None


def _complain(sentence: str) -> None:
    """Write one line to the standard error, whatever the sentence quotes."""
    line = "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode()
        for character in " ".join(sentence.split())
    )
    if len(line) > MAX_MESSAGE:
        line = f"{line[:MAX_MESSAGE]}..."
    sys.stderr.write(f"thirtyone: {line}\n")


app = typer.Typer(
    cls=_Door,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
)


def main() -> NoReturn:
    """Run the command and exit."""
    app(prog_name="thirtyone")
    raise AssertionError  # The door always exits.


def whole(low: int = -LARGEST, high: int = LARGEST) -> Callable[[str], int]:
    """Give a reader of whole numbers from `low` to `high`, as people write them."""

    def read(text: str) -> int:
        digits = str(text).removeprefix("-")
        if not (digits.isascii() and digits.isdigit() and len(digits) <= MAX_DIGITS):
            raise typer.BadParameter(
                f"{quoted(str(text))} is not a whole number of up to {MAX_DIGITS} digits"
            )
        if not low <= (number := int(text)) <= high:
            raise typer.BadParameter(f"{number} is out of range; expected {low} to {high}")
        return number

    return read


def one_of(choices: type[Choice]) -> Callable[[str], Choice]:
    """Give a reader of one of a few words."""

    def read(text: str) -> Choice:
        if text not in list(choices):
            known = ", ".join(choices)
            raise typer.BadParameter(f"{quoted(text)} is not one of {known}")
        return choices(text)

    return read


def _trials(text: str) -> int:
    from advisor.limits import MAX_TRIALS  # noqa: PLC0415

    return whole(1, MAX_TRIALS)(text)


def _workers(text: str) -> int:
    from advisor.limits import MAX_THREADS  # noqa: PLC0415

    return whole(1, MAX_THREADS)(text)


def _seconds(text: str) -> float:
    try:
        seconds = float(text) if text.isascii() and "_" not in text else math.nan
    except ValueError:
        seconds = math.nan
    if not math.isfinite(seconds):
        raise typer.BadParameter(f"{quoted(text)} is not a number of seconds")
    return seconds


Hand = Annotated[str, typer.Option("--hand", help="Your three cards.", metavar="CARDS")]
Top = Annotated[str, typer.Option("--top", help="Top card of the discard pile.", metavar="CARD")]
Seen = Annotated[
    str | None, typer.Option("--seen", help="Other discards that were seen.", metavar="CARDS")
]
Held = Annotated[
    list[str] | None,
    typer.Option("--held", help="Cards known in a player's hand; repeat.", metavar="SEAT:CARDS"),
]
Preset = Annotated[
    str | None, typer.Option("--rules", help="Preset of rules, scat by default.", metavar="PRESET")
]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", help="A house rule; repeat.", metavar="SWITCH=VALUE"),
]
Json = Annotated[bool, typer.Option("--json", help="Answer in JSON.")]
Seed = Annotated[
    int, typer.Option(parser=whole(0), help="Seed: same seed, same numbers.", metavar="N")
]
Trials = Annotated[int | None, typer.Option(parser=_trials, help="Hands to play out.", metavar="N")]
Workers = Annotated[
    int | None,
    typer.Option(parser=_workers, help="Threads; by default all processors.", metavar="N"),
]


def _number(flag: str, words: str) -> OptionInfo:
    option: OptionInfo = typer.Option(flag, parser=whole(), help=words, metavar="N")
    return option


@app.callback(invoke_without_command=True)
def door(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """Odds and advice for the card game Thirty-One; cards are written like Jc 10h AS."""
    if version:
        put(f"thirtyone {__version__}\n")
        raise typer.Exit
    # With rich the help is printed, without it returned.
    if context.invoked_subcommand is None and (text := context.get_help()):
        put(f"{text}\n")


@app.command()
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
    players: Annotated[int | None, _number("--players", "Players, 4 by default.")] = None,
    seat: Annotated[int | None, _number("--seat", "Your seat, from 0.")] = None,
    dealer: Annotated[int | None, _number("--dealer", "Seat of the dealer.")] = None,
    tokens: Annotated[
        str | None, typer.Option(help="Tokens of every seat, x for out.", metavar="4,4,2,1")
    ] = None,
    turn: Annotated[int | None, _number("--turn", "Turns taken in this hand by all.")] = None,
    knocked_by: Annotated[int | None, _number("--knocked-by", "Seat that has knocked.")] = None,
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
    opponents: Annotated[str | None, typer.Option(help="How the others play.")] = None,
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
    if position is None and history is None:
        asked = _asked(said, _scat(rules, settings, doing="advice"))
    else:
        others = [*said, *_named(rules=rules, set=settings)]
        asked = _from_line(position, history, others)
    # Long imports come after the question is known to be sound.
    from advisor.advise import advise as best_move  # noqa: PLC0415
    from advisor.players.thumb import DEFAULT  # noqa: PLC0415

    advice = best_move(
        asked,
        opponents=DEFAULT if opponents is None else opponents,
        trials=trials,
        seconds=seconds,
        seed=seed,
        threads=_threads(workers),
    )
    if as_json:
        put_json(advice.to_json())
        return
    from advisor.printing import advice_view  # noqa: PLC0415

    show(advice_view(advice))


@app.command()
def odds(
    hand: Hand,
    top: Top,
    seen: Seen = None,
    target: Annotated[str, typer.Option(help="Score to reach.", metavar="SCORE")] = "31",
    draws: Annotated[int, _number("--draws", "Most own draws.")] = 3,
    seed: Seed = 0,
    rules: Preset = None,
    settings: Settings = None,
    as_json: Json = False,
) -> None:
    """Say what one draw may bring, and the chance to reach a score."""
    # How many play makes no difference to these numbers.
    house = _scat(rules, settings, doing="the odds of a draw")
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


@app.command()
def knock(
    hand: Hand,
    top: Top,
    players: Annotated[int, _number("--players", "Players, you included.")],
    seen: Seen = None,
    held: Held = None,
    acted: Annotated[int, _number("--acted", "Opponents who have had a turn.")] = 0,
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
        rules=_scat(rules, settings, doing="the risk of a knock"),
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
        threads=_threads(workers),
    )
    if as_json:
        put_json(_knock_json(asked, risk, acted=acted, opponents=opponents, seed=seed))
        return
    from advisor.printing import knock_view  # noqa: PLC0415

    show(knock_view(asked, risk, opponents))


@app.command()
def equity(
    tokens: Annotated[str, typer.Option(help="Tokens of every seat, x for out.", metavar="4,2,1")],
    dealer: Annotated[int | None, _number("--dealer", "Seat of the dealer.")] = None,
    model: Annotated[
        Model,
        typer.Option(parser=one_of(Model), help="How hands are expected to end.", metavar="fair"),
    ] = Model.FAIR,
    rules: Preset = None,
    settings: Settings = None,
    as_json: Json = False,
) -> None:
    """Say how likely each seat is to win the pot."""
    _refuse(model is Model.SOLVED, "--model solved is not available yet; use --model fair")
    house = _rules(rules, settings)
    left = tokens_in_play(tokens, rules=house, dealer=dealer)
    from advisor.equity import fair_equity  # noqa: PLC0415

    chances = fair_equity(left, house)
    if as_json:
        put_json({"rules": house.name, "tokens": left, "equity": chances, "model": model})
        return
    from advisor.printing import equity_view  # noqa: PLC0415

    show(equity_view(left, chances))


@app.command()
def table(
    kind: Annotated[
        Kind,
        typer.Argument(parser=one_of(Kind), help="Which one: deal, knock, reach.", metavar="KIND"),
    ],
    players: Annotated[int, _number("--players", "Players, for the table of knocks.")] = 4,
    deals: Annotated[
        int | None, _number("--deals", "Deals for each place, for the table of knocks.")
    ] = None,
    seed: Seed = 0,
    workers: Workers = None,
    form: Annotated[
        Format | None,
        typer.Option(
            "--format", parser=one_of(Format), help="How to write it.", metavar="md|csv|json"
        ),
    ] = None,
    rules: Preset = None,
    settings: Settings = None,
    as_json: Json = False,
) -> None:
    """Print a study table."""
    _refuse(
        as_json and form not in (None, Format.JSON),
        f"--json and --format {form} contradict each other; give one of them",
    )
    house = _rules(rules, settings)
    made = _table(kind, house, players, deals, seed=seed, threads=_threads(workers))
    match Format.JSON if as_json else form:
        case Format.JSON:
            put_json(made.to_json())
        case Format.CSV:
            put(made.to_csv())
        case Format.MD:
            put(made.to_markdown())
        case None:
            from advisor.printing import table_view  # noqa: PLC0415

            show(table_view(made))


@app.command("match")
def play_match(
    players: Annotated[
        str | None, typer.Option(help="Who plays; see --list.", metavar="NAME,NAME…")
    ] = None,
    hands: Annotated[int | None, _number("--hands", "Hands at least, 100000 by default.")] = None,
    pots: Annotated[
        int | None, _number("--pots", "Play so many whole pots, tokens to the end, instead.")
    ] = None,
    until_known: Annotated[
        bool,
        typer.Option("--until-known", help="Stop when it is known at 99 % if the first is better."),
    ] = False,
    robin: Annotated[
        bool, typer.Option("--robin", help="Everybody against everybody, all if none is named.")
    ] = False,
    seats: Annotated[int | None, _number("--seats", "Seats for --robin, 2 by default.")] = None,
    picture: Annotated[
        str | None, typer.Option(help="Draw the ratings of --robin.", metavar="FILE.svg")
    ] = None,
    save: Annotated[
        str | None, typer.Option(help="Keep the counts, to go on later.", metavar="FILE")
    ] = None,
    resume: Annotated[
        str | None,
        typer.Option(help="Go on from a kept match, and keep it up to date.", metavar="FILE"),
    ] = None,
    list_players: Annotated[
        bool, typer.Option("--list", help="Say who can play, and how.")
    ] = False,
    seed: Annotated[
        int | None,
        typer.Option(parser=whole(0), help="Seed: same seed, same numbers.", metavar="N"),
    ] = None,
    workers: Workers = None,
    dask: Annotated[
        str | None, typer.Option(help="Dask scheduler whose workers play.", metavar="ADDRESS")
    ] = None,
    rules: Preset = None,
    settings: Settings = None,
    as_json: Json = False,
) -> None:
    """Let named players play each other on the same decks, from every seat."""
    house = _rules(rules, settings)
    if list_players:
        _list_players(house, as_json=as_json)
        return
    _refuse_pairs(
        {"--hands": hands, "--pots": pots},
        {"--workers": workers, "--dask": dask},
        *(
            {"--robin": robin, flag: said}
            for flag, said in (
                ("--until-known", until_known),
                ("--save", save),
                ("--resume", resume),
            )
        ),
    )
    _refuse(not robin and seats is not None, "--seats is for --robin only")
    _refuse(not robin and picture is not None, "--picture is for --robin only")
    if robin:
        _play_robin(
            house,
            players,
            seats=2 if seats is None else seats,
            games=(hands or pots, pots is not None),
            seed=seed or 0,
            share=_match_share(workers, dask),
            picture=picture,
            as_json=as_json,
        )
        return
    from advisor.match.keep import planned  # noqa: PLC0415

    kept = planned(
        house if rules is not None or settings else None,
        _names(players),
        seed=seed,
        pots=None if hands is None and pots is None else pots is not None,
        save=save,
        resume=resume,
    )
    from advisor.match.run import DEFAULT_GAMES, DEFAULT_LIMIT, match  # noqa: PLC0415
    from advisor.printing import progress_bar  # noqa: PLC0415

    default = DEFAULT_LIMIT if until_known else DEFAULT_GAMES
    games = next((said for said in (hands, pots) if said is not None), default)
    with progress_bar() as bar:
        task = bar.add_task("playing", total=kept.plan.sets(games))

        def tell(sums: Sums) -> None:
            bar.update(task, completed=sums.sets)
            kept.tell(sums)

        result = match(
            kept.plan,
            games,
            share=_match_share(workers, dask),
            so_far=kept.so_far,
            until_known=until_known,
            progress=tell,
            compile_here=dask is None,
        )
    kept.write(result.sums)
    if as_json:
        put_json(result.to_json())
        return
    from advisor.printing import match_view  # noqa: PLC0415

    show(match_view(result))


@app.command("rules")
def say_rules(rules: Preset = None, settings: Settings = None, as_json: Json = False) -> None:
    """Say the rules in force in plain words."""
    house = _rules(rules, settings)
    if as_json:
        put_json(_rules_json(house))
        return
    from advisor.printing import rules_view  # noqa: PLC0415

    show(rules_view(house))


@app.command("app")
def serve(
    port: Annotated[
        int | None,
        typer.Option(parser=whole(1, 65535), help="Port, 8501 by default.", metavar="N"),
    ] = None,
    headless: Annotated[bool, typer.Option("--headless", help="Open no browser.")] = False,
) -> None:
    """Open the web page."""
    from advisor.launch import launch_app  # noqa: PLC0415

    raise typer.Exit(launch_app(port, headless=headless))


@app.command()
def play(
    players: Annotated[int, _number("--players", "Players, yourself included.")] = 3,
    seat: Annotated[int, _number("--seat", "Your seat, from 0.")] = 0,
    opponents: Annotated[str, typer.Option(help="How the others play.")] = "rising",
    hints: Annotated[bool, typer.Option("--hints", help="Say what to do when asked.")] = False,
    save: Annotated[
        str | None, typer.Option(help="Where to write what was played.", metavar="FILE")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(parser=whole(0), help="Seed of the shuffles.", metavar="N")
    ] = None,
    rules: Preset = None,
    settings: Settings = None,
) -> None:
    """Play in the terminal against rules of thumb."""
    from advisor.sitting import sit_down  # noqa: PLC0415

    played = sit_down(
        _rules(rules, settings),
        players=players,
        seat=seat,
        opponents=opponents,
        hints=hints,
        seed=seed,
        streams=(sys.stdin, sys.stdout),
    )
    if save is not None and played is not None:
        write_text(save, str(played))


def _rules(preset: str | None, settings: Sequence[str] | None) -> Rules:
    return rules_from("scat" if preset is None else preset, settings or [])


def _scat(preset: str | None, settings: Sequence[str] | None, *, doing: str) -> Rules:
    """Rules of the game that can be answered; what else is wrong matters only then."""
    house = _rules(preset, settings)
    require(house, game="scat", doing=doing)
    return house


def _refuse(wrong: bool, sentence: str) -> None:
    if wrong:
        raise QuestionError(sentence)


def _named(**said: object) -> list[str]:
    return [field for field, value in said.items() if value]


def _asked(said: Mapping[str, Any], house: Rules) -> Position:
    """Build the position from the options that were given."""
    _refuse("hand" not in said, '--hand is missing; expected three cards, such as "Jc Tc Ad"')
    return ask_text(rules=house, **{**said, "held": split_held(said.get("held", []))})


def _from_line(line: str | None, history: str | None, others: Sequence[str]) -> Position:
    """Read the position from its notation or from a history, each of which says everything."""
    which = "position" if history is None else "history"
    both = ["position"] if line is not None and history is not None else []
    flags = ", ".join(f"--{field.replace('_', '-')}" for field in (*both, *others))
    _refuse(bool(flags), f"--{which} says everything; leave out {flags}")
    if history is not None:
        return position_from_history(read_text(history))
    return parse_position(line or "")


def _threads(workers: int | None) -> int:
    from advisor.limits import MAX_THREADS  # noqa: PLC0415

    return min(os.cpu_count() or 1, MAX_THREADS) if workers is None else workers


def _table(
    kind: Kind, house: Rules, players: int, deals: int | None, *, seed: int, threads: int
) -> Table:
    from advisor import tables  # noqa: PLC0415

    if kind is Kind.DEAL:
        return tables.deal_table(house)
    if kind is Kind.REACH:
        return tables.reach_table(house)
    _refuse(
        kind is not Kind.KNOCK,
        f"the table {kind} is not available yet; there are deal, knock and reach",
    )
    from advisor.printing import progress_bar  # noqa: PLC0415

    with progress_bar() as bar:
        task = bar.add_task("dealing", total=1.0)
        return tables.knock_table(
            house,
            players,
            deals=tables.DEALS if deals is None else deals,
            seed=seed,
            threads=threads,
            progress=lambda share: bar.update(task, completed=share),
        )


def _refuse_pairs(*pairs: Mapping[str, object]) -> None:
    """Refuse two options that exclude each other."""
    for pair in pairs:
        one, other = pair
        _refuse(
            all(said not in (None, False) for said in pair.values()),
            f"{one} and {other} exclude each other; give one of them",
        )


def _names(players: str | None) -> tuple[str, ...] | None:
    """Split a line-up."""
    return None if players is None else tuple(name.strip() for name in players.split(","))


def _match_share(workers: int | None, dask: str | None) -> Share:
    if dask is not None:
        from advisor.match.cluster import on_cluster  # noqa: PLC0415

        return on_cluster(dask)
    from advisor.match.run import on_threads  # noqa: PLC0415

    return on_threads(_threads(workers))


def _list_players(house: Rules, *, as_json: bool) -> None:
    from advisor.players.published import PUBLISHED  # noqa: PLC0415

    playing = [player for player in PUBLISHED if house.game in player.games]
    if as_json:
        put_json({"game": house.game, "players": [asdict(player) for player in playing]})
        return
    from advisor.printing import players_view  # noqa: PLC0415

    show(players_view(playing, house))


def _play_robin(
    house: Rules,
    players: str | None,
    *,
    seats: int,
    games: tuple[int | None, bool],
    seed: int,
    share: Share,
    picture: str | None,
    as_json: bool,
) -> None:
    from advisor.match.picture import save_picture  # noqa: PLC0415
    from advisor.match.robin import everybody, round_robin  # noqa: PLC0415
    from advisor.match.run import DEFAULT_GAMES  # noqa: PLC0415
    from advisor.printing import progress_bar, table_view  # noqa: PLC0415

    count, pots = games
    with progress_bar() as bar:
        task = bar.add_task("playing", total=1.0)
        result = round_robin(
            house,
            _names(players) or everybody(house),
            seats=seats,
            games=DEFAULT_GAMES if count is None else count,
            pots=pots,
            seed=seed,
            share=share,
            progress=lambda done: bar.update(task, completed=done),
        )
    if picture is not None:
        save_picture(picture, result)
    if as_json:
        put_json(result.to_json())
    else:
        show(table_view(result.table()))


def _seen_json(position: Position) -> dict[str, object]:
    """Repeat the question, so that an answer can stand alone."""
    return {
        "rules": position.rules.name,
        "position": str(position),
        "hand": [name(card) for card in position.hand],
        "top": None if position.top is None else name(position.top),
        "seen": [name(card) for card in position.discards],
    }


def _odds_json(
    position: Position, odds: DrawOdds, target: int, reached: Sequence[Estimate]
) -> dict[str, object]:
    from advisor.hands import points  # noqa: PLC0415

    take = odds.take
    return {
        **_seen_json(position),
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


def _knock_json(
    position: Position, risk: KnockRisk, *, acted: int, opponents: str, seed: int
) -> dict[str, object]:
    from advisor.hands import points, score  # noqa: PLC0415

    return {
        **_seen_json(position),
        "score": points(score(position.hand, position.rules)),
        "players": position.players,
        "acted": acted,
        "pays": risk.pays.to_json(),
        "somebody_31": risk.somebody_31.to_json(),
        "per_opponent": [chance.to_json() for chance in risk.per_opponent],
        "opponents": opponents,
        "seed": seed,
    }


def _rules_json(house: Rules) -> dict[str, object]:
    return {
        "rules": house.name,
        "game": house.game,
        "max_players": house.max_players,
        "switches": {
            switch.name: value_text(house, switch.name)
            for switch in SWITCHES
            if house.game in switch.games
        },
        "words": describe(house),
    }


def show(parts: Iterator[RenderableType]) -> None:
    """Write an answer for people."""
    from advisor.printing import rendered  # noqa: PLC0415

    put(rendered(parts))


def put_json(answer: Mapping[str, object]) -> None:
    """Write an answer for scripts."""
    plain = not _can_write(_SPECIAL)
    put(json.dumps(answer, indent=2, ensure_ascii=plain, allow_nan=False) + "\n")


def put(text: str) -> None:
    """Write to the standard output, with letters for suits where it knows no suit signs."""
    if not _can_write(_SPECIAL):
        # As wide as before, so that tables keep their shape.
        text = text.replace(" ± ", "+/-").translate(_PLAIN)
    encoding = sys.stdout.encoding or "utf-8"
    try:
        sys.stdout.write(text.encode(encoding, "replace").decode(encoding))
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read this has seen enough; Python must not complain about it while ending.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _can_write(text: str) -> bool:
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


if __name__ == "__main__":
    main()
