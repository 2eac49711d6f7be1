"""One door from what a person types to a position, for the command line and the page alike.

Every field is read on its own and every problem is named with its field, so that a page can
show each beside the field and a terminal can show them in one line.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

from advisor.cards import Card, CardError, name, parse_cards, parse_hand, quoted
from advisor.position import (
    OUT,
    Log,
    LogError,
    Position,
    PositionError,
    Problem,
    ask,
    parse_log,
    parse_tokens,
    problems,
)
from advisor.rules import Rules, parse_rules, parse_settings, with_switches

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from advisor.referee.history import Event

_FOLLOW: Final = {"tokens": ("players", "seat", "dealer", "turn", "knocked_by", "held")}
"""Fields that cannot be judged while another one is unreadable."""

MAX_FILE: Final = 400_000
"""Bytes of a file that are read."""

_SCORE: Final = re.compile(r"([0-9]{1,2})(\.0|\.5|½)?")


class QuestionError(ValueError):
    """A question that cannot be understood; one clear sentence."""


def rules_from(preset: str, settings: Sequence[str] = ()) -> Rules:
    """Read the rules from a preset and switches.

    Parameters
    ----------
    preset
        Name of a preset, or what :attr:`Rules.name` prints.
    settings
        Texts such as ``"pack=32"``, which change the preset.

    Raises
    ------
    RulesError
        If a preset, switch or value does not exist, or a switch is set twice.
    """
    return with_switches(parse_rules(preset), parse_settings(list(settings)))


def ask_text(
    *,
    rules: Rules,
    hand: str,
    top: str = "",
    seen: str = "",
    pile: str | None = None,
    widow: str = "",
    held: Mapping[int, str] | None = None,
    players: int | None = None,
    tokens: str | None = None,
    seat: int | None = None,
    dealer: int | None = None,
    turn: int | None = None,
    knocked_by: int | None = None,
    exchanged: bool = False,
    log: str = "",
) -> Position:
    """Build a position from texts; see :func:`advisor.position.ask` for what may be left out.

    Parameters
    ----------
    rules
        The rules in force.
    hand, top, widow
        Cards, in any way of writing them.
    seen
        Discards that were seen, in any order, the top card not among them.
    pile
        Instead of `seen`: the whole pile below the top card, from the bottom up.
    held
        Seat to the cards known in that player's hand.
    tokens
        Tokens of every seat, such as ``4,4,x,1``.
    players, seat, dealer, turn, knocked_by, exchanged
        As in :func:`~advisor.position.ask`.
    log
        All turns of the hand that everybody saw, such as ``4h>d9c.t7d``.

    Returns
    -------
    Position
        A position that can exist.

    Raises
    ------
    PositionError
        With every problem and its field. Problems of `seen` and `pile` name the field
        ``discards``.
    """
    read = _Reader(rules.pack)
    if seen and pile is not None:
        read.problems.append(Problem("discards", "seen and pile are both given; give one of them"))
    try:
        position = ask(
            read.cards("hand", hand),
            rules=rules,
            top=read.top(top),
            discards=read.cards("seen", seen) if pile is None else read.cards("pile", pile),
            ordered=pile is not None,
            widow=read.cards("widow", widow),
            held=read.held(held or {}),
            players=players,
            tokens=read.tokens(tokens),
            seat=seat,
            dealer=dealer,
            turn=turn,
            knocked_by=knocked_by,
            exchanged=exchanged,
            log=read.log(log),
        )
    except PositionError as error:
        raise PositionError([*read.problems, *read.not_following(error.problems)]) from None
    if read.problems:
        raise PositionError(read.problems)
    return position


def split_held(texts: Sequence[str]) -> dict[int, str]:
    """Split ``SEAT:CARDS`` texts, such as ``1:KcQc``, into seats and cards.

    Raises
    ------
    PositionError
        If a text is not a seat, a colon and cards, or a seat stands twice.
    """
    held: dict[int, str] = {}
    for text in texts:
        seat, colon, cards = text.partition(":")
        if not (colon and seat.isascii() and seat.isdigit() and len(seat) <= 3):
            msg = f"held: {quoted(text)} is not a seat and its cards; expected such as 1:KcQc"
            raise PositionError([Problem("held", msg)])
        if int(seat) in held:
            msg = f"held names seat {int(seat)} twice; give all its cards at once"
            raise PositionError([Problem("held", msg)])
        held[int(seat)] = cards
    return held


def tokens_in_play(text: str, *, rules: Rules, dealer: int | None = None) -> tuple[int, ...]:
    """Read the tokens of every seat where no hand is asked about.

    Parameters
    ----------
    text
        Such as ``4,2,x,1``.
    rules
        Limit how many can play.
    dealer
        Seat of the dealer, if said.

    Raises
    ------
    PositionError
        If the text is not a list of tokens, more seats are in than can play, or there is no
        such dealer.
    """
    tokens = parse_tokens(text)
    table = Position(hand=(), tokens=tokens, rules=rules, dealer=dealer or 0)
    # A match that one player has already won is a fair question here.
    many = sum(left != OUT for left in tokens) > 1
    asked = ("dealer", "players") if many else ("dealer",)
    if found := [problem for problem in problems(table) if problem.field in asked]:
        raise PositionError(found)
    return tokens


def parse_target(text: str) -> int:
    """Read a score such as ``31``, ``30.5`` or ``30½``, in half points.

    Raises
    ------
    QuestionError
        If the text is not a whole or half number.
    """
    if (score := _SCORE.fullmatch(text.strip())) is None or not text.isprintable():
        raise QuestionError(
            f"the target {quoted(text)} is not a score; expected such as 31 or 30.5"
        )
    return 2 * int(score[1]) + (score[2] in (".5", "½"))


class _Reader:
    """Reads texts, gathering every problem instead of stopping."""

    def __init__(self, pack: int) -> None:
        self._pack = pack
        self.problems: list[Problem] = []

    def cards(self, label: str, text: str) -> tuple[Card, ...]:
        try:
            return parse_cards(text, pack=self._pack)
        except CardError as error:
            where = "discards" if label in ("seen", "pile") else label
            self.problems.append(Problem(where, f"{label}: {error}"))
            return ()

    def top(self, text: str) -> Card | None:
        if not text.strip():
            return None
        try:
            (card,) = parse_hand(text, pack=self._pack, size=1, what="the top of the pile")
        except CardError as error:
            self.problems.append(Problem("top", f"top: {error}"))
            return None
        return card

    def held(self, texts: Mapping[int, str]) -> dict[int, tuple[Card, ...]]:
        found: dict[int, tuple[Card, ...]] = {}
        for seat, text in texts.items():
            try:
                found[seat] = parse_cards(text, pack=self._pack)
            except CardError as error:
                self.problems.append(Problem("held", f"held by seat {seat}: {error}"))
        return found

    def log(self, text: str) -> Log | None:
        try:
            return parse_log(text, self._pack) if text else None
        except LogError as error:
            self.problems.append(Problem("log", str(error)))
            return None

    def tokens(self, text: str | None) -> tuple[int, ...] | None:
        try:
            return None if text is None else parse_tokens(text)
        except PositionError as error:
            self.problems += error.problems
            return None

    def not_following(self, others: Sequence[Problem]) -> list[Problem]:
        """Leave out what is only wrong because a field could not be read."""
        unread = {problem.field for problem in self.problems}
        unread.update(*(_FOLLOW.get(field, ()) for field in unread))
        return [problem for problem in others if problem.field not in unread]


def read_text(path: str) -> str:
    """Read a text file of bounded size.

    Raises
    ------
    QuestionError
        If there is no such file, it is too large, or it is not text.
    """
    shown = quoted(path)
    try:
        with Path(path).open("rb") as file:
            content = file.read(MAX_FILE + 1)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "it is not a path"
        raise QuestionError(f"{shown} cannot be read: {why.lower()}") from error
    if len(content) > MAX_FILE:
        raise QuestionError(f"{shown} has more than {MAX_FILE} bytes; a history is shorter")
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        raise QuestionError(f"{shown} is not a text in UTF-8; expected a history") from error


def write_text(path: str, text: str) -> None:
    """Write a text file.

    Raises
    ------
    QuestionError
        If it cannot be written.
    """
    try:
        Path(path).write_text(text, encoding="utf-8")
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "it is not a path"
        raise QuestionError(f"{quoted(path)} cannot be written: {why.lower()}") from error


def position_from_history(text: str) -> Position:
    """Give what the seat sees that must act at the end of a history; see :func:`from_history`."""
    return from_history(text)[0]


def from_history(text: str) -> tuple[Position, tuple[Event, ...]]:
    """Give what the seat sees that must act at the end of a history, and what came before.

    Returns
    -------
    tuple
        The position, and all that happened in this hand.

    Raises
    ------
    HistoryError
        If the text is not a history, or nobody is to act.
    QuestionError
        If he has drawn already and only has to throw.
    """
    from advisor.referee.history import parse_history  # noqa: PLC0415
    from advisor.referee.replay import question  # noqa: PLC0415

    history = parse_history(text)
    position, drawn = question(history)
    if drawn is not None:
        raise QuestionError(
            f"seat {position.seat} has drawn {name(drawn)} and must throw; "
            "advice is for the start of a turn, so end the history before the draw"
        )
    return position, tuple(history.hands[-1].events)
