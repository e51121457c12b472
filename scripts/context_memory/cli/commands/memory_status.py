"""Show what the memory holds: docs by origin, tier, kind and scope, and what waits to be indexed.

It also says which embedder is in use, and what of its vectors is missing.
"""

import argparse
from collections import Counter
from datetime import UTC, datetime

from ... import wiring
from ...rules import origins
from ...services import memory_index, session_index
from ..console import Console
from ..embedding_lines import status_line
from ..options import add_settings, add_workspace_either_way, open_memory, places_of, settings_of

EXAMPLE = """
PROGRAM --workspace .
PROGRAM --workspace . --json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of this command."""
    add_workspace_either_way(parser)
    add_settings(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Show it; returns the exit code."""
    store, places, settings = open_memory(arguments, console), places_of(arguments), settings_of(arguments)
    counts = store.counts()
    total = sum(counts["tier"].values())
    origin = _by_origin(counts)
    oldest, newest = (_moment(counts.get("time", {}).get(name)) for name in ("oldest", "newest"))
    files = sorted(path for path in store.files() if not origins.is_session(path))
    files_waiting = memory_index.waiting(store, places.workspace) if places.workspace else 0
    waiting = session_index.waiting(store, places, settings)
    coverage, advice = wiring.embedding_coverage(places, settings, store), wiring.embedder_advice(settings)
    if console.as_json:
        console.data(
            {
                "documents": total,
                "pinned": counts["state"]["pinned"],
                "forgotten": counts["state"]["forgotten"],
                "by_origin": origin,
                "by_tier": counts["tier"],
                "by_kind": counts["kind"],
                "by_scope": counts["scope"],
                "oldest": oldest,
                "newest": newest,
                "sessions": waiting.sessions,
                "unindexed_messages": waiting.messages,
                "files": files,
                "unindexed_files": files_waiting,
                "embedder": settings.embedder,
                "advice": advice,
                "vectors": {
                    "active": coverage.active,
                    "wanted": coverage.wanted,
                    "covered": coverage.covered,
                    "docs": coverage.docs,
                    "reembedding": coverage.running is not None,
                },
                "store": store.place,
                "problem": store.problem,
            }
        )
        return 0
    state = counts["state"]
    console.text(
        f"{total:,} docs, {state['pinned']} pinned, {state['forgotten']} forgotten, "
        f"{len(files)} memory files, {waiting.sessions} sessions"
    )
    if settings.store:
        console.text(f"kept on {store.place}")
    if oldest:
        console.text(f"from {oldest[:10]} to {newest[:10]}")
    if files_waiting:
        console.text(f"{files_waiting:,} memory files wait to be indexed; recall and index_memory take them in")
    if waiting.messages:
        console.text(f"{waiting.messages:,} messages of sessions are not indexed yet; index_memory takes them in")
    console.text(status_line(coverage))
    if advice:
        console.text(f"  {advice}")
    shown = {"origin": origin, **{name: counts[name] for name in ("tier", "kind", "scope")}}
    rows = [(name, key, f"{number:,}") for name, found in shown.items() for key, number in found.items()]
    if rows:
        console.table(("by", "", "docs"), rows, numeric=(2,))
    return 0


def _by_origin(counts: dict[str, dict[str, int]]) -> dict[str, int]:
    found: Counter[str] = Counter()
    for file, number in counts.get("file", {}).items():
        found[origins.of(file)] += number
    return {origin.value: found[origin] for origin in origins.Origin if found[origin]}


def _moment(seconds: int | None) -> str:
    return "" if seconds is None else datetime.fromtimestamp(seconds, UTC).isoformat()
