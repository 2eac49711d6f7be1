"""What all tests share: Hypothesis profiles, and the page served for a real browser."""

import hashlib
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

# Numba's cache does not notice a change in a function that another file calls. A folder named
# after all the compiled code does.
_KERNELS = sorted((Path(__file__).parents[1] / "advisor" / "playout").glob("*.py"))
_STAMP = hashlib.sha256(b"".join(file.read_bytes() for file in _KERNELS)).hexdigest()[:16]
os.environ.setdefault("NUMBA_CACHE_DIR", str(Path(tempfile.gettempdir()) / f"thirtyone-{_STAMP}"))

# The same examples on every run and machine; no deadline, since the first call of a compiled
# function takes seconds.
settings.register_profile("dev", derandomize=True, deadline=None, max_examples=50)
settings.register_profile("ci", derandomize=True, deadline=None, max_examples=200, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "dev")

STARTING_S = 60.0


def free_port() -> int:
    """Give a port that nobody listens to."""
    with socket.socket() as probe:
        probe.bind(("localhost", 0))
        port: int = probe.getsockname()[1]
        return port


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    """Make pytest-playwright start the system's Chromium instead of downloading one."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        pytest.fail("the browser tests need the system's chromium")
    # Chromium refuses its sandbox to root, which is who runs the tests in a container.
    arguments = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    return {"executable_path": chromium, "args": arguments}


@pytest.fixture(scope="session")
def page_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve the page for the whole session, from an empty folder, and give its address."""
    port = free_port()
    serve = f"from advisor.launch import launch_app; launch_app({port}, headless=True)"
    root = Path(__file__).parents[1]
    server = subprocess.Popen(
        [sys.executable, "-c", serve],
        cwd=tmp_path_factory.mktemp("empty"),
        env=os.environ | {"PYTHONPATH": str(root)},
    )
    try:
        wait_until_healthy(f"http://localhost:{port}", server)
        yield f"http://localhost:{port}"
    finally:
        server.terminate()
        server.wait(timeout=30)


def wait_until_healthy(url: str, server: subprocess.Popen[bytes]) -> None:
    """Return when the page's health check answers; fail when it cannot any more."""
    give_up = time.monotonic() + STARTING_S
    while time.monotonic() < give_up and server.poll() is None:
        try:
            with urllib.request.urlopen(f"{url}/_stcore/health", timeout=5) as answer:  # noqa: S310
                if answer.read() == b"ok":
                    return
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            pass
        time.sleep(0.2)
    pytest.fail(f"the page did not start in {STARTING_S:g} s (exit code {server.poll()})")
