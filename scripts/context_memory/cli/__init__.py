"""The command line: parses arguments, prints, exits. `main` serves `context-memory`, `run_script` the scripts."""

import gc
import sys
from collections.abc import Sequence

from .commands import COMMANDS
from .running import run

__all__ = ["main", "run_script"]


def run_script(name: str) -> int:
    """Entry of scripts/<name>.py: run one command with this process's arguments."""
    code = run(name, sys.argv[1:], program=f"{name}.py")
    gc.freeze()  # the process ends here; looking through all modules for cycles first would cost it 6 ms
    return code


def main(argv: Sequence[str] | None = None) -> int:
    """Entry of `context-memory <command>`; returns the exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    if words and words[0] == "--version":
        from .. import __version__

        print(f"context-memory {__version__}")
        return 0
    if not words or words[0] in {"-h", "--help"}:
        print(_overview())
        return 0
    name = words[0].replace("-", "_")
    if name not in COMMANDS:
        from difflib import get_close_matches

        near = get_close_matches(name, COMMANDS, n=1)
        hint = f" Did you mean {near[0].replace('_', '-')}?" if near else ""
        print(f"context-memory: no command {words[0]!r}.{hint} See context-memory --help.", file=sys.stderr)
        return 2
    return run(name, words[1:], program=f"context-memory {words[0]}")


def _overview() -> str:
    lines = ["usage: context-memory <command> [options]", "", "Commands:"]
    width = max(map(len, COMMANDS))
    lines += [f"  {name.replace('_', '-'):<{width}}  {summary}" for name, summary in COMMANDS.items()]
    lines += ["", "context-memory <command> --help shows options and an example of each."]
    return "\n".join(lines)
