"""Many people at once: how long an answer takes, and whether the server's memory stays bounded.

Run by hand on a quiet machine, ``python -m tests.browser.load_people --people 20 --seconds 120``.
Twenty browsers would measure the browsers. A person is therefore what the server sees of one: a
session of his own over Streamlit's websocket that opens a link, taps a card of the deck, reads
what comes back, and taps another one when the answer stands. Every question is a new one, so no
answer comes from what others have asked.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import statistics
import sys
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import psutil  # type: ignore[import-untyped]
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.typing import Subprotocol

from advisor.cards import CARDS, name
from tests.browser.serving import served
from tests.conftest import free_port

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Sequence

PARTS = ("exact numbers", "best move", "whole answer")
PROTOCOL = Subprotocol("streamlit")
PATIENCE_S = 60.0
MOST_SEEN = 10
MEGABYTE = 1 << 20


class LoadError(Exception):
    """The page showed an error, or no answer came."""


@dataclass(slots=True)
class Seen:
    """What all people saw together: seconds from a tap to each part, and what went wrong."""

    opened: list[float] = field(default_factory=list)
    waits: dict[str, list[float]] = field(default_factory=lambda: {part: [] for part in PARTS})
    errors: list[str] = field(default_factory=list)

    def answers(self) -> int:
        """How many whole answers there were."""
        return len(self.opened) + len(self.waits[PARTS[-1]])


@dataclass(slots=True)
class Person:
    """One session: what he holds, and which cards he has marked as seen."""

    socket: ClientConnection
    rng: random.Random
    number: int
    query: str = ""
    deck: str = ""
    texts: dict[str, str] = field(default_factory=dict)
    free: list[str] = field(default_factory=list)
    marked: list[str] = field(default_factory=list)
    taps: int = 0
    card: str = ""

    async def open(self) -> dict[str, float]:
        """Open the page with a hand of his own."""
        cards = [name(card) for card in CARDS]
        self.rng.shuffle(cards)
        *hand, top = cards[:4]
        self.free = cards[4:]
        players = self.rng.randint(2, 6)
        pos = f"scat hand:{''.join(hand)} top:{top} players:{players}"
        self.query = urlencode({"pos": pos})
        return await self._ask(tap=False)

    async def tap(self) -> dict[str, float]:
        """Mark another card as seen, or take a mark away when there are many."""
        source, to = self.free, self.marked
        if len(self.marked) >= MOST_SEEN:
            source, to = to, source
        card = source.pop(self.rng.randrange(len(source)))
        to.append(card)
        self.taps += 1
        self.card = card
        return await self._ask(tap=True)

    async def _ask(self, *, tap: bool) -> dict[str, float]:
        message = BackMsg()
        message.rerun_script.query_string = self.query
        widgets = message.rerun_script.widget_states.widgets
        for key, text in self.texts.items():
            widgets.add(id=key, string_value=text)
        if tap:
            told = {"id": f"p{self.number}", "taps": [[self.taps, self.card]]}
            widgets.add(id=self.deck).json_value = json.dumps({"taps": told})
        began = time.perf_counter()
        await self.socket.send(message.SerializeToString())
        async with asyncio.timeout(PATIENCE_S):
            return await self._answer(began)

    async def _answer(self, began: float) -> dict[str, float]:
        """Read until the script has finished; give the seconds until each part came."""
        found: dict[str, float] = {}
        while True:
            message = ForwardMsg()
            message.ParseFromString(await self.socket.recv(decode=False))
            now = time.perf_counter() - began
            kind = message.WhichOneof("type")
            if kind == "page_info_changed":
                self.query = message.page_info_changed.query_string
            elif kind == "delta":
                self._read(message, now, found)
            elif kind == "script_finished":
                if message.script_finished != ForwardMsg.FINISHED_SUCCESSFULLY:
                    raise LoadError(f"the script ended with status {message.script_finished}")
                if missing := [part for part in PARTS[:-1] if part not in found]:
                    raise LoadError(f"the answer came without {missing}")
                return found | {PARTS[-1]: now}

    def _read(self, message: ForwardMsg, now: float, found: dict[str, float]) -> None:
        element = message.delta.new_element
        kind = element.WhichOneof("type")
        if kind == "exception":
            raise LoadError(element.exception.message)
        if kind == "bidi_component":
            self.deck = element.bidi_component.id
        elif kind == "text_input":
            written = element.text_input
            if written.set_value or written.id not in self.texts:
                self.texts[written.id] = written.value if written.set_value else written.default
        elif kind == "metric":
            found.setdefault(PARTS[0], now)
        elif kind == "heading" and element.heading.tag == "h2":
            found.setdefault(PARTS[1], now)


async def person(url: str, number: int, until: float, pause: float, seen: Seen) -> None:
    """Click until the time is over."""
    rng = random.Random(number)
    try:
        async with connect(url, subprotocols=[PROTOCOL], max_size=None) as socket:
            someone = Person(socket, rng, number)
            seen.opened.append((await someone.open())[PARTS[-1]])
            while time.monotonic() < until:
                await asyncio.sleep(rng.uniform(0.5, 1.5) * pause)
                for part, wait in (await someone.tap()).items():
                    seen.waits[part].append(wait)
    except (LoadError, TimeoutError, OSError, WebSocketException) as error:
        seen.errors.append(f"{type(error).__name__}: {error}")


async def crowd(url: str, people: int, seconds: float, pause: float) -> Seen:
    """Let all people click at once."""
    seen, until = Seen(), time.monotonic() + seconds
    await asyncio.gather(*(person(url, one, until, pause, seen) for one in range(people)))
    return seen


def line(what: str, waits: Sequence[float]) -> str:
    """Median, 95th percentile and worst in one line."""
    if len(waits) < 2:
        return f"{what:14} –"
    p95 = statistics.quantiles(waits, n=20, method="inclusive")[-1]
    middle = statistics.median(waits)
    return (
        f"{what:14} n = {len(waits):5}  median {middle:6.3f} s  p95 {p95:6.3f} s  "
        f"most {max(waits):6.3f} s"
    )


def memory(server: subprocess.Popen[bytes]) -> float:
    """Resident megabytes of the server."""
    return float(psutil.Process(server.pid).memory_info().rss) / MEGABYTE


def busy(server: subprocess.Popen[bytes]) -> float:
    """Seconds of processor time that the server has used."""
    times = psutil.Process(server.pid).cpu_times()
    return float(times.user + times.system)


def main(arguments: Sequence[str]) -> int:
    """Serve the page, let people click, and print what they saw."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--people", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--pause", type=float, default=2.0, help="mean seconds between clicks")
    parser.add_argument("--rounds", type=int, default=1, help="crowds one after the other")
    asked = parser.parse_args(arguments)
    write, bad, port = sys.stdout.write, 0, free_port()
    with served(port) as server:
        url = f"ws://localhost:{port}/_stcore/stream"
        asyncio.run(crowd(url, 1, 10.0, 0.0))  # compiles, and fills what is kept for everybody
        write(f"load of the machine {os.getloadavg()[0]:.1f}, one person at first\n")
        write(f"memory before: {memory(server):.0f} MB\n")
        for _ in range(asked.rounds):
            cpu, began = busy(server), time.monotonic()
            seen = asyncio.run(crowd(url, asked.people, asked.seconds, asked.pause))
            cpu = busy(server) - cpu
            share, each = cpu / (time.monotonic() - began), cpu / max(seen.answers(), 1)
            write(
                f"{asked.people} people, {asked.pause:g} s between clicks, {share:.2f} cores, "
                f"{each:.3f} s of a core for each answer\n"
            )
            write(line("opening", seen.opened) + "\n")
            write("".join(line(part, waits) + "\n" for part, waits in seen.waits.items()))
            write(f"errors: {len(seen.errors)} {seen.errors[:3]}\n")
            write(f"memory after: {memory(server):.0f} MB\n")
            bad += len(seen.errors)
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
