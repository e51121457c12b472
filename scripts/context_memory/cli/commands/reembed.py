"""Make the vectors of the embedder that the settings name, then search these.

The old vectors are searched until every doc has its new one; the switch is one
step. A run that was killed goes on where it stopped. With --json each line of
progress is a JSON document, the result is the last one.
"""

import argparse
import json
import time
from typing import TYPE_CHECKING

from ... import wiring
from ...disk import background
from ...model.embedding import Begun, Progress, Running, Switched
from ...model.errors import InputError
from ...model.settings import Settings
from ...services.reembedding import Coverage
from ..console import Console
from ..embedding_lines import progress_line, status_line
from ..options import add_settings, add_workspace, memory_for, places_of, settings_of

if TYPE_CHECKING:
    from ...model.stores import DocStore
    from ...services.reembedding import Reembedding

EXAMPLE = """
PROGRAM --workspace . --set embedder=offline --dry-run
PROGRAM --workspace . --background
PROGRAM --workspace . --status
"""
EVERY_SECONDS = 2.0
"""Between two lines of progress."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of this command."""
    parser.add_argument("--status", action="store_true", help="show which vectors there are and what is under way")
    parser.add_argument("--background", action="store_true", help="go on in a process of its own, with a log")
    parser.add_argument("--limit", metavar="N", type=int, help="embed so many docs at most; another run goes on")
    parser.add_argument("--keep-old", action="store_true", help="do not delete the vectors of other embedders")
    parser.add_argument("--dry-run", action="store_true", help="say what would be embedded and write nothing")
    add_workspace(parser)
    add_settings(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Embed and switch; returns the exit code."""
    if arguments.limit is not None and arguments.limit < 1:
        raise InputError("--limit must be at least 1", hint="leave it out to embed everything")
    settings, places = settings_of(arguments), places_of(arguments)
    with memory_for(arguments, console, dry_run=arguments.dry_run) as store:
        if arguments.status:
            return _show(wiring.embedding_coverage(places, settings, store), console)
        reembedding = wiring.reembedding(places, settings, store)
        if arguments.dry_run:
            return _plan(wiring.embedding_coverage(places, settings, store), arguments, console)
        if arguments.background:
            return _in_background(arguments, settings, console)
        return _embed(reembedding, store, arguments, console)


def _embed(reembedding: "Reembedding", store: "DocStore", arguments: argparse.Namespace, console: Console) -> int:
    settings, places = settings_of(arguments), places_of(arguments)
    wiring.bring_up_to_date(store, places, settings, console.warn)
    reporter = _Reporter(console)
    outcome = reembedding.run(limit=arguments.limit, keep_old=arguments.keep_old, report=reporter.tell)
    match outcome:
        case Running(progress):
            shown = _shown(progress) if progress else {}
            _say(console, {"outcome": "running"} | shown, f"another process is at it: {progress_line(progress)}")
            return 3
        case Begun(progress):
            text = f"{progress_line(progress)}; run reembed again to go on, the old vectors are searched until then"
            _say(console, {"outcome": "begun"} | _shown(progress), text)
        case Switched(progress, before, dropped):
            wiring.settle(store)  # the graph of a large store is of the old vectors
            result = {"outcome": "switched", "before": before, "dropped": dropped} | _shown(progress)
            gone = f", {dropped:,} old vectors deleted" if dropped else ""
            _say(console, result, f"vectors of {progress.identity} are searched: {progress_line(progress)}{gone}")
            if any(pair.partition("=")[0].strip() == "embedder" for pair in arguments.set) and not console.as_json:
                console.note(
                    f'--set counts for this call; recall needs embedder = "{settings.embedder}" in the settings'
                )
    return 0


class _Reporter:
    """Lines of progress, not more often than people read."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._said = 0.0

    def tell(self, progress: Progress) -> None:
        """Say how far it is, the first time and then every two seconds."""
        now = time.monotonic()
        if self._said and now - self._said < EVERY_SECONDS:
            return
        self._said = now
        if self._console.as_json:
            self._console.text(json.dumps({"outcome": "progress"} | _shown(progress), ensure_ascii=False))
            self._console.out.flush()
        else:
            self._console.note(progress_line(progress))


def _plan(found: Coverage, arguments: argparse.Namespace, console: Console) -> int:
    missing = found.docs - found.covered
    count = min(missing, arguments.limit) if arguments.limit else missing
    dropped = 0 if arguments.keep_old or count < missing else _others(found)
    result = {"outcome": "dry run", "identity": found.wanted, "embed": count, "drop": dropped}
    text = f"{count:,} of {found.docs:,} docs would be embedded with {found.wanted}"
    _say(console, result, text + (f", then {dropped:,} old vectors deleted" if dropped else ""))
    return 0


def _in_background(arguments: argparse.Namespace, settings: Settings, console: Console) -> int:
    places = places_of(arguments)
    words = ["reembed"]
    if arguments.workspace:
        words += ["--workspace", str(arguments.workspace.absolute())]
    if arguments.settings:
        words += ["--settings", str(arguments.settings.absolute())]
    words += [word for pair in arguments.set for word in ("--set", pair)]
    words += ["--limit", str(arguments.limit)] if arguments.limit else []
    words += ["--keep-old"] if arguments.keep_old else []
    log = places.state / "reembed.log"
    pid = background.start(words, log)
    result = {"outcome": "started", "pid": pid, "log": str(log), "embedder": settings.embedder}
    _say(console, result, f"process {pid} is at it; `reembed --status` shows how far, {log} what it says")
    return 0


def _show(found: Coverage, console: Console) -> int:
    running = _shown(found.running) if found.running else None
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


def _shown(progress: Progress) -> dict[str, object]:
    left = progress.left_seconds
    return {
        "identity": progress.identity,
        "done": progress.done,
        "total": progress.total,
        "embedded": progress.made,
        "docs_per_second": round(progress.per_second, 1),
        "eta_seconds": None if left is None else round(left, 1),
    }
