"""Run one command: parse, resolve settings, call, turn errors into exit codes.

Exit codes: 0 done, 1 our bug, 2 usage, 3 not ready or refused, 4 remote failed, 5 breaker open.
"""

import argparse
import contextlib
import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

from ..errors import ContextMemoryError, DamagedError
from .commands import MODULES, Command
from .console import Console
from .options import take_nearest_workspace, warn_of_untrusted

EXIT_BUG = 1


class Parser(argparse.ArgumentParser):
    """argparse with our help format: the description as written, the example at the end."""

    def __init__(self, program: str, description: str, example: str) -> None:
        super().__init__(
            prog=program,
            description=description,
            epilog="example:\n" + "\n".join(f"  {line}" for line in example.strip().splitlines()),
            formatter_class=_Formatter,
            allow_abbrev=False,
        )
        self.color = False  # Python 3.14 would paint the help; --color is about our own output

    def error(self, message: str) -> NoReturn:
        """End with exit code 2 and one line about the mistake, another about what to do; no usage of ten lines."""
        self.exit(2, f"error: {message}\n  {self._advice(message)}\n")

    def _advice(self, message: str) -> str:
        unknown = message.removeprefix("unrecognized arguments: ").split()[0] if "unrecognized" in message else ""
        if unknown and not unknown.startswith("-"):
            if all(each.option_strings for each in self._actions):
                return f"it takes options only; {self.prog} --help shows an example"
            return "put words that belong together in quotes"
        if unknown:
            from difflib import get_close_matches

            known = [*self._option_string_actions, *(str(c) for each in self._actions for c in each.choices or ())]
            by_name = {each.lstrip("-"): each for each in known}
            if nearest := get_close_matches(unknown.partition("=")[0].lstrip("-"), by_name, n=1):
                return f"did you mean {by_name[nearest[0]]}? {self.prog} --help lists all"
        return f"{self.prog} --help shows an example"


class _Formatter(argparse.RawDescriptionHelpFormatter):
    """Help of the same width everywhere, so that snapshots of it hold."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=26, width=100)

    def _format_action_invocation(self, action: argparse.Action) -> str:
        """`-o, --out FILE`, as Python 3.13 writes it; older ones repeat the metavar."""
        if not action.option_strings:
            return super()._format_action_invocation(action)
        names = ", ".join(action.option_strings)
        if action.nargs == 0:
            return names
        return f"{names} {self._format_args(action, self._get_default_metavar_for_optional(action))}"


def command_of(name: str) -> Command:
    """The command of this name; its module is imported for it, and no other of the commands."""
    module, _, value = MODULES[name].partition(".")
    command: Command = getattr(import_module(f".commands.{module}", __package__), value)
    return command


def run(name: str, argv: Sequence[str], *, program: str) -> int:
    """Run the command `name` with these arguments and return its exit code.

    What finds derived data damaged sets it aside; the command then runs once more, on what is derived anew.
    """
    command = command_of(name)
    parser = Parser(program, command.description, command.example.replace("PROGRAM", program))
    command.add_arguments(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON document on stdout")
    parser.add_argument("--color", choices=("auto", "always", "never"), default="auto", help="colours (default: auto)")
    try:
        arguments = parser.parse_args(argv)
    except SystemExit as exit_request:
        return int(exit_request.code or 0)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # file names need not be UTF-8, a locale need not know Chinese
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    console = Console(as_json=arguments.json, colour=arguments.color)
    with contextlib.closing(console):
        return _call(command, arguments, console, program, may_repeat="-" not in argv)


def _call(command: Command, arguments: argparse.Namespace, console: Console, program: str, *, may_repeat: bool) -> int:
    """Call the command and turn its errors into messages and exit codes."""
    try:
        try:
            take_nearest_workspace(arguments)
            warn_of_untrusted(arguments, console)
            code = command.run(arguments, console)
        except DamagedError as error:
            if console.has_written or not may_repeat:  # half is told already, or standard input is used up
                raise
            console.warn(str(error))
            console.close()
            code = command.run(arguments, console)
        console.finish()
        sys.stdout.flush()
    except ContextMemoryError as error:
        console.error(str(error), error.hint)
        return error.exit_code
    except BrokenPipeError:  # the reader of our output went away: not an error of ours
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        console.error("interrupted")
        return 130
    except Exception as error:  # noqa: BLE001 - the edge: a bug of ours must not look like the user's
        return _report_bug(console, program, error)
    return int(code)


def _report_bug(console: Console, program: str, error: Exception) -> int:
    if os.environ.get("CONTEXT_MEMORY_DEBUG"):
        import traceback

        traceback.print_exception(error, file=console.err)
    console.error(
        f"{program} failed: {type(error).__name__}: {error}",
        "this is our bug; run again with CONTEXT_MEMORY_DEBUG=1 and report what it prints",
    )
    return EXIT_BUG
