"""The answer: the move in large letters, why, and what the other moves are worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

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
from advisor.web.widow_picture import widow_picture
from advisor.web.widow_stakes import Stakes, stakes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from streamlit.elements.lib.column_types import ColumnConfig

    from advisor.advise import Advice, Option
    from advisor.moves import Move
    from advisor.position import Position


MOST_BARS: Final = 8
"""Bars of a chart, best moves first; the table has all moves."""


def headline(advice: Advice) -> str:
    """The recommendation in a few words."""
    if not advice.toss_up:
        return sentence(advice.best.move.words()).rstrip(".")
    named = [option.move.words() for option in advice.toss_up]
    return f"Toss-up: {', '.join(named[:-1])} or {named[-1]}"


def how_sure(advice: Advice) -> list[str]:
    """How sure the recommendation is, in sentences."""
    others = advice.options[1:]
    # In widow the reasons say what the move is worth.
    found = [_worth(advice.best)] if advice.position.rules.game == "scat" else []
    if advice.toss_up:
        found.append("The difference is too small to tell, or for anybody to mind.")
    elif not others:
        found.append("There is no other move.")
    else:
        loss = cost(others[0].loss)
        found.append(f"Clearly best; next: {others[0].move.words()}, {loss} points less.")
    return found


def _worth(best: Option) -> str:
    pays = percent(best.pays.mean)
    if best.move.action == "knock":
        safe = percent(1 - best.pays.mean)
        first = f"**{safe} safe:** you pay a token in {pays} of hands"
    else:
        first = f"You pay a token in **{pays}** of hands"
    return f"{first}, and win the pot in {percent(best.pot.mean)}."


def picture(position: Position, move: Move, colours: Sequence[str]) -> None:
    """Draw the cards and what happens to them."""
    if position.widow:
        widow_picture(position, move, colours)
        return
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
    st.markdown(suits_coloured(" ".join(how_sure(advice)), colours))
    reasons = "\n".join(f"- {sentence(reason)}" for reason in advice.best.reasons)
    st.markdown(suits_coloured(reasons, colours))


def options_table(advice: Advice) -> None:
    """Draw all moves with their numbers, best first."""
    at_stake = stakes(advice.position.rules)
    rows = [_row(option, at_stake) for option in advice.options]
    st.dataframe(
        pd.DataFrame(rows),
        hide_index=True,
        column_config={
            "Move": st.column_config.TextColumn(pinned=True),
            "Score after": _right("Your score after the move; the mean over all cards of a draw."),
            at_stake.pays: _right("How often you pay in this hand."),
            at_stake.pot: _right(at_stake.pot_help),
            "Costs": _right(at_stake.costs_help),
            "Best": _right("How likely no other move is better, given the errors."),
        },
        alt="Every legal move with its numbers, best first",
    )
    st.caption("± is one standard error; numbers without it are exact.")


def _right(about: str) -> ColumnConfig:
    return st.column_config.TextColumn(alignment="right", help=about)


def _row(option: Option, at_stake: Stakes) -> dict[str, str]:
    pays = {at_stake.pays: estimate_text(option.pays)} if at_stake.pays else {}
    score = f"{option.score_after:.1f}"
    return {
        "Move": sentence(option.move.words()).rstrip("."),
        "Score after": f"{score} mean" if option.after_draw else score.removesuffix(".0"),
        **pays,
        at_stake.pot: estimate_text(option.pot),
        "Costs": cost(option.loss),
        "Best": percent(option.p_best) if option.p_best else "–",
    }


def options_chart(advice: Advice) -> None:
    """Draw what every move costs against the best one, with its 95 % interval."""
    at_stake = stakes(advice.position.rules)
    rows = [_bar(option) for option in advice.options[:MOST_BARS]]
    told = "; ".join(f"{row['move']}: {row['words']}" for row in rows)
    charts.draw_rows(
        rows,
        _bars_and_lines,
        at_stake.pot,
        height=26 * len(rows) + 24,
        told=f"{at_stake.pot}: {told}",
    )
    st.caption(
        f"{at_stake.chart}, and how many points it costs against the best"
        + (" (lines: 95 % interval)." if advice.trials else ".")
    )


def _bars_and_lines(pot: str) -> charts.Chart:
    moves = alt.Y("move:N", sort=None, title=None, axis=alt.Axis(labelLimit=260, ticks=False))
    base = alt.Chart().encode(y=moves)
    scale = alt.X("cost:Q", title=None, axis=alt.Axis(tickCount=5))
    tips = [alt.Tooltip("move:N", title="Move"), alt.Tooltip("words:N", title=pot)]
    bars = base.mark_bar(height=14, cornerRadiusEnd=3).encode(x=scale, tooltip=tips)
    errors = base.mark_rule(strokeWidth=2, opacity=0.8).encode(x="low:Q", x2="high:Q")
    return alt.layer(bars, errors)


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
