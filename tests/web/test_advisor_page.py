"""The advisor: cards by tap and by text, one position, its link, and its answer."""

import re

import pytest

from advisor.advise import advise
from advisor.contrast import contrast, contrasted
from advisor.position import parse_position
from advisor.rules import PRESETS, Switch
from advisor.tables import estimate_text
from advisor.web.answer import headline as expected_headline
from advisor.web.fields import TABLE_SWITCHES
from advisor.web.samples import SAMPLE
from advisor.web.show import FOUR_COLOURS, suits_coloured
from tests.web.page import (
    FAST,
    cards_in,
    choose,
    headline,
    link,
    opened,
    press,
    said,
    tap,
    type_in,
)

JACKS = "scat hand:JcTcAd top:4h players:2"
ACES = "scat hand:TcJsAs top:6d players:2"


def test_first_load_answers_a_sample_hand() -> None:
    """The page is never empty: it shows a hand and what to do with it."""
    page = opened()
    answer = advise(parse_position(SAMPLE), trials=int(FAST["trials"]))
    assert headline(page) == suits_coloured(expected_headline(answer), FOUR_COLOURS)
    assert "Cards that help" in said(page)
    assert link(page) == ""


def test_numbers_are_the_cores() -> None:
    """The page shows the numbers of the public answer, not numbers of its own."""
    page = opened(pos=JACKS)
    answer = advise(parse_position(JACKS), trials=int(FAST["trials"]))
    moves = page.dataframe[0].value
    assert [move.lower() for move in moves["Move"]] == [
        option.move.words().lower() for option in answer.options
    ]
    metrics = {metric.label: metric.value for metric in page.metric}
    assert metrics["Your score"] == "20"
    assert metrics["Mean after draw"] == "21.6"
    assert "15 of 48 unseen cards." in [metric.help for metric in page.metric]
    assert "A knock now costs you a token" in said(page)


def test_five_taps_enter_a_question() -> None:
    """Three cards become the hand, the fourth the top card, the fifth has been seen."""
    page = tap(press(opened(), "Clear"), "Jc", "Tc", "Ad", "4h")
    assert cards_in(page) == ("J♣ 10♣ A♦", "4♥", "")
    assert headline(page)
    tap(page, "2s")
    assert cards_in(page) == ("J♣ 10♣ A♦", "4♥", "2♠")
    assert parse_position(link(page)) == parse_position(
        "scat hand:JcTcAd top:4h seen:2s players:4 seat:0"
    )


def test_a_first_tap_takes_the_example_away() -> None:
    """Who taps a card of his own need not clear the example first, even if it holds that card."""
    page = opened()
    assert "An example" in said(page)
    assert page.segmented_control(key="mode").value == "hand"
    page = tap(page, "Tc", "Jc", "Ad", "4h")
    assert cards_in(page) == ("10♣ J♣ A♦", "4♥", "")
    assert "An example" not in said(page)
    page = press(opened(), "Deal")
    assert len(cards_in(tap(page, "Tc"))[0].split()) >= 2


def test_the_example_can_be_changed_on_purpose() -> None:
    """Who says where a card shall go keeps the rest of the example."""
    page = opened()
    page.segmented_control(key="mode").set_value("top")
    assert cards_in(tap(page.run(), "9s")) == ("10♣ 9♦ 6♦", "9♠", "8♦")


def test_the_round_is_chosen_and_stays() -> None:
    """A round means turns of all; another seat or number of players acts in the same round."""
    page = choose(opened(pos="scat hand:JcTcAd top:4h players:4"), "round", 3)
    assert parse_position(link(page)).turn == 8
    page = choose(page, "seat", 2)
    assert parse_position(link(page)).turn == 10
    page = choose(page, "knocked_by", 1)
    assert parse_position(link(page)).turn == 10
    page = choose(page, "players", 3)
    assert parse_position(link(page)).turn == 6
    assert opened(pos=link(page)).selectbox(key="round").value == 3
    page = choose(page, "round", 0)
    assert parse_position(link(page)).turn == 0
    assert page.dataframe


def test_a_second_tap_takes_back_and_the_next_fills_the_gap() -> None:
    """A mistaken card is mended with two taps, without choosing a place."""
    page = tap(opened(pos=JACKS), "Ad", "Ac")
    assert cards_in(page) == ("J♣ 10♣ A♣", "4♥", "")
    page = tap(page, "4h", "5h")
    assert cards_in(page)[1] == "5♥"


def test_a_new_top_card_covers_the_old_one() -> None:
    """As on the table, the card that was on top has then been seen."""
    page = opened(pos=JACKS)
    page.segmented_control(key="mode").set_value("top")
    page = tap(page.run(), "9s", "8s")
    assert cards_in(page) == ("A♦ J♣ 10♣", "8♠", "4♥ 9♠")


def test_text_and_deck_agree() -> None:
    """What is typed lies on the deck; what is tapped stands in the field; both are in the link."""
    page = type_in(opened(), "hand", "ace of clubs, kh 10H")
    assert page.segmented_control(key="deck_2").value == ["Kh", "Th"]
    assert page.segmented_control(key="deck_0").value == ["Ac"]
    page = tap(page, "Kh", "Qh")
    assert cards_in(page)[0] == "A♣ 10♥ Q♥"
    assert set(parse_position(link(page)).hand) == set(
        parse_position("scat hand:AcThQh top:8d").hand
    )


def test_a_tap_does_not_rewrite_what_cannot_be_read() -> None:
    """A typing mistake is still there after a tap on the deck."""
    page = tap(type_in(opened(), "hand", "Jx Tc"), "Ad")
    assert cards_in(page)[0] == "Jx Tc A♦"


def test_a_link_reopens_the_question() -> None:
    """Everything about the position comes back from its link, and the answer with it."""
    first = opened(pos=JACKS)
    first = tap(first, "2s")
    first = choose(choose(first, "players", 3), "seat", 1)
    first = type_in(first, "tokens", "4,2,1")
    again = opened(pos=link(first))
    assert cards_in(again) == cards_in(first)
    assert headline(again) == headline(first)
    assert again.text_input(key="tokens").value == "4,2,1"
    assert again.selectbox(key="seat").value == 1


def test_a_link_may_tell_all_turns() -> None:
    """What everybody did counts in the answer until something is changed that never was so."""
    page = opened(pos="scat hand:JcTcAd players:3 log:4h>d2s.t9d.d3c")
    assert "weighed by all they took, passed up and threw" in said(page)
    page = type_in(page, "hand", "Jc Tc 5d")
    assert "log:4h>d2s.t9d.d3c" in link(page)
    page = tap(page, "Kd")
    assert "log:" not in link(page)
    assert ":red[:material/error" not in said(page)
    assert page.dataframe


def test_an_incomplete_question_is_in_the_link_too() -> None:
    """A reload in the middle of entering cards loses none of them."""
    page = tap(press(opened(), "Clear"), "Jc", "Tc")
    assert headline(page) == "Tap or type your three cards"
    assert cards_in(opened(pos=link(page)))[0] == "JcTc"


@pytest.mark.parametrize(
    ("field", "text", "sentence"),
    [
        ("hand", "1h Tc Ad", "there is no rank '1'"),
        ("hand", "Jc Tc Х", "cyrillic capital letter ha"),
        ("hand", "Jc X Ad", "'X' at character 4 is not part of a card"),
        ("hand", "Jc Jc Ad", "'Jc' stands twice"),
        ("hand", "Jc Tc Ad 2s", "a hand has 3 cards; this has 4"),
        ("hand", "8d Tc Ad", "8d is given twice, for the hand and for the top card"),
        ("top", "4h 5h", "this has 2"),
        ("top", "1z", "character 1"),
        ("seen", "2s 2s", "stands twice"),
        ("seen", "Tc", "Tc is given twice, for the hand and for the discards"),
        ("tokens", "4,4", "tokens of 2 seats are given for 4 players"),
        ("tokens", "4,4,4,9", "seat 3 has 9 tokens"),
        ("tokens", "four", "'four' is not a number of tokens"),
        ("hand", "<b>x</b>", "'<'"),
    ],
)
def test_a_wrong_text_gives_a_sentence_and_keeps_everything(
    field: str, text: str, sentence: str
) -> None:
    """Each kind of mistake is named beside its field; nothing that was entered is lost."""
    page = opened()
    before = {key: page.text_input(key=key).value for key in ("hand", "top", "seen", "tokens")}
    page = type_in(page, field, text)
    beside = [text.value.replace("\\", "") for text in page.markdown if ":red[" in text.value]
    assert any(sentence.lower() in told.lower() for told in beside), beside
    after = {key: page.text_input(key=key).value for key in before}
    assert after == before | {field: text}
    assert headline(page) == "This is not a question yet"


def test_a_mended_mistake_is_answered() -> None:
    """After the mistake is mended the answer is there again."""
    page = type_in(type_in(opened(), "hand", "Jc X Ad"), "hand", "Jc Tc Ad")
    assert ":red[:material/error" not in said(page)
    assert "Cards that help" in said(page)


@pytest.mark.parametrize(
    ("pos", "sentence"),
    [
        ("hello", "there are no rules 'hello'"),
        ("scat hand:JcTcAd top:4h foo:1", "'foo:1' is not a field"),
        ("scat hand:JcTcAd top:4h players:17", "at most 16 can play"),
        ("scat hand:JcTcAd top:4h seat:9", "there is no seat 9"),
        ("scat hand:JcTcAd top:4h knocked:0 seat:0", "seat 0 knocked and has no more turn"),
        ("scat[pack=32] hand:2cTcAd top:8h", "not in the 32-card pack"),
        ("scat " + "x" * 7000, "a position has at most 6000"),
        ("<script>alert(1)</script>", "there are no rules"),
    ],
)
def test_a_broken_link_gives_a_sentence_and_keeps_the_text(pos: str, sentence: str) -> None:
    """A link that cannot be read is not thrown away, nor answered as another question."""
    page = opened(pos=pos)
    assert sentence.lower() in said(page).lower()
    assert page.text_input(key="pos").value == pos
    assert not page.metric


def test_a_broken_link_is_mended_by_any_change() -> None:
    """Once the person has changed something, the fields say what is asked."""
    page = tap(opened(pos="scat hand:JcTc top:4h foo:1"), "Ad")
    assert "is not a field" not in said(page)
    assert set(parse_position(link(page)).hand) == set(parse_position(JACKS).hand)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset(preset: str) -> None:
    """Each preset is answered, and the example comes back with scat."""
    page = choose(opened(), "preset", preset)
    assert "Rules in force" in said(page)
    assert parse_position(link(page) or SAMPLE).rules == PRESETS[preset]
    if PRESETS[preset].game == "scat":
        assert "Cards that help" in said(page)
    else:
        assert "What you make, and what is left" in said(page)
    page = choose(page, "preset", "scat")
    assert cards_in(page) == ("10♣ 9♦ 6♦", "8♦", "")
    assert "Cards that help" in said(page)


@pytest.mark.parametrize("switch", TABLE_SWITCHES, ids=lambda switch: switch.name)
def test_every_switch_reaches_the_rules(switch: Switch) -> None:
    """Each house rule can be set, and the line of rules and the link say so."""
    value = list(switch.values)[-1]
    page = choose(opened(), f"sw_{switch.name}", value)
    assert f"{switch.name}={value}" in link(page)
    assert switch.values[value] in said(page)


def test_the_pack_decides_which_cards_lie_on_the_deck() -> None:
    """A 32-card pack has eight cards of each suit."""
    page = choose(opened(), "sw_pack", "32")
    assert len(page.segmented_control(key="deck_3").options) == 8


def test_after_a_knock_everything_is_exact() -> None:
    """Two players after a knock: nothing is simulated and the page says so."""
    page = opened(pos="scat hand:KcTc3d top:5h players:2 knocked:1 seat:0")
    assert "Every number is exact" in said(page)
    assert page.selectbox(key="knocked_by").value == 1


def test_31_is_shown() -> None:
    """With 31 in the hand there is one move."""
    page = opened(pos="scat hand:AsKsQs top:5h players:2")
    assert headline(page) == "Show"


def test_fewer_players_forget_the_seats_of_the_others() -> None:
    """A seat that is gone is not asked about."""
    page = choose(choose(opened(), "seat", 3), "players", 2)
    assert page.selectbox(key="seat").value == 0
    assert "Cards that help" in said(page)


def test_opponents_seed_and_trials_count() -> None:
    """The answer says what it rests on, and the link can set it."""
    page = opened(opponents="flat:25", seed="7", trials="300")
    assert "300 hands played out for each move, seed 7; opponents: flat:25" in said(page)


def test_the_hands_to_come_can_be_played_well() -> None:
    """The model of the pot is chosen in the settings or the link, and the numbers are its own."""
    page = choose(opened(pos=JACKS), "equity", "solved")
    answer = advise(parse_position(JACKS), trials=int(FAST["trials"]), equity="solved")
    assert list(page.dataframe[0].value["You win the pot"]) == [
        estimate_text(option.pot) for option in answer.options
    ]
    assert "Chance to win the pot: model solved" in said(page)
    assert "Chance to win the pot: model solved" in said(opened(pos=JACKS, equity="solved"))


def test_what_it_would_be_against_others() -> None:
    """Asked in the settings or the link, the page says the best move against other players."""
    assert "Against other players" not in said(opened(pos=ACES))
    page = opened(pos=ACES, contrast="true")
    trials = int(FAST["trials"])
    answer = advise(parse_position(ACES), trials=trials)
    pair = contrast(parse_position(ACES), trials=trials)
    assert len({other.best.move for other in pair}) > 1, "this hand shows nothing"
    told = said(page)
    for one in contrasted(answer, pair).assumptions:
        line = next(line for line in told.splitlines() if f"- **{one.opponents}**" in line)
        bare = re.sub(r":(red|blue|green)\[(.*?)\]", r"\2", line)
        assert f": {one.move.words()}" in bare
        assert ("would cost" in bare) == (one.move != answer.best.move)


@pytest.mark.parametrize("preset", ["widow", "schwimmen"])
def test_widow_is_answered_whatever_scat_was_asked(preset: str) -> None:
    """What only scat has does not disturb the other game, whose page does not offer it."""
    page = choose(opened(equity="solved", contrast="true"), "preset", preset)
    assert page.dataframe
    assert "Against other players" not in said(page)
    assert not [box for box in page.selectbox if box.key == "equity"]


def test_unknown_opponents_give_a_sentence() -> None:
    """A player that nobody knows is named, with those that are known."""
    page = opened(opponents="nobody-knows")
    assert "There is no player 'nobody-knows'" in said(page)


def test_clear_and_deal() -> None:
    """Clear takes the cards and keeps the table; deal gives a question that is answered."""
    page = press(choose(opened(), "players", 3), "Clear")
    assert cards_in(page) == ("", "", "")
    assert page.selectbox(key="players").value == 3
    page = press(page, "Deal")
    assert all(cards_in(page)[:2])
    assert "Cards that help" in said(page) or headline(page) == "Show"


def test_two_colours() -> None:
    """With the toggle off only red suits are coloured."""
    page = opened()
    assert ":blue[" in headline(page)
    page.toggle(key="four_colours").set_value(False).run()  # the widget's own value
    assert ":blue[" not in headline(page)
    assert ":red[8♦]" in headline(page)
