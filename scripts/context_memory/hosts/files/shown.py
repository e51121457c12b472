"""What a session of a host has been shown already: docs by id, outputs by command. One small file a session.

A compaction takes it out of the context, so the file starts anew then.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from ...errors import ContextMemoryError
from ...storage import files
from ...text.json_text import parse_json

LARGEST = 1_000_000
"""Bytes that are read; a session that was shown more starts anew."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What the model of one session has in front of it."""

    docs: frozenset[str] = frozenset()
    outputs: dict[str, str] = field(default_factory=dict)
    """Handle of the newest output, by the call that made it."""
    is_whole: bool = True
    """Whether all that was said is in front of it; a compaction takes some away."""

    @property
    def handles(self) -> frozenset[str]:
        """Of all outputs."""
        return frozenset(self.outputs.values())


def read(state: Path, session: str) -> Shown:
    """What was shown; lines that cannot be read are passed over."""
    path = _path(state, session)
    docs, outputs, is_whole = set[str](), dict[str, str](), True
    try:
        text = files.read_text(path, limit=LARGEST) if path.is_file() else ""
    except (ContextMemoryError, OSError):
        text = ""
    for line in text.splitlines():
        try:
            row = parse_json(line)
        except ValueError:
            continue
        match row:
            case {"doc": str(doc)}:
                docs.add(doc)
            case {"call": str(call), "handle": str(handle)}:
                outputs[call] = handle
            case {"compacted": True}:
                docs, outputs, is_whole = set(), {}, False
            case _:
                continue
    return Shown(frozenset(docs), outputs, is_whole)


def add_docs(state: Path, session: str, docs: Iterable[str]) -> None:
    """These docs were shown."""
    rows = "\n".join(json.dumps({"doc": doc}) for doc in docs)
    if rows:
        files.append_line(_made(state, session), rows, sync=False)


def add_output(state: Path, session: str, call: str, handle: str) -> None:
    """This output of a call was shown."""
    files.append_line(_made(state, session), json.dumps({"call": call, "handle": handle}), sync=False)


def compacted(state: Path, session: str) -> None:
    """What was shown before is not in the context any more."""
    files.replace_text(_made(state, session), json.dumps({"compacted": True}) + "\n")


def call_of(tool: str, command: str) -> str:
    """A short name for one call of a tool."""
    return sha256(f"{tool}\0{command}".encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _made(state: Path, session: str) -> Path:
    files.make_folder(state / "hosts")
    return _path(state, session)


def _path(state: Path, session: str) -> Path:
    return state / "hosts" / f"{sha256(session.encode('utf-8', 'surrogatepass')).hexdigest()[:24]}.jsonl"
