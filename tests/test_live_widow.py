"""The live table of the game widow: what is seen of a hand, written down as it happens."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from advisor.cards import Card, parse_cards
from advisor.live import (
    Live,
    LiveError,
    act,
    back_to,
    correct,
    deal_next,
    lay_out,
    may_show,
    settle,
    show,
    sit_down,
    swap,
    take_back,
)
from advisor.live_text import act_by_text, from_link, from_text, to_link, to_text
from advisor.live_words import event_words, outcome_words, stand_words
from advisor.reads import reads
from advisor.referee.actions import Knock, Pass, Show, Swap, Wait
from advisor.referee.game import apply, pack, position, shuffled
from advisor.referee.match import Match, after_hand, next_hand
from advisor.referee.replay import outcome_of
from advisor.rules import PRESETS
from advisor.widow.beliefs import BeliefError
from tests.referee.play import random_match, random_rules, walk

if TYPE_CHECKING:
    from collections.abc import Callable

    from advisor.referee.actions import Move
    from advisor.referee.state import State
    from advisor.rules import Rules

WIDOW = PRESETS["widow"]
SCHWIMMEN = PRESETS["schwimmen"]
GAMES = [name for name, rules in PRESETS.items() if rules.game == "widow"]
ME = 1


def cards(text: str) -> tuple[Card, ...]:
    """Some cards, ascending."""
    return tuple(sorted(parse_cards(text)))


def begun(rules: Rules = WIDOW, hand: str = "Jc Tc Ad") -> Live:
    """Three players, seat 2 deals, I am seat 1 with 20 in clubs."""
    tokens = (rules.tokens,) * 3
    laid = cards("9h Ks 7c")
    return sit_down(rules, tokens=tokens, dealer=2, seat=ME, hand=cards(hand), laid=laid)


def a_round() -> Live:
    """Seat 0 took the king, I took the queen that he gave, seat 2 passed, seat 0 knocked."""
    live = swap(begun(), cards("Qc"), cards("Ks"))
    live = swap(live, cards("Ad"), cards("Qc"))
    return act(act(live, "pass"), "knock")


def last_turns() -> Live:
    """The same, and everybody has had a last turn."""
    return act(act(a_round(), "pass"), "pass")


def all_passed() -> Live:
    """Schwimmen: nobody wanted the open cards, and fresh ones are due."""
    live = begun(SCHWIMMEN)
    for _ in range(3):
        live = act(live, "pass")
    return live


def antes(live: Live) -> list[float]:
    """Antes that every seat has won, less those paid."""
    return [float(won) for won in live.match.score]


def ending(live: Live) -> str:
    """How the hand ended, in words."""
    assert live.hand.outcome is not None
    return outcome_words(live.hand.outcome, ME)


def test_a_hand_from_the_deal_to_the_pot() -> None:
    """Swaps, a pass and a knock give what I see; the pot and the deal move on."""
    live = a_round()
    view = live.moment.view
    assert (live.moment.seat, view.knocked_by, view.turn) == (1, 0, 4)
    assert view.hand == cards("Tc Jc Qc")
    assert view.widow == cards("7c 9h Ad")
    assert view.held == (cards("Ks"), (), ())
    live = last_turns()
    assert live.moment.due == "payment"
    paid = settle(live, pot=[1])
    assert (paid.moment.due, paid.match.dealer) == ("deal", 0)
    assert antes(paid) == [-1, 2, -1]
    following = deal_next(paid, cards("2c 3c 4c"), cards("Ah 5h 6d"))
    assert (following.moment.seat, following.moment.view.dealer) == (1, 0)
    assert antes(following) == [-1, 2, -1]


def test_the_pot_can_be_shared() -> None:
    """Equal hands share the pot, and each wins half of it less his own ante."""
    paid = settle(last_turns(), pot=[1, 2])
    assert ending(paid) == "You and seat 2 share the pot"
    assert [stand_words(paid.match, seat) for seat in range(3)] == [
        "−1 ante",
        "+0.5 antes",
        "+0.5 antes",
    ]


def test_hands_laid_open_say_who_takes_the_pot() -> None:
    """When every hand has been shown nobody needs to say who has won."""
    live = show(show(last_turns(), 0, cards("Ks As 2d")), 2, cards("Kh Jh 4d"))
    assert live.moment.due == "deal"
    assert ending(live) == "You take the pot"


def test_a_fresh_widow_is_asked_for_and_taken_back() -> None:
    """After everybody's pass three cards are due, kept by files, and nothing else is accepted."""
    live = all_passed()
    assert live.moment.due == "widow"
    assert from_text(to_text(live)) == live
    with pytest.raises(LiveError, match="which three cards lie open"):
        act(live, "pass")
    for wrong in ("8h 8s", "8h 8s Jc", "8h 8s 2c"):
        with pytest.raises(LiveError):
            act_by_text(live, wrong)
    fresh = lay_out(live, cards("8h 8s As"))
    assert (fresh.moment.seat, fresh.moment.view.widow) == (0, cards("8h 8s As"))
    assert fresh.moment.view.discards == cards("9h Ks 7c")
    assert act_by_text(live, "8h 8s As") == fresh
    assert take_back(fresh) == live
    assert take_back(live) == act(act(begun(SCHWIMMEN), "pass"), "pass")
    other = correct(fresh, 3, "8h 8s Ah")
    assert other.moment.view.widow == cards("8h 8s Ah")
    with pytest.raises(LiveError, match="no fresh"):
        lay_out(fresh, cards("Kh Kd Kc"))


def test_31_may_be_shown_when_it_is_made() -> None:
    """My 31 may be shown at once or on my own turn, not in between; the pot is mine."""
    live = swap(swap(begun(), cards("2d"), cards("Ks")), cards("Ad"), cards("9h"))
    assert not may_show(live)
    live = swap(begun(hand="Jc Tc Ad"), cards("Ac"), cards("Ks"))
    live = swap(live, cards("Ad"), cards("Ac"))
    assert may_show(live)
    shown = show(live, ME, cards("Tc Jc Ac"))
    assert (shown.moment.due, antes(shown)) == ("deal", [-1, 2, -1])
    waited = act(live, "pass")
    assert not may_show(waited)
    assert may_show(act(waited, "pass"))
    assert take_back(shown) == live


def test_31_made_with_the_last_turn_of_all() -> None:
    """Whoever makes 31 with the last swap takes the pot before hands are compared."""
    live = begun(hand="Jc Tc Ad")
    live = act(act(swap(live, cards("Ac"), cards("Ks")), "pass"), "knock")
    live = act(live, "pass")
    live = swap(live, cards("Ad"), cards("Ac"))
    assert live.moment.due == "payment"
    assert may_show(live)
    shown = show(live, ME, cards("Tc Jc Ac"))
    assert shown.hand.outcome is not None
    assert shown.hand.outcome.pot == (ME,)
    assert not may_show(shown)


def test_three_aces_make_all_others_pay() -> None:
    """In schwimmen nobody needs to say who pays when three aces are shown."""
    live = show(begun(SCHWIMMEN), 0, cards("Ac Ah As"))
    assert live.moment.due == "deal"
    assert live.match.tokens == (3, 2, 2)


def test_31_in_schwimmen_makes_the_lowest_pay() -> None:
    """Only the hands tell who is lowest after a 31: it is asked who pays."""
    live = act(begun(SCHWIMMEN), "pass")
    live = act(live, "pass")
    live = swap(live, cards("7s"), cards("Ks"))
    live = show(live, 2, cards("Ks Qs As"))
    assert live.moment.due == "payment"
    assert not may_show(live)
    assert settle(live, {0: 1}).match.tokens == (2, 3, 3)


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (lambda live: swap(live, cards("Jc"), cards("Ks")), "cannot hold Jc"),
        (lambda live: swap(live, cards("2c 3c"), cards("Ks 7c")), "swaps 1 card"),
        (lambda live: swap(live, cards("2c"), cards("Qs")), "Qs"),
        (lambda live: act(live, "draw", threw=0), "expected knock or pass"),
        (lambda live: act_by_text(live, "Ks"), "swap Qd for Ad"),
        (lambda live: act_by_text(live, "swap Qd"), "not complete"),
        (lambda live: settle(live, pot=[0]), "nothing is to be paid"),
        (lambda live: settle(act(live, "knock"), {0: 1}), "takes the pot"),
        (lambda live: settle(act(live, "knock")), "say who"),
        (lambda live: deal_next(live, cards("2c 3c 4c"), cards("Ah 5h 6d")), "not over"),
    ],
)
def test_a_refusal_says_why(make: Callable[[Live], Live], why: str) -> None:
    """What the cards or the rules forbid is refused with a sentence that says what."""
    with pytest.raises(LiveError, match=why):
        make(begun())


def test_nobody_knocks_in_the_first_round_of_schwimmen() -> None:
    """Whether a knock is allowed is the referee's word."""
    assert begun().moment.may_knock
    live = begun(SCHWIMMEN)
    assert not live.moment.may_knock
    with pytest.raises(LiveError, match="everybody has had a turn"):
        act(live, "knock")
    live = swap(swap(act(live, "pass"), cards("Ad"), cards("Ks")), cards("8s"), cards("Ad"))
    assert live.moment.may_knock


def test_moves_are_typed_corrected_and_said() -> None:
    """A swap is typed as in a history, corrected in the same words, and said in plain ones."""
    live = begun()
    for text in ("swap Qc for Ks", "swap Ad for Qc", "PASS", "knock"):
        live = act_by_text(live, text)
    assert live == a_round()
    said = [event_words(event, ME, game="widow") for event in live.hand.events]
    assert said == [
        "Seat 0 swaps Q♣ for K♠",
        "You swap A♦ for Q♣",
        "Seat 2 passes",
        "Seat 0 knocks",
    ]
    fixed = correct(live, 2, "swap 2d for 9h")
    assert fixed.moment.view.widow == cards("7c 2d Ad")
    with pytest.raises(LiveError, match="Qc"):
        correct(live, 0, "swap Qd for Ks")
    assert back_to(live, 1) == swap(begun(), cards("Qc"), cards("Ks"))


def test_a_31_that_all_have_seen_is_his_hand() -> None:
    """Who takes three open cards that make 31 holds them, though he has not shown them yet."""
    rules = PRESETS["widow-any"]
    mine, laid = cards("Jc Tc Ad"), cards("As Ks Qs")
    live = sit_down(rules, tokens=(4,) * 3, dealer=0, seat=0, hand=mine, laid=laid)
    moment = swap(live, cards("2c 3c 4c"), laid).moment
    taker, other = reads(moment.view, "solved", None, moment.log)
    assert (taker.seat, taker.mean, taker.ahead) == (1, 31, 1)
    assert [card for card in range(52) if taker.holds[card]] == [*laid]
    assert other.ahead < 1
    with pytest.raises(BeliefError, match="give them all"):
        reads(moment.view, "solved", None, moment.log * 2)


def test_who_has_waited_with_31_is_not_given_up() -> None:
    """Cards that show that he held 31 and waited are no reason to say nothing about him."""
    laid = cards("9h Ks 7c")
    live = sit_down(WIDOW, tokens=(4,) * 2, dealer=0, seat=0, hand=cards("Jc Tc Ad"), laid=laid)
    for give, get in (("Ah", "7c"), ("Ad", "Ah"), ("Kh", "9h"), ("Tc", "Kh"), ("Qh", "Tc")):
        live = swap(live, cards(give), cards(get))
    (other,) = reads(live.moment.view, "solved", None, live.moment.log)
    assert [card for card in range(52) if other.holds[card]] == [*cards("7c 9h Tc")]


def test_equal_scores_are_told_apart_for_the_pot() -> None:
    """Where the highest takes the pot, another 20 is higher or lower by its cards, not level."""
    live = act(begun(), "pass")
    pot = reads(live.moment.view, "random")[0]
    lives = reads(act(begun(SCHWIMMEN), "pass").moment.view, "random")[0]
    # Of the hands that score 20, only jack and ten of one suit are equal to mine.
    assert 0 < pot.level < 0.01
    assert lives.level > 0.1


@pytest.mark.parametrize("preset", GAMES)
@pytest.mark.parametrize("seed", range(8))
def test_what_one_seat_saw_gives_the_referees_game(preset: str, seed: int) -> None:
    """Hands played at random, entered event by event: the same positions, outcome and match."""
    rng = Random(seed)
    _entered(random_match(PRESETS[preset], rng), rng)


@pytest.mark.parametrize("seed", range(20))
def test_house_rules_are_followed(seed: int) -> None:
    """The same under any mixture of the switches of widow."""
    rng = Random(seed)
    while (rules := random_rules(rng)).game != "widow":
        pass
    _entered(random_match(rules, rng), rng)


def _entered(match: Match, rng: Random) -> None:
    """Enter up to three hands as one seat sees them, checking every moment."""
    seat = rng.choice([seat for seat, left in enumerate(match.tokens) if left >= 0])
    live: Live | None = None
    for _ in range(3):
        state = next_hand(match, shuffled(pack(match.rules), rng))
        if live is None:
            live = sit_down(
                match.rules,
                tokens=match.tokens,
                dealer=match.dealer,
                seat=seat,
                hand=state.hands[seat],
                laid=state.widow,
            )
        else:
            live = deal_next(live, state.hands[seat], state.widow)
        live, state = _hand_entered(live, state, rng)
        match = after_hand(match, state)
        assert live.moment.due == "deal"
        assert (live.match.tokens, live.match.dealer) == (match.tokens, match.dealer)
        assert live.match.score == match.score
        if match.winner is not None or match.tokens[seat] < 0:
            break


def _hand_entered(live: Live, dealt: State, rng: Random) -> tuple[Live, State]:
    """Enter one hand; give it with its outcome, and the referee's last state."""
    written, state = [live], dealt
    for state, move in walk(dealt, rng):
        if state.result is None:
            assert live.moment.view == position(state, live.seat)
        if move is None:
            break
        if not state.offers:
            assert (live.moment.due, live.moment.seat) == ("move", state.seat)
        for done in _written_down(live, state, move):
            live = done
            written.append(live)
            assert from_text(to_text(live)) == live
            assert from_link(to_link(live)[0]) == live
    before = live
    while len(written) > 1:
        assert before == written.pop()
        before = take_back(before)
    return _ended(live, state), state


def _ended(live: Live, state: State) -> Live:
    """Say how a hand ended, and lay all hands open instead: the same comes of it."""
    assert state.result is not None
    outcome = outcome_of(state.result)
    if live.moment.due == "payment":
        said = settle(live, dict(outcome.paid), pot=outcome.pot)
        assert take_back(said) == live
        for seat in state.order:
            live = show(live, seat, state.hands[seat])
        assert said.match == live.match
    assert live.hand.outcome == outcome
    return live


def _written_down(live: Live, state: State, move: Move) -> list[Live]:
    """Write down what a seat is seen to do: nothing, one thing, or two."""
    match move:
        case Wait():
            return []
        case Swap(give, get):
            return [swap(live, give, get)]
        case Show() if state.seat is not None:
            if state.seat == live.seat:
                assert may_show(live)
            return [show(live, state.seat, state.hands[state.seat])]
        case Knock():
            return [act(live, "knock")]
    assert isinstance(move, Pass)
    passed, after = act(live, "pass"), apply(state, move)
    if after.gone == state.gone:
        return [passed]
    assert passed.moment.due == "widow"
    return [passed, lay_out(passed, after.widow)]


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_tapped_is_written_or_refused(seed: int) -> None:
    """Random taps never break anything: each is written down, or refused and nothing changes."""
    rng = Random(seed)
    live = begun(PRESETS[rng.choice(GAMES)])
    written = refused = 0
    for _ in range(300):
        try:
            live = _anything(live, rng)
        except LiveError:
            refused += 1
        else:
            assert from_text(to_text(live)) == live
            written += 1
    assert written > 20
    assert refused > 20


def _anything(live: Live, rng: Random) -> Live:
    """Write down something at random."""
    some = rng.sample(range(52), 6)
    view = live.moment.view
    open_card = rng.choice((*view.widow, some[0]))
    mine = rng.choice((*view.hand, some[1]))
    likely: list[Callable[[], Live]] = [
        lambda: swap(live, [mine], [open_card]),
        lambda: act(live, "pass"),
        lambda: lay_out(live, some[:3]),
    ]
    rare: list[Callable[[], Live]] = [
        lambda: swap(live, some[:3], view.widow),
        lambda: show(live, rng.randrange(4), some[:3]),
        lambda: settle(live, {rng.randrange(4): rng.randrange(3)}),
        lambda: settle(live, pot=some[:1]),
        lambda: deal_next(live, some[:3], some[3:]),
        lambda: back_to(live, rng.randrange(20)),
        lambda: act(live, rng.choice(("knock", "draw", "fly"))),
        lambda: correct(live, rng.randrange(6), rng.choice(("pass", "swap 2c for 3c", "2c 3c 4c"))),
        lambda: take_back(live),
    ]
    return rng.choice([*likely, *likely, *rare])()
