"""Put together what the report page shows, and set the page: one file that asks no network for anything.

Reads transcript, archive, records and blocks; writes the page and nothing
else, except that a session which nobody compacted is compacted once in a
temporary folder, to show what would be kept.
"""

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from ..disk import audit as audit_log
from ..disk import files, templates
from ..disk import places as places_module
from ..disk.archive import Archive
from ..disk.places import Places
from ..disk.session_records import Record, SessionRecords
from ..model.blocks import BlockRow
from ..model.compaction import Compacted
from ..model.errors import ContextMemoryError
from ..model.session import Session
from ..model.settings import Settings
from ..rules import (
    breakdown,
    budget,
    cache_audit,
    calibration,
    grouping,
    prices,
    report,
    report_charts,
    report_page,
    report_receipt,
    report_text,
    report_timeline,
    report_words,
    session_pieces,
    tokens,
)
from ..rules.calibration import Calibration
from ..rules.prices import PriceTable
from ..rules.report import OurCompaction, Report
from ..rules.report_receipt import Proof
from .measuring import Measuring
from .optimizer import Optimizer, Request
from .report_sources import Originals, Said

PAGE = "report.html"
STYLE, SCRIPT = "report.css", "report.js"

OptimizerOf = Callable[[Places, Settings], Optimizer]
RowsOf = Callable[[str], Sequence[BlockRow]]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the page is about."""

    session: Session
    name: str
    """What the session is called where it has no id of its own."""
    language: str = "en"
    preview: bool = True
    """Try a compaction where none is recorded."""
    table: PriceTable = prices.TABLE


class Reporting:
    """Makes report pages of one workspace."""

    def __init__(
        self, places: Places, settings: Settings, *, measuring: Measuring, optimizer_of: OptimizerOf, rows_of: RowsOf
    ) -> None:
        self._places = places
        self._settings = replace(settings, estimator="cjk") if settings.estimator == "api" else settings
        self._measuring = measuring
        self._optimizer_of = optimizer_of
        self._rows_of = rows_of
        self.problems: list[str] = []
        """What could not be read; the page shows the rest."""

    def report(self, wanted: Wanted, now: datetime) -> Report:
        """Everything that the page shows."""
        session = wanted.session
        estimator = tokens.ESTIMATORS.get(self._settings.estimator, tokens.cjk)
        measured = self._measuring.measure(session)
        marks = budget.of(self._settings.window, self._settings.policy)
        line = session_pieces.fitted_line(session, estimator)
        levels = budget.marks(marks)
        timeline = report_timeline.of(session, estimator, line, tuple(levels.values()))
        factor = line.factor if line else 1.0
        whole = [0] * len(report_timeline.KINDS)
        for message in session.messages:
            for kind, size in enumerate(report_timeline.sizes_of(message, estimator)):
                whole[kind] += size
        roles, rows = report.role_table(breakdown.of(session.context, estimator))
        first, last = report.span(session)
        audit = cache_audit.audit(session, wanted.table)
        return Report(
            title=report_text.one_line(session.id or wanted.name, 80),
            host=report_text.one_line(session.format, 40),
            model=report_text.one_line(", ".join(_models(session)), 80),
            first_time=first,
            last_time=last,
            messages=len(session.messages),
            turns=len(grouping.turns(session.messages)),
            replies=sum(message.role == "assistant" for message in session.messages),
            skipped=len(session.skipped),
            measured=measured,
            budget=marks,
            timeline=timeline,
            chart=report_charts.areas(timeline, _drawn(levels)),
            kinds=report.kind_lines(timeline, [round(factor * each) for each in whole]),
            roles=roles,
            breakdown=rows,
            crossings=report.crossings(marks, timeline, measured.tokens),
            cache=report.cache_view(audit, wanted.language),
            host_compactions=timeline.resets,
            our_compactions=self._compactions(session.id or wanted.name),
            proof=self._proof(wanted, now),
            blocks=report.blocks_view(self._rows(session.id or wanted.name)),
            sizes=_sizes(session, line),
        )

    def page(self, made: Report, language: str) -> str:
        """The page as one HTML text."""
        style, script = templates.asset(STYLE), templates.asset(SCRIPT)
        return templates.render_page(
            PAGE,
            report=made,
            words=report_words.of(language),
            language="zh-Hans" if language == "zh" else "en",
            style=report_page.inline(style),
            script=report_page.inline(script),
            policy=report_page.policy(style, script),
            series=report_page.series(made.timeline, language),
            short=report_charts.short,
            dollars=report_page.dollars,
            percent=report_page.percent,
        )

    def write(self, page: str, path: Path) -> int:
        """Replace the file with the page; bytes written."""
        content = page.encode("utf-8", "replace")
        files.replace_bytes(path, content)
        return len(content)

    # -- what the workspace knows ------------------------------------------------------------------

    def _compactions(self, session: str) -> tuple[OurCompaction, ...]:
        records = (line for line in SessionRecords(self._places.sessions).listed() if line.get("session") == session)
        swaps = (line for line in audit_log.listed(self._places.audit, "swap") if line.get("session") == session)
        return (
            *(
                OurCompaction(
                    int(_number(line, "number")),
                    report_text.one_line(line["key"], 8).removesuffix("…"),
                    int(_number(line, "tokens_before")),
                    int(_number(line, "tokens_after")),
                    _number(line, "score"),
                )
                for line in records
            ),
            *(
                OurCompaction(
                    int(_number(line, "revision")),
                    report_text.time_of(str(line.get("time"))),
                    0,
                    int(_number(line, "tokens")),
                    _number(line, "score"),
                    is_swap=True,
                )
                for line in swaps
            ),
        )

    def _rows(self, session: str) -> Sequence[BlockRow]:
        try:
            return self._rows_of(session)
        except ContextMemoryError as error:
            self.problems.append(f"blocks are not shown: {error}")
            return ()

    def _proof(self, wanted: Wanted, now: datetime) -> Proof | None:
        record = self._record(self._places, wanted.session.id or wanted.name)
        if record is not None:
            return self._proved(record, Archive(self._places.archive), Said(wanted.session), is_preview=False)
        return self._previewed(wanted, now) if wanted.preview else None

    def _record(self, places: Places, name: str) -> Record | None:
        records = SessionRecords(places.sessions)
        try:
            return records.newest(name)
        except ContextMemoryError:
            return None
        finally:
            self.problems += records.problems

    def _previewed(self, wanted: Wanted, now: datetime) -> Proof | None:
        """A compaction in a folder that goes away; None where the session has nothing to compact."""
        with tempfile.TemporaryDirectory(prefix="context-memory-") as folder:
            places = places_module.of_workspace(Path(folder))
            session = replace(wanted.session, cwd="")
            try:
                outcome = self._optimizer_of(places, self._settings).compact(
                    session, Request(force=True, name=wanted.name), now
                )
            except ContextMemoryError as error:
                self.problems.append(f"no compaction could be tried: {error}")
                return None
            record = self._record(places, session.id or wanted.name) if isinstance(outcome, Compacted) else None
            if record is None:
                return None
            return self._proved(record, Archive(places.archive), Said(session), is_preview=True)

    def _proved(self, record: Record, archive: Archive, said: Said, *, is_preview: bool) -> Proof:
        return report_receipt.proof(
            record.receipt,
            report_receipt.Sources(said.secrets, Originals(archive, self.problems, said.secrets).text, said.find),
            before=record.tokens_before,
            after=record.tokens_after,
            is_preview=is_preview,
            number=record.number,
            key="" if is_preview else record.key,
        )


def _number(line: dict[str, Any], name: str) -> float:
    value = line.get(name)
    return value if isinstance(value, int | float) and not isinstance(value, bool) else 0


def _sizes(session: Session, line: Calibration | None) -> str:
    if line is None:
        return "estimate"
    return "host" if line == calibration.BUILT_IN.get(session.format) else "usage"


def _models(session: Session) -> list[str]:
    named = dict.fromkeys(message.model for message in session.messages if message.model and message.usage)
    return list(named)[:3] or [session.model]


def _drawn(levels: dict[str, int]) -> list[tuple[str, int]]:
    """The marks that the picture shows: two lines are enough to read it."""
    return [(name, levels[name]) for name in ("compact", "hard")]
