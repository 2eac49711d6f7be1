"""The answer: the move in large letters, why, and what the other moves are worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

import altair as alt
import pandas as pd
import streamlit as st

from advisor.cards import pretty
from advisor.hands import points_text
from advisor.reasons import percent
from advisor.tables import estimate_text
from advisor.web import charts
from advisor.web.show import (
    card_back,
    card_face,
    cost,
    plain,
    row_of_cards,
    sentence,
    spoken,
    suits_coloured,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from advisor.advise import Advice, Option
    from advisor.moves import Move
    from advisor.position import Position


def headline(advice: Advice) -> str:
    """The recommendation in a few words."""
    if not advice.toss_up:
        return sentence(advice.best.move.words()).rstrip(".")
    named = [option.move.words() for option in advice.toss_up]
    return f"Toss-up: {', '.join(named[:-1])} or {named[-1]}"


def how_sure(advice: Advice) -> list[str]:
    """How sure the recommendation is, in sentences."""
    best, others = advice.best, advice.options[1:]
    if best.move.action == "knock":
        safe = percent(1 - best.pays.mean)
        first = f"**{safe} safe:** you pay a token in {percent(best.pays.mean)} of hands"
    else:
        first = f"You pay a token in **{percent(best.pays.mean)}** of hands"
    found = [f"{first}, and win the pot in {percent(best.pot.mean)}."]
    if advice.toss_up:
        found.append("The difference is too small to tell, or for anybody to mind.")
    elif not others:
        found.append("There is no other move.")
    else:
        loss = cost(others[0].loss)
        found.append(f"Clearly best; next: {others[0].move.words()}, {loss} points less.")
    return found


def picture(position: Position, move: Move, colours: Sequence[str]) -> None:
    """Draw the cards and what happens to them."""
    faces = [
        card_face(card, colours, "throw" if card == move.discard else "")
        for card in reversed(position.hand)
    ]
    told = f"Your hand: {spoken(position.hand)}."
    if move.action == "draw":
        faces.append(card_back("draw"))
    if position.top is not None:
        faces.append(card_face(position.top, colours, "take" if move.take else "top card"))
        told += f" Top card: {spoken([position.top])}."
    st.html(row_of_cards(faces, f"{told} {sentence(move.words())}"))


def recommendation(advice: Advice, colours: Sequence[str]) -> None:
    """Draw the answer in large letters, the cards, and why."""
    st.header(suits_coloured(headline(advice), colours), anchor=False)
    picture(advice.position, advice.best.move, colours)
    sure = " ".join(how_sure(advice))
    st.markdown(suits_coloured(sure, colours))
    reasons = "\n".join(f"- {sentence(reason)}" for reason in advice.best.reasons)
    st.markdown(suits_coloured(reasons, colours))


def options_table(advice: Advice) -> None:
    """Draw all moves with their numbers, best first."""
    rows = [_row(option) for option in advice.options]
    right = st.column_config.TextColumn(alignment="right")
    st.dataframe(
        pd.DataFrame(rows),
        hide_index=True,
        column_config={
            "Move": st.column_config.TextColumn(pinned=True),
            "Score after": right,
            "You pay a token": st.column_config.TextColumn(
                alignment="right", help="How often you pay in this hand."
            ),
            "You win the pot": st.column_config.TextColumn(
                alignment="right", help="How often you are the last one left in the match."
            ),
            "Costs": st.column_config.TextColumn(
                alignment="right", help="Points of winning the pot less than the best move."
            ),
            "Best": st.column_config.TextColumn(
                alignment="right", help="How likely no other move is better, given the errors."
            ),
        },
        alt="Every legal move with its numbers, best first",
    )
    st.caption("± is one standard error; numbers without it are exact.")


def _row(option: Option) -> dict[str, str]:
    score = f"{option.score_after:.1f}"
    return {
        "Move": sentence(option.move.words()).rstrip("."),
        "Score after": f"{score} mean" if option.after_draw else score.removesuffix(".0"),
        "You pay a token": estimate_text(option.pays),
        "You win the pot": estimate_text(option.pot),
        "Costs": cost(option.loss),
        "Best": percent(option.p_best) if option.p_best else "–",
    }


def options_chart(advice: Advice) -> None:
    """Draw what every move costs against the best one, with its 95 % interval."""
    rows = pd.DataFrame([_bar(option) for option in advice.options])
    moves = alt.Y("move:N", sort=None, title=None, axis=alt.Axis(labelLimit=260, ticks=False))
    base = alt.Chart(rows).encode(y=moves)
    scale = alt.X("cost:Q", title=None, axis=alt.Axis(tickCount=5))
    tips = [alt.Tooltip("move:N", title="Move"), alt.Tooltip("words:N", title="Wins the pot")]
    bars = base.mark_bar(height=14, cornerRadiusEnd=3).encode(x=scale, tooltip=tips)
    errors = base.mark_rule(strokeWidth=2, opacity=0.8).encode(x="low:Q", x2="high:Q")
    told = "; ".join(f"{row.move}: {row.words}" for row in rows.itertuples())
    charts.draw(bars + errors, height=26 * len(rows) + 24, told=f"Wins the pot: {told}")
    st.caption(
        "How often each move wins the pot, and how many points it costs against the best"
        + (" (lines: 95 % interval)." if advice.trials else ".")
    )


def _bar(option: Option) -> dict[str, object]:
    low, high = option.loss.interval()
    return {
        "move": f"{sentence(option.move.words()).rstrip('.')} · {percent(option.pot.mean)}",
        "cost": 100 * option.loss.mean,
        "low": 100 * max(low, 0.0),
        "high": 100 * high,
        "words": percent(option.pot.mean),
    }


def after_draw(advice: Advice) -> None:
    """Draw what to throw for every card that the stock may bring."""
    drawing = next((option for option in advice.options if option.after_draw), None)
    if drawing is None:
        return
    rows = [
        {
            "Drawn": pretty(card),
            "Throw": pretty(kept.discard),
            "Score": points_text(kept.half_points),
        }
        for card, kept in sorted(drawing.after_draw.items(), key=lambda pair: -pair[1].half_points)
    ]
    with st.expander("If you draw: what to throw for each card", icon=":material/style:"):
        st.dataframe(pd.DataFrame(rows), hide_index=True, alt="What to throw for each card drawn")


def footnotes(advice: Advice) -> None:
    """Say what the answer rests on."""
    with st.expander("What this rests on", icon=":material/info:"):
        st.markdown("\n".join(f"- {plain(sentence(note))}" for note in advice.notes))
