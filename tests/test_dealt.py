"""What a deal is worth: no bias over all deals, and better hands are better luck."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from advisor.cards import parse_cards
from advisor.dealt import luck_of_the_deal
from advisor.hands import hand_cards, scores
from advisor.position import Position, ask
from advisor.rules import PRESETS, Rules


def dealt(hand: str, **said: object) -> Position:
    """Ask with a hand as it was dealt."""
    said.setdefault("players", 3)
    return ask(parse_cards(hand), top=parse_cards("4h")[0], **said)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "said",
    [
        {"players": 2},
        {"players": 4, "seat": 3},
        {"tokens": (1, 4, 2), "seat": 1},
        {"players": 3, "rules": PRESETS["scat-pub"]},
        {"players": 2, "rules": Rules(three_of_a_kind="30.5")},
    ],
    ids=str,
)
def test_the_mean_over_all_deals_is_nothing(said: dict[str, object]) -> None:
    """Over all 22,100 hands the luck of the deal sums to 0, in every seat and stand."""
    position = dealt("JcTcAd", **said)
    by_score, hands = scores(position.rules), hand_cards()
    luck = {
        half: luck_of_the_deal(
            replace(position, hand=tuple(hands[np.flatnonzero(by_score == half)[0]].tolist()))
        ).mean
        for half in set(by_score.tolist())
    }
    assert sum(luck[half] for half in by_score.tolist()) == pytest.approx(0, abs=1e-9)
    assert max(luck.values()) == luck[62] > 0.03


def test_more_is_better() -> None:
    """A dealt 31 beats a 20, and that a 9, by more than the noise of the counts."""
    best, good, bad = (luck_of_the_deal(dealt(hand)) for hand in ("KhQhAh", "KhQh2c", "9h5d3c"))
    assert best.mean > good.mean + 4 * (best.se + good.se)
    assert good.mean > bad.mean + 4 * (good.se + bad.se)
    assert bad.mean < 0


def test_the_last_token_makes_luck_greater() -> None:
    """The same cards matter more to whoever is about to be out."""
    rich, poor = (dealt("9h5d3c", tokens=tokens) for tokens in ((4, 4, 4), (1, 1, 1)))
    assert luck_of_the_deal(poor).mean < luck_of_the_deal(rich).mean < 0
