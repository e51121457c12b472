"""Reads a transcript of any known format, and lists the sessions of a folder without duplicates."""

import os
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, NamedTuple

from ...errors import ContextMemoryError, InputError
from ...messages import Session, without_cycle_collector
from ...text.patterns import lazy_regex
from ._chat_content import time_of
from ._lines import bounded, opened, parsed
from .detect import DATABASE_FORMAT, Head, detect, look, reader

DATABASE: Final = "openclaw-agent.sqlite"
TAIL_BYTES: Final = 1 << 18
"""How much of a file's end is searched for the time of its newest entry."""

_SESSION_NAME = lazy_regex(r"\.jsonl(?:[.~_-].*)?$")
_TRAJECTORY = lazy_regex(r"\.trajectory(?:-[^.]*)?\.jsonl")
_IDENTITY = lazy_regex(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?:-topic-[^.]+)?", re.IGNORECASE)
_KEPT_COPY = lazy_regex(r"\.(reset|deleted|bak|backup|old|orig|checkpoint|compact)\b|~$")
_IGNORED_FOLDERS: Final = frozenset({".git", "node_modules", ".venv", "__pycache__"})
_SIDE_FOLDER: Final = "subagents"


class PassedOver(NamedTuple):
    """A copy of a session that was not selected, and why."""

    path: Path
    reason: str


class SessionFile(NamedTuple):
    """One session and its most complete file."""

    path: Path
    format: str
    id: str
    """What `read_session(path, session_id=...)` needs for a database."""
    updated: str = ""
    """ISO 8601 time of the newest entry; empty where the file says none."""
    passed_over: tuple[PassedOver, ...] = ()


class _Copy(NamedTuple):
    path: Path
    format: str
    id: str
    updated: str = ""
    entries: int = 0
    """Known for a database; a file's lines are counted only when copies compete."""
    is_no_transcript: str = ""
    """Why this file can never stand for its session."""

    @property
    def completeness(self) -> int:
        return self.entries or _line_count(self.path)

    @property
    def is_live(self) -> bool:
        """Whether it has the file name that the host writes to."""
        return not _KEPT_COPY.search(self.path.name)


def choose_session(folder: Path, wanted: str = "") -> tuple[SessionFile, tuple[SessionFile, ...]]:
    """The session of a folder with the id `wanted`, else the newest; and all sessions of the folder."""
    found = sessions_in(folder)
    matching = [each for each in found if not wanted or each.id == wanted]
    if not matching:
        about = f"no session {wanted}" if wanted else "no session"
        known = ", ".join(each.id for each in found[:5])
        raise InputError(f"{about} in {folder}", hint=f"it has {known}" if known else "name a transcript file")
    return max(matching, key=lambda each: each.updated), found


def sessions_in(folder: Path) -> tuple[SessionFile, ...]:
    """The sessions in the folder and its subfolders, newest first; files that are no transcripts are ignored."""
    if not folder.is_dir():
        raise InputError(f"{folder} is not a folder", hint="name a folder of sessions, or read one file")
    groups: dict[str, list[_Copy]] = {}
    for path in _candidates(folder):
        for key, copy in _copies(path):
            groups.setdefault(key.lower(), []).append(copy)
    found = [_best_copy(copies) for copies in groups.values()]
    sessions = [session for session in found if session is not None]
    return tuple(sorted(sessions, key=lambda session: (session.updated, session.id), reverse=True))


def _candidates(folder: Path) -> Iterator[Path]:
    """Files whose name fits a transcript, without following links or entering sub-agents' folders."""
    for parent, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name not in _IGNORED_FOLDERS and name != _SIDE_FOLDER)
        for name in sorted(names):
            path = Path(parent, name)
            if (name == DATABASE or _SESSION_NAME.search(name)) and not path.is_symlink():
                yield path


def _copies(path: Path) -> Iterator[tuple[str, _Copy]]:
    """(session key, copy) for each session in a file: one, several in a database, or none."""
    stem = path.name.split(".jsonl")[0]
    named = _IDENTITY.search(stem)
    if named and _TRAJECTORY.search(path.name):
        yield named[0], _Copy(path, "", named[0], is_no_transcript="a log of the session's runs")
        return
    try:
        head = look(path)
        name = detect(path, head).NAME
        if head.is_database:
            yield from _copies_in_database(path, name)
            return
        said = _id_in_head(head)
        if _is_sidechain(head):
            yield said or stem, _Copy(path, name, said, is_no_transcript="a sub-agent's part of the session")
            return
        key = named[0] if named else said or str(path.with_name(stem))
        yield key, _Copy(path, name, said or (named[0] if named else stem), _newest_time(path))
    except (ContextMemoryError, OSError):
        return


def _copies_in_database(path: Path, name: str) -> Iterator[tuple[str, _Copy]]:
    from .openclaw_sqlite import stored_sessions

    for stored in stored_sessions(path):
        yield stored.id, _Copy(path, name, stored.id, time_of(stored.updated), stored.entries)


def _id_in_head(head: Head) -> str:
    """The session id from the first lines."""
    for entry in head.objects:
        said = entry.get("id" if entry.get("type") == "session" else "sessionId")
        if isinstance(said, str) and said:
            return said
    return ""


def _is_sidechain(head: Head) -> bool:
    """Whether the first lines are all from a sub-agent."""
    marks: list[Any] = [entry.get("isSidechain") for entry in head.objects if "isSidechain" in entry]
    return bool(marks) and all(mark is True for mark in marks)


def _best_copy(copies: list[_Copy]) -> SessionFile | None:
    transcripts = [copy for copy in copies if not copy.is_no_transcript]
    if not transcripts:
        return None
    best = transcripts[0]
    if len(transcripts) > 1:
        best = max(transcripts, key=lambda copy: (copy.updated, copy.completeness, copy.is_live, copy.entries))
    passed = tuple(PassedOver(copy.path, _reason_not_chosen(copy, best)) for copy in copies if copy is not best)
    return SessionFile(best.path, best.format, best.id, best.updated, passed)


def _reason_not_chosen(copy: _Copy, best: _Copy) -> str:
    if copy.is_no_transcript:
        return copy.is_no_transcript
    if copy.updated != best.updated:
        return f"older: its newest entry is of {copy.updated or 'unknown time'}, the chosen one's of {best.updated}"
    if copy.completeness != best.completeness:
        return f"less complete: {copy.completeness} entries, the chosen one has {best.completeness}"
    kind = _KEPT_COPY.search(copy.path.name)
    return f"a .{kind[1]} copy with the same entries" if kind and kind[1] else "a copy with the same entries"


def _newest_time(path: Path) -> str:
    """Time of the newest entry with a time, searched from the end of the file."""
    with opened(path) as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - TAIL_BYTES))
        lines: list[bytes] = file.read(TAIL_BYTES).splitlines()
    for line in reversed(lines):
        try:
            entry = parsed(line.decode("utf-8", "replace"))
        except (ValueError, RecursionError):
            continue
        if isinstance(entry, dict) and (time := time_of(entry.get("timestamp"))):
            return time
    return ""


def _line_count(path: Path) -> int:
    with opened(path) as file:
        return sum(1 for line in bounded(file) if line.strip())


def read_session(path: Path, *, format: str = "auto", session_id: str = "") -> Session:  # noqa: A002
    """The session in `path`; `format` is `auto` or one of FORMATS.

    Lines that cannot be read are in `skipped` with their numbers. `session_id`
    chooses one of a database's sessions (without it: the newest); other files hold one.
    """
    named = None if format == "auto" else reader(format)
    with without_cycle_collector():
        head = look(path)
        chosen = named or detect(path, head)
        if chosen.NAME == DATABASE_FORMAT:
            from .openclaw_sqlite import read

            return read(path, head, session_id=session_id)
        session = chosen.read(path, head)
    return session if session.id else replace(session, id=path.name.split(".")[0])


def session_ids(path: Path) -> tuple[str, ...]:
    """Ids of the sessions in a file, newest first: several in a database, one in any other transcript."""
    head = look(path)
    if head.is_database:
        from .openclaw_sqlite import session_ids as ids_in_database

        return ids_in_database(path)
    return (read_session(path).id,)
