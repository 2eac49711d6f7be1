"""A real Dask scheduler with two worker processes plays what one thread plays."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from advisor.match.cluster import _in_order, on_cluster
from advisor.match.errors import MatchError
from advisor.match.plan import Plan
from advisor.match.run import match
from advisor.match.sums import Sums, nothing
from advisor.rules import PRESETS

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
PLAN = Plan(PRESETS["scat"], ("rising", "flat:25", "random"), 9)
STARTING_S = 60.0

ENVIRONMENT = os.environ | {"PYTHONPATH": str(ROOT)}


def start(*arguments: str) -> subprocess.Popen[bytes]:
    """Start a part of the cluster."""
    return subprocess.Popen(
        [sys.executable, "-m", *arguments],
        env=ENVIRONMENT,
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


class Cluster:
    """A scheduler and two workers, each a process of its own."""

    def __init__(self, folder: Path) -> None:
        file = folder / "scheduler.json"
        self.processes = [
            start(
                "distributed.cli.dask_scheduler",
                *("--host", "127.0.0.1", "--port", "0", "--no-dashboard"),
                *("--scheduler-file", str(file)),
            )
        ]
        give_up = time.monotonic() + STARTING_S
        while not (file.exists() and file.read_text()):
            assert time.monotonic() < give_up
            time.sleep(0.1)
        self.address = json.loads(file.read_text())["address"]
        self.workers = [self.start_worker(folder) for _ in range(2)]

    def start_worker(self, folder: Path) -> subprocess.Popen[bytes]:
        """Start a worker with one thread."""
        worker = start(
            "distributed.cli.dask_worker",
            *(self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard"),
            *("--local-directory", str(folder), "--host", "127.0.0.1"),
        )
        self.processes.append(worker)
        return worker

    def close(self) -> None:
        """End every process that was started."""
        for process in reversed(self.processes):
            process.kill()
            process.wait(timeout=30)


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Start a cluster for all tests of this file."""
    cluster = Cluster(tmp_path_factory.mktemp("dask"))
    try:
        yield cluster
    finally:
        cluster.close()


def asked_of(cluster: Cluster, *arguments: str) -> subprocess.Popen[str]:
    """Start the command with the cluster's address."""
    return subprocess.Popen(
        [sys.executable, "-m", "advisor", "match", *arguments, "--dask", cluster.address, "--json"],
        env=ENVIRONMENT,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_same_totals_as_one_thread(cluster: Cluster) -> None:
    """The numbers from two worker processes equal those of one thread to the last digit."""
    players = ("--players", ",".join(PLAN.names), "--seed", str(PLAN.seed))
    output, complaint = asked_of(cluster, *players, "--hands", "200000").communicate(timeout=120)
    assert complaint == ""
    found, expected = json.loads(output), match(PLAN, 200_000).to_json()
    for measured in ("players", "differences", "hands", "capped", "seed"):
        assert found[measured] == expected[measured]


def test_a_killed_worker_loses_nothing(cluster: Cluster, tmp_path: Path) -> None:
    """When one of two workers is killed midway, the other takes over and the totals are equal."""
    file = tmp_path / "kept.json"
    players = ("--players", ",".join(PLAN.names), "--seed", str(PLAN.seed))
    hands = 3_000_000
    running = asked_of(cluster, *players, "--hands", str(hands), "--save", str(file))
    give_up = time.monotonic() + STARTING_S
    while not (file.exists() and json.loads(file.read_text())["sets"]):
        assert time.monotonic() < give_up
        time.sleep(0.02)
    cluster.workers[0].kill()
    assert running.poll() is None
    output, _ = running.communicate(timeout=240)
    assert running.returncode == 0
    found, expected = json.loads(output), match(PLAN, hands).to_json()
    for measured in ("players", "differences", "hands", "capped"):
        assert found[measured] == expected[measured]


class Elsewhere:
    """A cluster whose workers have another version of this program."""

    def nthreads(self) -> dict[str, int]:
        """Give the threads of each worker."""
        return {"tcp://127.0.0.1:1": 2}

    def submit(self, _work: object, plan: Plan, first: int, sets: int, *, pure: bool) -> Elsewhere:
        """Take a part."""
        assert (plan, sets, pure) == (PLAN, 10, False)
        self.first = first
        return self

    def result(self) -> tuple[str, Sums]:
        """Give what came of the part."""
        return "0.0.0", nothing(len(PLAN.names))


def test_another_version_is_not_mixed_in() -> None:
    """Workers that run another version of this program are refused."""
    parts = iter([(0, 10), (10, 10)])
    with pytest.raises(MatchError, match=r"a worker has version 0\.0\.0"):
        next(_in_order(Elsewhere(), PLAN, parts))


def test_nobody_there() -> None:
    """An address where no scheduler answers is refused in a sentence."""
    with pytest.raises(MatchError, match="no Dask scheduler answers at nonsense"):
        match(PLAN, 100, share=on_cluster("nonsense"))


def test_dask_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the extra the refusal says how to get it."""
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(MatchError, match=r"pip install .*\[cluster\]"):
        match(PLAN, 100, share=on_cluster("tcp://127.0.0.1:1"))
