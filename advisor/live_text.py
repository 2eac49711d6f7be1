"""A live table as text: what people type, a file that they can read, a link that carries it all."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from advisor.cards import Card, CardError, counted, parse_cards, parse_hand
from advisor.live import (
    Live,
    LiveError,
    act,
    checked,
    deal_again,
    deal_next,
    lay_out,
    show,
    sit_down,
    swap,
)
from advisor.packed import PackedError, packed, unpacked
from advisor.position import OUT, PositionError
from advisor.question import tokens_in_play
from advisor.referee.history import MAX_TEXT, Hand, HistoryError, parse_history, parse_move

if TYPE_CHECKING:
    from advisor.rules import Rules

MAX_HANDS: Final = 200
"""Hands of a file; a match of nine players has about thirty."""

_ME: Final = re.compile(r"^# I am seat (\d{1,2})$", re.MULTILINE)


def sit_down_by_text(
    rules: Rules, *, players: int, tokens: str, dealer: int, seat: int, hand: str, laid: str
) -> Live:
    """Begin from what people type; see :func:`~advisor.live.sit_down`.

    Parameters
    ----------
    rules, dealer, seat
        As there.
    players
        Number of seats.
    tokens
        Such as ``4,4,x,1``; empty if nobody has paid yet.
    hand, laid
        Cards, in any way of writing them.

    Raises
    ------
    LiveError, RulesError
        If a text cannot be read, or there is no such table or deal.
    """
    written = tokens.strip() or ",".join([str(rules.tokens)] * players)
    try:
        left = tokens_in_play(written, rules=rules)
        cards = parse_cards(hand, pack=rules.pack), parse_cards(laid, pack=rules.pack)
    except (CardError, PositionError) as error:
        raise LiveError(str(error)) from error
    if len(left) != players:
        raise LiveError(
            f"tokens of {counted(len(left), 'seat')} are given for {counted(players, 'player')}"
        )
    return sit_down(rules, tokens=left, dealer=dealer, seat=seat, hand=cards[0], laid=cards[1])


def deal_next_by_text(live: Live, hand: str, laid: str) -> Live:
    """Begin the next hand from what people type; see :func:`~advisor.live.deal_next`.

    Raises
    ------
    LiveError
        If a text cannot be read, or there is no such deal.
    """
    return deal_next(live, *_both(live, hand, laid))


def deal_again_by_text(live: Live, hand: str, laid: str) -> Live:
    """Correct the deal from what people type; see :func:`~advisor.live.deal_again`.

    Raises
    ------
    LiveError
        If a text cannot be read, or what has happened since does not fit.
    """
    return deal_again(live, *_both(live, hand, laid))


def show_by_text(live: Live, seat: int, cards: str) -> Live:
    """Lay a hand open from what people type; see :func:`~advisor.live.show`.

    Raises
    ------
    LiveError
        If the text cannot be read, or he cannot hold these cards.
    """
    try:
        return show(live, seat, parse_hand(cards, pack=live.history.rules.pack))
    except CardError as error:
        raise LiveError(str(error)) from error


def act_by_text(live: Live, text: str) -> Live:
    """Write down what happens next from a few typed words.

    Parameters
    ----------
    live
        What is written so far.
    text
        ``knock``; ``pass``; ``show 2 Ah Kh Qh`` lays the hand of seat 2 open. In scat a card
        alone is one drawn (my turn), thrown after a draw (somebody else's turn, or mine when I
        have drawn); ``take 4d`` is the top card taken and one thrown. In widow ``swap Qd for
        Ad``; three cards alone where a fresh widow is due.

    Raises
    ------
    LiveError
        If it is nothing of this, or the rules or the cards forbid it.
    """
    word, _, rest = text.strip().partition(" ")
    word = word.lower()
    if word in ("knock", "pass"):
        return act(live, word)
    if word == "show":
        seat, _, cards = rest.strip().partition(" ")
        if not (seat.isascii() and seat.isdigit() and len(seat) <= 2):
            raise LiveError("say whose hand is shown, such as show 2 Ah Kh Qh")
        return show_by_text(live, int(seat), cards)
    if live.history.rules.game == "widow":
        return _widow_by_text(live, word, text)
    try:
        (card,) = parse_hand(
            rest if word == "take" else text, pack=live.history.rules.pack, size=1, what="a move"
        )
    except CardError as error:
        raise LiveError(str(error)) from error
    if word == "take":
        return act(live, "take", threw=card)
    if live.moment.due == "throw":
        return act(live, "throw", threw=card)
    mine = live.moment.seat == live.seat
    return act(live, "draw", got=card) if mine else act(live, "draw", threw=card)


def _widow_by_text(live: Live, word: str, text: str) -> Live:
    """Write down a swap, or the cards of a fresh widow."""
    try:
        if live.moment.due == "widow":
            return lay_out(live, parse_cards(text, pack=live.history.rules.pack))
        if word != "swap":
            raise LiveError(
                "expected knock, pass, show 2 Ah Kh Qh, or a swap such as swap Qd for Ad"
            )
        event = parse_move(text, live.moment.seat or 0, live.history.rules)
    except CardError as error:
        raise LiveError(str(error)) from error
    except HistoryError as error:
        raise LiveError(error.text) from error
    return swap(live, event.gives, [card for card in event.gets if card is not None])


def _both(live: Live, hand: str, laid: str) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    pack = live.history.rules.pack
    try:
        return parse_cards(hand, pack=pack), parse_cards(laid, pack=pack)
    except CardError as error:
        raise LiveError(str(error)) from error


def to_text(live: Live) -> str:
    """Write everything down; :func:`from_text` gives it back."""
    return f"# I am seat {live.seat}\n{live.history}"


def from_text(text: str) -> Live:
    """Read a file.

    Parameters
    ----------
    text
        A history, with a line ``# I am seat N`` unless the writer's seat is the only one whose
        cards are known.

    Raises
    ------
    LiveError
        If it is no history, breaks a rule, or is not a live table.
    """
    if len(text) > MAX_TEXT:
        raise LiveError(f"the text has {len(text)} characters; at most {MAX_TEXT} are read")
    try:
        history = parse_history(text)
    except HistoryError as error:
        raise LiveError(str(error)) from error
    if len(history.hands) > MAX_HANDS:
        raise LiveError(f"there are {len(history.hands)} hands; at most {MAX_HANDS} are read")
    seat = _writer(text, history.hands[-1])
    last = history.hands[-1]
    if not 0 <= seat < len(last.tokens) or last.tokens[seat] == OUT:
        raise LiveError(f"seat {seat} is not in the last hand")
    for number, hand in enumerate(history.hands, start=1):
        if None in hand.dealt[seat]:
            raise LiveError(f"the cards dealt to seat {seat} in hand {number} are missing")
        if any(event.seat == seat and None in event.gets for event in hand.events):
            raise LiveError(f"a card that seat {seat} drew in hand {number} is missing")
    return checked(history, seat)


def to_link(live: Live) -> tuple[str, int]:
    """Pack everything into a short text for an address.

    Returns
    -------
    tuple
        The text, and how many of the oldest hands did not fit into it.

    Raises
    ------
    LiveError
        If not even the last hand fits.
    """
    hands = live.history.hands
    for dropped in range(len(hands)):
        short = replace(live, history=replace(live.history, hands=hands[dropped:]))
        if link := packed(to_text(short)):
            return link, dropped
    raise LiveError("this hand is too long for a link; save it as a file")


def from_link(link: str) -> Live:
    """Read what :func:`to_link` packed.

    Raises
    ------
    LiveError
        If the link is too long, damaged, or not a live table.
    """
    try:
        return from_text(unpacked(link))
    except PackedError as error:
        raise LiveError(str(error)) from error


def _writer(text: str, last: Hand) -> int:
    """Seat of the writer: said, or the only one whose cards are known."""
    if said := _ME.search(text):
        return int(said[1])
    known = [seat for seat, cards in enumerate(last.dealt) if cards and None not in cards]
    if len(known) == 1:
        return known[0]
    raise LiveError(
        f"the cards of {counted(len(known), 'seat')} are known; "
        "write your own seat into the first line, such as # I am seat 0"
    )
