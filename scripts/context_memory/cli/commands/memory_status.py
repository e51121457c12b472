"""Show what the memory holds: docs by tier, kind and scope, and the files it was indexed from."""

import argparse

from ..console import Console
from ..options import add_settings, add_workspace, open_memory

EXAMPLE = """
PROGRAM --workspace .
PROGRAM --workspace . --json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of this command."""
    add_workspace(parser)
    add_settings(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Show it; returns the exit code."""
    store = open_memory(arguments, console)
    counts = store.counts()
    total = sum(counts["tier"].values())
    files = sorted(store.files())
    if console.as_json:
        console.data(
            {
                "documents": total,
                "pinned": counts["state"]["pinned"],
                "forgotten": counts["state"]["forgotten"],
                "by_tier": counts["tier"],
                "by_kind": counts["kind"],
                "by_scope": counts["scope"],
                "files": files,
                "store": store.place,
                "problem": store.problem,
            }
        )
        return 0
    state = counts["state"]
    console.text(f"{total:,} docs, {state['pinned']} pinned, {state['forgotten']} forgotten, {len(files)} memory files")
    rows = [(name, key, f"{number:,}") for name in ("tier", "kind", "scope") for key, number in counts[name].items()]
    if rows:
        console.table(("by", "", "docs"), rows, numeric=(2,))
    return 0
