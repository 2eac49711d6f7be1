"""A game as text, one line for each event, that people can read and type.

::

    rules scat
    tokens 4 4 4          one number for each seat, x for a seat that is out
    dealer 2
    deal 0 Jc Tc Ad       ? for a card that was not seen; no line means ? ? ?
    deal 1 ? ? ?
    top 4h                in widow: widow Ad Kd 9d
    0 draw ? throw 2c     the last line of all may be 0 draw Qh, before the throw
    1 take 2c throw Ad
    2 knock
    reshuffle             the stock has run out; all discards but the top one are mixed
    0 swap Qd for Ad      widow
    1 pass                widow; in scat standing pat
    widow 7c 8c 9c        a fresh widow
    2 show Ah Kh Qh       31, or any hand after the showdown
    result pays 1         pays 0:2 3 is two tokens from seat 0; pays nobody; pot 0 2

A file is one hand or more; the next one begins with its own ``tokens``, ``dealer`` or
``deal`` line. Empty lines and lines that start with ``#`` are skipped. Reading checks the
form; :mod:`advisor.referee.replay` checks the game.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, TypeAlias

from advisor.cards import Card, CardError, name, parse_cards
from advisor.position import OUT, PositionError, parse_tokens
from advisor.rules import Rules, RulesError, parse_rules

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

MAX_TEXT: Final = 200_000
MAX_LINES: Final = 5_000
MAX_SEATS: Final = 16

Known: TypeAlias = Card | None
"""A card, or None for one that was not seen."""


class HistoryError(ValueError):
    """A text that is not a game; the message names the line and what would be right."""

    def __init__(self, line: int, text: str) -> None:
        self.line = line
        self.text = text
        super().__init__(f"line {line}: {text}")


@dataclass(frozen=True, slots=True)
class Event:
    """One line of a hand after the deal.

    Parameters
    ----------
    kind
        ``draw``, ``take``, ``knock``, ``pass``, ``swap``, ``show``, ``reshuffle`` or
        ``widow`` (a fresh one).
    seat
        Who did it; None where nobody did.
    gets
        Cards drawn, taken, picked up from the widow, shown, or laid out.
    gives
        Cards thrown, or laid into the widow.
    line
        Where it stands in the text, from 1; 0 if it was not read.
    """

    kind: str
    seat: int | None = None
    gets: tuple[Known, ...] = ()
    gives: tuple[Card, ...] = ()
    line: int = field(default=0, compare=False)

    def __str__(self) -> str:
        gets, gives = known_text(self.gets), known_text(self.gives)
        words = {
            "draw": f"draw {gets} throw {gives}" if gives else f"draw {gets}",
            "take": f"take {gets} throw {gives}",
            "swap": f"swap {gives} for {gets}",
            "show": f"show {gets}",
            "widow": f"widow {gets}",
        }
        text = words.get(self.kind, self.kind)
        return text if self.seat is None else f"{self.seat} {text}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The ``result`` line: who pays how many tokens, or who shares the pot; seats ascending."""

    paid: tuple[tuple[int, int], ...] = ()
    pot: tuple[int, ...] = ()
    line: int = field(default=0, compare=False)

    def __str__(self) -> str:
        if self.pot:
            return f"result pot {' '.join(map(str, self.pot))}"
        pays = [f"{seat}:{n}" if n > 1 else str(seat) for seat, n in self.paid]
        return f"result pays {' '.join(pays) or 'nobody'}"


@dataclass(frozen=True, slots=True)
class Hand:
    """One hand as it was written down.

    Parameters
    ----------
    rules
        The rules in force.
    tokens
        Tokens of every seat at the deal; ``OUT`` (-1) for a seat that is out.
    dealer
        Seat of the dealer.
    dealt
        Cards of every seat at the deal, known ones ascending, then None; empty if out.
    laid
        The top card (scat) or the widow, ascending.
    events
        What happened, in order.
    outcome
        How it ended; None if the text does not say.
    line
        Line of its first word, from 1; 0 if it was not read.
    """

    rules: Rules
    tokens: tuple[int, ...]
    dealer: int
    dealt: tuple[tuple[Known, ...], ...]
    laid: tuple[Card, ...]
    events: tuple[Event, ...] = ()
    outcome: Outcome | None = None
    line: int = field(default=0, compare=False)

    def lines(self) -> list[str]:
        """List the lines of the text, without the ``rules`` line."""
        tokens = " ".join("x" if left == OUT else str(left) for left in self.tokens)
        deals = [
            f"deal {seat} {known_text(cards)}" for seat, cards in enumerate(self.dealt) if cards
        ]
        laid = "top" if self.rules.game == "scat" else "widow"
        end = [] if self.outcome is None else [str(self.outcome)]
        events = [str(event) for event in self.events]
        return [
            f"tokens {tokens}",
            f"dealer {self.dealer}",
            *deals,
            f"{laid} {known_text(self.laid)}",
            *events,
            *end,
        ]


@dataclass(frozen=True, slots=True)
class History:
    """One hand or more, under the same rules. ``str()`` gives the text back."""

    rules: Rules
    hands: tuple[Hand, ...]

    def __str__(self) -> str:
        hands = ["\n".join(hand.lines()) for hand in self.hands]
        return f"rules {self.rules.name}\n" + "\n\n".join(hands) + "\n"


def known_text(cards: Sequence[Known]) -> str:
    """Write some cards, ``?`` for those that were not seen."""
    return " ".join("?" if card is None else name(card) for card in cards)


def parse_history(text: str) -> History:
    """Read a game.

    Parameters
    ----------
    text
        Lines as in the head of this module, at most 200,000 characters and 5,000 lines.
        Cards may be written in any way that :func:`~advisor.cards.parse_cards` reads.

    Raises
    ------
    HistoryError
        If a line has not the right form; the message names it and what would be right.
    """
    if len(text) > MAX_TEXT:
        raise HistoryError(1, f"the text has {len(text)} characters; at most {MAX_TEXT} are read")
    lines = text.splitlines()
    if len(lines) > MAX_LINES:
        raise HistoryError(
            MAX_LINES + 1, f"there are {len(lines)} lines; at most {MAX_LINES} are read"
        )
    reader = _Reader()
    for number, line in enumerate(lines, start=1):
        stripped = line.strip()
        if stripped and not stripped.startswith("#"):
            reader.read(number, stripped)
    return reader.history(len(lines))


def parse_move(text: str, seat: int, rules: Rules) -> Event:
    """Read what one seat does, without its number: ``take 4h throw Ad``.

    Raises
    ------
    HistoryError
        If it has not the right form.
    """
    reader = _Reader()
    reader.rules = rules
    try:
        return reader.move(1, seat, text.strip())
    except CardError as error:
        raise HistoryError(1, str(error)) from error


@dataclass(slots=True)
class _Draft:
    """A hand that is being read."""

    line: int
    tokens: tuple[int, ...] | None = None
    dealer: int | None = None
    dealt: dict[int, tuple[Known, ...]] = field(default_factory=dict)
    laid: tuple[Card, ...] | None = None
    events: list[Event] = field(default_factory=list)
    outcome: Outcome | None = None

    @property
    def begun(self) -> bool:
        """Whether a line after the deal has been read."""
        return bool(self.events) or self.outcome is not None


class _Reader:
    """Reads line after line into hands."""

    _VERBS: Final = "draw, take, knock, pass, swap or show"

    def __init__(self) -> None:
        self.rules: Rules | None = None
        self.hands: list[Hand] = []
        self.draft: _Draft | None = None
        self._openers: dict[str, Callable[[int, str], None]] = {
            "tokens": self._tokens,
            "dealer": self._dealer,
            "deal": self._deal,
        }

    def read(self, line: int, text: str) -> None:
        """Read one line."""
        word, _, rest = text.partition(" ")
        word, rest = word.lower(), rest.strip()
        try:
            if word == "rules":
                self._rules(line, rest)
            elif word in self._openers:
                self._open(line)
                self._openers[word](line, rest)
            elif word in ("top", "widow") and (self.draft is None or self.draft.laid is None):
                self._laid(line, word, rest)
            else:
                self._event(line, word, rest)
        except (CardError, RulesError, PositionError) as error:
            raise HistoryError(line, str(error)) from error

    def history(self, last_line: int) -> History:
        """Give the whole, when all lines are read."""
        self._close(last_line)
        if self.rules is None or not self.hands:
            raise HistoryError(
                max(last_line, 1), "there is no hand; expected lines such as rules scat"
            )
        for hand in self.hands[:-1]:
            self._no_open_draw(hand)
        return History(self.rules, tuple(self.hands))

    def _rules(self, line: int, rest: str) -> None:
        if self.rules is not None or self.draft is not None:
            raise HistoryError(line, "the rules stand once, in the first line")
        self.rules = parse_rules(rest)

    def _open(self, line: int) -> None:
        """Begin a hand if none is being read or the last one has begun to be played."""
        if self.draft is not None and self.draft.begun:
            self._close(line - 1)
        if self.draft is None:
            self.draft = _Draft(line)

    def _tokens(self, line: int, rest: str) -> None:
        draft = self._draft(line)
        if draft.tokens is not None:
            raise HistoryError(line, "the tokens of this hand stand twice")
        draft.tokens = parse_tokens(",".join(rest.replace(",", " ").split()))
        if len(draft.tokens) > MAX_SEATS:
            raise HistoryError(
                line, f"there are {len(draft.tokens)} seats; at most {MAX_SEATS} can play"
            )

    def _dealer(self, line: int, rest: str) -> None:
        draft = self._draft(line)
        if draft.dealer is not None:
            raise HistoryError(line, "the dealer of this hand stands twice")
        draft.dealer = _seat(line, rest)

    def _deal(self, line: int, rest: str) -> None:
        draft = self._draft(line)
        word, _, cards = rest.partition(" ")
        seat = _seat(line, word)
        if seat in draft.dealt:
            raise HistoryError(line, f"the cards of seat {seat} stand twice")
        found = self._cards(line, cards, unknown=True)
        if len(found) != 3:
            raise HistoryError(
                line, f"a seat is dealt 3 cards, ? for those not seen; this has {len(found)}"
            )
        draft.dealt[seat] = _ascending(found)

    def _laid(self, line: int, word: str, rest: str) -> None:
        draft, game = self._draft(line), self._known_rules(line).game
        expected, count = ("top", 1) if game == "scat" else ("widow", 3)
        cards = self._seen(line, rest)
        if word != expected or len(cards) != count:
            raise HistoryError(
                line, f"{game} has a line {expected} with {count} card{'s'[: count - 1]} here"
            )
        draft.laid = tuple(sorted(cards))

    def _event(self, line: int, word: str, rest: str) -> None:
        draft = self._draft(line)
        if draft.outcome is not None:
            raise HistoryError(
                line, "after the result comes the next hand, which begins with its tokens"
            )
        if draft.laid is None:
            missing = "top card" if self._known_rules(line).game == "scat" else "widow"
            raise HistoryError(line, f"the {missing} must stand before the first move")
        if word == "result":
            draft.outcome = _outcome(line, rest)
        elif word == "reshuffle" and not rest:
            draft.events.append(Event("reshuffle", line=line))
        elif word == "widow" and self._known_rules(line).game == "widow":
            draft.events.append(Event("widow", gets=self._three(line, rest), line=line))
        elif word.isascii() and word.isdigit():
            draft.events.append(self.move(line, _seat(line, word), rest))
        else:
            raise HistoryError(
                line, f"{word!r} begins no line; a move begins with the number of a seat"
            )

    def move(self, line: int, seat: int, rest: str) -> Event:
        """Read what comes after the number of a seat."""
        verb, _, said = rest.partition(" ")
        verb = verb.lower()
        if verb in ("knock", "pass") and not said:
            return Event(verb, seat, line=line)
        if verb == "show":
            return Event(verb, seat, self._three(line, said), line=line)
        if verb == "swap":
            gave, got = self._halves(line, said, "for", "swap Qd for Ad")
            give, get = self._seen(line, gave), self._seen(line, got)
            return Event(verb, seat, tuple(sorted(get)), tuple(sorted(give)), line)
        if verb in ("draw", "take"):
            return self._draw_or_take(line, seat, verb, said)
        raise HistoryError(line, f"seat {seat} cannot {rest!r}; expected {self._VERBS}")

    def _draw_or_take(self, line: int, seat: int, verb: str, said: str) -> Event:
        if verb == "draw" and not re.search(r"\bthrow\b", said, re.IGNORECASE):
            got, gave = said, ""
        else:
            got, gave = self._halves(line, said, "throw", f"{verb} 4h throw 2c")
        gives = self._seen(line, gave)
        gets = self._cards(line, got, unknown=verb == "draw")
        if len(gets) != 1 or len(gives) > 1:
            raise HistoryError(line, f"one card is got and one thrown; expected {verb} 4h throw 2c")
        return Event(verb, seat, gets, gives, line)

    def _halves(self, line: int, said: str, word: str, example: str) -> tuple[str, str]:
        halves = re.split(rf"\b{word}\b", said, flags=re.IGNORECASE)
        if len(halves) != 2 or not halves[1].strip():
            raise HistoryError(line, f"{said!r} is not complete; expected {example}")
        return halves[0], halves[1]

    def _three(self, line: int, text: str) -> tuple[Card, ...]:
        cards = self._seen(line, text)
        if len(cards) != 3:
            raise HistoryError(line, f"expected 3 cards; this has {len(cards)}")
        return tuple(sorted(cards))

    def _seen(self, line: int, text: str) -> tuple[Card, ...]:
        if "?" in text:
            raise HistoryError(line, "this card was open for all to see; ? cannot stand for it")
        return parse_cards(text, pack=self._known_rules(line).pack)

    def _cards(self, line: int, text: str, *, unknown: bool) -> tuple[Known, ...]:
        hidden = text.count("?") if unknown else 0
        seen = self._seen(line, text.replace("?", " ") if unknown else text)
        return (*seen, *(None,) * hidden)

    def _known_rules(self, line: int) -> Rules:
        if self.rules is None:
            raise HistoryError(line, "the first line must be the rules, such as rules scat")
        return self.rules

    def _draft(self, line: int) -> _Draft:
        self._known_rules(line)
        if self.draft is None:
            raise HistoryError(line, "no hand has begun; expected tokens, dealer or deal")
        return self.draft

    def _close(self, line: int) -> None:
        """Turn the draft into a hand, filling in what need not be said."""
        if self.draft is None:
            return
        draft, rules = self.draft, self._known_rules(line)
        seats = len(draft.tokens) if draft.tokens is not None else max(draft.dealt, default=-1) + 1
        tokens = draft.tokens or (rules.tokens,) * seats
        if draft.laid is None:
            missing = "top card" if rules.game == "scat" else "widow"
            raise HistoryError(line, f"the hand ends before the {missing}")
        for seat in (*draft.dealt, draft.dealer or 0):
            if seat >= seats or tokens[seat] == OUT:
                raise HistoryError(draft.line, f"seat {seat} is not in this hand")
        dealt = tuple(
            () if tokens[seat] == OUT else draft.dealt.get(seat, (None,) * 3)
            for seat in range(seats)
        )
        hand = Hand(
            rules=rules,
            tokens=tokens,
            dealer=seats - 1 if draft.dealer is None else draft.dealer,
            dealt=dealt,
            laid=draft.laid,
            events=tuple(draft.events),
            outcome=draft.outcome,
            line=draft.line,
        )
        self._no_open_draw(replace(hand, events=hand.events[:-1]))
        self.hands.append(hand)
        self.draft = None

    @staticmethod
    def _no_open_draw(hand: Hand) -> None:
        for event in hand.events:
            if event.kind == "draw" and not event.gives:
                raise HistoryError(
                    event.line, f"the card thrown is missing; expected {event} throw 2c"
                )


def _ascending(cards: Sequence[Known]) -> tuple[Known, ...]:
    seen = sorted(card for card in cards if card is not None)
    return (*seen, *(None,) * (len(cards) - len(seen)))


def _seat(line: int, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 2 and int(text) < MAX_SEATS):
        raise HistoryError(line, f"{text!r} is not a seat; seats are numbered from 0")
    return int(text)


def _outcome(line: int, rest: str) -> Outcome:
    what, *entries = rest.lower().split() or [""]
    expected = "expected result pays 1, pays 0:2 3, pays nobody, or pot 0"
    if what == "pot" and entries:
        seats = [_seat(line, entry) for entry in entries]
        if len(set(seats)) == len(seats):
            return Outcome(pot=tuple(sorted(seats)), line=line)
    if what == "pays" and entries:
        if entries == ["nobody"]:
            return Outcome(line=line)
        paid = dict(_payment(line, entry) for entry in entries)
        if len(paid) == len(entries):
            return Outcome(paid=tuple(sorted(paid.items())), line=line)
    raise HistoryError(line, f"{rest!r} is not a result; {expected}")


def _payment(line: int, entry: str) -> tuple[int, int]:
    seat, colon, tokens = entry.partition(":")
    if colon and tokens not in ("1", "2"):
        raise HistoryError(line, f"{entry!r}: a seat pays 1 or 2 tokens in a hand")
    return _seat(line, seat), int(tokens or "1")
