"""A game to look at for those who have none of their own yet."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from advisor.live import Live
from advisor.live_text import to_text
from advisor.moves import Move
from advisor.players.seated import ThumbPlayer
from advisor.referee.actions import Draw, Knock, Take
from advisor.rules import PRESETS
from advisor.tutor import ME, NEXT, Scene, new_game, scene
from advisor.tutor_codes import code_of

SEED: Final = 31
HANDS: Final = 5
HASTY: Final = "flat:15"
"""Knocks too early: so there is something to find."""


@lru_cache(maxsize=1)
def example_game() -> str:
    """Give the text of a few hands in which a hasty player sat at a table of three."""
    game = new_game(PRESETS["scat"], 3, "rising", SEED)
    while not (at := scene(game)).over:
        if at.why and len(at.history.hands) == HANDS:
            break
        game = game.doing(NEXT if at.why else _code(at))
    return to_text(Live(at.history, ME))


def _code(at: Scene) -> str:
    """Say what the hasty player does."""
    player = ThumbPlayer(HASTY)
    if at.drawn is not None:
        thrown = player.throw(at.view, at.drawn).discard
        return code_of(Move("take", at.drawn, thrown), drawn=True)
    legal = (Draw(),) if at.view.knocked_by is not None else (Knock(), Draw())
    action = player.act(at.view, legal)
    if isinstance(action, Take):
        return code_of(Move("take", at.view.top, action.discard), drawn=False)
    return code_of(Move("knock" if isinstance(action, Knock) else "draw"), drawn=False)
