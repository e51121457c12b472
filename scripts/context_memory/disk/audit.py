"""One JSON line for everything that changed something: numbers and names, never message text."""

import json
from datetime import datetime
from pathlib import Path

from . import files


def append(path: Path, action: str, now: datetime, /, **facts: str | int | float | bool) -> None:
    """Append a line to the audit log; `facts` are counts, sizes, handles and reasons."""
    line = {"time": now.isoformat(timespec="seconds"), "action": action, **facts}
    files.append_line(path, json.dumps(line, ensure_ascii=False))
