"""What the store holds, its vectors and its place: `memory status`, `reembed` and `migrate-store`."""

import argparse
import contextlib
import json
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from ...errors import InputError, RefusedError
from ...memory import assembly
from ...memory.assembly import bring_up_to_date, embedder_advice, embedding_coverage, settle
from ...memory.docs import Origin, is_session_file, origin_of, scope_of
from ...memory.embedding.services.reembed import Begun, Coverage, Progress, Running, Switched
from ...settings.values import Settings
from ..console import Console, ProgressReport, counted
from ..options import (
    add_settings,
    add_workspace,
    memory_for,
    open_memory,
    places_of,
    settings_of,
    start_in_background,
    store_elsewhere,
    would_make_files,
)
from . import Command

if TYPE_CHECKING:
    from ...memory.embedding.services.reembed import Reembedding
    from ...memory.ports import DocStore
    from ...memory.services.store_migration import Migrated


def _add_status_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of this command."""
    add_workspace(parser)
    add_settings(parser)


def _run_status(arguments: argparse.Namespace, console: Console) -> int:
    """Show it; returns the exit code."""
    from ...memory.indexing.services import index_files, index_sessions

    store, places, settings = open_memory(arguments, console), places_of(arguments), settings_of(arguments)
    counts = store.counts()
    waiting = index_sessions.waiting(store, places, settings)
    for problem in index_files.left_out(places.workspace) if places.workspace else ():
        console.warn(problem)
    coverage = embedding_coverage(places, settings, store)
    status: dict[str, Any] = {
        "documents": sum(counts["tier"].values()),
        "pinned": counts["state"]["pinned"],
        "forgotten": counts["state"]["forgotten"],
        "by_origin": _by_origin(counts),
        "by_tier": counts["tier"],
        "by_kind": counts["kind"],
        "by_scope": counts["scope"],
        "oldest": _moment(counts.get("time", {}).get("oldest")),
        "newest": _moment(counts.get("time", {}).get("newest")),
        "sessions": waiting.sessions,
        "unindexed_messages": waiting.messages,
        "files": sorted(path for path in store.files() if not is_session_file(path)),
        "unindexed_files": index_files.waiting(store, places.workspace) if places.workspace else 0,
        "embedder": settings.embedder,
        "advice": embedder_advice(settings),
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
    if console.as_json:
        console.data(status)
    else:
        _print_status(status, status_line(coverage), bool(settings.store), console)
    return 0


def _print_status(status: dict[str, Any], vectors: str, is_on_server: bool, console: Console) -> None:
    console.text(
        f"{counted(status['documents'], 'doc')}, {status['pinned']} pinned, {status['forgotten']} forgotten, "
        f"{counted(len(status['files']), 'memory file')}, {counted(status['sessions'], 'session')}"
    )
    if is_on_server:
        console.text(f"kept on {status['store']}")
    if status["oldest"]:
        console.text(f"from {status['oldest'][:10]} to {status['newest'][:10]}")
    if files := status["unindexed_files"]:
        console.text(
            f"{counted(files, 'memory file')} wait to be indexed; recall takes them in, or context-memory memory index"
        )
    if messages := status["unindexed_messages"]:
        console.text(f"{counted(messages, 'message')} of sessions are not indexed yet: context-memory memory index")
    console.text(vectors)
    if status["advice"]:
        console.text(f"  {status['advice']}")
    names = ("origin", "tier", "kind", "scope")
    rows = [(name, key, f"{number:,}") for name in names for key, number in status[f"by_{name}"].items()]
    if rows:
        console.table(("by", "", "docs"), rows, numeric=(2,))


STATUS = Command(
    """Show the size of the memory: docs by origin, tier, kind and scope, and what is not indexed yet.

It also shows the embedder in use and the number of missing vectors.
""",
    """
PROGRAM --workspace .
PROGRAM --workspace . --json
""",
    _add_status_arguments,
    _run_status,
)


def _by_origin(counts: dict[str, dict[str, int]]) -> dict[str, int]:
    found: Counter[str] = Counter()
    for file, number in counts.get("file", {}).items():
        found[origin_of(file)] += number
    return {origin.value: found[origin] for origin in Origin if found[origin]}


def _moment(seconds: int | None) -> str:
    return "" if seconds is None else datetime.fromtimestamp(seconds, UTC).isoformat()


def _add_reembed_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of this command."""
    parser.add_argument("--status", action="store_true", help="show which vectors there are and what is under way")
    parser.add_argument("--background", action="store_true", help="go on in a process of its own, with a log")
    parser.add_argument("--limit", metavar="N", type=int, help="embed so many docs at most; another run goes on")
    parser.add_argument("--keep-old", action="store_true", help="do not delete the vectors of other embedders")
    parser.add_argument("--dry-run", action="store_true", help="say what would be embedded and write nothing")
    add_workspace(parser)
    add_settings(parser)


def _run_reembed(arguments: argparse.Namespace, console: Console) -> int:
    """Embed and switch; returns the exit code."""
    if arguments.limit is not None and arguments.limit < 1:
        raise InputError("--limit must be at least 1", hint="leave it out to embed everything")
    settings, places = settings_of(arguments), places_of(arguments)
    with memory_for(arguments, console, dry_run=arguments.dry_run) as store:
        if arguments.status:
            return _show(assembly.embedding_coverage(places, settings, store), console)
        reembedding = assembly.reembedding(places, settings, store)
        if arguments.dry_run:
            return _plan(assembly.embedding_coverage(places, settings, store), arguments, console)
        if arguments.background:
            return _in_background(arguments, settings, console)
        return _embed(reembedding, store, arguments, console)


REEMBED = Command(
    """Compute vectors with the embedder of the settings, then switch to them.

The old vectors are searched until every doc has a new one; the switch is one
step. A killed run resumes where it stopped. With --json each line of progress
is a JSON document, and the last one is the result.
""",
    """
PROGRAM --workspace . --set embedder=offline --dry-run
PROGRAM --workspace . --background
PROGRAM --workspace . --status
""",
    _add_reembed_arguments,
    _run_reembed,
)


def _embed(reembedding: "Reembedding", store: "DocStore", arguments: argparse.Namespace, console: Console) -> int:
    settings, places = settings_of(arguments), places_of(arguments)
    bring_up_to_date(store, places, settings, console.warn)
    with ProgressReport(console, at_once=console.as_json) as report:
        outcome = reembedding.run(
            limit=arguments.limit,
            keep_old=arguments.keep_old,
            report=lambda at: report.tell("docs", at.done, at.total, _progress_value(at)),
        )
    match outcome:
        case Running(progress):
            shown = _progress_value(progress) if progress else {}
            _say(console, {"outcome": "running"} | shown, f"another process is at it: {progress_line(progress)}")
            return 3
        case Begun(progress):
            text = f"{progress_line(progress)}; run it again to go on, the old vectors are searched until then"
            _say(console, {"outcome": "begun"} | _progress_value(progress), text)
        case Switched(progress, before, dropped):
            settle(store)  # the graph of a large store is of the old vectors
            result = {"outcome": "switched", "before": before, "dropped": dropped} | _progress_value(progress)
            gone = f", {dropped:,} old vectors deleted" if dropped else ""
            _say(console, result, f"vectors of {progress.identity} are searched: {progress_line(progress)}{gone}")
            if any(pair.partition("=")[0].strip() == "embedder" for pair in arguments.set) and not console.as_json:
                console.note(
                    f'--set counts for this call; recall needs embedder = "{settings.embedder}" in the settings'
                )
    return 0


def _plan(found: Coverage, arguments: argparse.Namespace, console: Console) -> int:
    missing = found.docs - found.covered
    count = min(missing, arguments.limit) if arguments.limit else missing
    dropped = 0 if arguments.keep_old or count < missing else _others(found)
    result = {"outcome": "dry run", "identity": found.wanted, "embed": count, "drop": dropped}
    text = f"{count:,} of {counted(found.docs, 'doc')} would be embedded with {found.wanted}"
    _say(console, result, text + (f", then {dropped:,} old vectors deleted" if dropped else ""))
    return 0


def _in_background(arguments: argparse.Namespace, settings: Settings, console: Console) -> int:
    places = places_of(arguments)
    words = ["memory", "reembed"]
    if arguments.workspace:
        words += ["--workspace", str(arguments.workspace.absolute())]
    if arguments.settings:
        words += ["--settings", str(arguments.settings.absolute())]
    words += [word for pair in arguments.set for word in ("--set", pair)]
    words += ["--limit", str(arguments.limit)] if arguments.limit else []
    words += ["--keep-old"] if arguments.keep_old else []
    log = places.state / "reembed.log"
    pid = start_in_background(words, log)
    result = {"outcome": "started", "pid": pid, "log": str(log), "embedder": settings.embedder}
    _say(
        console,
        result,
        f"process {pid} is at it; {log} has what it says, context-memory memory reembed --status how far it is",
    )
    return 0


def _show(found: Coverage, console: Console) -> int:
    running = _progress_value(found.running) if found.running else None
    result = {
        "active": found.active,
        "wanted": found.wanted,
        "covered": found.covered,
        "docs": found.docs,
        "vectors": found.vectors,
        "running": running,
    }
    if console.as_json:
        console.data(result)
        return 0
    console.text(status_line(found))
    for identity, count in found.vectors.items():
        console.text(f"  {count:>9,}  {identity}{' (searched)' if identity == found.active else ''}")
    return 0


def _others(found: Coverage) -> int:
    return sum(count for identity, count in found.vectors.items() if identity != found.wanted)


def _say(console: Console, result: dict[str, object], text: str) -> None:
    console.text(json.dumps(result, ensure_ascii=False) if console.as_json else text)


def _progress_value(progress: Progress) -> dict[str, object]:
    left = progress.left_seconds
    return {
        "identity": progress.identity,
        "done": progress.done,
        "total": progress.total,
        "embedded": progress.made,
        "docs_per_second": round(progress.per_second, 1),
        "eta_seconds": None if left is None else round(left, 1),
    }


def status_line(found: Coverage) -> str:
    """Which vectors are searched and what is left to do, in a line."""
    if not found.wanted:
        return "no embedder is set: search goes by words"
    if found.problem:
        return found.problem
    state = f"{found.covered:,} of {counted(found.docs, 'doc')} have a vector of {found.wanted}"
    if found.running:
        return f"{state}; new vectors are being made: {progress_line(found.running)}"
    if not found.is_switched:
        return f"{state}, those of {found.active} are searched: run context-memory memory reembed"
    return (
        state
        if found.covered >= found.docs
        else f"{state}; recall makes some of them, context-memory memory reembed all"
    )


def progress_line(progress: Progress | None) -> str:
    """Docs done, speed and seconds left."""
    if progress is None:
        return "it has just begun"
    line = f"{progress.done:,} of {counted(progress.total, 'doc')}"
    if progress.left_seconds is not None:
        line += f", {progress.per_second:,.0f}/s"
        line += f", {progress.left_seconds:,.0f} s left" if progress.done < progress.total else ""
    return line


FILES = "FILES"


def _add_migrate_store_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of this command."""
    parser.add_argument("--from", dest="source", metavar="STORE", default=FILES, help="FILES or a server's address")
    parser.add_argument("--to", dest="target", metavar="STORE", required=True, help="FILES or a server's address")
    parser.add_argument("--scope", metavar="S", help="only this scope and those under it (default: all)")
    parser.add_argument("--replace", action="store_true", help="also write docs that the target has in another version")
    parser.add_argument("--dry-run", action="store_true", help="say what would be written and write nothing")
    add_workspace(parser)
    add_settings(parser)


def _run_migrate_store(arguments: argparse.Namespace, console: Console) -> int:
    """Copy and compare; returns the exit code."""
    from ...memory.services import store_migration

    if arguments.source == arguments.target:
        raise InputError("--from and --to are the same store", hint="--from is FILES where it is not given")
    scope = scope_of(arguments.scope) if arguments.scope else None
    with (
        ProgressReport(console) as progress,
        _open_store(arguments, arguments.source, "--from", must_exist=True) as source,
        _open_store(arguments, arguments.target, "--to") as target,
    ):
        order = store_migration.Order(scope, replace=arguments.replace, dry_run=arguments.dry_run)
        done = store_migration.migrate(
            source, target, order, lambda done: progress.tell("docs", done.read, 0, _numbers(done))
        )
        files = str(places_of(arguments).database)  # where a dry run looks at a store elsewhere too
        source_place = files if arguments.source == FILES else source.place
        target_place = files if arguments.target == FILES else target.place
        _show_migration(done, source_place, target_place, arguments, console)
    return 0 if done.is_verified and not done.problems else RefusedError.exit_code


MIGRATE_STORE = Command(
    """Copy all docs from files to a server, or from a server to files, and verify the copy.

Ids, times, counts, pins, tags, forgotten docs and vectors are copied unchanged,
and the source is not modified. Afterwards both stores are read again and
compared, scope by scope; the exit code is 3 if they differ. An interrupted run
resumes when it is started again. FILES means the workspace.
""",
    """
PROGRAM --to postgresql://db.example/memory --workspace . --dry-run
PROGRAM --from postgresql://db.example/memory --to FILES --workspace .
""",
    _add_migrate_store_arguments,
    _run_migrate_store,
)


@contextlib.contextmanager
def _open_store(
    arguments: argparse.Namespace, store: str, flag: str, *, must_exist: bool = False
) -> Iterator["DocStore"]:
    from ...memory.assembly import has_store, open_store
    from ...settings import values

    address = "" if store == FILES else str(values.checked_value("store", store, flag))
    settings, places = settings_of(arguments)._replace(store=address), places_of(arguments)
    if must_exist and not has_store(places, settings):
        raise InputError("nothing was remembered in this workspace yet", hint="name its folder with --workspace")
    if arguments.dry_run and would_make_files(places, settings):
        with store_elsewhere(places, settings) as opened:
            yield opened
        return
    with contextlib.closing(open_store(places, settings)) as opened:
        yield opened


def _numbers(done: "Migrated") -> dict[str, int]:
    names = ("read", "written", "same", "kept", "replaced", "vectors")
    return {name: getattr(done, name) for name in names}


def _migration_line(done: "Migrated") -> str:
    said = f"{counted(done.read, 'doc')} read: {done.written:,} written, {done.same:,} there already"
    said += f", {done.replaced:,} replaced" if done.replaced else ""
    said += f", {done.kept:,} left as the target has them" if done.kept else ""
    return said + (f"; {counted(done.vectors, 'vector')}" if done.vectors else "")


def _show_migration(
    done: "Migrated", source: str, target: str, arguments: argparse.Namespace, console: Console
) -> None:
    outcome = "dry run" if arguments.dry_run else "verified" if done.is_verified else "different"
    if console.as_json:
        scopes = {
            each.scope: {
                "source": each.source.docs,
                "target": each.target.docs,
                "equal": each.is_equal,
                "digest": each.source.digest,
                "digest_there": each.target.digest,
            }
            for each in done.compared
        }
        shown = {"outcome": outcome, "from": source, "to": target, **_numbers(done)}
        console.text(json.dumps(shown | {"scopes": scopes, "problems": done.problems}, ensure_ascii=False))
        return
    console.text(("would be: " if arguments.dry_run else "") + _migration_line(done))
    if done.compared:
        rows = [
            (each.scope, f"{each.source.docs:,}", f"{each.target.docs:,}", "equal" if each.is_equal else "different")
            for each in done.compared
        ]
        console.table(("scope", "from", "to", ""), rows, numeric=(1, 2))
    for problem in done.problems:
        console.warn(problem)
    if not done.is_verified:
        console.error(
            f"{target} does not hold all that {source} holds",
            "docs were changed there, or meanwhile here: run it again, with --replace if this side is right",
        )
