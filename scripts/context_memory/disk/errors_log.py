"""memories/errors.md: append-only, one line per error, no line twice."""

import re
from pathlib import Path

from ..model.errors import InputError
from . import files

MAX_BYTES = 4 * 1024 * 1024
"""Of a longer file the newest part is read."""
_DATE = re.compile(r"^- \d{4}-\d{2}-\d{2} ")


def read(path: Path) -> tuple[str, ...]:
    """The lines of the log, oldest first; no file, no lines."""
    try:
        size = path.stat().st_size
    except FileNotFoundError:
        return ()
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}", hint="check the path") from error
    if size <= MAX_BYTES:
        return tuple(files.read_text(path).splitlines())
    with path.open("rb") as file:
        file.seek(size - MAX_BYTES)
        return tuple(file.read(MAX_BYTES).decode("utf-8", "replace").splitlines()[1:])


def append_once(path: Path, date: str, entry: str) -> bool:
    """Append `- {date} {entry}` unless the same entry is there already, whatever its date; whether it was written."""
    if any(_DATE.sub("- ", line) == f"- {entry}" for line in read(path)):
        return False
    files.append_line(path, f"- {date} {entry}")
    return True
