"""The question on the page: the fields, the deck and the link say the same thing.

The fields' texts are what counts. A change of a field or a tap on the deck rewrites the link;
a link that came from outside (opened, edited, or reached with the back button) rewrites the
fields. What cannot be read stays where it was typed, with a sentence beside it.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import streamlit as st

from advisor.cards import Card, CardError, first_card, parse_cards, pretty
from advisor.position import Position, PositionError, Problem
from advisor.rules import PRESETS, Rules, RulesError, require, with_switches
from advisor.web.link import (
    EMPTY,
    PLACES,
    TABLE_SWITCHES,
    fields_of_link,
    link_of_draft,
    position_of,
    rule_fields,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

SAMPLE: Final = "scat hand:Tc9d6d top:8d players:4"
"""The question on a page that was opened without one."""


@dataclass(frozen=True, slots=True)
class Question:
    """What the fields say.

    Parameters
    ----------
    rules
        The rules in force.
    position
        The position, or None if it cannot exist.
    problems
        Every reason why not.
    """

    rules: Rules
    position: Position | None
    problems: tuple[Problem, ...] = ()

    def about(self, *fields: str) -> list[str]:
        """Sentences about some of the fields."""
        return [problem.text for problem in self.problems if problem.field in fields]


NEXT_STEPS: Final = {
    "hand": "Tap or type your three cards",
    "top": "Now the top card of the discard pile",
}


def next_step(asked: Question) -> str:
    """What to enter next where nothing is wrong but something is missing; else nothing."""
    if not asked.problems or {problem.field for problem in asked.problems} - NEXT_STEPS.keys():
        return ""
    try:
        hand = parse_cards(st.session_state.hand, pack=asked.rules.pack)
        top = parse_cards(st.session_state.top, pack=asked.rules.pack)
    except CardError:
        return ""
    fits = len(hand) <= 3 and len(top) <= 1 and not set(hand) & set(top)
    return NEXT_STEPS.get(next_place(), "") if fits else ""


def open_question() -> None:
    """Read the link if it is not the one that the fields say."""
    state = st.session_state
    if state.get("read") == state.pos:
        return
    fields, problems = fields_of_link(state.pos or SAMPLE)
    state.update(fields)
    state.read, state.link_problems = state.pos, problems
    state.mode = next_place()


def question() -> Question:
    """Read the fields."""
    state = st.session_state
    rules = PRESETS[state.preset]
    try:
        require(rules, game="scat", doing="advice")
        rules = with_switches(
            rules, {switch.name: state[f"sw_{switch.name}"] for switch in TABLE_SWITCHES}
        )
    except RulesError as error:
        return Question(rules, None, (Problem("rules", str(error)),))
    try:
        position = position_of(rules, _fields())
    except PositionError as error:
        return Question(rules, None, (*state.link_problems, *error.problems))
    if state.link_problems:
        return Question(rules, None, tuple(state.link_problems))
    return Question(rules, position)


def _fields() -> dict[str, Any]:
    return {name: st.session_state[name] for name in EMPTY}


def changed() -> None:
    """Rewrite the link after a change of the fields."""
    state = st.session_state
    state.link_problems = []
    asked = question()
    state.pos = state.read = str(asked.position or link_of_draft(asked.rules, _fields()))


def typed() -> None:
    """Rewrite the link after cards were typed, and let the next tap fill what is missing."""
    changed()
    st.session_state.mode = next_place()


def placed() -> dict[Card, str]:
    """Every card that the fields name, with its place; fields that cannot be read name none."""
    found: dict[Card, str] = {}
    for place in PLACES:
        try:
            cards = parse_cards(st.session_state[place])
        except CardError:
            continue
        for card in cards:
            found.setdefault(card, place)
    return found


def next_place() -> str:
    """Where the next tap should put a card: the first place that is not full."""
    places = list(placed().values())
    if places.count("hand") < 3:
        return "hand"
    return "seen" if "top" in places else "top"


def set_place(place: str, cards: Sequence[Card]) -> None:
    """Write the cards of one place the way people write them."""
    st.session_state[place] = " ".join(map(pretty, cards))


def clear_cards() -> None:
    """Take all cards off the table and keep the rest."""
    for name in (*PLACES, "turn", "knocked_by", "held", "ordered", "widow"):
        st.session_state[name] = EMPTY[name]
    typed()


def random_hand() -> None:
    """Deal three cards and a top card."""
    clear_cards()
    cards = random.SystemRandom().sample(range(first_card(question().rules.pack), 52), 4)
    set_place("hand", sorted(cards[:3], reverse=True))
    set_place("top", cards[3:])
    typed()


def set_players() -> None:
    """Forget what was said about seats, which belongs to another number of players."""
    for name in ("seat", "dealer", "knocked_by", "held"):
        st.session_state[name] = EMPTY[name]
    changed()


def set_preset() -> None:
    """Take over the switches of the preset that was chosen."""
    st.session_state.update(rule_fields(PRESETS[st.session_state.preset]))
    changed()
