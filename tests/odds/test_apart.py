"""The chance that two hands share no card, for all hands at once."""

from __future__ import annotations

import numpy as np
import pytest

from advisor.hands import N_HANDS, hand_masks
from advisor.odds.my_last_turn import chance_apart


def test_chance_apart_equals_plain_sums() -> None:
    """Inclusion and exclusion must give what summing over all hands gives."""
    rng = np.random.default_rng(1)
    prior = rng.random(N_HANDS) * (rng.random(N_HANDS) < 0.3)
    prior /= prior.sum()
    found = chance_apart(prior)
    for hand in rng.integers(0, N_HANDS, 200):
        apart = hand_masks() & hand_masks()[hand] == 0
        assert found[hand] == pytest.approx(prior[apart].sum(), abs=1e-12)
