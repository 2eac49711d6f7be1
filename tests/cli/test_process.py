"""The command ``thirtyone`` as a program: exit codes, encodings, pipes, Ctrl-C, what it loads."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from tests.cli.command import HAND, ROOT, process


def test_process_answers() -> None:
    """The command works as a program, with nothing on the standard error."""
    done = process("odds", *HAND, "--json")
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout)["unseen"] == 48


def test_process_refuses() -> None:
    """A wrong question ends the program with exit code 2 and one line."""
    done = process("odds", "--hand", "Jc Tc", "--top", "4h")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode().splitlines() == ["thirtyone: a hand has 3 cards; this has 2: Tc Jc"]


@pytest.mark.skipif(os.name == "nt", reason="arguments are text there")
@pytest.mark.parametrize("arguments", [[b"--hand", b"\xff\xfe"], [b"--\xff"], [b"--seed", b"\xff"]])
def test_bytes_that_are_no_text(arguments: list[bytes]) -> None:
    """Arguments that are not UTF-8 are refused like any other wrong text."""
    done = process("advise", "--top", "4h", *arguments)
    assert (done.returncode, done.stdout) == (2, b"")
    assert len(done.stderr.splitlines()) == 1
    assert b"udcff" in done.stderr


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_output_without_suit_signs(encoding: str) -> None:
    """Where the terminal knows no suit signs, letters stand for them."""
    done = process("odds", *HAND, PYTHONIOENCODING=encoding)
    assert (done.returncode, done.stderr) == (0, b"")
    assert "10c Jc Ad = 20, top card 4h" in done.stdout.decode("ascii")


@pytest.mark.parametrize("command", ["", "advise", "odds", "knock", "equity", "table", "rules"])
def test_help_in_ascii(command: str) -> None:
    """Help can be printed anywhere."""
    done = process(*command.split(), "--help", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, b"")


def test_reader_that_stops_early() -> None:
    """A pipe that is closed ends the program quietly."""
    with subprocess.Popen(
        [sys.executable, "-m", "advisor", "table", "deal"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait(60) == 0


@pytest.mark.skipif(os.name == "nt", reason="signals differ there")
def test_interrupt_is_quiet() -> None:
    """Ctrl-C ends the program without a traceback."""
    with subprocess.Popen(
        [sys.executable, "-m", "advisor", "advise", *HAND, "--trials", "10000000"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as running:
        time.sleep(3)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=60)
    assert (running.returncode, out, err) == (130, b"", b"")


def test_start_is_light() -> None:
    """Help and refusals pay for neither the compiler, rich tables nor the page."""
    code = (
        "import sys, advisor.cli; "
        "print([name for name in ('numba', 'scipy', 'streamlit', 'rich') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True, text=True
    )
    assert done.stdout == "[]\n"


def test_exact_answers_start_no_compiler() -> None:
    """Numba is loaded only when a hand is played out."""
    code = (
        "import sys; from advisor.cli import app; "
        f"app(['odds', *{HAND!r}], standalone_mode=False); "
        "app(['knock', '--players', '2', "
        f"*{HAND!r}], standalone_mode=False); "
        "print('numba' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=os.environ | {"PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        check=True,
        encoding="utf-8",
    )
    assert done.stdout.endswith("False\n")
