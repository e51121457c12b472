"""Copy all docs from one store to another and prove it: files to a server, a server to files.

Ids, times, counts, pins, tags, forgotten docs and vectors stay what they are,
and the source is not changed. Afterwards both stores are read again and
compared, scope by scope; the exit code is 3 when they differ. A run that was
interrupted goes on when it is started again. FILES stands for the workspace.
"""

import argparse
import contextlib
import json
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from ... import wiring
from ...model.errors import InputError, RefusedError
from ...model.migrations import Migrated
from ...rules import allowed, doc_ids
from ..console import Console
from ..options import add_settings, add_workspace, places_of, settings_of, store_elsewhere, would_make_files

if TYPE_CHECKING:
    from ...model.stores import DocStore

EXAMPLE = """
PROGRAM --to postgresql://agent@memory.example/memory --workspace . --dry-run
PROGRAM --from postgresql://agent@memory.example/memory --to FILES --workspace .
"""
FILES = "FILES"
EVERY_SECONDS = 2.0
"""Between two lines of progress."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of this command."""
    parser.add_argument("--from", dest="source", metavar="STORE", default=FILES, help="FILES or a server's address")
    parser.add_argument("--to", dest="target", metavar="STORE", required=True, help="FILES or a server's address")
    parser.add_argument("--scope", metavar="S", help="only this scope and those under it (default: all)")
    parser.add_argument("--replace", action="store_true", help="also write docs that the target has in another version")
    parser.add_argument("--dry-run", action="store_true", help="say what would be written and write nothing")
    add_workspace(parser)
    add_settings(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Copy and compare; returns the exit code."""
    from ...services import store_migration

    if arguments.source == arguments.target:
        raise InputError("--from and --to are the same store", hint="--from is FILES where it is not given")
    scope = doc_ids.scope_of(arguments.scope) if arguments.scope else None
    reporter = _Reporter(console)
    with (
        _opened(arguments, arguments.source, "--from", must_exist=True) as source,
        _opened(arguments, arguments.target, "--to") as target,
    ):
        order = store_migration.Order(scope, replace=arguments.replace, dry_run=arguments.dry_run)
        done = store_migration.migrate(source, target, order, reporter.tell)
        files = str(places_of(arguments).database)  # where a dry run looks at a store elsewhere too
        source_place = files if arguments.source == FILES else source.place
        target_place = files if arguments.target == FILES else target.place
        _show(done, source_place, target_place, arguments, console)
    return 0 if done.is_verified and not done.problems else RefusedError.exit_code


@contextlib.contextmanager
def _opened(arguments: argparse.Namespace, store: str, flag: str, *, must_exist: bool = False) -> Iterator["DocStore"]:
    address = "" if store == FILES else str(allowed.value("store", store, flag))
    settings, places = replace(settings_of(arguments), store=address), places_of(arguments)
    if must_exist and not wiring.has_store(places, settings):
        raise InputError("nothing was remembered in this workspace yet", hint="name its folder with --workspace")
    if arguments.dry_run and would_make_files(places, settings):
        with store_elsewhere(places, settings) as opened:
            yield opened
        return
    with contextlib.closing(wiring.open_store(places, settings)) as opened:
        yield opened


class _Reporter:
    """Lines of progress, not more often than people read."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._said = time.monotonic()

    def tell(self, done: Migrated) -> None:
        """Say how far it is, every two seconds."""
        now = time.monotonic()
        if now - self._said < EVERY_SECONDS:
            return
        self._said = now
        if self._console.as_json:
            self._console.text(json.dumps({"outcome": "progress"} | _numbers(done)))
            self._console.out.flush()
        else:
            self._console.note(_line(done))


def _numbers(done: Migrated) -> dict[str, int]:
    names = ("read", "written", "same", "kept", "replaced", "vectors")
    return {name: getattr(done, name) for name in names}


def _line(done: Migrated) -> str:
    said = f"{done.read:,} docs read: {done.written:,} written, {done.same:,} there already"
    said += f", {done.replaced:,} replaced" if done.replaced else ""
    said += f", {done.kept:,} left as the target has them" if done.kept else ""
    return said + (f"; {done.vectors:,} vectors" if done.vectors else "")


def _show(done: Migrated, source: str, target: str, arguments: argparse.Namespace, console: Console) -> None:
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
    console.text(("would be: " if arguments.dry_run else "") + _line(done))
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
