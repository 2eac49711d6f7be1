"""How long the page makes an answer better, and what it does with it afterwards."""

from __future__ import annotations

import gc
import tomllib
from typing import TYPE_CHECKING

import pytest
import streamlit as st

from advisor.advise import GOES_ON, Advice, advise
from advisor.players.solved import SOLVED
from advisor.position import parse_position
from advisor.resources import streamlit_config_path
from advisor.web import compute, refining
from tests.web.page import headline, opened, press, said

if TYPE_CHECKING:
    from collections.abc import Iterator

CLOSE = "scat hand:KcQc5c top:2h players:4"
"""Takes long until the best move is known."""


@pytest.fixture(autouse=True)
def nothing_kept() -> Iterator[None]:
    """Begin with a memory of nothing."""
    st.cache_resource.clear()
    yield
    st.cache_resource.clear()


def in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let hardly any time pass until the time is up."""
    monkeypatch.setattr(refining, "PATIENCE_S", 0.02)
    monkeypatch.setattr(refining, "LEAST_S", 0.0)


def asked(trials: int | None = None, seed: int = 0) -> list[Advice]:
    """Ask one question, and give all answers on the way."""
    position = parse_position(CLOSE)
    return list(refining.answers(position, opponents=SOLVED, seed=seed, trials=trials))


def test_the_page_stops_when_the_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever waits gets what there is, and it says how little that is."""
    in_a_hurry(monkeypatch)
    *before, last = asked()
    assert {answer.stopped for answer in before} == {GOES_ON}
    assert last.stopped == "time"
    assert last.trials < 20_000
    full = {option.move: option.pot.se for option in advise(parse_position(CLOSE)).options}
    assert all(option.pot.se > full[option.move] for option in last.options if option.pot.trials)


def test_asking_again_goes_on_from_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was played out is not thrown away, and at last the answer is as good as any."""
    in_a_hurry(monkeypatch)
    stopped = asked()[-1]
    kept, *_, more = asked()
    assert kept == stopped
    assert more.trials > stopped.trials
    monkeypatch.setattr(refining, "PATIENCE_S", 60.0)
    kept, *_, best = asked()
    assert kept == more
    assert best.stopped in {"known", "trials"}
    assert asked() == [best]


def test_the_number_of_hands_somebody_wants_is_played_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """No time is up for whoever says how many hands he wants: same seed, same answer."""
    in_a_hurry(monkeypatch)
    last = asked(trials=9_000, seed=5)[-1]
    assert last.options == advise(parse_position(CLOSE), trials=9_000, seed=5).options


def test_a_worse_answer_is_never_shown_after_a_better_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the work was forgotten meanwhile, it is done again out of sight."""
    in_a_hurry(monkeypatch)
    stopped = asked()[-1]
    refining._unfinished.clear()
    monkeypatch.setattr(refining, "PATIENCE_S", 0.2)
    again = [answer.trials for answer in asked()]
    assert again[0] == stopped.trials
    assert min(again) >= stopped.trials


def test_the_page_says_that_the_time_was_up_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """The number of hands is told, and one press plays out more."""
    in_a_hurry(monkeypatch)
    page = opened(pos=CLOSE, trials="")
    before = hands(said(page))
    page = press(page, "Play out more")
    assert headline(page)
    assert hands(said(page)) > before
    monkeypatch.setattr(refining, "PATIENCE_S", 60.0)
    page = press(page, "Play out more")
    assert "Play out more" not in [button.label for button in page.button]


def hands(text: str) -> int:
    """How many hands the page says were played out."""
    (line,) = [line for line in text.splitlines() if "hands played out for each move" in line]
    return int(line.split()[1].replace(",", ""))


def test_nobody_waits_for_a_full_collection() -> None:
    """Looking through all that stays for good would stop everybody's page for a tenth of a second.

    That happened after every click of anybody's.
    """
    for _ in compute.warm_up():
        pass
    assert gc.get_freeze_count() > 100_000
    options = tomllib.loads(streamlit_config_path().read_text(encoding="utf-8"))
    assert options["runner"]["postScriptGC"] is False
