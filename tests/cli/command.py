"""How the tests run the command ``thirtyone``."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from advisor.cli import app

ROOT = Path(__file__).parents[2]
HAND = ("--hand", "Jc Tc Ad", "--top", "4h")
FEW = ("--trials", "4000", "--workers", "1")


def run(*arguments: str, text: str | None = None) -> Result:
    """Run the command in this process, with what is typed into it."""
    return CliRunner().invoke(app, list(arguments), input=text)


def answer(*arguments: str) -> dict[str, Any]:
    """Give the JSON of a question that can be answered."""
    result = run(*arguments, "--json")
    assert (result.exit_code, result.stderr) == (0, ""), result.output
    # NaN and infinity are no JSON.
    read: dict[str, Any] = json.loads(result.stdout, parse_constant=pytest.fail)
    return read


def shown(*arguments: str) -> str:
    """Give what people see of a question that can be answered."""
    result = run(*arguments)
    assert (result.exit_code, result.stderr) == (0, ""), result.output
    return result.stdout


def refusal(*arguments: str, text: str | None = None) -> str:
    """Give the one line that refuses a question."""
    result = run(*arguments, text=text)
    assert (result.exit_code, result.stdout) == (2, ""), result.output
    (line,) = result.stderr.splitlines()
    assert line.isprintable()
    assert line.startswith("thirtyone: ")
    return line.removeprefix("thirtyone: ")


def process(*arguments: str | bytes, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run the command as people do, in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "advisor", *arguments],
        env=os.environ | environment,
        cwd=ROOT,
        capture_output=True,
        check=False,
        timeout=120,
    )
