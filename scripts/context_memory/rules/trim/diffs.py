"""Diffs: changed lines count, unchanged ones do not, and a change is shown with its file and hunk."""

import re

CHANGED = 5.0

_HUNK = re.compile(r"@@ |\d+(?:,\d+)?[acd]\d+")
_FILE = ("diff ", "Index: ", "*** Update File", "*** Add File", "*** Delete File", "*** Move")
_FILE_NEWS = re.compile(r"(?:new file|deleted file|old mode|new mode|rename |similarity |Binary files|GIT binary)")


def is_change(line: str) -> bool:
    """Whether the line was added or taken away."""
    return line[:1] in {"+", "-"} and not line.startswith(("+++", "---")) and bool(line[1:].strip())


def adjust(bits: list[float], lines: list[str]) -> None:
    """Lift changed lines, sink all others."""
    for row, line in enumerate(lines):
        if is_change(line):
            bits[row] += CHANGED
        elif _FILE_NEWS.match(line):
            bits[row] += 1.0
        else:
            bits[row] *= 0.3


def context(row: int, lines: list[str]) -> list[int]:
    """What makes a change readable: its other half, its hunk and its file."""
    rows = [near for near in (row - 1, row + 1) if 0 <= near < len(lines) and is_change(lines[near])]
    place = row
    while place >= 0 and not _HUNK.match(lines[place]):
        if lines[place].startswith(_FILE):
            break
        place -= 1
    if place >= 0:
        rows.append(place)
    while place >= 0 and not lines[place].startswith((*_FILE, "+++ ")):
        place -= 1
    if place >= 0:
        rows.append(place)
    return rows


def summary(lines: list[str]) -> str:
    """Files and changed lines."""
    files = sum(line.startswith(_FILE) for line in lines) or sum(line.startswith("+++ ") for line in lines)
    added = sum(line[:1] == "+" and not line.startswith("+++") for line in lines)
    removed = sum(line[:1] == "-" and not line.startswith("---") for line in lines)
    return f"diff of {files} file{'s' * (files != 1)}, +{added} -{removed}"
