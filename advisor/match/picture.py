"""The ratings as a picture: a dot for each player and a bar for its 95 % interval."""

from __future__ import annotations

from html import escape
from math import ceil, floor, log10
from pathlib import Path
from typing import TYPE_CHECKING, Final

from advisor.cards import quoted
from advisor.match.errors import MatchError

if TYPE_CHECKING:
    from advisor.match.robin import Robin

WIDTH: Final = 720
LEFT: Final = 130
RIGHT: Final = 70
LINE: Final = 26
TOP: Final = 34

_STYLE: Final = (
    "text{font:13px sans-serif;fill:#1f2328}.rule{stroke:#d1d9e0}.zero{stroke:#818b98}"
    ".bar{stroke:#1a7f5a;stroke-width:2}.dot{fill:#1a7f5a}"
    "@media(prefers-color-scheme:dark){text{fill:#f0f6fc}.rule{stroke:#3d444d}"
    ".bar{stroke:#56c596}.dot{fill:#56c596}}"
)


def save_picture(file: str, robin: Robin) -> None:
    """Write the picture.

    Raises
    ------
    MatchError
        If the file has another ending than ``.svg``, or cannot be written.
    """
    path = Path(file)
    if path.suffix != ".svg":
        raise MatchError(f"{quoted(file)} is no name for the picture; expected one like elo.svg")
    try:
        path.write_text(ratings_svg(robin), encoding="utf-8")
    except (OSError, ValueError) as error:
        raise MatchError(f"{quoted(file)} cannot be written: {error}") from error


def ratings_svg(robin: Robin) -> str:
    """Draw the ratings of a round-robin, best first.

    Parameters
    ----------
    robin
        The round-robin.

    Returns
    -------
    str
        An SVG file, readable on light and dark ground; without ratings only its title.
    """
    title = robin.table().title
    rows = robin.chart()
    marks = _ticks(
        min((float(row["low"]) for row in rows), default=-1),
        max((float(row["high"]) for row in rows), default=1),
    )
    low, high = marks[0], marks[-1]

    def x(rating: float) -> float:
        return LEFT + (rating - low) / (high - low) * (WIDTH - LEFT - RIGHT)

    bottom = TOP + LINE * len(rows)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {bottom + 28}" role="img">',
        f"<title>{escape(title)}</title><style>{_STYLE}</style>",
        f'<text x="0" y="18">{escape(title)}: ratings with 95 % intervals</text>',
    ]
    for mark in marks:
        at = f"{x(mark):.1f}"
        kind, words = ("rule", f"{mark:+g}") if mark else ("zero", "0")
        lines.append(f'<line class="{kind}" x1="{at}" x2="{at}" y1="{TOP}" y2="{bottom}"/>')
        lines.append(f'<text x="{at}" y="{bottom + 18}" text-anchor="middle">{words}</text>')
    for number, row in enumerate(rows):
        y = TOP + LINE * number + LINE // 2
        ends = [f"{x(float(row[end])):.1f}" for end in ("low", "high", "rating")]
        lines.append(f'<text x="0" y="{y + 5}">{escape(str(row["player"]))}</text>')
        lines.append(f'<line class="bar" x1="{ends[0]}" x2="{ends[1]}" y1="{y}" y2="{y}"/>')
        lines.append(f'<circle class="dot" cx="{ends[2]}" cy="{y}" r="4"/>')
        lines.append(f'<text x="{float(ends[1]) + 8:.1f}" y="{y + 5}">{row["rating"]:+.1f}</text>')
    return "\n".join([*lines, "</svg>", ""])


def _ticks(low: float, high: float) -> list[float]:
    """Round numbers that enclose an interval, four to ten of them."""
    rough = (high - low) / 5
    unit = 10.0 ** floor(log10(rough))
    step = next(unit * factor for factor in (1, 2, 5, 10) if unit * factor >= rough)
    first, last = floor(low / step), ceil(high / step)
    return [round(step * number, 9) for number in range(first, last + 1)]
