"""Show one doc of the memory whole: its text, standing and origin.

HANDLE is what `recall` prints after #: an id or its first characters.
"""

import argparse
from datetime import UTC, datetime

from ...model.docs import MemoryDoc
from ...rules import decay
from ..console import Console
from ..options import add_settings, add_workspace, open_memory

EXAMPLE = """
PROGRAM 09ffba2f --workspace .
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of this command."""
    parser.add_argument("handle", metavar="HANDLE", help="id of the doc, or its first characters")
    add_workspace(parser)
    add_settings(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Show it; returns the exit code."""
    store = open_memory(arguments, console)
    doc = store.by_handle(arguments.handle.removeprefix("#"))
    shown = shown_of(doc, datetime.now(UTC))
    if console.as_json:
        console.data(shown)
        return 0
    text = shown.pop("text")
    for name, value in shown.items():
        if value not in ("", None, [], False):
            console.text(f"{name}: {', '.join(value) if isinstance(value, list) else value}")
    console.text(f"\n{text}")
    return 0


def shown_of(doc: MemoryDoc, now: datetime) -> dict[str, object]:
    """A doc as JSON."""
    return {
        "id": doc.id,
        "scope": doc.scope,
        "kind": str(doc.kind),
        "text": doc.text,
        "tier": str(doc.tier),
        "importance": doc.importance,
        "pinned": doc.pinned,
        "access_count": doc.access_count,
        "relevance_score": round(decay.relevance(doc, now), 6),
        "created_at": doc.created_at.isoformat(),
        "accessed_at": doc.accessed_at.isoformat(),
        "tags": list(doc.tags),
        "session": doc.session,
        "seq": doc.seq,
        "speaker": doc.speaker,
        "source": doc.source,
        "forgotten_at": doc.forgotten_at.isoformat() if doc.forgotten_at else None,
    }
