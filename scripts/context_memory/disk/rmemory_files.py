"""Read the files of R-Memory 4.x: config.json, block-cache.json and its forerunners, history-*.json, archive/*.md.

Nothing of its folder is changed. A file that cannot be read is told and
passed over.
"""

import json
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ..model.errors import ContextMemoryError, InputError
from ..model.rmemory import CachedBlock, HistoryEntry, RMemory
from .files import read_text

FOLDER = "r-memory"
CACHES = ("message-cache.json", "turn-cache.json", "block-cache.json")
"""Oldest version first: what a newer one says about a hash wins."""
LARGEST_FILE = 200_000_000  # bytes

_HASH = re.compile(r"[0-9a-f]{32}")


def read(folder: Path) -> RMemory:
    """Everything in the folder, or in `r-memory` inside it; InputError where neither holds such files."""
    if not folder.is_dir():
        raise InputError(f"{folder} is not a folder", hint="name the workspace of R-Memory, or its folder r-memory")
    root = folder / FOLDER if (folder / FOLDER).is_dir() else folder
    names = {path.name for path in root.iterdir()}
    if not names & {"config.json", "archive", *CACHES} and not any(name.startswith("history-") for name in names):
        raise InputError(f"{root} holds no files of R-Memory", hint="it has config.json, block-cache.json, archive/")
    problems: list[str] = []
    config = _object(root / "config.json", problems)
    cache: dict[str, CachedBlock] = {}
    for name in CACHES:
        for key, value in _object(root / name, problems).items():
            if block := _cached(key, value):
                cache.pop(key, None)
                cache[key] = block
    histories = {}
    for path in sorted(root.glob("history-*.json")):
        histories[path.stem.removeprefix("history-")] = _history(path, problems)
    return RMemory(
        config={key: value for key, value in config.items() if not key.startswith("//")},
        cache=cache,
        histories=histories,
        raw=_archived(root / "archive", problems),
        problems=tuple(problems),
    )


def _loaded(path: Path, problems: list[str]) -> Any:
    if not path.exists():
        return None
    try:
        return json.loads(read_text(path, limit=LARGEST_FILE))
    except (ContextMemoryError, ValueError, RecursionError) as error:
        reason = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        problems.append(f"{path.name} cannot be read: {reason}")
        return None


def _object(path: Path, problems: list[str]) -> dict[str, Any]:
    value = _loaded(path, problems)
    if value is not None and not isinstance(value, dict):
        problems.append(f"{path.name} is no JSON object")
    return value if isinstance(value, dict) else {}


def _cached(key: str, value: Any) -> CachedBlock | None:
    if not _HASH.fullmatch(key) or not isinstance(value, dict) or not isinstance(value.get("compressed"), str):
        return None
    return CachedBlock(key, value["compressed"], _count(value.get("tokensRaw")), _count(value.get("tokensCompressed")))


def _history(path: Path, problems: list[str]) -> tuple[HistoryEntry, ...]:
    value = _loaded(path, problems)
    if value is not None and not isinstance(value, list):
        problems.append(f"{path.name} is no JSON list")
    entries = []
    for item in value if isinstance(value, list) else []:
        if isinstance(item, dict) and isinstance(item.get("compressed"), str):
            entries.append(HistoryEntry(item["compressed"], _time(item.get("timestamp"))))
        else:
            problems.append(f"{path.name}: an entry has no compressed text")
    return tuple(entries)


def _archived(folder: Path, problems: list[str]) -> dict[str, str]:
    if not folder.is_dir():
        return {}
    found: dict[str, str] = {}
    paths = [path for path in folder.glob("*.md") if _HASH.fullmatch(path.stem) and path.is_file()]
    for path in sorted(paths, key=lambda path: (path.stat().st_mtime_ns, path.name)):
        try:
            found[path.stem] = read_text(path, limit=LARGEST_FILE)
        except ContextMemoryError as error:
            problems.append(str(error))
    return found


def _count(value: Any) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else 0


def _time(value: Any) -> str:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return ""
    try:
        return datetime.fromtimestamp(value / 1000, UTC).isoformat(timespec="seconds")
    except (OverflowError, OSError, ValueError):
        return ""
