"""The frame: what a stranger installs, and what the project promises about itself."""

import re
import tomllib
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import pytest

import advisor
from advisor.resources import app_path, data_path, streamlit_config_path
from tests.cases import cases, kinds

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMITTED = [
    ".ci",
    ".gitignore",
    ".streamlit",
    "CHANGELOG.md",
    "LICENSE",
    "README.md",
    "advisor",
    "app.py",
    "data",
    "pyproject.toml",
    "tests",
]


def test_version_is_the_installed_one() -> None:
    """The version is written once and reaches the package's metadata."""
    assert version("thirtyone-advisor") == advisor.__version__


def test_resources_are_found() -> None:
    """The page, its configuration and the data are there, wherever the package lies."""
    assert app_path().name == "app.py"
    assert streamlit_config_path().parent.parent == app_path().parent
    assert data_path("README.md").read_text(encoding="utf-8").startswith("# data")


def test_a_missing_resource_is_named() -> None:
    """A broken installation says which file it lacks."""
    with pytest.raises(FileNotFoundError, match=r"no-such-table\.npz is missing"):
        data_path("no-such-table.npz")


@pytest.mark.parametrize("name", ["page", "tests"])
def test_readme_command_is_one_line(name: str) -> None:
    """A stranger pastes one line, and CI can read it from the README."""
    block = re.search(rf"<!-- command: {name} -->\n```sh\n(.*?)```", README, re.DOTALL)
    assert block is not None
    assert block[1].count("\n") == 1
    assert block[1].startswith("python3 -m venv ")


def test_page_is_private() -> None:
    """The page listens on this machine only and reports to nobody."""
    config = tomllib.loads(streamlit_config_path().read_text(encoding="utf-8"))
    assert config["server"]["address"] == "localhost"
    assert config["server"]["showEmailPrompt"] is False
    assert config["browser"]["gatherUsageStats"] is False


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_theme_is_readable(mode: str) -> None:
    """Text, links, the chosen segment and marks in charts stand out from what is behind them."""
    theme = tomllib.loads(streamlit_config_path().read_text(encoding="utf-8"))["theme"][mode]
    for surface in (theme["backgroundColor"], theme["secondaryBackgroundColor"]):
        for ink in ("textColor", "linkColor", "primaryColor", "redTextColor", "greenTextColor"):
            assert contrast(theme[ink], surface) >= 4.5, (ink, surface)
        for mark in theme["chartCategoricalColors"]:
            assert contrast(mark, surface) >= 3, (mark, surface)


def contrast(one: str, other: str) -> float:
    """Give the WCAG contrast ratio of two ``#rrggbb`` colours."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    """Give the WCAG relative luminance of a ``#rrggbb`` colour."""
    red, green, blue = (
        value / 12.92 if value <= 0.03928 else ((value + 0.055) / 1.055) ** 2.4
        for value in (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_no_file_names_a_machine_or_a_registry() -> None:
    """What is committed works elsewhere: no path of the machine it was written on."""
    # Pieced together, so that this file does not name them either.
    parts = ["(^|[^a-z.])/" + "work/", "/far" + "m/", "pypi" + r"\.org", "python" + "hosted"]
    forbidden = re.compile("|".join(parts), re.MULTILINE)
    named = {
        f"{path.relative_to(ROOT)}: {found[0]}"
        for path in committed_text()
        if (found := forbidden.search(path.read_text(encoding="utf-8")))
    }
    assert not named


def committed_text() -> Iterator[Path]:
    """List the project's text files, whether or not git is there to ask."""
    for name in COMMITTED:
        top = ROOT / name
        for path in [top] if top.is_file() else top.rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts and is_text(path):
                yield path


def is_text(path: Path) -> bool:
    """Tell text from tables and pictures."""
    return path.suffix in {"", ".css", ".csv", ".js", ".json", ".md", ".py", ".toml", ".txt"}


def test_misspelt_kind_of_case_is_an_error() -> None:
    """A test that reads no case at all must not pass."""
    assert all(cases(kind) for kind in kinds())
    with pytest.raises(LookupError, match="'scroe'"):
        cases("scroe")
