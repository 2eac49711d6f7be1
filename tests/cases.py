"""Situations with right answers, kept as data: ``tests/data/cases.json``."""

import json
from functools import cache
from pathlib import Path
from typing import Any

CASES = Path(__file__).parent / "data" / "cases.json"


def cases(kind: str) -> list[dict[str, Any]]:
    """Give all cases of one kind.

    Parameters
    ----------
    kind
        What a case is about, such as ``"score"``; a test for it lives where the code for it does.

    Returns
    -------
    list of dict
        The cases in the order of the file.

    Raises
    ------
    LookupError
        If there is no case of that kind: a misspelt kind must not pass as an empty test.
    """
    found = [case for case in _all_cases() if case["kind"] == kind]
    if not found:
        raise LookupError(f"no case of kind {kind!r} in {CASES.name}; there are {kinds()}")
    return found


def kinds() -> list[str]:
    """List the kinds there are, sorted."""
    return sorted({case["kind"] for case in _all_cases()})


@cache
def _all_cases() -> list[dict[str, Any]]:
    loaded: list[dict[str, Any]] = json.loads(CASES.read_text(encoding="utf-8"))["cases"]
    return loaded
