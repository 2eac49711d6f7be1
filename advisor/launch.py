"""Opening the web page from the command line."""

from advisor.resources import app_path, streamlit_config_path


def launch_app(port: int | None = None, *, headless: bool = False) -> int:
    """Serve the page until it is stopped.

    Streamlit runs inside this process, so that Ctrl-C and a termination signal reach it directly.
    It reads the configuration that lies beside the script, whatever the current folder is.

    Parameters
    ----------
    port
        Port to listen on; by default 8501, or the next free one.
    headless
        Do not open a browser.

    Returns
    -------
    int
        Exit code: 0 when the page was stopped by the user.
    """
    # Imported here: the command line must not pay for Streamlit in its other commands.
    from streamlit.web.cli import main as streamlit  # noqa: PLC0415

    streamlit_config_path()  # without it the page would listen to the whole network: refuse
    arguments = ["run", str(app_path())]
    if port is not None:
        arguments.append(f"--server.port={port}")
    if headless:
        arguments.append("--server.headless=true")
    try:
        streamlit(arguments, prog_name="streamlit", standalone_mode=False)
    except KeyboardInterrupt:
        return 0
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else int(stop.code is not None)
    return 0
