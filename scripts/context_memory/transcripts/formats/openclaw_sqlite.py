"""OpenClaw's per-agent database `openclaw-agent.sqlite` (schema 23), read only.

Entries are the same as in the JSON lines; longer ones are zstd frames. The
file is opened with `mode=ro`, and as immutable where not even that is possible; it is never written.
"""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from ...errors import InputError, NotReadyError
from ...messages import Session, SkippedLine
from ._lines import opened, parsed
from .detect import Head
from .openclaw import OpenclawEntries, active_branch

NAME = "openclaw-sqlite"

LARGEST_VALUE: Final = 64 << 20
"""Bytes of one column; SQLite refuses more."""
MAX_ENTRY_BYTES: Final = 4 << 20  # transcript_events CHECK: event_utf8_bytes between 1 and 4194304
CARRIERS: Final = frozenset(("message", "compaction", "branch_summary", "custom_message"))
"""Entries whose text is needed; of all others the navigation column says enough."""
WAL_VERSIONS: Final = b"\2\2"  # bytes 18 and 19 of the file format: write and read version 2

Decompress = Callable[[bytes], bytes]


def matches(head: Head) -> bool:
    """Whether the file is a SQLite database; `read` reports if it is not OpenClaw's."""
    return head.is_database


def session_ids(path: Path) -> tuple[str, ...]:
    """Ids of the sessions that have entries, most recently written first."""
    return tuple(stored.id for stored in stored_sessions(path))


@dataclass(frozen=True, slots=True)
class StoredSession:
    """One session of a database."""

    id: str
    updated: int
    """Time of its newest entry, milliseconds since 1970."""
    entries: int


def stored_sessions(path: Path) -> tuple[StoredSession, ...]:
    """The sessions that have entries, most recently written first."""
    with _open_database(path) as connection:
        rows = connection.execute(
            "select session_id, max(created_at), count(*) from transcript_events"
            " group by session_id order by 2 desc, max(rowid) desc, 1"
        )
        return tuple(
            StoredSession(_text(each), time if isinstance(time, int) else 0, count) for each, time, count in rows
        )


def read(source: Path, head: Head, *, session_id: str = "") -> Session:  # noqa: ARG001
    """The active branch of one session of the database: the named one, or the most recently written."""
    known = session_ids(source)
    wanted = session_id or (known[0] if known else "")
    if wanted not in known:
        what = f"no session {wanted}" if wanted else "no session"
        raise InputError(f"{source} holds {what}", hint=f"it holds: {', '.join(known) or 'none'}")
    skipped: list[SkippedLine] = []
    collected = OpenclawEntries(has_lines=False)
    unread = _collect(source, wanted, collected, skipped)
    if any(node.line in unread for node in active_branch(collected.nodes)):
        raise NotReadyError(
            f"session {wanted} in {source} has compressed entries and zstandard is not installed",
            hint="pip install zstandard",
        )
    session = collected.session(NAME, skipped)
    return replace(session, id=wanted, details={**session.details, "schema": _schema(source)})


def _collect(source: Path, session: str, into: OpenclawEntries, skipped: list[SkippedLine]) -> set[int]:
    """Adds one session's rows to `into`; returns the rows that need the missing zstandard."""
    decompress = decompressor()
    unread: set[int] = set()
    with _open_database(source) as connection:
        rows = connection.execute(
            "select seq, event_json, event_zstd, navigation_json from transcript_events"
            " where session_id = ? order by seq",
            (session,),
        )
        for sequence, plain, frame, navigation in rows:
            number = sequence + 1 if isinstance(sequence, int) else 0
            try:
                if plain is None and frame is not None and decompress is None:
                    entry = parsed(_text(navigation))["navigation"]
                    if entry.get("type") in CARRIERS:
                        unread.add(number)
                else:
                    entry = parsed(_text(plain if plain is not None else _decompress_row(frame, decompress)))
                reason = into.add(number, entry) if isinstance(entry, dict) else "not a JSON object"
            except (ValueError, RecursionError, TypeError, LookupError, AttributeError) as error:
                reason = f"row cannot be read: {error}"
            if reason:
                skipped.append(SkippedLine(number, reason))
    return unread


def _decompress_row(frame: object, decompress: Decompress | None) -> bytes:
    if decompress is None or not isinstance(frame, bytes):
        raise ValueError("the row has no text")
    return decompress(frame)


def decompressor() -> Decompress | None:
    """A function that decompresses one zstd frame (ValueError for a bad one), or None without zstd."""
    try:
        import zstandard
    except ImportError:
        return None
    context = zstandard.ZstdDecompressor(max_window_size=2 * MAX_ENTRY_BYTES)

    def decompress(frame: bytes) -> bytes:
        try:
            declared = zstandard.frame_content_size(frame)  # -1 where the frame does not say
            if declared > MAX_ENTRY_BYTES:
                raise ValueError(f"it would decompress to {declared:,} bytes, the limit is {MAX_ENTRY_BYTES:,}")
            with context.stream_reader(frame) as reader:  # `max_output_size` is ignored where a size is declared
                found: bytes = reader.read(MAX_ENTRY_BYTES + 1)
        except (zstandard.ZstdError, MemoryError) as error:
            raise ValueError(str(error) or "it needs too much memory") from error
        if len(found) > MAX_ENTRY_BYTES:
            raise ValueError(f"it has more than {MAX_ENTRY_BYTES:,} bytes")
        return found

    return decompress


@contextmanager
def _open_database(path: Path) -> Iterator[sqlite3.Connection]:
    """A read-only connection that returns texts as bytes; InputError if it is no OpenClaw database."""
    connection = _connect(path)
    try:
        yield connection
    except sqlite3.Error as error:
        raise InputError(
            f"{path} cannot be read as an OpenClaw database: {error}",
            hint="name a per-agent openclaw-agent.sqlite (schema 23); if it is damaged, use a backup",
        ) from error
    finally:
        connection.close()


def _connect(path: Path) -> sqlite3.Connection:
    address = path.absolute().as_uri()
    error: sqlite3.Error | None = None
    for options in _open_options(path):
        connection = None
        try:
            connection = sqlite3.connect(f"{address}?{options}", uri=True)
            connection.text_factory = bytes
            connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LARGEST_VALUE)
            connection.execute("select 1 from sqlite_master limit 1").fetchone()
        except sqlite3.Error as failed:
            error = failed
            if connection is not None:
                connection.close()
        else:
            return connection
    raise InputError(
        f"{path} cannot be opened as a database: {error}", hint="check the path, or use a backup of the file"
    )


def _open_options(path: Path) -> tuple[str, ...]:
    """URI options that open the file without writing, best first.

    `mode=ro` alone would leave two new files beside a database in WAL mode that nobody has open; with no log
    there is nothing that `immutable` could miss. And a folder without write permission has no place for the WAL index.
    """
    with opened(path) as file:
        is_wal: bool = file.read(20)[18:20] == WAL_VERSIONS
    log = path.with_name(f"{path.name}-wal")
    if is_wal and not (log.exists() and log.stat().st_size):
        return ("mode=ro&immutable=1",)
    return ("mode=ro", "mode=ro&immutable=1")


def _schema(path: Path) -> str:
    with _open_database(path) as connection:
        row: tuple[Any, ...] | None = connection.execute("pragma user_version").fetchone()
    return str(row[0]) if row else ""


def _text(value: object) -> str:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)
