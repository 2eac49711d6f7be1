"""The question on the page: the fields, the deck and the link say the same thing.

The fields' texts are what counts. A change of a field or a tap on the deck rewrites the link;
a link that came from outside (opened, edited, or reached with the back button) rewrites the
fields. What cannot be read stays where it was typed, with a sentence beside it.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any, Final

import streamlit as st

from advisor.cards import first_card
from advisor.position import Position, PositionError, Problem
from advisor.rules import PRESETS, Rules, RulesError, with_switches
from advisor.web import undo
from advisor.web.fields import (
    ALL_PLACES,
    EMPTY,
    NOBODY,
    places_of,
    rule_fields,
    switches_of,
)
from advisor.web.link import fields_of_link, link_of_draft, position_of
from advisor.web.places import next_place, set_place
from advisor.web.samples import SAMPLE, SAMPLES, is_example


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


def open_question() -> None:
    """Read the link if it is not the one that the fields say."""
    state = st.session_state
    if state.get("read") == state.pos:
        return
    fields, problems = fields_of_link(state.pos or SAMPLE)
    state.update(fields)
    state.read, state.link_problems = state.pos, problems
    _first_mode()
    undo.remember()


def question() -> Question:
    """Read the fields."""
    state = st.session_state
    rules = PRESETS[state.preset]
    try:
        switches = switches_of(rules.game)
        rules = with_switches(
            rules, {switch.name: state[f"sw_{switch.name}"] for switch in switches}
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
    if state.log and question().about("log"):
        # What was changed never was so in the hand that the link told of.
        state.log = ""
    asked = question()
    state.pos = state.read = str(asked.position or link_of_draft(asked.rules, _fields()))
    undo.remember()


def typed() -> None:
    """Rewrite the link after cards were typed, and let the next tap fill what is missing."""
    undo.mend()
    _filled()


def _filled() -> None:
    changed()
    st.session_state.mode = next_place()


def _first_mode() -> None:
    """Let a tap begin a hand where an example lies, else fill what is missing."""
    st.session_state.mode = "hand" if is_example() else next_place()


def drop_example() -> None:
    """Take an example off the table, for whoever taps a first card of his own."""
    if is_example() and st.session_state.mode == "hand":
        _forget(*ALL_PLACES, *_PLAYED)


def clear_cards() -> None:
    """Take all cards off the table and keep the rest."""
    undo.mend()
    _forget(*ALL_PLACES, *_PLAYED)
    _filled()


# What happened in one hand and is not known of another.
_PLAYED: Final = ("turn", "knocked_by", "held", "ordered", "exchanged", "log")


def _forget(*names: str) -> None:
    st.session_state.update({name: EMPTY[name] for name in names})


def random_hand() -> None:
    """Deal three cards, and a top card or three open ones."""
    clear_cards()
    rules = question().rules
    middle, most = ("top", 1) if rules.game == "scat" else ("widow", 3)
    cards = random.SystemRandom().sample(range(first_card(rules.pack), 52), 3 + most)
    set_place("hand", sorted(cards[:3], reverse=True))
    set_place(middle, sorted(cards[3:], reverse=True))
    _filled()


def set_players() -> None:
    """Forget what was said about seats, which belongs to another number of players."""
    _forget("seat", "dealer", "knocked_by", "held", "log")
    changed()


def set_knocked() -> None:
    """Take over who has knocked."""
    if st.session_state.knocked_by != NOBODY:
        seen_to_take()
    changed()


def seen_to_take() -> None:
    """Know that a card was exchanged: widow knows no other hands, and plays on after no knock."""
    st.session_state.exchanged = PRESETS[st.session_state.preset].game == "widow"


def set_preset() -> None:
    """Take over the switches of the preset that was chosen."""
    state, rules = st.session_state, PRESETS[st.session_state.preset]
    state.update(rule_fields(rules))
    if PRESETS[state.undo_now["preset"]].game != rules.game:
        _change_game(rules.game)
    if "seen" not in places_of(rules):
        _forget("seen")
    changed()
    _first_mode()


def _change_game(game: str) -> None:
    """Begin with the game's own sample where nothing was entered; else the hand may stay."""
    state = st.session_state
    new = fields_of_link(SAMPLES[game])[0] if is_example() else EMPTY | {"hand": state.hand}
    _forget(*_PLAYED)
    state.update({place: new[place] for place in ALL_PLACES})
