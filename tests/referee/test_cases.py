"""The situations of ``cases.json`` that are about the rules."""

from collections.abc import Sequence
from typing import Any

import pytest

from advisor.cards import parse_cards
from advisor.hands import points, score
from advisor.position import OUT, PositionError
from advisor.referee.actions import (
    Action,
    Draw,
    IllegalAction,
    Knock,
    Pass,
    Swap,
    Take,
    Throw,
)
from advisor.referee.game import apply, deal, legal_actions, pack
from advisor.referee.pot import after_payments
from advisor.referee.state import State
from advisor.rules import Rules, preset
from tests.cases import cases


def named(texts: Sequence[str]) -> tuple[int, ...]:
    """Read cards given as two-character names."""
    return parse_cards(" ".join(texts))


def dealt(rules: Rules, hands: Sequence[Sequence[int]], then: Sequence[int] = ()) -> State:
    """Deal these hands to seats 0, 1, …, then these cards, then the rest of the pack."""
    seats = len(hands)
    first = [hands[seat][time] for time in range(3) for seat in range(seats)] + list(then)
    rest = [card for card in pack(rules) if card not in first]
    return deal(rules, (rules.tokens,) * seats, seats - 1, [*first, *rest])


def idle_until(state: State, seat: int | None) -> State:
    """Let everybody draw and throw what he drew until it is the turn of `seat` (None: the end)."""
    while state.seat != seat:
        state = apply(state, Draw())
        assert state.drawn is not None
        state = apply(state, Throw(state.drawn))
    return state


def ids(kind: str) -> list[Any]:
    """Make one parameter of each case, named by its reason."""
    return [pytest.param(case, id=case["why"] or str(case)) for case in cases(kind)]


@pytest.mark.parametrize("case", ids("showdown"))
def test_showdown(case: dict[str, Any]) -> None:
    """The players named by the case pay one token each, and nobody else pays."""
    rules = preset(case["rules"])
    hands = [named(hand) for hand in case["hands"]]
    state = idle_until(dealt(rules, hands), case["knocker"])
    state = idle_until(apply(state, Knock()), None)
    assert [points(score(hand, rules)) for hand in state.hands] == case["scores"]
    assert state.result is not None
    assert [seat for seat, paid in enumerate(state.result.paid) if paid] == case["pays"]
    assert set(state.result.paid) <= {0, 1}


THIRTY_ONES = ("Ac Kc Qc", "Ad Kd Qd")
LOW = ("2h 3s 4c", "2s 3c 4d", "2c 3d 4h", "2d 3h 4s")


@pytest.mark.parametrize("case", ids("thirty_one"))
def test_thirty_one(case: dict[str, Any]) -> None:
    """A 31 ends the hand at once and everybody without one pays a token."""
    rules = preset(case["rules"])
    hands = [parse_cards(LOW[seat]) for seat in range(case["seats"])]
    if case["knocker"] is None:
        for lucky, hand in zip(case["thirty_one"], THIRTY_ONES, strict=False):
            hands[lucky] = parse_cards(hand)
        state = dealt(rules, hands)
    else:
        (lucky,) = case["thirty_one"]
        *pair, last = parse_cards(THIRTY_ONES[0])
        hands[lucky] = (*pair, parse_cards("9s")[0])
        state = dealt(rules, hands, then=(last,))
        state = apply(idle_until(state, case["knocker"]), Knock())
        assert state.seat == lucky
        state = apply(state, Take(parse_cards("9s")[0]))
    assert state.result is not None
    assert legal_actions(state) == ()
    assert [seat for seat, paid in enumerate(state.result.paid) if paid] == case["pays"]
    assert set(state.result.paid) <= {0, 1}


@pytest.mark.parametrize("case", ids("match"))
def test_match(case: dict[str, Any]) -> None:
    """Tokens after a hand, who is out and who has won are as the case says."""
    paid = [int(seat in case["pays"]) for seat in range(len(case["tokens"]))]
    after = after_payments(case["tokens"], paid, preset(case["rules"]))
    assert [max(left, 0) for left in after] == case["tokens_after"]
    assert all(left == OUT or left > 0 for left in after)
    inside = [seat for seat, left in enumerate(after) if left != OUT]
    assert (inside[0] if len(inside) == 1 else None) == case["winner"]


@pytest.mark.parametrize("case", ids("widow_showdown"))
def test_widow_showdown(case: dict[str, Any]) -> None:
    """The hands named by the case take or split the pot at a knock before any exchange."""
    rules = preset(case["rules"])
    hands = [named(hand) for hand in case["hands"]]
    state = dealt(rules, hands)
    assert [points(score(hand, rules)) for hand in state.hands] == case["scores"]
    state = apply(state, Knock())
    assert state.result is not None
    assert [seat for seat, share in enumerate(state.result.pot) if share] == case["wins"]
    assert {share for share in state.result.pot if share} == {1 / len(case["wins"])}


@pytest.mark.parametrize("case", ids("widow_swap"))
def test_widow_swap(case: dict[str, Any]) -> None:
    """The best hand after one legal swap is the case's."""
    rules = preset(case["rules"])
    other = parse_cards("2h 3s 4c")
    state = dealt(rules, [named(case["hand"]), other], then=named(case["widow"]))
    after = [apply(state, action) for action in legal_actions(state) if isinstance(action, Swap)]
    assert max(points(score(then.hands[0], rules)) for then in after) == case["best_after"]


@pytest.mark.parametrize("case", ids("knock_order"))
def test_knock_order(case: dict[str, Any]) -> None:
    """After the knock exactly these seats have a turn, in this order."""
    rules = preset(case["rules"])
    hands = [parse_cards(LOW[seat]) for seat in range(case["seats"])]
    state = dealt(rules, hands)
    while state.seat != case["knocker"]:
        change: Action = Pass()
        if rules.game == "scat" or case["exchanged"]:
            change = next(a for a in legal_actions(state) if isinstance(a, (Take, Swap)))
        state = apply(state, change)
    if case.get("exchanged") and not state.exchanged:
        # The knocker is first: everybody exchanges once before.
        for _ in range(case["seats"]):
            change = next(a for a in legal_actions(state) if isinstance(a, Swap))
            state = apply(state, change)
    state = apply(state, Knock())
    turns = []
    while state.seat is not None:
        turns.append(state.seat)
        change = next(a for a in legal_actions(state) if isinstance(a, (Take, Swap)))
        state = apply(state, change)
    assert turns == case["turns_after"]
    assert state.result is not None


def situation(  # noqa: PLR0911  # one for each sentence
    case: dict[str, Any], state: State
) -> tuple[State, Action]:
    """Build what a case's sentence describes: the state, and the action asked about."""
    hand = state.hands[0]
    match case["situation"]:
        case "take the top card and put the same card back":
            return state, Take(state.pile[-1])
        case "draw and discard the drawn card":
            state = apply(state, Draw())
            assert state.drawn is not None
            return state, Throw(state.drawn)
        case "first player takes the starter card":
            return state, Take(hand[0])
        case "knock after drawing in the same turn":
            return apply(state, Draw()), Knock()
        case "knock after another player has knocked":
            return apply(state, Knock()), Knock()
        case "heads-up after a knock, take back the card thrown one turn before":
            state = apply(apply(state, Take(hand[0])), Knock())
            assert state.pile[-1] == hand[0]
            assert state.seat == 0
            return state, Take(state.hands[0][-1])
        case "pass without exchanging":
            return state, Pass()
        case "swap two cards":
            return state, Swap(hand[:2], state.widow[:2])
    pytest.fail(f"no test knows the situation {case['situation']!r}")


TABLES = [case for case in cases("legality") if case["situation"].endswith("players")]
MOVES = [case for case in cases("legality") if case not in TABLES]


@pytest.mark.parametrize("case", MOVES)
def test_legality(case: dict[str, Any]) -> None:
    """The move of the case is legal or refused, as the case says."""
    rules = preset(case["rules"])
    state = dealt(rules, [(36, 41, 46), (37, 42, 47)])
    state, action = situation(case, state)
    assert (action in legal_actions(state)) == case["legal"]
    if case["legal"]:
        apply(state, action)
    else:
        with pytest.raises(IllegalAction):
            apply(state, action)


@pytest.mark.parametrize("case", TABLES)
def test_too_many_players(case: dict[str, Any]) -> None:
    """A table too large for the pack is refused, and the reason is named."""
    rules = preset(case["rules"])
    seats = int(case["situation"].split()[0])
    assert not case["legal"]
    with pytest.raises(PositionError, match=r"at most 16 can play.*no stock|is for 2 to 7"):
        deal(rules, (rules.tokens,) * seats, 0, pack(rules))
    largest = (rules.tokens,) * (seats - 1)
    assert deal(rules, largest, 0, pack(rules)).order
