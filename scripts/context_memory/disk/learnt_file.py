"""Which messages the memory has learnt from: one line each, only appended."""

import json
from datetime import datetime
from pathlib import Path

from . import files


def keys(path: Path) -> set[str]:
    """The keys of all messages that were learnt; torn lines are passed over."""
    if not path.is_file():
        return set()
    found = set()
    for line in files.read_bytes(path).splitlines():
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(value, dict) and isinstance(value.get("key"), str):
            found.add(value["key"])
    return found


def append(path: Path, key: str, now: datetime, docs: int) -> None:
    """Note that a message was learnt, after its docs were written; `docs` counts them."""
    line = {"key": key, "time": now.isoformat(timespec="seconds"), "docs": docs}
    files.append_line(path, json.dumps(line))
