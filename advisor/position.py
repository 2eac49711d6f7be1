"""What one player can see when it is his turn, and a one-line notation for it.

A :class:`Position` never holds the order of the stock nor a card that the player has not
seen, so nothing that works from it can peek. :func:`problems` names every reason why a
position is impossible, all at once.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from advisor.cards import (
    Card,
    CardError,
    counted,
    duplicates,
    first_card,
    name,
    names,
    pack_words,
    parse_cards,
    quoted,
)
from advisor.rules import PRESETS, Rules, RulesError, parse_rules

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

OUT: Final = -1
"""Tokens of a seat that is out of the match."""

DEFAULT_PLAYERS: Final = 4
MAX_SEATS: Final = 52
"""Most seats that are looked at one by one; more get a single sentence."""
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
        Other discards that were seen (widow: the cards of old widows, where a fresh one is laid
        out when all pass). If `ordered`, the whole pile below the top card from
        the bottom up; otherwise in ascending order.
    ordered
        Whether `discards` is the whole pile in order.
    widow
        The three open cards (widow), ascending.
    held
        For every seat the cards known to be in that player's hand, ascending; empty for the
        own seat. Seats missing at the end are filled in.
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

    def __post_init__(self) -> None:
        # One entry for each seat, so that equal positions compare and print as equal.
        held = self.held + ((),) * (len(self.tokens) - len(self.held))
        while len(held) > len(self.tokens) and not held[-1]:
            held = held[:-1]
        object.__setattr__(self, "held", held)

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
        """Cards in the stock (scat), exact if the pile is `ordered`.

        Otherwise as if no card lay in the pile but those that were seen: the most it can hold.
        """
        return self.rules.pack - 3 * len(self.order) - len(self.discards) - 1

    def __str__(self) -> str:
        return notation(self)


def turn_order(tokens: Sequence[int], dealer: int) -> tuple[int, ...]:
    """Seats that are still in, from the first one left of the dealer."""
    seats = len(tokens)
    around = ((dealer + step) % seats for step in range(1, seats + 1))
    return tuple(seat for seat in around if tokens[seat] != OUT)


def ask(  # one argument for each thing a person may say
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
    seated, found = _seated(players, tokens, rules)
    dealer = len(seated) - 1 if dealer is None else dealer
    order = turn_order(seated, dealer)
    if seat is None:
        seat = _seat_to_act(order, turn, knocked_by)
    pile = tuple(discards)
    if turn is None:
        # An exchange with the widow comes before the knock, and takes a turn like a discard.
        swaps = int(exchanged)
        first_round = 0 if rules.first_round_knock == "allowed" else len(order)
        before = max(swaps, first_round)
        least = max(turns_behind(pile, len(order), rules), swaps)
        turn = fewest_turns(order, seat, knocked_by, least, before_knock=before)
    known = {other: tuple(sorted(cards)) for other, cards in (held or {}).items()}
    position = Position(
        hand=tuple(sorted(hand)),
        tokens=seated,
        rules=rules,
        top=top,
        discards=pile if ordered else tuple(sorted(pile)),
        ordered=ordered,
        widow=tuple(sorted(widow)),
        held=tuple(known.get(other, ()) for other in range(len(seated))),
        seat=seat,
        dealer=dealer,
        turn=turn,
        knocked_by=knocked_by,
        exchanged=exchanged,
    )
    found += [
        Problem("held", f"cards are held by seat {other}, but {_seats_text(len(seated))}")
        for other in known
        if not 0 <= other < len(seated)
    ]
    if found := [*found, *problems(position)]:
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
                    f"{counted(len(position.order), 'hand')}, the top card and "
                    f"{counted(len(position.discards), 'other discard')} leave no stock "
                    f"in {pack_words(position.rules.pack)}",
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
    fields, found = _split_fields(parts)
    reader = _FieldReader(rules.pack)
    values: dict[str, Any] = {
        _ARGUMENTS.get(key, key): reader.read(key, value) for key, value in fields.items()
    }
    if found := [*found, *reader.found]:
        raise PositionError(found)
    hand = values.pop("hand", ())
    return ask(hand, rules=rules, ordered="pile" in fields, **values)


def parse_tokens(text: str) -> tuple[int, ...]:
    """Read tokens seat by seat, such as ``4,4,2,1``; ``x`` or ``-`` is a seat that is out.

    Raises
    ------
    PositionError
        If an entry is neither a whole number nor ``x``.
    """
    tokens = []
    for entry in text.replace(".", ",").split(","):
        number = entry.strip().lower()
        if number in ("x", "-", "out"):
            tokens.append(OUT)
        elif number.isascii() and number.isdigit() and len(number) <= 3:
            tokens.append(int(number))
        else:
            msg = (
                f"{quoted(entry.strip())} is not a number of tokens; "
                "expected whole numbers such as 4,4,2,1"
            )
            raise PositionError([Problem("tokens", msg)])
    return tuple(tokens)


def turns_behind(discards: Sequence[Card], players: int, rules: Rules) -> int:
    """Fewest turns that lay out so many discards (scat), or cards of old widows (widow)."""
    if rules.game == "scat":
        return len(discards)
    return len(discards) // 3 * players


def fewest_turns(
    order: Sequence[int],
    seat: int,
    knocked_by: int | None,
    discards: int,
    *,
    before_knock: int = 0,
) -> int:
    """Fewest turns after which it is a seat's turn, given what has happened.

    Parameters
    ----------
    order
        Seats still in, in the order of their turns.
    seat
        The seat whose turn it is.
    knocked_by
        Seat that has knocked, if any.
    discards
        Turns, other than the knock, that must have been taken.
    before_knock
        Turns that must have been taken before the knock.

    Returns
    -------
    int
        Turns taken by all players, the knock included; 0 if one of the seats is not in.
    """
    players = len(order)
    if seat not in order or (knocked_by is not None and knocked_by not in order):
        return 0
    place = order.index(seat)
    least = discards
    if knocked_by is not None:
        knock = order.index(knocked_by)
        knock += players * -(-max(before_knock - knock, 0) // players)
        least = max(knock + (place - knock) % players, discards + 1)
    return least + (place - least) % players


def _seated(
    players: int | None, tokens: Sequence[int] | None, rules: Rules
) -> tuple[tuple[int, ...], list[Problem]]:
    """Tokens of each seat, from whichever of the two was said, and what is wrong with them."""
    said = DEFAULT_PLAYERS if players is None else players
    seats = said if tokens is None else len(tokens)
    if not 1 <= seats <= MAX_SEATS:
        raise PositionError([Problem("players", _players_text(seats, rules))])
    found = []
    if tokens is None:
        tokens = (rules.tokens,) * seats
    elif players not in (None, seats):
        msg = (
            f"tokens of {counted(seats, 'seat')} are given for {counted(said, 'player')}; "
            "give one number for each player"
        )
        found.append(Problem("tokens", msg))
    # Without the free ride a player who has no token left is out.
    gone = 0 if rules.free_ride else 1
    return tuple(OUT if 0 <= left < gone else left for left in tokens), found


def _players_text(count: int, rules: Rules) -> str:
    said = counted(count, "player")
    if count <= rules.max_players:
        return f"{said}; a hand needs at least 2"
    if rules.game == "widow" and rules.max_players == 7:
        return f"{said}; widow is for 2 to 7"
    return (
        f"{said}; with {rules.pack} cards at most {rules.max_players} can play, or no stock is left"
    )


def _seats_text(seats: int) -> str:
    return f"the seats are 0 to {seats - 1}"


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
        found.append(Problem("hand", f"a hand has 3 cards; this has {len(position.hand)}{listed}"))
    placed = [card for _, _, cards in groups for card in cards]
    twice = sorted({card for card in placed if placed.count(card) > 1})
    sentences = duplicates([(words, cards) for _, words, cards in groups])
    for card, text in zip(twice, sentences, strict=True):
        last = next(where for where, _, cards in reversed(groups) if card in cards)
        found.append(Problem(last, text))
    return found


def _game_problems(position: Position) -> list[Problem]:
    found = []
    if position.rules.game == "scat":
        if position.top is None:
            found.append(Problem("top", "the top card of the discard pile is missing"))
        if position.widow:
            found.append(Problem("widow", "scat has no widow; choose the rules widow"))
        if position.exchanged:
            found.append(Problem("exchanged", "scat has no exchange; choose the rules widow"))
        return found
    if len(position.widow) != 3:
        listed = f": {names(position.widow)}" if position.widow else ""
        found.append(
            Problem("widow", f"the widow has 3 cards; this has {len(position.widow)}{listed}")
        )
    if position.top is not None:
        found.append(Problem("top", "widow has no top card; choose the rules scat"))
    fresh = position.rules.fresh_widow != "no"
    if position.ordered or (position.discards and not fresh):
        found.append(Problem("discards", "widow has no discard pile; choose the rules scat"))
    elif len(position.discards) % 3:
        had = len(position.discards)
        text = f"old widows are {counted(had, 'card')}; expected three for each fresh widow"
        found.append(Problem("discards", text))
    return found


_SEAT_WORDS: Final = {"seat": "", "dealer": " that dealt", "knocked_by": " that knocked"}


def _table_problems(position: Position) -> list[Problem]:
    rules, order = position.rules, position.order
    if not position.tokens:
        return [Problem("players", _players_text(0, rules))]
    least = 0 if rules.free_ride else 1
    found = [
        Problem(
            "tokens",
            f"seat {seat} has {counted(left, 'token')}; "
            f"expected {least} to {rules.tokens}, or x for a seat that is out",
        )
        for seat, left in enumerate(position.tokens)
        if left != OUT and not least <= left <= rules.tokens
    ]
    if not 2 <= len(order) <= rules.max_players:
        found.append(Problem("players", _players_text(len(order), rules)))
    seats = {"seat": position.seat, "dealer": position.dealer}
    if position.knocked_by is not None:
        seats["knocked_by"] = position.knocked_by
    found += [
        Problem(key, f"there is no seat {seat}{_SEAT_WORDS[key]}; {_seats_text(position.players)}")
        for key, seat in seats.items()
        if not 0 <= seat < position.players
    ]
    return found + _held_problems(position)


def _held_problems(position: Position) -> list[Problem]:
    found = []
    for seat, cards in enumerate(position.held):
        if seat >= position.players:
            msg = f"cards are held by seat {seat}, but {_seats_text(position.players)}"
            found.append(Problem("held", msg))
        elif cards and seat == position.seat:
            msg = f"cards are held by seat {seat}, but that is your own seat"
            found.append(Problem("held", msg))
        elif cards and seat not in position.order:
            found.append(Problem("held", f"cards are held by seat {seat}, but that seat is out"))
        elif len(cards) > 3:
            found.append(Problem("held", f"seat {seat} holds {len(cards)} cards; a hand has 3"))
    return found


def _turn_problems(position: Position) -> list[Problem]:
    order, turn, seat = position.order, position.turn, position.seat
    if not 0 <= turn <= MAX_TURN:
        msg = f"{counted(turn, 'turn')} cannot have been taken; expected 0 to {MAX_TURN}"
        return [Problem("turn", msg)]
    if seat not in order:
        return [Problem("seat", f"seat {seat} is out and has no turn")]
    found = []
    if (due := order[turn % len(order)]) != seat:
        msg = (
            f"after {counted(turn, 'turn')} it is the turn of seat {due}, not of seat {seat}; "
            f"seat {order[0]} begins"
        )
        found.append(Problem("turn", msg))
    made = max(turn - (position.knocked_by is not None), 0)
    besides = "" if position.knocked_by is None else " besides the knock"
    least = turns_behind(position.discards, len(order), position.rules)
    if least > made:
        laid = len(position.discards)
        what, how = (
            (f"{counted(laid, 'discard')} below the top card", "each turn adds at most 1")
            if position.rules.game == "scat"
            else (f"{counted(laid, 'card')} of old widows", "all must pass for each fresh widow")
        )
        msg = f"{what} cannot come from {counted(made, 'turn')}{besides}; {how}"
        found.append(Problem("discards", msg))
    if position.exchanged and not made:
        msg = f"nobody can have exchanged a card in {counted(made, 'turn')}{besides}"
        found.append(Problem("exchanged", msg))
    if position.knocked_by is not None:
        found += _knock_problems(position, position.knocked_by)
    return found


_NO_FIRST_ROUND: Final = {
    "forbidden": "where a knock is forbidden",
    "ends": "which ends the hand at once",
}


def _knock_problems(position: Position, knocker: int) -> list[Problem]:
    if text := _knock_text(position, knocker):
        return [Problem("knocked_by", text)]
    return []


def _knock_text(position: Position, knocker: int) -> str:
    """Say why a seat cannot have knocked; nothing if it can."""
    rules, order = position.rules, position.order
    if knocker == position.seat:
        return f"seat {knocker} knocked and has no more turn"
    if knocker not in order:
        return f"seat {knocker} is out and cannot have knocked"
    before = knocked_at(position)
    if before < 0:
        turns = counted(position.turn, "turn")
        return f"seat {knocker} cannot have knocked, having had no turn so far ({turns} taken)"
    if before < len(order) and rules.first_round_knock in _NO_FIRST_ROUND:
        why = _NO_FIRST_ROUND[rules.first_round_knock]
        return f"seat {knocker} knocked in the first round, {why}"
    if rules.game == "widow" and (before == 0 or not position.exchanged):
        return f"seat {knocker} knocked before the first exchange, which ends the hand at once"
    return ""


def knocked_at(position: Position) -> int:
    """Count the turns that had been taken when the knocker knocked.

    Only meaningful where somebody has knocked; negative if he had had no turn yet.
    """
    if position.knocked_by is None:
        return -1
    order = position.order
    behind = order.index(position.seat) - order.index(position.knocked_by)
    return position.turn - behind % len(order)


# Fields of the notation whose argument in `ask` has another name.
_ARGUMENTS: Final = {"knocked": "knocked_by", "seen": "discards", "pile": "discards"}


def _split_fields(parts: Sequence[str]) -> tuple[dict[str, str], list[Problem]]:
    fields: dict[str, str] = {}
    found = []
    for part in parts:
        key, colon, value = part.partition(":")
        if not colon or key not in _FieldReader.KEYS:
            known = ", ".join(_FieldReader.KEYS)
            msg = f"{quoted(part)} is not a field; the fields are {known}"
            found.append(Problem("position", msg))
        elif key in fields:
            found.append(Problem("position", f"the field {key} stands twice; give it once"))
        else:
            fields[key] = value
    if "seen" in fields and "pile" in fields:
        found.append(Problem("position", "seen and pile both stand; give one of them"))
    return fields, found


def _is_whole(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 4


class _FieldReader:
    """Reads the fields of the notation, gathering every problem instead of stopping."""

    KEYS: Final = (
        *("hand", "top", "seen", "pile", "widow", "held", "players", "tokens"),
        *("seat", "dealer", "turn", "knocked", "exchanged"),
    )

    def __init__(self, pack: int) -> None:
        self._pack = pack
        self._readers: dict[str, Callable[[str], object]] = {
            **dict.fromkeys(("hand", "seen", "pile", "widow"), self._cards),
            "top": self._one_card,
            "held": self._held,
            "tokens": parse_tokens,
            "exchanged": self._yes_no,
        }
        self.found: list[Problem] = []

    def read(self, key: str, text: str) -> object:
        """Value of a field, or None after noting what is wrong with it."""
        where = _ARGUMENTS.get(key, key)
        try:
            if key in self._readers:
                return self._readers[key](text)
            return self._number(where, text)
        except CardError as error:
            self.found.append(Problem(where, f"{key}: {error}"))
        except PositionError as error:
            self.found += error.problems
        return None

    def _cards(self, text: str) -> tuple[Card, ...]:
        return parse_cards(text, pack=self._pack)

    def _one_card(self, text: str) -> Card:
        cards = self._cards(text)
        if len(cards) != 1:
            listed = f": {names(cards)}" if cards else ""
            msg = f"expected one card; this has {len(cards)}{listed}"
            raise CardError(msg)
        return cards[0]

    def _held(self, text: str) -> dict[int, tuple[Card, ...]]:
        held: dict[int, tuple[Card, ...]] = {}
        for part in text.split("/"):
            seat, _, cards = part.partition(".")
            if not _is_whole(seat):
                msg = f"held: {quoted(part)} is not a seat and its cards; expected such as 1.KcQc"
                raise PositionError([Problem("held", msg)])
            number = int(seat)
            if number in held:
                msg = f"held names seat {number} twice; give all its cards at once"
                raise PositionError([Problem("held", msg)])
            held[number] = self._cards(cards)
        return held

    @staticmethod
    def _number(key: str, text: str) -> int:
        if not _is_whole(text):
            msg = f"{key} is {quoted(text)}; expected a whole number"
            raise PositionError([Problem(key, msg)])
        return int(text)

    @staticmethod
    def _yes_no(text: str) -> bool:
        if text not in ("yes", "no"):
            msg = f"exchanged is {quoted(text)}; expected yes or no"
            raise PositionError([Problem("exchanged", msg)])
        return text == "yes"
