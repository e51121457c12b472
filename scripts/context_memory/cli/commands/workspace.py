"""MEMORY.md and the files beside it: `workspace init`, `update`, `verify` and `migrate`."""

import argparse
from dataclasses import replace
from datetime import datetime

from ...errors import InputError
from ...storage import templates
from ...text import tokens
from ...workspace import memory_md, pointers
from ...workspace.files.history_queue import recording
from ...workspace.services import memory_index, migrate_index, scaffold
from ..console import Console
from ..options import add_language, add_workspace, places_of
from . import Command


def _add_init_arguments(parser: argparse.ArgumentParser) -> None:
    """The workspace and what its files should say."""
    add_workspace(parser, is_needed=True)
    parser.add_argument("--name", default="", help="project name (default: from its manifest, else the folder)")
    parser.add_argument("--task", default="", help="the active task; MEMORY.md shows its first 50 characters")
    parser.add_argument(
        "--constraint", action="append", default=[], metavar="TEXT", help="a key constraint; repeatable"
    )
    parser.add_argument("--lang", choices=templates.LANGUAGES, default="en", help="language of new files (default: en)")
    parser.add_argument("--gitignore", action="store_true", help="add memories/ and our own files to .gitignore")
    parser.add_argument("--refresh", action="store_true", help="rewrite the managed part of memories/project.md")
    parser.add_argument("--agents", action="store_true", help="append roles and handoff format to your own AGENTS.md")
    parser.add_argument("--dry-run", action="store_true", help="show what would be written, write nothing")


def _run_init(arguments: argparse.Namespace, console: Console) -> int:
    """Write what is missing and say what it was."""
    wishes = scaffold.Wishes(
        name=arguments.name,
        task=arguments.task,
        constraints=tuple(arguments.constraint),
        language=arguments.lang,
        gitignore=arguments.gitignore,
        refresh=arguments.refresh,
        agents=arguments.agents,
    )
    places = places_of(arguments)
    with recording(places, "workspace init", console.warn, dry_run=arguments.dry_run):
        done = scaffold.init(places, wishes, datetime.now().astimezone(), dry_run=arguments.dry_run)
    if console.as_json:
        console.data(_document(done, dry_run=arguments.dry_run))
        return 0
    _show_init(done, console, dry_run=arguments.dry_run)
    return 0


INIT = Command(
    """Create the workspace files of a project: MEMORY.md, memories/*.md, AGENTS.md.

Reads manifests, git state and folders for memories/project.md. Existing files
are kept; a second run changes nothing.
""",
    """
PROGRAM --task "Fix the login bug" --constraint "Python 3.11 only"
PROGRAM --workspace ~/.openclaw/workspace --lang zh --dry-run
""",
    _add_init_arguments,
    _run_init,
)


def _document(done: scaffold.Initialised, *, dry_run: bool) -> dict[str, object]:
    return {
        "outcome": "initialised" if done.written else "nothing_to_do",
        "dry_run": dry_run,
        "written": [{"path": each.path, "what": each.what, "text": each.text} for each in done.written],
        "kept": list(done.kept),
        "fingerprint": done.fingerprint,
        "advice": list(done.advice),
    }


def _show_init(done: scaffold.Initialised, console: Console, *, dry_run: bool) -> None:
    if not done.written:
        console.text("Nothing to do: every workspace file is there.")
    for each in done.written:
        console.line(f"{'would be ' if dry_run else ''}{each.what}: {each.path}")
        if dry_run:
            console.text("".join(f"    {line}\n" for line in each.text.splitlines()))
    for path in done.kept:
        console.line(console.paint(f"kept: {path}", "dim"))
    console.text(f"fingerprint: {done.fingerprint}")
    for advice in done.advice:
        console.note(advice)


def _add_update_arguments(parser: argparse.ArgumentParser) -> None:
    """The workspace and the changes."""
    add_workspace(parser, is_needed=True)
    parser.add_argument(
        "--add",
        action="append",
        default=[],
        metavar="PATH[#Lx-y]",
        help="point at a file or some of its lines; repeatable",
    )
    parser.add_argument(
        "--purpose",
        action="append",
        default=[],
        metavar="TEXT",
        help="what the file is for; one for each --add, in order",
    )
    parser.add_argument("--remove", action="append", default=[], metavar="PATH", help="take pointers out; repeatable")
    parser.add_argument("--prune", action="store_true", help="take out pointers whose file is gone")
    parser.add_argument("--task", default="", help="the active task; memories/context.md keeps it whole")
    parser.add_argument("--session-tokens", type=int, metavar="N", help="token estimate for the line under the title")
    add_language(parser)
    parser.add_argument("--dry-run", action="store_true", help="show the change as a diff, write nothing")


def _run_update(arguments: argparse.Namespace, console: Console) -> int:
    """Apply the changes and say what they were."""
    if not (
        arguments.add
        or arguments.remove
        or arguments.prune
        or arguments.task.strip()
        or arguments.session_tokens is not None
    ):
        raise InputError("nothing to change", hint="give --add, --remove, --prune or --task")
    if len(arguments.purpose) > len(arguments.add):
        raise InputError("more --purpose than --add", hint="give one purpose for each added path")
    if arguments.session_tokens is not None and arguments.session_tokens < 0:
        raise InputError("--session-tokens must be 0 or more", hint="count the session with context-memory tokens")
    purposes = [*arguments.purpose, *[""] * (len(arguments.add) - len(arguments.purpose))]
    wanted = zip(map(pointers.target, arguments.add), purposes, strict=True)
    request = memory_index.Request(
        additions=tuple(replace(pointer, purpose=purpose) for pointer, purpose in wanted),
        removals=tuple(map(pointers.target, arguments.remove)),
        prune=arguments.prune,
        task=arguments.task.strip(),
        session_tokens=arguments.session_tokens,
        language=arguments.lang,
    )
    places, cause = places_of(arguments), _cause(arguments)
    with recording(places, cause, console.warn, dry_run=arguments.dry_run):
        outcome = memory_index.update(places, request, datetime.now().astimezone(), dry_run=arguments.dry_run)
    _show_updated_files(outcome, console, dry_run=arguments.dry_run)
    return 0


UPDATE = Command(
    """Add, refresh or remove pointers in MEMORY.md, or set the active task.

Only the managed region and the task line change; all other text stays byte
for byte. Pointers that do not fit 800 tokens move to memories/project.md.
""",
    """
PROGRAM --add src/app.py#L10-40 --purpose "entry point"
PROGRAM --remove src/old.py --prune --task "Fix the login bug"
""",
    _add_update_arguments,
    _run_update,
)


def _cause(arguments: argparse.Namespace) -> str:
    """What the history says about this change."""
    changes = [f"add {each}" for each in arguments.add] + [f"remove {each}" for each in arguments.remove]
    changes += ["prune"] * arguments.prune + ["task"] * bool(arguments.task.strip())
    return f"workspace update: {', '.join(changes) or 'token estimate'}"


def _show_updated_files(outcome: memory_index.UpdateOutcome, console: Console, *, dry_run: bool) -> None:
    match outcome:
        case memory_index.NothingToDo(text):
            if console.as_json:
                unchanged = {"tokens": tokens.cjk(text), "pruned": [], "preimage": "", "diff": ""}
                console.data({"outcome": "nothing_to_do", "dry_run": dry_run, **unchanged})
            else:
                console.text("Nothing to do: MEMORY.md already says so.")
        case memory_index.Updated():
            _show_update(outcome, console, dry_run=dry_run)


def _show_update(outcome: memory_index.Updated, console: Console, *, dry_run: bool) -> None:
    from ..console import unified

    count = tokens.cjk(outcome.after)
    moved = [pointer.target for pointer in outcome.pruned]
    diff = unified("MEMORY.md", outcome.before, outcome.after)
    if console.as_json:
        document = {
            "outcome": "updated",
            "dry_run": dry_run,
            "tokens": count,
            "pruned": moved,
            "preimage": outcome.preimage,
        }
        console.data({**document, "diff": diff})
        return
    if dry_run:
        console.text(diff)
    console.text(f"MEMORY.md {'would have' if dry_run else 'has'} {count} tokens.")
    for target in moved:
        console.note(f"moved to memories/project.md, no room in MEMORY.md: {target}")
    if outcome.was_edited:
        console.note("the managed region was edited by hand; those lines were kept")


_COLOURS = {"ok": "green", "changed": "red", "vanished": "red"}


def _add_verify_arguments(parser: argparse.ArgumentParser) -> None:
    """The workspace."""
    add_workspace(parser, is_needed=True)
    add_language(parser)
    parser.add_argument("--dry-run", action="store_true", help="only say what stands, write nothing")


def _run_verify(arguments: argparse.Namespace, console: Console) -> int:
    """Verify, repair, report."""
    now = datetime.now().astimezone()
    places = places_of(arguments)
    with recording(places, "workspace verify", console.warn, dry_run=arguments.dry_run):
        verified = memory_index.verify(places, now, language=arguments.lang, dry_run=arguments.dry_run)
    rows = [_row(finding) for finding in verified.findings]
    if console.as_json:
        document = {
            "outcome": "stale" if verified.stale else "verified",
            "dry_run": arguments.dry_run,
            "pointers": [{"pointer": row[1], "state": row[0], "now": row[2]} for row in rows],
            "reported": list(verified.reported),
            "is_written": verified.is_written,
        }
        console.data(document)
    elif rows:
        console.table(("state", "pointer", "now"), [(_paint_state(console, row[0]), *row[1:]) for row in rows])
        for entry in verified.reported:
            console.note(f"{'would be added' if arguments.dry_run else 'added'} to memories/errors.md: {entry}")
    else:
        console.text("MEMORY.md has no pointers.")
    return 3 if verified.stale else 0


VERIFY = Command(
    """Check every pointer of MEMORY.md, repair what can be repaired, report the rest.

A pointer whose content moved is updated; one whose content changed or vanished
is marked and gets one line in memories/errors.md. Exit code 0: all valid or
repaired; 3: stale pointers remain.
""",
    """
PROGRAM --workspace .
PROGRAM --workspace . --dry-run --json
""",
    _add_verify_arguments,
    _run_verify,
)


def _row(finding: pointers.Finding) -> tuple[str, str, str]:
    target = finding.pointer.target
    match finding:
        case pointers.Fine():
            return "ok", target, ""
        case pointers.Repaired(now=now):
            return finding.how, target, now.target
        case pointers.Changed():
            return "changed", target, ""
        case pointers.Vanished():
            return "vanished", target, ""


def _paint_state(console: Console, state: str) -> str:
    return console.paint(state, _COLOURS.get(state, "yellow"))


MIN_TOKENS = 100


def _add_migrate_arguments(parser: argparse.ArgumentParser) -> None:
    """The workspace and the budget."""
    add_workspace(parser, is_needed=True)
    limit = memory_md.MAX_TOKENS
    parser.add_argument("--max-tokens", type=int, default=limit, metavar="N", help=f"budget (default: {limit})")
    add_language(parser)
    parser.add_argument("--dry-run", action="store_true", help="show the change as a diff, write nothing")


def _run_migrate(arguments: argparse.Namespace, console: Console) -> int:
    """Split and say what went where."""
    if arguments.max_tokens < MIN_TOKENS:
        raise InputError(
            f"--max-tokens must be {MIN_TOKENS} or more", hint=f"the usual budget is {memory_md.MAX_TOKENS}"
        )
    places, limit = places_of(arguments), arguments.max_tokens
    with recording(places, "workspace migrate", console.warn, dry_run=arguments.dry_run):
        outcome = migrate_index.migrate(places, limit=limit, language=arguments.lang, dry_run=arguments.dry_run)
    match outcome:
        case migrate_index.Fits(text):
            if console.as_json:
                count = tokens.cjk(text)
                sizes = {"dry_run": arguments.dry_run, "tokens_before": count, "tokens_after": count}
                unchanged = {"moved": [], "list": "", "preimage": "", "diff": ""}
                console.data({"outcome": "nothing_to_do", **sizes, **unchanged})
            else:
                console.text(f"Nothing to do: MEMORY.md has {tokens.cjk(text)} tokens and keeps its limits.")
        case migrate_index.Migrated():
            _show_migrate(outcome, console, dry_run=arguments.dry_run)
    return 0


MIGRATE = Command(
    """Split an overgrown MEMORY.md into memories/*.md with pointers, losslessly.

The largest sections move out first, each into a file of its own, until
MEMORY.md is within its limits. The original is in .context-memory/preimages.
""",
    """
PROGRAM --workspace . --dry-run
PROGRAM --workspace .
""",
    _add_migrate_arguments,
    _run_migrate,
)


def _show_migrate(outcome: migrate_index.Migrated, console: Console, *, dry_run: bool) -> None:
    from ..console import unified

    split = outcome.split
    before, after = tokens.cjk(outcome.before), tokens.cjk(split.text)
    rows = [(each.path, tokens.cjk(each.piece.text), each.piece.title) for each in split.moved]
    diff = unified("MEMORY.md", outcome.before, split.text)
    if console.as_json:
        console.data(
            {
                "outcome": "migrated",
                "dry_run": dry_run,
                "tokens_before": before,
                "tokens_after": after,
                "moved": [{"path": path, "tokens": count, "title": title} for path, count, title in rows],
                "list": split.list_path,
                "preimage": outcome.preimage,
                "diff": diff,
            }
        )
        return
    if dry_run:
        console.text(diff)
    console.table(("file", "tokens", "section"), rows, numeric=(1,))
    if split.list_path:
        console.text(f"{split.list_path} lists {len(split.listed)} sections that MEMORY.md has no room to name.")
    console.text(f"MEMORY.md {'would go' if dry_run else 'went'} from {before:,} to {after:,} tokens.")
    if outcome.preimage:
        console.note(f"the original is .context-memory/preimages/{outcome.preimage[:2]}/{outcome.preimage}")
