"""Basic strategy as people read it: sentences, a table, what it costs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from advisor.cards import counted
from advisor.estimate import Estimate
from advisor.players.basic import NO_KNOCK, Basic, BasicError, basic, document
from advisor.players.solved import SOLVED
from advisor.rules import Rules, differences, preset, require
from advisor.tables import Amount, Cell, Table, amount_text

if TYPE_CHECKING:
    from collections.abc import Sequence

COLUMNS: Final = (
    *("players", "first turn", "second turn", "third turn", "later turns"),
    *("more for two cards", "more under a high card", "more if the other took"),
    *("take to make", "adding at least"),
    *("take to add", "last turn: take to make", "last turn: take to add", "pair"),
    "tokens a hand",
)

_TAKE: Final = (
    "Take the top card if it makes that score and adds that much, or adds more still; even if "
    "you could knock."
)
_KNOCK: Final = (
    "Otherwise knock with the score of your turn or more. Ask more if only two of your cards make "
    "it, and more if the top card counts ten or eleven or, between two players, if the other one "
    "has just taken the top card."
)
_DRAW: Final = (
    "Otherwise draw, and keep the highest score; two cards of one rank count as so many points "
    "more. Throw the lowest of equals."
)
_LAST: Final = (
    "After somebody's knock only the score counts: take the top card if that makes enough or "
    "adds enough, else draw."
)
MEANING: Final = (_TAKE, _KNOCK, _DRAW, _LAST)
"""How the columns are read."""


PARTS: Final = ("among", "others", "without")
WORTH: Final = {
    "take": "take only what helps enough",
    "take_first": "take before you knock",
    "pair": "count a pair of one rank",
    "two_cards": "ask more if two cards make it",
    "high_top": "ask more under a high top card",
    "took": "ask more if the other one took a card",
    "rounds": "ask for another score each turn",
}
"""The rules of the chart by their names in the file, in words."""


@dataclass(frozen=True, slots=True)
class Measured:
    """Basic strategy for so many players, and what was measured of it.

    Parameters
    ----------
    players
        How many play.
    chart
        The numbers.
    among
        Tokens a hand that one player of the chart wins among others, by their name.
    others
        Tokens a hand that one player of a rule of thumb wins among solved ones (among players
        of the chart where no table is solved), by his name.
    without
        Tokens a hand that leaving one rule out costs there, by the rule.
    solved
        Whether there was a solved table.
    """

    players: int
    chart: Basic
    among: dict[str, Estimate]
    others: dict[str, Estimate]
    without: dict[str, Estimate]
    solved: bool


def sizes() -> tuple[int, ...]:
    """Numbers of players for which there is a chart."""
    return tuple(sorted(map(int, document()["charts"])))


def measured(players: int) -> Measured:
    """Look up the chart for so many players.

    Raises
    ------
    BasicError
        If there is none.
    """
    if players not in sizes():
        known = f"{min(sizes())} to {max(sizes())}"
        raise BasicError(
            f"there is no chart for {counted(players, 'player')}; there is for {known}"
        )
    found = document()["charts"][str(players)]
    among, others, without = (_estimates(found[part]) for part in PARTS)
    solved = SOLVED in among
    return Measured(players, basic(players), among, others, without, solved=solved)


def _estimates(found: dict[str, Any]) -> dict[str, Estimate]:
    return {name: Estimate(**number) for name, number in found.items()}


def pot_points(tokens: Estimate) -> Estimate:
    """Turn tokens a hand between two players into points of the chance to win the hand.

    Who does not pay wins; half of what both would pay more or less makes the difference.
    """
    return Estimate(50 * tokens.mean, 50 * tokens.se, tokens.trials, tokens.method)


def strategy_table(rules: Rules, players: int | None = None) -> Table:
    """Give the chart as a table, a row for each number of players.

    Parameters
    ----------
    rules
        The rules in force; of ``scat``.
    players
        How many play; None for every number.

    Raises
    ------
    RulesError
        If it is another game.
    BasicError
        If there is no chart for so many players.
    """
    require(rules, game="scat", doing="basic strategy")
    rows = [measured(size) for size in (sizes() if players is None else (players,))]
    return Table(
        title="Basic strategy",
        columns=COLUMNS,
        rows=tuple(map(_row, rows)),
        notes=(*_words(rows), *_costs(rows), *_elsewhere(rules)),
    )


def _words(rows: Sequence[Measured]) -> tuple[str, ...]:
    """Say how the columns are read; for one number of players say the chart itself."""
    return sentences(rows[0].chart) if len(rows) == 1 else MEANING


def _row(found: Measured) -> tuple[Cell, ...]:
    chart = found.chart
    cost = found.among.get(SOLVED)
    return (
        found.players,
        *map(_more, chart.knock),
        _more(chart.two_cards),
        _more(chart.high_top),
        _more(chart.took),
        chart.take_to,
        chart.take_least,
        chart.take_gain,
        chart.last_to,
        chart.last_gain,
        chart.pair,
        "not measured" if cost is None else Amount(cost),
    )


def _more(number: int) -> Cell:
    return "never" if number >= NO_KNOCK else number


def _costs(rows: Sequence[Measured]) -> list[str]:
    """Say what the last column means, and what it means for two."""
    meant = (
        "The last column: tokens that one player of the chart wins a hand among players of the "
        "solved strategy, all seats averaged (below 0 he loses)."
    )
    two = [found for found in rows if found.players == 2 and SOLVED in found.among]
    return [meant, *map(cost_for_two, two)]


def cost_for_two(found: Measured) -> str:
    """Say what the chart costs between two players."""
    points = pot_points(found.among[SOLVED])
    lost = amount_text(Estimate(-points.mean, points.se, points.trials, points.method))
    return (
        f"Between two players it wins {50 + points.mean:.1f} % of the hands against the solved "
        f"strategy: it costs {lost} points of the pot."
    )


def _elsewhere(rules: Rules) -> list[str]:
    """Say by what the rules differ from those for which the chart was found."""
    switches = differences(preset("scat"), rules).items()
    differ = [f"{switch}={value}" for switch, value in switches]
    return [f"Found for the rules scat; these differ: {', '.join(differ)}."] if differ else []


def comparison(found: Measured) -> Table:
    """Compare the chart with rules of thumb: tokens a hand among the same others."""
    rivals = "players of the solved strategy" if found.solved else "players of the chart"
    mine = [("basic", Amount(found.among[SOLVED]))] if found.solved else []
    rows = [*mine, *((name, Amount(tokens)) for name, tokens in found.others.items())]
    return Table(
        title=f"One player among {rivals}, {counted(found.players, 'player')} in all",
        columns=("player", "tokens a hand"),
        rows=tuple(rows),
        notes=(f"Simulated with {counted(found.players, 'seat')} played in turn on each deck.",),
    )


def worth(found: Measured) -> Table:
    """List what each rule of the chart is worth: tokens a hand lost without it."""
    known = {name: words for name, words in WORTH.items() if name in found.without}
    return Table(
        title=f"What each rule is worth to one of {counted(found.players, 'player')}",
        columns=("rule", "tokens a hand"),
        rows=tuple((words, Amount(found.without[name])) for name, words in known.items()),
        notes=("Tokens lost a hand by playing without that rule and else by the chart.",),
    )


def sentences(chart: Basic) -> tuple[str, ...]:
    """Say a chart in words that can be remembered."""
    take = _take(chart.take_to, chart.take_least, chart.take_gain)
    throw = "draw and keep the highest score"
    if chart.pair:
        throw += f", counting two cards of one rank as {_points(chart.pair)} more"
    last = _take(chart.last_to, 1, chart.last_gain)
    return (
        f"Take the top card if it {take}. Do this even if you could knock.",
        f"Otherwise {_knocks(chart)}.",
        f"Otherwise {throw}. Throw the lowest of equals.",
        f"After somebody's knock: take the top card if it {last}; else draw. Keep most points.",
    )


def _conditions(chart: Basic) -> str:
    """Say when he wants more for a knock, and when he never knocks."""
    when = {
        "only two of your cards make it": chart.two_cards,
        "the top card is a ten, a court card or an ace": chart.high_top,
        "the other player has just taken the top card": chart.took,
    }
    more = [f"{number} more if {case}" for case, number in when.items() if 0 < number < NO_KNOCK]
    never = [f"but never if {case}" for case, number in when.items() if number >= NO_KNOCK]
    return "".join(f"; {said}" for said in (*more, *never))


def _take(to: int, least: int, gain: int) -> str:
    adding = "and raises your score" if least == 1 else f"and adds {least} or more"
    return f"makes {to} or more {adding}, or adds {gain} or more"


def _points(number: int) -> str:
    return counted(number, "point")


def _knocks(chart: Basic) -> str:
    """Say from which turn on he knocks with what, and when not."""
    turns = ("first", "second", "third", "fourth")
    if chart.knock[0] >= NO_KNOCK:
        return "do not knock: somebody else will"
    said = [f"knock with {chart.knock[0]} or more"]
    said += [
        f"{'never' if score >= NO_KNOCK else score} from your {turn} turn on"
        for turn, score, before in zip(turns[1:], chart.knock[1:], chart.knock, strict=False)
        if score != before
    ]
    return ", ".join(said) + _conditions(chart)


def markdown(players: int) -> str:
    """Write the chart for so many players on a page: numbered sentences and what they cost."""
    found = measured(players)
    lines = [f"### Basic strategy for {counted(players, 'player')}", ""]
    lines += [f"{place}. {text}" for place, text in enumerate(sentences(found.chart), start=1)]
    return "\n".join(lines) + "\n"
