"""The door: where a wrong question becomes one line, and an end becomes an exit code."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Sequence
from functools import partial
from typing import Annotated, Final, NoReturn

import typer
from typer.core import TyperGroup

from advisor import __version__
from advisor.cli.output import put

MAX_MESSAGE: Final = 600

# Base of whatever typer refuses: unknown options, missing values, text for a number. It is
# click's own class or typer's copy of it, depending on typer's version.
_UsageError: Final = typer.BadParameter.__mro__[1]


class _Door(TyperGroup):
    """All commands; nothing they raise gets past it."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: object,
    ) -> int:
        run = partial(super().main, args, prog_name, complete_var, False, windows_expand_args)
        code = _exit_code(partial(run, **extra))
        if standalone_mode:
            sys.exit(code)
        return code


def _exit_code(run: Callable[[], object]) -> int:
    try:
        code = run()
    except (KeyboardInterrupt, typer.Abort):
        return 130
    except SystemExit:
        # How typer ends when nobody reads on while it prints help.
        return 0
    except Exception as error:  # noqa: BLE001  # whatever went wrong, the user learns whose fault it is
        if (sentence := _wrong_question(error)) is None:
            traceback.print_exc()
            _complain("this is a fault of thirtyone; please report the lines above")
            return 1
        _complain(sentence)
        return 2
    return code if isinstance(code, int) else 0


def _wrong_question(error: Exception) -> str | None:
    """Sentence for an error that the question caused; None for a fault of the program."""
    if isinstance(error, _UsageError):
        return str(getattr(error, "format_message", error.__str__)())
    ours = type(error).__module__.partition(".")[0] == "advisor"
    return str(error) if ours and isinstance(error, ValueError) else None


def _complain(sentence: str) -> None:
    """Write one line to the standard error, whatever the sentence quotes."""
    line = "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode()
        for character in " ".join(sentence.split())
    )
    if len(line) > MAX_MESSAGE:
        line = f"{line[:MAX_MESSAGE]}..."
    sys.stderr.write(f"thirtyone: {line}\n")


app = typer.Typer(
    cls=_Door,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
)


def main() -> NoReturn:
    """Run the command and exit."""
    app(prog_name="thirtyone")
    raise AssertionError  # The door always exits.


@app.callback(invoke_without_command=True)
def door(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """Odds and advice for the card game Thirty-One; cards are written like Jc 10h AS."""
    if version:
        put(f"thirtyone {__version__}\n")
        raise typer.Exit
    # With rich the help is printed, without it returned.
    if context.invoked_subcommand is None and (text := context.get_help()):
        put(f"{text}\n")
