"""``thirtyone match``: named players play each other."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from advisor.cli.options import Json, Preset, Settings, Workers, number, whole
from advisor.cli.output import progress, put_json, show
from advisor.cli.robin import play_robin
from advisor.cli.said import house_rules, refuse, refuse_pairs, threads
from advisor.rules import Rules

if TYPE_CHECKING:
    from advisor.match.keep import Kept
    from advisor.match.result import MatchResult
    from advisor.match.run import Share
    from advisor.match.sums import Sums


def play_match(
    players: Annotated[
        str | None, typer.Option(help="Who plays; see --list.", metavar="NAME,NAME…")
    ] = None,
    hands: Annotated[int | None, number("--hands", "Hands at least, 100000 by default.")] = None,
    pots: Annotated[
        int | None, number("--pots", "Play so many whole pots, tokens to the end, instead.")
    ] = None,
    until_known: Annotated[
        bool,
        typer.Option("--until-known", help="Stop when it is known at 99 % if the first is better."),
    ] = False,
    robin: Annotated[
        bool, typer.Option("--robin", help="Everybody against everybody, all if none is named.")
    ] = False,
    seats: Annotated[int | None, number("--seats", "Seats for --robin, 2 by default.")] = None,
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
    house = house_rules(rules, settings)
    if list_players:
        _list_players(house, as_json=as_json)
        return
    refuse_pairs(
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
    refuse(not robin and seats is not None, "--seats is for --robin only")
    refuse(not robin and picture is not None, "--picture is for --robin only")
    count = pots if hands is None else hands
    if robin:
        play_robin(
            house,
            _names(players),
            seats=2 if seats is None else seats,
            games=count,
            pots=pots is not None,
            seed=seed or 0,
            share=_share(workers, dask),
            picture=picture,
            as_json=as_json,
        )
        return
    from advisor.match.keep import planned  # noqa: PLC0415

    kept = planned(
        house if rules is not None or settings else None,
        _names(players),
        seed=seed,
        pots=None if count is None else pots is not None,
        save=save,
        resume=resume,
    )
    result = _played(kept, count, until_known=until_known, workers=workers, dask=dask)
    if as_json:
        put_json(result.to_json())
        return
    from advisor.printing import match_view  # noqa: PLC0415

    show(match_view(result))


def _played(
    kept: Kept, count: int | None, *, until_known: bool, workers: int | None, dask: str | None
) -> MatchResult:
    from advisor.match.run import DEFAULT_GAMES, DEFAULT_LIMIT, match  # noqa: PLC0415

    default = DEFAULT_LIMIT if until_known else DEFAULT_GAMES
    games = default if count is None else count
    with progress("playing", kept.plan.sets(games)) as show_done:

        def tell(sums: Sums) -> None:
            show_done(sums.sets)
            kept.tell(sums)

        result = match(
            kept.plan,
            games,
            share=_share(workers, dask),
            so_far=kept.so_far,
            until_known=until_known,
            progress=tell,
            compile_here=dask is None,
        )
    kept.write(result.sums)
    return result


def _names(players: str | None) -> tuple[str, ...] | None:
    """Split a line-up."""
    return None if players is None else tuple(name.strip() for name in players.split(","))


def _share(workers: int | None, dask: str | None) -> Share:
    if dask is not None:
        from advisor.match.cluster import on_cluster  # noqa: PLC0415

        return on_cluster(dask)
    from advisor.match.run import on_threads  # noqa: PLC0415

    return on_threads(threads(workers))


def _list_players(house: Rules, *, as_json: bool) -> None:
    from advisor.players.published import ALSO, PUBLISHED  # noqa: PLC0415

    playing = [player for player in (*PUBLISHED, *ALSO) if house.game in player.games]
    if as_json:
        put_json({"game": house.game, "players": [asdict(player) for player in playing]})
        return
    from advisor.printing import players_view  # noqa: PLC0415

    show(players_view(playing, house))
