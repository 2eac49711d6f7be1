"""Taking turns at the processor."""

from __future__ import annotations

import threading
import time

import pytest

from advisor.web.turns import Turns

SOON_S = 5.0


def waiting(turns: Turns, how_many: int) -> None:
    """Return when so many wait for a place."""
    until = time.monotonic() + SOON_S
    while len(turns._waiting) < how_many:
        assert time.monotonic() < until, "nobody came"
        time.sleep(0.001)


def test_the_urgent_come_first_then_the_early() -> None:
    """A first answer passes the better answers of others; equals go in order of arrival."""
    turns, order = Turns(1), list[str]()

    def work(rank: int, name: str) -> None:
        with turns.turn(rank):
            order.append(name)

    with turns.turn(0):
        threads = []
        for rank, name in ((1, "better"), (2, "best"), (0, "first"), (0, "second")):
            threads.append(threading.Thread(target=work, args=(rank, name)))
            threads[-1].start()
            waiting(turns, len(threads))
    for thread in threads:
        thread.join(SOON_S)
    assert order == ["first", "second", "better", "best"]


def test_no_more_than_there_are_places() -> None:
    """Two may work at once, a third one waits until one of them is done."""
    turns, inside = Turns(2), threading.Event()

    def third() -> None:
        with turns.turn(0):
            inside.set()

    with turns.turn(0):
        with turns.turn(0):
            late = threading.Thread(target=third)
            late.start()
            waiting(turns, 1)
            assert not inside.is_set()
        assert inside.wait(SOON_S)
    late.join(SOON_S)


def test_who_fails_leaves_the_place() -> None:
    """An error, or a click that interrupts, blocks nobody."""
    turns = Turns(1)
    with pytest.raises(ZeroDivisionError), turns.turn(0):
        raise ZeroDivisionError
    with turns.turn(0):
        assert turns._free == 0
    assert turns._free == 1
