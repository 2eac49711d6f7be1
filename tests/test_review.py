"""Reviews: decisions are graded by what they cost, and luck is told apart from them."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest

from advisor.cards import parse_cards
from advisor.estimate import Estimate, exact
from advisor.graded import (
    GOOD,
    GRADE_NAMES,
    GRADES,
    RATES,
    TURNING,
    Decision,
    Luck,
    Review,
    SeatReview,
    grade,
    total,
)
from advisor.moves import legal_moves
from advisor.position import Position, ask
from advisor.referee.history import HistoryError, parse_history
from advisor.review import _Judge, holding_four, review
from advisor.rules import PRESETS

FEW = 400

HAND = """rules scat
tokens 4 4
dealer 1
deal 0 Kh Qh 2c
deal 1 8s 7d 4c
top 3s
0 draw Ah throw Ah
1 take Ah throw 4c
0 knock
1 draw 9s throw Ah
0 show 2c Qh Kh
1 show 7d 8s 9s
result pays 1
"""
"""Seat 0 throws away the ace that makes 31, then knocks with 20."""


@pytest.fixture(scope="module")
def graded() -> Review:
    """The hand, graded."""
    return review(parse_history(HAND), trials=FEW)


def seat(graded: Review, number: int) -> SeatReview:
    """Give one seat's part of a review."""
    (found,) = (one for one in graded.seats if one.seat == number)
    return found


def test_a_31_thrown_away_is_a_blunder(graded: Review) -> None:
    """The worst mistake there is gets the worst grade, with its line and what was better."""
    turn, throw, *_ = seat(graded, 0).decisions
    assert (turn.kind, turn.made) == ("turn", "draw from the stock")
    assert (throw.kind, throw.made, throw.best) == ("throw", "throw A♥", "throw 2♣")
    assert (throw.hand, throw.line, throw.turn) == (1, 7, 0)
    assert throw.grade == "blunder"
    assert throw.loss.mean > 0.05
    assert graded.worst[0] == throw
    assert throw in graded.turning_points


def test_the_best_move_costs_nothing(graded: Review) -> None:
    """Whoever does the best thing loses exactly nothing, and the pot is that of the advice."""
    for one in graded.seats:
        for decision in one.decisions:
            assert decision.loss.mean >= 0
            if decision.made == decision.best:
                assert decision.loss == exact(0)
                assert decision.grade == GOOD
            assert 0 < decision.pot.mean < 1


def test_luck_of_the_draw(graded: Review) -> None:
    """The card that makes 31 is great luck, whatever became of it; a blank is none."""
    dealt, ace = seat(graded, 0).chances
    assert (ace.kind, ace.cards, ace.turn, ace.line) == ("draw", parse_cards("Ah"), 0, 7)
    assert (dealt.kind, dealt.cards, dealt.line) == (
        "deal",
        tuple(sorted(parse_cards("KhQh2c"))),
        2,
    )
    assert dealt.luck.mean > 10 * dealt.luck.se
    assert ace.luck.mean > TURNING
    assert ace in graded.turning_points


def test_every_decision_is_there(graded: Review) -> None:
    """A turn at the stock is two decisions, a take or a knock one, and showing is none."""
    assert [one.kind for one in seat(graded, 0).decisions] == ["turn", "throw", "turn"]
    assert [one.kind for one in seat(graded, 1).decisions] == ["turn", "turn", "throw"]
    assert [one.seat for one in graded.seats] == [0, 1]
    last = seat(graded, 1).decisions[-2]
    assert "knocked:0" in last.position


def asked() -> Position:
    """Ask in a position in which many different scores can come."""
    return ask(parse_cards("JcTcAd"), top=parse_cards("4h")[0], players=2)


def test_luck_is_unbiased_whatever_positions_are_worth(monkeypatch: pytest.MonkeyPatch) -> None:
    """Over all cards that could come luck sums to nothing, even if all values are wrong."""
    worth = random.Random(5)

    def anything(_judge: _Judge, _position: Position, _drawn: int) -> Estimate:
        return Estimate(worth.random(), worth.random(), 10, "simulated")

    monkeypatch.setattr(_Judge, "_value", anything)
    judge = _Judge("rising", FEW, 0, 1)
    position = asked()
    seen = worth.getstate()
    lucks = []
    for card in position.unseen:
        worth.setstate(seen)
        lucks.append(judge.luck_of_a_draw(position, card))
    assert len({luck.mean for luck in lucks}) > 3
    assert sum(luck.mean for luck in lucks) == pytest.approx(0, abs=1e-12)
    assert max(luck.se for luck in lucks) > 0


def test_luck_is_between_the_scores_played_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """If value is the score that is kept, luck is the score kept less its exact mean."""
    from advisor.hands import best_discard  # noqa: PLC0415

    def kept(position: Position, drawn: int) -> int:
        return best_discard(position.hand, drawn, position.rules, keep=False)[1]

    monkeypatch.setattr(
        _Judge, "_value", lambda _judge, position, drawn: exact(kept(position, drawn))
    )
    position, judge = asked(), _Judge("rising", FEW, 0, 1)
    mean = sum(kept(position, card) for card in position.unseen) / 48
    for card in position.unseen:
        found = judge.luck_of_a_draw(position, card)
        assert found.mean == pytest.approx(kept(position, card) - mean)
        assert found.method == "exact"


def test_four_cards_in_hand_are_four_throws() -> None:
    """After a draw exactly the four throws are compared, and the card drawn is not in the stock."""
    position = ask(parse_cards("JcTcAd"), top=parse_cards("4h")[0], players=3, turn=3)
    (drawn,) = parse_cards("9s")
    four = holding_four(position, drawn)
    thrown = {move.discard for move in legal_moves(four) if move.action == "take"}
    assert thrown == {*position.hand, drawn}
    assert set(position.unseen) - set(four.unseen) == {drawn}
    assert four.stock_size == position.stock_size - 1
    assert (four.hand, four.turn, four.seat) == (position.hand, position.turn, position.seat)


def test_only_throws_are_compared_after_a_draw() -> None:
    """A knock, or another draw, is no choice any more, and no loss is measured from it."""
    position = ask(parse_cards("KhQh2c"), top=parse_cards("4d")[0], players=2)
    advice = _Judge("rising", 200, 0, 1)._throws(position, parse_cards("3s")[0])
    assert {option.move.discard for option in advice.options} == {
        *position.hand,
        *parse_cards("3s"),
    }
    assert min(option.loss.mean for option in advice.options) == 0


def test_one_seat_alone(graded: Review) -> None:
    """Asked for one seat, only its decisions are graded, with the same numbers."""
    alone = review(parse_history(HAND), seat=1, trials=FEW)
    assert alone.seats == (seat(graded, 1),)


def test_cards_that_were_not_seen() -> None:
    """A seat whose cards are not all known is left out, and refused if it was asked for."""
    hidden = HAND.replace("deal 1 8s 7d 4c\n", "").replace("1 draw 9s throw", "1 draw ? throw")
    history = parse_history(hidden)
    found = review(history, trials=100, with_luck=False)
    assert [one.seat for one in found.seats] == [0]
    assert found.seats[0].chances == ()
    with pytest.raises(HistoryError, match="in no hand all cards of seat 1 are written down"):
        review(history, seat=1)
    with pytest.raises(HistoryError, match="all cards of seat 7"):
        review(history, seat=7)


def test_a_turn_that_is_not_over_is_half_graded() -> None:
    """A card drawn and not thrown yet is a decision to draw; there is no throw to grade."""
    text = "rules scat\ndeal 0 Kh Qh 2c\ndeal 1 ? ? ?\ntop 3s\n0 draw 9c\n"
    (only,) = review(parse_history(text), trials=100).seats
    assert [one.kind for one in only.decisions] == ["turn"]
    assert [one.kind for one in only.chances] == ["deal", "draw"]


@pytest.mark.parametrize(
    ("mean", "error", "word"),
    [
        (0.0, 0.0, "good"),
        (0.004, 0.0, "good"),
        (0.005, 0.001, "doubtful"),
        (0.02, 0.001, "mistake"),
        (0.05, 0.01, "blunder"),
        (0.05, 0.03, "good"),
    ],
)
def test_grades(mean: float, error: float, word: str) -> None:
    """Each grade begins at its threshold, and a loss within the noise is none."""
    loss = Estimate(mean, error, 10, "simulated") if error else exact(mean)
    assert grade(loss) == word
    assert word in GRADE_NAMES


def made_up(loss: float, number: int) -> Decision:
    """Make up a decision."""
    estimate = Estimate(loss, 0.001, 50, "simulated")
    return Decision(
        1, number, 0, number, "turn", "knock", "draw", estimate, exact(0.5), grade(estimate), ""
    )


@pytest.mark.parametrize("place", range(6))
def test_rates_have_words(place: int) -> None:
    """The mean loss of a decision has a word, from the advisor down."""
    rate = (0.0005, 0.0015, 0.003, 0.006, 0.01, 0.1)[place]
    one = SeatReview(0, (made_up(2 * rate, 1), made_up(0.0, 2)), ())
    assert one.rate.mean == pytest.approx(rate)
    assert one.rate.se == pytest.approx(0.001 / 2**0.5)
    assert one.word == RATES[place][1]


def test_nothing_to_decide() -> None:
    """A seat that only showed 31 has no rate, and nothing is divided by nothing."""
    one = SeatReview(3, (), ())
    assert one.word == "nothing to decide"
    assert (one.rate, one.luck) == (exact(0), exact(0))


def test_turning_points_come_in_order() -> None:
    """The greatest moment stands first, bad luck as well as good, and small ones are left out."""
    card = parse_cards("2s")[0]
    draws = [Luck(1, 5, 0, 5, "draw", (card,), exact(luck)) for luck in (-0.2, 0.01, 0.04)]
    losses = [made_up(0.1, 1), made_up(0.001, 2)]
    one = SeatReview(0, tuple(losses), tuple(draws))
    found = Review("scat", (one,), "rising", 0, ()).turning_points
    assert found == (draws[0], losses[0], draws[2])


def test_errors_add_up() -> None:
    """Independent errors add as squares, and a sum of exact numbers is exact."""
    parts = [Estimate(1, 3, 10, "simulated"), Estimate(2, 4, 10, "simulated"), exact(1)]
    assert total(parts) == Estimate(4, 5, 20, "simulated")
    assert total([exact(1), exact(-1)]) == exact(0)


def test_json_is_complete(graded: Review) -> None:
    """Scripts get every decision and every chance with errors, sums, and the grades' thresholds."""
    read = json.loads(json.dumps(graded.to_json(), allow_nan=False))
    assert set(read) == {"rules", "seats", "turning_points", "grades", "opponents", "seed", "notes"}
    assert read["grades"] == {word: least for least, word in GRADES}
    zero = read["seats"][0]
    assert zero["decisions"][1]["loss"] == seat(graded, 0).decisions[1].loss.to_json()
    assert [one["cards"] for one in zero["chances"]] == ["2c Qh Kh", "Ah"]
    assert zero["loss"]["mean"] == pytest.approx(
        sum(one["loss"]["mean"] for one in zero["decisions"])
    )
    assert sum(zero["grades"].values()) == len(zero["decisions"])


def test_same_seed_same_review(graded: Review) -> None:
    """A review depends on its seed alone."""
    told: list[float] = []
    again = review(parse_history(HAND), trials=FEW, threads=2, progress=told.append)
    assert again == graded
    assert told == [step / 6 for step in range(1, 7)]


def test_a_match_is_graded_hand_by_hand() -> None:
    """Hands of a match are numbered, and tokens of each hand reach its positions."""
    second = (
        HAND.removeprefix("rules scat\n")
        .replace("tokens 4 4", "tokens 4 3")
        .replace("dealer 1", "dealer 0")
    )
    # The deal has passed to seat 0, so seat 1 begins.
    second = "\n".join(
        line.translate(str.maketrans("01", "10")) if line[0] in "01" else line
        for line in second.replace("deal 0", "deal X")
        .replace("deal 1", "deal 0")
        .replace("deal X", "deal 1")
        .replace("pays 1", "pays 0")
        .splitlines()
    )
    history = parse_history(HAND + "\n" + second + "\n")
    found = review(history, trials=100, with_luck=False)
    assert [one.hand for one in found.seats[0].decisions] == [1] * 3 + [2] * 3
    assert history.hands[1].tokens == (4, 3)
    assert "tokens:4.3" in found.seats[0].decisions[-1].position


def test_house_rules_stay_those_of_the_hand() -> None:
    """Comparing throws changes no rule but that the card drawn may be thrown."""
    pub = ask(parse_cards("JcTcAd"), top=parse_cards("4h")[0], players=2, rules=PRESETS["scat-pub"])
    four = holding_four(pub, parse_cards("9s")[0])
    assert replace(four.rules, put_back_taken=False) == pub.rules
