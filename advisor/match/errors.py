"""The error that all of this folder raises."""

from __future__ import annotations


class MatchError(ValueError):
    """A match that cannot be played, saved or resumed; one clear sentence."""
