"""How answers look to people in a terminal; the command line imports this only to show them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich import box
from rich.cells import cell_len
from rich.console import Console
from rich.measure import Measurement
from rich.progress import Progress
from rich.table import Table as Grid
from rich.text import Text

from advisor.cards import counted, pretty
from advisor.graded import GRADE_NAMES, Decision, scaled
from advisor.hands import points_text, score
from advisor.match.worth import for_tokens
from advisor.players import thumb
from advisor.position import OUT
from advisor.reasons import percent
from advisor.rules import PRESET_WORDS, describe
from advisor.tables import amount_text, cell_text, estimate_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from rich.console import RenderableType

    from advisor.advise import Advice, Option
    from advisor.cards import Card
    from advisor.estimate import Estimate
    from advisor.graded import Luck, Review
    from advisor.match.result import Difference, Line, MatchResult
    from advisor.odds.draw import DrawOdds, Kept
    from advisor.odds.last_turn import KnockRisk
    from advisor.players.registry import Published
    from advisor.position import Position
    from advisor.rules import Rules
    from advisor.tables import Table

_WIDEST = 10_000
_MOVE = len("take 4♥, throw 10♣")


def rendered(parts: Iterable[RenderableType]) -> str:
    """Lay parts out for the standard output: its width, its colours, its characters."""
    # Names of rules hold brackets, which are no markup.
    console = Console(markup=False, highlight=False, emoji=False)
    window = console.width
    with console.capture() as capture:
        for part in parts:
            # What is too wide for the window is folded by the window: nothing is cut.
            console.width = max(window, _least_width(console, part))
            around = "\n" if isinstance(part, Grid) else ""
            console.print(around, end="")
            console.print(part)
            console.print(around, end="")
    return capture.get().replace("\n\n\n", "\n\n")


def _least_width(console: Console, part: RenderableType) -> int:
    if isinstance(part, Text):
        return part.cell_len if part.no_wrap else 0
    if isinstance(part, Grid):
        for column in part.columns[1:]:
            texts = (column.header, *column.cells)
            column.min_width = max(cell_len(str(text)) for text in texts)
    return Measurement.get(console, console.options.update(max_width=_WIDEST), part).minimum


def progress_bar() -> Progress:
    """Give a bar on the standard error that vanishes; none where nobody watches."""
    console = Console(stderr=True)
    return Progress(console=console, transient=True, disable=not console.is_terminal)


def advice_view(advice: Advice) -> Iterator[RenderableType]:
    """Show the recommendation, why, all options, and what the answer rests on."""
    yield Text(_headline(advice), style="bold")
    yield Text(f"{_hand_and_top(advice.position)}; {_table_words(advice.position)}")
    yield from (Text(f"- {reason}") for reason in advice.best.reasons)
    # Where antes are taken nobody pays a token.
    tokens = for_tokens(advice.position.rules)
    pays = ["you pay", "win the pot"] if tokens else ["share of the pot"]
    grid = _grid("move", "score", *pays, "behind by", "best")
    for option in advice.options:
        grid.add_row(*_option_row(option, best=option is advice.best, tokens=tokens))
    yield grid
    own = score(advice.position.hand, advice.position.rules)
    for option in advice.options:
        yield from (Text(line) for line in _draw_plan(option.after_draw, own))
    yield from (Text(f"- {note}", style="dim") for note in advice.notes)
    # In one line, so that it can be copied into the next question.
    yield Text(f"- position: {advice.position}", style="dim", no_wrap=True)


def odds_view(
    position: Position, odds: DrawOdds, target: int, reached: Sequence[Estimate]
) -> Iterator[RenderableType]:
    """Show what one turn can make of a hand, and the way to a target."""
    yield Text(_hand_and_top(position), style="bold")
    chance, mean = percent(float(odds.improve)), f"{float(odds.mean):.2f}"
    yield Text(
        f"{len(odds.outs)} of {odds.unseen} unseen cards raise it ({chance}); "
        f"the mean after a draw is {mean}"
    )
    if odds.take is not None:
        thrown, kept = pretty(odds.take.discard), points_text(odds.take.half_points)
        yield Text(f"taking the top card and throwing {thrown} gives {kept}")
    grid = _grid("after a draw", "chance", "with")
    for half, share in odds.after_draw.items():
        cards = [pretty(out.card) for out in odds.outs if out.half_points == half]
        grid.add_row(points_text(half), percent(float(share)), " ".join(cards))
    yield grid
    way = _grid(f"{points_text(target)} within", "chance")
    for draws, reach in enumerate(reached, start=1):
        way.add_row(counted(draws, "draw"), estimate_text(reach))
    yield way


def knock_view(position: Position, risk: KnockRisk, opponents: str) -> Iterator[RenderableType]:
    """Show what may come of a knock."""
    yield Text(f"knocking with {_hand_and_top(position)}", style="bold")
    grid = _grid("", "chance")
    grid.add_row("you pay", estimate_text(risk.pays))
    grid.add_row("somebody makes 31", estimate_text(risk.somebody_31))
    for number, chance in enumerate(risk.per_opponent, start=1):
        grid.add_row(f"opponent {number} ends equal or above", estimate_text(chance))
    yield grid
    yield Text(f"- opponents: {opponents} ({thumb.describe(opponents)})", style="dim")


def equity_view(
    tokens: Sequence[int], chances: Sequence[float], notes: Sequence[str]
) -> Iterator[RenderableType]:
    """Show every seat's chance to win the pot."""
    grid = _grid("seat", "tokens", "wins the pot")
    for seat, (left, chance) in enumerate(zip(tokens, chances, strict=True)):
        grid.add_row(str(seat), "out" if left == OUT else str(left), percent(chance))
    yield grid
    yield from (Text(f"- {note}", style="dim") for note in notes)


def rules_view(rules: Rules) -> Iterator[RenderableType]:
    """Say the rules in force, and which presets there are."""
    yield Text(rules.name, style="bold")
    yield Text(f"- game {rules.game}, 2 to {rules.max_players} players")
    yield from (Text(f"- {sentence}") for sentence in describe(rules))
    yield Text("presets", style="bold")
    yield from (Text(f"- {name}: {words}") for name, words in PRESET_WORDS.items())


def table_view(table: Table) -> Iterator[RenderableType]:
    """Show a study table."""
    yield Text(table.title, style="bold")
    grid = _grid(*table.columns)
    for row in table.rows:
        grid.add_row(*map(cell_text, row))
    yield grid
    yield from (Text(f"- {note}", style="dim") for note in table.notes)


def match_view(result: MatchResult) -> Iterator[RenderableType]:
    """Show what every player pays and wins, every two players' difference, and who is better."""
    names, tokens = result.plan.names, for_tokens(result.plan.rules)
    yield Text(f"{', '.join(names)} ({result.plan.rules.name})", style="bold")
    heads = ("pays", "tokens a hand", "pot") if tokens else ("pot",)
    grid = _grid("player", *heads)
    for line in result.lines:
        grid.add_row(line.name, *_match_cells(line, tokens=tokens))
    yield grid
    behind = _grid("difference", *heads)
    for apart in result.differences:
        words = f"{names[apart.first]} less {names[apart.second]}"
        behind.add_row(words, *_match_cells(apart, tokens=tokens))
    yield behind
    yield from (Text(f"- {note}", style="dim") for note in result.notes)


def _match_cells(row: Line | Difference, *, tokens: bool) -> list[str]:
    """Give the numbers of a row; where nobody pays tokens only the pot is worth showing."""
    paid = f"{row.tokens.mean:.4f} ± {row.tokens.se:.4f}"
    pays = [estimate_text(row.pays), paid] if tokens else []
    return [*pays, estimate_text(row.pot)]


def review_view(review: Review) -> Iterator[RenderableType]:
    """Show how every seat played, its worst decisions, and what turned the game."""
    yield Text(f"review ({review.rules})", style="bold")
    grid = _grid("seat", "decisions", "points lost", "a decision", "plays", "luck", *GRADE_NAMES)
    for seat in review.seats:
        grid.add_row(
            str(seat.seat),
            str(len(seat.decisions)),
            _points_lost(seat.loss),
            _points_lost(seat.rate),
            seat.word,
            _points_lost(seat.luck),
            *map(str, seat.grades.values()),
        )
    yield grid
    for decision in review.worst:
        lost = f"{decision.grade}, {_points_lost(decision.loss)} points"
        yield Text(f"- {_moment(decision)}: {decision.made}; better: {decision.best} ({lost})")
    if review.turning_points:
        yield Text("turning points", style="bold")
    for moment in review.turning_points:
        yield Text(f"- {_moment(moment)}: {_what(moment)}")
    yield from (Text(f"- {note}", style="dim") for note in review.notes)


def _moment(moment: Decision | Luck) -> str:
    """Say when and where something happened."""
    line = f"line {moment.line}, " if moment.line else ""
    return f"{line}hand {moment.hand}, turn {moment.turn + 1}, seat {moment.seat}"


def _what(moment: Decision | Luck) -> str:
    if isinstance(moment, Decision):
        return f"{moment.made} instead of {moment.best} cost {_points_lost(moment.loss)} points"
    came = {"draw": "drew", "deal": "was dealt", "fresh": "was offered"}[moment.kind]
    cards = " ".join(map(pretty, moment.cards))
    return f"{came} {cards}, luck {_points_lost(moment.luck)} points"


def _points_lost(chance: Estimate) -> str:
    """Write a part of the pot in points."""
    return amount_text(scaled(chance, 100))


def players_view(players: Sequence[Published], rules: Rules) -> Iterator[RenderableType]:
    """Say who can sit down, what he does, and where that was published."""
    yield Text(f"players of {rules.game}", style="bold")
    for player in players:
        yield Text(f"- {player.name}: {player.words} ({player.source})")


def _grid(first: str, *others: str) -> Grid:
    grid = Grid(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    grid.add_column(first, min_width=_MOVE)
    for name in others:
        grid.add_column(name, justify="right", no_wrap=True)
    return grid


def _hand_and_top(position: Position) -> str:
    hand = " ".join(map(pretty, position.hand))
    own = points_text(score(position.hand, position.rules))
    if position.top is not None:
        return f"{hand} = {own}, top card {pretty(position.top)}"
    return f"{hand} = {own}, open {' '.join(map(pretty, position.widow))}"


def _table_words(position: Position) -> str:
    words = [
        f"{len(position.order)} players",
        f"you are seat {position.seat}",
        f"{counted(position.turn, 'turn')} taken",
    ]
    if position.knocked_by is not None:
        words.append(f"seat {position.knocked_by} has knocked")
    return ", ".join(words)


def _headline(advice: Advice) -> str:
    if advice.toss_up:
        return "A toss-up: " + ", or ".join(option.move.words() for option in advice.toss_up)
    words = advice.best.move.words()
    return words[0].upper() + words[1:]


def _option_row(option: Option, *, best: bool, tokens: bool) -> list[str]:
    return [
        option.move.words(),
        f"{option.score_after:.3g}",
        *([estimate_text(option.pays)] if tokens else []),
        estimate_text(option.pot),
        "" if best else estimate_text(option.loss),
        percent(option.p_best),
    ]


def _draw_plan(after_draw: Mapping[Card, Kept], own: int) -> Iterator[str]:
    """Say what to throw after a draw that raises the score `own`, in half points."""
    thrown_after: dict[Card, list[str]] = {}
    for card, kept in after_draw.items():
        if kept.half_points > own:
            thrown_after.setdefault(kept.discard, []).append(pretty(card))
    for thrown, cards in sorted(thrown_after.items()):
        yield f"if you draw {' '.join(cards)}: throw {pretty(thrown)}"
    if after_draw:
        yield f"if you draw any other card: you keep {points_text(own)}"
