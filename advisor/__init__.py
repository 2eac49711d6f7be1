"""Odds calculator and strategy advisor for the card game Thirty-One.

Text becomes a :class:`Position`, :func:`advise` turns it into an :class:`Advice`; the odds
functions answer questions about one hand exactly. Nothing here needs a compiler or a second
process; what must be simulated is compiled when it is first asked for.
"""

from advisor.advise import Advice, Option, advise, refine
from advisor.belief import Belief, believe
from advisor.cards import Card, CardError, name, parse_cards, parse_hand, pretty
from advisor.equity import fair_equity, pot_chances
from advisor.estimate import Estimate
from advisor.hands import points, score
from advisor.knock import knock_risk
from advisor.moves import Move, legal_moves
from advisor.odds.deal import dealt_scores, somebody_dealt_31
from advisor.odds.draw import DrawOdds, draw_odds
from advisor.odds.last_turn import KnockRisk, last_turn_distribution
from advisor.odds.prior import hand_distribution
from advisor.odds.reach import reach
from advisor.position import Position, PositionError, ask, parse_position
from advisor.rules import PRESETS, Rules, RulesError, describe, parse_rules, preset

__all__ = [
    "PRESETS",
    "Advice",
    "Belief",
    "Card",
    "CardError",
    "DrawOdds",
    "Estimate",
    "KnockRisk",
    "Move",
    "Option",
    "Position",
    "PositionError",
    "Rules",
    "RulesError",
    "advise",
    "ask",
    "believe",
    "dealt_scores",
    "describe",
    "draw_odds",
    "fair_equity",
    "hand_distribution",
    "knock_risk",
    "last_turn_distribution",
    "legal_moves",
    "name",
    "parse_cards",
    "parse_hand",
    "parse_position",
    "parse_rules",
    "points",
    "pot_chances",
    "preset",
    "pretty",
    "reach",
    "refine",
    "score",
    "somebody_dealt_31",
]

__version__ = "0.1.0"
