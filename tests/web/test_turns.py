"""Taking turns at the processor."""

from __future__ import annotations

import threading
import time
from contextlib import suppress

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


def test_whoever_is_more_urgent_is_let_go_first() -> None:
    """A first answer waits for a piece of somebody's better answer, not for all of it."""
    turns, order = Turns(1), list[str]()

    def first() -> None:
        with turns.turn(0):
            order.append("first")

    with turns.turn(1) as place:
        place.make_way(1)
        order.append("nobody there")
        late = threading.Thread(target=first)
        late.start()
        waiting(turns, 1)
        place.make_way(1)
        order.append("better")
    late.join(SOON_S)
    assert order == ["nobody there", "first", "better"]
    assert turns._free == 1


def test_equals_do_not_push_in() -> None:
    """Who has as much done already waits for his turn."""
    turns, order = Turns(1), list[str]()

    def other() -> None:
        with turns.turn(1):
            order.append("other")

    with turns.turn(0) as place:
        late = threading.Thread(target=other)
        late.start()
        waiting(turns, 1)
        place.make_way(1)
        order.append("mine")
    late.join(SOON_S)
    assert order == ["mine", "other"]


class GoneError(Exception):
    """Nobody wants the answer any more."""


@pytest.mark.parametrize("inside", [False, True], ids=["at the door", "making way"])
def test_who_has_gone_takes_no_place(*, inside: bool) -> None:
    """A click that nobody waits for any more costs the others nothing."""
    turns, release, failed = Turns(1), threading.Event(), threading.Event()

    def leave() -> None:
        raise GoneError

    def busy() -> None:
        with turns.turn(0):
            release.wait(SOON_S)

    def gone() -> None:
        with suppress(GoneError), turns.turn(5, leave) as place:
            urgent.start()
            waiting(turns, 1)
            place.make_way(5)
        failed.set()

    urgent, leaving = threading.Thread(target=busy), threading.Thread(target=gone)
    if not inside:
        urgent.start()
        until = time.monotonic() + SOON_S
        while turns._free and time.monotonic() < until:
            time.sleep(0.001)
    leaving.start()
    assert failed.wait(SOON_S)
    assert not turns._waiting
    release.set()
    urgent.join(SOON_S)
    assert turns._free == 1
