"""Random hands under any rules, and what must hold at every moment of them."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import chain
from random import Random

from advisor.cards import first_card
from advisor.hands import THIRTY_ONE, score
from advisor.position import OUT, problems
from advisor.referee.actions import (
    Action,
    Draw,
    IllegalAction,
    Knock,
    Move,
    Pass,
    Reshuffle,
    Show,
    Swap,
    Take,
    Throw,
    Wait,
)
from advisor.referee.game import apply, legal_actions, pack, position, shuffled
from advisor.referee.match import Match, after_hand, next_hand
from advisor.referee.state import State
from advisor.rules import PRESETS, SWITCHES, Rules, with_switches

MAX_MOVES = 500
"""Hands may be endless: a longer one is dropped. Random play all but always ends sooner."""


def random_rules(rng: Random) -> Rules:
    """Draw a value for every switch of one of the games."""
    game = rng.choice(("scat", "widow"))
    values = {
        switch.name: rng.choice(list(switch.values)) for switch in SWITCHES if game in switch.games
    }
    if values.get("loser") == "highest":
        # Nobody pays tokens then, and the referee refuses to be told how many.
        values |= {"tokens": "4", "free_ride": "off"}
    return with_switches(Rules(game=game), values)


def random_match(rules: Rules, rng: Random) -> Match:
    """Start in the middle of a match: up to 8 seats, some of them out."""
    seats = rng.randint(2, min(rules.max_players, 8))
    tokens = (rules.tokens,) * seats
    if rules.game == "scat" or rules.loser == "lowest":
        least = 0 if rules.free_ride else 1
        tokens = tuple(rng.choice((OUT, *range(least, rules.tokens + 1))) for _ in range(seats))
        pair = rng.sample(range(seats), 2)
        tokens = tuple(
            max(left, least) if seat in pair else left for seat, left in enumerate(tokens)
        )
    dealer = rng.choice([seat for seat, left in enumerate(tokens) if left != OUT])
    paid = rules.tokens * seats - in_play(tokens)
    return Match(rules, tokens, dealer, paid, (Fraction(0),) * seats)


def in_play(tokens: tuple[int, ...]) -> int:
    """Count the tokens in front of all seats."""
    return sum(left for left in tokens if left != OUT)


def walk(state: State, rng: Random) -> Iterator[tuple[State, Move | None]]:
    """Play at random; give every state with the move made there, the last one with None."""
    for _ in range(MAX_MOVES):
        if state.result is not None:
            break
        move: Move
        if state.needs_reshuffle:
            move = Reshuffle(shuffled(state.pile[:-1], rng))
        else:
            move = rng.choice(legal_actions(state))
        yield state, move
        state = apply(state, move)
    yield state, None


def random_hand(match: Match, rng: Random) -> list[tuple[State, Move | None]]:
    """Play the next hand of a match at random."""
    return list(walk(next_hand(match, shuffled(pack(match.rules), rng)), rng))


def check_pack(state: State) -> None:
    """Check that every card of the pack is in exactly one place."""
    drawn = () if state.drawn is None else (state.drawn,)
    places = (*state.hands, state.stock, state.pile, state.widow, state.gone, drawn)
    assert sorted(chain(*places)) == list(range(first_card(state.rules.pack), 52))
    assert all(len(state.hands[seat]) == 3 for seat in state.order)


def check_legal(state: State) -> None:
    """Check that `apply` accepts the legal actions and nothing else that can be said."""
    legal = set(legal_actions(state))
    every = range(52)
    said: list[Action] = [Knock(), Draw(), Pass(), Show(), Wait()]
    said += [kind(card) for kind in (Take, Throw) for card in every]
    seat = state.order[0] if state.seat is None else state.seat
    hand, widow = state.hands[seat], state.widow or state.pile[-1:]
    for size in (0, 1, 2, 3):
        said += [Swap(hand[:size], widow[:get]) for get in (0, 1, 2, 3)]
        said += [Swap(hand[3 - size :], widow[-size:]), Swap(widow[:size], hand[:size])]
    for action in {*said, *legal}:
        try:
            apply(state, action)
        except IllegalAction:
            accepted = False
        else:
            accepted = True
        assert accepted == (action in legal), action


def picked_up(hand: list[tuple[State, Move | None]], at: int) -> list[set[int]]:
    """Follow a hand up to a moment; give what everybody saw each seat pick up and still hold."""
    held: list[set[int]] = [set() for _ in hand[0][0].tokens]
    for state, move in hand[:at]:
        if state.seat is None:
            continue
        mine = held[state.seat]
        match move:
            case Take(discard):
                mine |= {state.pile[-1]}
                mine -= {discard}
            case Throw(discard):
                mine -= {discard}
            case Swap(give, get):
                mine -= {*give}
                mine |= {*get}
    return held


def check_hidden(hand: list[tuple[State, Move | None]], at: int, rng: Random) -> None:
    """Check that a seat sees all cards picked up openly, and nothing of any other hidden card."""
    state, held = hand[at][0], picked_up(hand, at)
    for seat in state.order:
        view = position(state, seat)
        assert [set(cards) for cards in view.held] == [
            set() if other == seat else cards for other, cards in enumerate(held)
        ]
        others = [hand for other, hand in enumerate(state.hands) if other != seat]
        unseen = [card for card in chain(*others) if card not in set().union(*held)]
        unseen += [*state.stock]
        if state.drawn is not None and state.seat != seat:
            unseen.append(state.drawn)
        moved = dict(zip(unseen, shuffled(unseen, rng), strict=True))
        other = replace(
            state,
            hands=tuple(tuple(sorted(moved.get(c, c) for c in cards)) for cards in state.hands),
            stock=tuple(moved.get(card, card) for card in state.stock),
            drawn=None if state.drawn is None else moved.get(state.drawn, state.drawn),
        )
        assert position(other, seat) == view


def check_view(state: State) -> None:
    """Check that the seat to act is asked a question that can exist, when its turn starts."""
    if state.seat is not None and state.drawn is None and not state.offers:
        view = position(state, state.seat)
        assert problems(view) == []
        assert str(view)
        assert set(view.known).isdisjoint(state.stock)


def check_end(before: Match, state: State) -> None:
    """Check payments, survivors and the pot after a finished hand."""
    assert state.result is not None
    assert state.result.why
    assert legal_actions(state) == ()
    rules, paid = state.rules, state.result.paid
    after = after_hand(before, state)
    assert after.pot + in_play(after.tokens) == rules.tokens * len(after.tokens)
    assert any(left != OUT for left in after.tokens)
    assert after.tokens[after.dealer] != OUT
    assert sum(after.score) == 0
    if any(state.result.pot):
        assert sum(state.result.pot) == 1
        assert not any(paid)
    assert all(paid[seat] == 0 for seat in range(len(paid)) if seat not in state.order)
    for seat in state.order:
        # Nobody is charged twice: two tokens are one payment, and only a knocker's.
        assert paid[seat] <= (2 if seat == state.knocker and rules.game == "scat" else 1)
        assert before.tokens[seat] - max(after.tokens[seat], 0) in range(paid[seat] + 1)
    check_knock(state)


def check_knock(state: State) -> None:
    """Check that a hand equal to or above the knocker's does not pay, under the seed's tie rule."""
    rules, knocker = state.rules, state.knocker
    if knocker is None or state.result is None or rules.game == "widow":
        return
    scores = [score(hand, rules) if hand else 0 for hand in state.hands]
    if rules.knocker_tied_lowest != "alone" or max(scores) >= THIRTY_ONE:
        return
    for seat in state.order:
        if seat != knocker and scores[seat] >= scores[knocker]:
            assert state.result.paid[seat] == 0


def play_checked(rules: Rules, rng: Random) -> int | None:
    """Play one hand at random, checking all of the above; give its moves, None if endless."""
    match = random_match(rules, rng)
    hand = random_hand(match, rng)
    for state, _ in hand:
        check_pack(state)
        check_view(state)
    # The slow checks look at one moment of every hand.
    at = rng.randrange(len(hand))
    check_legal(hand[at][0])
    check_hidden(hand, at, rng)
    last = hand[-1][0]
    if last.result is None:
        return None
    check_end(match, last)
    return len(hand) - 1


def rules_to_play(rng: Random, hands: int) -> Iterator[Rules]:
    """Give the rules of so many hands: every preset in turn, and random switches as often."""
    presets = list(PRESETS.values())
    for number in range(hands):
        yield presets[number // 2 % len(presets)] if number % 2 else random_rules(rng)
