"""Docs of the memory: `memory index`, `list`, `show`, `history` and `pin`, and `forget`."""

import argparse
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from ...errors import InputError, RefusedError
from ...memory.docs import scope_of, shown_id
from ...memory.recall.recall_block import handle_of
from ..console import Console, ProgressReport, counted
from ..options import (
    add_settings,
    add_workspace,
    memory_for,
    open_memory,
    places_of,
    settings_of,
)
from . import Command

if TYPE_CHECKING:
    from ...memory.docs import MemoryDoc
    from ...memory.indexing.services.index_files import Indexed
    from ...memory.indexing.services.index_sessions import TurnsIndexed
    from ...memory.ports import DocStore
    from ...memory.stores.sqlite.store import Settled


def _add_index_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of this command."""
    add_workspace(parser)
    parser.add_argument("--all", action="store_true", help="rebuild the whole index, changed or not")
    parser.add_argument("--dry-run", action="store_true", help="say what would be indexed and write nothing")
    add_settings(parser)


def _run_index(arguments: argparse.Namespace, console: Console) -> int:
    """Index; returns the exit code."""
    from ...memory.assembly import settle
    from ...memory.indexing.services import index_files, index_sessions

    places, settings, dry_run = places_of(arguments), settings_of(arguments), arguments.dry_run
    how = {"everything": arguments.all, "dry_run": dry_run}
    if places.is_foreign and settings.store:
        raise RefusedError(
            f"{places.state} was not created on this machine: its docs are not copied to the shared store",
            hint="`context-memory trust --workspace W` adopts it, if it is yours",
        )
    with (
        memory_for(arguments, console, dry_run=dry_run, check=arguments.all and not dry_run) as store,
        ProgressReport(console) as progress,
    ):
        done = index_files.Indexed(0, (), (), 0)
        if places.workspace:
            done = index_files.update(store, places.workspace, **how)
        turns = index_sessions.update(store, places, settings, **how, progress=progress.tell)
        settled = None if dry_run else settle(store, anew=arguments.all, progress=progress.tell)
    for problem in (*done.left_out, *turns.problems):
        console.warn(problem)
    _show_indexed(done, turns, settled, console, dry_run=dry_run)
    return 0


def _show_indexed(
    done: "Indexed", turns: "TurnsIndexed", settled: "Settled | None", console: Console, *, dry_run: bool
) -> None:
    if console.as_json:
        shown = {"files": done.files, "changed": list(done.changed), "removed": list(done.removed)}
        sessions = {"sessions": turns.sessions, "messages": turns.messages, "pieces": turns.pieces}
        order = {"docs": settled.docs, "vectors": settled.vectors} if settled else {}
        more = {"pieces": done.pieces, "turns": sessions | {"removed": turns.removed}, "settled": order}
        console.data(shown | more | {"dry_run": dry_run})
        return
    for path in done.changed:
        console.line(f"{'would index' if dry_run else 'indexed'} {path}")
    for path in done.removed:
        console.line(f"{'would remove' if dry_run else 'removed'} {path}")
    console.note(f"{counted(done.files, 'memory file')}, {len(done.changed)} changed with {done.pieces} pieces")
    made = "to be indexed" if dry_run else f"indexed with {turns.pieces:,} pieces"
    console.note(f"{counted(turns.sessions, 'session')}, {counted(turns.messages, 'message')} {made}")
    if settled and (settled.docs or settled.vectors):
        console.note(
            f"{counted(settled.docs, 'doc')} and {counted(settled.vectors, 'vector')} put into order for searching"
        )
    if settled and settled.renewed:
        console.note(f"{counted(settled.renewed, 'doc')} had search terms of an older version: made again")


INDEX = Command(
    """Bring the search index up to date with the memory files and the sessions of a workspace.

It indexes MEMORY.md, memories/*.md, memory/**/*.md, the messages of journaled
sessions and those that compactions archived. Only changes are read; deleted
text leaves the index. `recall` does the same automatically, in parts; this
command does all of it and reports the result.
""",
    """
PROGRAM --workspace .
PROGRAM --workspace . --all
""",
    _add_index_arguments,
    _run_index,
)


LISTED = 20
"""Docs that `memory list` shows where nothing else is said."""


def _add_list_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of this command."""
    parser.add_argument("--scope", metavar="S", help="only this scope, such as agent:main or user:USER (default: all)")
    parser.add_argument("--kind", metavar="K", default="", help="only docs of this kind, such as fact or preference")
    parser.add_argument("--all", action="store_true", help="pieces of memory files and turns of sessions too")
    parser.add_argument(
        "--at-start",
        action="store_true",
        help="what a session begins with: standing orders, then what else was said",
    )
    parser.add_argument(
        "--limit", metavar="N", type=int, help=f"docs at most (default: {LISTED}; with --at-start all of them)"
    )
    add_workspace(parser)
    add_settings(parser)


def _run_list(arguments: argparse.Namespace, console: Console) -> int:
    """List them; returns the exit code."""
    from ...memory import json_values
    from ...memory.ports import Filter
    from ...memory.standing import kind_asked

    if arguments.limit is not None and arguments.limit < 1:
        raise InputError("--limit has to be 1 or more")
    limit = arguments.limit or LISTED
    scope = scope_of(arguments.scope) if arguments.scope else None
    where, own = Filter(scope, kind_asked(arguments.kind)), not arguments.all
    if arguments.at_start:
        return _list_at_start(arguments, console)
    store = open_memory(arguments, console)
    docs, count = store.select(where, own=own, limit=limit), store.count(where, own=own)
    if console.as_json:
        now = datetime.now(UTC)
        console.data({"docs": [json_values.of_listed_doc(doc, now) for doc in docs], "total": count})
        return 0
    for doc in docs:
        pin = " pinned" if doc.pinned else ""
        console.text(f"#{handle_of(doc.id)} {doc.created_at:%Y-%m-%d} {doc.kind}{pin} {_beginning(doc)}")
    console.note(f"{len(docs):,} of {counted(count, 'doc')}" if docs else "the memory holds no such doc")
    return 0


def _list_at_start(arguments: argparse.Namespace, console: Console) -> int:
    from ...api.context_memory import ContextMemory

    if arguments.scope or arguments.kind or arguments.all:
        raise InputError("--at-start goes with neither --scope, --kind nor --all", hint="leave those out")
    with ContextMemory(arguments.workspace, settings_of(arguments)) as memory:
        found = memory.docs.at_start().first(arguments.limit)
    if console.as_json:
        console.data(found.to_dict())
        return 0
    for name, told in (("order", found.orders), ("said", found.others)):
        for each in told:
            console.text(f"#{each.handle} {each.created_at[:10]} {name} {' '.join(each.text.split())}")
    more = f"; {found.more_orders:,} older orders have no room" if found.more_orders else ""
    counted = f"{len(found.orders):,} orders, {len(found.others):,} others{more}"
    console.note(counted if found.orders or found.others else "no person said anything that lasts yet")
    return 0


LIST = Command(
    """List docs, newest first, by scope and kind.

One line per doc: handle, day, kind and text. --all also lists pieces of memory
files and turns of sessions. --at-start lists what a new session of a host begins
with, as learnt from people's own messages: orders that say that they last, then
the newest of what else they said, then of what may last (--kind said lists all of
that). `forget HANDLE` ends one.
""",
    """
PROGRAM --workspace .
PROGRAM --at-start --workspace .
PROGRAM --scope agent:main --kind preference --workspace .
PROGRAM --all --limit 100 --workspace . --json
""",
    _add_list_arguments,
    _run_list,
)


def _beginning(doc: "MemoryDoc") -> str:
    return " ".join(doc.text.split())[:100]


def _add_show_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of this command."""
    parser.add_argument("handle", metavar="HANDLE", help="id of the doc, or its first characters")
    add_workspace(parser)
    add_settings(parser)


def _run_show(arguments: argparse.Namespace, console: Console) -> int:
    """Show it; returns the exit code."""
    from ...memory import json_values

    store = open_memory(arguments, console)
    doc = store.by_handle(arguments.handle.removeprefix("#"))
    shown = json_values.of_doc(doc, datetime.now(UTC))
    if newer := _replacement(store, doc):
        shown["superseded_by"] = shown_id(newer) if console.as_json else f"#{handle_of(newer.id)} {_beginning(newer)}"
    if console.as_json:
        console.data(shown)
        return 0
    text = shown.pop("text")
    for name, value in shown.items():
        if value not in ("", None, [], False):
            console.text(f"{name}: {', '.join(value) if isinstance(value, list) else value}")
    console.text(f"\n{text}")
    return 0


SHOW = Command(
    """Show one doc in full: its text, standing and origin.

HANDLE is what `recall` prints after #: an id or its first characters.
""",
    """
PROGRAM 09ffba2f --workspace .
""",
    _add_show_arguments,
    _run_show,
)


def _replacement(store: "DocStore", doc: "MemoryDoc") -> "MemoryDoc | None":
    """The newer doc that says what is true now."""
    from ...memory.recall.services.recall import Recall

    return None if doc.forgotten_at else Recall(store).replacement_of(doc, datetime.now(UTC))


def _run_history(arguments: argparse.Namespace, console: Console) -> int:
    """Show what became of it; returns the exit code."""
    from ...memory.doc_history import changes_of, superseded_by
    from ...memory.doc_rows import row_of

    store = open_memory(arguments, console)
    doc = store.by_handle(arguments.handle.removeprefix("#"))
    changes = changes_of(doc.id, store.states()) or changes_of(doc.id, (row_of(doc),))
    if newer := _replacement(store, doc):
        changes = superseded_by(changes, newer)
    if console.as_json:
        console.data({"id": doc.id, "changes": [each.to_dict() for each in changes]})
        return 0
    text = ""
    for each in changes:
        by = f" by #{handle_of(each.by)}" if each.by else ""
        session = f" in {each.session}" if each.session else ""
        console.text(f"{f'{each.at:%Y-%m-%d %H:%M}' if each.at else '-':16} {', '.join(each.what)}{by}{session}")
        if each.text != text:
            console.text(f"{'':16} {each.text}")
        text = each.text
    return 0


HISTORY = Command(
    """Show earlier texts of a doc, and when it was superseded, pinned or forgotten.

Oldest first, from the journal of the docs, with the session of each text. The
times of pinning, unpinning and restoring are not recorded, so these lines have
none. A store on a server and pieces of files have only their current state.
""",
    """
PROGRAM 09ffba2f --workspace .
""",
    _add_show_arguments,
    _run_history,
)


def _add_pin_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of this command."""
    parser.add_argument("handle", metavar="HANDLE", help="id of the doc, or its first characters")
    parser.add_argument("--unpin", action="store_true", help="let it fade again")
    parser.add_argument("--dry-run", action="store_true", help="say what would change and write nothing")
    add_workspace(parser)
    add_settings(parser)


def _run_pin(arguments: argparse.Namespace, console: Console) -> int:
    """Pin or unpin; returns the exit code."""
    from ...memory import json_values
    from ...memory.services import remember

    now = datetime.now(UTC)
    handle = arguments.handle.removeprefix("#")
    with memory_for(arguments, console, dry_run=arguments.dry_run) as store:
        change = remember.pin(store, handle, now, pinned=not arguments.unpin, dry_run=arguments.dry_run)
    if console.as_json:
        console.data(json_values.of_doc(change.after, now))
        return 0
    word = "pinned" if change.after.pinned else "not pinned"
    console.text(f"{'already ' if change.before == change.after else ''}{word} #{handle_of(change.after.id)}")
    return 0


PIN = Command(
    """Pin a doc, so that it never fades, or unpin it.

A pinned doc is in tier core with relevance 1 until it is unpinned. Pieces of
memory files are pinned by `<!-- importance: 10 -->` in their file instead.
""",
    """
PROGRAM 09ffba2f --workspace .
PROGRAM 09ffba2f --unpin --workspace .
""",
    _add_pin_arguments,
    _run_pin,
)


def _add_forget_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of this command."""
    parser.add_argument("handles", metavar="HANDLE", nargs="*", help="ids of docs, or their first characters")
    parser.add_argument("--last", action="store_true", help="what was remembered last; with --undo forgotten last")
    parser.add_argument("--undo", action="store_true", help="restore them")
    parser.add_argument("--list", action="store_true", help="list what is forgotten")
    parser.add_argument("--dry-run", action="store_true", help="say what would change and write nothing")
    add_workspace(parser)
    add_settings(parser)


def _run_forget(arguments: argparse.Namespace, console: Console) -> int:
    """Forget, bring back or list; returns the exit code."""
    from ...memory import json_values
    from ...memory.services import remember

    if sum((bool(arguments.handles), arguments.list, arguments.last)) != 1:
        raise InputError("pass one of HANDLE, --last and --list", hint="--help shows an example of each")
    if arguments.list and arguments.undo:
        raise InputError("--undo needs the handles of docs to restore, or --last", hint="--list shows them")
    now = datetime.now(UTC)
    with memory_for(arguments, console, dry_run=arguments.dry_run) as store:
        if arguments.list:
            docs = store.select(forgotten=True)
        else:
            handles = [handle.removeprefix("#") for handle in arguments.handles]
            handles = handles or [_last(store, forgotten=arguments.undo)]
            docs = remember.forget(store, handles, now, undo=arguments.undo, dry_run=arguments.dry_run)
    if console.as_json:
        console.data([json_values.of_doc(doc, now) for doc in docs])
        return 0
    if not docs:
        console.note("nothing is forgotten")
    for doc in docs:
        word = "forgotten" if doc.forgotten_at else "brought back"
        console.text(f"{word} #{handle_of(doc.id)} {_beginning(doc)}")
    return 0


def _last(store: "DocStore", *, forgotten: bool) -> str:
    """Id of the doc that was remembered last, or forgotten last; InputError where there is none."""
    found = store.select(forgotten=forgotten, own=not forgotten, limit=1_000 if forgotten else 1)
    if not found:
        raise InputError("nothing is forgotten" if forgotten else "nothing was remembered yet")
    return max(found, key=lambda doc: doc.forgotten_at or doc.created_at).id


FORGET = Command(
    """Remove docs from every search; --undo restores them.

Nothing is deleted: a forgotten doc keeps its text and standing, and
--list shows all of them. Turns and bullets of notes that say no more than a
forgotten doc go with it. A turn of a session stays forgotten for good, a piece
of a memory file until its text changes; a copied session brings nothing back, a
person who says it again does.
""",
    """
PROGRAM 09ffba2f --workspace .
PROGRAM 09ffba2f --undo --workspace .
PROGRAM --last --workspace .
PROGRAM --list --workspace .
""",
    _add_forget_arguments,
    _run_forget,
)
