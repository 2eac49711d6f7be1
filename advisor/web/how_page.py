"""The page that says what the numbers mean and rest on."""

from __future__ import annotations

from typing import Final

import streamlit as st

from advisor.advise import DEFAULT, words_for
from advisor.equity import MODELS
from advisor.players import thumb
from advisor.players.widow import WIDOW_PLAYERS
from advisor.rules import PRESET_WORDS, PRESETS, describe
from advisor.web.show import plain, sentence

_GAMES: Final = {
    "scat": """
Everybody holds three cards and tries to collect points in **one suit**: an ace counts 11, king,
queen and jack 10, all others what they show. A turn is one of three things: **take** the top card
of the discard pile and throw another, **draw** from the stock and throw any of the four, or
**knock**. After a knock everybody else has one more turn; then the lowest hand pays a token.
Whoever holds **31**, an ace and two ten-point cards of one suit, shows it at once, and everybody
else pays. Who has no tokens left is out; the last one left wins the pot.
""",
    "widow": """
Everybody holds three cards, and three more lie open: the widow. Points are collected in **one
suit**: an ace counts 11, king, queen and jack 10, all others what they show. A turn is one of three
things: **swap** a card of the hand for an open one, **pass**, or **knock**. After a knock everybody
else has one more turn; then the hands are compared. Whoever holds **31** may show it at once. What
is won or lost, and how many cards may be swapped, the rules below say.
""",
}

_EXACT: Final = """
- **Exact:** your score, the odds of one draw, the cards that help, reaching 31, the deal, the risk
  of a knock against one opponent of whom nothing is known, what an exchange makes and leaves, and
  every move that shows 31. Nothing is sampled: every card or hand that is possible is counted.
- **Simulated:** how often a move pays a token or wins the pot. The unseen cards are dealt at random
  again and again, and every hand is played to its end. All moves are tried on the **same** deals,
  so that luck does not decide between them. Every such number comes with its **standard error**,
  the part after ±: in two of three cases the true number is no further away than that.
- A **toss-up** is two moves that cannot be told apart with 99 % confidence, or that differ by less
  than a tenth of a point of winning the pot.
- The same question with the same seed gives the same numbers, always.
"""

_MEANING: Final = """
- **You pay a token:** how often you lose at least one token in this hand.
- **You win the pot:** how often you are the last one left in the match. It depends on the tokens of
  all, and on how the hands after this one are taken to end, which is chosen under **More**:
{models}
- **Costs:** how much less often you win the pot than with the best move, in points: 30 % against
  28 % is two points.
- **Best:** how likely it is that no other move is better, given the errors.
- **Score after:** your score once the move is made; for a draw, the mean over all unseen cards.
"""


def page() -> None:
    """Draw the page."""
    st.title("How it works", anchor=False)
    with st.container(width=760):
        game = _rules()
        st.header("What is exact, what is simulated", anchor=False)
        st.markdown(_EXACT)
        st.header("What the numbers mean", anchor=False)
        models = "\n".join(f"  - **{name}**: {plain(words)}" for name, words in MODELS.items())
        st.markdown(_MEANING.format(models=models))
        st.header("How the others are taken to play", anchor=False)
        _opponents(game)


def _rules() -> str:
    """Draw the game and the rules that are chosen, and give the game."""
    st.header("The game", anchor=False)
    story = st.empty()
    st.header("The rules in force", anchor=False)
    preset = st.selectbox(
        "Rules",
        list(PRESETS),
        format_func=PRESET_WORDS.__getitem__,
        index=list(PRESETS).index(st.session_state.get("preset", "scat")),
        key="how_rules",
        label_visibility="collapsed",
    )
    game = PRESETS[preset].game
    story.markdown(_GAMES[game])
    st.markdown("\n".join(f"- {plain(sentence(line))}" for line in describe(PRESETS[preset])))
    return game


def _opponents(game: str) -> None:
    if game == "scat":
        st.markdown(
            "All of them take the top card if it raises their score, otherwise draw, and keep the "
            "three cards of the highest score. They differ in when they knock:"
        )
        known = thumb.DESCRIPTIONS
    else:
        known = {player.name: player.words for player in WIDOW_PLAYERS if player.name != DEFAULT}
    st.markdown("\n".join(f"- **{name}**: {plain(words)}" for name, words in known.items()))
    st.markdown(
        "Unless you choose otherwise, the advisor takes them to play "
        f"**{DEFAULT}**: to {words_for(DEFAULT)}. Their cards are dealt from everything you "
        "have not seen; what somebody did, and did not do, makes some hands likelier than others."
    )
