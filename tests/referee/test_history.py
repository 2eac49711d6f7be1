"""Histories as text: they read back as they were written, and show each seat what it saw."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor.cards import name, names, parse_cards
from advisor.referee import replay as replaying
from advisor.referee.actions import Draw, Knock, Throw
from advisor.referee.game import position
from advisor.referee.history import MAX_LINES, MAX_TEXT, Hand, History, HistoryError, parse_history
from advisor.referee.match import Match, after_hand, next_hand, start
from advisor.referee.replay import matches, positions, question, record, replay, seen_by
from advisor.referee.state import State
from advisor.referee.worlds import guess
from advisor.rules import PRESETS, Rules
from tests.referee.play import random_hand, random_match, random_rules

seeds = st.integers(0, 2**32)


def played(seed: int) -> tuple[Match, list[State], History]:
    """Play one random hand under random rules or a preset, and write it down."""
    rng = Random(seed)
    rules = random_rules(rng) if seed % 2 else list(PRESETS.values())[seed // 2 % len(PRESETS)]
    match = random_match(rules, rng)
    hand = random_hand(match, rng)
    moves = [move for _, move in hand if move is not None]
    return match, [state for state, _ in hand], History(rules, (record(hand[0][0], moves),))


def views(states: list[State], seat: int) -> list[str]:
    """Give what a seat saw at the start of each of its turns, straight from the referee."""
    return [
        str(position(state, seat))
        for state in states
        if state.seat == seat and state.drawn is None and not state.offers
    ]


@given(seeds)
def test_round_trip(seed: int) -> None:
    """Printing and reading again changes nothing, with all cards or with one seat's alone."""
    _, states, history = played(seed)
    for seat in (None, *states[0].order):
        hand = history.hands[0]
        written = History(history.rules, (hand if seat is None else seen_by(hand, seat),))
        assert parse_history(str(written)) == written
        assert str(parse_history(str(written))) == str(written)


@given(seeds)
def test_full_history_replays(seed: int) -> None:
    """A full history ends as the hand did and gives every seat its positions."""
    _, states, history = played(seed)
    again = replay(parse_history(str(history)).hands[0])
    assert again.end.result == states[-1].result
    assert again.end.hands == states[-1].hands
    for seat in states[0].order:
        seen = [str(view) for _, view in positions(history.hands[0], seat)]
        assert seen == views(states, seat)


@given(seeds)
def test_partial_history_replays(seed: int) -> None:
    """What one seat saw is enough for its own positions, and for the result."""
    _, states, history = played(seed)
    for seat in states[0].order:
        hand = parse_history(str(History(history.rules, (seen_by(history.hands[0], seat),)))).hands[
            0
        ]
        assert [str(view) for _, view in positions(hand, seat)] == views(states, seat)
        end = replay(hand).end.result
        ended = states[-1].result
        assert (end is None) == (ended is None)
        if end is not None and ended is not None:
            assert (end.paid, end.pot) == (ended.paid, ended.pot)


@given(seeds, st.data())
def test_spoiled_text(seed: int, data: st.DataObject) -> None:
    """A text with lines lost, doubled or scrambled is read stably or refused with its line."""
    _, _, history = played(seed)
    lines = str(history).splitlines()
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(lines) - 1))
        line = lines.pop(at)
        words = line.split()
        for spoiled in data.draw(
            st.sampled_from(
                [
                    [],
                    [line, line],
                    [line[:-1]],
                    [" ".join(words[::-1])],
                    [line + " ?"],
                    ["0 " + line],
                ]
            )
        ):
            lines.insert(at, spoiled)
        lines = lines or ["rules scat"]
    refusal = None
    try:
        read = parse_history("\n".join(lines))
        assert parse_history(str(read)) == read
        for hand in read.hands:
            replay(hand)
    except HistoryError as error:
        refusal = error
    assert refusal is None or 1 <= refusal.line <= len(lines) + 1


@given(st.text(max_size=200))
def test_any_text(text: str) -> None:
    """Any text at all is a history or an error of ours."""
    for whole in (text, f"rules scat\ndeal 0 {text}\ntop 4h\n0 {text}"):
        try:
            read = parse_history(whole)
        except HistoryError:
            continue
        assert parse_history(str(read)) == read


EXAMPLE = """\
rules scat
tokens 4 4 4
dealer 2
deal 0 Tc Jc Ad
top 4h
0 draw 2c throw 2c
1 take 2c throw ten of hearts
2 draw ? throw 3s

0 draw Qc
"""


def test_an_open_draw() -> None:
    """A history may stop in the middle of a turn, with the drawn card in hand."""
    history = parse_history(EXAMPLE)
    played_hand = replay(history.hands[0])
    assert played_hand.end.drawn == parse_cards("Qc")[0]
    found = positions(history.hands[0], 0)
    assert [index for index, _ in found] == [0, 3]
    last = found[-1][1]
    assert last.top == parse_cards("3s")[0]
    assert last.discards == parse_cards("4h Th")
    assert last.held[1] == parse_cards("2c")


def test_the_open_question() -> None:
    """The seat to act at the end is asked, with the card it has drawn; else the reason is named."""
    history = parse_history(EXAMPLE)
    view, drawn = question(history)
    assert (view, drawn) == (positions(history.hands[0], 0)[-1][1], parse_cards("Qc")[0])
    assert question(parse_history(EXAMPLE.replace("0 draw Qc", "")))[1] is None
    with pytest.raises(HistoryError, match="line 2: seat 1's own cards"):
        question(parse_history(EXAMPLE.replace("0 draw Qc", "0 draw Qc throw Qc")))
    over = "0 knock\n1 draw ? throw 3c\n2 draw ? throw 4c\nresult pays 1"
    with pytest.raises(HistoryError, match="line 12: the hand is over"):
        question(parse_history(EXAMPLE.replace("0 draw Qc", over)))
    ten = "rules scat[pack=32]\ntokens 3 3 3 3 3 3 3 3 3 3\n"
    short = f"{ten}deal 0 7c 7d 8h\ntop 8c\n0 draw 9c throw 9c"
    with pytest.raises(HistoryError, match="line 5: the stock has run out; expected reshuffle"):
        question(parse_history(short))


def test_own_cards_must_be_known() -> None:
    """A seat whose own cards are not written down has no positions."""
    with pytest.raises(HistoryError, match="line 2: seat 1's own cards are not all written down"):
        positions(parse_history(EXAMPLE).hands[0], 1)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("rules scat", "rules skat", r"line 1: .*skat"),
        ("rules scat", "", r"line 2: the first line must be the rules"),
        ("tokens 4 4 4", "tokens 4 four 4", r"line 2: 'four' is not a number"),
        ("dealer 2", "dealer x", r"line 3: 'x' is not a seat"),
        ("dealer 2", "dealer 7", r"line 2: seat 7 is not in this hand"),
        ("dealer 2", "dealer 1", r"line 6: it is the turn of seat 2, not of seat 0"),
        ("deal 0 Tc Jc Ad", "deal 0 Tc Jc", r"line 4: a seat is dealt 3 cards"),
        ("deal 0 Tc Jc Ad", "deal 0 Tc Jc 1d", r"line 4: .*no rank"),
        ("deal 0 Tc Jc Ad", "deal 0 Tc Jc 4h", r"line 2: 4h is already somewhere else"),
        ("top 4h", "top ?", r"line 5: .*open for all to see"),
        ("top 4h", "top 4h 5h", r"line 5: scat has a line top with 1 card"),
        ("top 4h", "", r"line 6: the top card must stand before the first move"),
        ("0 draw 2c throw 2c", "0 draw 2c throw 5c", r"line 6: seat 0 cannot hold 5c here"),
        ("0 draw 2c throw 2c", "0 draw Ad throw Ad", r"line 6: Ad is already somewhere else"),
        ("0 draw 2c throw 2c", "0 draw 2c", r"line 6: the card thrown is missing"),
        ("0 draw 2c throw 2c", "0 fold", r"line 6: seat 0 cannot 'fold'; expected draw, take"),
        (
            "0 draw 2c throw 2c",
            "0 pass",
            r"line 6: seat 0 cannot pass: one must take, draw or knock",
        ),
        ("0 draw 2c throw 2c", "0 swap 2c", r"line 6: .*expected swap Qd for Ad"),
        ("1 take 2c", "1 take 4h", r"line 7: the top card is 2c"),
        ("2 draw ? throw 3s", "2 draw ? throw ?", r"line 8: .*open for all to see"),
        ("2 draw ? throw 3s", "2 draw ? throw 2c", r"line 8: seat 2 cannot hold 2c here"),
        ("2 draw ? throw 3s", "reshuffle", r"line 8: the stock is reshuffled only when"),
        ("2 draw ? throw 3s", "result pays 0", r"line 10: after the result"),
        (
            "2 draw ? throw 3s",
            "2 show As Ks Qs",
            r"line 6: whatever stands behind \?, somebody must have shown 31",
        ),
        ("0 draw Qc", "result pays 0", r"line 10: the hand is not over"),
        ("0 draw Qc", "result pays 0:3", r"line 10: '0:3': a seat pays 1 or 2"),
        (
            "0 draw Qc",
            "result wins 0",
            r"line 10: 'wins 0' is not a result; expected result pays 1",
        ),
        ("0 draw Qc", "widow Ah Kh Qh", r"line 10: 'widow' begins no line"),
    ],
)
def test_errors_name_the_line(old: str, new: str, message: str) -> None:
    """A wrong line is named, with what is wrong and what would be right."""
    with pytest.raises(HistoryError, match=message):
        replay(parse_history(EXAMPLE.replace(old, new)).hands[0])


WIDOW = """\
rules schwimmen
tokens 3 3
dealer 1
deal 0 7c 8c 9d
widow 7h 8h 9s
0 pass
1 pass
widow Tc Jc Qd
0 swap 7c for Tc
"""


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("widow Tc Jc Qd\n", "", "line 8: all have passed; expected the fresh widow here"),
        ("1 pass\n", "1 swap ? for 7h\n", "line 7: this card was open"),
        ("1 pass\n", "1 swap As for 7h\n", "line 8: there is no fresh widow here"),
        ("widow Tc Jc Qd", "widow Tc Jc 9d", "line 8: 9d is already somewhere else"),
        ("widow Tc Jc Qd", "widow Tc Jc", "line 8: expected 3 cards; this has 2"),
        ("0 swap 7c for Tc", "0 swap 7c for 7h", "line 9: seat 0 cannot swap 7c for 7h"),
        ("0 swap 7c for Tc", "0 swap 7c 8c for Tc Jc", "line 9: .*swaps 1 or 3 cards, not 2"),
        ("0 swap 7c for Tc", "0 take Tc throw 7c", "line 9: .*not a move of widow"),
        ("0 swap 7c for Tc", "0 show 7c 8c 9d", "line 9: .*only 31 or more"),
        ("0 swap 7c for Tc", "1 show 7d 8d 9c", "line 9: seat 1 shows a hand before the end"),
    ],
)
def test_errors_in_widow(old: str, new: str, message: str) -> None:
    """A line that widow forbids is named, and so is a fresh widow too few or too many."""
    assert positions(parse_history(WIDOW).hands[0], 0)[-1][1].widow == parse_cards("Tc Jc Qd")
    with pytest.raises(HistoryError, match=message):
        replay(parse_history(WIDOW.replace(old, new)).hands[0])


def test_size_is_bounded() -> None:
    """A text too long is refused before it is read."""
    with pytest.raises(HistoryError, match=f"at most {MAX_TEXT}"):
        parse_history("#" * (MAX_TEXT + 1))
    with pytest.raises(HistoryError, match=f"at most {MAX_LINES}"):
        parse_history("\n" * (MAX_LINES + 1))


def test_a_wrong_result_is_refused() -> None:
    """The result that was written down must be the referee's, where he knows all hands."""
    match = start(Rules(), 2)
    first = next_hand(match, parse_cards("Kc 2d 9c 3d 4c 7h 2s 5s"))
    hand = record(first, [Knock(), Draw(), Throw(parse_cards("2d")[0])])
    text = str(History(Rules(), (hand,)))
    assert text.endswith(
        "1 draw 5s throw 2d\n0 show 4c 9c Kc\n1 show 3d 7h 5s\nresult pays 1\n"
    ) or ("result pays 1" in text)
    with pytest.raises(HistoryError, match=r"expected result pays 1, because seat 0 knocked"):
        replay(parse_history(text.replace("pays 1", "pays 0")).hands[0])


def test_a_match_of_several_hands() -> None:
    """Hands of one match follow each other; one dealt to another table is refused."""
    rng = Random(5)
    match = start(PRESETS["scat-pub"], 3)
    hands = []
    while match.winner is None:
        moves = random_hand(match, rng)
        hands.append(record(moves[0][0], [move for _, move in moves if move is not None]))
        match = after_hand(match, moves[-1][0])
    history = parse_history(str(History(match.rules, tuple(hands))))
    assert len(history.hands) == match.hands
    assert matches(history)[-1] == match
    broken = History(match.rules, (hands[0], *hands[2:]))
    with pytest.raises(HistoryError, match="after the last hand this one begins with tokens"):
        matches(broken)


def test_unseen_31_is_no_obstacle() -> None:
    """Cards behind ``?`` are never taken to be a 31 that nobody showed."""
    # Four cards are never seen: three of them are the other hand, and three make 31.
    own, unseen = parse_cards("7c 7d 8h Kd"), parse_cards("Ah Kh Qh 7s")
    throws = [card for card in range(20, 52) if card not in (*own, *unseen)]
    lines = ["rules scat[pack=32]", "dealer 1", f"deal 0 {names(own[:3])}", "deal 1 ? ? ?"]
    lines += [f"top {name(own[3])}"]
    lines += [f"{turn % 2} draw ? throw {name(card)}" for turn, card in enumerate(throws)]
    hand = parse_history("\n".join(lines)).hands[0]
    unlucky = sum(_no_luck(hand, attempt) for attempt in range(50))
    assert 0 < unlucky < 50
    assert replay(hand).end.result is None


def _no_luck(hand: Hand, attempt: int) -> bool:
    """Tell whether a deal that is guessed gives somebody a 31 that nobody showed."""
    try:
        replaying._played(hand, guess(hand, attempt))
    except replaying._NotThisWorldError:
        return True
    return False
