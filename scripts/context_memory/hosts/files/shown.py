"""What a session of a host has been shown already: docs by id, outputs by command. One small file a session.

A compaction takes it out of the context, so the file starts anew then. Where the
host's summariser cannot be told what must stay, the file also has the orders of
the person that are in force, and what of them each summary lost.
"""

import json
from collections.abc import Iterable, Sequence
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
    orders: tuple[str, ...] = ()
    """Of the person, in force, oldest first."""
    summary: str = ""
    """Digest of the host's newest summary that was seen."""
    lost: tuple[str, ...] = ()
    """Orders that this summary did not tell, and nothing behind it did."""

    @property
    def handles(self) -> frozenset[str]:
        """Of all outputs."""
        return frozenset(self.outputs.values())


def read(state: Path, session: str) -> Shown:
    """What was shown; lines that cannot be read are passed over."""
    path = _path(state, session)
    docs, outputs, is_whole = set[str](), dict[str, str](), True
    orders, summary, lost = tuple[str, ...](), "", tuple[str, ...]()
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
            case {"orders": list(given)}:
                orders = tuple(filter(_is_text, given))
            case {"summary": str(summary), "lost": list(given)}:
                lost = tuple(filter(_is_text, given))
            case _:
                continue
    return Shown(frozenset(docs), outputs, is_whole, orders, summary, lost)


def add_docs(state: Path, session: str, docs: Iterable[str]) -> None:
    """These docs were shown."""
    rows = "\n".join(json.dumps({"doc": doc}) for doc in docs)
    if rows:
        files.append_line(_made(state, session), rows, sync=False)


def add_output(state: Path, session: str, call: str, handle: str) -> None:
    """This output of a call was shown."""
    files.append_line(_made(state, session), json.dumps({"call": call, "handle": handle}), sync=False)


def keep_orders(state: Path, session: str, orders: Sequence[str]) -> None:
    """These orders are in force now."""
    files.append_line(_made(state, session), json.dumps({"orders": orders}, ensure_ascii=False), sync=False)


def keep_lost(state: Path, session: str, summary: str, lost: Sequence[str]) -> None:
    """The host's summary with this digest lost these orders."""
    row = {"summary": summary, "lost": lost}
    files.append_line(_made(state, session), json.dumps(row, ensure_ascii=False), sync=False)


def compacted(state: Path, session: str) -> None:
    """What was shown before is not in the context any more; the orders are in force as before."""
    rows: list[dict[str, object]] = [{"compacted": True}]
    rows += [{"orders": orders}] if (orders := read(state, session).orders) else []
    text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    files.replace_text(_made(state, session), text)


def call_of(tool: str, command: str) -> str:
    """A short name for one call of a tool."""
    return sha256(f"{tool}\0{command}".encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _made(state: Path, session: str) -> Path:
    files.make_folder(state / "hosts")
    return _path(state, session)


def _path(state: Path, session: str) -> Path:
    return state / "hosts" / f"{sha256(session.encode('utf-8', 'surrogatepass')).hexdigest()[:24]}.jsonl"
