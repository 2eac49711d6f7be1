"""What Hypothesis draws for the tests: cards, hands, rules, positions, and ways to write cards."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from advisor.cards import RANK_WORDS, RANKS, SUIT_SYMBOLS, SUIT_WORDS, SUITS, Card, first_card
from advisor.position import OUT, Position
from advisor.rules import PRESETS, SWITCHES, Rules, with_switches

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence


INVISIBLE = "\u200b\u200d\u2060\ufeff\u00ad\u202e"
"""Characters that nobody sees: they must not be dropped in silence."""
CONTROLS = "\x00\x07\x0b\x1b\x1c\x1f\x7f\x85"
"""Control characters, some of which Python counts as blank."""

cards = st.integers(0, 51)
suit_orders = st.permutations(range(4))


def distinct_cards(size: int, pack: int = 52) -> st.SearchStrategy[list[Card]]:
    """Draw different cards of a pack, in any order."""
    return st.lists(st.integers(first_card(pack), 51), min_size=size, max_size=size, unique=True)


def hands(pack: int = 52) -> st.SearchStrategy[tuple[Card, ...]]:
    """Draw hands of three different cards in ascending order."""
    return distinct_cards(3, pack).map(lambda drawn: tuple(sorted(drawn)))


def renamed(drawn: Iterable[Card], order: Sequence[int]) -> tuple[Card, ...]:
    """Give the same cards after suit ``s`` became suit ``order[s]``, ascending."""
    return tuple(sorted(4 * (card // 4) + order[card % 4] for card in drawn))


def rules(game: str | None = None) -> st.SearchStrategy[Rules]:
    """Draw the presets, and rules with every switch of the game set at random."""
    games = (game,) if game else ("scat", "widow")
    presets = st.sampled_from([preset for preset in PRESETS.values() if preset.game in games])
    return st.one_of(presets, *(_random_rules(which) for which in games))


def _random_rules(game: str) -> st.SearchStrategy[Rules]:
    settings = {
        switch.name: st.sampled_from(list(switch.values))
        for switch in SWITCHES
        if game in switch.games
    }
    return st.fixed_dictionaries(settings).map(lambda chosen: with_switches(PRESETS[game], chosen))


def seats_in_turn(tokens: Sequence[int], dealer: int, turns: int) -> list[int]:
    """Walk around the table card by card: the seat of each of the first `turns` turns."""
    walked: list[int] = []
    seat = dealer
    while len(walked) < turns:
        seat = 0 if seat == len(tokens) - 1 else seat + 1
        if tokens[seat] != OUT:
            walked.append(seat)
    return walked


@st.composite
def tables(draw: st.DrawFn, house: Rules) -> tuple[tuple[int, ...], int]:
    """Draw the tokens of every seat, two or more of them still in, and a dealer."""
    least = 0 if house.free_ride else 1
    left = st.sampled_from([OUT, *range(least, house.tokens + 1)])
    seats = st.lists(left, min_size=2, max_size=house.max_players)
    tokens = draw(seats.filter(lambda drawn: sum(one != OUT for one in drawn) >= 2))
    return tuple(tokens), draw(st.integers(0, len(tokens) - 1))


@st.composite
def positions(draw: st.DrawFn, game: str | None = None) -> Position:
    """Draw positions that can exist, of both games, under all presets and random switches."""
    house = draw(rules(game))
    tokens, dealer = draw(tables(house))
    players = sum(left != OUT for left in tokens)
    walked = seats_in_turn(tokens, dealer, 60)
    exchanged = house.game == "widow" and draw(st.booleans())
    knock = _draw_knock(draw, house, players, exchanged=exchanged)
    turn = (
        draw(st.integers(int(exchanged), 40))
        if knock is None
        else knock + draw(st.integers(1, players - 1))
    )
    pack = draw(st.permutations(range(first_card(house.pack), 52)))
    hand, pack = pack[:3], pack[3:]
    held, pack = _draw_held(draw, pack, tokens, walked[turn])
    pile, widow, ordered = [], [], False
    if house.game == "scat":
        most = min(turn - (knock is not None), house.pack - 3 * players - 2)
        pile = pack[: 1 + draw(st.integers(0, most))]
        ordered = draw(st.booleans())
    else:
        widow = pack[:3]
    return Position(
        hand=tuple(sorted(hand)),
        tokens=tokens,
        rules=house,
        top=pile[0] if pile else None,
        discards=tuple(pile[1:] if ordered else sorted(pile[1:])),
        ordered=ordered,
        widow=tuple(sorted(widow)),
        held=held,
        seat=walked[turn],
        dealer=dealer,
        turn=turn,
        knocked_by=None if knock is None else walked[knock],
        exchanged=exchanged,
    )


def _draw_knock(
    draw: Callable[[st.SearchStrategy[int]], int], house: Rules, players: int, *, exchanged: bool
) -> int | None:
    """Draw the number of turns taken before the knock, or None for no knock."""
    if not draw(st.integers(0, 1)) or (house.game == "widow" and not exchanged):
        return None
    first = 0 if house.first_round_knock == "allowed" else players
    return draw(st.integers(max(first, int(exchanged)), 40))


def _draw_held(
    draw: Callable[[st.SearchStrategy[int]], int],
    pack: list[Card],
    tokens: Sequence[int],
    own: int,
) -> tuple[tuple[tuple[Card, ...], ...], list[Card]]:
    """Draw what is known of every other hand, and leave the rest of the pack."""
    held: list[tuple[Card, ...]] = []
    for seat, left in enumerate(tokens):
        size = 0 if left == OUT or seat == own else draw(st.integers(0, 3))
        held.append(tuple(sorted(pack[:size])))
        pack = pack[size:]
    return tuple(held), pack


def spellings(card: Card) -> list[str]:
    """List the ways to write a card that need nothing between it and its neighbours."""
    rank, suit = RANKS[card // 4], card % 4
    ranks = ("10", "T", "t") if rank == "T" else (rank, rank.lower())
    suits = [SUITS[suit], SUITS[suit].upper(), SUIT_SYMBOLS[suit], "♧♢♡♤"[suit]]
    # What phones send for an emoji, and for its plain twin.
    suits += [SUIT_SYMBOLS[suit] + "\ufe0f", SUIT_SYMBOLS[suit] + "\ufe0e"]
    pairs = [(one, other) for one in ranks for other in suits]
    glyph = unicodedata.lookup(f"PLAYING CARD {RANK_WORDS[card // 4]} OF {SUIT_WORDS[suit]}")
    return [one + other for one, other in pairs] + [other + one for one, other in pairs] + [glyph]


def phrases(card: Card) -> list[str]:
    """List the ways to write a card in words."""
    rank, suit = RANK_WORDS[card // 4], SUIT_WORDS[card % 4]
    short = "10" if RANKS[card // 4] == "T" else RANKS[card // 4]
    return [
        f"{rank} of {suit}",
        f"{rank} of {suit}".upper(),
        f"{rank.title()}  of\t{suit.title()}",
        f"{rank} of {suit[:-1]}",
        f"{short} of {suit}",
    ]


@st.composite
def written_cards(draw: st.DrawFn) -> tuple[str, tuple[Card, ...]]:
    """Draw a text that lists different cards in any mixture of ways, and those cards."""
    listed = draw(st.lists(cards, min_size=1, max_size=8, unique=True))
    text = ""
    for card in listed:
        if draw(st.booleans()):
            gap = draw(st.sampled_from(["", " ", "  ", ",", ", ", "; ", "\n", "\t", "\u00a0"]))
            text += gap + draw(st.sampled_from(spellings(card)))
        else:
            gap = draw(st.sampled_from([" ", ", ", ";", "\n"]))
            text += gap + draw(st.sampled_from(phrases(card))) + ","
    return text, tuple(listed)


def typed_text() -> st.SearchStrategy[str]:
    """Draw arbitrary text, and text that nearly is a list of cards or a position."""
    bits = st.sampled_from(
        [
            *("A", "10", "1", "0", "K", "k", "T", "X", "h", "♥", "♠\ufe0f", "\ufe0f", "С", "о"),
            *(" ", ",", ";", "\n", "of", " of ", "ten", "hearts", "🂮", "🂬", "🃏", "Ａ", "٣"),
            *("scat", "widow", "schwimmen", "[", "]", "=", "pack=32", "tokens=9", "/", ".", "x"),
            *("hand:", "top:", "seen:", "pile:", "held:", "tokens:", "turn:", "knocked:", "-1"),
            *("hand:AhKhQd", "top:2c", "seat:0", "dealer:", "players:", "exchanged:yes"),
            *INVISIBLE,
            *CONTROLS,
        ]
    )
    return st.one_of(st.text(), st.lists(bits, max_size=20).map("".join))


def is_one_clear_line(message: str) -> bool:
    """Tell whether an error is one sentence of readable length that prints as one line."""
    return (
        message.isprintable()
        and 10 <= len(message) <= 270
        and not message.endswith((".", ";", " "))
        and ". " not in message
        and message.count(";") <= 1
    )
