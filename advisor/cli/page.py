"""``thirtyone app``: the web page."""

from __future__ import annotations

from typing import Annotated

import typer

from advisor.cli.options import whole


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
