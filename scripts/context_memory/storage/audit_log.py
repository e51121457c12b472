"""The audit log: one JSON line per change, with numbers and names, never message text."""

import json
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from ..errors import ContextMemoryError
from ..text.json_text import parse_json
from . import files

NEWEST_BYTES = 4_000_000
"""Of a longer log only the newest part is read."""


def append(path: Path, action: str, now: datetime, /, **facts: str | int | float | bool) -> None:
    """Append a line to the audit log; `facts` are counts, sizes, handles and reasons."""
    files.append_line(path, _json_line(action, now, facts))


def append_unsynced(path: Path, action: str, now: datetime, /, **facts: str | int | float | bool) -> None:
    """`append` without fsync, for fast calls: the line survives this process, but perhaps not a power cut."""
    files.append_line(path, _json_line(action, now, facts), sync=False)


def _json_line(action: str, now: datetime, facts: Mapping[str, str | int | float | bool]) -> str:
    return json.dumps({"time": now.isoformat(timespec="seconds"), "action": action, **facts}, ensure_ascii=False)


def lines(path: Path, *actions: str) -> Iterator[dict[str, Any]]:
    """The lines about these actions, oldest first; torn lines are skipped, and so is an unreadable log."""
    try:
        data = _newest(path)
    except (ContextMemoryError, OSError):
        return
    for line in data.splitlines():
        if not any(action.encode() in line for action in actions):
            continue
        try:
            value = parse_json(line)
        except ValueError:
            continue
        if isinstance(value, dict) and value.get("action") in actions:
            yield value


def _newest(path: Path) -> bytes:
    return files.read_end(path, NEWEST_BYTES)[0]


def lines_of(path: Path, action: str) -> Iterator[dict[str, Any]]:
    """Lines of one action, oldest first; torn lines are skipped."""
    for line in files.read_lines(path):
        try:
            value = parse_json(line)
        except ValueError:
            continue
        if isinstance(value, dict) and value.get("action") == action:
            yield value
