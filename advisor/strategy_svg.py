"""The chart of basic strategy as a picture of one page, black on white, to print."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from xml.sax.saxutils import escape

from advisor.players.basic import NO_KNOCK
from advisor.players.solved import SOLVED
from advisor.strategy_chart import MEANING, cost_for_two, measured, sizes

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from advisor.strategy_chart import Measured

WIDTH: Final = 1123
"""A sheet of A4 on its side, at 96 dots an inch."""
HEIGHT: Final = 794
MARGIN: Final = 60
LEFT: Final = 520
"""Where the numbers begin."""
LINE: Final = 26
FONT: Final = "Helvetica, Arial, 'Liberation Sans', sans-serif"
WIDE: Final = 118
"""Characters that fit on a line of text."""


def _score(points: int) -> str:
    return "never" if points >= NO_KNOCK else str(points)


def _more(points: int) -> str:
    if points >= NO_KNOCK:
        return "never"
    return f"+{points}" if points else "–"


def _cost(found: Measured) -> str:
    cost = found.among.get(SOLVED)
    return "–" if cost is None else f"{-100 * cost.mean:.1f}".replace("-", "−")


ROWS: Final[tuple[tuple[str, Callable[[Measured], str]], ...]] = (
    ("Take the top card if it makes", lambda found: str(found.chart.take_to)),
    ("      and adds at least", lambda found: str(found.chart.take_least)),
    ("      or adds", lambda found: str(found.chart.take_gain)),
    ("Else knock on your first turn with", lambda found: _score(found.chart.knock[0])),
    ("      second turn", lambda found: _score(found.chart.knock[1])),
    ("      third turn", lambda found: _score(found.chart.knock[2])),
    ("      later turns", lambda found: _score(found.chart.knock[3])),
    ("      more if only two cards make it", lambda found: _more(found.chart.two_cards)),
    ("      more if the top card is a ten or higher", lambda found: _more(found.chart.high_top)),
    ("      more if the other one of two just took a card", lambda found: _more(found.chart.took)),
    ("Else draw; a pair of one rank counts", lambda found: _more(found.chart.pair)),
    ("After a knock take the top card if it makes", lambda found: str(found.chart.last_to)),
    ("      or adds", lambda found: str(found.chart.last_gain)),
    ("Loses in 100 hands to solved players, tokens", _cost),
)
"""What stands in each line, and its number."""


def svg(players: Sequence[int] | None = None) -> str:
    """Draw the chart.

    Parameters
    ----------
    players
        Numbers of players, a column for each; None for all there are.

    Returns
    -------
    str
        A picture in SVG.
    """
    found = [measured(size) for size in (sizes() if players is None else players)]
    body = [_text(MARGIN, 70, "Thirty-One: basic strategy", size=30, weight="bold")]
    y = 104
    for number, text in enumerate(MEANING, start=1):
        for place, line in enumerate(_lines(text)):
            start = "" if place else f"{number}."
            body += [_text(MARGIN, y, start), _text(MARGIN + 24, y, line)]
            y += 20
    body += _numbers(found, y + 26)
    body += [_text(MARGIN, HEIGHT - 34, line, size=12) for line in _footer(found)]
    size = f'width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" '
        'aria-label="Basic strategy of Thirty-One">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>{"".join(body)}</svg>\n'
    )


def _numbers(found: Sequence[Measured], y: int) -> list[str]:
    """Draw the table: a line for each number of the chart, a column for each table size."""
    step = (WIDTH - MARGIN - LEFT) // len(found)
    places = [LEFT + step * place + step // 2 for place in range(len(found))]
    drawn = [_text(MARGIN, y, "Players", weight="bold")]
    drawn += [
        _text(place, y, str(one.players), weight="bold", middle=True)
        for place, one in zip(places, found, strict=True)
    ]
    for number, (name, value) in enumerate(ROWS):
        line = y + LINE * (number + 1)
        if not name.startswith(" "):
            drawn.append(_rule(line - 18))
        inside = MARGIN + (24 if name.startswith(" ") else 0)
        drawn.append(_text(inside, line, name.strip()))
        drawn += [
            _text(place, line, value(one), middle=True, weight="bold")
            for place, one in zip(places, found, strict=True)
        ]
    return [*drawn, _rule(y + LINE * len(ROWS) + 9)]


def _footer(found: Sequence[Measured]) -> list[str]:
    first = found[0]
    known = first.players == 2 and SOLVED in first.among
    return [f"Found and measured by simulation. {cost_for_two(first) if known else ''}".strip()]


def _lines(text: str) -> list[str]:
    """Break a text into lines that fit."""
    lines = [""]
    for word in text.split():
        if len(lines[-1]) + len(word) >= WIDE:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def _text(
    x: int, y: int, text: str, *, size: int = 15, weight: str = "normal", middle: bool = False
) -> str:
    anchor = ' text-anchor="middle"' if middle else ""
    return (
        f'<text x="{x}" y="{y}" font-family="{FONT}" font-size="{size}" font-weight="{weight}"'
        f"{anchor}>{escape(text)}</text>"
    )


def _rule(y: int) -> str:
    return f'<path d="M{MARGIN} {y}H{WIDTH - MARGIN}" stroke="black" stroke-width="0.75"/>'
