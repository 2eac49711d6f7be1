"""A kept match is believed only if it is whole and the same."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from advisor.match import keep, saved
from advisor.match.errors import MatchError
from advisor.match.keep import planned
from advisor.match.plan import Plan
from advisor.match.run import match
from advisor.match.saved import load, save
from advisor.rules import PRESETS, Rules

if TYPE_CHECKING:
    from pathlib import Path

PLAN = Plan(Rules(pack=36), ("rising", "flat:25", "greedy"), 7)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Keep a short match."""
    path = tmp_path / "kept.json"
    save(path, PLAN, match(PLAN, 300).sums)
    return path


def test_what_is_saved_is_loaded(file: Path) -> None:
    """Plan and sums survive the file, and the match goes on as if never interrupted."""
    plan, sums = load(file)
    assert (plan, sums) == (PLAN, match(PLAN, 300).sums)
    assert match(plan, 900, so_far=sums).sums == match(PLAN, 900).sums
    nine = replace(PLAN, rules=PRESETS["scat"], names=("rising",) * 9)
    save(file, nine, match(nine, 2000).sums)
    assert file.stat().st_size < saved.MAX_BYTES / 3


def test_every_changed_digit_is_noticed(file: Path) -> None:
    """No number of the file can be changed without being refused."""
    text = file.read_text()
    digits = [place for place, letter in enumerate(text) if letter.isdigit()]
    for place in digits[:: len(digits) // 40]:
        changed = str((int(text[place]) + 1) % 10)
        file.write_text(text[:place] + changed + text[place + 1 :])
        with pytest.raises(MatchError, match=r"damaged|no saved match|version"):
            load(file)


@pytest.mark.parametrize(
    ("content", "named"),
    [
        (b"", "no saved match, or damaged"),
        (b"\xff\xfe\x00", "no saved match, or damaged"),
        (b"[]", "is no saved match"),
        (b'{"format": "thirtyone match"}', "damaged"),
        (b"[" * 100_000, "no saved match, or damaged"),
        (b" " * 300_000, "larger than any"),
        (b'{"format": ' + b"9" * 5000 + b"}", "no saved match"),
    ],
)
def test_foreign_files(tmp_path: Path, content: bytes, named: str) -> None:
    """A file that is something else is refused with its reason."""
    path = tmp_path / "foreign"
    path.write_bytes(content)
    with pytest.raises(MatchError, match=named):
        load(path)


@pytest.mark.parametrize(
    ("key", "value", "named"),
    [
        ("program", "0.0.0", "another version"),
        ("rules_version", "0", "another version"),
        ("sets", -1, "no match leaves behind"),
        ("sets", True, "no match leaves behind"),
        ("hands", 1.5, "no match leaves behind"),
        ("players", "rising", "no match leaves behind"),
        ("players", ["rising", "rising"], "no match leaves behind"),
        ("totals", [], "no match leaves behind"),
        ("products", None, "no match leaves behind"),
        ("pots", 1, "no match leaves behind"),
        ("rules", 5, "no match leaves behind"),
        ("seed", 10**50, "no match leaves behind"),
    ],
)
def test_a_right_checksum_is_not_enough(file: Path, key: str, value: Any, named: str) -> None:  # noqa: ANN401
    """Whoever writes such a file himself is still held to its form."""
    content = json.loads(file.read_text())
    content[key] = value
    del content["checksum"]
    content["checksum"] = saved._checksum(content)
    file.write_text(json.dumps(content))
    with pytest.raises(MatchError, match=named):
        load(file)


def test_missing_files(tmp_path: Path) -> None:
    """A file that cannot be read or written says why."""
    with pytest.raises(MatchError, match="cannot be read: No such file"):
        load(tmp_path / "none")
    with pytest.raises(MatchError, match="cannot be read: Is a directory"):
        load(tmp_path)
    with pytest.raises(MatchError, match="cannot be written: No such file"):
        save(tmp_path / "no" / "where", PLAN, match(PLAN, 6).sums)


def test_resuming_asks_for_the_same_match(file: Path) -> None:
    """What is said when going on must agree with the file, and what is not said comes from it."""
    assert planned(None, None, resume=str(file)).plan == PLAN
    assert planned(PLAN.rules, PLAN.names, seed=7, pots=False, resume=str(file)).plan == PLAN
    for what, said in (
        ("rules", {"rules": PRESETS["scat"]}),
        ("players", {"names": ("rising", "greedy")}),
        ("seed", {"seed": 8}),
        ("games", {"pots": True}),
    ):
        asked: dict[str, Any] = {"rules": None, "names": None} | said
        with pytest.raises(MatchError, match=f"another match: its {what}"):
            planned(**asked, resume=str(file))


def test_nothing_is_overwritten(file: Path) -> None:
    """A file that exists is never replaced by a new match."""
    with pytest.raises(MatchError, match="exists"):
        planned(None, PLAN.names, save=str(file))
    assert load(file)[0] == PLAN


def test_kept_while_it_is_played(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file grows with the match, so that a crash loses only the last moments."""
    monkeypatch.setattr(keep, "EVERY_S", 0.0)
    kept = planned(None, None, resume=str(file))
    seen = []

    def tell(sums: object) -> None:
        kept.tell(sums)  # type: ignore[arg-type]
        seen.append(load(file)[1].sets)

    match(kept.plan, 1200, so_far=kept.so_far, progress=tell, part=100)
    assert seen == [200, 300, 400]
