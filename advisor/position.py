"""What one player can see when it is his turn, and a one-line notation for it.

A :class:`Position` never holds the order of the stock nor a card that the player has not
seen, so nothing that works from it can peek. :func:`problems` names every reason why a
position is impossible, all at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from advisor.cards import Card, CardError, duplicates, first_card, name, names, pack_words, parse_cards
from advisor.rules import PRESETS, Rules, RulesError, parse_rules

OUT: Final = -1
"""Tokens of a seat that is out of the match."""

DEFAULT_PLAYERS: Final = 4
MAX_NOTATION: Final = 1000
MAX_TURN: Final = 1000
SEED_RULES: Final = PRESETS["scat"]


@dataclass(frozen=True, slots=True)
class Problem:
    """One reason why a question cannot be answered.

    Parameters
    ----------
    field
        The field that is wrong: ``hand``, ``top``, ``discards``, ``widow``, ``held``,
        ``players``, ``tokens``, ``seat``, ``dealer``, ``turn``, ``knocked_by``, ``exchanged``
        or ``position``.
    text
        One sentence: what is wrong and what would be right.
    """

    field: str
    text: str


class PositionError(ValueError):
    """A position that cannot exist; the message names every reason in one line."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(problem.text for problem in problems))


@dataclass(frozen=True, slots=True)
class Position:
    """One seat's view at the start of its turn.

    Parameters
    ----------
    hand
        Own three cards, ascending.
    tokens
        Tokens of every seat; :data:`OUT` for a seat that is out. Its length is the number
        of players.
    rules
        The rules in force.
    top
        Top card of the discard pile (scat).
    discards
        Other discards that were seen. If `ordered`, the whole pile below the top card from
        the bottom up; otherwise in ascending order.
    ordered
        Whether `discards` is the whole pile in order.
    widow
        The three open cards (widow), ascending.
    held
        For every seat the cards known to be in that player's hand, ascending; empty for the
        own seat.
    seat
        Own seat, from 0.
    dealer
        Seat of the dealer; the first turn is the next player's on the left.
    turn
        Turns taken in this hand by all players, a knock included.
    knocked_by
        Seat that has knocked, if any.
    exchanged
        Whether anybody has swapped a card with the widow in this hand (widow).
    """

    hand: tuple[Card, ...]
    tokens: tuple[int, ...]
    rules: Rules = SEED_RULES
    top: Card | None = None
    discards: tuple[Card, ...] = ()
    ordered: bool = False
    widow: tuple[Card, ...] = ()
    held: tuple[tuple[Card, ...], ...] = field(default=())
    seat: int = 0
    dealer: int = 0
    turn: int = 0
    knocked_by: int | None = None
    exchanged: bool = False

    @property
    def players(self) -> int:
        """Number of seats, those that are out included."""
        return len(self.tokens)

    @property
    def order(self) -> tuple[int, ...]:
        """Seats still in, in the order of their turns."""
        return turn_order(self.tokens, self.dealer)

    @property
    def known(self) -> frozenset[Card]:
        """All cards whose place is known."""
        top = () if self.top is None else (self.top,)
        others = (card for cards in self.held for card in cards)
        return frozenset((*self.hand, *top, *self.discards, *self.widow, *others))

    @property
    def unseen(self) -> tuple[Card, ...]:
        """Cards of the pack whose place is not known, ascending."""
        known = self.known
        return tuple(card for card in range(first_card(self.rules.pack), 52) if card not in known)

    @property
    def stock_size(self) -> int:
        """Cards in the stock, if no discards were made but those that were seen (scat)."""
        return self.rules.pack - 3 * len(self.order) - len(self.discards) - 1

    def __str__(self) -> str:
        return notation(self)


def turn_order(tokens: Sequence[int], dealer: int) -> tuple[int, ...]:
    """Seats that are still in, from the first one left of the dealer."""
    seats = len(tokens)
    around = ((dealer + step) % seats for step in range(1, seats + 1))
    return tuple(seat for seat in around if tokens[seat] != OUT)


def ask(
    hand: Iterable[Card],
    *,
    rules: Rules = SEED_RULES,
    top: Card | None = None,
    discards: Iterable[Card] = (),
    ordered: bool = False,
    widow: Iterable[Card] = (),
    held: Mapping[int, Iterable[Card]] | None = None,
    players: int | None = None,
    tokens: Sequence[int] | None = None,
    seat: int | None = None,
    dealer: int | None = None,
    turn: int | None = None,
    knocked_by: int | None = None,
    exchanged: bool = False,
) -> Position:
    """Build a position from what a person says, filling in what follows from the rest.

    What is not said: as many players as there are tokens, else 4; all tokens of the rules;
    the last seat deals, so that seat 0 is first; the seat whose turn it is after `turn` turns
    (or after a knock, the seat left of the knocker); the fewest turns that fit.

    Parameters
    ----------
    hand, rules, top, discards, ordered, widow, exchanged
        As in :class:`Position`, cards in any order.
    held
        Seat to the cards known in that player's hand.
    players, tokens, seat, dealer, turn, knocked_by
        As in :class:`Position`; None where not said.

    Returns
    -------
    Position
        A position that can exist.

    Raises
    ------
    PositionError
        With every reason why there is no such position.
    """
    count, seated = _seats(players, tokens, rules)
    dealer = count - 1 if dealer is None else dealer
    order = turn_order(seated, dealer)
    if seat is None:
        seat = _seat_to_act(order, turn, knocked_by)
    pile = tuple(discards)
    if turn is None:
        turn = fewest_turns(order, seat, knocked_by, len(pile))
    known = held or {}
    position = Position(
        hand=tuple(sorted(hand)),
        tokens=seated,
        rules=rules,
        top=top,
        discards=pile if ordered else tuple(sorted(pile)),
        ordered=ordered,
        widow=tuple(sorted(widow)),
        held=tuple(tuple(sorted(known.get(other, ()))) for other in range(count)),
        seat=seat,
        dealer=dealer,
        turn=turn,
        knocked_by=knocked_by,
        exchanged=exchanged,
    )
    strangers = [
        Problem("held", f"cards are held by seat {other}, but the seats are 0 to {count - 1}")
        for other in known
        if not 0 <= other < count
    ]
    if found := [*strangers, *problems(position)]:
        raise PositionError(found)
    return position


def problems(position: Position) -> list[Problem]:
    """Every reason why a position cannot exist; empty if it can."""
    table = _table_problems(position)
    found = [*_card_problems(position), *_game_problems(position), *table]
    if not table:
        found += _turn_problems(position)
        if not found and position.rules.game == "scat" and position.stock_size < 1:
            found.append(
                Problem(
                    "discards",
                    f"{len(position.order)} hands, the top card and {len(position.discards)} other "
                    f"discards leave no stock in a pack of {position.rules.pack}",
                )
            )
    return found


def notation(position: Position) -> str:
    """One line that :func:`parse_position` reads back as the same position."""
    discards = "pile" if position.ordered else "seen"
    held = "/".join(
        f"{seat}.{names(cards, '')}" for seat, cards in enumerate(position.held) if cards
    )
    tokens = ".".join("x" if left == OUT else str(left) for left in position.tokens)
    parts = {
        "hand": names(position.hand, ""),
        "top": "" if position.top is None else name(position.top),
        discards: names(position.discards, ""),
        "widow": names(position.widow, ""),
        "held": held,
        "tokens": tokens,
        "seat": str(position.seat),
        "dealer": str(position.dealer),
        "turn": str(position.turn),
        "knocked": "" if position.knocked_by is None else str(position.knocked_by),
        "exchanged": "yes" if position.exchanged else "",
    }
    # An empty ordered pile still says that nothing lies below the top card.
    return " ".join(
        [position.rules.name]
        + [f"{key}:{text}" for key, text in parts.items() if text or key == "pile"]
    )


def parse_position(text: str) -> Position:
    """Read the one-line notation.

    Parameters
    ----------
    text
        Rules, then ``key:value`` fields in any order, such as
        ``scat hand:JcTcAd top:4h seen:2s9d tokens:4.4.2.1 seat:2 dealer:3 turn:6``. Fields
        that are not there are filled in as in :func:`ask`; ``players:4`` may stand for
        ``tokens``.

    Raises
    ------
    PositionError
        If the text is not a position or the position cannot exist.
    """
    if len(text) > MAX_NOTATION:
        msg = f"the position has {len(text)} characters; a position has at most {MAX_NOTATION}"
        raise PositionError([Problem("position", msg)])
    try:
        rules_text, *parts = text.split() or [""]
        rules = parse_rules(rules_text)
    except RulesError as error:
        raise PositionError([Problem("position", str(error))]) from error
    fields = _split_fields(parts)
    reader = _FieldReader(fields, rules.pack)
    values = {key: reader.read(key) for key in fields}
    if reader.found:
        raise PositionError(reader.found)
    names_of = {"knocked": "knocked_by", "seen": "discards", "pile": "discards"}
    return ask(
        values.pop("hand", ()),  # type: ignore[arg-type]  # each reader returns its field's type
        rules=rules,
        ordered="pile" in fields,
        **{names_of.get(key, key): value for key, value in values.items()},  # type: ignore[arg-type]
    )


def parse_tokens(text: str) -> tuple[int, ...]:
    """Read tokens seat by seat, such as ``4,4,2,1``; ``x`` or ``-`` is a seat that is out.

    Raises
    ------
    PositionError
        If an entry is neither a whole number nor ``x``.
    """
    tokens = []
    for entry in text.replace(".", ",").split(","):
        entry = entry.strip().lower()
        if entry in ("x", "-", "out"):
            tokens.append(OUT)
        elif entry.isascii() and entry.isdigit() and len(entry) <= 3:
            tokens.append(int(entry))
        else:
            msg = f"{entry!r} is not a number of tokens; expected whole numbers such as 4,4,2,1"
            raise PositionError([Problem("tokens", msg)])
    return tuple(tokens)


def fewest_turns(order: Sequence[int], seat: int, knocked_by: int | None, discards: int) -> int:
    """Fewest turns after which it is `seat`'s turn, given a knock and discards that were made."""
    players = len(order)
    if seat not in order or (knocked_by is not None and knocked_by not in order):
        return 0
    place = order.index(seat)
    least = discards
    if knocked_by is not None:
        knock = order.index(knocked_by)
        least = max(knock + (place - knock) % players, discards + 1)
    return least + (place - least) % players


def _seats(
    players: int | None, tokens: Sequence[int] | None, rules: Rules
) -> tuple[int, tuple[int, ...]]:
    """Number of seats and the tokens of each, from whichever of the two was said."""
    if tokens is None:
        count = DEFAULT_PLAYERS if players is None else players
        if not 2 <= count <= rules.max_players:
            raise PositionError([Problem("players", _players_text(count, rules))])
        return count, (rules.tokens,) * count
    if players is not None and players != len(tokens):
        msg = f"{len(tokens)} numbers of tokens for {players} players; give one for each player"
        raise PositionError([Problem("tokens", msg)])
    # Without the free ride a player who has no token left is out.
    gone = 0 if rules.free_ride else 1
    seated = tuple(OUT if 0 <= left < gone else left for left in tokens)
    return len(seated), seated


def _players_text(count: int, rules: Rules) -> str:
    if count <= rules.max_players:
        return f"{count} players; a hand needs at least 2"
    if rules.game == "widow" and rules.max_players == 7:
        return f"{count} players; widow is for 2 to 7"
    return (
        f"{count} players; with {rules.pack} cards at most {rules.max_players} can play, "
        "or no stock is left"
    )


def _seat_to_act(order: Sequence[int], turn: int | None, knocked_by: int | None) -> int:
    if not order:
        return 0
    if turn is not None:
        return order[turn % len(order)]
    if knocked_by in order:
        return order[(order.index(knocked_by) + 1) % len(order)]
    return order[0]


def _card_problems(position: Position) -> list[Problem]:
    rules = position.rules
    groups: list[tuple[str, str, Sequence[Card]]] = [
        ("hand", "the hand", position.hand),
        ("top", "the top card", () if position.top is None else (position.top,)),
        ("discards", "the discards", position.discards),
        ("widow", "the widow", position.widow),
    ]
    groups += [
        ("held", f"the hand of seat {seat}", cards) for seat, cards in enumerate(position.held)
    ]
    found = [
        Problem(where, f"{name(card)} in {words} is not in {pack_words(rules.pack)}")
        for where, words, cards in groups
        for card in cards
        if card < first_card(rules.pack)
    ]
    if len(position.hand) != 3:
        listed = f": {names(position.hand)}" if position.hand else ""
        found.append(
            Problem("hand", f"a hand has 3 cards; this has {len(position.hand)}{listed}")
        )
    twice = duplicates([(words, cards) for _, words, cards in groups])
    return found + [Problem("hand", text) for text in twice]


def _game_problems(position: Position) -> list[Problem]:
    found = []
    if position.rules.game == "scat":
        if position.top is None:
            found.append(Problem("top", "the top card of the discard pile is missing"))
        if position.widow or position.exchanged:
            found.append(Problem("widow", "scat has no widow; use the rules widow"))
    else:
        if len(position.widow) != 3:
            found.append(
                Problem("widow", f"the widow has 3 cards; this has {len(position.widow)}")
            )
        if position.top is not None or position.discards:
            found.append(Problem("top", "widow has no discard pile; use the rules scat"))
    return found


def _table_problems(position: Position) -> list[Problem]:
    rules, order = position.rules, position.order
    most = rules.tokens
    found = [
        Problem("tokens", f"seat {seat} has {left} tokens; the rules give {most}")
        for seat, left in enumerate(position.tokens)
        if left != OUT and not (0 if rules.free_ride else 1) <= left <= most
    ]
    if not 2 <= len(order) <= rules.max_players:
        found.append(Problem("players", _players_text(len(order), rules)))
    seats = {"seat": position.seat, "dealer": position.dealer}
    if position.knocked_by is not None:
        seats["knocked_by"] = position.knocked_by
    found += [
        Problem(key, f"there is no seat {seat}; the seats are 0 to {position.players - 1}")
        for key, seat in seats.items()
        if not 0 <= seat < position.players
    ]
    for seat, cards in enumerate(position.held):
        if cards and (seat == position.seat or seat not in order):
            why = "is your own seat" if seat == position.seat else "is out"
            found.append(Problem("held", f"cards are held by seat {seat}, but that {why}"))
        elif len(cards) > 3:
            found.append(Problem("held", f"seat {seat} holds {len(cards)} cards; a hand has 3"))
    return found


def _turn_problems(position: Position) -> list[Problem]:
    order, turn, seat = position.order, position.turn, position.seat
    if not 0 <= turn <= MAX_TURN:
        return [Problem("turn", f"{turn} turns taken; expected 0 to {MAX_TURN}")]
    if seat not in order:
        return [Problem("seat", f"seat {seat} is out and has no turn")]
    found = []
    if order[turn % len(order)] != seat:
        found.append(
            Problem(
                "turn",
                f"after {turn} turns it is seat {order[turn % len(order)]}'s turn, not seat {seat}'s "
                f"(seat {order[0]} begins)",
            )
        )
    made = turn - (position.knocked_by is not None)
    if len(position.discards) > made:
        found.append(
            Problem(
                "discards",
                f"{len(position.discards)} discards lie below the top card, but "
                f"{max(made, 0)} turns can have made at most as many",
            )
        )
    if position.knocked_by is not None:
        found += _knock_problems(position, position.knocked_by)
    return found


def _knock_problems(position: Position, knocker: int) -> list[Problem]:
    order, rules = position.order, position.rules
    if knocker == position.seat:
        return [Problem("knocked_by", f"seat {knocker} knocked and has no more turn")]
    if knocker not in order:
        return [Problem("knocked_by", f"seat {knocker} is out and cannot have knocked")]
    knock_turn = knocked_at(position)
    if knock_turn < 0:
        return [
            Problem(
                "knocked_by",
                f"seat {knocker} has had no turn to knock in {position.turn} turns",
            )
        ]
    if knock_turn < len(order) and rules.first_round_knock != "allowed":
        return [
            Problem(
                "knocked_by",
                f"seat {knocker} knocked in the first round, where a knock is forbidden "
                "or ends the hand at once",
            )
        ]
    if rules.game == "widow" and not position.exchanged:
        return [
            Problem("knocked_by", "a knock before the first exchange ends the hand at once")
        ]
    return []


def knocked_at(position: Position) -> int:
    """Number of turns that had been taken when the knocker knocked.

    Only meaningful where somebody has knocked; negative if he had had no turn yet.
    """
    order = position.order
    assert position.knocked_by is not None
    behind = order.index(position.seat) - order.index(position.knocked_by)
    return position.turn - behind % len(order)


def _split_fields(parts: Sequence[str]) -> dict[str, str]:
    fields: dict[str, str] = {}
    found = []
    for part in parts:
        key, colon, value = part.partition(":")
        if not colon or key not in _FieldReader.KEYS:
            known = ", ".join(_FieldReader.KEYS)
            found.append(Problem("position", f"{part!r} is not a field; the fields are {known}"))
        elif key in fields:
            found.append(Problem("position", f"the field {key} stands twice"))
        else:
            fields[key] = value
    if "seen" in fields and "pile" in fields:
        found.append(Problem("position", "seen and pile both stand; give one of them"))
    if found:
        raise PositionError(found)
    return fields


class _FieldReader:
    """Reads the fields of the notation, gathering every problem instead of stopping."""

    KEYS: Final = (
        *("hand", "top", "seen", "pile", "widow", "held", "players", "tokens"),
        *("seat", "dealer", "turn", "knocked", "exchanged"),
    )

    def __init__(self, fields: Mapping[str, str], pack: int) -> None:
        self._fields = fields
        self._pack = pack
        self.found: list[Problem] = []

    def read(self, key: str) -> object:
        """Value of a field, or None after noting what is wrong with it."""
        text = self._fields[key]
        try:
            if key in ("hand", "seen", "pile", "widow"):
                return parse_cards(text, pack=self._pack)
            if key == "top":
                return self._one_card(text)
            if key == "held":
                return self._held(text)
            if key == "tokens":
                return parse_tokens(text)
            if key == "exchanged":
                return self._yes_no(text)
            return self._number(key, text)
        except CardError as error:
            self.found.append(Problem(key, f"{key}: {error}"))
        except PositionError as error:
            self.found += error.problems
        return None

    def _one_card(self, text: str) -> Card:
        cards = parse_cards(text, pack=self._pack)
        if len(cards) != 1:
            msg = f"the top card is one card; this has {len(cards)}"
            raise CardError(msg)
        return cards[0]

    def _held(self, text: str) -> dict[int, tuple[Card, ...]]:
        held: dict[int, tuple[Card, ...]] = {}
        for part in text.split("/"):
            seat, _, cards = part.partition(".")
            number = self._number("held", seat)
            if number in held:
                raise PositionError([Problem("held", f"held names seat {number} twice")])
            held[number] = parse_cards(cards, pack=self._pack)
        return held

    @staticmethod
    def _number(key: str, text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) <= 4):
            raise PositionError([Problem(key, f"{key} is {text!r}; expected a whole number")])
        return int(text)

    @staticmethod
    def _yes_no(text: str) -> bool:
        if text not in ("yes", "no"):
            msg = f"exchanged is {text!r}; expected yes or no"
            raise PositionError([Problem("exchanged", msg)])
        return text == "yes"
