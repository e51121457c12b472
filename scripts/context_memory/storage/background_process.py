"""Starts one of our commands as a detached process that logs its output."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from ..errors import NotReadyError
from . import files

_SOURCES = Path(__file__).resolve().parents[2]
_START = "import sys; sys.path.insert(0, sys.argv.pop(1)); from context_memory.cli import main; sys.exit(main())"


def start(arguments: Sequence[str], log: Path) -> int:
    """Start the process and return its id; it has no terminal and its own session, so it outlives this process."""
    files.make_folder(log.parent)
    words = [sys.executable, "-c", _START, str(_SOURCES), *arguments]
    try:
        output = files.open_to_append(log)
    except OSError as error:
        raise NotReadyError(f"cannot write {log}: {error.strerror}", hint="run it without --background") from error
    try:
        return os.posix_spawn(
            sys.executable,
            words,
            os.environ,
            file_actions=[
                (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
                (os.POSIX_SPAWN_DUP2, output, 1),
                (os.POSIX_SPAWN_DUP2, 1, 2),
            ],
            setsid=True,
        )
    except (OSError, NotImplementedError) as error:
        raise NotReadyError(f"cannot start a process: {error}", hint="run it without --background") from error
    finally:
        os.close(output)
