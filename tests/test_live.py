"""The live table: a hand written down as it happens, taken back, corrected, saved, linked."""

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
    deal_again,
    deal_next,
    settle,
    show,
    sit_down,
    take_back,
)
from advisor.live_text import (
    act_by_text,
    from_link,
    from_text,
    sit_down_by_text,
    to_link,
    to_text,
)
from advisor.live_words import event_words, outcome_words, seat_place
from advisor.packed import MAX_LINK, PackedError, decoded, packed
from advisor.players.seated import ThumbPlayer
from advisor.referee.actions import Draw, Knock, Move, Reshuffle, Take, Throw
from advisor.referee.game import apply, legal_actions, pack, position, shuffled
from advisor.referee.match import Match, after_hand, next_hand, start
from advisor.referee.replay import positions
from advisor.rules import PRESETS

if TYPE_CHECKING:
    from collections.abc import Callable

    from advisor.referee.state import State

SCAT = PRESETS["scat"]
ME = 1


def card(text: str) -> Card:
    """One card."""
    (found,) = parse_cards(text)
    return found


def begun() -> Live:
    """Four players, seat 3 deals, I am seat 1 with 20 in clubs."""
    hand, top = parse_cards("Jc Tc Ad"), parse_cards("4h")
    return sit_down(SCAT, tokens=(4,) * 4, dealer=3, seat=ME, hand=hand, laid=top)


def a_round() -> Live:
    """Seat 0 drew, I drew, seat 2 took my ace, seat 3 knocked."""
    live = act(begun(), "draw", threw=card("9s"))
    live = act(act(live, "draw", got=card("Qc")), "throw", threw=card("Ad"))
    return act(act(live, "take", threw=card("3c")), "knock")


def last_turns() -> Live:
    """The same, and everybody has had a last turn."""
    live = act(a_round(), "draw", threw=card("4s"))
    live = act(act(live, "draw", got=card("2s")), "throw", threw=card("2s"))
    return act(live, "draw", threw=card("5s"))


def test_a_hand_from_the_deal_to_the_payment() -> None:
    """What is due, whose turn it is and what I see follow from the events alone."""
    moment = begun().moment
    assert (moment.due, moment.seat) == ("move", 0)
    live = a_round()
    view = live.moment.view
    assert (live.moment.seat, view.knocked_by, view.turn) == (0, 3, 4)
    assert view.held == ((), (), parse_cards("Ad"), ())
    assert view.discards == parse_cards("4h 9s")
    live = last_turns()
    assert live.moment.due == "payment"
    assert live.match.tokens == (4,) * 4
    paid = settle(live, {2: 1})
    assert (paid.moment.due, paid.match.tokens, paid.match.dealer) == ("deal", (4, 4, 3, 4), 0)
    following = deal_next(paid, parse_cards("2c 3c 4c"), parse_cards("Ah"))
    assert (following.moment.seat, following.moment.view.tokens) == (1, (4, 4, 3, 4))


def test_hands_laid_open_say_who_pays() -> None:
    """When every hand has been shown nobody needs to say who pays."""
    live = last_turns()
    for seat, cards in ((0, "Kh 8h 4d"), (2, "Ad 8d 7d"), (3, "Ks 8s 3s")):
        live = show(live, seat, parse_cards(cards))
    assert live.moment.due == "deal"
    assert live.hand.outcome is not None
    assert outcome_words(live.hand.outcome, ME) == "Seat 0 pays a token"


def test_my_31_ends_the_hand() -> None:
    """A draw that makes 31 needs no showing: everybody else pays."""
    live = act(begun(), "draw", threw=card("9s"))
    live = act(act(live, "draw", got=card("Ac")), "throw", threw=card("Ad"))
    assert live.moment.due == "deal"
    assert live.match.tokens == (3, 4, 3, 3)


def test_somebody_shows_31() -> None:
    """An opponent's 31 is believed where he can hold it, and taken back in one step."""
    live = act(begun(), "draw", threw=card("9s"))
    shown = show(live, 0, parse_cards("Ah Kh Qh"))
    assert shown.match.tokens == (4, 3, 3, 3)
    assert take_back(shown) == live
    with pytest.raises(LiveError, match="cannot hold Tc"):
        show(live, 0, parse_cards("Ac Kc Tc"))


@pytest.mark.parametrize(
    ("action", "got", "threw", "why"),
    [
        ("take", None, "2c", "cannot hold 2c"),
        ("throw", None, "Jc", "thrown after a draw"),
        ("draw", "9s", None, "9s"),
        ("pass", None, None, "draw"),
    ],
)
def test_a_refusal_says_why(action: str, got: str | None, threw: str | None, why: str) -> None:
    """What the cards or the rules forbid is refused with a sentence that says what."""
    live = act(begun(), "draw", threw=card("9s"))
    with pytest.raises(LiveError, match=why):
        act(live, action, got=card(got) if got else None, threw=card(threw) if threw else None)


def test_nothing_can_be_written_at_the_wrong_time() -> None:
    """Payments, deals and moves are refused while something else is due."""
    live = last_turns()
    with pytest.raises(LiveError, match="somebody pays"):
        settle(live, {})
    with pytest.raises(LiveError, match="not over"):
        deal_next(live, parse_cards("2c 3c 4c"), parse_cards("Ah"))
    with pytest.raises(LiveError, match="is over"):
        act(live, "knock")
    with pytest.raises(LiveError, match="nothing is to be paid"):
        settle(begun(), {0: 1})


def test_taking_back_leads_to_the_deal() -> None:
    """Every step back is a state that was there before, down to the first deal."""
    live = deal_next(settle(last_turns(), {2: 1}), parse_cards("2c 3c 4c"), parse_cards("Ah"))
    steps = 0
    while live != begun():
        live = take_back(live)
        steps += 1
    # The deal, the payment, and seven moves of which two of mine have two steps.
    assert steps == 1 + 1 + 7 + 2
    with pytest.raises(LiveError, match="nothing has been written"):
        take_back(live)


def test_corrections() -> None:
    """A move and a deal are corrected if what happened later fits, else nothing changes."""
    live = a_round()
    better = correct(live, 0, "draw ? throw 9h")
    assert better.moment.view.discards == parse_cards("4h 9h")
    with pytest.raises(LiveError, match="top card is"):
        correct(live, 1, "draw Qc throw Jc")
    with pytest.raises(LiveError, match="expected draw"):
        correct(live, 0, "fly away")
    with pytest.raises(LiveError, match="moves written down"):
        correct(live, 9, "knock")
    assert back_to(live, 1) == act(begun(), "draw", threw=card("9s"))
    other = deal_again(live, parse_cards("Jc Kc Ad"), parse_cards("5h"))
    assert other.moment.view.hand == parse_cards("Jc Qc Kc")
    with pytest.raises(LiveError, match="Ad"):
        deal_again(live, parse_cards("Jc Kc 2d"), parse_cards("4h"))


@pytest.mark.parametrize(
    ("tokens", "why"), [((4, 1, 4), "you are out"), ((4, 1), "seat 0 takes the pot")]
)
def test_no_more_cards_for_who_is_out(tokens: tuple[int, ...], why: str) -> None:
    """Whoever has paid the last token gets no next hand, and is told why."""
    hand, top = parse_cards("Jc Tc Ad"), parse_cards("4h")
    live = sit_down(SCAT, tokens=tokens, dealer=0, seat=1, hand=hand, laid=top)
    live = act(live, "knock")
    for thrown in ("9s", "8s")[: len(tokens) - 1]:
        live = act(live, "draw", threw=card(thrown))
    live = settle(live, {1: 1})
    with pytest.raises(LiveError, match=why):
        deal_next(live, hand, top)


def test_the_stock_runs_out() -> None:
    """Sixteen players leave three cards in the stock: the reshuffle is written down by itself."""
    hand, top = parse_cards("Jc Tc Ad"), parse_cards("4h")
    live = sit_down(SCAT, tokens=(4,) * 16, dealer=15, seat=5, hand=hand, laid=top)
    for thrown in ("9s", "8s"):
        live = act(live, "draw", threw=card(thrown))
    before = live
    live = act(live, "draw", threw=card("7s"))
    assert str(live.hand.events[-1]) == "reshuffle"
    assert (live.moment.seat, live.moment.view.top) == (3, card("7s"))
    assert live.moment.view.discards == ()
    assert take_back(live) == before
    assert act(live, "draw", threw=card("9s")).moment.seat == 4


@pytest.mark.parametrize("live", [begun(), a_round(), last_turns()], ids=["deal", "knock", "end"])
def test_files_and_links_keep_everything(live: Live) -> None:
    """A saved table and a link give the same table back."""
    assert from_text(to_text(live)) == live
    assert from_text(decoded(to_text(live).encode("utf-8-sig"))) == live
    assert from_link(to_link(live)[0]) == live


@pytest.mark.parametrize(
    ("link", "why"),
    [
        ("", "damaged"),
        ("%%%", "damaged"),
        ("AAAA", "damaged"),
        ("A" * (MAX_LINK + 1), "at most"),
        (packed("x" * 1_000_000), "holds too much"),
        (packed("rules scat\n<script>alert(1)</script>"), "line 2"),
        (packed("rules widow"), "no hand"),
        (to_link(a_round())[0][:-9], "damaged"),
        (packed(to_text(a_round()).replace("seat 1", "seat 9")), "seat 9"),
        (packed(to_text(a_round()).replace("seat 1", "seat 2")), "missing"),
    ],
)
def test_a_foreign_link_is_refused(link: str, why: str) -> None:
    """Broken, huge and hostile links are refused with a sentence, without unpacking them all."""
    with pytest.raises(LiveError, match=why):
        from_link(link)


@pytest.mark.parametrize(
    ("content", "why"), [(b"\xff\xfe\x00", "UTF-8"), (b"x" * 500_000, "at most")]
)
def test_a_foreign_file_is_refused(content: bytes, why: str) -> None:
    """Binary and huge files are refused with a sentence."""
    with pytest.raises(PackedError, match=why):
        decoded(content)


def test_typed_tables() -> None:
    """Tokens and cards as people type them; a misfit is named."""
    live = sit_down_by_text(
        SCAT, players=3, tokens="4,x,1", dealer=2, seat=0, hand="Jc 10c Ad", laid="4h"
    )
    assert live.hand.tokens == (4, -1, 1)
    for tokens, why in (("4,4", "for 3 players"), ("4,4,z", "is not a number")):
        with pytest.raises(LiveError, match=why):
            sit_down_by_text(
                SCAT, players=3, tokens=tokens, dealer=2, seat=0, hand="Jc Tc Ad", laid="4h"
            )


@pytest.mark.parametrize("seed", range(8))
def test_whatever_is_tapped_is_written_or_refused(seed: int) -> None:
    """Random taps never break anything: each is written down, or refused and nothing changes."""
    rng = Random(seed)
    live, written, refused = begun(), 0, 0
    for _ in range(300):
        try:
            live = anything(live, rng)
        except LiveError:
            refused += 1
        else:
            assert from_text(to_text(live)) == live
            assert from_link(to_link(live)[0]).moment == live.moment
            written += 1
    assert written > 20
    assert refused > 20


def anything(live: Live, rng: Random) -> Live:
    """Write down something at random."""
    cards = rng.sample(range(52), 4)
    mine = rng.choice((*live.moment.view.hand, cards[0]))
    others: list[Callable[[], Live]] = [
        lambda: act(live, "draw", threw=cards[0]),
        lambda: act(live, "take", threw=cards[0]),
    ]
    rare: list[Callable[[], Live]] = [
        lambda: show(live, rng.randrange(5), cards[:3]),
        lambda: settle(live, {rng.randrange(5): rng.randrange(3)}),
        lambda: deal_next(live, cards[:3], cards[3:]),
        lambda: back_to(live, rng.randrange(60)),
        lambda: act(live, rng.choice(("knock", "pass", "fly"))),
        lambda: act(live, rng.choice(("draw", "take")), got=cards[0], threw=cards[1]),
        lambda: act(live, "throw", threw=mine),
        lambda: act(live, "draw", got=cards[0]),
    ]
    return rng.choice([*others, *others, *rare])()


def test_typed_moves() -> None:
    """A card or a word logs what is due; nonsense is refused."""
    live = begun()
    for text in ("9s", "Qc", "Ad", "take 3c", "KNOCK"):
        live = act_by_text(live, text)
    assert live == a_round()
    shown = act_by_text(act(begun(), "draw", threw=card("9s")), "show 0 Ah Kh Qh")
    assert shown.moment.due == "deal"
    for text in ("", "9s 8s", "take", "show", "show x Ah Kh Qh", "fly", "<b>"):
        with pytest.raises(LiveError):
            act_by_text(live, text)


def test_words() -> None:
    """Moves and seats are said in plain words."""
    said = [event_words(event, ME) for event in a_round().hand.events]
    assert said == [
        "Seat 0 draws and throws 9♠",
        "You draw Q♣ and throw A♦",
        "Seat 2 takes A♦ and throws 3♣",
        "Seat 3 knocks",
    ]
    assert [seat_place(seat, ME, 4) for seat in range(4)] == [
        "Seat 0, on your right",
        "You",
        "Seat 2, on your left",
        "Seat 3",
    ]


@pytest.mark.parametrize("preset", ["scat", "scat-pub"])
@pytest.mark.parametrize("players", [2, 4])
def test_a_whole_match_of_the_referee_can_be_written_down(preset: str, players: int) -> None:
    """What one seat saw of a match, typed in event by event, gives the referee's positions."""
    rng = Random(players)
    match = start(PRESETS[preset], players)
    live: Live | None = None
    while match.winner is None and match.tokens[0] >= 0 and match.hands < 6:
        state = next_hand(match, shuffled(pack(match.rules), rng))
        laid = state.pile
        if live is None:
            live = sit_down(
                match.rules,
                tokens=match.tokens,
                dealer=match.dealer,
                seat=0,
                hand=state.hands[0],
                laid=laid,
            )
        else:
            assert (live.match.tokens, live.match.dealer) == (match.tokens, match.dealer)
            live = deal_next(live, state.hands[0], laid)
        state, live = _written_down(live, state, rng)
        match = after_hand(match, state)
        live = _ended(live, state, match)
    assert live is not None
    assert live.match.tokens == match.tokens
    seen = [len(positions(hand, 0)) for hand in live.history.hands]
    assert sum(seen) > 0


def _written_down(live: Live, state: State, rng: Random) -> tuple[State, Live]:
    """Play a hand and type in what seat 0 sees of it, checking his view at every turn."""
    player = ThumbPlayer("rising")
    while state.result is None:
        if state.seat is None:
            state = apply(state, Reshuffle(shuffled(state.pile[:-1], rng)))
            continue
        view = position(state, state.seat)
        assert live.moment.seat == state.seat
        assert live.moment.view == position(state, 0)
        move: Move = player.act(view, legal_actions(state))
        drawn = state.stock[0]
        state = apply(state, move)
        if isinstance(move, Draw):
            throw = player.throw(view, drawn)
            if state.seat == 0:
                live = act(act(live, "draw", got=drawn), "throw", threw=throw.discard)
            else:
                live = act(live, "draw", threw=throw.discard)
            state = apply(state, throw)
        elif isinstance(move, Take):
            live = act(live, "take", threw=move.discard)
        else:
            assert isinstance(move, Knock)
            live = act(live, "knock")
        assert not isinstance(move, Throw)
    return state, live


def _ended(live: Live, state: State, match: Match) -> Live:
    """Type in how the hand ended, as it is seen at the table."""
    assert state.result is not None
    if live.moment.due == "payment":
        return settle(live, dict(enumerate(state.result.paid)))
    if live.moment.due == "move":
        holders = [seat for seat in state.order if "31" in state.result.why and seat != 0]
        for seat in holders:
            try:
                live = show(live, seat, state.hands[seat])
            except LiveError:
                continue
            break
    assert live.moment.due == "deal", (live.moment, state.result, match.hands)
    return live
