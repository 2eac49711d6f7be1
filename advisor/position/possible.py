"""Every reason why a position is impossible, all at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from advisor.cards import Card, counted, duplicates, first_card, name, names, pack_words
from advisor.position.log import LogError, trace
from advisor.position.seats import OUT, players_text, seats_text, turns_behind
from advisor.position.view import Position, Problem, knocked_at

if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_TURN: Final = 1000


def problems(position: Position) -> list[Problem]:
    """Every reason why a position cannot exist; empty if it can."""
    table = _table_problems(position)
    found = [*_card_problems(position), *_game_problems(position), *table]
    if not table:
        found += _turn_problems(position)
        found += [Problem("log", text) for text in _log_texts(position)]
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
        return [Problem("players", players_text(0, rules))]
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
        found.append(Problem("players", players_text(len(order), rules)))
    seats = {"seat": position.seat, "dealer": position.dealer}
    if position.knocked_by is not None:
        seats["knocked_by"] = position.knocked_by
    found += [
        Problem(key, f"there is no seat {seat}{_SEAT_WORDS[key]}; {seats_text(position.players)}")
        for key, seat in seats.items()
        if not 0 <= seat < position.players
    ]
    return found + _held_problems(position)


def _held_problems(position: Position) -> list[Problem]:
    found = []
    for seat, cards in enumerate(position.held):
        if seat >= position.players:
            msg = f"cards are held by seat {seat}, but {seats_text(position.players)}"
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


def _log_texts(position: Position) -> list[str]:
    """Say what is wrong with the log, or where it contradicts the rest."""
    log, order = position.log, position.order
    if log is None:
        return []
    if position.rules.game != "scat":
        return ["a log tells the turns of scat; widow has none"]
    try:
        shown = trace(log, len(order), position.rules)[-1]
    except LogError as error:
        return [str(error)]
    if position.seat not in order:
        return []
    knocker = None if shown.knocker is None else order[shown.knocker]
    told = {
        f"there are {len(log.turns)} turns": len(log.turns) == position.turn,
        f"the top card is {name(shown.top)}": shown.top == position.top,
        "the pile is another one": (
            shown.pile == position.discards
            if position.ordered
            else set(position.discards) <= set(shown.pile)
        ),
        f"{'nobody' if knocker is None else f'seat {knocker}'} has knocked": (
            knocker == position.knocked_by
        ),
    }
    for seat, cards in zip(order, shown.held, strict=True):
        mine = position.hand if seat == position.seat else position.held[seat]
        told[f"seat {seat} holds {names(cards)}"] = set(cards) <= set(mine)
    return [f"after the log {words}" for words, agrees in told.items() if not agrees]
