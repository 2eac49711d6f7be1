"""Servers of their own for what must start, stop or be measured alone."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from tests.conftest import wait_until_healthy

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]


@contextmanager
def served(port: int, **environment: str) -> Iterator[subprocess.Popen[bytes]]:
    """Serve the page on a port while the context is open.

    Parameters
    ----------
    port
        Port to listen on.
    environment
        Environment variables of the server beyond those of this process.
    """
    serve = f"from advisor.launch import launch_app; launch_app({port}, headless=True)"
    server = subprocess.Popen(
        [sys.executable, "-c", serve],
        env=os.environ | {"PYTHONPATH": str(ROOT)} | environment,
        stdout=subprocess.DEVNULL,
    )
    try:
        wait_until_healthy(f"http://localhost:{port}", server)
        yield server
    finally:
        server.terminate()
        server.wait(timeout=30)
