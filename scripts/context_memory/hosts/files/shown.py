"""What a session of a host has been shown already: docs by id, outputs by command. One small file a session.

A compaction takes it out of the context, so the file starts anew then. Where a
host can be given what a summary lost, the file also has the orders of the person
that are in force, and those that the newest summary did not tell.
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
    start: str = ""
    """Digest of what the newest context began with."""
    lost: tuple[str, ...] = ()
    """Orders that this context did not tell."""
    is_begun: bool = False
    """Whether the orders of earlier sessions are among these."""

    @property
    def handles(self) -> frozenset[str]:
        """Of all outputs."""
        return frozenset(self.outputs.values())


def read(state: Path, session: str) -> Shown:
    """What was shown; lines that cannot be read are passed over."""
    path = _path(state, session)
    docs, outputs, is_whole = set[str](), dict[str, str](), True
    orders, start, lost, is_begun = dict[str, None](), "", tuple[str, ...](), False
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
            case {"order": str(order)}:
                orders[order] = None
            case {"ended": str(order)}:
                orders.pop(order, None)
            case {"begun": True}:
                is_begun = True
            case {"start": str(start), "lost": list(given)}:
                lost = tuple(filter(_is_text, given))
            case _:
                continue
    return Shown(frozenset(docs), outputs, is_whole, tuple(orders), start, lost, is_begun)


def add_docs(state: Path, session: str, docs: Iterable[str]) -> None:
    """These docs were shown."""
    rows = "\n".join(json.dumps({"doc": doc}) for doc in docs)
    if rows:
        files.append_line(_made(state, session), rows, sync=False)


def add_output(state: Path, session: str, call: str, handle: str) -> None:
    """This output of a call was shown."""
    files.append_line(_made(state, session), json.dumps({"call": call, "handle": handle}), sync=False)


def change_orders(state: Path, session: str, *, added: Iterable[str] = (), ended: Iterable[str] = ()) -> None:
    """These orders are in force now, and those are not any more."""
    rows = [{"order": each} for each in added] + [{"ended": each} for each in ended]
    text = "\n".join(map(json.dumps, rows))
    files.append_line(_made(state, session), text, sync=False)


def begin(state: Path, session: str, orders: Iterable[str]) -> None:
    """These orders of earlier sessions are in force in this one too."""
    rows: list[dict[str, object]] = [{"begun": True}]
    rows += [{"order": each} for each in orders]
    files.append_line(_made(state, session), "\n".join(map(json.dumps, rows)), sync=False)


def keep_lost(state: Path, session: str, start: str, lost: Sequence[str]) -> None:
    """A context whose start has this digest does not tell these orders."""
    files.append_line(_made(state, session), json.dumps({"start": start, "lost": lost}), sync=False)


def compacted(state: Path, session: str) -> None:
    """What was shown before is not in the context any more; the orders are in force as before."""
    known = read(state, session)
    rows: list[dict[str, object]] = [{"compacted": True}]
    rows += [{"begun": True}] if known.is_begun else []
    rows += [{"order": each} for each in known.orders]
    text = "".join(json.dumps(row) + "\n" for row in rows)
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
