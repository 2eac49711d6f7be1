"""Odds calculator and strategy advisor for the card game Thirty-One."""

__version__ = "0.1.0"
