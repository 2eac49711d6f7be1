"""Where the page, its configuration and the data lie, in a checkout and in an installed wheel.

In a checkout they lie beside the package. A wheel can only carry what is inside the package, so it
holds a copy of them in ``advisor/_share``, laid out as in the checkout.
"""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_SHARE = _PACKAGE / "_share"
_ROOT = _SHARE if _SHARE.is_dir() else _PACKAGE.parent


def data_path(name: str) -> Path:
    """Find a file of the ``data`` folder.

    Parameters
    ----------
    name
        Path of the file inside ``data``.

    Returns
    -------
    Path
        The file as it lies on this machine.

    Raises
    ------
    FileNotFoundError
        If there is no such file.

    Examples
    --------
    >>> data_path("README.md").name
    'README.md'
    """
    return _existing(_ROOT / "data" / name)


def app_path() -> Path:
    """Find the script that Streamlit runs.

    Returns
    -------
    Path
        ``app.py`` as it lies on this machine.
    """
    return _existing(_ROOT / "app.py")


def streamlit_config_path() -> Path:
    """Find Streamlit's configuration: theme, address, no telemetry.

    Returns
    -------
    Path
        ``.streamlit/config.toml`` beside the script, where Streamlit itself looks for it.
    """
    return _existing(_ROOT / ".streamlit" / "config.toml")


def _existing(path: Path) -> Path:
    if not path.is_file():
        raise FileNotFoundError(f"the installation is incomplete: {path} is missing")
    return path
