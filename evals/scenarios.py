"""Read the scenarios: a workspace, a message, what holds, and the excuse.

# name
what tempts
## Workspace
### path/of/file
```text
content
```
## Message
what the person says
## Holds when
- ...
## Excuses
- ...
"""

import re
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent / "scenarios"
_FILE = re.compile(r"^### (?P<path>\S+)\n+(?P<fence>`{3,})\w*\n(?P<text>.*?)^(?P=fence)$", re.DOTALL | re.MULTILINE)
HEADINGS = ("Workspace", "Message", "Holds when", "Excuses")


@dataclass(frozen=True, slots=True)
class Scenario:
    """One situation in which an agent is tempted."""

    name: str
    temptation: str
    files: tuple[tuple[str, str], ...]
    message: str
    holds_when: tuple[str, ...]
    excuses: tuple[str, ...]
    read_only: tuple[str, ...] = ()
    """Files that cannot be written, from lines `read-only: PATH` of the first part."""


def all_of_them() -> tuple[Scenario, ...]:
    """Every scenario, by name."""
    return tuple(read(path) for path in sorted(FOLDER.glob("*.md")))


def read(path: Path) -> Scenario:
    """One scenario; ValueError when a part is missing."""
    text = path.read_text(encoding="utf-8")
    head, *rest = re.split(r"^## (?=(?:Workspace|Message|Holds when|Excuses)$)", text, flags=re.MULTILINE)
    title, _newline, temptation = head.partition("\n")
    parts = {part.partition("\n")[0]: part.partition("\n")[2].strip("\n") for part in rest}
    missing = [heading for heading in HEADINGS if not parts.get(heading)]
    if missing:
        raise ValueError(f"{path.name} lacks {', '.join(missing)}")
    read_only = re.findall(r"^read-only: (\S+)$", temptation, re.MULTILINE)
    return Scenario(
        name=title.removeprefix("# ").strip(),
        temptation=temptation.strip(),
        files=tuple((match["path"], match["text"]) for match in _FILE.finditer(parts["Workspace"] + "\n")),
        message=parts["Message"],
        holds_when=_bullets(parts["Holds when"]),
        excuses=_bullets(parts["Excuses"]),
        read_only=tuple(read_only),
    )


def _bullets(text: str) -> tuple[str, ...]:
    return tuple(line.removeprefix("- ") for line in text.splitlines() if line.startswith("- "))
