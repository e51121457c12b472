"""Print every setting with its value and origin.

Values come from defaults, then the settings file, then CONTEXT_MEMORY_<KEY>
variables, then flags; the later one wins.
"""

import argparse
from dataclasses import asdict

from ...model.errors import InputError
from .. import options
from ..console import Console

EXAMPLE = """
PROGRAM --workspace .
PROGRAM window policy --set window=1000000
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of this command."""
    parser.add_argument("names", metavar="NAME", nargs="*", help="show only settings whose name contains this")
    parser.add_argument("--defaults", action="store_true", help="show the defaults, whatever is set")
    options.add_workspace(parser)
    options.add_settings(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Print the settings as a table or as JSON."""
    from ...disk import settings_file
    from ...services import configuration

    only_defaults: bool = arguments.defaults
    resolved = configuration.resolve(None, None, {}, {}) if only_defaults else options.resolved_of(arguments)
    described = settings_file.descriptions()
    values = asdict(resolved.settings)
    shown = [key for key in values if _wanted(key, arguments.names)]
    if not shown:
        raise InputError(
            f"no setting is named like {' or '.join(arguments.names)}", hint="leave out the name to see all"
        )
    if console.as_json:
        console.data(
            {
                key: {"value": values[key], "origin": resolved.origins[key], "description": described.get(key, "")}
                for key in shown
            }
        )
        return 0
    rows = [(key, _cell(values[key]), resolved.origins[key], described.get(key, "")) for key in shown]
    console.table(("setting", "value", "origin", "description"), rows)
    return 0


def _wanted(key: str, names: list[str]) -> bool:
    return not names or any(name.lower().replace("-", "_") in key for name in names)


def _cell(value: object) -> str:
    return '""' if value == "" else str(value)
