"""How good beliefs are, measured: better than taking all hands for alike likely, and honest."""

from __future__ import annotations

import numpy as np

from advisor.belief_score import belief_table, score_beliefs
from advisor.rules import preset

SCAT = preset("scat")


def test_beliefs_beat_ignorance_and_are_honest() -> None:
    """What is believed must come true as often as it says, and say more than the cards alone."""
    found = score_beliefs(SCAT, decisions=3_000, slip=0.0, seed=4)
    assert found.decisions >= 3_000
    assert found.bins[:, 0].sum() == found.decisions
    assert found.loss.mean < found.uniform.mean - 1
    number, said, hits = found.bins.T
    error = np.sqrt(number * said * (1 - said) + 1)
    assert (np.abs(hits - number * said) <= 4 * error).all()
    again = score_beliefs(SCAT, decisions=3_000, slip=0.0, seed=4)
    assert again.loss == found.loss


def test_a_wrong_model_is_found_out() -> None:
    """Who is taken for another player is less well known: the score must tell models apart."""
    right, wrong = (
        score_beliefs(SCAT, name="flat:25", assumed=assumed, decisions=3_000, seed=4)
        for assumed in ("flat:25", "flat:20")
    )
    assert right.loss.mean + 3 * right.loss.se < wrong.loss.mean


def test_the_table_of_beliefs() -> None:
    """The reliability of beliefs can be shown, with an error for what was observed."""
    table = belief_table(score_beliefs(SCAT, decisions=3_000, slip=0.0, seed=4))
    assert table.columns == ("believed", "decisions", "mean believed", "was so")
    assert all(len(row) == 4 for row in table.rows)
