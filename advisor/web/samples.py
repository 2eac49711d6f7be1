"""The questions on a page that was opened without one."""

from __future__ import annotations

from typing import Final

import streamlit as st

from advisor.web.fields import ALL_PLACES
from advisor.web.link import fields_of_link

SAMPLE: Final = "scat hand:Tc9d6d top:8d players:4"
"""The question on a page that was opened without one."""
SAMPLES: Final = {"scat": SAMPLE, "widow": "widow hand:8c9hQh widow:8sJsKh players:4"}
"""The question that each game begins with; its cards are in every pack."""


def is_example() -> bool:
    """Whether the cards on the page are those of an example."""
    samples = [fields_of_link(sample)[0] for sample in SAMPLES.values()]
    state = st.session_state
    return any(all(state[place] == sample[place] for place in ALL_PLACES) for sample in samples)
