"""Compress blocks ahead of time, so that a swap finds every capsule ready.

With ANTHROPIC_API_KEY set, the text of the blocks, with secrets redacted, is
sent to a model; --codec extractive keeps it on this machine.

Blocks with a capsule are skipped. If the model does not answer, a capsule made
without a model is the fallback, and the next call tries the model again.
--batch submits the backlog at half price; a later call collects it.
"""

import argparse
import itertools
import signal
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar, assert_never

from ...blocks.values import CompressionOutcome, Made, Postponed
from ...errors import BreakerOpenError, InputError, RefusedError
from ...llm import prices
from ...llm.service import Blocked
from ...settings.values import Settings
from ..console import Console, ProgressReport, counted
from ..options import add_settings, add_workspace, places_of, settings_of
from . import Command

if TYPE_CHECKING:
    from ...blocks.compression.service import Job
    from ...blocks.files.block_store import BlockStore

EXAMPLE = """
PROGRAM --workspace .
PROGRAM --workspace . --codec anthropic --limit 20 --dry-run
PROGRAM --workspace . --watch
"""

EXIT_REMOTE, EXIT_BREAKER = 4, 5
STEP_SECONDS = 0.2
"""Between two looks whether a stop was asked for."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of this command."""
    parser.add_argument(
        "--session", metavar="ID", action="append", default=[], help="only this session; repeatable (default: all)"
    )
    parser.add_argument(
        "--codec",
        choices=("auto", "extractive", "anthropic", "anthropic-compaction", "command"),
        default="",
        metavar="C",
        help="who compresses: auto, extractive, anthropic, anthropic-compaction or command",
    )
    parser.add_argument("--limit", metavar="N", type=int, help="blocks at most")
    parser.add_argument("--batch", action="store_true", help="hand over and collect message batches, half price")
    parser.add_argument("--watch", action="store_true", help="go on until interrupted")
    parser.add_argument("--interval", metavar="S", type=float, default=2.0, help="with --watch: seconds between looks")
    parser.add_argument("--retry", action="store_true", help="ask again at once after failures; the budget holds")
    parser.add_argument("--dry-run", action="store_true", help="say what would be done and what it would cost")
    add_workspace(parser)
    add_settings(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Compress; returns the exit code."""
    if arguments.limit is not None and arguments.limit < 1:
        raise InputError(f"--limit {arguments.limit} compresses nothing", hint="give at least 1")
    if arguments.interval <= 0:
        raise InputError(f"--interval {arguments.interval:g} is no time", hint="give seconds above 0")
    from ...api.assemble import sessions

    settings = settings_of(arguments)
    blocks = sessions.blocks(places_of(arguments), settings)
    try:
        worker = _Worker(arguments, settings, console, blocks.store)
        return worker.watch() if arguments.watch else worker.once()
    finally:
        for problem in blocks.problems:
            console.warn(problem)
        blocks.close()


COMPRESS = Command(__doc__, EXAMPLE, add_arguments, run)


class _Stop:
    """Asked for by SIGINT or SIGTERM while the block runs, also where the parent process ignores them.

    The signals only set `is_asked`: an exception raised by them can arrive in a callback of the garbage collector,
    where Python drops it, or between two steps of a thread pool that belong together.
    """

    def __init__(self) -> None:
        self.is_asked = False

    def __enter__(self) -> "_Stop":
        numbers = (signal.SIGINT, signal.SIGTERM)
        self._before = {number: signal.signal(number, self._ask) for number in numbers}
        return self

    def __exit__(self, *_error: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def until_asked(self, jobs: "list[Job]") -> "Iterator[Job]":
        """The jobs one by one, until a stop is asked for."""
        return itertools.takewhile(lambda _: not self.is_asked, jobs)

    def sleep(self, seconds: float) -> None:
        """Sleep so long, or until a stop is asked for."""
        from time import monotonic, sleep

        until = monotonic() + seconds
        while not self.is_asked and (left := until - monotonic()) > 0:
            sleep(min(left, STEP_SECONDS))

    def _ask(self, _number: int, _frame: object) -> None:
        self.is_asked = True


class _Worker:
    """One command: rounds of work and what they came to."""

    def __init__(
        self, arguments: argparse.Namespace, settings: Settings, console: Console, store: "BlockStore"
    ) -> None:
        from ...api.assemble import sessions

        self._arguments = arguments
        self._settings = settings
        self._console = console
        _check_sessions(arguments.session, store.sessions())
        self._places = places_of(arguments)
        self._compressor = sessions.compressor(
            self._places, settings, store, codec=arguments.codec, dry_run=arguments.dry_run
        )
        self._totals = _Totals()

    def once(self) -> int:
        """One round."""
        jobs = self._jobs()
        if self._arguments.dry_run:
            return self._plan(jobs)
        self._check()
        self._round(jobs)
        self._report()
        return self._totals.exit_code

    def watch(self) -> int:
        """Rounds until SIGINT or SIGTERM; calls that run then are waited for, no more are begun."""
        self._check()
        with _Stop() as stop:
            while not stop.is_asked:
                self._round(self._jobs(), stop.until_asked)
                stop.sleep(self._arguments.interval)
        self._report()
        return 0

    def _jobs(self) -> "list[Job]":
        return self._compressor.backlog(self._arguments.session, limit=self._arguments.limit)

    def _round(self, jobs: "list[Job]", until: "Callable[[list[Job]], Iterable[Job]]" = iter) -> None:
        if self._arguments.batch:
            self._batch(jobs)
            return
        outcomes = self._compressor.run(until(jobs), at_once(self._settings.compress_parallel))
        self._tell(outcomes, len(jobs))

    def _batch(self, jobs: "list[Job]") -> None:
        from ...api.assemble import sessions

        batches = sessions.batches(self._places, self._compressor)
        collected = batches.collect(jobs)
        self._tell(iter(collected.outcomes), len(collected.outcomes))
        done = {outcome.capsule.block for outcome in collected.outcomes if isinstance(outcome, Made)}
        left = batches.without_open([job for job in jobs if job.block.id not in done])
        for batch, count in collected.waiting.items():
            self._console.note(f"batch {batch}: {counted(count, 'block')} in work")
        if left:
            answer = batches.submit(left)
            if isinstance(answer, Blocked):
                again = f"again after {answer.until}, or raise compress_daily_dollars"
                raise BreakerOpenError(answer.reason, hint=again if answer.until else prices.UNKNOWN_PRICE)
            self._console.note(
                f"batch {answer}: {counted(len(left), 'block')} handed over; run this again to collect them"
            )
            self._totals.submitted += len(left)
        self._totals.waiting = sum(collected.waiting.values())

    def _tell(self, outcomes: Iterable[CompressionOutcome], count: int) -> None:
        told = ""
        with ProgressReport(self._console) as progress:
            for number, outcome in enumerate(outcomes, 1):
                self._totals.add(outcome)
                if not self._arguments.watch:
                    progress.tell("blocks", number, count)
                elif not self._console.as_json:  # the log of a service
                    cost = f", ${self._totals.cost:.4f} so far" if self._totals.cost else ""
                    self._console.note(f"[{number}/{count}] {_outcome_line(outcome, told)}{cost}")
                    told = outcome.reason if isinstance(outcome, Postponed) else told

    def _check(self) -> None:
        self._compressor.check_ready()
        if self._arguments.retry:
            self._compressor.budget.close_breaker()
        if self._compressor.has_unknown_price:
            model = self._compressor.codec_id.model
            raise RefusedError(f"the price of {model} is not known: nothing is spent", hint=prices.UNKNOWN_PRICE)

    def _plan(self, jobs: "list[Job]") -> int:
        tokens = sum(job.block.tokens for job in jobs)
        cost = self._compressor.most_cost(jobs)
        cost = cost * 0.5 if cost is not None and self._arguments.batch else cost
        codec = self._compressor.codec_id
        plan = {
            "codec": codec.name,
            "model": codec.model,
            "blocks": [job.block.id for job in jobs],
            "tokens": tokens,
            "dollars_at_most": None if cost is None else round(cost, 6),
        }
        if self._console.as_json:
            self._console.data(plan)
        else:
            name = " ".join(filter(None, (codec.name, codec.model)))
            most = "its price is not known, so none is asked" if cost is None else f"at most ${cost:.4f}"
            self._console.text(f"{counted(len(jobs), 'block')}, {tokens:,} tokens with {name}: {most}")
        return 0

    def _report(self) -> None:
        totals, spend = self._totals, self._compressor.budget.spend()
        for problem in self._compressor.budget.problems:
            self._console.warn(problem)
        if self._console.as_json:
            today = {"spent_today": round(spend.dollars, 6), "spent_ever": round(spend.total, 6)}
            self._console.data({**totals.as_json(), **today, "daily_dollars": self._settings.compress_daily_dollars})
            return
        if not (totals.made or totals.postponed or totals.submitted or totals.waiting):
            self._console.text("nothing to do: every block has its capsule")
            return
        share = f" ({totals.tokens / totals.raw:.0%})" if totals.raw else ""
        self._console.text(
            f"{counted(totals.made, 'block')}: {totals.raw:,} -> {totals.tokens:,} tokens{share}, ${totals.cost:.4f}"
        )
        if totals.postponed:
            self._console.text(f"{totals.postponed} postponed: {totals.reason}")
            if totals.hint:
                self._console.note(f"  {totals.hint}")
        if spend.total:
            budget = self._settings.compress_daily_dollars
            self._console.text(f"spent today ${spend.dollars:.4f} of ${budget:g}, ever ${spend.total:.4f}")


def _check_sessions(wanted: list[str], known: list[str]) -> None:
    if not known:
        raise InputError("no session was ingested here yet", hint="context-memory blocks ingest puts one there")
    for each in wanted:
        if each not in known:
            raise InputError(f"{each} is no session here", hint="known: " + ", ".join(known[:5]))


class _Totals:
    """Counts of one command; they grow while it works."""

    def __init__(self) -> None:
        self.made = self.postponed = self.raw = self.tokens = self.calls = self.submitted = self.waiting = 0
        self.kept_raw = self.without_model = self.appended = self.restored = 0
        self.cost = 0.0
        self.reason = self.hint = ""
        self.exit_code = 0

    def add(self, outcome: CompressionOutcome) -> None:
        self.cost += outcome.cost
        self.calls += outcome.calls
        match outcome:
            case Made(capsule=capsule):
                self.made += 1
                self.raw += capsule.tokens_raw
                self.tokens += capsule.tokens
                self.kept_raw += capsule.codec.name == "raw"
                self.without_model += capsule.codec.name == "extractive"
                self.appended += outcome.appended
                self.restored += outcome.restored
            case Postponed():
                self.postponed += 1
                self.reason, self.hint = outcome.reason, outcome.hint
                self.exit_code = max(self.exit_code, EXIT_BREAKER if outcome.is_blocked else EXIT_REMOTE)
            case _:
                assert_never(outcome)

    def as_json(self) -> dict[str, Any]:
        return {
            "blocks": self.made,
            "tokens_raw": self.raw,
            "tokens": self.tokens,
            "kept_raw": self.kept_raw,
            "without_model": self.without_model,
            "appended": self.appended,
            "restored": self.restored,
            "calls": self.calls,
            "dollars": round(self.cost, 6),
            "postponed": self.postponed,
            "reason": self.reason,
            "submitted": self.submitted,
            "in_work": self.waiting,
        }


def _outcome_line(outcome: CompressionOutcome, told: str) -> str:
    match outcome:
        case Made(capsule=capsule):
            share = capsule.tokens / max(1, capsule.tokens_raw)
            note = f", {outcome.note}" if outcome.note else ""
            sizes = f"{capsule.tokens_raw:,} -> {capsule.tokens:,} tokens ({share:.0%})"
            return f"{capsule.block[:12]} {sizes} {capsule.codec.name}{note}"
        case Postponed(block=block):
            return f"{block.id[:12]} postponed" + (f": {outcome.reason}" if outcome.reason != told else "")
        case _:
            assert_never(outcome)


Given = TypeVar("Given")
Result = TypeVar("Result")


def at_once(most: int) -> Callable[[Callable[[Given], Result], Iterable[Given]], Iterator[Result]]:
    """A way to map that keeps up to `most` threads busy; jobs are taken only when a thread is free."""

    def run(work: Callable[[Given], Result], jobs: Iterable[Given]) -> Iterator[Result]:
        from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait

        with ThreadPoolExecutor(max_workers=most) as pool:
            running: set[Future[Result]] = set()
            for job in jobs:
                running.add(pool.submit(work, job))
                if len(running) >= most:
                    done, running = wait(running, return_when=FIRST_COMPLETED)
                    yield from (each.result() for each in done)
            while running:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                yield from (each.result() for each in done)

    return run
