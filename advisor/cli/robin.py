"""``thirtyone match --robin``: everybody against everybody."""

from __future__ import annotations

from typing import TYPE_CHECKING

from advisor.cli.output import progress, put_json, show
from advisor.rules import Rules

if TYPE_CHECKING:
    from advisor.match.run import Share


def play_robin(
    house: Rules,
    names: tuple[str, ...] | None,
    *,
    seats: int,
    games: int | None,
    pots: bool,
    seed: int,
    share: Share,
    picture: str | None,
    as_json: bool,
) -> None:
    """Play every pairing and answer; None stands for all players and the usual count."""
    from advisor.match.picture import save_picture  # noqa: PLC0415
    from advisor.match.robin import everybody, round_robin  # noqa: PLC0415
    from advisor.match.run import DEFAULT_GAMES  # noqa: PLC0415

    with progress("playing") as tell:
        result = round_robin(
            house,
            names or everybody(house),
            seats=seats,
            games=DEFAULT_GAMES if games is None else games,
            pots=pots,
            seed=seed,
            share=share,
            progress=tell,
        )
    if picture is not None:
        save_picture(picture, result)
    if as_json:
        put_json(result.to_json())
        return
    from advisor.printing import table_view  # noqa: PLC0415

    show(table_view(result.table()))
