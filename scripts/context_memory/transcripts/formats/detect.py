"""Detects the format of a transcript by its first bytes.

A reader is a module of this package with `NAME`, `matches(head)` and
`read(source, head)`; it is imported only when the formats before it did not match.
"""

from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol, cast

from ...errors import InputError
from ...messages import Session
from ._lines import BLANK, BYTE_ORDER_MARK, LONGEST_LINE, opened, parsed

HEAD_LINES: Final = 24
HEAD_BYTES: Final = 1 << 18
SQLITE_MAGIC: Final = b"SQLite format 3\0"


class Head(NamedTuple):
    """The beginning of a file for detection: the first bytes, and the first lines or the whole document."""

    start: bytes
    """The first bytes, at most 256 KiB."""
    values: tuple[Any, ...] = ()
    """The first JSON values, one per line (at most 24 lines); of a document: the document alone."""
    document: Any = None
    """The whole file as one JSON value (dict or list), parsed once; None for JSON lines and databases."""

    @property
    def objects(self) -> tuple[dict[str, Any], ...]:
        """The JSON objects among `values`."""
        return tuple(value for value in self.values if isinstance(value, dict))

    @property
    def is_database(self) -> bool:
        """Whether the file is a SQLite database."""
        return self.start.startswith(SQLITE_MAGIC)


class Reader(Protocol):
    """The interface of every reader module of this package."""

    NAME: str

    def matches(self, head: Head) -> bool:
        """Whether the file looks like this format."""
        ...

    def read(self, source: Path, head: Head) -> Session:
        """The session in the file; raises ContextMemoryError and nothing else."""
        ...


DATABASE_FORMAT: Final = "openclaw-sqlite"
MODULES: Final = {
    DATABASE_FORMAT: "openclaw_sqlite",
    "openclaw": "openclaw",
    "claude-code": "claude_code",
    "codex": "codex",
    "gemini": "gemini",
    "opencode": "opencode",
    "swe-agent": "sweagent",
    "openhands": "openhands",
    "anthropic": "anthropic",
    "openai": "openai",
}
"""Format name -> reader module, in the order in which they are asked: the most particular first."""

FORMATS: Final = tuple(MODULES)


def reader(name: str) -> Reader:
    """The reader of a format; the name must be one of FORMATS."""
    if name not in MODULES:
        raise InputError(f"unknown transcript format {name!r}", hint=f"use auto or one of: {', '.join(FORMATS)}")
    return cast("Reader", import_module(f"{__package__}.{MODULES[name]}"))


def detect(path: Path, head: Head) -> Reader:
    """The first reader that matches the file; InputError lists the formats tried."""
    for name in FORMATS:
        if (name == DATABASE_FORMAT) != head.is_database:
            continue  # sqlite3 costs time to import
        candidate = reader(name)
        if candidate.matches(head):
            return candidate
    if not head.start.strip():
        raise InputError(f"{path} is empty", hint="name the file of a session with messages")
    raise InputError(
        f"{path} is no transcript of a known format; tried {', '.join(FORMATS)}",
        hint="name the format with --format, or check that this is the session file",
    )


def look(path: Path) -> Head:
    """The head of a file. A file that is one JSON document is parsed whole, once."""
    with opened(path) as file:
        start: bytes = file.read(HEAD_BYTES)
        if start.startswith(SQLITE_MAGIC):
            return Head(start)
        file.seek(0)
        lines = _first_lines(file)
        values = [_value(line) for line in lines]
        if _may_be_document(lines, values, has_more=bool(file.read(1))):
            file.seek(0)
            document = _value(file.read(LONGEST_LINE))  # the beginning of a longer one is no JSON
            if isinstance(document, dict | list):
                return Head(start, (document,), document)
    return Head(start, tuple(value for value in values if value is not None))


def _first_lines(file: Any) -> list[bytes]:
    """The first non-empty lines, stripped."""
    lines: list[bytes] = []
    size = 0
    while len(lines) < HEAD_LINES and size < HEAD_BYTES and (line := file.readline(LONGEST_LINE)):
        size += len(line)
        if bare := line.strip(BLANK):
            lines.append(bare)
    return lines


def _may_be_document(lines: list[bytes], values: list[Any], *, has_more: bool) -> bool:
    """Whether the file may be one JSON document instead of JSON lines."""
    if not lines or lines[0].removeprefix(BYTE_ORDER_MARK)[:1] not in (b"[", b"{"):
        return False
    if isinstance(values[0], dict):
        return len(lines) == 1 and not has_more
    opens_more = lines[0].endswith((b"[", b"{", b","))
    return opens_more or not any(isinstance(value, dict) for value in values)


def _value(content: bytes) -> Any:
    try:
        return parsed(content.strip(BLANK).removeprefix(BYTE_ORDER_MARK).decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return None
