"""Single rulings: what each house switch does, and that a refusal names its rule."""

from fractions import Fraction

import pytest

from advisor.cards import parse_cards
from advisor.position import OUT, PositionError, parse_position
from advisor.referee.actions import (
    Action,
    Draw,
    IllegalAction,
    Knock,
    Pass,
    Reshuffle,
    Show,
    Swap,
    Take,
    Throw,
    Wait,
)
from advisor.referee.game import apply, deal, legal_actions, position
from advisor.referee.match import after_hand, next_hand, start
from advisor.referee.showdown import lowest_pay, rank_key, thirty_one_pays
from advisor.referee.state import State
from advisor.rules import PRESETS, Rules, RulesError, parse_rules


def one(text: str) -> int:
    """Read one card."""
    (card,) = parse_cards(text)
    return card


def table(rules: str, deck: str, *, seats: int = 2) -> State:
    """Deal this deck, the last seat dealing."""
    known = parse_rules(rules)
    return deal(known, (known.tokens,) * seats, seats - 1, parse_cards(deck))


def shares(*whole: int) -> tuple[Fraction, ...]:
    """Write shares of the pot that are all or nothing."""
    return tuple(Fraction(share) for share in whole)


def play(state: State, *moves: Action | Reshuffle) -> State:
    """Make these moves one after the other."""
    for move in moves:
        state = apply(state, move)
    return state


SCAT = "Kc 2d 9c 3d 4c 7h 2s 5s 6s 8s 9s Ts"
WIDOW = "Kc 2d 9c 3d 4c 7h 2s 5s 6s 8s 9s Ts"


@pytest.mark.parametrize(
    ("rules", "moves", "action", "reason"),
    [
        ("scat", (), Throw(one("2d")), "only after a draw"),
        ("scat", (), Take(one("2d")), "not in the hand 4c 9c Kc"),
        ("scat", (), Take(one("2s")), "may not be put back"),
        ("scat", (), Pass(), "take, draw or knock"),
        ("scat", (), Swap((), ()), "not a move of scat"),
        ("scat", (), Reshuffle(()), "only when it has run out"),
        ("scat", (Draw(),), Knock(), "one of the four cards must be thrown"),
        ("scat", (Draw(),), Throw(one("2d")), "not one of 4c 5s 9c Kc"),
        ("scat", (Knock(),), Knock(), "nobody can knock again after seat 0"),
        ("scat", (Knock(),), Pass(), "on the last turn one must take or draw"),
        ("scat[first_round_knock=forbidden]", (), Knock(), "before everybody has had a turn"),
        ("widow", (), Draw(), "not a move of widow"),
        ("widow", (), Show(), "only 31 or more"),
        ("widow", (), Wait(), "only he who is asked"),
        ("widow", (), Swap((one("7c"),), (one("2s"),)), "7c cannot be taken from the hand"),
        ("widow", (), Swap(parse_cards("4c 9c"), parse_cards("2s 5s")), "swaps 1 card, not 2"),
        ("schwimmen", (), Knock(), "before everybody has had a turn"),
    ],
)
def test_refusals_name_the_rule(
    rules: str, moves: tuple[Action, ...], action: Action, reason: str
) -> None:
    """An illegal action is refused with the rule that forbids it."""
    deck = SCAT if rules.partition("[")[0] != "schwimmen" else "Kc 8d 9c 9d 7c 7h 7s 8s 9s Ts"
    state = play(table(rules, deck), *moves)
    with pytest.raises(IllegalAction, match=reason):
        apply(state, action)


def test_nothing_after_the_end() -> None:
    """A hand that is over takes no more moves and says how it ended."""
    state = table("scat", "Kc 2d Qc 3d Ac 7h 2s 5s")
    assert legal_actions(state) == ()
    with pytest.raises(IllegalAction, match=r"the hand is over: seat 0 shows 31 \(Qc Kc Ac\)"):
        apply(state, Draw())


@pytest.mark.parametrize(
    ("rules", "paid"),
    [
        ("scat", (0, 1)),
        ("scat[three_of_a_kind=none]", (0, 1)),
        ("scat[three_aces=32]", (0, 1)),
        ("scat[three_aces=33,three_of_a_kind=none]", (0, 1)),
    ],
)
def test_three_aces(rules: str, paid: tuple[int, ...]) -> None:
    """Three aces end the hand only under the switch that says so."""
    state = table(rules, "Ac 2d Ad 3d Ah 7h 2s 5s")
    ends = "three_aces" in rules
    assert (state.result is not None) == ends
    if state.result is not None:
        assert state.result.paid == paid


@pytest.mark.parametrize(
    ("switches", "lowest", "tied"),
    [
        ("", {0: 1}, {0: 1}),
        ("knocker_lowest_pays=2", {0: 2}, {0: 2}),
        ("knocker_tied_lowest=safe", {0: 1}, {1: 1}),
        ("knocker_tied_lowest=all,knocker_lowest_pays=2", {0: 2}, {0: 1, 1: 1}),
        ("knocker_tied_lowest=double", {0: 1}, {0: 2, 1: 1}),
    ],
)
def test_knocker_lowest(switches: str, lowest: dict[int, int], tied: dict[int, int]) -> None:
    """What a knocker pays who is lowest, alone or tied, is what the switches say."""
    rules = parse_rules(f"scat[{switches}]" if switches else "scat")
    assert lowest_pay({0: 20, 1: 22, 2: 40}, 0, rules) == lowest
    assert lowest_pay({0: 20, 1: 20, 2: 40}, 0, rules) == tied
    assert lowest_pay({0: 30, 1: 20, 2: 20}, 0, rules) == {1: 1, 2: 1}
    assert lowest_pay({0: 20, 1: 20, 2: 40}, None, rules) == {0: 1, 1: 1}


def test_thirty_one_after_a_knock() -> None:
    """The knocker pays two for somebody's 31 only under the switch, and never twice."""
    double = parse_rules("scat[thirty_one_after_knock=double]")
    assert thirty_one_pays((0, 1, 2), (1,), 0, Rules()) == {0: 1, 2: 1}
    assert thirty_one_pays((0, 1, 2), (1,), 0, double) == {0: 2, 2: 1}
    assert thirty_one_pays((0, 1, 2), (1,), None, double) == {0: 1, 2: 1}
    assert thirty_one_pays((0, 1, 2), (0, 1), 2, double) == {2: 2}


def test_first_round_knock_ends() -> None:
    """Under ``ends`` a knock in the first round is a showdown at once, a later one is not."""
    state = table("scat[first_round_knock=ends]", SCAT)
    early = apply(state, Knock())
    assert early.result is not None
    assert early.result.paid == (0, 1)
    assert "in the first round" in early.result.why
    later = play(state, Draw(), Throw(one("5s")), Draw(), Throw(one("2d")), Knock())
    assert later.result is None
    assert later.seat == 1


def stock_out(value: str, *, knocked: bool) -> State:
    """Play until the only card of the stock is drawn and a card thrown, knocked before or not."""
    state = table(f"scat[stock_out={value}]", "Kc 2d 7h 9c 3d 7d 4c 8h 3h 2s 5s", seats=3)
    if knocked:
        return play(state, Knock(), Draw(), Throw(one("2d")))
    return play(state, Draw(), Throw(one("4c")))


@pytest.mark.parametrize("knocked", [False, True])
def test_stock_out_reshuffles(knocked: bool) -> None:  # noqa: FBT001  # a parameter of the test
    """The next player finds the last discard as the pile and all others as the stock."""
    state = stock_out("reshuffle", knocked=knocked)
    assert state.needs_reshuffle
    assert state.seat is None
    top = state.pile[-1]
    with pytest.raises(IllegalAction, match="must be reshuffled"):
        apply(state, Draw())
    with pytest.raises(ValueError, match="must hold all discards but the top card: 2s"):
        apply(state, Reshuffle((top,)))
    state = apply(state, Reshuffle(state.pile[:-1]))
    assert state.pile == (top,)
    assert state.stock == (one("2s"),)
    assert state.seat == (2 if knocked else 1)
    assert position(state, state.seat).discards == ()


def test_stock_out_ends_the_hand() -> None:
    """Under ``void`` nobody pays; under ``showdown`` the lowest pay, the knocker as usual."""
    for knocked in (False, True):
        void = stock_out("void", knocked=knocked).result
        assert void is not None
        assert void.paid == (0, 0, 0)
        assert "void" in void.why
    # Seat 1 holds 5, seat 2 holds 10 after all that; seat 0 is far above.
    shown = stock_out("showdown", knocked=True).result
    assert shown is not None
    assert shown.paid == (0, 1, 0)
    assert "the stock ran out" in shown.why


def test_the_last_turn_comes_before_the_stock() -> None:
    """A hand that ends with the last stock card is settled, not void."""
    state = play(table("scat[stock_out=void]", "Kc 2d 9c 3d 4c 7h 2s 5s"), Knock(), Draw())
    state = apply(state, Throw(one("5s")))
    assert state.result is not None
    assert state.result.paid == (0, 1)


def test_put_back_and_stand_pat() -> None:
    """The two switches allow what they say, and nothing changes by it."""
    state = table("scat[put_back_taken=yes,stand_pat_last_turn=yes]", SCAT)
    back = apply(state, Take(one("2s")))
    assert (back.hands, back.pile, back.known) == (state.hands, state.pile, state.known)
    with pytest.raises(IllegalAction):
        apply(state, Pass())
    over = play(state, Knock(), Pass())
    assert over.result is not None
    assert over.hands == state.hands


def test_widow_knock_before_an_exchange_ends_the_hand() -> None:
    """Passes do not count as exchanges; one swap does."""
    state = table("widow", WIDOW)
    assert play(state, Knock()).result is not None
    assert play(state, Pass(), Pass(), Pass(), Knock()).result is not None
    swap = next(action for action in legal_actions(state) if isinstance(action, Swap))
    assert play(state, swap, Knock()).result is None


def test_widow_31_is_offered_at_once() -> None:
    """A 31 dealt to somebody later in turn may be shown before play, or kept for his own turn."""
    state = table("widow", "Kd 2c Qd 3c 9c Ac 2s 5s 6s")
    lucky = table("widow", "2d Kc 3d Qc 9d Ac 2s 5s 6s")
    assert state.offers == ()
    assert lucky.offers == (1,)
    assert lucky.seat == 1
    assert set(legal_actions(lucky)) == {Show(), Wait()}
    with pytest.raises(IllegalAction, match="first he shows his 31"):
        apply(lucky, Pass())
    shown = apply(lucky, Show()).result
    assert shown is not None
    assert shown.pot == shares(0, 1)
    waited = play(lucky, Wait())
    assert (waited.seat, waited.turn, waited.passes) == (0, 0, 0)
    assert Show() in legal_actions(play(waited, Pass()))


def test_widow_first_in_turn_order_takes_it() -> None:
    """Of two dealt 31s the one earlier in turn order is asked first and takes the whole pot."""
    state = table("widow", "Kd Kc Qd Qc Ad Ac 2s 5s 6s")
    assert state.offers == (0, 1)
    result = apply(state, Show()).result
    assert result is not None
    assert result.pot == shares(1, 0)
    second = play(state, Wait(), Show()).result
    assert second is not None
    assert second.pot == shares(0, 1)


def test_widow_31_by_a_swap() -> None:
    """A 31 made by the last swap of the last lap may be shown; if not, hands are compared."""
    state = table("widow", "Kd Kc Qd 2c 9c 3c Ad 5s 6s")
    swap = Swap((one("9c"),), (one("Ad"),))
    assert apply(state, swap).offers == (0,)
    knocked = play(state, Pass(), Swap((one("2c"),), (one("6s"),)), Pass(), Knock())
    made = apply(knocked, swap)
    assert made.seat == 0
    kept = apply(made, Wait()).result
    assert kept is not None
    assert "had a last turn" in kept.why
    assert kept.pot == shares(1, 0)


def test_fresh_widow() -> None:
    """When all pass in a row three fresh cards replace the widow, while there are three."""
    state = table("schwimmen", "Kc 8d 9c 9d 7c 7h 7s 8s 9s Ts Js Qs Ks As")
    once = play(state, Pass(), Pass())
    assert once.widow == parse_cards("Ts Js Qs")
    assert once.gone == parse_cards("7s 8s 9s")
    seen = position(once, 0)
    assert seen.discards == once.gone
    assert parse_position(str(seen)) == seen
    twice = play(once, Pass(), Pass())
    assert twice.widow == once.widow
    broken = play(state, Pass(), Swap((one("7h"),), (one("7s"),)), Pass())
    assert broken.gone == ()
    assert play(table("widow", WIDOW), Pass(), Pass()).widow == parse_cards("2s 5s 6s")


def test_lowest_pays_in_widow() -> None:
    """With ``loser=lowest`` all tied lowest pay, the knocker like anybody else."""
    state = table("widow[loser=lowest]", "Kc 2d 9c 3d 4c 5d 2s 5s 6s")
    result = apply(state, Knock()).result
    assert result is not None
    assert result.paid == (0, 1)
    assert result.pot == shares(0, 0)
    tie = table("widow[loser=lowest]", "Kc Kd 9c 9d 4h 4s 2s 5s 6s")
    result = apply(tie, Knock()).result
    assert result is not None
    assert result.paid == (1, 1)


def test_31_where_the_lowest_pays() -> None:
    """A shown 31 makes the lowest pay, three aces at 33 make all others pay, never the shower."""
    hands = "Kc 8d 9s Qc 9d 9h Ac 7h 7d 7s 8s Jh"
    shown = apply(table("schwimmen", hands, seats=3), Show()).result
    assert shown is not None
    assert shown.paid == (0, 0, 1)
    aces = "Ad 8d 9s Ah 9d 9h Ac 7h 7d 7s 8s Jh"
    shown = apply(table("schwimmen", aces, seats=3), Show()).result
    assert shown is not None
    assert shown.paid == (0, 1, 1)
    assert "shows 33" in shown.why


def test_rank_key_reads_for_the_holder() -> None:
    """Two suits that score the same count as the better one; three of a kind by its ranks."""
    widow = PRESETS["widow"]
    ace_or_seven_four = parse_cards("Ah 7d 4d")
    assert rank_key(ace_or_seven_four, widow) == (22, (12,))
    half = parse_rules("widow[three_of_a_kind=30]")
    assert rank_key(parse_cards("9c 9d 9h"), half) == (60, (7, 7, 7))
    assert rank_key(parse_cards("9c 9d 9h"), widow) == (18, (7,))


def test_tables_that_cannot_be_dealt() -> None:
    """Impossible tables, decks and switch combinations are refused with the reason."""
    deck = parse_cards(SCAT)
    with pytest.raises(PositionError, match="at least 2"):
        deal(Rules(), (4, OUT), 0, deck)
    with pytest.raises(ValueError, match="too short for 4 players; it needs 14"):
        deal(Rules(), (4, 4, 4, 4), 0, deck)
    with pytest.raises(ValueError, match="Kc is given twice"):
        deal(Rules(), (4, 4), 0, (deck[0], *deck))
    with pytest.raises(ValueError, match=r"2d, 2s, 3d.* not in the 32-card pack"):
        deal(Rules(pack=32), (4, 4), 0, deck)
    with pytest.raises(ValueError, match="holds 52, which is not in"):
        deal(Rules(), (4, 4), 0, (*deck, 52))
    with pytest.raises(RulesError, match="free_ride=on means nothing with loser=highest"):
        start(parse_rules("widow[free_ride=on]"), 2)
    with pytest.raises(RulesError, match="tokens=3 means nothing"):
        deal(parse_rules("widow[tokens=3]"), (3, 3), 0, deck)
    with pytest.raises(ValueError, match="seat 1 is not in the hand; seats 2, 0 are"):
        position(deal(Rules(), (4, OUT, 4), 0, deck), 1)


def test_deal_goes_round() -> None:
    """Cards go one at a time from the left of the dealer, past seats that are out."""
    state = deal(Rules(), (4, OUT, 2, 1), 3, range(20))
    assert state.order == (0, 2, 3)
    assert state.hands == ((0, 3, 6), (), (1, 4, 7), (2, 5, 8))
    assert state.pile == (9,)
    assert state.stock[:2] == (10, 11)


def test_a_match_goes_on() -> None:
    """The deal passes over seats that went out, and the last player takes the pot."""
    match = start(parse_rules("scat[tokens=1]"), 3)
    assert match.dealer == 2
    first = next_hand(match, parse_cards("Kc 2d Tc 9c 3d 9h 4c 7h 3h 2s 5s 6s"))
    lost = play(first, Knock(), Draw(), Throw(one("2d")), Draw(), Throw(one("3h")))
    match = after_hand(match, lost)
    assert match.tokens == (1, OUT, 1)
    assert (match.pot, match.dealer, match.winner, match.hands) == (1, 0, None, 1)
    with pytest.raises(ValueError, match="not dealt at this point"):
        after_hand(match, lost)
    second = next_hand(match, parse_cards("Kc 2d Tc 9c 3d 9h 4c 7h 3h 2s 5s 6s"))
    assert second.order == (2, 0)
    with pytest.raises(ValueError, match="not over yet"):
        after_hand(match, second)
    over = play(second, Knock(), Draw(), Throw(one("2d")))
    match = after_hand(match, over)
    assert (match.tokens, match.pot, match.winner) == ((OUT, OUT, 1), 2, 2)
    with pytest.raises(ValueError, match="seat 2 takes the pot"):
        next_hand(match, range(52))


def test_antes_add_up() -> None:
    """A split pot gives each winner his share; the scores of a table sum to nothing."""
    match = start(PRESETS["widow"], 3)
    state = next_hand(match, parse_cards("Ks Kh 2d Qs Qh 3d 6s 6h 4d 2s 5s 7s"))
    match = after_hand(match, apply(state, Knock()))
    assert match.score == (Fraction(1, 2), Fraction(1, 2), Fraction(-1))
    assert match.tokens == (4, 4, 4)
    assert (match.dealer, match.winner) == (0, None)


def test_free_ride() -> None:
    """A player without tokens rides on once more, and pays nothing for it."""
    match = start(parse_rules("scat[tokens=1,free_ride=on]"), 2)
    for tokens, pot in (((1, 0), 1), ((1, OUT), 1)):
        first = match.dealer == 1
        deck = "Kc 2d 9c 3d 4c 7h 2s 5s" if first else "2d Kc 3d 9c 7h 4c 2s 5s"
        state = next_hand(match, parse_cards(deck))
        state = play(state, Knock(), Draw(), Throw(one("5s")))
        match = after_hand(match, state)
        assert (match.tokens, match.pot) == (tokens, pot)
    assert match.winner == 0
