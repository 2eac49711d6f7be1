"""Advice at a live table: the same answer as on the Advisor page, in the smallest space."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from urllib.parse import quote

import streamlit as st

from advisor.advise import DEFAULT
from advisor.cards import pretty
from advisor.limits import LimitError
from advisor.packed import packed
from advisor.players import thumb
from advisor.players.solved import SolvedError
from advisor.players.thumb import PlayerError
from advisor.players.widow import WIDOW_PLAYERS
from advisor.review import holding_four
from advisor.tables import estimate_text
from advisor.throwing import of_throws
from advisor.web import answer
from advisor.web.compute import TOLD, warm_up
from advisor.web.entry import colours
from advisor.web.refining import answers
from advisor.web.settings import PLAYERS, WIDOW_OPPONENTS
from advisor.web.show import cost, plain, sentence, suits_coloured
from advisor.widow.beliefs import BeliefError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from advisor.advise import Advice, Option
    from advisor.cards import Card
    from advisor.position import Position
    from advisor.referee.history import Event

SEED: Final = 0
MODELS: Final = {"scat": tuple(dict.fromkeys((DEFAULT, *PLAYERS))), "widow": WIDOW_OPPONENTS}
"""Whom the others may be taken to follow."""
KEYS: Final = {"scat": "live_opponents", "widow": "live_widow_opponents"}
ABOUT: Final = {
    "scat": thumb.DESCRIPTIONS,
    "widow": {player.name: player.words for player in WIDOW_PLAYERS},
}


def model(game: str) -> str:
    """Name of the player whose way the others are taken to follow."""
    return str(st.session_state.get(KEYS[game]) or MODELS[game][0])


def choose_model(game: str) -> None:
    """Ask how the others play."""
    st.selectbox(
        "The others are taken to play",
        MODELS[game],
        key=KEYS[game],
        persist_state="session",
        accept_new_options=True,
        help="; ".join(f"**{name}**: {words}" for name, words in ABOUT[game].items()),
        width=240,
    )


def my_turn(position: Position, others: str, log: tuple[Event, ...]) -> None:
    """Say what to do, better and better in the same place."""
    place = None
    try:
        for found in _found(position, others, log):
            place = place or st.empty()
            with place.container(gap="xsmall"):
                answer.recommendation(found, colours())
    except (BeliefError, LimitError, PlayerError, SolvedError) as error:
        st.error(plain(sentence(str(error))))
        return
    with st.expander("All moves and their numbers", icon=":material/table:"):
        answer.options_table(found)
        answer.footnotes(found)
    what_if(position)


def my_throw(position: Position, drawn: Card, others: str) -> None:
    """Say what to throw after a draw."""
    place, inks = None, colours()
    try:
        for found in _found(holding_four(position, drawn), others):
            place = place or st.empty()
            first, *rest = of_throws(found)
            with place.container(gap="xsmall"):
                st.header(suits_coloured(_thrown(first), inks), anchor=False)
                st.markdown(f"You win the pot in {estimate_text(first.pot)}.")
                worse = [f"- {_thrown(one)}: {cost(one.loss)} points less" for one in rest]
                st.markdown(suits_coloured("\n".join(worse), inks))
    except (LimitError, PlayerError, SolvedError) as error:
        st.error(plain(sentence(str(error))))


def _thrown(option: Option) -> str:
    discard = option.move.discard
    return "" if discard is None else f"Throw {pretty(discard)}"


def what_if(position: Position) -> None:
    """Draw the link that opens a position on the Advisor page, in a window of its own."""
    link = f"./?pos={quote(str(position))}"
    st.markdown(f"[What if? Open this position on the Advisor page]({link})")


def review_link(text: str) -> None:
    """Draw the link that has a game graded, if the address can hold it."""
    if link := packed(text):
        st.markdown(f"[Review this game](./review?history={link})")


def get_ready(game: str) -> None:
    """Wait until hands can be played out, and say how long it takes."""
    waiting = None
    for waited in warm_up(TOLD if game == "widow" else game):
        waiting = waiting or st.empty()
        waiting.caption(f":material/hourglass: Getting ready to play out hands… {waited:.0f} s")
    if waiting:
        waiting.empty()


def _found(position: Position, others: str, log: tuple[Event, ...] = ()) -> Iterator[Advice]:
    get_ready(position.rules.game)
    yield from answers(position, opponents=others, seed=SEED, trials=None, log=log)
