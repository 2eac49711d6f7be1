"""What to throw after a draw, as a question of its own."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from advisor.estimate import Estimate, exact

if TYPE_CHECKING:
    from advisor.advise import Advice, Option


def of_throws(advice: Advice) -> tuple[Option, ...]:
    """Take the four throws out of an answer, best first, each with its loss against the best.

    Parameters
    ----------
    advice
        The answer about a position of holding four cards
        (:func:`~advisor.review.holding_four`), where taking the card drawn and throwing one is
        a throw. To knock or to draw again is over, even if it would be better.
    """
    throws = sorted(
        (option for option in advice.options if option.move.action == "take"),
        key=lambda option: option.loss.mean,
    )
    best = throws[0]
    if best.loss.mean == 0:
        return tuple(throws)
    others = (replace(option, loss=_less(option.loss, best.loss)) for option in throws[1:])
    return (replace(best, loss=exact(0.0)), *others)


def _less(loss: Estimate, least: Estimate) -> Estimate:
    """Take one loss from another, with the error of two independent ones: rather too much."""
    return replace(loss, mean=loss.mean - least.mean, se=math.hypot(loss.se, least.se))
